"""The index that gains most, and the count at which two plays are worth the same."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any


def best_place(by_read: Array, *, below: bool) -> int:
    """Return the first count of a play: from it on, or below it, the sum of gains is highest.

    >>> best_place(np.array([-3.0, -1.0, 2.0, 5.0]), below=False)
    2
    >>> best_place(np.array([3.0, 1.0, -2.0, -5.0]), below=True)
    2
    """
    sums = np.concatenate([[0.0], np.cumsum(by_read)])
    return min(int(np.argmax(sums if below else sums[-1] - sums)), len(by_read) - 1)


def crossing(counts: Array, rising: Array) -> float | None:
    """Return the count at which a difference turns positive for good; None if it never does.

    >>> crossing(np.array([0.0, 1.0, 2.0]), np.array([-1.0, -0.5, 0.5]))
    1.5
    """
    order = np.argsort(counts)
    counts, rising = counts[order], rising[order]
    known = ~np.isnan(rising)
    counts, rising = counts[known], rising[known]
    negative = np.nonzero(rising < 0)[0]
    if not len(negative) or negative[-1] == len(counts) - 1:
        return None
    last = int(negative[-1])
    share = rising[last] / (rising[last] - rising[last + 1])
    return float(counts[last] + share * (counts[last + 1] - counts[last]))


def add_level(count: float | None, level: float) -> float | None:
    """Return a count above the level of a full shoe as it is read; None stays None.

    >>> add_level(1.5, -4.0), add_level(None, -4.0)
    (-2.5, None)
    """
    return None if count is None else count + level
