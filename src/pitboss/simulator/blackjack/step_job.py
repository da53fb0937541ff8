"""A blackjack table for graphics cards: its arrays, and its counters as those of any table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import CardClasses
from pitboss.simulator.blackjack.dealt_wagers import DealTables, DealtWagers, four_cards
from pitboss.simulator.blackjack.kernel import TableSections
from pitboss.simulator.blackjack.steps import CLASSES_MAX, StepTables
from pitboss.simulator.blackjack.walk_tables import RoundWalk
from pitboss.simulator.lanes.plan import SharedTables

CLASS_BITS = 5
_OF_A_CLASS = 8
"""Cards that a byte can distinguish within a class."""


class StepSections(NamedTuple):
    """Where the counters of a `StepJob` begin."""

    whole: int
    """Results of hands that were not split, by the dealer's outcome."""
    split: int
    """Results of hands that a split made."""
    nets: int
    """What a seat won, zero in the middle: after a split, or with two hands."""
    totals: int
    """What several seats won together, zero in the middle."""
    insurance: int
    deals: int
    """Classes of deals."""


class StepGame(NamedTuple):
    """All data that a round needs that is played a card at a time."""

    tables: StepTables
    pays: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    values: Array
    """(class of cards): its value."""
    switches: Array
    """(up, values of both hands): whether to switch."""
    cards: Array
    """(byte of the shoe): the card."""
    deals: DealTables
    sections: StepSections


class SharedDeals(NamedTuple):
    """What the threads of a graphics card share of classes of deals."""

    places: tuple[tuple[int, int], ...]
    """Where each table begins and ends; empty if nothing is shared."""
    words: Array


@dataclass(frozen=True, slots=True)
class CardBytes:
    """Cards as the bytes of a shoe: the class in the low bits, and which card of it above."""

    classes: CardClasses
    byte_of: dict[Card, int]

    @property
    def table(self) -> Array:
        """(byte): the card."""
        cards = np.zeros(256, dtype=np.uint8)
        for card, byte in self.byte_of.items():
            cards[byte] = card
        return cards


def classes_as_bytes(own: CardClasses, cards: Sequence[Card]) -> CardBytes:
    """Distinguish classes only."""
    return CardBytes(own, {card: own.class_of[card] for card in set(cards)})


def cards_as_bytes(own: CardClasses, cards: Sequence[Card]) -> CardBytes:
    """Distinguish every card; a class of more than eight cards becomes several."""
    numbers = list(range(own.count))
    room: dict[int, list[int]] = {}
    byte_of: dict[Card, int] = {}
    for card in sorted(set(cards)):
        own_class = own.class_of[card]
        places = room.setdefault(own_class, [own_class, 0])
        if places[1] == _OF_A_CLASS:
            places[:] = len(numbers), 0
            numbers.append(own_class)
        byte_of[card] = places[0] | places[1] << CLASS_BITS
        places[1] += 1
    mask = CLASSES_MAX - 1
    class_of = tuple(byte_of.get(Card(card), 0) & mask for card in range(len(own.class_of)))
    finer = CardClasses(
        class_of,
        tuple(own.cards[number] for number in numbers),
        tuple(own.values[number] for number in numbers),
    )
    return CardBytes(finer, byte_of)


@dataclass(frozen=True)
class StepJob:
    """A table of blackjack hands that lanes play a card at a time."""

    cards: CardBytes
    full_shoe: Array
    """The cards of the shoe in order."""
    tables: StepTables
    switches: Array
    """(up, values of both hands): whether to switch."""
    seats: int
    hands_each: int
    pays: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    full: TableSections
    """Where the counters of the whole table begin."""
    cells: int
    nets: int
    totals: int
    size: int
    """How many counters the whole table has, of each kind and in all."""
    wager_sizes: tuple[int, ...]
    """Combinations of every side wager."""
    wagers: DealtWagers | None
    """None: the main wager alone."""
    walk: RoundWalk | None
    """Whole rounds of one seat with its main wager alone, if they can be walked."""

    @property
    def classes_of_deals(self) -> int:
        """How many classes of deals there are."""
        return 0 if self.wagers is None else len(self.wagers.combinations)

    @cached_property
    def sections(self) -> StepSections:
        """The places of the counters."""
        nets = 2 * self.cells
        totals = nets + self.nets
        insurance = totals + (self.totals if self.seats > 1 else 0)
        return StepSections(
            whole=0,
            split=self.cells,
            nets=nets + self.nets // 2,
            totals=totals + self.totals // 2,
            insurance=insurance,
            deals=insurance + 2,
        )

    @property
    def counters(self) -> int:
        """How many counters there are."""
        return self.sections.deals + self.classes_of_deals

    @cached_property
    def game(self) -> StepGame:
        """The arrays for the kernel."""
        none = four_cards(np.zeros(1, dtype=np.uint32), np.zeros(1, dtype=np.uint16))
        return StepGame(
            tables=self.tables,
            pays=self.pays,
            values=np.array(self.cards.classes.values, dtype=np.uint8),
            switches=self.switches,
            cards=self.cards.table,
            deals=none if self.wagers is None else self.wagers.tables,
            sections=self.sections,
        )

    def shared_deals(self, begin: int) -> SharedDeals:
        """Return the classes of deals and the pays for the memory of a block, behind *begin* bytes.

        There are none where the classes are looked up by four cards.
        """
        game = self.game
        tables = SharedTables(begin)
        if not len(game.deals.by_up):
            return SharedDeals((), tables.words)
        parts = (
            (tables.bytes, game.cards),
            (tables.bytes, game.deals.by_up),
            (tables.bytes, game.deals.by_down),
            (tables.halves, game.deals.by_both),
            (tables.add_words, game.pays),
        )
        places = [(add(table), len(table)) for add, table in parts]
        return SharedDeals(tuple((at, at + size) for at, size in places), tables.words)

    def rounds(self, device_counts: Array) -> int:
        """Return how many rounds were counted."""
        nets = device_counts[2 * self.cells : 2 * self.cells + self.nets].sum()
        whole = 0 if self.hands_each > 1 else device_counts[: self.cells].sum()
        return int(nets + whole) // self.seats

    def counts_of_table(self, device_counts: Array) -> Array:
        """Return the counters as those of a whole table."""
        cells = self.cells
        nets = self.nets
        at = 2 * self.cells
        whole = device_counts[:cells]
        split = device_counts[cells:at]
        of_seats = device_counts[at : at + nets].copy()
        if self.hands_each == 1:  # a hand that was not split is what its seat won
            np.add.at(of_seats, self.pays + nets // 2, whole)
        together = device_counts[at + nets :][: self.totals] if self.seats > 1 else of_seats
        counts = np.zeros(self.size, dtype=np.int64)
        counts[:cells] = whole + split
        counts[cells : cells + nets] = of_seats
        counts[cells + nets :][: self.totals] = together
        counts[self.full.insurance :] = device_counts[self.sections.insurance :][:2]
        if self.wagers is not None:
            base = self.full.combinations
            deals = device_counts[self.sections.deals :]
            for number, size in enumerate(self.wager_sizes):
                np.add.at(counts, base + self.wagers.combinations[:, number], deals)
                base += size
        return counts

    def hits_of_table(self, deals: Array) -> Array:
        """Return deferred wins by wager: *deals* are shoe, round, seat and class of deals."""
        assert self.wagers is not None
        rows, wagers = np.nonzero(self.wagers.deferred[deals[:, 3]])
        paid = self.wagers.combinations[deals[rows, 3], wagers]
        return np.column_stack((deals[rows, :3], wagers, paid))
