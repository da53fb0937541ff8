"""One shoe at a time, card by card as the kernels deal it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.jit import jit_cached
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shoes import ShoeMemory, deck_in, open_shoe, shoe_memory
from pitboss.simulate.random.shuffle import FRONTIER, START, Cutting, card_at, swap

Array = Any


class DealtShoe:
    """The numbered shoes of a seed."""

    def __init__(self, full: Array, cutting: Cutting, seed: int) -> None:
        """Prepare for shoes of these cards, shuffled as far as *cutting* says before they begin."""
        self._full, self._cutting, self._seed = full, cutting, U64(seed)
        self._memory, self._number = shoe_memory(len(full)), U64(0)

    def open(self, number: int) -> None:
        """Shuffle shoe *number*."""
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
