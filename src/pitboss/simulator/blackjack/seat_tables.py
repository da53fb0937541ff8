"""Seats with side wagers as a graphics card walks them: what its kernels read, and their counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Halves, Ints, LongInts, Words
from pitboss.simulator.blackjack.play import BlackjackTables
from pitboss.simulator.blackjack.steps import StepTables
from pitboss.simulator.blackjack.table import Felt
from pitboss.simulator.blackjack.wager_looks import PRESUMED
from pitboss.simulator.blackjack.walk_tables import RoundWalk
from pitboss.simulator.counting.fields import FIELDS
from pitboss.simulator.counting.kernel import Asks, Counting
from pitboss.simulator.counting.walk_game import CountedWalk
from pitboss.simulator.side_wagers import BASE, WagerTables

NO_LOOK, AT_EVENT, AT_CARDS = range(3)
"""Whether a round needs a look: for none of its wagers, for those of its end, or for all."""
LOOK = 1 << 15
"""The bit of the number of a deal whose round needs a look at its cards."""
INDEX_BITS = 10
EVENT_BITS = 12
"""A line of the log: where the round ended, where the dealer's draws began, and the event."""


class SeatSections(NamedTuple):
    """Where the counters of a walk with side wagers begin."""

    split: int
    """Results of hands that a split made, by the dealer's outcome."""
    nets: int
    """Sums of the hands of a split, zero in the middle."""
    insurance: int
    """Seats that could insure and would lose, and would win."""
    up: int
    """Numbers of deals by the up card."""
    down: int
    """Numbers of deals by the down card."""
    combinations: int
    """Combinations that the cards of a round decide."""


class SeatLooks(NamedTuple):
    """What looks at the cards of a round read."""

    felt: Felt
    wagers: WagerTables
    by_event: Bytes
    """(event): whether a round that ended so needs a look, `AT_EVENT` or `AT_CARDS`."""
    rows: Ints
    """(event, wager): the combination of rows, `BY_CARDS`, `PRESUMED` or `NOT_MADE`."""
    of_event: Bytes
    """(wager): whether the end of a round decides it, whatever the deal."""
    hands: BlackjackTables
    """The automata, by classes of cards."""
    waits: Bytes
    """(result): whether it waits for the dealer; he may draw though none does (W28)."""
    kinds: Bytes
    """(card): its class."""


class SeatGame(NamedTuple):
    """All data that a walk with side wagers needs beside its table."""

    tables: StepTables
    pays: LongInts
    sections: SeatSections
    columns: Bytes
    """(card): its byte in the rows of the table."""
    by_up: Halves
    """(first, second, up card): the number of the deal, with `LOOK`."""
    by_down: Halves
    """(first, second, down card): another; empty if no wager is on the down card."""
    looks: SeatLooks


@dataclass(frozen=True)
class DealPass:
    """How the deals and the ends of walked rounds settle side wagers."""

    by_up: Halves
    by_down: Halves
    looks: SeatLooks
    up_rows: LongInts
    """(number by the up card, wager): the combination of rows."""
    down_rows: LongInts
    up_wagers: tuple[int, ...]
    """The wagers that numbers by the up card decide."""
    down_wagers: tuple[int, ...]

    @property
    def event_wagers(self) -> list[int]:
        """The wagers that the end of a round decides."""
        return np.flatnonzero(self.looks.of_event).tolist()

    def paid_by_events(self, wager: int) -> Ints:
        """Return (event): the combination of such a wager, or a negative number if it has none."""
        rows = self.looks.rows[:, wager]
        return np.where(rows == PRESUMED, self.up_rows[0, wager], rows)


