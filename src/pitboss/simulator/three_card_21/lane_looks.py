"""What lanes of 3 Card 21 "N" Done look up (`rounds/three_card_21.py`).

Half of all hands are split, so every lane has three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Halves, Integers, Ints
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.simulator.blackjack.play import COLUMN_BITS, FIRST_RESULT, SPLIT
from pitboss.simulator.lanes.hands import (
    BLACKJACK_ROW,
    CARDS,
    RANKS,
    ROW_BITS,
    SUITS,
    Paths,
    dealer_paths,
    dealer_rows,
    paths,
    row_starts,
    walk_listed,
)
from pitboss.simulator.lanes.memory import LANES, Lanes
from pitboss.simulator.lanes.plan import NOBODYS, LaneEnds, LanePlan, plan, wager_slots, won_ends
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32
from pitboss.simulator.side_wagers import WagerTables
from pitboss.simulator.three_card_21.looks import ThreeCardTables, row_of_four
from pitboss.simulator.three_card_21.looks import bonus_row as row_of_table

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob

_HANDS = 3
_CARDS = U32(CARDS)
_VALUES = U32(VALUES)
_COLUMN_BITS = U32(COLUMN_BITS)
_ZERO = U32(0)
_SPLIT_ROW = U32(SPLIT << ROW_BITS)
NO_HAND = U32(0)
"""The row where nothing was split: it leads to itself."""


class ThreeCardLanes(NamedTuple):
    """The automata by rank, and the bonus by cards."""

    values: Bytes
    """(card): its value, the ace as 0."""
    first: Halves
    """(whether the dealer has a blackjack, up, first, second, third value): where the row of three
    cards begins."""
    starts: Halves
    """(up, its card, the values of the others): where the row of a hand of a split begins."""
    dealer_first: Halves
    """(up, down value): where the row of the dealer's hand begins."""
    player: Paths
    dealer: Paths
    waits: Bytes
    """(result): whether it waits for the dealer; nothing does where there is no hand."""
    nets: Ints
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    ends: np.uint32
    """The end of a seat that wins nothing, without a split or a row of the bonus; those of single
    hands come before."""
    bonus: Bytes
    """(first, second, third card): the row of the bonus."""
    rows: np.uint32
    """How many rows the bonus has, with none."""


