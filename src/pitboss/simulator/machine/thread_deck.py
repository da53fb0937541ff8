"""The cards of one round as a thread of a graphics card reads them: of its shoe, or of a deck."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.arrays import Bytes
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.simulator.backends.cuda_shuffle import choose_two, place_at, swap_two
from pitboss.simulator.lanes.hands import Paths
from pitboss.simulator.random.philox import U32, U64, philox

_ZERO, _ONE, _TWO, _FOUR, _SIX, _EIGHT = (U32(number) for number in (0, 1, 2, 4, 6, 8))
_HALF = U64(32)
_RANK = U32(2)


@jit_inlined
def thread_card(cards: Bytes, index: Integer, lanes: Integer, base: Integer) -> np.uint32:
    """Return a card that is placed."""
    return U32(cards[place_at(index, lanes, base)])


@jit_inlined
def place_deck(
    cards: Bytes, size: Integer, wanted: int, number: Integer, seed: Integer, base: Integer,
    lanes: Integer,
) -> Flag:  # fmt: skip
    """Place the first cards of a deck in order, eight at a time; return whether they are in doubt.

    In doubt are those for which a random word may have to be skipped.
    """
    k0 = U32(seed)
    k1 = U32(seed >> _HALF)
    c1 = U32(number)
    c2 = U32(number >> _HALF)
    doubt: Flag = False
    for block in range(-(-wanted // 8)):
        front = U32(U32(block) * _EIGHT)
        w0, w1, w2, w3 = philox(U32(block), c1, c2, _ZERO, k0, k1)
        a1, a2, rest, ways = choose_two(w0, front, size)
        doubt = doubt or rest < ways
        b1, b2, rest, ways = choose_two(w1, U32(front + _TWO), size)
        doubt = doubt or rest < ways
        d1, d2, rest, ways = choose_two(w2, U32(front + _FOUR), size)
        doubt = doubt or rest < ways
        e1, e2, rest, ways = choose_two(w3, U32(front + _SIX), size)
        doubt = doubt or rest < ways
        swap_two(cards, front, a1, a2, lanes, base)
        swap_two(cards, U32(front + _TWO), b1, b2, lanes, base)
        swap_two(cards, U32(front + _FOUR), d1, d2, lanes, base)
        swap_two(cards, U32(front + _SIX), e1, e2, lanes, base)
    return doubt


@jit_inlined
def draw_cards(
    cards: Bytes, along: Paths, code: Integer, index: np.uint32, frontier: Integer, lanes: Integer,
    base: Integer,
) -> tuple[np.uint32, np.uint32, bool]:  # fmt: skip
    """Draw cards until a hand has ended; return its code, the next index, and whether it has.

    It has not if cards are wanted that are not placed yet; then the code is 0.
    """
    going = U32(along.going)
    is_over = True
    while code >= going:
        if index >= frontier:
            code = _ZERO
            is_over = False
        else:
            card = thread_card(cards, index, lanes, base)
            code = U32(along.rows[U32(code + U32(card >> _RANK))])
            index = U32(index + _ONE)
    return U32(code), index, is_over
