"""The weights of decisions: hard ones, and missed ones, come more often."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards.shuffle import BitSource, below
from pitboss.exact.worth import NEGLIGIBLE

POOL = 24
"""Decisions dealt for each one asked."""
THEME_POOL = 6
"""The same for one theme, whose decisions occur less often."""
QUARTER = 0.1
"""Units: a decision with this gap has a quarter of the weight of a close one."""
REAL = 0.001
"""Units: below this a gap hardly matters, and its weight shrinks."""
OWED_MOST = 3
"""Right answers that a wrong one owes before its hand counts like any other."""
OWED_WEIGHT = 2.0
"""The weight of a decision for each owed right answer."""
_STEPS = 10**9
"""Weights are drawn as whole numbers of these parts."""


def difficulty(gap: float) -> float:
    """Return the weight of a decision by the *gap* between its best choice and the next.

    >>> difficulty(0.0), difficulty(0.0005) < difficulty(0.001), difficulty(0.1)
    (0.0, True, 0.25)
    >>> difficulty(0.001) > difficulty(0.05) > difficulty(0.5) > 0
    True
    """
    if gap <= NEGLIGIBLE:
        return 0.0
    return min(1.0, gap / REAL) * (QUARTER / (QUARTER + gap)) ** 2


def owed_weight(owed: int) -> float:
    """Return the weight of a missed decision.

    >>> owed_weight(0), owed_weight(3)
    (0.0, 6.0)
    """
    return OWED_WEIGHT * owed


def owed_after(owed: int, *, wrong: bool) -> int:
    """Return the owed answers after an answer.

    >>> owed_after(0, wrong=True), owed_after(3, wrong=False), owed_after(0, wrong=False)
    (3, 2, 0)
    """
    return OWED_MOST if wrong else max(0, owed - 1)


def draw_place(weights: Sequence[float], source: BitSource) -> int:
    """Draw a place by its weight; at least one weight must be positive."""
    parts = [round(weight * _STEPS) for weight in weights]
    point = below(source, sum(parts))
    for place, part in enumerate(parts):
        if point < part:
            return place
        point -= part
    raise AssertionError("the point lies within the sum")