def three_card_plan(job: CellJob) -> LanePlan:
    """Return how lanes play 3 Card 21."""
    tables = job.layout.tables
    results = len(job.layout.tables.waits)
    first = tables.first.reshape((VALUES,) * 4)
    paid = (first < 0) & tables.paid.astype(bool)[np.where(first < 0, ~first, 0)]
    both = np.stack((first, np.where(paid, first, ~tables.lost)))
    bonus = np.zeros(CARDS**3, dtype=np.uint8)
    classify_threes(job.wager_tables, tables, bonus)
    rows = job.wagers[0].combinations
    settled = tables.settled.astype(np.int64)
    settled[: int(FIRST_RESULT) << COLUMN_BITS] = NOBODYS  # no hand, which wins nothing
    nets = np.where(settled == NOBODYS, 0, job.game.pays[0][settled])
    half = _HANDS * int(np.abs(nets).max())
    table = ThreeCardLanes(
        values=np.minimum(np.arange(CARDS) // SUITS, VALUES - 1).astype(np.uint8),
        first=row_starts(both, results).ravel(),
        starts=row_starts(tables.starts, results).ravel(),
        dealer_first=dealer_rows(tables.dealer_first),
        player=paths(_by_rank(tables.steps), results),
        dealer=dealer_paths(_by_rank(tables.dealer_steps)),
        waits=tables.waits,
        nets=nets.astype(np.int32),
        ends=np.uint32(len(settled) + 2 * rows * half),
        bonus=bonus,
        rows=np.uint32(rows),
    )
    net, split, row = np.indices((2 * half + 1, 2, rows)).reshape(3, -1)
    main, both_parts = job.units
    bonus_cell = int(tables.bonus_cells) + row
    with_bonus = (net - half) * main // both_parts + job.game.pays[1][bonus_cell]
    counted = bonus_cell, np.where(split, tables.split_cell, NOBODYS), wager_slots(job, 0, row)
    won = won_ends(job, (net - half, with_bonus), counted)
    return plan(table, LaneEnds((settled,)), won, lanes=LANES)


def _by_rank(steps: Integers) -> Integers:
    """Return (state, value) as (state, rank)."""
    return steps.reshape(-1, VALUES)[:, np.minimum(np.arange(RANKS), VALUES - 1)]


@jit_cached
def classify_threes(wagers: WagerTables, tables: ThreeCardTables, rows: Bytes) -> None:
    """Write down the row of the bonus for every three cards."""
    for number in range(CARDS**3):
        one = number // CARDS**2
        two = number // CARDS % CARDS
        three = number % CARDS
        rows[number] = row_of_table(tables, wagers, 0, U32(one), U32(two), U32(three))


@jit_inlined
def _row(table: ThreeCardLanes, up: Card, own: Card, other: Card, another: Card) -> np.uint32:
    """Return the place of four cards in tables by their values."""
    values = table.values
    one = U32(values[own])
    two = U32(values[other])
    three = U32(values[another])
    return row_of_four(U32(values[up]), one, two, three)


@jit_inlined
def dealer_start(table: ThreeCardLanes, up: Card, down: Card) -> np.uint32:
    """Return where the row of the dealer's first two cards begins."""
    values = table.values
    return U32(table.dealer_first[U32(U32(values[up]) * _VALUES + U32(values[down]))])


@jit_inlined
def is_over(_: ThreeCardLanes, dealer: np.uint32) -> np.uint32:
    """Return whether the dealer has a blackjack."""
    return U32(dealer == BLACKJACK_ROW)


@jit_inlined
def first_hand(
    table: ThreeCardLanes, over: np.uint32, up: Card, one: Card, two: Card, three: Card
) -> np.uint32:
    """Return where the row of three cards begins."""
    return U32(table.first[U32(over * U32(VALUES**4) + _row(table, up, one, two, three))])


@jit_inlined
def is_split(_: ThreeCardLanes, hand: np.uint32) -> np.uint32:
    """Return whether three cards are split."""
    return U32(hand == _SPLIT_ROW)


@jit_inlined
def start_hand(table: ThreeCardLanes, up: Card, own: Card, other: Card, another: Card) -> np.uint32:
    """Return where the row of a hand of a split begins."""
    return U32(table.starts[_row(table, up, own, other, another)])


@jit_inlined
def play_hand(lanes: Lanes, table: ThreeCardLanes, hand: Integer) -> None:
    """Draw cards to a hand of every lane."""
    walk_listed(lanes, table.player, hand)


@jit_inlined
def play_dealer(lanes: Lanes, table: ThreeCardLanes, hand: Integer) -> None:
    """Draw cards to the dealer of every lane."""
    walk_listed(lanes, table.dealer, hand)


@jit_inlined
def waits(table: ThreeCardLanes, result: np.uint32) -> np.uint32:
    """Return whether a hand waits for the dealer."""
    return U32(table.waits[result])


@jit_inlined
def bonus_row(table: ThreeCardLanes, one: Card, two: Card, three: Card) -> np.uint32:
    """Return the row of the bonus."""
    return U32(table.bonus[U32(U32(one * _CARDS + two) * _CARDS + three)])


@jit_inlined
def end_hand(_: ThreeCardLanes, result: np.uint32, outcome: np.uint32) -> np.uint32:
    """Return the end of a hand; where there is none, it is counted nowhere."""
    return U32(U32(result << _COLUMN_BITS) + outcome)


@jit_inlined
def end_seat(
    table: ThreeCardLanes,
    first: np.uint32,
    second: np.uint32,
    third: np.uint32,
    outcome: np.uint32,
    bonus: np.uint32,
) -> np.uint32:
    """Return the end of a seat: what its hands win, whether it split, and its row of the bonus."""
    nets = table.nets
    has_split = U32(second != _ZERO)
    net = np.int64(nets[U32(U32(first << _COLUMN_BITS) + outcome)])
    net += nets[U32(U32(second << _COLUMN_BITS) + outcome)]
    net += nets[U32(U32(third << _COLUMN_BITS) + outcome)]
    ends = np.int64(table.ends) + np.int64(table.rows + table.rows) * net
    return U32(ends + U32(bonus + U32(has_split * table.rows)))
