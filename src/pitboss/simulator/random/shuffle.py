"""A shoe in random order: Fisher-Yates from the front, only as far as cards are needed.

A word of 32 random bits places two cards. Multiplying it by the choices for the first card, and the
rest of it by the choices for the second, makes every pair equally likely except for a few words
that do not divide evenly; those are skipped (Brackett-Rozinsky and Lemire, 2024).

A shoe is one lane of arrays that many share: on a GPU neighbouring threads keep theirs in
neighbouring words, so they never wait for one another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import jit_inlined, jit_linked
from pitboss.simulator.random.philox import U32, U64, philox

FRONTIER, WORD, FILLED, START, HOLE, COUNTS = range(6)
"""The state of a shoe: how many cards are placed, the next word, how many blocks of words have been
made, and where the round began. With a counter also the index of the dealer's down card, and
whether the hand in play is the counter's."""
STATE = 6
SPARE = 200
"""Room behind the shoe for cards that are shuffled in again."""

_HALF = U64(32)
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_THREE = U32(3)


class Deck(NamedTuple):
    """The shoe of one lane."""

    cards: Array
    state: Array
    words: Array
    """Random words, in blocks of four."""
    lane: np.uint32
    lanes: np.uint32
    """How many lanes share the arrays."""
    mask: np.uint32
    """Room for blocks of random words, less one: a power of two less one."""
    size: np.uint32
    """How many cards the shoe has."""
    number: np.uint64
    seed: np.uint64


class Cutting(NamedTuple):
    """How far a shoe is dealt."""

    burn: np.uint32
    """Where the first round begins."""
    cut: np.uint32
    """A round begins while fewer cards than this have left the shoe."""
    placed: np.uint32
    """Cards that are shuffled before the first round; more are shuffled when needed."""
    ahead: np.uint32
    """Blocks of random words that are made before the first round."""


@jit_inlined
def _place(deck: Deck, index: np.uint32) -> np.uint32:
    """Return the place of a card of a lane: four cards to a word, the lanes side by side."""
    word = U32(U32(index >> _TWO) * deck.lanes + deck.lane)
    return U32(U32(word << _TWO) + U32(index & _THREE))


@jit_inlined
def below(word: np.uint32, ways: np.uint32) -> tuple[np.uint32, np.uint32]:
    """Return one of *ways*, and the rest of the word for another choice."""
    product = U64(word) * U64(ways)
    return U32(product >> _HALF), U32(product)


@jit_inlined
def is_uneven(low: np.uint32, ways: np.uint32) -> bool:
    """Return whether a word would make some of *ways* likelier than others."""
    return bool(low < ways and low < U32(U32(_ZERO - ways) % ways))


@jit_inlined
def swap(deck: Deck, one: np.uint32, two: np.uint32) -> None:
    """Swap two cards."""
    cards = deck.cards
    here = _place(deck, one)
    there = _place(deck, two)
    kept = cards[there]
    cards[there] = cards[here]
    cards[here] = kept


@jit_inlined
def fill_words(deck: Deck, first: np.uint32, blocks: np.uint32) -> None:
    """Make the words of *blocks* counters from *first* on."""
    words = deck.words
    k0 = U32(deck.seed)
    k1 = U32(deck.seed >> _HALF)
    c1 = U32(deck.number)
    c2 = U32(deck.number >> _HALF)
    stride = U32(U32(deck.mask + _ONE) * deck.lanes)
    for step in range(blocks):
        block = U32(first + U32(step))
        w0, w1, w2, w3 = philox(block, c1, c2, _ZERO, k0, k1)
        at = U32(U32(block & deck.mask) * deck.lanes + deck.lane)
        words[at] = w0
        words[U32(at + stride)] = w1
        words[U32(at + stride + stride)] = w2
        words[U32(at + stride + stride + stride)] = w3


