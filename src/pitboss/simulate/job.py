"""A simulation as data: everything a block of shoes needs, wherever it is played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np

from pitboss.engine.setup import Setup
from pitboss.simulate import cpu
from pitboss.simulate.ends import BASE
from pitboss.simulate.layout import Layout, layout
from pitboss.simulate.marks import HIT_FIELDS
from pitboss.simulate.meters import Followed
from pitboss.simulate.play import COLUMN_BITS
from pitboss.simulate.strategy import Strategy
from pitboss.simulate.symbols import EVERY_CARD, Symbols
from pitboss.simulate.wagers import Wager, side_wagers, wager_arrays

Array = Any
U32, U64 = np.uint32, np.uint64
UNLIMITED = 2**62
_HITS_AT_FIRST = 1 << 12
_CARDS_A_BLOCK = 8
_CARDS_A_HAND = 4
_CARDS_BEYOND = 24
"""Few rounds that begin before the cut card take more cards behind it."""


@dataclass(frozen=True, slots=True)
class Sections:
    """Where the counters of one kind begin, in one array of all of them."""

    cells: int
    """Ends by the dealer's outcome."""
    nets: int
    """How many results of a seat there may be, around nothing won."""
    totals: int
    combinations: int
    unit: int
    """Cents: every result of a hand is a multiple of it."""

    @property
    def lean(self) -> tuple[int, int, int]:
        """For one seat and its main wager: hands not split, hands split, what splits came to."""
        return 0, self.cells, 2 * self.cells + self.nets // 2

    @property
    def full(self) -> tuple[int, int, int, int, int]:
        """For a whole table: hands, results of seats, of rounds, combinations, insurance."""
        totals = self.cells + self.nets
        combinations = totals + self.totals
        insured = combinations + self.combinations
        middle = self.cells + self.nets // 2
        return 0, middle, totals + self.totals // 2, combinations, insured

    @property
    def lean_size(self) -> int:
        """How many counters there are."""
        return 2 * self.cells + self.nets

    @property
    def full_size(self) -> int:
        """How many counters there are."""
        return self.cells + self.nets + self.totals + self.combinations + 2


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted: whole numbers, which add up in any order."""

    rounds: int
    counts: Array
    hits: Array
    """(hits, fields): round, seat, wager, combination, in the order of rounds."""
    followed: Followed | None = None
    """What earlier hits came to, in a tally from the first round on: see `simulate.following`."""

    def __add__(self, later: Tally) -> Tally:
        """Return both, the rounds of *later* after these."""
        assert later.followed is None, "only a tally from the first round on is followed"
        hits = later.hits.copy()
        hits[:, 0] += self.rounds
        return Tally(
            self.rounds + later.rounds,
            self.counts + later.counts,
            np.concatenate((self.hits, hits)),
            self.followed,
        )


@dataclass(frozen=True)
class Job:
    """What is simulated: a table, a strategy, how many seats, and how the shoe is dealt."""

    layout: Layout
    seats: int
    seed: int
    burn: int
    cut: int
    """A round begins while fewer cards than this have left the shoe."""

    @property
    def setup(self) -> Setup:
        """The table."""
        return self.layout.setup

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """The side wagers on the felt; every seat makes all of them."""
        return side_wagers(self.setup)

    @property
    def is_lean(self) -> bool:
        """Whether there is one seat with one main wager and nothing else."""
        return self.seats == 1 and not self.wagers and len(self.setup.mains) == 1

    @cached_property
    def sections(self) -> Sections:
        """Where what is counted."""
        pays = self.layout.pays
        unit = gcd(*(int(abs(pay)) for pay in np.unique(pays)))
        most = int(np.abs(pays).max()) // unit
        hands = self.setup.rules.max_hands * len(self.setup.mains)
        nets = 2 * most * hands + 1
        return Sections(
            cells=len(self.layout.ends) << COLUMN_BITS,
            nets=nets,
            totals=(nets - 1) * self.seats + 1,
            combinations=sum(wager.combinations for wager in self.wagers),
            unit=unit,
        )

    @cached_property
    def symbols(self) -> Symbols:
        """How cards are told apart: as far as the main game does, or all where wagers see them."""
        return self.layout.strategy.symbols if self.is_lean else EVERY_CARD

    @cached_property
    def game(self) -> tuple[Any, ...]:
        """The arrays of the game."""
        return self.layout.game(self.symbols)

    @cached_property
    def full_shoe(self) -> Array:
        """The cards of the shoe in order."""
        return self.layout.full(self.symbols)

    @cached_property
    def pays(self) -> Array:
        """What ends pay in a row, in the units that are counted: nothing is divided in play."""
        return self.layout.pays.ravel() // self.sections.unit

    @cached_property
    def felt(self) -> tuple[Any, ...]:
        """Seats, hands a seat, bonus cards, the specific suit, when to switch, lammers of ends."""
        lammers = [end.money.free // BASE for end in self.layout.ends]
        return (
            np.int64(self.seats),
            np.int64(len(self.setup.mains)),
            np.int64(self.setup.bonus_cards),
            np.int64(self.setup.specific_suit),
            self.layout.strategy.switches.ravel(),
            np.array(lammers, dtype=np.int64),
        )

    @cached_property
    def wager_arrays(self) -> tuple[Any, ...]:
        """The side wagers as kernels take them."""
        return wager_arrays(self.wagers)

    @property
    def cutting(self) -> tuple[Any, ...]:
        """Where dealing begins, where the cut card is, and what is shuffled before that.

        More is shuffled when it is wanted: so many cards, and so many blocks of random words.
        """
        hands = self.seats * len(self.setup.mains)
        at_once = _CARDS_A_HAND * (hands + 1) if self.is_fresh else self.cut + _CARDS_BEYOND
        placed = min(at_once, len(self.full_shoe))
        ahead = min(-(-placed // _CARDS_A_BLOCK), cpu.BLOCKS)
        return U32(self.burn), U32(self.cut), U32(placed), U32(ahead)

    @property
    def is_fresh(self) -> bool:
        """Whether every round is dealt from a shoe of its own."""
        return self.cut <= self.burn + 1

    def play(self, first: int, shoes: int, limit: int = UNLIMITED) -> Tally:
        """Play *shoes* shoes from number *first* on, at most *limit* rounds, on this thread."""
        return self._lean(first, shoes, limit) if self.is_lean else self._full(first, shoes, limit)

    def _lean(self, first: int, shoes: int, limit: int) -> Tally:
        counts = np.zeros(self.sections.lean_size, dtype=np.int64)
        rounds = cpu.play_lean(
            self.game,
            self.full_shoe,
            self.pays,
            self.cutting,
            self.sections.lean,
            U64(self.seed),
            U64(first),
            shoes,
            limit,
            counts,
            cpu.lean_room(len(self.full_shoe)),
        )
        return Tally(rounds, self.from_lean(counts), np.zeros((0, HIT_FIELDS - 1), dtype=np.int64))

    def from_lean(self, lean: Array) -> Array:
        """Return the counters of a lean run as those of a whole table."""
        sections, cells = self.sections, self.sections.cells
        whole, split, splits = lean[:cells], lean[cells : 2 * cells], lean[2 * cells :]
        counts = np.zeros(sections.full_size, dtype=np.int64)
        counts[:cells] = whole + split
        nets = splits.copy()
        np.add.at(nets, self.pays + sections.nets // 2, whole)
        counts[cells : cells + sections.nets] = nets
        counts[cells + sections.nets : cells + 2 * sections.nets] = nets
        return counts

    @cached_property
    def _hits_room(self) -> list[int]:
        """How much room hits get: a block that has more of them is played again."""
        return [_HITS_AT_FIRST]

    def _full(self, first: int, shoes: int, limit: int) -> Tally:
        while True:
            room = self._hits_room[0]
            counts = np.zeros(self.sections.full_size, dtype=np.int64)
            played = np.zeros(shoes, dtype=np.int64)
            hits = np.zeros((room, HIT_FIELDS), dtype=np.int64)
            rounds, found = self.play_full(first, shoes, limit, counts, played, hits)
            if found <= room:
                return Tally(rounds, counts, self.in_rounds(hits[:found], first, played))
            self._hits_room[0] = max(self._hits_room[0], 2 * found)

    def play_full(
        self,
        first: int,
        shoes: int,
        limit: int,
        counts: Array,
        played: Array,
        hits: Array,
        trace: Array | None = None,
        room: tuple[Any, ...] | None = None,
    ) -> tuple[int, int]:
        """Play a whole table on this thread, counting into the arrays given."""
        return cpu.play_full(
            self.game,
            self.felt,
            self.wager_arrays,
            self.full_shoe,
            self.pays,
            self.cutting,
            self.sections.full,
            U64(self.seed),
            U64(first),
            shoes,
            limit,
            counts,
            played,
            hits,
            cpu.full_room(len(self.full_shoe)) if room is None else room,
            np.zeros((0, 0), dtype=np.int64) if trace is None else trace,
        )

    @staticmethod
    def in_rounds(hits: Array, first: int, played: Array) -> Array:
        """Return hits by the number of their round among all that were played."""
        before = np.concatenate(([0], np.cumsum(played)))
        rounds = before[hits[:, 0] - first] + hits[:, 1]
        order = np.argsort(rounds, kind="stable")
        return np.column_stack((rounds, hits[:, 2:]))[order]


def make_job(
    strategy: Strategy, *, seats: int = 1, seed: int = 0, burn: int = 1, cut: int | None = None
) -> Job:
    """Return a job; without *cut* every round has a fresh shoe."""
    if cut is None:
        burn, cut = 0, 1
    return Job(layout(strategy), seats, seed, burn, cut)
