"""The expectation of the next round to the first order: one number for each unseen card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.advantage.removal import Removal
from pitboss.cards import Unseen

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LinearValue:
    """An expectation that is the mean of a number for each unseen card.

    With fixed play the removal of one card from N changes the expectation by its number, turned
    round, over N - 1; so the removals give the numbers, and they are exact for one card gone.
    """

    expectation: float
    numbers: Floats
    """By the number of the card: what it adds to the expectation while it is unseen."""

    @classmethod
    def from_removal(cls, removal: Removal) -> LinearValue:
        """Return the value by the effects of removal of a full shoe."""
        numbers = -np.array(removal.by_card()) * (removal.unseen.size - 1)
        return cls(removal.expectation, numbers)

    def values(self, shoes: list[Unseen]) -> Floats:
        """Return the expectation with each of some shoes left."""
        counts = np.array([unseen.counts for unseen in shoes], dtype=np.float64)
        return np.asarray(self.expectation + counts @ self.numbers / counts.sum(axis=1))
