"""3 Card 21 "N" Done in lanes: half of all hands are split, so every lane has three."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.simulate.blackjack.play import COLUMN_BITS, FIRST_RESULT, SPLIT
from pitboss.simulate.lanes.hands import (
    BLACKJACK_ROW,
    CARDS,
    DEALER,
    RANKS,
    ROW_BITS,
    SUITS,
    Paths,
    begin_dealer,
    dealer_paths,
    dealer_rows,
    hand_result,
    paths,
    row_starts,
    walk_listed,
)
from pitboss.simulate.lanes.memory import ENDS_ROOM, LANES, Lanes, count, end
from pitboss.simulate.lanes.plan import NOBODYS, LaneEnds, LanePlan, plan, wager_slots, won_ends
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.side_wagers import WagerTables
from pitboss.simulate.three_card_21.kernel import bonus_row, row_of_four

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
ENDS = 4
HAS_MORE = False
_DEAL, _HANDS = 5, 3
_CARDS, _VALUES, _COLUMN_BITS, _ZERO = U32(CARDS), U32(VALUES), U32(COLUMN_BITS), U32(0)
_SPLIT_ROW = U32(SPLIT << ROW_BITS)


class ThreeCardLanes(NamedTuple):
    """The automata by rank, and the bonus by cards."""

    values: Array
    """(card): its value, the ace as 0."""
    first: Array
    """(whether the dealer has a blackjack, up, first, second, third value): where the row of three
    cards begins."""
    starts: Array
    """(up, its card, the values of the others): where the row of a hand of a split begins."""
    dealer_first: Array
    """(up, down value): where the row of the dealer's hand begins."""
    player: Paths
    dealer: Paths
    waits: Array
    """(result): whether it waits for the dealer; nothing does where there is no hand."""
    nets: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    ends: np.uint32
    """The end of a seat that wins nothing, without a split or a row of the bonus; those of single
    hands come before."""
    bonus: Array
    """(first, second, third card): the row of the bonus."""
    rows: np.uint32
    """How many rows the bonus has, with none."""


def three_card_plan(job: CellJob) -> LanePlan:
    """Return how lanes play 3 Card 21."""
    tables, results = job.layout.tables, len(job.layout.tables.waits)
    first = tables.first.reshape((VALUES,) * 4)
    paid = (first < 0) & tables.paid.astype(bool)[np.where(first < 0, ~first, 0)]
    both = np.stack((first, np.where(paid, first, ~tables.lost)))
    bonus = np.zeros(CARDS**3, dtype=np.uint8)
    classify_threes(job.wager_tables, tables.suit, bonus)
    rows, settled = job.wagers[0].combinations, tables.settled.astype(np.int64)
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


def _by_rank(steps: Array) -> Array:
    """Return (state, value) as (state, rank)."""
    return steps.reshape(-1, VALUES)[:, np.minimum(np.arange(RANKS), VALUES - 1)]


@jit_cached
def classify_threes(wagers: WagerTables, suit: np.int64, rows: Array) -> None:
    """Write down the row of the bonus for every three cards."""
    for number in range(CARDS**3):
        one, two, three = number // CARDS**2, number // CARDS % CARDS, number % CARDS
        rows[number] = bonus_row(wagers, 0, U32(one), U32(two), U32(three), suit)


@jit_inlined
def _value_at(lanes: Lanes, table: ThreeCardLanes, lane: Integer, shift: Integer) -> np.uint32:
    """Return the value of a card of the deal of a lane."""
    return U32(table.values[lanes.cards[U64(lanes.starts[lane] + U64(shift))]])


@jit_inlined
def _deal(lanes: Lanes, table: ThreeCardLanes, lane: Integer) -> bool:
    """2111(3): the third card comes after the dealer's second; return whether they are split.

    Where nothing is split, the second and third hand are not there.
    """
    one, up, two = (
        _value_at(lanes, table, lane, 0),
        _value_at(lanes, table, lane, 1),
        _value_at(lanes, table, lane, 2),
    )
    down, three = _value_at(lanes, table, lane, 3), _value_at(lanes, table, lane, 4)
    dealer = U32(table.dealer_first[U32(up * _VALUES + down)])
    over = U32(dealer == BLACKJACK_ROW)
    first = U32(table.first[U32(over * U32(VALUES**4) + row_of_four(up, one, two, three))])
    is_split, codes = U32(first == _SPLIT_ROW), lanes.codes
    codes[lane] = first
    codes[U64(U64(LANES) + lane)] = codes[U64(U64(2 * LANES) + lane)] = _ZERO
    codes[U64(U64(DEALER * LANES) + lane)] = dealer
    lanes.places[lane] = U64(lanes.starts[lane] + U64(_DEAL))
    lanes.kept[lane] = 1
    row = _bonus(lanes.cards, table.bonus, U64(lanes.starts[lane]))
    end(lanes.ends, lane, 3, U32(row + U32(is_split * table.rows)))
    return bool(is_split)


@jit_inlined
def _split(lanes: Lanes, table: ThreeCardLanes, lane: Integer) -> None:
    """Ruling T2: a split has three hands."""
    one, up, two = (
        _value_at(lanes, table, lane, 0),
        _value_at(lanes, table, lane, 1),
        _value_at(lanes, table, lane, 2),
    )
    three, codes = _value_at(lanes, table, lane, 4), lanes.codes
    codes[lane] = table.starts[row_of_four(up, one, two, three)]
    codes[U64(U64(LANES) + lane)] = table.starts[row_of_four(up, two, three, one)]
    codes[U64(U64(2 * LANES) + lane)] = table.starts[row_of_four(up, three, one, two)]


@jit_inlined
def _deal_all(lanes: Lanes, table: ThreeCardLanes) -> None:
    """Deal in every lane, and split; half of all deals are split, which no processor predicts."""
    split, left = lanes.split, U64(0)
    for lane in range(count(lanes.playing)):
        split[left] = lane
        left = U64(left + U64(_deal(lanes, table, lane)))
    for number in range(left):
        _split(lanes, table, U64(split[number]))


@jit_inlined
def _bonus(cards: Array, bonus: Array, place: np.uint64) -> np.uint32:
    """Return the row of the bonus."""
    row = U32(U32(cards[place]) * _CARDS + U32(cards[U64(place + U64(2))]))
    return U32(bonus[U32(row * _CARDS + U32(cards[U64(place + U64(4))]))])


@jit_inlined
def play(lanes: Lanes, table: ThreeCardLanes) -> None:
    """Play a round in every lane."""
    _deal_all(lanes, table)
    for hand in range(_HANDS):
        walk_listed(lanes, table.player, hand)
    for lane in range(count(lanes.playing)):
        waits = U32(0)
        for hand in range(_HANDS):
            waits = U32(waits | U32(table.waits[hand_result(lanes.codes, hand, lane)]))
        begin_dealer(lanes.codes, lane, waits)
    walk_listed(lanes, table.dealer, DEALER)
    for lane in range(count(lanes.playing)):
        net = np.int64(table.ends)
        outcome, step = hand_result(lanes.codes, DEALER, lane), np.int64(table.rows + table.rows)
        for hand in range(_HANDS):
            cell = U32(U32(hand_result(lanes.codes, hand, lane) << _COLUMN_BITS) + outcome)
            end(lanes.ends, lane, hand, cell)
            net += step * table.nets[cell]
        end(lanes.ends, lane, 3, U32(net + lanes.ends[U64(lane * U64(ENDS_ROOM) + U64(3))]))
