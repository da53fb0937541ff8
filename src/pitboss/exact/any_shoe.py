"""The expected value of a main game with any cards left in the shoe.

A game is valued in two ways: with the best play for the cards that are left, and with the play of
the full shoe kept, hand by hand. Values are to the player, in units of the main wager; where a seat
makes several main wagers, in units of one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pitboss.cards import Card, Unseen


@dataclass(frozen=True, slots=True)
class ShoeValue:
    """The expected value of the next round."""

    best: float
    """With the best play for the cards that are left."""
    fixed: float
    """With the best play of the full shoe."""


class ShoeValues(Protocol):
    """Values one table with any cards left."""

    @property
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of the shoe; each card of a class has the same effect if it alone is gone."""

    def value(self, unseen: Unseen) -> ShoeValue:
        """Return both values.

        Raise `RulesError` if the shoe never holds these cards, or they may not last for a round.
        """

    def best(self, unseen: Unseen) -> float:
        """Return the value of the best play for these cards."""

    def fixed(self, unseen: Unseen) -> float:
        """Return the value with the play of the full shoe kept."""
