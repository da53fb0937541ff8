"""What a whole table of 3 Card 21 "N" Done looks up (`rounds/three_card_21.py`).

Hands follow states by the values of cards; the bonus uses the cards themselves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Ints, LongInts
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_inlined, jit_pattern
from pitboss.patterns.families import FAMILIES
from pitboss.patterns.totals import value
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    FIRST_RESULT,
    I32,
    SPLIT,
)
from pitboss.simulator.buffers import WAGERS_ROOM, RoundBuffers
from pitboss.simulator.machine.table_looks import Card, add_cell
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at
from pitboss.simulator.side_wagers import WagerTables

BONUS_FAMILY = "three-card-poker"
_class = jit_pattern(FAMILIES[BONUS_FAMILY].classify)
_value = jit_pattern(value)
_ONE = U32(1)
_VALUES = U32(VALUES)
_SPLIT = U32(SPLIT)
NO_HAND = I32(~0)
"""The code where nothing was split: it draws no card, waits for nobody and ends in no cell."""


class ThreeCardTables(NamedTuple):
    """The states of a strategy and of the dealer, and the cells of hands."""

    first: Ints
    """(up, first, second, third value): the code of three cards as dealt."""
    steps: Ints
    """(state, value): the next code."""
    starts: Ints
    """(up, its card, the cards of the others): the state of a hand of a split."""
    settled: LongInts
    """(result, the dealer's outcome): the cell."""
    waits: Bytes
    """(result): whether it waits for the dealer."""
    paid: Bytes
    """(result): whether it is a 21 that is paid at once."""
    dealer_first: Ints
    dealer_steps: Ints
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
def dealer_start(tables: ThreeCardTables, up: Card, down: Card) -> np.int32:
    """Return the code of the dealer's first two cards."""
    return I32(tables.dealer_first[U32(U32(_value_class(up) * _VALUES) + _value_class(down))])


@jit_inlined
def is_over(_: ThreeCardTables, dealer: np.int32) -> bool:
    """Return whether the dealer has a blackjack."""
    return bool(U32(~dealer) == DEALER_BLACKJACK)


@jit_inlined
def first_hand(
    tables: ThreeCardTables,
    over: bool,  # noqa: FBT001
    up: Card,
    one: Card,
    two: Card,
    three: Card,
) -> np.int32:
    """Return the code of three cards; a dealer blackjack takes all but a 21 that is paid."""
    code = start_hand_in(tables.first, up, one, two, three)
    if over:
        is_paid = code < 0 and bool(tables.paid[U32(~code)])
        return code if is_paid else I32(~tables.lost)
    return code


@jit_inlined
def start_hand_in(table: Ints, up: Card, own: Card, other: Card, another: Card) -> np.int32:
    """Return an entry of a table by the values of four cards."""
    own = _value_class(own)
    other = _value_class(other)
    another = _value_class(another)
    return I32(table[row_of_four(_value_class(up), own, other, another)])


@jit_inlined
def is_split(_: ThreeCardTables, hand: np.int32) -> bool:
    """Return whether three cards are split."""
    return bool(U32(~hand) == _SPLIT)


@jit_inlined
def start_hand(
    tables: ThreeCardTables, up: Card, own: Card, other: Card, another: Card
) -> np.int32:
    """Return the code of a hand of a split, by its card and those of the others."""
    return start_hand_in(tables.starts, up, own, other, another)


@jit_inlined
def play_hand(
    deck: Deck, tables: ThreeCardTables, index: np.uint32, hand: np.int32
) -> tuple[np.uint32, np.uint32]:
    """Draw cards to a hand until it has ended; return the next index and the result."""
    return _walk(deck, index, hand, tables.steps)


@jit_inlined
def play_dealer(
    deck: Deck, tables: ThreeCardTables, index: np.uint32, hand: np.int32, waiting: Integer
) -> tuple[np.uint32, np.uint32]:
    """Draw cards to the dealer if a hand waits; return the next index and the outcome."""
    if waiting or U32(~hand) == DEALER_BLACKJACK:
        return _walk(deck, index, hand, tables.dealer_steps)
    return index, DEALER_NOT_DRAWN


@jit_inlined
def _walk(deck: Deck, index: np.uint32, code: np.int32, steps: Ints) -> tuple[np.uint32, np.uint32]:
    """Draw cards until the hand is a result."""
    while code >= 0:
        value_class = _value_class(card_at(deck, index))
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(U32(code) * _VALUES) + value_class)])
    return index, U32(~code)


@jit_inlined
def waits(tables: ThreeCardTables, result: np.uint32) -> Integer:
    """Return whether a hand waits for the dealer."""
    return tables.waits[result]


@jit_inlined
def bonus_row(
    tables: ThreeCardTables,
    wagers: WagerTables,
    wager: Integer,
    one: Card,
    two: Card,
    three: Card,
) -> Integer:
    """Return the row that a wager on the three cards of a seat is paid by."""
    return wagers.rows[wager, 0, _class(one, two, three, tables.suit)[0][1]]


@jit_inlined
def end_hand(
    tables: ThreeCardTables,
    buffers: RoundBuffers,
    seat: Integer,
    result: np.uint32,
    outcome: np.uint32,
) -> None:
    """Store the cell of a hand, if there is one."""
    if result >= FIRST_RESULT:
        add_cell(buffers, seat, tables.settled[(result << COLUMN_BITS) + outcome])


@jit_inlined
def end_seat(
    tables: ThreeCardTables,
    buffers: RoundBuffers,
    seat: Integer,
    first: np.uint32,
    second: np.uint32,
    third: np.uint32,
    outcome: np.uint32,
) -> None:
    """Store the cells of the bonus, and of a split."""
    at: Integer = seat * WAGERS_ROOM
    add_cell(buffers, seat, tables.bonus_cells + buffers.rows[at])
    if second >= FIRST_RESULT:
        add_cell(buffers, seat, tables.split_cell)
