"""A round of 3 Card 21 "N" Done: three cards a seat, played as one hand or split into three (2111).

Hands follow states by the values of cards; the bonus uses the cards themselves.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.totals import value
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    I32,
    SPLIT,
)
from pitboss.simulate.buffers import CELLS_ROOM, WAGERS_ROOM, RoundBuffers
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import Deck, card_at
from pitboss.simulate.side_wagers import WagerTables

Array = Any
BONUS_FAMILY = "three-card-poker"
_class = jit_pattern(FAMILIES[BONUS_FAMILY].classify)
_value = jit_pattern(value)
_ONE, _TWO, _VALUES = U32(1), U32(2), U32(VALUES)
_SPLIT = U32(SPLIT)
_THREE = 3


class ThreeCardTables(NamedTuple):
    """The states of a strategy and of the dealer, and the cells of hands."""

    first: Array
    """(up, first, second, third value): the code of three cards as dealt."""
    steps: Array
    """(state, value): the next code."""
    starts: Array
    """(up, its card, the cards of the others): the state of a hand of a split."""
    settled: Array
    """(result, the dealer's outcome): the cell."""
    waits: Array
    """(result): whether it waits for the dealer."""
    paid: Array
    """(result): whether it is a 21 that is paid at once."""
    dealer_first: Array
    dealer_steps: Array
    lost: np.int64
    """The result of a hand that a dealer blackjack takes."""
    split_cell: np.int64
    """The cell of a split."""
    bonus_cells: np.int64
    """The cell of a bonus that won nothing; those of its rows follow."""
    suit: np.int64
    """The suit of rows that name one."""


@jit_inlined
def _value_class(card: np.uint32) -> np.uint32:
    """Return what a card counts, less one."""
    return U32(_value(card) - 1)


@jit_inlined
def row_of_four(up: np.uint32, one: np.uint32, two: np.uint32, three: np.uint32) -> np.uint32:
    """Return the place of four values in a table of them."""
    return U32(U32(U32(U32(U32(U32(up * _VALUES) + one) * _VALUES) + two) * _VALUES) + three)


@jit_inlined
def _walk(deck: Deck, index: np.uint32, code: np.int32, steps: Array) -> tuple[np.uint32, np.int32]:
    """Draw cards until the hand is a result."""
    while code >= 0:
        value_class = _value_class(card_at(deck, index))
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(U32(code) * _VALUES) + value_class)])
    return index, code


@jit_inlined
def bonus_row(
    wagers: WagerTables,
    wager: Integer,
    one: np.uint32,
    two: np.uint32,
    three: np.uint32,
    suit: np.int64,
) -> Integer:
    """Return the row that a wager on the three cards of a seat is paid by."""
    return wagers.rows[wager, 0, _class(one, two, three, suit)[0][1]]


@jit_inlined
def _deal(
    deck: Deck,
    tables: ThreeCardTables,
    seats: Integer,
    wagers: WagerTables,
    index: np.uint32,
    buffers: RoundBuffers,
) -> tuple[np.uint32, np.uint32]:
    """Read the deal; store the values of every seat's cards, and the result of its bonus.

    2111(3): the third card comes after the dealer's second. Return the values of the dealer's two
    cards.
    """
    hand = buffers.cards
    up = _value_class(card_at(deck, U32(index + U32(seats))))
    second = U32(index + U32(seats) + _ONE)
    down = _value_class(card_at(deck, U32(second + U32(seats))))
    third = U32(second + U32(seats) + _ONE)
    for seat in range(seats):
        one = card_at(deck, U32(index + U32(seat)))
        two = card_at(deck, U32(second + U32(seat)))
        three = card_at(deck, U32(third + U32(seat)))
        for wager in range(wagers.size):
            row = bonus_row(wagers, wager, one, two, three, tables.suit)
            buffers.rows[seat * WAGERS_ROOM + wager] = row
        at = _THREE * seat
        hand[at], hand[at + 1], hand[at + 2] = (
            _value_class(one),
            _value_class(two),
            _value_class(three),
        )
    return up, down


