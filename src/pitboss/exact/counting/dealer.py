"""The dealer's final hand, exactly: every draw from the finite shoe, with the suits.

The dealer draws by value alone. The number of ways to deal given values is a product over them in
any order, and so is the number of ways in one suit or in one colour: suits are counted without
listing cards one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm, prod
from operator import mul

from pitboss.cards import DECKS, suit_of
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES
from pitboss.patterns.busts import Suits
from pitboss.patterns.totals import TWENTY_ONE, best_total, value

_SUITS, _COLORS = 4, 2
_EIGHT = 8
_WORTHS = range(1, VALUES + 1)


@dataclass(frozen=True, slots=True)
class FinalHand:
    """The facts of a dealer's completed hand that side wagers depend on."""

    up_value: int
    """The value of the up card, an ace as 1."""
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
    copies = tuple(in_one_suit[worth] * decks for worth in _WORTHS)
    found: dict[FinalHand, int] = {}
    for up in _WORTHS:
        for drawn, orders in drawn_hands(up, hits_soft_17=hits_soft_17).items():
            held = (*drawn[: up - 1], drawn[up - 1] + 1, *drawn[up:])
            for hand, ways in _split_by_suits(up, held, copies):
                found[hand] = found.get(hand, 0) + orders * ways
    size = len(cards) * decks
    return tuple(
        (hand, Fraction(ways, perm(size, hand.count))) for hand, ways in found.items() if ways
    )


def _split_by_suits(
    up: int, held: tuple[int, ...], copies: tuple[int, ...]
) -> Iterator[tuple[FinalHand, int]]:
    """Yield a hand by its suits, with the ways to deal it in one order.

    *held* and *copies* are the number of its cards of each value, and of the cards of a suit.
    """

    def ways_in(suits: int) -> int:
        return prod(map(perm, (suits * count for count in copies), held))

    count, hard = sum(held), sum(map(mul, _WORTHS, held))
    eights = count == 3 and held[_EIGHT - 1] == 3
    total = best_total(hard, held[0] > 0)
    one_suit = _SUITS * ways_in(1)
    one_color = _COLORS * ways_in(_COLORS) - one_suit
    mixed = ways_in(_SUITS) - one_suit - one_color
    by_suits = {Suits.ONE_SUIT: one_suit, Suits.ONE_COLOR: one_color, Suits.MIXED: mixed}
    for suits, ways in by_suits.items():
        yield FinalHand(up, total, count, eights, suits), ways
