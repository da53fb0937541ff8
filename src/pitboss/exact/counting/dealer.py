"""The dealer's final hand, exactly: every draw from the finite shoe, with the suits.

The dealer draws by value alone. The number of ways to deal given values is a product over them in
any order, and so is the number of ways in one suit or in one colour: suits are counted without
listing cards one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import perm
from operator import mul

from pitboss.cards import DECKS, card_suit
from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES
from pitboss.patterns.busts import Suits
from pitboss.patterns.totals import TWENTY_ONE, best_total, value

_SUITS, _COLORS = 4, 2
_EIGHT = 8
_BY_SUITS = (Suits.ONE_SUIT, Suits.ONE_COLOR, Suits.MIXED)
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
    in_one_suit = Counter(value(card) for card in cards if card_suit(card) == 0)
    copies = [in_one_suit[worth] * decks for worth in _WORTHS]
    ways_in = {suits: _ways([suits * count for count in copies]) for suits in (1, _COLORS, _SUITS)}
    ways_by_hand: dict[FinalHand, int] = {}
    for hands in map(partial(_list_draws, hits_soft_17=hits_soft_17), _WORTHS):
        for (one_suit, one_color, mixed), held in hands.items():
            one = _SUITS * _total(ways_in[1], held)
            colored = _COLORS * _total(ways_in[_COLORS], held) - one
            ways_by_hand[one_suit] = one
            ways_by_hand[one_color] = colored
            ways_by_hand[mixed] = _total(ways_in[_SUITS], held) - one - colored
    size = len(cards) * decks
    return tuple(
        (hand, Fraction(ways, perm(size, hand.count)))
        for hand, ways in ways_by_hand.items()
        if ways
    )


Held = tuple[int, tuple[tuple[int, int], ...]]
"""In how many orders cards are drawn, and which: (value, how often) for each value there is."""


@cache
def _list_draws(up: int, *, hits_soft_17: bool) -> dict[tuple[FinalHand, ...], list[Held]]:
    """Return the hands of an up card (one suit, one colour, mixed) -> the draws that make them."""
    draws: dict[tuple[FinalHand, ...], list[Held]] = {}
    kinds: dict[tuple[int, int, bool], tuple[FinalHand, ...]] = {}
    for drawn, orders in drawn_hands(up, hits_soft_17=hits_soft_17).items():
        held = (*drawn[: up - 1], drawn[up - 1] + 1, *drawn[up:])
        count = sum(held)
        total = best_total(sum(map(mul, _WORTHS, held)), held[0] > 0)
        facts = total, count, count == 3 and held[_EIGHT - 1] == 3
        if facts not in kinds:
            kinds[facts] = tuple(FinalHand(up, *facts, suits) for suits in _BY_SUITS)
        cards = tuple((place, times) for place, times in enumerate(held) if times)
        draws.setdefault(kinds[facts], []).append((orders, cards))
    return draws


def _ways(copies: Sequence[int]) -> list[list[int]]:
    """Return, for every value and how often it is held, the ways to draw it in one order."""
    return [[perm(count, times) for times in range(TWENTY_ONE + 1)] for count in copies]


def _total(ways: list[list[int]], hands: Iterable[Held]) -> int:
    """Return the ways to deal hands, each in all of its orders."""
    total = 0
    for orders, cards in hands:
        for place, times in cards:
            orders *= ways[place][times]  # noqa: PLW2901 - a product, in the tightest loop
        total += orders
    return total
