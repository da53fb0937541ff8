"""The dealer's final hand, exactly: every draw from the finite shoe, with the suits.

The dealer draws by value alone, so values are walked card by card. For a sequence of values the
number of ways to deal it is a product over its values, and so is the number of ways in one suit or
in one colour: suits need no walking.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm
from typing import NamedTuple

from pitboss.cards import DECKS, suit_of
from pitboss.patterns.busts import Suits
from pitboss.patterns.totals import TWENTY_ONE, best_total, dealer_draws, value

_SUITS, _COLORS = 4, 2
_EIGHT, _ACE = 8, 1


@dataclass(frozen=True, slots=True)
class FinalHand:
    """What side wagers look at in a dealer's completed hand."""

    up_value: int
    """What the up card counts, an ace as 1."""
    total: int
    count: int
    """Cards; a blackjack is 21 with two."""
    three_eights: bool
    suits: Suits

    @property
    def blackjack(self) -> bool:
        """Whether it is an ace with a ten-value card."""
        return self.total == TWENTY_ONE and self.count == 2


@cache
def dealer_hands(
    deck: str, decks: int, *, hits_soft_17: bool
) -> tuple[tuple[FinalHand, Fraction], ...]:
    """Return every kind of completed hand with its probability, from a full shoe.

    >>> sum(p for _, p in dealer_hands("spanish-48", 6, hits_soft_17=True))
    Fraction(1, 1)
    """
    cards = DECKS[deck].cards
    in_one_suit = Counter(value(card) for card in cards if suit_of(card) == 0)
    copies = {worth: count * decks for worth, count in sorted(in_one_suit.items())}
    walk = _Walk(copies, hits_soft_17=hits_soft_17)
    size = len(cards) * decks
    return tuple(
        (hand, Fraction(ways, perm(size, hand.count))) for hand, ways in walk.ways().items()
    )


class _Walk:
    """One walk over all sequences of values a dealer can draw."""

    def __init__(self, copies: dict[int, int], *, hits_soft_17: bool) -> None:
        self.copies = copies
        """Value -> how many cards of one suit have it."""
        self.hits_soft_17 = hits_soft_17
        self.held = dict.fromkeys(copies, 0)
        self.found: dict[FinalHand, int] = {}

    def ways(self) -> dict[FinalHand, int]:
        """Walk, and return completed hand -> ordered ways to deal it."""
        for up in self.copies:
            self._draw(up, _Drawn(up_value=up))
        return {hand: ways for hand, ways in self.found.items() if ways}

    def _draw(self, worth: int, before: _Drawn) -> None:
        held, copies = self.held[worth], self.copies[worth]
        after = _Drawn(
            before.up_value,
            before.cards + 1,
            before.hard + worth,
            before.has_ace or worth == _ACE,
            before.any_ways * max(0, _SUITS * copies - held),
            before.color_ways * max(0, _COLORS * copies - held),
            before.suit_ways * max(0, copies - held),
        )
        if not after.any_ways:
            return
        self.held[worth] += 1
        if after.cards == 1 or dealer_draws(after.hard, after.has_ace, self.hits_soft_17):
            for following in self.copies:
                self._draw(following, after)
        else:
            self._complete(after)
        self.held[worth] -= 1

    def _complete(self, drawn: _Drawn) -> None:
        eights = drawn.cards == 3 and self.held[_EIGHT] == 3
        total = best_total(drawn.hard, drawn.has_ace)
        one_suit = _SUITS * drawn.suit_ways
        one_color = _COLORS * drawn.color_ways - one_suit
        for suits, ways in (
            (Suits.ONE_SUIT, one_suit),
            (Suits.ONE_COLOR, one_color),
            (Suits.MIXED, drawn.any_ways - one_suit - one_color),
        ):
            hand = FinalHand(drawn.up_value, total, drawn.cards, eights, suits)
            self.found[hand] = self.found.get(hand, 0) + ways


class _Drawn(NamedTuple):
    """A sequence of values drawn so far, and in how many ways: any suits, a colour, a suit."""

    up_value: int
    cards: int = 0
    hard: int = 0
    has_ace: bool = False
    any_ways: int = 1
    color_ways: int = 1
    suit_ways: int = 1
