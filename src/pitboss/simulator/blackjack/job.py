"""The job of a blackjack game: hands that follow the automaton of a strategy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import EVERY_CARD, CardClasses
from pitboss.compiled.dealer_graph import BLACKJACK
from pitboss.simulator.blackjack.counted_seat import counted_seat
from pitboss.simulator.blackjack.dealt_wagers import (
    are_dealt,
    by_three,
    dealt_wagers,
)
from pitboss.simulator.blackjack.kernel import AskingGame, BlackjackGame, TableSections
from pitboss.simulator.blackjack.layout import Layout, layout
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    COLUMNS,
    FIRST_RESULT,
    LATE_BLACKJACK,
    BlackjackTables,
    LeanGame,
    LeanSections,
)
from pitboss.simulator.blackjack.round_automaton import (
    RoundAutomaton,
    no_automaton,
    round_automaton,
)
from pitboss.simulator.blackjack.seat_tables import CountedSeat, SeatWalk
from pitboss.simulator.blackjack.seat_walk import seat_walk
from pitboss.simulator.blackjack.step_job import StepJob, cards_as_bytes, classes_as_bytes
from pitboss.simulator.blackjack.steps import (
    CLASSES_MAX,
    RESULTS_MAX,
    STACK_MAX,
    StepTables,
    step_tables,
)
from pitboss.simulator.blackjack.strategy import Strategy
from pitboss.simulator.blackjack.table import Felt
from pitboss.simulator.blackjack.wager_looks import WagerPass
from pitboss.simulator.blackjack.wager_pass import (
    add_combinations,
    always_draws,
    is_passed,
    wager_pass,
)
from pitboss.simulator.blackjack.walk_tables import CARDS_A_BLOCK, RoundWalk, walk
from pitboss.simulator.counting.kernel import Asks, Counting
from pitboss.simulator.counting.layout import counted_unit, refine
from pitboss.simulator.counting.lean_game import counted_game, enter_presumed
from pitboss.simulator.counting.walk_game import CountedWalk, counted_walk
from pitboss.simulator.hand_results import Ending, HandResult
from pitboss.simulator.job import Job
from pitboss.simulator.rounds.kinds import PROGRAMS
from pitboss.simulator.tally import BASE, Part, PartCounts, Tally, spread


@dataclass(frozen=True, slots=True)
class BlackjackSections:
    """Where the counters of one kind begin, in one array of all of them."""

    cells: int
    """Ends by the dealer's outcome."""
    nets: int
    """How many different results a seat may have, around zero."""
    totals: int
    combinations: int
    unit: int
    """Cents: every result of a hand is a multiple of it."""

    @property
    def lean(self) -> LeanSections:
        """For one seat and its main wager."""
        return LeanSections(
            whole=0,
            split=self.cells,
            nets=2 * self.cells + self.nets // 2,
            insurance=self.lean_size,
        )

    @property
    def full(self) -> TableSections:
        """For a whole table."""
        totals = self.cells + self.nets
        combinations = totals + self.totals
        return TableSections(
            hands=0,
            nets=self.cells + self.nets // 2,
            totals=totals + self.totals // 2,
            combinations=combinations,
            insurance=combinations + self.combinations,
        )

    @property
    def lean_size(self) -> int:
        """How many counters there are."""
        return 2 * self.cells + self.nets

    @property
    def full_size(self) -> int:
        """How many counters there are."""
        return self.cells + self.nets + self.totals + self.combinations + 2


