"""Numbered shoes: shoe *n* of a seed is the simulator's, card for card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.jit import jit_cached
from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import ShoeSettings
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import FRONTIER, SPARE, START, STATE, Deck, begin, card_at
from pitboss.simulate.settings import dealt_range, penetration_problems

Array = Any
_ZERO, _ONE = U32(0), U32(1)
_MASK = _ZERO
"""Cards are placed when needed, so there is room for one block of words."""


@jit_cached
def open_shoe(
    full: Array, shoe: Array, state: Array, words: Array, seed: np.uint64, number: np.uint64
) -> None:
    """Put the cards of a shoe in order, ready to be placed one by one."""
    for place in range(len(full)):
        shoe[place] = full[place]
    deck = Deck(shoe, state, words, _ZERO, _ONE, _MASK, U32(len(full)), number, seed)
    begin(deck, _ZERO, _ZERO)


@jit_cached
def card_from(
    size: np.uint32,
    shoe: Array,
    state: Array,
    words: Array,
    seed: np.uint64,
    number: np.uint64,
    index: np.uint32,
) -> np.uint32:
    """Return the card at *index* of an open shoe."""
    deck = Deck(shoe, state, words, _ZERO, _ONE, _MASK, size, number, seed)
    return card_at(deck, index)


def shoe_room(lanes: int, size: int) -> tuple[Array, Array, Array]:
    """Return arrays for as many shoes: their cards, their state, their random words."""
    return (
        np.empty((lanes, size + SPARE), dtype=np.uint8),
        np.zeros((lanes, STATE), dtype=np.uint32),
        np.empty((lanes, 4), dtype=np.uint32),
    )


def full_shoe(setup: Setup) -> Array:
    """Return the cards of a table's shoe in order."""
    return np.array(setup.shoe.cards(), dtype=np.uint8)


def find_cut(setup: Setup, penetration: float | None) -> tuple[int, int]:
    """Return how many cards are burned, and the index from which no round starts.

    Without a penetration every round has a fresh shoe.
    """
    if penetration is None:
        return 0, 1
    shoe = ShoeSettings()
    for problem in penetration_problems(penetration, shoe, setup):
        raise ValueError(f"penetration: {problem.message}")
    return dealt_range(penetration, shoe, setup)


class NumberedShoe:
    """One shoe, dealt card by card."""

    def __init__(self, setup: Setup, seed: int, number: int) -> None:
        """Open shoe *number* of *seed*."""
        self._full = full_shoe(setup)
        shoes, states, words = shoe_room(1, len(self._full))
        self._room = shoes[0], states[0], words[0]
        self._key = U64(seed), U64(number)
        self.dealt = 0
        open_shoe(self._full, *self._room, *self._key)

    def begin_round(self) -> None:
        """Allow the cards dealt so far to be shuffled in again if the shoe runs out."""
        self._room[1][START] = self.dealt

    def reshuffle_but(self, kept: Sequence[Card]) -> None:
        """Shuffle everything except the cards *kept* on the table; 2104(6): fifty cards are left.

        As in the simulator: kept cards go to the front, and all others are placed again.
        """
        cards, state, _ = self._room
        for place, card in enumerate(kept):
            at = place + int(np.argmax(cards[place : self.dealt] == card))
            cards[place], cards[at] = cards[at], cards[place]
        state[FRONTIER] = self.dealt = len(kept)

    def draw(self) -> Card:
        """Return the next card; if none is left, those of earlier rounds are shuffled in."""
        if self.dealt >= len(self._full) + int(self._room[1][START]):
            raise RefusedError("shoe/empty", "this round has used every card of the shoe")
        card = card_from(U32(len(self._full)), *self._room, *self._key, U32(self.dealt))
        self.dealt += 1
        return Card(int(card))
