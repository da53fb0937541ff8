"""The dealer's final hand, exactly: every draw from the finite shoe, with the suits.

The dealer draws by value alone, so values are walked card by card. For a sequence of values the
number of ways to deal it is a product over its values, whatever their order, and so is the number
of ways in one suit or in one colour: suits need no walking, and shoes of every size one walk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm, prod
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
    values = tuple(sorted(in_one_suit))
    copies = tuple(in_one_suit[worth] * decks for worth in values)
    found: dict[FinalHand, int] = {}
    for draw, orders in draws(values, hits_soft_17=hits_soft_17).items():
        for hand, ways in _by_suits(draw, values, copies):
            found[hand] = found.get(hand, 0) + orders * ways
    size = len(cards) * decks
    return tuple(
        (hand, Fraction(ways, perm(size, hand.count))) for hand, ways in found.items() if ways
    )


class Draw(NamedTuple):
    """A completed hand by its values, in whatever order they came after the up card."""

    up_value: int
    held: tuple[int, ...]
    """How many cards of each value."""


@cache
def draws(values: tuple[int, ...], *, hits_soft_17: bool) -> Mapping[Draw, int]:
    """Return every hand a dealer can complete, with the number of orders to draw it in.

    How many cards there are of a value does not matter for that, so one walk serves every shoe.

    >>> found = draws(tuple(range(1, 11)), hits_soft_17=True)
    >>> found[Draw(1, (1, 0, 0, 0, 0, 0, 0, 0, 0, 1))]
    1
    """
    orders: dict[Draw, int] = {}
    held = [0] * len(values)

    def draw(place: int, up_value: int, hard: int) -> None:
        held[place] += 1
        hard += values[place]
        has_ace = bool(held[values.index(_ACE)])
        if sum(held) == 1 or dealer_draws(hard, has_ace, hits_soft_17):
            for following in range(len(values)):
                draw(following, up_value, hard)
        else:
            done = Draw(up_value, tuple(held))
            orders[done] = orders.get(done, 0) + 1
        held[place] -= 1

    for place, up_value in enumerate(values):
        draw(place, up_value, 0)
    return orders


def _by_suits(
    draw: Draw, values: tuple[int, ...], copies: tuple[int, ...]
) -> Iterator[tuple[FinalHand, int]]:
    """Yield a hand by its suits, with the ways to deal it in one order; *copies* are of a suit."""

    def ways_in(suits: int) -> int:
        return prod(map(perm, (suits * count for count in copies), draw.held))

    held = dict(zip(values, draw.held, strict=True))
    count, hard = sum(draw.held), sum(worth * number for worth, number in held.items())
    eights = count == 3 and held[_EIGHT] == 3
    total = best_total(hard, bool(held[_ACE]))
    one_suit = _SUITS * ways_in(1)
    one_color = _COLORS * ways_in(_COLORS) - one_suit
    mixed = ways_in(_SUITS) - one_suit - one_color
    by_suits = {Suits.ONE_SUIT: one_suit, Suits.ONE_COLOR: one_color, Suits.MIXED: mixed}
    for suits, ways in by_suits.items():
        yield FinalHand(draw.up_value, total, count, eights, suits), ways
