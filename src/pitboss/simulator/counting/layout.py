"""A counter as the arrays that kernels read, and the places of the counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np

from pitboss.cards import Card
from pitboss.cards.unseen import KINDS
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import CardClasses
from pitboss.counts.index_play import INSURANCE
from pitboss.counts.system import Counted, Counter, CountSystem
from pitboss.counts.true_count import TrueCount, true_counts
from pitboss.engine.legal import insurance_choices
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import is_ace
from pitboss.simulator.counting.fields import EXTRAS, FIELDS, STEP
from pitboss.simulator.counting.kernel import BINS_ROOM, FIRST_SIDE, NEVER, Ask, Asks, Counting
from pitboss.simulator.random.shuffle import SPARE
from pitboss.simulator.side_wagers import Wager
from pitboss.simulator.tally import BASE

BIN_LIMIT = 30
"""True counts beyond it are counted with it."""
_RUNNING_BELOW = 20
_RUNNING_ABOVE = 20
_MOST = 1 << 14
_NONE = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True)
class CountLayout:
    """Where the results of a counter are counted."""

    counter: Counter
    setup: Setup
    cards: Sequence[Card]
    """A card of each class."""
    full: Array
    """The shoe in classes."""
    burn: int
    cut: int
    unit: int
    """Cents of the main game's results."""
    wagers: tuple[Wager, ...] = ()
    """The side wagers on the felt."""

    @property
    def system(self) -> CountSystem:
        """What is counted."""
        return self.counter.system

    @cached_property
    def low_bin(self) -> int:
        """The count of the first bin."""
        if self.system.convention is not TrueCount.RUNNING:
            return -BIN_LIMIT
        return self.system.starting_count(self.setup.shoe) // self.system.unit - _RUNNING_BELOW

    @cached_property
    def bins(self) -> int:
        """How many bins of counts there are."""
        if self.system.convention is not TrueCount.RUNNING:
            return 2 * BIN_LIMIT + 1
        return min(max(2 * BIN_LIMIT, _RUNNING_ABOVE - self.low_bin) + 1, BINS_ROOM)

    @property
    def rows(self) -> int:
        """How many steps of cards there are before the cut card."""
        return (self.cut - 1) // STEP + 1

    @property
    def watches(self) -> bool:
        """Whether the counter watches some rounds only."""
        return self.counter.enter is not None or self.counter.leave is not None

    @property
    def fields(self) -> int:
        """Numbers in a cell: of the first hand, of a second one, of every side wager."""
        return FIELDS * (1 + bool(self.counter.hands) + len(self.wagers))

    @cached_property
    def side_pays(self) -> tuple[Array, ...]:
        """For each side wager, what its combinations win, in cents."""
        return tuple(
            np.array(
                [wager.net(combination) for combination in range(wager.combinations)],
                dtype=np.int64,
            )
            for wager in self.wagers
        )

    @cached_property
    def side_units(self) -> tuple[int, ...]:
        """For each side wager, the cents that divide all its results."""
        return tuple(gcd(*map(int, pays)) or 1 for pays in self.side_pays)

    @property
    def cells(self) -> int:
        """How many cells the cube has."""
        return self.rows * self.bins * (1 + self.watches)

    @property
    def size(self) -> int:
        """How many counters there are."""
        return self.cells * self.fields + self.products + 2 * self.bins + EXTRAS

    @property
    def products(self) -> int:
        """How many products of results there are."""
        return self.bins * (self.bins + 1) // 2

    def journal(self, rounds: int) -> Array:
        """Return a journal with room for so many rounds of the counter."""
        return np.zeros((rounds, FIRST_SIDE + len(self.wagers)), dtype=np.int64)

    def count_bin(self, count: int) -> int:
        """Return the bin of a count."""
        return min(max(count - self.low_bin, 0), self.bins - 1)

    def _tags(self, tags: Sequence[int]) -> Array:
        assert len(tags) == KINDS
        return np.array([tags[card] for card in self.cards], dtype=np.int16)

    def _range(self, tags: Array, start: int) -> range:
        """Return all running counts there may be."""
        every = tags[self.full].astype(np.int64)
        return range(start + int(every[every < 0].sum()), start + int(every[every > 0].sum()) + 1)

    def _counts(self, running: range) -> Array:
        """(running count, unseen cards): the true count."""
        system = self.system
        return true_counts(
            running,
            len(self.full),
            system.convention,
            per=system.per,
            unit=system.unit,
            step=self.counter.cards_a_step,
            limit=_MOST,
        ).astype(np.int32)

    @cached_property
    def running(self) -> range:
        """The running counts there may be, for bets."""
        if self.system.kind is not Counted.TAGS:
            return range(len(self.full) + 1)
        start = self.system.starting_count(self.setup.shoe)
        return self._range(self._tags(self.system.bet_tags), start)

    @cached_property
    def play_running(self) -> range:
        """The running counts there may be, for index plays."""
        return self._range(self._tags(self.system.tags), self._play_start)

    @property
    def _play_start(self) -> int:
        """The first running count of index plays: side counts are left out."""
        system = self.system
        shoe = self.setup.shoe
        beside = sum(tag for side in system.side for tag in self._tags(side.tags)[self.full])
        return system.starting_count(shoe) + int(beside)

    @cached_property
    def _bin_table(self) -> Array:
        """(cards gone, running count): the bin."""
        size = len(self.full)
        counts = self._counts(self.running)
        unseen = np.clip(size + self.burn - np.arange(size + 1), 1, size)
        bins = np.clip(counts[:, unseen].T - self.low_bin, 0, self.bins - 1)
        return np.ascontiguousarray(bins.astype(np.uint8))

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The true counts of index plays."""
        return tuple(sorted({play.at for play in self.system.indices}))

    @cached_property
    def thresholds(self) -> Array:
        """(level, unseen cards): the least running count at or above the index."""
        counts = self._counts(self.play_running)
        running = self.play_running
        least_counts = np.full(
            (max(1, len(self.levels)), len(self.full) + 2), np.iinfo(np.int16).max
        )
        for row, level in enumerate(self.levels):
            reached = counts >= level
            least = np.where(reached.any(axis=0), reached.argmax(axis=0), _MOST)
            least_counts[row, :-1] = np.minimum(running.start + least, np.iinfo(np.int16).max)
        return least_counts.astype(np.int16)

    def least_counts(self, room: int) -> Array:
        """(level, cards gone): the least running count at or above the index, in *room* columns."""
        size = len(self.full)
        gone = np.arange(room)
        return self.thresholds[:, size - np.clip(gone - self.burn - 1, 0, size - 1)].astype(
            np.int64
        )

    @cached_property
    def insurance(self) -> tuple[int, int, int]:
        """The row of thresholds at which he insures, and what he wins or loses in units; or -1."""
        at = [play.at for play in self.system.indices if play.hand == INSURANCE]
        stake = insurance_stake(self.setup)
        if not at or not stake:
            return -1, 0, 0
        won = self.setup.insurance_odds.pay(stake)
        return self.levels.index(at[0]), -stake // self.unit, won // self.unit

    def asks(self, asks: tuple[Ask, ...], results: int) -> Asks:
        """Return the asks of an automaton with so many results."""
        columns = np.array(
            [(self.levels.index(a.at), a.yes, a.no, a.usual) for a in asks] or [(0, 0, 0, 0)],
            dtype=np.int16,
        ).T.copy()
        level, yes, no, usual = columns
        return Asks(
            first=np.uint32(results),
            level=level,
            yes=yes,
            no=no,
            usual=usual,
            thresholds=self.thresholds.ravel(),
            stride=np.uint32(len(self.full) + 2),
            tags=self._tags(self.system.tags),
            burn=np.uint32(self.burn),
            errors=np.uint32(min(2**32 - 1, round(self.counter.cover.play_errors * 2**32))),
        )

    def counting(self, cube: int) -> Counting:
        """Return what kernels read; the cube begins at counter *cube*."""
        counter = self.counter
        system = self.system
        groups, sizes = self._groups()
        products = cube + self.cells * self.fields
        level, lost, won = self.insurance
        gone = np.arange(len(self.full) + SPARE + 1, dtype=np.int32)
        scaled = [p // unit for p, unit in zip(self.side_pays, self.side_units, strict=True)]
        second = [at for hands, at in counter.hands if hands == 2]
        return Counting(
            tags=self._tags(system.bet_tags),
            play_tags=self._tags(system.tags),
            start=np.int32(system.starting_count(self.setup.shoe)),
            play_start=np.int32(self._play_start),
            two_counts=bool(system.side) or system.kind is not Counted.TAGS,
            groups=groups,
            group_sizes=sizes,
            bins=self._bin_table.ravel(),
            low=np.int32(self.running.start),
            width=np.int32(len(self.running)),
            bins_from=np.minimum(gone, len(self.full)) * len(self.running) - self.running.start,
            cells_from=cube + np.minimum(gone // STEP, self.rows - 1) * self.bins * self.fields,
            burn=np.uint32(self.burn),
            size=np.uint32(len(self.full)),
            after_cut=bool(counter.after_cut),
            moves=self.watches,
            enter=np.int32(-1 if counter.enter is None else self.count_bin(counter.enter)),
            leave=np.int32(-1 if counter.leave is None else self.count_bin(counter.leave)),
            second=np.int32(self.count_bin(second[0]) if second else NEVER),
            watches=np.int64(self.rows * self.bins * self.fields),
            count_bins=np.int32(self.bins),
            cube=np.int64(cube),
            fields=np.int64(self.fields),
            side=np.int64(FIELDS * (1 + bool(counter.hands))),
            products=np.int64(products),
            sums=np.int64(products + self.products),
            extras=np.int64(products + self.products + 2 * self.bins),
            insurance=np.int32(level),
            insurance_lost=np.int64(lost),
            insurance_won=np.int64(won),
            insurable=np.array([is_ace(card) for card in self.cards], dtype=np.uint8),
            side_pays=np.concatenate([np.zeros(0, dtype=np.int64), *scaled, _NONE]),
            side_bases=np.cumsum([0, *map(len, scaled)]),
        )

    def _groups(self) -> tuple[Array, Array]:
        """Return the suit or rank of every class, and the cards of each in a full shoe."""
        kind = self.system.kind
        if kind is Counted.TAGS:
            return np.zeros(1, dtype=np.uint8), np.zeros(0, dtype=np.int32)
        groups = np.array([_group(kind, card) for card in self.cards], dtype=np.uint8)
        sizes = np.bincount(groups[self.full])
        names, numbers = np.unique(groups, return_inverse=True)
        return numbers.astype(np.uint8), sizes[names].astype(np.int32)


def insurance_stake(setup: Setup, wager: int = BASE) -> int:
    """Return the cents that insurance of all main wagers costs; 0 where there is none."""
    if setup.blackjack is None or not setup.rules.insurance:
        return 0
    choices = [choice for main in setup.mains for choice in insurance_choices(setup, main, wager)]
    return sum(choice.high or 0 for choice in choices)


def counted_unit(pays: Array, setup: Setup, counter: Counter | None) -> int:
    """Return the cents that divide every result, and insurance where a counter takes it."""
    unit = gcd(*set(map(abs, pays.ravel().tolist())))
    if counter is not None and any(play.hand == INSURANCE for play in counter.system.indices):
        stake = insurance_stake(setup)
        unit = gcd(unit, stake, setup.insurance_odds.pay(stake))
    return unit


def refine(classes: CardClasses, system: CountSystem) -> CardClasses:
    """Return classes of cards that a count tells apart too.

    >>> from pitboss.compiled.card_classes import EVERY_CARD, CardClasses
    >>> from pitboss.counts import find_system
    >>> refine(CardClasses((0,) * 52, (Card(0),), (1,)), find_system("hi-lo")).count
    3
    """
    numbers: dict[tuple[int, ...], int] = {}
    cards: list[Card] = []
    class_of = []
    for card, own in enumerate(classes.class_of):
        key = (own, system.tags[card], system.bet_tags[card], _group(system.kind, card))
        if key not in numbers:
            numbers[key] = len(cards)
            cards.append(Card(card))
        class_of.append(numbers[key])
    values = tuple(classes.values[classes.class_of[card]] for card in cards)
    return CardClasses(tuple(class_of), tuple(cards), values)


def _group(kind: Counted, card: int) -> int:
    """Return the suit or the rank of a card, where those are compared."""
    if kind is Counted.SUIT_DIFFERENCE:
        return card & 3
    return card >> 2 if kind is Counted.RANK_DIFFERENCE else 0