@dataclass(frozen=True)
class BlackjackJob(Job):
    """The simulation of a game of blackjack hands, two of which may switch."""

    layout: Layout

    @property
    def counters(self) -> int:
        """How many counters a tally has."""
        return self.sections.full_size + self.counters_of_count

    @property
    def game(self) -> BlackjackGame:
        """All that a round at a whole table knows of it."""
        tables = self.tables
        wagers = self.wager_tables
        return BlackjackGame(tables, self.felt, wagers, self.pays, self.sections.full)

    @property
    def walked_arrays(self) -> tuple[Any, ...]:
        """Every array and number that the rounds read."""
        tables, felt, wagers, pays, sections = self.game
        return (*tables.walked, self.full_shoe, pays, *felt, *wagers, *self.cutting, *sections)

    @property
    def is_walked(self) -> bool:
        """Whether one seat gets its cards where the automaton of whole rounds looks for them."""
        order = [person for person, _ in PROGRAMS[self.setup.round].deal_order(1)]
        return order == [1, 0, 1, 0]

    @property
    def is_lean(self) -> bool:
        """Whether there is one seat with one main wager and nothing else."""
        one_hand = self.counter is None or not self.counter.hands
        return self.seats == 1 and not self.wagers and self.is_walked and one_hand

    @cached_property
    def sections(self) -> BlackjackSections:
        """The places of the counters."""
        pays = self.layout.pays
        unit = self.counted_unit
        most = int(np.abs(pays).max()) // unit
        hands = self.setup.rules.max_hands * self.layout.hands_each
        nets = 2 * most * hands + 1
        return BlackjackSections(
            cells=len(self.layout.results) << COLUMN_BITS,
            nets=nets,
            totals=(nets - 1) * self.seats + 1,
            combinations=sum(wager.combinations for wager in self.wagers),
            unit=unit,
        )

    @property
    def counted_unit(self) -> int:
        """Cents that divide every result."""
        return counted_unit(self.layout.pays, self.setup, self.counter)

    @cached_property
    def classes(self) -> CardClasses:
        """The classes of cards: those of the main game, or every card where side wagers need it."""
        if not self.is_lean:
            return EVERY_CARD
        own = self.layout.strategy.classes
        return own if self.counter is None else refine(own, self.counter.system)

    @cached_property
    def tables(self) -> BlackjackTables:
        """The automaton that is walked."""
        return self.layout.tables(self.classes)

    @property
    def asking_game(self) -> AskingGame:
        """The same as `game` for a counter."""
        return AskingGame(*self.game, self.asks)

    @cached_property
    def asks(self) -> Asks:
        """Where the automaton asks a counter."""
        return self.count_layout.asks(self.layout.player.asks, len(self.layout.results))

    @property
    def asks_counter(self) -> bool:
        """Whether a play depends on the count: an index play, or insurance."""
        return bool(self.layout.player.asks) or self.count_layout.insurance[0] >= 0

    @cached_property
    def full_shoe(self) -> Array:
        """The cards of the shoe in order."""
        return self.layout.full(self.classes)

    @cached_property
    def pays(self) -> Array:
        """Pays of the results in a row, in counted units: nothing is divided in play."""
        return self.layout.pays.ravel() // self.sections.unit

    @cached_property
    def felt(self) -> Felt:
        """The players, and what a round needs beside the automaton."""
        lammers = [result.money.free // BASE for result in self.layout.results]
        return Felt(
            seats=np.int64(self.seats),
            hands_each=np.int64(self.layout.hands_each),
            bonus_cards=np.int64(self.setup.bonus_cards),
            suit=np.int64(self.setup.specific_suit),
            switches=self.layout.strategy.switches.ravel(),
            lammers=np.array(lammers, dtype=np.int64),
            counted=np.int64(self.seats),
        )

    @property
    def lean(self) -> LeanGame | None:
        """One seat with its main wager alone."""
        if not self.is_lean:
            return None
        sections = self.sections
        return LeanGame(
            self.tables,
            self.pays,
            sections.lean,
            sections.lean_size,
            self._round_automaton,
        )

    @cached_property
    def _round_automaton(self) -> RoundAutomaton:
        """The automaton of whole rounds; none for a counter, whose play depends on more."""
        return round_automaton(self.tables) if self.counter is None else no_automaton()

    @cached_property
    def one_seat(self) -> LeanGame | None:
        """One seat with side wagers, as the same loop plays it and a pass settles them."""
        counter = self.counter
        fits = (
            self.seats == 1
            and self.is_walked
            and self.wagers
            and (counter is None or not counter.hands)
            and not self.setup.bonus_cards
            and not self.is_fresh
            and self.cut + self.reserve <= len(self.full_shoe)  # no card is dealt twice
            and is_passed(self.wagers, self.layout)
        )
        if not fits or not len(self._seat_game.automaton.cells):
            return None
        return self._seat_game._replace(wagers=self._wager_pass[0])

    @cached_property
    def _seat_game(self) -> LeanGame:
        """One seat before its side wagers are settled; the dealer draws for them, too (W28)."""
        own = self.layout.strategy.classes
        sections = self.sections
        walked = self.layout.tables(own)
        if always_draws(self.wager_tables):
            draws = np.ones_like(walked.waits)
            draws[:FIRST_RESULT] = 0
            walked = walked._replace(waits=draws)
        automaton = round_automaton(walked) if self.counter is None else no_automaton()
        game = LeanGame(
            self.tables,
            self.pays,
            sections.lean,
            sections.lean_size + 2 + sections.combinations,
            automaton._replace(kinds=np.array(own.class_of, dtype=np.uint8)),
        )
        if self.counter is None:
            return game
        asks = self.layout.player.asks
        return counted_game(game, walked, self.asks, self.count_layout, asks)

    @cached_property
    def _wager_pass(self) -> tuple[WagerPass, Array]:
        """The pass that settles side wagers, and what it presumes."""
        return wager_pass(
            self.wagers,
            self.wager_tables,
            self.felt,
            self._seat_game.automaton,
            self.sections.lean_size + 2,
            self.tables,
        )

    @cached_property
    def step_job(self) -> StepJob | None:
        """The table as a graphics card plays it a card at a time, where that is possible."""
        setup = self.setup
        own = self.layout.strategy.classes
        hands_each = self.layout.hands_each
        fits = (
            setup.rules.max_hands <= STACK_MAX
            and len(self.layout.results) <= RESULTS_MAX
            and not setup.bonus_cards
            and (self.is_walked or hands_each == 2)
            and are_dealt(self.wagers, self.seats, hands_each)
        )
        cards = setup.shoe.cards()
        split = cards_as_bytes(own, cards) if self.wagers else classes_as_bytes(own, cards)
        if self.counter is not None or not fits or split.classes.count > CLASSES_MAX:
            return None
        sections = self.sections
        dealt = None
        if self.wagers:
            dealt = dealt_wagers(self.wagers, self.wager_tables, setup.specific_suit)
            dealt = by_three(dealt) if hands_each == 1 else dealt
        full_shoe = np.array([split.byte_of[card] for card in cards], dtype=np.uint8)
        tables = step_tables(self.layout.tables(split.classes))
        return StepJob(
            cards=split,
            full_shoe=full_shoe,
            tables=tables,
            switches=self.layout.strategy.switches.ravel(),
            seats=self.seats,
            hands_each=hands_each,
            pays=self.pays,
            full=sections.full,
            cells=sections.cells,
            nets=sections.nets,
            totals=sections.totals,
            size=sections.full_size,
            wager_sizes=tuple(wager.combinations for wager in self.wagers),
            wagers=dealt,
            walk=self._walk(tables, split.classes, full_shoe),
        )

    def _walk(self, tables: StepTables, classes: CardClasses, full_shoe: Array) -> RoundWalk | None:
        """Return whole rounds of one seat, if no shoe is dealt to its end."""
        lean = self.lean
        if lean is None or self._is_dealt_out:
            return None
        return walk(lean.automaton, tables, classes.values, full_shoe, self.burn)

    @property
    def _is_dealt_out(self) -> bool:
        """Whether a shoe may be dealt to its end."""
        return self.cut + self.reserve + 2 * CARDS_A_BLOCK > len(self.full_shoe)

    @cached_property
    def seat_walk(self) -> SeatWalk | None:
        """One seat with side wagers as a graphics card walks it, where that is possible."""
        return seat_walk(self)

    @cached_property
    def counted_seat(self) -> CountedSeat | None:
        """The same with a counter."""
        return counted_seat(self)

    @cached_property
    def counted_walk(self) -> CountedWalk | None:
        """Whole rounds of one seat that counts, where a graphics card can walk them."""
        if self.counter is None or not self.is_lean or self._is_dealt_out:
            return None
        return counted_walk(
            self.tables,
            self.classes.values,
            self.full_shoe,
            self.counted_game,
            self.count_layout,
            self.layout.player.asks,
            self.cut + self.reserve,
        )

    @cached_property
    def lean_counting(self) -> Counting:
        """What the shorter loop reads to count cards; its counters come behind the lean ones."""
        return self.count_layout.counting(self.sections.lean_size)

    @cached_property
    def counted_game(self) -> LeanGame:
        """One seat with its main wager alone that counts."""
        assert self.lean is not None, "one seat"
        asks = self.layout.player.asks
        return counted_game(self.lean, self.tables, self.asks, self.count_layout, asks)

    def from_lean(self, counts: Array, numbers: Array | None = None) -> Array:
        """Return the counters of the lean loop as those of a whole table.

        *numbers* are those of the deals of side wagers. The counters of a counter follow them.
        """
        size = self.sections.lean_size
        combinations = self.sections.combinations
        table = self._from_lean(counts[:size])
        if numbers is None:
            return np.concatenate((table, counts[size:]))
        presumed = self._wager_pass[1]
        tables = self.wager_tables
        full = self.sections.full
        numbers = numbers.reshape(-1, len(presumed))  # (cell of the cube, number)
        own = table[full.combinations : full.combinations + combinations]
        table[full.insurance :] = counts[size : size + 2]
        own += counts[size + 2 : size + 2 + combinations]
        add_combinations(presumed, tables, numbers.sum(axis=0), own)
        table = np.concatenate((table, counts[size + 2 + combinations :]))
        if self.counter is not None:
            enter_presumed(self.counting, presumed, numbers, table)
        return table

    def drop_uncounted(self, counts: Array) -> None:
        """Leave out offers of insurance where classes of cards do not tell an ace."""
        if self.is_lean:
            insurance = self.sections.full.insurance
            counts[insurance : insurance + 2] = 0

    def _from_lean(self, lean: Array) -> Array:
        sections = self.sections
        cells = self.sections.cells
        whole = lean[:cells]
        split = lean[cells : 2 * cells]
        splits = lean[2 * cells :]
        counts = np.zeros(sections.full_size, dtype=np.int64)
        counts[:cells] = whole + split
        nets = splits.copy()
        np.add.at(nets, self.pays + sections.nets // 2, whole)
        counts[cells : cells + sections.nets] = nets
        counts[cells + sections.nets : cells + 2 * sections.nets] = nets
        return counts

    def _section(self, tally: Tally, at: int, size: int) -> Array:
        return tally.counts[at : at + size]

    def _hand_counts(self, tally: Tally) -> Array:
        """(end, outcome): how many hands ended this way."""
        cells = self._section(tally, 0, self.sections.cells)
        by_column = cells.reshape(-1, 1 << COLUMN_BITS)
        counts = by_column[:, :COLUMNS].copy()
        counts[:, BLACKJACK] += by_column[:, LATE_BLACKJACK]
        return counts

    def parts(self, tally: Tally) -> tuple[PartCounts, ...]:
        """Return the result of the main wagers of a seat."""
        sections = self.sections
        mains = self.layout.hands_each
        values = (np.arange(sections.nets) - sections.nets // 2) * sections.unit
        totals = (np.arange(sections.totals) - sections.totals // 2) * sections.unit
        staked = zip(
            self.layout.results, self._hand_counts(tally).sum(axis=1).tolist(), strict=True
        )
        called = () if mains == 1 else ("both first wagers", "pairs of first wagers")
        main = PartCounts(
            part=Part("main", "The main game", self.setup.mains, BASE * mains, *called),
            values=values,
            counts=self._section(tally, sections.cells, sections.nets),
            rounds=spread(
                totals, self._section(tally, sections.cells + sections.nets, sections.totals)
            ),
            staked=sum(count * result.money.stake for result, count in staked),
        )
        return (main,)

    def events(self, tally: Tally) -> dict[str, int]:
        """Return how often hands came to something worth a name."""
        counts: Counter[str] = Counter()
        ended = self._hand_counts(tally)
        for result, count in zip(self.layout.results, ended.sum(axis=1).tolist(), strict=True):
            if count:
                for name in result_events(result):
                    counts[name] += count
        counts["split"] = int(ended.sum()) - tally.rounds * self.hands
        return dict(sorted(counts.items()))

    def dealer(self, tally: Tally) -> dict[str, int]:
        """Return the number of hands by the dealer's outcome."""
        names = ("17", "18", "19", "20", "21", "22", "bust", "blackjack", "not drawn")
        return dict(zip(names, self._hand_counts(tally).sum(axis=0).tolist(), strict=True))

    def insurance(self, tally: Tally) -> tuple[int, int] | None:
        """Return the number of offers of insurance and of wins; none for a main wager alone."""
        if self.is_lean:
            return None
        lost, won = tally.counts[self.sections.full.insurance :][:2].tolist()
        return lost + won, won

    def combinations(self, tally: Tally) -> Array:
        """Return how often each combination of rows of a side wager came."""
        return self._section(tally, self.sections.full.combinations, self.sections.combinations)


def result_events(result: HandResult) -> list[str]:
    """Return the events of a hand with this result."""
    names = [result.name if result.ending is Ending.PAID else str(result.ending)]
    names += [f"stood on {result.name}"] if result.ending is Ending.STOOD else []
    names += ["doubled"] if result.money.doublings else []
    names += ["redoubled"] if result.money.doublings > 1 else []
    names += ["super bonus"] if result.super_bonus else []
    names += ["carried by a lammer"] if result.money.free and not result.money.stake else []
    names += ["doubled free"] if result.money.doublings and not result.money.portion else []
    return names


def make_job(
    strategy: Strategy, *, seats: int = 1, seed: int = 0, burn: int = 1, cut: int | None = None
) -> BlackjackJob:
    """Return a job; without *cut* every round has a fresh shoe."""
    if cut is None:
        burn = 0
        cut = 1
    return BlackjackJob(layout(strategy), seats, seed, burn, cut)
