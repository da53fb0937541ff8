"""A simulation as data: the job of a run, and how its counters are read. Backends play it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import CardClasses
from pitboss.counts.system import Counter
from pitboss.engine.setup import Setup
from pitboss.simulator.blackjack.play import LeanGame
from pitboss.simulator.blackjack.step_job import StepJob
from pitboss.simulator.counting.kernel import Counting
from pitboss.simulator.counting.layout import CountLayout
from pitboss.simulator.counting.walk_game import CountedWalk
from pitboss.simulator.lanes.kinds import lane_plan
from pitboss.simulator.lanes.plan import LanePlan
from pitboss.simulator.random.shoes import BLOCKS
from pitboss.simulator.random.shuffle import SPARE, Cutting
from pitboss.simulator.side_wagers import Wager, WagerTables, side_wagers, wager_tables
from pitboss.simulator.tally import PartCounts, Tally, no_hits

U32 = np.uint32
_CARDS_A_BLOCK = 8
_HITS_AT_FIRST = 1 << 12
_CARDS_BEYOND = 24
"""Few rounds that begin before the cut card take more cards than this behind it."""


@dataclass(frozen=True)
class Job(ABC):
    """A simulation: a table, a strategy, the number of seats, and how the shoe is dealt."""

    layout: Any
    """The table and the strategy as arrays."""
    seats: int
    seed: int
    burn: int
    cut: int
    """A round begins while fewer cards than this have left the shoe."""
    counter: Counter | None = None
    """The counter in the first seat, if there is one."""

    @property
    def setup(self) -> Setup:
        """The table."""
        setup: Setup = self.layout.setup
        return setup

    @property
    def is_fresh(self) -> bool:
        """Whether every round has a fresh shoe."""
        return self.cut <= self.burn + 1

    def places_in_decks(self, cards: int) -> bool:
        """Whether so many cards of a fresh deck are placed for every round.

        No card of it is burned, and before it is shuffled it is in order.
        """
        is_fresh = self.burn == 0 and self.cut == 1 and bool(self.cutting.placed >= cards)
        return is_fresh and bool((self.full_shoe == np.arange(len(self.full_shoe))).all())

    @cached_property
    def wagers(self) -> tuple[Wager, ...]:
        """The side wagers on the felt; every seat makes all of them."""
        return side_wagers(self.setup)

    @cached_property
    def wager_tables(self) -> WagerTables:
        """The side wagers as kernels take them."""
        return wager_tables(self.wagers)

    @property
    def first_wagers(self) -> tuple[str, ...]:
        """The wagers of the main game that every seat makes before the deal."""
        return tuple(self.layout.placed)

    @property
    @abstractmethod
    def full_shoe(self) -> Array:
        """The cards of the shoe in order."""

    @property
    @abstractmethod
    def classes(self) -> CardClasses:
        """The classes of cards that the rounds distinguish."""

    @property
    @abstractmethod
    def counted_unit(self) -> int:
        """Cents that divide every result of the counter."""

    @property
    def hands(self) -> int:
        """How many hands are dealt to the seats."""
        return self.seats * int(self.layout.hands_each)

    @property
    def cards_a_hand(self) -> int:
        """About how many cards a hand takes, to be shuffled before a round begins."""
        return int(self.layout.cards_a_hand)

    @property
    def reserve(self) -> int:
        """The most cards that a round may take behind the cut card."""
        return min(SPARE, int(self.layout.cards_most) * (self.hands + 1))

    @property
    @abstractmethod
    def counters(self) -> int:
        """How many counters a tally has."""

    @property
    @abstractmethod
    def game(self) -> tuple[Any, ...]:
        """All data that a round at a whole table needs: a NamedTuple of its kind."""

    @property
    def asking_game(self) -> tuple[Any, ...]:
        """The same with a counter; it has more only where there are index plays."""
        return self.game

    @property
    def asks_counter(self) -> bool:
        """Whether a play depends on the count: an index play, or insurance."""
        return False

    @property
    def squares(self) -> tuple[int, int]:
        """Where squares of round results are summed, and the number of sums."""
        return 0, 0

    @property
    @abstractmethod
    def walked_arrays(self) -> tuple[Any, ...]:
        """Every array and number that the rounds read: runs with equal ones count the same."""

    @property
    def cutting(self) -> Cutting:
        """Where dealing begins, where the cut card is, and how much is shuffled before that."""
        a_round = self.cards_a_hand * (self.hands + 1)
        to_the_cut = self.cut + _CARDS_BEYOND
        if self.counter is not None and self.counter.after_cut:
            to_the_cut += self.reserve
        placed = min(a_round if self.is_fresh else to_the_cut, len(self.full_shoe))
        ahead = min(-(-placed // _CARDS_A_BLOCK), BLOCKS)
        return Cutting(U32(self.burn), U32(self.cut), U32(placed), U32(ahead))

    @cached_property
    def count_layout(self) -> CountLayout:
        """Where the results of the counter are counted."""
        assert self.counter is not None, "there is somebody who counts"
        return CountLayout(
            counter=self.counter,
            setup=self.setup,
            cards=self.classes.cards,
            full=self.full_shoe,
            burn=self.burn,
            cut=self.cut,
            unit=self.counted_unit,
            wagers=self.wagers,
        )

    @property
    def counters_of_count(self) -> int:
        """How many counters a counter needs."""
        return 0 if self.counter is None else self.count_layout.size

    @cached_property
    def counting(self) -> Counting:
        """What kernels read to count cards; its counters come behind all others."""
        return self.count_layout.counting(self.counters - self.counters_of_count)

    @property
    def walked_by_counter(self) -> tuple[Any, ...]:
        """Every array and number that a counter reads too."""
        if self.counter is None:
            return ()
        return tuple(leaves((self.asking_game, self.counting)))

    @cached_property
    def hits_room(self) -> list[int]:
        """Room for hits: a block with more hits enlarges it, and is played again."""
        return [_HITS_AT_FIRST]

    @property
    def lean(self) -> LeanGame | None:
        """One seat with its main wager alone, which a shorter loop plays; None otherwise."""
        return None

    @property
    def one_seat(self) -> LeanGame | None:
        """One seat with side wagers that the same loop plays; None otherwise."""
        return None

    @property
    def counted_game(self) -> LeanGame | None:
        """One seat with its main wager alone that counts."""
        return None

    @cached_property
    def lanes(self) -> LanePlan | None:
        """One seat whose rounds are played in lanes, several shoes side by side; None otherwise."""
        return lane_plan(self)

    @property
    def step_job(self) -> StepJob | None:
        """The table as a graphics card plays it a card at a time; None if it cannot."""
        return None

    @property
    def seat_walk(self) -> object | None:
        """One seat with side wagers as a graphics card walks it: a `SeatWalk`."""
        return None

    @property
    def counted_seat(self) -> object | None:
        """The same with a counter, a `CountedSeat`; None if it cannot."""
        return None

    @property
    def counted_walk(self) -> CountedWalk | None:
        """One seat that counts, as a graphics card walks whole rounds; None if it cannot."""
        return None

    def from_lean(self, counts: Array, numbers: Array | None = None) -> Array:  # noqa: ARG002
        """Return the counters of the shorter loop as those of a whole table."""
        return counts

    def drop_uncounted(self, counts: Array) -> None:  # noqa: B027 - most count everything
        """Set counters to zero that the loop for any table counts, and this table does not."""

    @abstractmethod
    def parts(self, tally: Tally) -> tuple[PartCounts, ...]:
        """Return the result of the main game, and of parts of it that have an edge of their own."""

    @abstractmethod
    def events(self, tally: Tally) -> dict[str, int]:
        """Return how often each named event of a hand occurred."""

    @abstractmethod
    def combinations(self, tally: Tally) -> Array:
        """Return how often each combination of rows of a side wager occurred, wager after wager."""

    def dealer(self, tally: Tally) -> dict[str, int]:  # noqa: ARG002
        """Return the number of hands by the dealer's outcome, if that is counted."""
        return {}

    def insurance(self, tally: Tally) -> tuple[int, int] | None:  # noqa: ARG002
        """Return how often a seat could insure, and would win; None: not counted."""
        return None

    @cached_property
    def combination_slots(self) -> Array:
        """The counters of combinations, in the order of `combinations`."""
        return self.combinations(Tally(0, np.arange(self.counters), no_hits()))

    def envy(self, tally: Tally) -> Array:
        """Return how often a seat was paid envy for each row that has it, wager after wager."""
        return tally.counts[:0]


def leaves(value: Any) -> Iterator[Any]:  # noqa: ANN401 - whatever kernels take
    """Yield the arrays and numbers of tuples within tuples."""
    if isinstance(value, tuple):
        for part in getattr(value, "walked", value):
            yield from leaves(part)
    else:
        yield value
