"""Shuffling on a graphics card, eight cards at a time; multiplications replace shifts.

The units that multiply are otherwise idle, and no lane takes a branch for every word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.simulator.random.philox import U32, U64, Words, philox
from pitboss.simulator.random.shuffle import (
    FILLED,
    FRONTIER,
    WORD,
    Deck,
    draw_on,
    is_uneven,
    shuffle_to,
)

UNDONE_MAX = 64
"""Cards of a fresh shoe whose places are kept: the next round puts them back."""
_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX, _EIGHT = (U32(n) for n in (0, 1, 2, 3, 4, 6, 8))
_HALF = U64(32)


@jit_inlined
def place_at(index: Integer, lanes: Integer, base: Integer) -> np.uint32:
    """Return the place of a card: four cards to a word, the lanes side by side."""
    return U32(U32(U32(index * lanes) + base) - U32(U32(index & _THREE) * U32(lanes - _ONE)))


@jit_inlined
def order_cards(blank: Array, shared: Array, lane: Integer, lanes: Integer) -> None:
    """Put the cards of a shoe in order into a lane of the memory that a block shares."""
    at = _ZERO
    place = lane
    size = U32(len(blank))
    while at < size:
        shared[place] = blank[at]
        at = U32(at + _ONE)
        place = U32(place + lanes)


@jit_inlined
def swap_places(shoe: Array, one: Integer, two: Integer) -> None:
    """Swap the cards at two places."""
    kept = shoe[two]
    shoe[two] = shoe[one]
    shoe[one] = kept


@jit_inlined
def choose_two(word: Integer, frontier: Integer, size: Integer) -> Words:
    """Return the cards for two places, and the rest of the word with the number of ways."""
    left = U32(size - frontier)
    less = U32(left - _ONE)
    product = U64(word) * U64(left)
    one = U32(U32(product >> _HALF) + frontier)
    product = U64(U32(product)) * U64(less)
    two = U32(U32(product >> _HALF) + U32(frontier + _ONE))
    return one, two, U32(product), U32(left * less)


@jit_inlined
def swap_two(
    shoe: Array, frontier: Integer, one: Integer, two: Integer, lanes: Integer, base: Integer
) -> None:
    """Put two cards at the frontier, which is even: its two places lie in one word."""
    here = place_at(frontier, lanes, base)
    swap_places(shoe, here, place_at(one, lanes, base))
    swap_places(shoe, U32(here + _ONE), place_at(two, lanes, base))


@jit_inlined
def _place_two(
    shoe: Array, word: Integer, frontier: Integer, size: Integer, lanes: Integer, base: Integer
) -> Any:
    """Place two cards by a word, or none if it is uneven; return how many are placed."""
    one, two, rest, ways = choose_two(word, frontier, size)
    if is_uneven(rest, ways):
        return frontier
    swap_two(shoe, frontier, one, two, lanes, base)
    return U32(frontier + _TWO)


@jit_inlined
def shuffle(deck: Deck, wanted: np.uint32) -> None:
    """Shuffle a shoe in order, eight cards at a time, as `random.shuffle.begin` does.

    The same words put the same cards into the same places.
    """
    shoe = deck.cards
    size = deck.size
    lanes = deck.lanes
    base = U32(deck.lane << _TWO)
    frontier = _ZERO
    block = _ZERO
    k0 = U32(deck.seed)
    k1 = U32(deck.seed >> _HALF)
    c1 = U32(deck.number)
    c2 = U32(deck.number >> _HALF)
    w0 = _ZERO
    w1 = _ZERO
    w2 = _ZERO
    w3 = _ZERO
    while U32(frontier + _EIGHT) <= wanted and U32(frontier + _EIGHT) < size:
        w0, w1, w2, w3 = philox(block, c1, c2, _ZERO, k0, k1)
        block = U32(block + _ONE)
        a1, a2, rest, ways = choose_two(w0, frontier, size)
        uneven = rest < ways
        b1, b2, rest, ways = choose_two(w1, U32(frontier + _TWO), size)
        uneven = uneven or rest < ways
        d1, d2, rest, ways = choose_two(w2, U32(frontier + _FOUR), size)
        uneven = uneven or rest < ways
        e1, e2, rest, ways = choose_two(w3, U32(frontier + _SIX), size)
        if uneven or rest < ways:  # perhaps: look at one word after the other
            frontier = _place_two(shoe, w0, frontier, size, lanes, base)
            frontier = _place_two(shoe, w1, frontier, size, lanes, base)
            frontier = _place_two(shoe, w2, frontier, size, lanes, base)
            frontier = _place_two(shoe, w3, frontier, size, lanes, base)
        else:
            swap_two(shoe, frontier, a1, a2, lanes, base)
            swap_two(shoe, U32(frontier + _TWO), b1, b2, lanes, base)
            swap_two(shoe, U32(frontier + _FOUR), d1, d2, lanes, base)
            swap_two(shoe, U32(frontier + _SIX), e1, e2, lanes, base)
            frontier = U32(frontier + _EIGHT)
    _keep_state(deck, frontier, block, w0, w1, w2, w3)
    if frontier < wanted:
        shuffle_to(deck, wanted)


@jit_inlined
def _keep_state(
    deck: Deck,
    frontier: Integer,
    block: Integer,
    w0: Integer,
    w1: Integer,
    w2: Integer,
    w3: Integer,
) -> None:
    """Keep what `draw_on` needs to place more cards; all words of the last block are used."""
    words = deck.words
    lane = deck.lane
    lanes = deck.lanes
    state = deck.state
    words[lane] = w0
    words[U32(lane + lanes)] = w1
    words[U32(lane + lanes + lanes)] = w2
    words[U32(lane + lanes + lanes + lanes)] = w3
    state[FRONTIER] = frontier
    state[WORD] = U32(block << _TWO)
    state[FILLED] = block


@jit_inlined
def _place_recorded(deck: Deck, targets: Array) -> None:
    """Place up to eight more cards of a fresh shoe, and keep where they came from."""
    state = deck.state
    frontier = U32(deck.state[FRONTIER])
    block = U32(deck.state[FILLED])
    k0 = U32(deck.seed)
    k1 = U32(deck.seed >> _HALF)
    c1 = U32(deck.number)
    c2 = U32(deck.number >> _HALF)
    w0, w1, w2, w3 = philox(block, c1, c2, _ZERO, k0, k1)
    frontier = _record_two(deck, w0, frontier, targets)
    frontier = _record_two(deck, w1, frontier, targets)
    frontier = _record_two(deck, w2, frontier, targets)
    frontier = _record_two(deck, w3, frontier, targets)
    block = U32(block + _ONE)
    state[FRONTIER] = frontier
    state[WORD] = U32(block << _TWO)
    state[FILLED] = block


@jit_inlined
def _record_two(deck: Deck, word: Integer, frontier: Integer, targets: Array) -> Any:
    """Place two cards by a word as `_place_two` does, and keep where they came from."""
    one, two, rest, ways = choose_two(word, frontier, deck.size)
    if is_uneven(rest, ways):
        return frontier
    swap_two(deck.cards, frontier, one, two, deck.lanes, U32(deck.lane << _TWO))
    targets[frontier] = one
    targets[U32(frontier + _ONE)] = two
    return U32(frontier + _TWO)


@jit_inlined
def _put_back(deck: Deck, targets: Array) -> None:
    """Put the cards of a fresh shoe back into order, the last one first."""
    base = U32(deck.lane << _TWO)
    place = U32(deck.state[FRONTIER])
    while place > _ZERO:
        place = U32(place - _ONE)
        here = place_at(place, deck.lanes, base)
        there = place_at(U32(targets[place]), deck.lanes, base)
        swap_places(deck.cards, here, there)


@jit_inlined
def place_to(deck: Deck, index: Integer, targets: Array, mixed: Flag, is_fresh: Flag) -> Any:
    """Place the cards up to *index*; return whether cards were placed that cannot be put back."""
    state = deck.state
    while index >= U32(state[FRONTIER]):
        room = U32(min(deck.size, U32(UNDONE_MAX)))
        if is_fresh and not mixed and U32(state[FRONTIER] + _EIGHT) < room:
            _place_recorded(deck, targets)
        else:
            draw_on(deck, U32(state[FRONTIER]))
            mixed = True
    return mixed


@jit_inlined
def reopen(deck: Deck, blank: Array, shared: Array, targets: Array, is_mixed: Flag) -> None:
    """Put a shoe of which few cards were dealt back into order."""
    if is_mixed:
        order_cards(blank, shared, deck.lane, deck.lanes)
    else:
        _put_back(deck, targets)
    deck.state[FRONTIER] = _ZERO
    deck.state[WORD] = _ZERO
    deck.state[FILLED] = _ZERO
