"""The five-card hands of Pai Jack by the values of their cards, and the dealer's beside each.

No rule of the main wager uses suits, or distinguishes ten-value cards: a hand is the number of its
cards of each value. A whole deck has 1,993 such hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import FRENCH, Card
from pitboss.patterns.pai_jack import house_way_totals
from pitboss.patterns.totals import value

HAND_SIZE = 5
_VALUES = range(1, 11)

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class DeckHands:
    """Every hand of five that a deck holds, by values."""

    cards: tuple[tuple[Card, ...], ...]
    """One hand of each kind."""
    held: Counts
    """Hand, value -> how many cards of it."""
    ways: Counts
    """Hand -> the number of hands of the deck of this kind."""
    totals: tuple[int, ...]
    """Hand -> its totals by house way, as the dealer sets it."""
    dealer_kinds: tuple[int, ...]
    """All totals that the dealer's hand may have."""
    against: Counts
    """Hand, dealer's kind -> the number of hands with it from the cards left."""

    @property
    def dealer_hands(self) -> int:
        """The number of hands the dealer may hold against any one hand."""
        return int(self.against[0].sum())


def count_hands(deck: Sequence[Card] = FRENCH.cards) -> DeckHands:
    """Count the hands of a deck, and the dealer's hands against each.

    >>> hands = count_hands()
    >>> len(hands.cards), int(hands.ways.sum()), hands.dealer_hands
    (1993, 2598960, 1533939)

    Small decks are for the tests, which deal every round of them.
    """
    by_value = {worth: [card for card in deck if value(card) == worth] for worth in _VALUES}
    kinds = [
        multiset
        for multiset in combinations_with_replacement(_VALUES, HAND_SIZE)
        if all(count <= len(by_value[worth]) for worth, count in Counter(multiset).items())
    ]
    held = np.array([[kind.count(worth) for worth in _VALUES] for kind in kinds], dtype=np.int64)
    cards = tuple(
        tuple(card for worth in _VALUES for card in by_value[worth][: kind.count(worth)])
        for kind in kinds
    )
    totals = tuple(house_way_totals(hand) for hand in cards)
    dealer_kinds = tuple(sorted(set(totals)))
    in_deck = np.array([len(by_value[worth]) for worth in _VALUES])
    return DeckHands(
        cards=cards,
        held=held,
        ways=_ways(in_deck[np.newaxis, :], held)[0],
        totals=totals,
        dealer_kinds=dealer_kinds,
        against=_add_up_kinds(_ways(in_deck - held, held), totals, dealer_kinds),
    )


def _ways(left: Counts, held: Counts) -> Counts:
    """Return the number of ways to take each hand from each set of cards, value by value."""
    choose = np.array(
        [[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(int(left.max()) + 1)],
        dtype=np.int64,
    )
    ways = np.ones((len(left), len(held)), dtype=np.int64)
    for place in range(len(_VALUES)):
        ways *= choose[left[:, place, np.newaxis], held[:, place]]
    return ways


def _add_up_kinds(ways: Counts, totals: Sequence[int], kinds: Sequence[int]) -> Counts:
    """Add up the dealer's hands of each kind."""
    of_kind = np.array(totals)
    return np.stack([ways[:, of_kind == kind].sum(axis=1) for kind in kinds], axis=1)
