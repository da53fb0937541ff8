"""Numbered shoes: shoe *n* of a seed is the simulator's, card for card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import ShoeSettings
from pitboss.simulate.random.dealt_shoe import DealtShoe
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import SPARE, STATE, Cutting
from pitboss.simulate.settings import dealt_range, penetration_problems

Array = Any
_WHEN_NEEDED = Cutting(*map(U32, (0, 0, 0, 0)))
"""No card is placed before it is dealt."""


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
    """One shoe, dealt from its front."""

    def __init__(self, setup: Setup, seed: int, number: int) -> None:
        """Open shoe *number* of *seed*."""
        self._size, self._shoe = setup.shoe.size, DealtShoe(full_shoe(setup), _WHEN_NEEDED, seed)
        self._shoe.open(number)
        self._before = 0
        """Cards of earlier rounds."""
        self.dealt = 0

    def begin_round(self) -> None:
        """Allow the cards dealt so far to be shuffled in again if the shoe runs out."""
        self._before = self.dealt
        self._shoe.begin_round(self.dealt)

    def reshuffle_but(self, kept: Sequence[Card]) -> None:
        """Shuffle all but the two cards *kept* on the table; 2104(6): fifty cards are left."""
        dealt = [self._shoe.card(index) for index in range(self.dealt)]
        up, down = map(dealt.index, kept)
        self._shoe.shuffle_but(up, down)
        self.dealt = len(kept)

    def draw(self) -> Card:
        """Return the next card; if none is left, those of earlier rounds are shuffled in."""
        if self.dealt >= self._size + self._before:
            raise RefusedError("shoe/empty", "this round has used every card of the shoe")
        self.dealt += 1
        return self._shoe.card(self.dealt - 1)
