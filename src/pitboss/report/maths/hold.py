"""Between what bounds the actual hold should lie after so many wagers."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from pitboss.report.document.blocks import Grid
from pitboss.text.numbers import percent

HANDS = tuple(10**power for power in range(3, 8))
"""The numbers of hands that actual and theoretical hold are compared for."""
CONFIDENCE = {"95%": 1.959964, "99%": 2.575829}
"""How sure -> how many standard errors to either side."""
VOLATILITY = 1.645
"""Standard deviations in a volatility index, which is stated for 90%."""
HOLD = (
    "Between these bounds the actual hold, the win as a share of all wagers, lies with 95% and 99%"
    " confidence. They are those of the normal distribution, and too narrow while the rarest pay"
    " is expected fewer than about ten times."
)


def hold(
    edge: Fraction | float, deviation: float, hands: int, errors: float
) -> tuple[float, float]:
    """Return between what the hold lies after *hands* wagers, *errors* to either side.

    >>> low, high = hold(0.005, 1.0, 10_000, 2.0)
    >>> round(low, 6), round(high, 6)
    (-0.015, 0.025)
    """
    width = errors * deviation / sqrt(hands)
    return float(edge) - width, float(edge) + width


def hold_grid(edge: Fraction | float, deviation: float) -> Grid:
    """Return the bounds for all numbers of hands."""
    rows = []
    for hands in HANDS:
        bounds = (hold(edge, deviation, hands, errors) for errors in CONFIDENCE.values())
        rows.append((f"{hands:,}", *(percent(bound, 3) for pair in bounds for bound in pair)))
    names = [f"{name} {end}" for name in CONFIDENCE for end in ("low", "high")]
    return Grid(heads=("hands", *names), rows=tuple(rows), align="rrrrr", wide=-1)
