"""Pai Jack counted: every hand set in every way against every hand of the dealer (2112).

No rule of the main wager uses suits, or distinguishes ten-value cards: a hand is the number of its
cards of each value, and a whole deck has 1,993 such hands. All counts are whole numbers of deals,
so every figure is an exact fraction. A player knows only the five cards of the hand: other seats
change nothing.

A few rules say how to set a hand. Two settings matter: the house way, which has the highest high
hand, and the one with the highest low hand. For each total of the house way's high hand the rules
say how high its low hand must be to set the house way. Exceptions correct the errors by a third
number: the highest possible low hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import FRENCH, Card
from pitboss.exact.cache import load_or_compute_part
from pitboss.patterns.pai_jack import (
    BUST,
    HOLDS_PAI_JACK,
    SETTINGS,
    LowAce,
    compare_settings,
    high_and_low,
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
    low_ace: LowAce
    """How an ace of the low hand counts."""

    @property
    def dealer_hands(self) -> int:
        """The number of hands the dealer may hold against any one hand."""
        return int(self.against[0].sum())


def count_hands(deck: Sequence[Card] = FRENCH.cards, low_ace: LowAce = LowAce.ELEVEN) -> DeckHands:
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
    totals = tuple(house_way_totals(hand, low_ace) for hand in cards)
    dealer_kinds = tuple(sorted(set(totals)))
    in_deck = np.array([len(by_value[worth]) for worth in _VALUES])
    return DeckHands(
        cards=cards,
        held=held,
        ways=_ways(in_deck[np.newaxis, :], held)[0],
        totals=totals,
        dealer_kinds=dealer_kinds,
        against=_add_up_kinds(_ways(in_deck - held, held), totals, dealer_kinds),
        low_ace=low_ace,
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


WIN = "win"
PUSH = "push"
LOSE = "lose"
PAI_JACK = "Pai Jack"
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
        self.hands = hands
        self.pays = pays
        self.key = key
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
                pairs = {setting_totals(cards, *low, self.hands.low_ace) for low in SETTINGS}
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
        won = int(self._won[totals][place])
        lost = int(self._lost[totals][place])
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
        if is_legal_setting(totals := setting_totals(cards, *setting, hands.low_ace))
    }
    counts: tuple[dict[int, Counts], dict[int, Counts], dict[int, Counts]] = ({}, {}, {})
    for totals in mine:
        results = np.array([compare_settings(totals, dealers) for dealers in hands.dealer_kinds])
        for counted, result in zip(counts, (1, 0, -1), strict=True):
            counted[totals] = hands.against[:, results == result].sum(axis=1)
    return counts


TOLD_IN_WORDS = 4
"""The number of exceptions in words; the others save a few millionths."""
NEVER = 22
"""No low hand is as high as this."""


class SettingCell(NamedTuple):
    """The totals that the rules and their exceptions depend on."""

    high: int
    low: int
    """The house way's totals."""
    highest_low: int
    """The highest low hand of all settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A cell in which the rules are wrong."""

    cell: SettingCell
    house_way: bool
    """Whether the house way is set here; otherwise the highest low hand."""
    saves: Fraction
    """By how much it lowers the edge."""


def highest_low(settings: Iterable[int]) -> int:
    """Return, of the totals of some settings, those with the highest low hand.

    >>> high_and_low(highest_low([(20 << 5) + 8, (19 << 5) + 19, (14 << 5) + 14]))
    (19, 19)
    """
    return max(settings, key=lambda totals: high_and_low(totals)[::-1])


def setting_rules(solution: CountedSettings) -> SettingRules:
    """Return the best rules for a solved game, cached with their exceptions."""

    def compute() -> SettingRules:
        rules = SettingRules(solution)
        _ = rules.exceptions
        return rules

    return load_or_compute_part(solution.key, "setting-rules", compute, solution)


