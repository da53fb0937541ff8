"""Shoes on a processor: the random choices of several shoes are made together.

Every shoe is the one that `shuffle` makes, word for word. Where each card of a shoe comes from
depends only on the number of the shoe. So compiled code computes that for many shoes at once, eight
to an instruction. A shoe with a word that may have to be skipped, one in three hundred, is shuffled
word by word.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_linked
from pitboss.simulator.random.philox import U32, U64, philox
from pitboss.simulator.random.shuffle import (
    FILLED,
    FRONTIER,
    SPARE,
    START,
    STATE,
    WORD,
    Cutting,
    Deck,
    begin,
    below,
    card_at,
    swap,
)

BLOCKS = 128
"""Room for this many blocks of random words, a power of two."""
TOGETHER = 16
"""Shoes that are prepared together."""
_PAIRS_A_BLOCK = 4
_CARDS_A_BLOCK = 8
_NUMBER, _SEED, _PAIRS, _SIZE = range(4)
"""The fields of `ShoeMemory.prepared`; there are no pairs before anything was prepared."""
_HALF = U64(32)
_TOGETHER = U64(TOGETHER)
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_FOUR = U32(4)
CARD_BITS = U32(16)
CARD = U32(0xFFFF)
_LANES = U32(TOGETHER)


class ShoeMemory(NamedTuple):
    """Working memory for the shoe of one thread on a processor."""

    cards: Array
    state: Array
    words: Array
    places: Array
    """(pair, shoe): where the next two cards of a shoe come from, in the two halves of a word."""
    doubts: Array
    """(shoe): whether one of its words may have to be skipped."""
    prepared: Array
    """The first of the shoes that are prepared, their seed, how many pairs, and the cards."""


def shoe_memory(size: int) -> ShoeMemory:
    """Return working memory for shoes of *size* cards."""
    pairs = -(-size // _CARDS_A_BLOCK) * _PAIRS_A_BLOCK
    return ShoeMemory(
        cards=np.empty(size + SPARE, dtype=np.uint8),
        state=np.zeros(STATE, dtype=np.uint32),
        words=np.empty(4 * BLOCKS, dtype=np.uint32),
        places=np.empty(pairs * TOGETHER, dtype=np.uint32),
        doubts=np.zeros(TOGETHER, dtype=np.uint32),
        prepared=np.zeros(4, dtype=np.uint64),
    )


@jit_inlined
def choose_two(
    word: np.uint32, frontier: np.uint32, size: np.uint32
) -> tuple[np.uint32, np.uint32]:
    """Return where two cards come from, in the halves of a word, and 1 if that is in doubt."""
    left = U32(size - frontier)
    rest = U32(left - _ONE)
    one, low = below(word, left)
    two, low = below(low, rest)
    places = U32(U32(frontier + one) | U32(U32(frontier + _ONE + two) << CARD_BITS))
    return places, U32(low < U32(left * rest))


@jit_linked
def _prepare(
    memory: ShoeMemory, seed: np.uint64, number: np.uint64, pairs: np.uint32, size: np.uint32
) -> None:
    """Work out where the first cards of shoes from *number* on come from."""
    places = memory.places
    doubts = memory.doubts
    prepared = memory.prepared
    prepared[_NUMBER] = number
    prepared[_SEED] = seed
    prepared[_PAIRS] = pairs
    prepared[_SIZE] = size
    k0 = U32(seed)
    k1 = U32(seed >> _HALF)
    for lane in range(TOGETHER):
        doubts[lane] = _ZERO
    for turn in range(U32(U32(pairs + U32(3)) >> _TWO)):
        block = U32(turn)
        one = U32(block << U32(3))
        two = U32(one + _TWO)
        three = U32(one + U32(4))
        four = U32(one + U32(6))
        at = U32(U32(block * _FOUR) * _LANES)
        for lane in range(TOGETHER):
            shoe = U64(number + U64(lane))
            w0, w1, w2, w3 = philox(block, U32(shoe), U32(shoe >> _HALF), _ZERO, k0, k1)
            here = U32(at + U32(lane))
            places[here], doubt = choose_two(w0, one, size)
            places[U32(here + _LANES)], more = choose_two(w1, two, size)
            places[U32(here + _LANES + _LANES)], other = choose_two(w2, three, size)
            places[U32(here + _LANES + _LANES + _LANES)], last = choose_two(w3, four, size)
            doubts[lane] |= U32(doubt | more | other | last)


@jit_inlined
def _place_pairs(
    cards: Array, begins: np.uint64, places: Array, lane: np.uint32, pairs: np.uint32
) -> None:
    """Put the first cards of a shoe into their places; the shoe begins at *begins*."""
    front = begins
    at = lane
    for _ in range(pairs):
        both = places[at]
        here = U64(begins + U64(both & CARD))
        after = U64(begins + U64(both >> CARD_BITS))
        kept = cards[here]
        cards[here] = cards[front]
        cards[front] = kept
        front = U64(front + U64(1))
        kept = cards[after]
        cards[after] = cards[front]
        cards[front] = kept
        front = U64(front + U64(1))
        at = U32(at + _LANES)


@jit_linked
def _begin(deck: Deck, wanted: np.uint32, ahead: np.uint32) -> None:
    """Begin a shoe word by word."""
    begin(deck, wanted, ahead)


@jit_inlined
def deck_in(memory: ShoeMemory, size: np.uint32, number: np.uint64, seed: np.uint64) -> Deck:
    """Return the shoe that lies in *memory*."""
    return Deck(
        memory.cards,
        memory.state,
        memory.words,
        _ZERO,
        _ONE,
        U32(BLOCKS - 1),
        size,
        number,
        seed,
    )


@jit_inlined
def copy_cards(of: Array, begins: np.uint64, to: Array, there: np.uint64, count: Integer) -> None:
    """Copy cards from one array to another."""
    for index in range(U64(count)):
        to[U64(there + index)] = of[U64(begins + index)]


@jit_inlined
def shuffle_into(
    cards: Array,
    begins: np.uint64,
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    number: np.uint64,
    memory: ShoeMemory,
) -> None:
    """Shuffle a shoe into *cards*, from *begins* on; its state is that of *memory*."""
    copy_cards(full, U64(0), cards, begins, len(full))
    shuffle_there(cards, begins, full, cutting, seed, number, memory)


@jit_inlined
def shuffle_there(
    cards: Array,
    begins: np.uint64,
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    number: np.uint64,
    memory: ShoeMemory,
) -> None:
    """Shuffle a shoe that lies in order in *cards*, from *begins* on."""
    state = memory.state
    prepared = memory.prepared
    size = U32(len(full))
    pairs = U32(U32(min(cutting.placed, U32(size - _ONE)) + _ONE) >> _ONE)
    lane = U64(number - prepared[_NUMBER])
    if (
        lane >= _TOGETHER
        or prepared[_SEED] != seed
        or prepared[_PAIRS] != pairs
        or prepared[_SIZE] != size
    ):
        _prepare(memory, seed, number, pairs, size)
        lane = U64(0)
    if memory.doubts[lane]:
        copy_cards(full, U64(0), memory.cards, U64(0), len(full))
        _begin(deck_in(memory, size, number, seed), cutting.placed, cutting.ahead)
        copy_cards(memory.cards, U64(0), cards, begins, len(full))
    else:
        _place_pairs(cards, begins, memory.places, U32(lane), pairs)
        placed = U32(pairs << _ONE)
        state[FRONTIER] = size if placed >= U32(size - _ONE) else placed
        state[WORD] = pairs
    # A word a pair; the block of the next word is made again where it is wanted.
    state[FILLED] = U32(state[WORD] >> _TWO)


@jit_inlined
def open_shoe(
    full: Array, cutting: Cutting, seed: np.uint64, number: np.uint64, memory: ShoeMemory
) -> Deck:
    """Shuffle a shoe; its first round begins behind the burned cards."""
    shuffle_into(memory.cards, U64(0), full, cutting, seed, U64(number), memory)
    return deck_in(memory, U32(len(full)), U64(number), seed)


class DealtShoe:
    """One shoe at a time, card by card as the kernels deal it."""

    def __init__(self, full: Array, cutting: Cutting) -> None:
        """Prepare for shoes of these cards, shuffled as far as *cutting* says before they begin."""
        self._full = full
        self._cutting = cutting
        self._memory = shoe_memory(len(full))
        self._seed = self._number = U64(0)

    def open(self, seed: int, number: int) -> None:
        """Shuffle shoe *number* of *seed*."""
        self._seed = U64(seed)
        self._number = U64(number)
        _open(self._full, self._cutting, self._seed, self._number, self._memory)

    def begin_round(self, index: int) -> None:
        """Start a round with the card at *index*; earlier cards may be shuffled in again."""
        self._memory.state[START] = index

    def card(self, index: int) -> Card:
        """Return the card at *index*."""
        size = U32(len(self._full))
        return Card(int(_card(self._memory, size, self._number, self._seed, U32(index))))

    def shuffle_but(self, up: int, down: int) -> None:
        """Put two cards in front and shuffle all others: the next card is at 2."""
        size = U32(len(self._full))
        _shuffle_but(self._memory, size, self._number, self._seed, U32(up), U32(down))


@jit_cached
def _open(
    full: Array, cutting: Cutting, seed: np.uint64, number: np.uint64, memory: ShoeMemory
) -> None:
    open_shoe(full, cutting, seed, number, memory)


@jit_cached
def _card(
    memory: ShoeMemory, size: np.uint32, number: np.uint64, seed: np.uint64, index: np.uint32
) -> np.uint32:
    return card_at(deck_in(memory, size, number, seed), index)


@jit_cached
def _shuffle_but(
    memory: ShoeMemory,
    size: np.uint32,
    number: np.uint64,
    seed: np.uint64,
    up: np.uint32,
    down: np.uint32,
) -> None:
    deck = deck_in(memory, size, number, seed)
    swap(deck, U32(0), up)
    swap(deck, U32(1), down)
    deck.state[FRONTIER] = U32(2)
