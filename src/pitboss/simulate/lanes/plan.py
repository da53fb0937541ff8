"""How a kind of round plays in lanes, and which counters its ends add to.

Every lane reports a few numbers, the *ends* of its round. Each adds one to several counters of a
whole table; that is done once for many rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pitboss.simulate.lanes.memory import FEW

Array = Any
NOBODYS = -1
"""A counter that is never read, behind all others."""


class LaneEnds(NamedTuple):
    """Ends that count alike, in their order."""

    slots: tuple[Array, ...]
    """The counters to which an end adds one."""
    nets: tuple[Array, ...] = ()
    """What the seat won on every part, in counted units; empty if other ends hold it."""

    @property
    def size(self) -> int:
        """How many ends there are."""
        return len(self.slots[0])


NO_ENDS = LaneEnds((np.array([NOBODYS]),))
"""A single end that counts nowhere."""


@dataclass(frozen=True, slots=True, eq=False)
class LanePlan:
    """A table with one seat as lanes play it."""

    table: Any
    """The arrays and numbers of the kind: a NamedTuple."""
    slots: Array
    """(end, several): the counters to which an end adds one."""
    squares: Array
    """(end, part): the square of what the seat won."""
    shared: int
    """How many ends a graphics card counts, the first ones: others are those of splits."""
    lanes: int = FEW
    """How many lanes play side by side, where they have shoes."""

    def add(self, ends: Array, counts: Array, squares_at: int) -> None:
        """Add the counts of *ends* to the counters of a whole table."""
        reached = np.flatnonzero(ends)
        counted = np.append(counts, 0)
        np.add.at(counted, self.slots[reached], ends[reached, None])
        counts[:] = counted[:-1]
        parts = self.squares.shape[1]
        counts[squares_at : squares_at + parts] += ends[reached] @ self.squares[reached]


def plan(
    table: Any,  # noqa: ANN401
    *ends: LaneEnds,
    of_splits: tuple[LaneEnds, ...] = (),
    lanes: int = FEW,
) -> LanePlan:
    """Return a plan for so many *lanes*; the ends are numbered one after another."""
    every = (*ends, *of_splits)
    slots = max(len(kind_ends.slots) for kind_ends in every)
    parts = max(len(kind_ends.nets) for kind_ends in every)
    return LanePlan(
        table,
        np.concatenate(
            [_side_by_side(kind_ends, kind_ends.slots, slots, NOBODYS) for kind_ends in every]
        ),
        np.concatenate([_side_by_side(kind_ends, kind_ends.nets, parts, 0) for kind_ends in every])
        ** 2,
        sum(kind_ends.size for kind_ends in ends),
        lanes,
    )


def _side_by_side(ends: LaneEnds, columns: tuple[Array, ...], most: int, other: int) -> Array:
    """Return (end, columns), with others behind them if there are fewer."""
    table = np.full((ends.size, most), other, dtype=np.int64)
    for place, column in enumerate(columns):
        table[:, place] = column
    return table
