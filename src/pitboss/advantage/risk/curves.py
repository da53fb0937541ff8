"""The curves of a risk by formula: ruin by bank, ruin by rounds, and the fan of bankrolls."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt
from statistics import NormalDist

import numpy as np

from pitboss.advantage.risk.formulas import Drift
from pitboss.advantage.risk.trips import QUANTILES

Points = list[tuple[float, float]]

_POINTS = 80
_ROUNDS_WITHOUT_EDGE = 1000
_ROUNDS_SHOWN_MAX = 100_000
"""Rounds of a fan, by default."""
_RUIN_SHOWN = 0.001
"""The axis of banks ends where the ruin is this small."""


def rounds_shown(drift: Drift, rounds: int | None) -> int:
    """Return the number of rounds to draw: the trip, or up to N0."""
    if rounds is not None:
        return rounds
    if drift.expectation <= 0:
        return _ROUNDS_WITHOUT_EDGE
    return min(_ROUNDS_SHOWN_MAX, ceil(drift.n0))


def ruin_by_bank(drift: Drift, bank: float | None) -> Points:
    """Return the ruin at any time by the bank, up to banks that are hardly ever lost."""
    assert drift.expectation > 0, "without an edge every bank is lost"
    last = max(drift.bank_for(_RUIN_SHOWN), 1.25 * (bank or 0.0))
    return _points(last, drift.ruin_ever)


def ruin_by_rounds(drift: Drift, bank: float, rounds: int) -> Points:
    """Return the ruin of a bank by the rounds played."""
    return [(0.0, 0.0), *_points(rounds, lambda x: drift.ruin_within(bank, x) if x else 0.0)[1:]]


def fan(drift: Drift, start: float, rounds: int) -> list[Points]:
    """Return the bank by the rounds: a line for each of `QUANTILES`, without an end at nothing."""

    def line(score: float) -> Points:
        return _points(
            rounds, lambda x: start + (drift.expectation * x + score * drift.sd * sqrt(x))
        )

    return [line(NormalDist().inv_cdf(part)) for part in QUANTILES]


def _points(last: float, height: Callable[[float], float]) -> Points:
    return [(float(x), height(float(x))) for x in np.linspace(0, last, _POINTS)]
