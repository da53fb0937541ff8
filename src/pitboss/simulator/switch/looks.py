"""What a whole table of Blackjack Switch looks up (`rounds/switch.py`): two hands for every seat.

Everything else is as in blackjack.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.blackjack.looks import (
    TableHands,
    deal_bonus,
    dealer_draws,
    dealer_start,
    is_over,
    play_dealer,
    play_dealt,
    takes_insurance,
    wager_row,
    waits,
)
from pitboss.simulator.blackjack.play import I32
from pitboss.simulator.buffers import RoundBuffers
from pitboss.simulator.counting.kernel import counts_on
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck
from pitboss.simulator.side_wager_kernels import value

__all__ = (
    "TableHands",
    "deal_bonus",
    "dealer_draws",
    "dealer_start",
    "is_over",
    "play_dealer",
    "takes_insurance",
    "wager_row",
    "waits",
)


@jit_inlined
def is_switched(
    tables: TableHands, up: Card, one: Card, two: Card, three: Card, four: Card
) -> np.uint32:
    """Return whether the second cards change places."""
    row = value(up) - 1
    row = (row * VALUES + value(one) - 1) * VALUES + value(three) - 1
    row = (row * VALUES + value(two) - 1) * VALUES + value(four) - 1
    return U32(tables.felt.switches[row])


@jit_inlined
def second_card(
    _: TableHands,
    over: bool,  # noqa: FBT001
    switched: np.uint32,
    own: Card,
    other: Card,
) -> Card:
    """Return the second card of a hand: its own, or after a switch that of the other."""
    return U32(own) if over or not switched else U32(other)


@jit_inlined
def first_hand(
    tables: TableHands,
    over: bool,  # noqa: FBT001
    switched: np.uint32,
    up: Card,
    first: Card,
    own: Card,
    other: Card,
) -> np.int32:
    """Return the code of a hand: of its first card, and its own second or the other."""
    hands = tables.blackjack
    classes = tables.blackjack.classes
    if over:
        return I32(~I32(hands.peeked[U32(U32(up * classes + first) * classes + own)]))
    second = U32(other) if switched else U32(own)
    row = U32(U32(U32(U32(switched) * classes + up) * classes + first) * classes + second)
    return I32(hands.first[row])


@jit_inlined
def play_first(
    deck: Deck,
    tables: TableHands,
    index: np.uint32,
    code: np.int32,
    up: Card,
    one: Card,
    two: Card,
    buffers: RoundBuffers,
    seat: Integer,
) -> tuple[np.uint32, np.uint32]:
    """Play the first hand of a seat; return the next index, and whether it waits."""
    counts_on(deck, tables.asks, seat, tables.felt.counted)
    return play_dealt(deck, tables, index, code, up, one, two, buffers.hands, 2 * seat)


@jit_inlined
def play_second(
    deck: Deck,
    tables: TableHands,
    index: np.uint32,
    code: np.int32,
    up: Card,
    one: Card,
    two: Card,
    buffers: RoundBuffers,
    seat: Integer,
) -> tuple[np.uint32, np.uint32]:
    """Play the second hand of a seat; return the next index, and whether it waits."""
    return play_dealt(deck, tables, index, code, up, one, two, buffers.hands, 2 * seat + 1)


@jit_inlined
def end_hand(
    _: TableHands, buffers: RoundBuffers, seat: Integer, __: np.uint32, ___: np.uint32
) -> None:
    """Report a hand; the results of its splits lie in `HandBuffers` already."""
    buffers.ended[seat] += 1


@jit_inlined
def end_seat(
    _: TableHands,
    __: RoundBuffers,
    ___: Integer,
    ____: np.uint32,
    _____: np.uint32,
    ______: np.uint32,
) -> None:
    """Report nothing more: what a seat wins is added up by its hands."""


@jit_inlined
def end_wagers(_: TableHands, __: RoundBuffers, ___: Integer, ____: np.uint32) -> None:
    """Report nothing more: the rows of the wagers are."""