@dataclass(frozen=True)
class SeatWalk:
    """One seat with side wagers whose rounds are walked."""

    walk: RoundWalk
    game: SeatGame
    passed: DealPass
    cells: int
    nets: int

    @cached_property
    def counters(self) -> int:
        """How many counters a block shares, beside those of events."""
        return self.game.sections.combinations + len(self.game.looks.wagers.paid)

    def lean_counts(self, counted: LongInts, events: LongInts) -> LongInts:
        """Return the counters of one seat with its main wager alone."""
        whole = np.zeros(self.cells, dtype=np.int64)
        np.add.at(whole, self.walk.tables.cells, events)
        return np.concatenate((whole, counted[: self.cells + self.nets]))

    def count_combinations(self, counted: LongInts, events: LongInts) -> LongInts:
        """Return how often each combination came: by deals, by events, and by cards."""
        sections = self.game.sections
        passed = self.passed
        total = counted[sections.combinations : self.counters].copy()
        bases = self.game.looks.wagers.columns[BASE]
        for wagers, rows, at in (
            (passed.up_wagers, passed.up_rows, sections.up),
            (passed.down_wagers, passed.down_rows, sections.down),
        ):
            for wager in wagers:
                np.add.at(total, bases[wager] + rows[:, wager], counted[at : at + len(rows)])
        for wager in passed.event_wagers:
            paid = passed.paid_by_events(wager)
            np.add.at(total, bases[wager] + paid[paid >= 0], events[paid >= 0])
        return total


class CubeRowSections(NamedTuple):
    """Where the counters of side wagers begin in the row of a cell of the cube."""

    up: int
    """Numbers of deals by the up card; in place of the commonest, rounds settled by cards alone."""
    down: int
    kinds: int
    """Kinds of ends; the commonest is not counted."""
    combinations: int
    size: int


class SeatAsks(NamedTuple):
    """What answers the questions of a round that is looked at again."""

    asks: Asks
    least: Words
    """(level, cards gone): the least count for index plays at or above the index."""
    room: np.uint32


class CountedSeatGame(NamedTuple):
    """All data that such a walk needs beside its table."""

    seat: SeatGame
    cells: CubeRowSections
    kinds: Bytes
    """(event): the kind of the end; 0 is the commonest."""
    asks: SeatAsks


@dataclass(frozen=True)
class CountedSeat:
    """One seat with side wagers that counts."""

    counted: CountedWalk
    game: CountedSeatGame
    passed: DealPass
    counting: Counting
    kinds: tuple[int, ...]
    """(kind): an event of it; of splits, which come last, there is none."""
    wagers: int
    combinations: int

    def by_cell(self, rounds: LongInts, settled: LongInts) -> LongInts:
        """Return (cell, combination): how often it came; *rounds* are those of each cell."""
        own = self.game.cells
        passed = self.passed
        rows = settled.reshape(len(rounds), own.size)
        by_cards = rows[:, own.up]
        found = rows[:, own.combinations :].copy()
        bases = self.game.seat.looks.wagers.columns[BASE]
        for wagers, of_numbers, at in (
            (passed.up_wagers, passed.up_rows, own.up),
            (passed.down_wagers, passed.down_rows, own.down),
        ):
            others = rows[:, at + 1 : at + len(of_numbers)]
            common = rounds - by_cards - others.sum(axis=1)
            numbers = np.column_stack((common, others))
            for wager in wagers:
                for number, row in enumerate(of_numbers[:, wager].tolist()):
                    found[:, bases[wager] + row] += numbers[:, number]
        others = rows[:, own.kinds + 1 : own.combinations]
        ended = np.column_stack((rounds - others.sum(axis=1), others))
        for wager in passed.event_wagers:
            paid = passed.paid_by_events(wager)
            for kind, event in enumerate(self.kinds):
                if paid[event] >= 0:
                    found[:, bases[wager] + paid[event]] += ended[:, kind]
        return found

    def cube(self, packed: LongInts, found: LongInts) -> LongInts:
        """Return the whole cube: what the main wager won in each cell, and every side wager."""
        counting = self.counting
        cells = len(found)
        cube = np.zeros((cells, int(counting.fields)), dtype=np.int64)
        cube[:, :FIELDS] = packed.reshape(cells, FIELDS)
        for wager in range(self.wagers):
            at = int(counting.side) + FIELDS * wager
            begin, end = counting.side_bases[wager : wager + 2].tolist()
            own = found[:, begin:end]
            won = counting.side_pays[begin:end]
            cube[:, at] = own.sum(axis=1)
            cube[:, at + 1] = own @ won
            cube[:, at + 2] = own @ won**2
        return cube.ravel()
