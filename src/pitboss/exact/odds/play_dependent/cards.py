"""Unseen cards with exact probabilities, after the dealer has looked for a blackjack.

The next card depends on the cards gone before, not on who drew them: every unseen card is equally
likely. So a hand can be followed through its own draws, as if no one else had drawn, and its
probabilities are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement

from pitboss.cards import Card
from pitboss.exact.blackjack.solver import forbidden_under
from pitboss.patterns.totals import value


@dataclass(frozen=True, slots=True)
class UnseenKinds:
    """The unseen cards of each kind, with the dealer's down card."""

    copies: tuple[int, ...]
    forbidden: frozenset[int] = frozenset()
    """Kinds that would make a dealer blackjack; they are not face down after the peek."""

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(self.copies)

    @property
    def blackjack(self) -> Fraction:
        """The probability that the dealer will find a blackjack."""
        return Fraction(sum(self.copies[kind] for kind in self.forbidden), self.size)

    def without(self, *kinds: int) -> UnseenKinds:
        """Return the unseen cards without these kinds.

        >>> UnseenKinds((4, 2)).without(0, 0, 1).copies
        (2, 1)
        """
        gone = Counter(kinds)
        left = tuple(copies - gone[kind] for kind, copies in enumerate(self.copies))
        return UnseenKinds(left, self.forbidden)

    def down(self, kind: int) -> Fraction:
        """Return the probability that a kind is face down."""
        if kind in self.forbidden:
            return Fraction(0)
        may_lie = self.size - sum(self.copies[other] for other in self.forbidden)
        return Fraction(self.copies[kind], may_lie)

    def chance(self, kind: int) -> Fraction:
        """Return the probability that a kind comes next, with any possible down card.

        >>> UnseenKinds((1, 3)).chance(0), UnseenKinds((1, 3), frozenset({0})).chance(0)
        (Fraction(1, 4), Fraction(1, 3))
        """
        return (self.copies[kind] - self.down(kind)) / (self.size - 1)

    def chances(self) -> Iterator[tuple[int, Fraction]]:
        """Yield every kind that may come next, and its probability.

        >>> list(UnseenKinds((1, 0, 3), frozenset({0})).chances())
        [(0, Fraction(1, 3)), (2, Fraction(2, 3))]
        """
        size = self.size
        may_lie = size - sum(self.copies[kind] for kind in self.forbidden)
        for kind, copies in enumerate(self.copies):
            ways = copies * (may_lie if kind in self.forbidden else may_lie - 1)
            if ways:
                yield kind, Fraction(ways, may_lie * (size - 1))


@dataclass(frozen=True, slots=True)
class Deal:
    """Two cards against an up card."""

    up: int
    cards: tuple[int, int]
    """Their kinds, in no order."""
    probability: Fraction
    unseen: UnseenKinds


@dataclass(frozen=True, slots=True)
class Kinds:
    """The cards of a shoe; equivalent cards are one kind."""

    cards: tuple[Card, ...]
    """One card for each kind."""
    copies: tuple[int, ...]
    place: dict[Card, int] = field(hash=False)
    """Every card of the shoe -> its kind."""
    peeks: bool
    """Whether the dealer looks for a blackjack under an ace or a ten-value card before the play."""

    @classmethod
    def from_cards(
        cls, cards: Sequence[Card], alike: Callable[[Card], Hashable], *, peeks: bool
    ) -> Kinds:
        """Group the cards of a shoe by *alike*."""
        counted: Counter[Hashable] = Counter()
        first: dict[Hashable, Card] = {}
        for card in cards:
            counted[alike(card)] += 1
            first.setdefault(alike(card), card)
        order = {key: kind for kind, key in enumerate(first)}
        place = {card: order[alike(card)] for card in cards}
        return cls(tuple(first.values()), tuple(counted[key] for key in first), place, peeks)

    def worth(self, kind: int) -> int:
        """Return the value of a kind, an ace as 1."""
        return value(self.cards[kind])

    def against(self, up: int) -> UnseenKinds:
        """Return the unseen cards after an up card of kind *up*."""
        hidden = forbidden_under(self.worth(up)) + 1 if self.peeks else 0
        kinds = range(len(self.cards))
        forbidden = frozenset(kind for kind in kinds if self.worth(kind) == hidden)
        return UnseenKinds(self.copies, forbidden).without(up)

    def deals(self) -> Iterator[Deal]:
        """Yield every deal; the probabilities add up to 1."""
        size = sum(self.copies)
        for up, of_up in enumerate(self.copies):
            unseen = self.against(up)
            for one, two in combinations_with_replacement(range(len(self.copies)), 2):
                copies = unseen.copies
                ways = copies[one] * (copies[two] - (one == two)) * (1 if one == two else 2)
                if of_up * ways > 0:
                    chance = Fraction(of_up * ways, size * (size - 1) * (size - 2))
                    yield Deal(up, (one, two), chance, unseen.without(one, two))
