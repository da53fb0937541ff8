"""A shoe in random order: Fisher and Yates from the front, no further than cards are wanted.

A word of 32 random bits places two cards. Multiplying it by how many cards the first may be, and
what is left of it by how many the second may be, makes every pair equally likely but for the few
words that do not divide evenly; those are passed over (Brackett-Rozinsky and Lemire, 2024).

A shoe is one lane of arrays that many may share: on a GPU neighbouring threads keep theirs in
neighbouring words, so that they never wait for one another. A *deck* is all a lane knows of it:
the cards, its state, its random words, which lane of how many it is, a mask for the blocks of words
there is room for, how many cards it has, its number, and the seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_inlined, jit_linked
from pitboss.simulate.random.philox import U32, U64, philox

Array = Any
Deck = Any
FRONTIER, WORD, FILLED, START = range(4)
"""The state of a shoe: how many cards are placed, the next word, how many blocks of words have been
made, and where the round began."""
STATE = 4
BLOCKS = 128
"""Room for so many blocks of random words on a processor, a power of two."""
SPARE = 200
"""Room behind the shoe for cards that are shuffled in again."""

_HALF = U64(32)
_ZERO, _ONE, _TWO, _THREE = U32(0), U32(1), U32(2), U32(3)


@jit_inlined
def place(index: np.uint32, lane: np.uint32, lanes: np.uint32) -> np.uint32:
    """Return where a card of a lane is kept: four to a word, the lanes side by side."""
    return U32(U32(U32(U32(index >> _TWO) * lanes + lane) << _TWO) + U32(index & _THREE))


@jit_inlined
def below(word: np.uint32, ways: np.uint32) -> tuple[np.uint32, np.uint32]:
    """Return one of *ways*, and what is left of the word for another choice."""
    product = U64(word) * U64(ways)
    return U32(product >> _HALF), U32(product)


@jit_inlined
def is_uneven(low: np.uint32, ways: np.uint32) -> bool:
    """Whether a word is one of those that would make some of *ways* likelier than others."""
    return bool(low < ways and low < U32(U32(_ZERO - ways) % ways))


@jit_inlined
def swap(shoe: Array, one: np.uint32, two: np.uint32, lane: np.uint32, lanes: np.uint32) -> None:
    """Let two cards change places."""
    here, there = place(one, lane, lanes), place(two, lane, lanes)
    kept = shoe[there]
    shoe[there] = shoe[here]
    shoe[here] = kept


@jit_inlined
def fill_words(deck: Deck, first: np.uint32, blocks: np.uint32) -> None:
    """Make the words of *blocks* counters from *first* on."""
    _, _, words, lane, lanes, mask, _, number, seed = deck
    k0, k1 = U32(seed), U32(seed >> _HALF)
    c1, c2 = U32(number), U32(number >> _HALF)
    stride = U32(U32(mask + _ONE) * lanes)
    for step in range(blocks):
        block = U32(first + U32(step))
        w0, w1, w2, w3 = philox(block, c1, c2, _ZERO, k0, k1)
        at = U32(U32(block & mask) * lanes + lane)
        words[at] = w0
        words[U32(at + stride)] = w1
        words[U32(at + stride + stride)] = w2
        words[U32(at + stride + stride + stride)] = w3


@jit_inlined
def _word(
    words: Array, word: np.uint32, lane: np.uint32, lanes: np.uint32, mask: np.uint32
) -> np.uint32:
    """Return a word that has been made: a block is four, each in a row of its own."""
    row = U32(U32(word & _THREE) * U32(mask + _ONE))
    return U32(words[U32(U32(row + U32(U32(word >> _TWO) & mask)) * lanes + lane)])


@jit_inlined
def shuffle_to(deck: Deck, wanted: np.uint32) -> None:
    """Place cards until *wanted* are placed, or the shoe is through."""
    shoe, state, words, lane, lanes, mask, size, _, _ = deck
    frontier, word = U32(state[FRONTIER]), U32(state[WORD])
    filled = U32(state[FILLED])
    wanted = U32(min(wanted, U32(size - _ONE)))
    while frontier < wanted:
        block = U32(word >> _TWO)
        if block >= filled:
            fill_words(deck, filled, _ONE)
            filled = U32(filled + _ONE)
        drawn = _word(words, word, lane, lanes, mask)
        word = U32(word + _ONE)
        left = U32(size - frontier)
        ways = U32(left * U32(left - _ONE))
        one, rest = below(drawn, left)
        two, rest = below(rest, U32(left - _ONE))
        if is_uneven(rest, ways):
            continue
        swap(shoe, frontier, U32(frontier + one), lane, lanes)
        frontier = U32(frontier + _ONE)
        swap(shoe, frontier, U32(frontier + two), lane, lanes)
        frontier = U32(frontier + _ONE)
    # The last card of a shoe has one place only.
    state[FRONTIER] = size if frontier >= U32(size - _ONE) else frontier
    state[WORD] = word
    state[FILLED] = filled


@jit_inlined
def begin(deck: Deck, wanted: np.uint32, ahead: np.uint32) -> None:
    """Begin a shoe whose cards lie in order: make *ahead* blocks of words, place *wanted* cards."""
    _, state, _, _, _, _, _, _, _ = deck
    state[FRONTIER] = _ZERO
    state[WORD] = _ZERO
    state[FILLED] = ahead
    fill_words(deck, _ZERO, ahead)
    shuffle_to(deck, wanted)


@jit_inlined
def open_shoe(
    full: Array, cutting: Any, seed: np.uint64, number: np.uint64, memory: Any
) -> tuple[Any, np.uint32]:
    """Shuffle a shoe; return it, and where its first round begins."""
    burn, _, placed, ahead = cutting
    shoe, state, words = memory
    for place in range(len(full)):
        shoe[place] = full[place]
    deck = shoe, state, words, U32(0), _ONE, U32(BLOCKS - 1), U32(len(full)), U64(number), seed
    begin(deck, placed, ahead)
    return deck, burn


@jit_linked
def draw_on(deck: Deck, index: np.uint32) -> None:
    """Place the card at *index*, which has not been placed yet.

    Where the shoe is through, the cards of earlier rounds are shuffled in again behind it.
    """
    shoe, state, _, lane, lanes, _, size, _, _ = deck
    if index < size:
        shuffle_to(deck, U32(index + _ONE))
        return
    taken = U32(index - size)
    start = U32(state[START])
    if taken < start:
        swap(shoe, taken, U32(taken + _chosen(deck, U32(start - taken))), lane, lanes)
    else:  # the round has used every card there is: any card may come once more
        taken = _chosen(deck, size)
    shoe[place(index, lane, lanes)] = shoe[place(taken, lane, lanes)]
    state[FRONTIER] = U32(index + _ONE)


@jit_linked
def _chosen(deck: Deck, ways: np.uint32) -> np.uint32:
    """Return one of *ways*, by a word of its own."""
    _, state, words, lane, lanes, mask, _, _, _ = deck
    while True:
        word = U32(state[WORD])
        block = U32(word >> _TWO)
        if block >= U32(state[FILLED]):
            fill_words(deck, block, _ONE)
            state[FILLED] = U32(block + _ONE)
        drawn = _word(words, word, lane, lanes, mask)
        state[WORD] = U32(word + _ONE)
        one, rest = below(drawn, ways)
        if not is_uneven(rest, ways):
            return one
