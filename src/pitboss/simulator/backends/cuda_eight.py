"""The cards of whole rounds on a graphics card: eight of a shoe at a time, each taken once.

All lanes of a warp take the card at the same index of their shoes, so no lane waits for another. A
card is looked up when it is placed, and never again. So dealt cards are not kept, and a swap writes
to one place instead of two.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked
from pitboss.simulator.backends.cuda_shuffle import choose_two, place_at
from pitboss.simulator.blackjack.walk_tables import CARDS_A_BLOCK
from pitboss.simulator.random.philox import U32, U64, philox
from pitboss.simulator.random.shuffle import is_uneven

_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX = (U32(n) for n in (0, 1, 2, 3, 4, 6))
_EIGHT = U32(CARDS_A_BLOCK)
_HALF = U64(32)
_BYTE = U32(255)
_BITS = U32(8)


class LaneShoe(NamedTuple):
    """The shoe of a lane; its cards are apart, or compiled code would forget where they lie."""

    base: Integer
    """Where its cards begin."""
    lanes: Integer
    size: Integer
    number: Integer
    seed: Integer


class Eight(NamedTuple):
    """Where eight cards come from, and the eight cards themselves."""

    one: Integer
    two: Integer
    three: Integer
    four: Integer
    five: Integer
    six: Integer
    seven: Integer
    eight: Integer


class PairPlaces(NamedTuple):
    """Where two cards come from, and how many words of the shoe were skipped before."""

    one: Integer
    two: Integer
    skipped: Integer


@jit_inlined
def _words(shoe: LaneShoe, block: np.uint32) -> Any:
    """Return a block of four random words."""
    k0 = U32(shoe.seed)
    k1 = U32(shoe.seed >> _HALF)
    return philox(block, U32(shoe.number), U32(shoe.number >> _HALF), _ZERO, k0, k1)


@jit_inlined
def places_of(shoe: LaneShoe, block: np.uint32, frontier: Integer) -> Any:
    """Return where the next eight cards come from, and whether that is in doubt."""
    w0, w1, w2, w3 = _words(shoe, block)
    size = shoe.size
    a1, a2, rest, ways = choose_two(w0, frontier, size)
    doubt = rest < ways
    b1, b2, rest, ways = choose_two(w1, U32(frontier + _TWO), size)
    doubt = doubt or rest < ways
    d1, d2, rest, ways = choose_two(w2, U32(frontier + _FOUR), size)
    doubt = doubt or rest < ways
    e1, e2, rest, ways = choose_two(w3, U32(frontier + _SIX), size)
    return Eight(a1, a2, b1, b2, d1, d2, e1, e2), doubt or rest < ways


@jit_linked
def _pair(shoe: LaneShoe, word: Integer, skipped: Integer, frontier: Integer) -> PairPlaces:
    """Return where two cards come from, by the first word from *word* on that is even."""
    while True:
        w0, w1, w2, w3 = _words(shoe, U32(U32(word + skipped) >> _TWO))
        which = U32(U32(word + skipped) & _THREE)
        drawn = w3 if which == _THREE else w2
        drawn = w1 if which == _ONE else drawn
        drawn = w0 if which == _ZERO else drawn
        one, two, rest, ways = choose_two(drawn, frontier, shoe.size)
        if not is_uneven(rest, ways):
            return PairPlaces(one, two, skipped)
        skipped = U32(skipped + _ONE)


@jit_inlined
def _places_in_doubt(shoe: LaneShoe, block: Integer, frontier: Integer, skipped: Integer) -> Any:
    """Do as `places_of` word by word; return how many words of the shoe were skipped too."""
    word = U32(block << _TWO)
    a = _pair(shoe, word, skipped, frontier)
    b = _pair(shoe, U32(word + _ONE), a.skipped, U32(frontier + _TWO))
    d = _pair(shoe, U32(word + _TWO), b.skipped, U32(frontier + _FOUR))
    e = _pair(shoe, U32(word + _THREE), d.skipped, U32(frontier + _SIX))
    return Eight(a.one, a.two, b.one, b.two, d.one, d.two, e.one, e.two), e.skipped


@jit_inlined
def addresses_of(shoe: LaneShoe, places: Eight) -> Eight:
    """Return where the cards of a lane lie in the memory of the block."""
    lanes = shoe.lanes
    base = shoe.base
    return Eight(
        place_at(places.one, lanes, base),
        place_at(places.two, lanes, base),
        place_at(places.three, lanes, base),
        place_at(places.four, lanes, base),
        place_at(places.five, lanes, base),
        place_at(places.six, lanes, base),
        place_at(places.seven, lanes, base),
        place_at(places.eight, lanes, base),
    )


@jit_inlined
def _take(cards: Array, place: Integer, front: Integer) -> Any:
    """Take a card; the first that is left moves to its place."""
    card = U32(cards[place])
    cards[place] = cards[front]
    return card


@jit_inlined
def take_eight(cards: Array, shoe: LaneShoe, at: Eight, frontier: Integer) -> Eight:
    """Take the next eight cards; the frontier is a multiple of eight."""
    low = place_at(frontier, shoe.lanes, shoe.base)
    high = place_at(U32(frontier + _FOUR), shoe.lanes, shoe.base)
    one = _take(cards, at.one, low)
    two = _take(cards, at.two, U32(low + _ONE))
    three = _take(cards, at.three, U32(low + _TWO))
    four = _take(cards, at.four, U32(low + _THREE))
    five = _take(cards, at.five, high)
    six = _take(cards, at.six, U32(high + _ONE))
    seven = _take(cards, at.seven, U32(high + _TWO))
    eight = _take(cards, at.eight, U32(high + _THREE))
    return Eight(one, two, three, four, five, six, seven, eight)


@jit_inlined
def put_back(cards: Array, at: Eight, taken: Eight) -> None:
    """Put eight cards back where they came from, the last first."""
    cards[at.eight] = taken.eight
    cards[at.seven] = taken.seven
    cards[at.six] = taken.six
    cards[at.five] = taken.five
    cards[at.four] = taken.four
    cards[at.three] = taken.three
    cards[at.two] = taken.two
    cards[at.one] = taken.one


@jit_inlined
def _pack(one: Integer, two: Integer, three: Integer, four: Integer) -> Any:
    """Return four cards as the bytes of a word."""
    low = U32(one | U32(two << _BITS))
    return U32(low | U32(U32(three | U32(four << _BITS)) << U32(16)))


@jit_inlined
def deal_eight(cards: Array, shoe: LaneShoe, block: np.uint32, skipped: Integer) -> Any:
    """Take the next eight cards; return them in two words, and how many words were skipped."""
    frontier = U32(block * _EIGHT)  # the same for all lanes, and known to be
    places, doubt = places_of(shoe, block, frontier)
    if doubt or skipped > _ZERO:
        places, skipped = _places_in_doubt(shoe, block, frontier, skipped)
    taken = take_eight(cards, shoe, addresses_of(shoe, places), frontier)
    low = _pack(taken.one, taken.two, taken.three, taken.four)
    return low, _pack(taken.five, taken.six, taken.seven, taken.eight), skipped


@jit_inlined
def next_card(low: Integer, high: Integer) -> Any:
    """Return the first of eight cards in two words, and the words with the others."""
    return U32(low & _BYTE), U32(U32(low >> _BITS) | U32(high << U32(24))), U32(high >> _BITS)