@jit_inlined
def _play_seats(
    deck: Deck,
    tables: ThreeCardTables,
    seats: Integer,
    index: np.uint32,
    up: np.uint32,
    buffers: RoundBuffers,
) -> tuple[np.uint32, bool]:
    """Play every hand in turn; return the next index, and whether a hand waits for the dealer.

    Ruling T2: the hands of a split are the cards in the order dealt, each finished before the next
    gets its second card.
    """
    cells, ended, hand = buffers.cells, buffers.ended, buffers.cards
    waiting = False
    for seat in range(seats):
        at, base = _THREE * seat, seat * CELLS_ROOM
        code = I32(tables.first[row_of_four(up, hand[at], hand[at + 1], hand[at + 2])])
        if U32(~code) == _SPLIT:
            for turn in range(_THREE):
                next_, last = (turn + 1) % _THREE, (turn + 2) % _THREE
                row = row_of_four(up, hand[at + turn], hand[at + next_], hand[at + last])
                index, code = _walk(deck, index, I32(tables.starts[row]), tables.steps)
                cells[base + turn] = U32(~code)
                waiting = waiting or bool(tables.waits[U32(~code)])
            ended[seat] = _THREE
        else:
            index, code = _walk(deck, index, code, tables.steps)
            cells[base] = U32(~code)
            waiting = waiting or bool(tables.waits[U32(~code)])
            ended[seat] = 1
    return index, waiting


@jit_inlined
def _against_blackjack(
    tables: ThreeCardTables, seats: Integer, up: np.uint32, buffers: RoundBuffers
) -> None:
    """2111(6), ruling T3: every hand except a paid 21 loses the first wager, split or not."""
    hand = buffers.cards
    for seat in range(seats):
        at = _THREE * seat
        code = I32(tables.first[row_of_four(up, hand[at], hand[at + 1], hand[at + 2])])
        is_paid = code < 0 and bool(tables.paid[U32(~code)])
        buffers.cells[seat * CELLS_ROOM] = U32(~code) if is_paid else U32(tables.lost)
        buffers.ended[seat] = 1


@jit_inlined
def _settle(
    tables: ThreeCardTables, seats: Integer, outcome: np.uint32, buffers: RoundBuffers
) -> None:
    """Replace results by cells, and add the cells of a split and of the bonus."""
    cells, ended = buffers.cells, buffers.ended
    for seat in range(seats):
        base, hands = seat * CELLS_ROOM, ended[seat]
        for place in range(hands):
            result = cells[base + place]
            cells[base + place] = tables.settled[(result << COLUMN_BITS) + outcome]
        cells[base + hands] = tables.bonus_cells + buffers.rows[seat * WAGERS_ROOM]
        if hands == _THREE:
            cells[base + _THREE + 1] = tables.split_cell
        ended[seat] = hands + (2 if hands == _THREE else 1)


@jit_linked
def play_round(
    deck: Deck,
    tables: ThreeCardTables,
    seats: Integer,
    wagers: WagerTables,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round; return where the next card lies."""
    up, down = _deal(deck, tables, seats, wagers, index, buffers)
    index = U32(index + U32(_THREE) * U32(seats) + _TWO)
    dealer = I32(tables.dealer_first[U32(U32(up * _VALUES) + down)])
    outcome = DEALER_NOT_DRAWN
    if U32(~dealer) == DEALER_BLACKJACK:
        outcome = DEALER_BLACKJACK
        _against_blackjack(tables, seats, up, buffers)
    else:
        index, waiting = _play_seats(deck, tables, seats, index, up, buffers)
        if waiting:
            index, dealer = _walk(deck, index, dealer, tables.dealer_steps)
            outcome = U32(~dealer)
    _settle(tables, seats, outcome, buffers)
    return index
