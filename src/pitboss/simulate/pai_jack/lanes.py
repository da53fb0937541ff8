"""Pai Jack in lanes: both hands of every lane are looked up, and how they compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.patterns.pai_jack import PaiJack
from pitboss.patterns.totals import value
from pitboss.simulate.cells.five_cards import (
    FiveCardTables,
    five_cards,
    hands_by_number,
    number_of_five,
)
from pitboss.simulate.cells.round import PACKET
from pitboss.simulate.lanes.decks import LANES, Decks, DeckTurn, lane_card
from pitboss.simulate.lanes.hands import CARDS, SUITS
from pitboss.simulate.lanes.plan import LanePlan, cell_ends, plan, wager_slots
from pitboss.simulate.pai_jack.kernel import PAID, class_of, classify_hands, settle_all
from pitboss.simulate.random.philox import U32

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
KINDS = len(PaiJack)
_KIND, _MAYBE_ROYAL, _SETTING_BITS = U32(7), U32(8), U32(4)
_OF_A_ROYAL = (0, 11, 12)
"""The ranks of an ace, a queen and a king."""
_EVERY_SUIT = (0, 1, 2, 3, 0)
"""Suits of five cards in the order of ranks, of which no ace, queen and king share one."""


class PaiJackLanes(NamedTuple):
    """Hands by the number of their ranks, and how they compare."""

    hands: FiveCardTables
    mine: Array
    """(number): the class of a Pai Jack, whether it may be a royal one by its suits, and above
    those bits the number of the setting."""
    against: Array
    """(number): the number of the dealer's setting."""
    cells: Array
    """(setting, the dealer's): the cell."""
    settings: np.uint32
    """How many settings the dealer has."""


def pai_jack_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play Pai Jack; all side wagers are on the class of the hand."""
    if not job.places_in_decks(2 * PACKET):
        return None
    tables, ranks = job.layout.tables, hands_by_number()
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


def _values(ranks: Array) -> Array:
    return np.array([value(SUITS * rank) for rank in range(CARDS // SUITS)])[ranks]


def _narrow(table: FiveCardTables) -> FiveCardTables:
    return table._replace(rows=table.rows.astype(np.uint16))


@jit_inlined
def _number(cards: Array, hands: FiveCardTables, first: Integer, lane: Integer) -> np.uint32:
    """Return the number of five cards that come one after another."""
    return U32(
        number_of_five(
            hands,
            lane_card(cards, first, lane),
            lane_card(cards, first + 1, lane),
            lane_card(cards, first + 2, lane),
            lane_card(cards, first + 3, lane),
            lane_card(cards, first + 4, lane),
        )
    )


@jit_inlined
def play(decks: Decks, table: PaiJackLanes, turn: DeckTurn) -> None:  # noqa: ARG001
    """Play a round in every lane."""
    cards = decks.cards
    for lane in range(LANES):
        mine = U32(table.mine[_number(cards, table.hands, 0, lane)])
        against = U32(table.against[_number(cards, table.hands, PACKET, lane)])
        kind = U32(mine & _KIND)
        if mine & _MAYBE_ROYAL:
            hand = (
                np.int64(lane_card(cards, 0, lane)),
                np.int64(lane_card(cards, 1, lane)),
                np.int64(lane_card(cards, 2, lane)),
                np.int64(lane_card(cards, 3, lane)),
                np.int64(lane_card(cards, 4, lane)),
            )
            kind = U32(class_of(hand))
        cell = U32(table.cells[U32(U32(mine >> _SETTING_BITS) * table.settings + against)])
        cell = U32(PAID) if kind else cell
        decks.ends[lane] = U32(cell * U32(KINDS) + kind)
        decks.kept[lane] = decks.doubts[lane] == 0
