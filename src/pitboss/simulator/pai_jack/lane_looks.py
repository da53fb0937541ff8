"""What lanes of Pai Jack look up: both hands, and how they compare (`rounds/pai_jack.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Halves, Integers
from pitboss.compiled.jit import jit_inlined
from pitboss.patterns.pai_jack import PaiJack
from pitboss.patterns.totals import value
from pitboss.simulator.cells.five_cards import (
    FiveCardTables,
    five_cards,
    hands_by_number,
    number_of_five,
)
from pitboss.simulator.cells.round import PACKET
from pitboss.simulator.lanes.hands import CARDS, SUITS
from pitboss.simulator.lanes.plan import LanePlan, cell_ends, plan, wager_slots
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.pai_jack.looks import PAID, class_of, classify_hands, settle_all
from pitboss.simulator.random.philox import U32

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob

KINDS = len(PaiJack)
_I64 = np.int64
_KIND = U32(7)
_MAYBE_ROYAL = U32(8)
_SETTING_BITS = U32(4)
_OF_A_ROYAL = (0, 11, 12)
"""The ranks of an ace, a queen and a king."""
_EVERY_SUIT = (0, 1, 2, 3, 0)
"""Suits of five cards in the order of ranks, of which no ace, queen and king share one."""


class PaiJackLanes(NamedTuple):
    """Hands by the number of their ranks, and how they compare."""

    hands: FiveCardTables
    mine: Halves
    """(number): the class of a Pai Jack, whether it may be a royal one by its suits, and above
    those bits the number of the setting."""
    against: Halves
    """(number): the number of the dealer's setting."""
    cells: Bytes
    """(setting, the dealer's): the cell."""
    settings: np.uint32
    """How many settings the dealer has."""


def pai_jack_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play Pai Jack; all side wagers are on the class of the hand."""
    if not job.places_in_decks(2 * PACKET):
        return None
    tables = job.layout.tables
    ranks = hands_by_number()
    numbers = sum(tables.steps[_values(ranks[:, place]) - 1] for place in range(PACKET))
    settings, mine = np.unique(tables.player[numbers], return_inverse=True)
    others, against = np.unique(tables.dealer[numbers], return_inverse=True)
    cells = np.zeros((len(settings), len(others)), dtype=np.uint8)
    settle_all(settings, others, cells)
    kinds = np.zeros(len(ranks), dtype=np.int64)
    classify_hands(SUITS * ranks + np.array(_EVERY_SUIT), kinds)
    royal = np.all([(ranks == rank).any(axis=1) for rank in _OF_A_ROYAL], axis=0)
    table = PaiJackLanes(
        hands=_narrow(five_cards([card // SUITS for card in range(CARDS)])),
        mine=(kinds | royal * int(_MAYBE_ROYAL) | mine << int(_SETTING_BITS)).astype(np.uint16),
        against=against.astype(np.uint16),
        cells=cells.ravel(),
        settings=np.uint32(len(others)),
    )
    cell, kind = np.divmod(np.arange(len(job.layout.cells) * KINDS), KINDS)
    rows = job.wager_tables.rows[:, 0, :KINDS]
    paid = tuple(wager_slots(job, wager, rows[wager][kind]) for wager in range(len(job.wagers)))
    return plan(table, cell_ends(job, (cell,), paid))


def _values(ranks: Integers) -> Integers:
    return np.array([value(SUITS * rank) for rank in range(CARDS // SUITS)])[ranks]


def _narrow(table: FiveCardTables) -> FiveCardTables:
    return table._replace(rows=table.rows.astype(np.uint16))


@jit_inlined
def number_hand(
    table: PaiJackLanes, one: Card, two: Card, three: Card, four: Card, five: Card
) -> np.uint32:
    """Return the number of five cards by their ranks."""
    return U32(number_of_five(table.hands, one, two, three, four, five))


@jit_inlined
def classify_hand(
    table: PaiJackLanes,
    number: np.uint32,
    one: Card,
    two: Card,
    three: Card,
    four: Card,
    five: Card,
) -> np.uint32:
    """Return the class of a Pai Jack; suits are looked at only where they may make a royal one."""
    mine = U32(table.mine[number])
    kind = U32(mine & _KIND)
    if mine & _MAYBE_ROYAL:
        kind = U32(class_of((_I64(one), _I64(two), _I64(three), _I64(four), _I64(five))))
    return kind


@jit_inlined
def house_way(table: PaiJackLanes, number: np.uint32) -> np.uint32:
    """Return the number of the dealer's setting."""
    return U32(table.against[number])


@jit_inlined
def set_hand(table: PaiJackLanes, number: np.uint32) -> np.uint32:
    """Return the number of the strategy's setting."""
    return U32(U32(table.mine[number]) >> _SETTING_BITS)


@jit_inlined
def settle_hand(
    table: PaiJackLanes, kind: np.uint32, mine: np.uint32, against: np.uint32
) -> np.uint32:
    """Return the cell of a hand."""
    cell = U32(table.cells[U32(mine * table.settings + against)])
    return U32(PAID) if kind else cell


@jit_inlined
def end_hand(_: PaiJackLanes, cell: np.uint32, kind: np.uint32) -> np.uint32:
    """Return the end: the cell, and the class, by which side wagers are paid."""
    return U32(cell * U32(KINDS) + kind)
