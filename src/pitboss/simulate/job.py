"""A simulation as data: everything a block of shoes needs, wherever it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.engine.setup import Setup
from pitboss.simulate.buffers import counter_buffers, round_buffers
from pitboss.simulate.random.shuffle import BLOCKS, Cutting, ShoeMemory, shoe_memory
from pitboss.simulate.rounds import PLAY
from pitboss.simulate.side_wagers import Wager, WagerTables, side_wagers, wager_tables
from pitboss.simulate.tally import HIT_FIELDS, UNLIMITED, Counted, Tally, in_rounds

Array = Any
U32, U64 = np.uint32, np.uint64
_CARDS_A_BLOCK = 8
_CARDS_BEYOND = 24
"""Few rounds that begin before the cut card take more cards behind it."""
_HITS_AT_FIRST = 1 << 12


@dataclass(frozen=True)
class Job(ABC):
    """What is simulated: a table, a strategy, how many seats, and how the shoe is dealt."""

    layout: Any
    """The table and the strategy as arrays."""
    seats: int
    seed: int
    burn: int
    cut: int
    """A round begins while fewer cards than this have left the shoe."""

    @property
    def setup(self) -> Setup:
        """The table."""
        setup: Setup = self.layout.setup
        return setup

    @property
    def is_fresh(self) -> bool:
        """Whether every round is dealt from a shoe of its own."""
        return self.cut <= self.burn + 1

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """The side wagers on the felt; every seat makes all of them."""
        return side_wagers(self.setup)

    @cached_property
    def wager_tables(self) -> WagerTables:
        """The side wagers as kernels take them."""
        return wager_tables(self.wagers)

    @property
    @abstractmethod
    def placed(self) -> tuple[str, ...]:
        """The wagers of the main game that every seat makes before the deal."""

    @property
    @abstractmethod
    def full_shoe(self) -> Array:
        """The cards of the shoe in order."""

    @property
    @abstractmethod
    def hands(self) -> int:
        """How many hands are dealt to the seats."""

    @property
    @abstractmethod
    def cards_a_hand(self) -> int:
        """About how many cards a hand takes, to be shuffled before a round begins."""

    @property
    @abstractmethod
    def reserve(self) -> int:
        """How many cards a round that begins before the cut card may take behind it, at most."""

    @property
    @abstractmethod
    def counters(self) -> int:
        """How many counters a tally has."""

    @property
    @abstractmethod
    def game(self) -> tuple[Any, ...]:
        """All that a round at a whole table knows of it: a NamedTuple of its kind."""

    @property
    def squares(self) -> tuple[int, int]:
        """Where squares of what rounds came to are summed, and how many sums there are."""
        return 0, 0

    @property
    @abstractmethod
    def walked(self) -> tuple[Any, ...]:
        """Every array and number that is walked: runs that have them in common count the same."""

    @property
    def cutting(self) -> Cutting:
        """Where dealing begins, where the cut card is, and what is shuffled before that."""
        a_round, to_the_cut = self.cards_a_hand * (self.hands + 1), self.cut + _CARDS_BEYOND
        placed = min(a_round if self.is_fresh else to_the_cut, len(self.full_shoe))
        ahead = min(-(-placed // _CARDS_A_BLOCK), BLOCKS)
        return Cutting(U32(self.burn), U32(self.cut), U32(placed), U32(ahead))

    @abstractmethod
    def play(self, first: int, shoes: int, limit: int = UNLIMITED) -> Tally:
        """Play *shoes* shoes from number *first* on, at most *limit* rounds, on this thread."""

    @abstractmethod
    def parts(self, tally: Tally) -> tuple[Counted, ...]:
        """Return what came of the main game, and of parts of it that have an edge of their own."""

    @abstractmethod
    def events(self, tally: Tally) -> dict[str, int]:
        """Return how often hands came to something worth a name."""

    @abstractmethod
    def combinations(self, tally: Tally) -> Array:
        """Return how often each combination of rows of a side wager came, wager after wager."""

    def dealer(self, tally: Tally) -> dict[str, int]:  # noqa: ARG002
        """Return how often hands met each outcome of the dealer's, where that is counted."""
        return {}

    def insurance(self, tally: Tally) -> tuple[int, int] | None:  # noqa: ARG002
        """Return how often a seat might have insured, and would have won; None: not counted."""
        return None

    def envy(self, tally: Tally) -> Array:
        """Return how often a seat was paid envy for each row that has it, wager after wager."""
        return tally.counts[:0]

    @cached_property
    def _hits_room(self) -> list[int]:
        """How much room hits get: a block that has more of them is played again."""
        return [_HITS_AT_FIRST]

    def play_table(self, first: int, shoes: int, limit: int) -> Tally:
        """Play a whole table, counting with room for all hits."""
        while True:
            room = self._hits_room[0]
            counts = np.zeros(self.counters, dtype=np.int64)
            played = np.zeros(shoes, dtype=np.int64)
            hits = np.zeros((room, HIT_FIELDS), dtype=np.int64)
            rounds, found = self.play_shoes(first, shoes, limit, counts, played, hits)
            if found <= room:
                return Tally(rounds, counts, in_rounds(hits[:found], first, played))
            self._hits_room[0] = max(self._hits_room[0], 2 * found)

    def play_shoes(
        self,
        first: int,
        shoes: int,
        limit: int,
        counts: Array,
        played: Array,
        hits: Array,
        trace: Array | None = None,
        memory: ShoeMemory | None = None,
    ) -> tuple[int, int]:
        """Play a whole table, counting into the arrays given; return rounds and hits."""
        buffers, (squares, parts) = round_buffers(), self.squares
        rounds, found = PLAY[self.setup.round](
            self.game,
            self.full_shoe,
            self.cutting,
            U64(self.seed),
            U64(first),
            shoes,
            limit,
            counts,
            played,
            hits,
            shoe_memory(len(self.full_shoe)) if memory is None else memory,
            buffers,
            counter_buffers(),
            np.zeros((0, 0), dtype=np.int64) if trace is None else trace,
        )
        counts[squares : squares + parts] += buffers.squares[:parts]
        return rounds, found


def leaves(value: Any) -> Iterator[Any]:  # noqa: ANN401 - whatever kernels take
    """Yield the arrays and numbers of tuples within tuples."""
    if isinstance(value, tuple):
        for each in value:
            yield from leaves(each)
    else:
        yield value
