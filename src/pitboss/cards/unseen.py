"""The cards that nobody has seen yet: how many of each kind, and nothing about their order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pitboss.cards.card import JOKER, Card
from pitboss.cards.shoe import Shoe

KINDS: Final = JOKER + 1
"""The 52 cards and the joker."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that are left, by kind; a full shoe without the cards that are gone.

    >>> from pitboss.cards import SPANISH, Shoe, parse_cards
    >>> full = Unseen.from_shoe(Shoe(SPANISH, 6))
    >>> left = full.without(*parse_cards("7h 7h As"))
    >>> full.size, left.size, left.counts[parse_cards("7h")[0]]
    (288, 285, 4)
    """

    counts: tuple[int, ...]
    """By the number of the card; the last is the joker's."""

    def __post_init__(self) -> None:
        """Hold every kind, and none less than never."""
        # A difference of two shoes that do not fit would go on as a chance below zero.
        assert len(self.counts) == KINDS, "every kind of card has a count"
        assert min(self.counts) >= 0, "no more cards are gone than there were"

    @classmethod
    def from_shoe(cls, shoe: Shoe) -> Unseen:
        """Return the cards of a full shoe."""
        return cls.from_cards(shoe.cards())

    @classmethod
    def from_cards(cls, cards: Iterable[Card]) -> Unseen:
        """Return the cards of a list."""
        counts = [0] * KINDS
        for card in cards:
            counts[card] += 1
        return cls(tuple(counts))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    @property
    def kinds(self) -> tuple[Card, ...]:
        """The kinds of card of which one or more are left."""
        return tuple(Card(kind) for kind, count in enumerate(self.counts) if count)

    def cards(self) -> tuple[Card, ...]:
        """List every card, kind by kind."""
        return tuple(Card(kind) for kind, count in enumerate(self.counts) for _ in range(count))

    def missing_cards(self, shoe: Shoe) -> tuple[Card, ...]:
        """List the cards of a full shoe that are no longer here.

        >>> from pitboss.cards import FRENCH, Shoe, parse_cards
        >>> shoe = Shoe(FRENCH, 1)
        >>> Unseen.from_shoe(shoe).without(*parse_cards("As 7h")).missing_cards(shoe) == (0, 25)
        True
        """
        # Counts that are no part of the shoe fail in the new value.
        pairs = zip(Unseen.from_shoe(shoe).counts, self.counts, strict=True)
        return Unseen(tuple(full - left for full, left in pairs)).cards()

    def without(self, *gone: Card) -> Unseen:
        """Return what is left when these cards are gone too.

        >>> Unseen((0,) * KINDS).without(Card(3))
        Traceback (most recent call last):
        ValueError: no card of kind 3 is left
        """
        counts = list(self.counts)
        for card in gone:
            if not counts[card]:
                message = f"no card of kind {int(card)} is left"
                raise ValueError(message)
            counts[card] -= 1
        return Unseen(tuple(counts))