class SettingRules:
    """The best rules of that kind, and their cost."""

    def __init__(
        self, solution: CountedSettings, thresholds: Mapping[int, int] | None = None
    ) -> None:
        """Find the rules for the hands of *solution*, or take the given *thresholds*."""
        self.solution = solution
        self._given = thresholds
        self._gains: defaultdict[SettingCell, Fraction] = defaultdict(Fraction)
        for hand in solution.set_hands:
            house = hand.settings[hand.house_way]
            low = highest_low(hand.settings)
            gain = house.gain - hand.settings[low].gain
            self._gains[hand_cell(hand)] += hand.ways * gain

    @cached_property
    def thresholds(self) -> Mapping[int, int]:
        """House way's high hand -> the lowest low hand with which the house way is set.

        High hands for which the highest low hand is always set are left out.
        """
        if self._given is not None:
            return self._given
        by_high = {}
        for high in sorted({cell.high for cell in self._gains}, reverse=True):
            gains = {cell: gain for cell, gain in self._gains.items() if cell.high == high}
            lows = sorted({cell.low for cell in gains}, reverse=True)
            # A house way that has the highest low hand too is set either way.
            kept = max(
                (NEVER, *lows),
                key=lambda least: sum(gain for cell, gain in gains.items() if cell.low >= least),
            )
            if kept < NEVER:
                by_high[high] = kept
        return by_high

    def lows(self, high: int) -> frozenset[int]:
        """Return the low hands that occur with a high hand of the house way."""
        return frozenset(cell.low for cell in self._gains if cell.high == high)

    @cached_property
    def exceptions(self) -> tuple[Correction, ...]:
        """Every cell in which the rules are wrong, the most costly first."""
        deals = int(self.solution.hands.ways.sum()) * self.solution.hands.dealer_hands
        wrong = [
            Correction(cell=cell, house_way=gain > 0, saves=abs(gain) / deals)
            for cell, gain in self._gains.items()
            if gain and (gain > 0) != self._keeps(cell)
        ]
        return tuple(sorted(wrong, key=lambda correction: correction.saves, reverse=True))

    def setting(self, hand: SetHand, exceptions: int = 0) -> int:
        """Return the totals of a hand set by the rules and the first *exceptions*."""
        cell = hand_cell(hand)
        for correction in self.exceptions[:exceptions]:
            if correction.cell == cell:
                return hand.house_way if correction.house_way else highest_low(hand.settings)
        return hand.house_way if self._keeps(cell) else highest_low(hand.settings)

    def figures(self, exceptions: int = 0) -> SettingFigures:
        """Return the figures for a player who sets by the rules and the first *exceptions*."""
        hands = self.solution.set_hands
        return self.solution.evaluate({h.cards: self.setting(h, exceptions) for h in hands})

    def _keeps(self, cell: SettingCell) -> bool:
        return cell.low >= self.thresholds.get(cell.high, NEVER)


def hand_cell(hand: SetHand) -> SettingCell:
    """Return the cell of a hand."""
    return SettingCell(*high_and_low(hand.house_way), high_and_low(highest_low(hand.settings))[1])


def rule_words(rules: SettingRules) -> Iterator[str]:
    """Yield the rules as sentences, the exceptions that matter last."""
    lowest = {high: min(rules.lows(high)) for high in rules.thresholds}
    for high, least in rules.thresholds.items():
        with_low = "" if least == lowest[high] else f" and its low hand at least {least}"
        yield f"Set the house way if its high hand is {high}{with_low}."
    yield "Otherwise set the highest low hand that is legal, and with it the highest high hand."
    for correction in rules.exceptions[:TOLD_IN_WORDS]:
        yield _exception_words(correction)


def _exception_words(correction: Correction) -> str:
    chosen = "set the house way" if correction.house_way else "set the highest low hand"
    cell = correction.cell
    return (
        f"Exception: where the house way is {cell.high} and {cell.low} and the highest low hand"
        f" {cell.highest_low}, {chosen}."
    )
