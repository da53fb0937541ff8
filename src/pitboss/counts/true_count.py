"""The true count: the running count for each deck of cards that is still unseen.

One function divides; kernels read a table that is made by it.
"""

from __future__ import annotations

import math
from enum import StrEnum
from fractions import Fraction

import numpy as np
import numpy.typing as npt


class TrueCount(StrEnum):
    """The rounding of a true count to a whole number."""

    FLOOR = "floor"
    """The next whole number below: -0.5 is -1."""
    TRUNCATE = "truncate"
    """Cut off, towards 0: -0.5 is 0."""
    ROUND = "round"
    """The nearest whole number, a half to the one above: 1.5 is 2, -0.5 is 0."""
    EXACT = "exact"
    """Kept."""
    RUNNING = "running"
    """Nothing is divided: the running count itself is used."""


def estimate_unseen(unseen: int, step: int) -> int:
    """Return an estimate of the unseen cards in steps of some cards.

    The nearest number of whole steps, a half to the larger one, and never none.

    >>> [estimate_unseen(130, step) for step in (1, 26, 52)], estimate_unseen(3, 26)
    ([130, 130, 156], 26)
    """
    assert unseen >= 0 < step, "cards are left, and a player's eye has a resolution"
    # In whole numbers: `round` takes a half to the even number, which no player at a table does.
    return max(1, (2 * unseen + step) // (2 * step)) * step


def true_count(
    running: int, unseen: int, convention: TrueCount, *, per: int = 52, unit: int = 1, step: int = 1
) -> Fraction:
    """Return the true count; *running* is in parts of *unit*, *unseen* are the cards left.

    >>> whole = TrueCount.FLOOR, TrueCount.TRUNCATE, TrueCount.ROUND
    >>> [int(true_count(running, 208, how)) for how in whole for running in (-5, 7)]
    [-2, 1, -1, 1, -1, 2]
    >>> true_count(7, 208, TrueCount.EXACT), true_count(7, 208, TrueCount.RUNNING)
    (Fraction(7, 4), Fraction(7, 1))
    """
    if convention is TrueCount.RUNNING:
        return Fraction(running, unit)
    exact = Fraction(running * per, unit * estimate_unseen(unseen, step))
    match convention:
        case TrueCount.FLOOR:
            return Fraction(math.floor(exact))
        case TrueCount.TRUNCATE:
            return Fraction(math.trunc(exact))
        case TrueCount.ROUND:
            return Fraction(math.floor(exact + Fraction(1, 2)))
        case TrueCount.EXACT:
            return exact


def true_counts(
    running: range,
    cards: int,
    convention: TrueCount,
    *,
    per: int = 52,
    unit: int = 1,
    step: int = 1,
    limit: int = 30,
) -> npt.NDArray[np.int16]:
    """Return the whole true counts [running count - running.start][unseen cards], for kernels.

    Below a whole number an exact count is the one below. A count beyond *limit* is *limit*.

    >>> table = true_counts(range(-20, 21), 312, TrueCount.FLOOR)
    >>> table.shape, int(table[20 + 7, 208]), int(table[20 - 20, 1])
    ((41, 313), 1, -30)
    """
    counts = np.arange(running.start, running.stop, dtype=np.int64)[:, None]
    left = np.array([estimate_unseen(max(unseen, 1), step) for unseen in range(cards + 1)])[None, :]
    above = counts * per
    below = unit * left
    match convention:
        case TrueCount.RUNNING:
            whole = np.broadcast_to(counts // unit, (len(running), cards + 1))
        case TrueCount.FLOOR | TrueCount.EXACT:
            whole = above // below
        case TrueCount.TRUNCATE:
            whole = np.sign(above) * (abs(above) // below)
        case TrueCount.ROUND:
            whole = (2 * above + below) // (2 * below)
    # A kernel reads this table without a check: a place for every count and every number of cards.
    assert whole.shape == (len(running), cards + 1)
    assert 0 <= limit <= np.iinfo(np.int16).max
    return np.clip(whole, -limit, limit).astype(np.int16)
