"""Pai Jack counted: every hand set in every way against every hand of the dealer (2112).

No rule of the main wager uses suits, or distinguishes ten-value cards: a hand is the number of its
cards of each value, and a whole deck has 1,993 such hands. All counts are whole numbers of deals,
so every figure is an exact fraction. A player knows only the five cards of the hand: other seats
change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import FRENCH, Card
from pitboss.patterns.pai_jack import (
    BUST,
    HOLDS_PAI_JACK,
    SETTINGS,
    compare_settings,
    house_way_totals,
    is_legal_setting,
    setting_totals,
)
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


WIN, PUSH, LOSE, PAI_JACK = "win", "push", "lose", "Pai Jack"
OUTCOMES = (PAI_JACK, WIN, PUSH, LOSE)


@dataclass(frozen=True, slots=True)
class Chances:
    """The number of the dealer's hands that a setting beats, ties and loses to."""

    win: int
    push: int
    lose: int
    gain: Fraction
    """Against all of them together, in units of the main wager."""

    @property
    def value(self) -> Fraction:
        """The expected value of the setting, in units of the main wager."""
        return self.gain / (self.win + self.push + self.lose)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetHand:
    """A hand to set, and the result of each setting."""

    cards: tuple[Card, ...]
    ways: int
    """The number of hands of the deck of this kind."""
    house_way: int
    """The totals of the house way, as `setting_totals` packs them."""
    settings: Mapping[int, Chances]
    """Totals of a legal setting -> its result."""

    @property
    def best(self) -> int:
        """The totals of the best setting: the house way if none is better."""
        most = max(setting.gain for setting in self.settings.values())
        if self.settings[self.house_way].gain == most:
            return self.house_way
        return max(low for low in self.settings if self.settings[low].gain == most)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFigures:
    """The results of the main wager when hands are set in some way."""

    probabilities: Mapping[str, Fraction]
    """Outcome -> its probability."""
    pays: Mapping[str, Fraction]
    """Outcome -> the player's gain, in units of the main wager."""

    @property
    def house_edge(self) -> Fraction:
        """The expected loss on the main wager."""
        return -sum((p * self.pays[o] for o, p in self.probabilities.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the gain."""
        square = sum((p * self.pays[o] ** 2 for o, p in self.probabilities.items()), Fraction(0))
        return square - self.house_edge**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the gain."""
        return sqrt(self.variance)


class CountedSettings:
    """Every hand of a deck, and the figures of the best setting and of the house way."""

    def __init__(
        self, hands: DeckHands, pays: Mapping[str, Fraction], key: str | None = None
    ) -> None:
        """Solve for these hands; *pays* has the gain of each outcome; *key* is for the cache."""
        self.hands, self.pays, self.key = hands, pays, key
        self._won, self._pushed, self._lost = _against(hands)

    @cached_property
    def set_hands(self) -> tuple[SetHand, ...]:
        """All hands with a decision."""
        return tuple(self._set_hands())

    @cached_property
    def best(self) -> SettingFigures:
        """The best setting of every hand."""
        return self.evaluate({hand.cards: hand.best for hand in self.set_hands})

    @cached_property
    def house_way(self) -> SettingFigures:
        """The house way of every hand."""
        return self.evaluate({hand.cards: hand.house_way for hand in self.set_hands})

    @property
    def house_edge(self) -> Fraction:
        """The edge of the best setting."""
        return self.best.house_edge

    def evaluate(self, chosen: Mapping[tuple[Card, ...], int]) -> SettingFigures:
        """Return the figures for a player who sets each hand to its totals in *chosen*."""
        counts = dict.fromkeys(OUTCOMES, 0)
        dealer_hands = self.hands.dealer_hands
        for place, totals in enumerate(self.hands.totals):
            if totals in (BUST, HOLDS_PAI_JACK):
                ways = int(self.hands.ways[place])
                # 2112(5): a Pai Jack is paid before the dealer's hand is seen.
                for outcome, count in self._unset(place, totals, dealer_hands).items():
                    counts[outcome] += ways * count
        for hand in self.set_hands:
            setting = hand.settings[chosen[hand.cards]]
            for outcome, count in ((WIN, setting.win), (PUSH, setting.push), (LOSE, setting.lose)):
                counts[outcome] += hand.ways * count
        deals = int(self.hands.ways.sum()) * dealer_hands
        probabilities = {outcome: Fraction(count, deals) for outcome, count in counts.items()}
        assert sum(probabilities.values()) == 1
        return SettingFigures(probabilities=probabilities, pays=self.pays)

    def hand(self, cards: Sequence[Card]) -> SetHand | None:
        """Return the hand with the values of *cards*; None if it has no decision."""
        return self._by_values.get(_values(cards))

    @cached_property
    def _by_values(self) -> dict[tuple[int, ...], SetHand]:
        return {_values(hand.cards): hand for hand in self.set_hands}

    def _unset(self, place: int, totals: int, dealer_hands: int) -> dict[str, int]:
        if totals == HOLDS_PAI_JACK:
            return {PAI_JACK: dealer_hands}
        chances = self._chances(place, BUST)
        return {PUSH: chances.push, LOSE: chances.lose}

    def _set_hands(self) -> Iterator[SetHand]:
        for place, cards in enumerate(self.hands.cards):
            house_way = self.hands.totals[place]
            if house_way not in (BUST, HOLDS_PAI_JACK):
                pairs = {setting_totals(cards, *setting) for setting in SETTINGS}
                yield SetHand(
                    cards=cards,
                    ways=int(self.hands.ways[place]),
                    house_way=house_way,
                    settings={
                        totals: self._chances(place, totals)
                        for totals in sorted(pairs, reverse=True)
                        if is_legal_setting(totals)
                    },
                )

    def _chances(self, place: int, totals: int) -> Chances:
        won, lost = int(self._won[totals][place]), int(self._lost[totals][place])
        return Chances(
            win=won,
            push=int(self._pushed[totals][place]),
            lose=lost,
            gain=won * self.pays[WIN] + lost * self.pays[LOSE],
        )


def _values(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sorted(map(value, cards)))


def _against(hands: DeckHands) -> tuple[dict[int, Counts], dict[int, Counts], dict[int, Counts]]:
    """Count the wins, ties and losses for all totals of a hand, and for a bust."""
    mine = {BUST} | {
        totals
        for cards in hands.cards
        for setting in SETTINGS
        if is_legal_setting(totals := setting_totals(cards, *setting))
    }
    counts: tuple[dict[int, Counts], dict[int, Counts], dict[int, Counts]] = ({}, {}, {})
    for totals in mine:
        results = np.array([compare_settings(totals, dealers) for dealers in hands.dealer_kinds])
        for counted, result in zip(counts, (1, 0, -1), strict=True):
            counted[totals] = hands.against[:, results == result].sum(axis=1)
    return counts
