"""Hands whose suits still matter: two cards that a third may make a suited Bonus 21.

The hand graph has values only. A suited 6-7 is worth more than another 6-7 for one reason: the
eight that completes it may have its suit. The table's own pays say which hands these are, and the
gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from pitboss.cards import Card, Unseen, card_suit
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import immediate_odds, make_cards, make_hand
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.totals import value as value_of

SUITS = range(4)


@dataclass(frozen=True, slots=True)
class SuitSensitiveHand:
    """Two cards that may become a suited bonus."""

    node: int
    values: tuple[int, int]
    completes: int
    """The value of the third card."""
    gains: tuple[Fraction, ...]
    """Suit -> how much more the suited bonus pays than the mixed one."""


def live_hands(setup: Setup, *, split: bool) -> dict[int, SuitSensitiveHand]:
    """Return node -> live hand, for every hand whose suits matter.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="ilani/spanish-21"))
    >>> sorted(hand.values for hand in live_hands(setup, split=False).values())
    [(6, 7), (6, 8), (7, 7), (7, 8)]
    >>> live_hands(setup, split=True)
    {}
    """
    if not setup.bonus_21:
        return {}
    return {hand.node: hand for hand in _live(setup, split=split)}


def _live(setup: Setup, *, split: bool) -> Iterator[SuitSensitiveHand]:
    for three in combinations_with_replacement(range(2, VALUES + 1), 3):
        if sum(three) != TWENTY_ONE:
            continue
        cards = make_cards(three)
        mixed = _pay(setup, cards, split=split)
        # A card is its rank times four, and its suit: the same three in each suit.
        in_suits = [tuple(Card((card >> 2 << 2) + suit) for card in cards) for suit in SUITS]
        suited = [_pay(setup, same, split=split) for same in in_suits]
        gains = tuple(pay - mixed for pay in suited)
        if any(gains):
            for values, completes in _pairs(three):
                node = hand_graph().node(*values)
                yield SuitSensitiveHand(node, values, completes, gains)


def _pay(setup: Setup, cards: tuple[Card, ...], *, split: bool) -> Fraction:
    odds = immediate_odds(setup, make_hand(cards, split=split))
    return odds.ratio if odds else Fraction(0)


def _pairs(three: tuple[int, ...]) -> set[tuple[tuple[int, int], int]]:
    """Two of three values, and the third."""
    one, two, last = three
    return {((one, two), last), ((one, last), two), ((two, last), one)}


class CardsLeft:
    """The cards left of a value and a suit, and the probability of a suit among them."""

    def __init__(self, of_suit: Mapping[int, tuple[int, ...]]) -> None:
        """Start with *of_suit*: value -> how many of each suit."""
        self.of_suit = of_suit

    @classmethod
    def from_unseen(cls, unseen: Unseen) -> CardsLeft:
        """Sort the cards that are left by value and suit.

        >>> from pitboss.cards import FRENCH, Shoe
        >>> CardsLeft.from_unseen(Unseen.from_shoe(Shoe(FRENCH, 1))).of_suit[10]
        (4, 4, 4, 4)
        """
        counts = {value: [0] * len(SUITS) for value in range(1, VALUES + 1)}
        for card in unseen.kinds:
            counts[value_of(card)][card_suit(card)] += unseen.counts[card]
        return cls({value: tuple(suits) for value, suits in counts.items()})

    @property
    def by_value(self) -> list[int]:
        """How many cards of each value are left, the aces first."""
        return [sum(self.of_suit[value]) for value in range(1, VALUES + 1)]

    def in_suit(self, suit: int, values: Iterable[int]) -> tuple[int, ...]:
        """Return how many cards of each of the values are left in one suit."""
        return tuple(self.of_suit[value][suit] for value in values)

    def without(self, *cards: tuple[int, int]) -> CardsLeft:
        """Return the cards left without these, each a value and a suit."""
        left = dict(self.of_suit)
        for value, suit in cards:
            if value in left:
                suits = left[value]
                left[value] = (*suits[:suit], suits[suit] - 1, *suits[suit + 1 :])
        return CardsLeft(left)

    def share(self, value: int, suit: int) -> Fraction:
        """Return the probability that a card of *value* has *suit*, with unknown cards gone."""
        return Fraction(*self.count(value, suit))

    def count(self, value: int, suit: int) -> tuple[int, int]:
        """Return the number of cards of a value in one suit, and in all."""
        suits = self.of_suit[value]
        return max(0, suits[suit]), max(1, sum(suits))
