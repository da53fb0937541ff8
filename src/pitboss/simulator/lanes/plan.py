"""How a kind of round plays in lanes, and which counters its ends add to.

Every lane reports a few numbers, the *ends* of its round. Each adds one to several counters of a
whole table; that is done once for many rounds. Threads of a graphics card play the same rounds by
tables that they share.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.lanes.hands import HandLanes
from pitboss.simulator.lanes.memory import FEW
from pitboss.simulator.random.philox import U32
from pitboss.simulator.side_wagers import BASE, LIMIT, WagerTables

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob
    from pitboss.simulator.job import Job

NOBODYS = -1
"""A counter that is never read, behind all others."""
Columns = tuple[Array, ...]
_WORD = 4
NO_END = U32(0xFFFFFFFF)


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
    nets: Array
    """(end, part): what the seat won, in counted units."""
    shared: int
    """How many ends a graphics card counts, the first ones: others are those of splits."""
    lanes: int = FEW
    """How many lanes play side by side, where they have shoes."""
    cards: int = 0
    """How many cards of a fresh deck a round may take; 0: as many as it has at the least."""

    more: int = 0
    """How many ends a round of a deck has that not every table of its kind counts."""

    def add(self, ends: Array, counts: Array, squares: tuple[int, int]) -> None:
        """Add the counts of *ends* to the counters of a whole table.

        *squares* says where the squares of results are summed, and of how many parts.
        """
        reached = np.flatnonzero(ends)
        counted = np.append(counts, 0)
        np.add.at(counted, self.slots[reached], ends[reached, None])
        counts[:] = counted[:-1]
        at, parts = squares
        counts[at : at + parts] += ends[reached] @ self.nets[reached, :parts] ** 2

    def deferred_ends(self, combinations: Array, wagers: WagerTables) -> Array:
        """Return (end): whether a win of a round with this end waits for the meter pass.

        *combinations* are the counters of combinations, in their order. A meter pays for such a
        win, or it passes the limit of its wager. If no end is like that, the array is empty.
        """
        late = wagers.from_meter.astype(bool)
        limits = wagers.columns[LIMIT]
        numbers = np.searchsorted(wagers.columns[BASE], np.arange(len(late)), side="right") - 1
        late |= (limits[numbers] > 0) & (wagers.paid > limits[numbers])
        slots = combinations[np.flatnonzero(late[: len(combinations)])]
        ends = np.asarray(np.isin(self.slots, slots).any(axis=1))
        return np.asarray(ends if ends.any() else ends[:0], dtype=np.uint8)


def plan(
    table: Any,  # noqa: ANN401
    *ends: LaneEnds,
    of_splits: tuple[LaneEnds, ...] = (),
    lanes: int = FEW,
    cards: int = 0,
    more: int = 0,
) -> LanePlan:
    """Return a plan for so many *lanes*; the ends are numbered one after another."""
    every = (*ends, *of_splits)
    slots = max(len(part.slots) for part in every)
    parts = max(len(part.nets) for part in every)
    nets = np.concatenate([_side_by_side(part, part.nets, parts, 0) for part in every])
    return LanePlan(
        table,
        np.concatenate([_side_by_side(part, part.slots, slots, NOBODYS) for part in every]),
        nets,
        sum(part.size for part in ends),
        lanes,
        cards,
        more,
    )


def _side_by_side(ends: LaneEnds, columns: tuple[Array, ...], most: int, other: int) -> Array:
    """Return (end, columns), with others behind them if there are fewer."""
    table = np.full((ends.size, most), other, dtype=np.int64)
    for place, column in enumerate(columns):
        table[:, place] = column
    return table


def cell_ends(job: CellJob, cells: Columns, more: Columns = ()) -> LaneEnds:
    """Return ends in which a seat reaches all these *cells*; *more* is counted with them."""
    return won_ends(
        job, tuple(sum(part[cell] for cell in cells) for part in job.game.pays), cells + more
    )


def won_ends(job: CellJob, nets: Columns, more: Columns) -> LaneEnds:
    """Return ends with which a seat wins so much on every part; *more* is counted with them."""
    nets_at = job.game.sections.nets
    parts = tuple(at + net for at, net in zip(nets_at, nets, strict=True))
    return LaneEnds((*more, *parts), nets)


def wager_slots(job: CellJob, number: int, rows: Array) -> Array:
    """Return the counters of the rows of a side wager."""
    before = sum(wager.combinations for wager in job.wagers[:number])
    return job.game.sections.combinations + before + rows


@dataclass(slots=True)
class SharedTables:
    """Tables of one or two bytes an entry, one behind another."""

    begin: int
    """The bytes before the first."""
    parts: list[Array] = field(default_factory=list)

    def _add(self, table: Array, kind: type[np.unsignedinteger[Any]]) -> int:
        """Put a table behind the others; return the number of its first entry."""
        entries = np.asarray(table).ravel().astype(kind)
        assert (entries == np.asarray(table).ravel()).all(), "every entry fits"
        begin = self.begin + sum(map(len, self.parts))
        padded = np.zeros(-(-entries.nbytes // _WORD) * _WORD, dtype=np.uint8)
        padded[: entries.nbytes] = entries.view(np.uint8)
        self.parts.append(padded)
        return begin // entries.itemsize

    def halves(self, table: Array) -> int:
        """Add a table of two bytes an entry; return where it begins among such entries."""
        return self._add(table, np.uint16)

    def bytes(self, table: Array) -> int:
        """Add a table of one byte an entry; return where it begins."""
        return self._add(table, np.uint8)

    def add_words(self, table: Array) -> int:
        """Add a table of a word an entry, which may be negative; return where it begins."""
        return self._add(np.asarray(table).astype(np.int32).view(np.uint32), np.uint32)

    def add_hands(self, hands: HandLanes) -> tuple[int, ...]:
        """Add the automata of hands; return their places, and the results that wait as bits."""
        return (
            self.halves(hands.first),
            self.halves(hands.peeked),
            self.halves(hands.dealer_first),
            self.halves(hands.player.rows),
            int(hands.player.going),
            self.halves(hands.dealer.rows),
            int(hands.dealer.going),
            pack_bits(hands.waits),
        )

    @property
    def words(self) -> Array:
        """All of them, in words."""
        return np.concatenate([*self.parts, np.zeros(0, dtype=np.uint8)]).view(np.uint32)


def pack_bits(flags: Array) -> int:
    """Return flags as the bits of a number."""
    return int(sum(1 << place for place in np.flatnonzero(flags).tolist()))


@dataclass(frozen=True, slots=True)
class SharedRound:
    """A kind of round as the threads of a graphics card play it, a shoe each."""

    words: Array
    """The tables that they share."""
    places: tuple[int, ...]
    """Where these begin, and other numbers; the function of the round knows them by their order."""
    more: Any
    """Tables that are too large to be shared: a NamedTuple of the kind."""
    is_deck: bool = False
    """Whether every round has a deck of its own, which its function shuffles."""
    late: Array = field(default_factory=lambda: np.zeros(0, dtype=np.uint8))
    """(end): whether it defers a win, so that its round is played as at any table; or empty."""


def thread_round(job: CellJob | Job, table: Any, late: Array, *, is_deck: bool) -> SharedRound:  # noqa: ANN401
    """Return a kind of round whose emitted function reads the tables of lanes as they are."""
    size = len(job.full_shoe)
    return SharedRound(np.zeros(0, dtype=np.uint32), (size,), table, is_deck, late)


class RoundEnds(NamedTuple):
    """The result of a round: the ends that lanes count, `NO_END` where it has fewer."""

    after: Any
    """The index of the next card."""
    is_kept: Any
    """Whether the round was played; if not, the kind's function for any table plays it."""
    one: Any
    two: Any
    three: Any
    four: Any
