"""Whether what was seen fits what was expected: chi-square and standard errors."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import exp, lgamma, log
from typing import TypeVar

Kind = TypeVar("Kind", bound=Hashable)

EXPECTED_MIN = 5.0
"""Kinds expected less often are counted together, as the approximation needs."""


def chi_square(counts: Mapping[Kind, int], expected: Mapping[Kind, float]) -> tuple[float, int]:
    """Return the statistic and its degrees of freedom; what was not expected at all is a mistake.

    >>> chi_square({"head": 60, "tail": 40}, {"head": 50.0, "tail": 50.0})
    (4.0, 1)
    """
    unexpected = {kind: count for kind, count in counts.items() if count and not expected.get(kind)}
    assert not unexpected, unexpected
    cells = _pooled([(mean, counts.get(kind, 0)) for kind, mean in expected.items() if mean])
    statistic = sum((count - mean) ** 2 / mean for mean, count in cells)
    return statistic, len(cells) - 1


def _pooled(cells: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """Put the rarest together until every cell is expected often enough."""
    cells = sorted(cells)
    while len(cells) > 1 and cells[0][0] < EXPECTED_MIN:
        (mean, count), (more, others), *rest = cells
        cells = sorted([(mean + more, count + others), *rest])
    return cells


def tail(statistic: float, freedom: int) -> float:
    """Return how often chance alone gives such a statistic or a larger one.

    >>> [round(tail(x, n), 4) for x, n in ((3.841, 1), (5.991, 2), (18.307, 10), (40.0, 10))]
    [0.05, 0.05, 0.05, 0.0]
    """
    if freedom == 0:
        return 1.0
    shape = freedom / 2
    x = statistic / 2
    return 1 - _lower(shape, x) if x < shape + 1 else _upper(shape, x)


def _lower(shape: float, x: float) -> float:
    """The regularised incomplete gamma function from below, by its series."""
    if x == 0:
        return 0.0
    term = total = 1 / shape
    place = shape
    while term > total * 1e-15:
        place += 1
        term *= x / place
        total += term
    return total * exp(shape * log(x) - x - lgamma(shape))


def _upper(shape: float, x: float) -> float:
    """The same from above, by its continued fraction, evaluated backwards."""
    fraction = x
    for place in range(400, 0, -1):
        fraction = x + (place - shape) / (1 + place / fraction)
    return exp(shape * log(x) - x - lgamma(shape)) / fraction
