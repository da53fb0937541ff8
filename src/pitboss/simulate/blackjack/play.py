"""Playing a round: walking automata, card by card.

Everything here is compiled from one source for processors and graphics cards. What a hand is, what
may be done with it and where it ends is in the arrays of a *game*, which `layout` makes of the
rules and a strategy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.dealer_graph import BLACKJACK
from pitboss.compiled.jit import jit_inlined, jit_linked
from pitboss.simulate.hand_results import NOT_DRAWN
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import FRONTIER, Deck, draw_on, place

Array = Any
Game = Any
I32 = np.int32
COLUMN_BITS = 4
"""Ends have sixteen columns: one for each outcome of the dealer's, and some to spare."""
HANDS_ROOM = 8
"""More hands than one main wager may be split into."""
FIRST_END = U32(2)
"""Ends below are none: a split, and a free split."""
_ZERO, _ONE, _TWO, _THREE, _FOUR = U32(0), U32(1), U32(2), U32(3), U32(4)
_BYTE, _BYTE_BITS = U32(255), U32(8)
DEALER_BLACKJACK, DEALER_NOT_DRAWN = U32(BLACKJACK), U32(NOT_DRAWN)


@jit_inlined
def card_at(deck: Deck, index: np.uint32) -> np.uint32:
    """Return the card at *index*, placing it first where that has not been done."""
    shoe, state, _, lane, lanes, _, _, _, _ = deck
    if index >= U32(state[FRONTIER]):
        draw_on(deck, index)
    return U32(shoe[place(index, lane, lanes)])


@jit_inlined
def walk(
    deck: Deck, index: np.uint32, code: np.int32, steps: Array, columns: np.uint32
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Draw cards while there is a state that wants one; return where we are and the last card."""
    card = _ZERO
    while code >= 0:
        card = card_at(deck, index)
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(code) * columns + card)])
    return index, code, card


@jit_linked
def play_split(
    deck: Deck,
    game: Game,
    index: np.uint32,
    up: np.uint32,
    one: np.uint32,
    two: np.uint32,
    free: np.uint32,
    ends: Array,
    base: np.uint32,
    stack: Array,
) -> tuple[np.uint32, np.uint32, bool, np.uint32, np.uint32]:
    """Split a pair and play its hands, the first of them first.

    W30: a hand made by a split is played right after the one it was split from. A *free* split is
    made with a lammer, which carries the hand it starts.

    Return where we are, how many hands there are, whether one waits for the dealer, and between
    which two indices the cards of the first hand lie.
    """
    columns, _, steps, starts, refused, _, waits, _, _, hands_max, _ = game
    count, made, top, waiting = _ZERO, _TWO, _TWO, False
    begins, stops = index, index
    stack[0] = U32(two | (free << _BYTE_BITS))
    stack[1] = one
    while top > _ZERO:
        top = U32(top - _ONE)
        first, carried = U32(stack[top] & _BYTE), U32(stack[top] >> _BYTE_BITS)
        row = U32(U32(carried * columns + up) * columns + first)
        if count == _ZERO:
            begins = index
        index, code, last = walk(deck, index, I32(starts[row]), steps, columns)
        end = U32(~code)
        if end < FIRST_END:
            if made < hands_max:
                made = U32(made + _ONE)
                stack[U32(top + _ONE)] = stack[top]
                stack[top] = U32(last | (end << _BYTE_BITS))
                top = U32(top + _TWO)
                continue
            code = I32(refused[U32(row * columns + last)])
            index, code, last = walk(deck, index, code, steps, columns)
            end = U32(~code)
        if count == _ZERO:
            stops = index
        ends[U32(base + count)] = end
        count = U32(count + _ONE)
        waiting = waiting or bool(waits[end])
    return index, count, waiting, begins, stops


@jit_inlined
def play_round(
    deck: Deck, game: Game, index: np.uint32, ends: Array, stack: Array
) -> tuple[np.uint32, np.uint32, np.uint32, np.uint32]:
    """Play a round of one seat; return where we are, the dealer's outcome, the end, and how many.

    Of a round without a split the one end is returned; of another the ends are in *ends*.
    """
    columns, first, steps, _, _, peeked, waits, dealer_first, dealer_steps, _, peeks = game
    one, up = card_at(deck, index), card_at(deck, U32(index + _ONE))
    two, down = card_at(deck, U32(index + _TWO)), card_at(deck, U32(index + _THREE))
    index = U32(index + _FOUR)
    dealer = I32(dealer_first[U32(up * columns + down)])
    if peeks and U32(~dealer) == DEALER_BLACKJACK:
        return index, DEALER_BLACKJACK, U32(peeked[U32(one * columns + two)]), _ONE
    code = I32(first[U32(U32(up * columns + one) * columns + two)])
    index, code, _ = walk(deck, index, code, steps, columns)
    end, count = U32(~code), _ONE
    if end < FIRST_END:
        index, count, waiting, _, _ = play_split(
            deck, game, index, up, one, two, end, ends, _ZERO, stack
        )
    else:
        waiting = bool(waits[end])
    outcome = DEALER_NOT_DRAWN
    if waiting:
        index, dealer, _ = walk(deck, index, dealer, dealer_steps, columns)
        outcome = U32(~dealer)
    elif U32(~dealer) == DEALER_BLACKJACK:  # nobody looked, and it may yet push a blackjack
        outcome = DEALER_BLACKJACK
    return index, outcome, end, count
