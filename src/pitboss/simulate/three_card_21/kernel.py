"""A round of 3 Card 21 "N" Done: three cards a seat, played as one hand or split into three (2111).

What hands come to is in states that cards lead through, by their values; the bonus looks at the
cards themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.families import SIGHTS
from pitboss.patterns.totals import value
from pitboss.simulate.backends.shoes import CELLS_ROOM, WAGERS_ROOM
from pitboss.simulate.blackjack.automaton import SPLIT
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    I32,
    card_at,
)
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import Deck

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
LOST, SPLIT_CELL, BONUS_AT, SUIT = range(4)
"""Numbers: the end that a dealer blackjack makes, the cell of a split, that of a bonus that won
nothing, which those of its rows follow, and the suit of rows that name one."""
BONUS_FAMILY = "three-card-poker"
_class = jit_pattern(SIGHTS[BONUS_FAMILY].hits)
_value = jit_pattern(value)
_ONE, _TWO, _VALUES = U32(1), U32(2), U32(VALUES)
_SPLIT = U32(SPLIT)
_THREE = 3


@jit_inlined
def _symbol(card: np.uint32) -> np.uint32:
    """Return what a card counts, less one."""
    return U32(_value(card) - 1)


@jit_inlined
def _row(up: np.uint32, one: np.uint32, two: np.uint32, three: np.uint32) -> np.uint32:
    """Return the place of four values in a table of them."""
    return U32(U32(U32(U32(U32(U32(up * _VALUES) + one) * _VALUES) + two) * _VALUES) + three)


@jit_inlined
def _walk(deck: Deck, index: np.uint32, code: np.int32, steps: Array) -> tuple[np.uint32, np.int32]:
    """Draw cards while there is a state that wants one."""
    while code >= 0:
        symbol = _symbol(card_at(deck, index))
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(U32(code) * _VALUES) + symbol)])
    return index, code


@jit_inlined
def _deal(
    deck: Deck, tables: Any, seats: Integer, wagers: Any, index: np.uint32, room: Any
) -> tuple[np.uint32, np.uint32]:
    """Look at what was dealt; leave the values of every seat's cards, and what its bonus came to.

    2111(3): the third card comes after the dealer's second. Return the values of his two.
    """
    _, _, _, found, hand, _ = room
    count, _, rows, _, _, _ = wagers
    suit = tables[8][SUIT]
    up = _symbol(card_at(deck, U32(index + U32(seats))))
    second = U32(index + U32(seats) + _ONE)
    down = _symbol(card_at(deck, U32(second + U32(seats))))
    third = U32(second + U32(seats) + _ONE)
    for seat in range(seats):
        one = card_at(deck, U32(index + U32(seat)))
        two = card_at(deck, U32(second + U32(seat)))
        three = card_at(deck, U32(third + U32(seat)))
        kind = _class(one, two, three, suit)[0][1]
        for wager in range(count):
            found[seat * WAGERS_ROOM + wager] = rows[wager, 0, kind]
        at = _THREE * seat
        hand[at], hand[at + 1], hand[at + 2] = _symbol(one), _symbol(two), _symbol(three)
    return up, down


@jit_inlined
def _play_seats(
    deck: Deck, tables: Any, seats: Integer, index: np.uint32, up: np.uint32, room: Any
) -> tuple[np.uint32, bool]:
    """Play every hand in its turn; return where we are, and whether one waits for the dealer.

    Ruling T2: the hands of a split are the cards in the order dealt, each finished before the next
    gets its second card.
    """
    first, steps, starts, _, waits, _, _, _, _ = tables
    _, cells, ended, _, hand, _ = room
    waiting = False
    for seat in range(seats):
        at, base = _THREE * seat, seat * CELLS_ROOM
        code = I32(first[_row(up, hand[at], hand[at + 1], hand[at + 2])])
        if U32(~code) == _SPLIT:
            for turn in range(_THREE):
                next_, last = (turn + 1) % _THREE, (turn + 2) % _THREE
                row = _row(up, hand[at + turn], hand[at + next_], hand[at + last])
                index, code = _walk(deck, index, I32(starts[row]), steps)
                cells[base + turn] = U32(~code)
                waiting = waiting or bool(waits[U32(~code)])
            ended[seat] = _THREE
        else:
            index, code = _walk(deck, index, code, steps)
            cells[base] = U32(~code)
            waiting = waiting or bool(waits[U32(~code)])
            ended[seat] = 1
    return index, waiting


@jit_inlined
def _against_blackjack(tables: Any, seats: Integer, up: np.uint32, room: Any) -> None:
    """2111(6), ruling T3: what was not a 21 that was paid loses the first wager, split or not."""
    first, _, _, _, _, paid, _, _, numbers = tables
    _, cells, ended, _, hand, _ = room
    for seat in range(seats):
        at = _THREE * seat
        code = I32(first[_row(up, hand[at], hand[at + 1], hand[at + 2])])
        is_paid = code < 0 and bool(paid[U32(~code)])
        cells[seat * CELLS_ROOM] = U32(~code) if is_paid else U32(numbers[LOST])
        ended[seat] = 1


@jit_inlined
def _settle(tables: Any, seats: Integer, outcome: np.uint32, room: Any) -> None:
    """Put cells in the place of ends, and behind them those of a split and of the bonus."""
    settled, numbers = tables[3], tables[8]
    _, cells, ended, found, _, _ = room
    for seat in range(seats):
        base, hands = seat * CELLS_ROOM, ended[seat]
        for place in range(hands):
            cells[base + place] = settled[(cells[base + place] << COLUMN_BITS) + outcome]
        cells[base + hands] = numbers[BONUS_AT] + found[seat * WAGERS_ROOM]
        if hands == _THREE:
            cells[base + _THREE + 1] = numbers[SPLIT_CELL]
        ended[seat] = hands + (2 if hands == _THREE else 1)


@jit_linked
def play_round(
    deck: Deck, tables: Any, seats: Integer, wagers: Any, index: np.uint32, room: Any
) -> np.uint32:
    """Play a round; return where the next card lies."""
    dealer_first, dealer_steps = tables[6], tables[7]
    up, down = _deal(deck, tables, seats, wagers, index, room)
    index = U32(index + U32(_THREE) * U32(seats) + _TWO)
    dealer = I32(dealer_first[U32(U32(up * _VALUES) + down)])
    outcome = DEALER_NOT_DRAWN
    if U32(~dealer) == DEALER_BLACKJACK:
        outcome = DEALER_BLACKJACK
        _against_blackjack(tables, seats, up, room)
    else:
        index, waiting = _play_seats(deck, tables, seats, index, up, room)
        if waiting:
            index, dealer = _walk(deck, index, dealer, dealer_steps)
            outcome = U32(~dealer)
    _settle(tables, seats, outcome, room)
    return index