@jit_inlined
def _word(deck: Deck, word: np.uint32) -> np.uint32:
    """Return a word: a block is four, each in a row of its own."""
    row = U32(U32(word & _THREE) * U32(deck.mask + _ONE))
    at = U32(U32(row + U32(U32(word >> _TWO) & deck.mask)) * deck.lanes + deck.lane)
    return U32(deck.words[at])


@jit_inlined
def shuffle_to(deck: Deck, wanted: np.uint32) -> None:
    """Place cards until *wanted* are placed, or the shoe is used up."""
    state = deck.state
    size = deck.size
    frontier = U32(state[FRONTIER])
    word = U32(state[WORD])
    filled = U32(state[FILLED])
    wanted = U32(min(wanted, U32(size - _ONE)))
    while frontier < wanted:
        block = U32(word >> _TWO)
        if block >= filled:
            fill_words(deck, filled, _ONE)
            filled = U32(filled + _ONE)
        drawn = _word(deck, word)
        word = U32(word + _ONE)
        left = U32(size - frontier)
        ways = U32(left * U32(left - _ONE))
        one, rest = below(drawn, left)
        two, rest = below(rest, U32(left - _ONE))
        if is_uneven(rest, ways):
            continue
        swap(deck, frontier, U32(frontier + one))
        frontier = U32(frontier + _ONE)
        swap(deck, frontier, U32(frontier + two))
        frontier = U32(frontier + _ONE)
    # The last card of a shoe has one place only.
    state[FRONTIER] = size if frontier >= U32(size - _ONE) else frontier
    state[WORD] = word
    state[FILLED] = filled


@jit_inlined
def begin(deck: Deck, wanted: np.uint32, ahead: np.uint32) -> None:
    """Begin a shoe whose cards lie in order: make *ahead* blocks of words, place *wanted* cards."""
    deck.state[FRONTIER] = _ZERO
    deck.state[WORD] = _ZERO
    deck.state[FILLED] = ahead
    fill_words(deck, _ZERO, ahead)
    shuffle_to(deck, wanted)


@jit_linked
def draw_on(deck: Deck, index: np.uint32) -> None:
    """Place the card at *index*, which has not been placed yet, and all before it.

    If the shoe is used up, the cards of earlier rounds are shuffled in again behind it.
    """
    if U32(deck.state[FRONTIER]) < deck.size:
        shuffle_to(deck, U32(index + _ONE))
    while index >= U32(deck.state[FRONTIER]):
        _draw_again(deck, U32(deck.state[FRONTIER]))


@jit_inlined
def _draw_again(deck: Deck, index: np.uint32) -> None:
    """Place a card of an earlier round at *index*, behind the shoe."""
    cards = deck.cards
    state = deck.state
    size = deck.size
    taken = U32(index - size)
    start = U32(state[START])
    if taken < start:
        swap(deck, taken, U32(taken + _choose(deck, U32(start - taken))))
    else:  # the round has used every card there is: any card may come once more
        taken = _choose(deck, size)
    cards[_place(deck, index)] = cards[_place(deck, taken)]
    state[FRONTIER] = U32(index + _ONE)


@jit_linked
def _choose(deck: Deck, ways: np.uint32) -> np.uint32:
    """Return one of *ways*, by a word of its own."""
    state = deck.state
    while True:
        word = U32(state[WORD])
        block = U32(word >> _TWO)
        if block >= U32(state[FILLED]):
            fill_words(deck, block, _ONE)
            state[FILLED] = U32(block + _ONE)
        drawn = _word(deck, word)
        state[WORD] = U32(word + _ONE)
        one, rest = below(drawn, ways)
        if not is_uneven(rest, ways):
            return one


@jit_inlined
def card_at(deck: Deck, index: np.uint32) -> np.uint32:
    """Return the card at *index*; place it first if necessary."""
    if index >= U32(deck.state[FRONTIER]):
        draw_on(deck, index)
    return U32(deck.cards[_place(deck, index)])


@jit_inlined
def dealt_card(deck: Deck, index: np.uint32) -> np.uint32:
    """Return the card at *index*, which has been dealt before."""
    return U32(deck.cards[_place(deck, index)])
