"""The poker part of 21-Hold 'em solved: to bet or to fold, after one card and after two (2104).

The deck is reshuffled before the poker part, except for the two community cards (2104(6)), which
are any two of the deck, and no player sees another's cards. So only the community cards and the
player's own matter; every deal of three cards is counted, and every figure is an exact fraction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, lcm, perm, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, card_rank, card_suit
from pitboss.compiled.jit import jit_cached, jit_pattern
from pitboss.engine.rounds.holdem import spots
from pitboss.engine.setup import Setup
from pitboss.exact.cache import load_or_compute, solution_part, table_key
from pitboss.patterns.five_card import FiveCard, five_card
from pitboss.patterns.rows import rows_by_class
from pitboss.rulebook.model import HoldemRules
from pitboss.rulebook.pays import fixed_ratio

_NAME = "poker"
LOSE = "lose"
FOLDS = ("fold after the first card", "fold after the second card")
_COMMUNITY = 2
_CARDS = 3
NO_HAND = len(FiveCard)
"""Instead of a class, if one card would be dealt twice."""
_five_card = jit_pattern(five_card)

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PokerPays:
    """The gain of a hand on all its wagers together, in units of PK."""

    names: tuple[str, ...]
    """Class -> the row that is paid, or that it loses."""
    gains: tuple[Fraction, ...]
    """Class -> the gain; all wagers are equal (2104(8), (10))."""

    @property
    def scale(self) -> int:
        """The factor that makes every gain a whole number."""
        return lcm(*(gain.denominator for gain in self.gains))

    @property
    def scaled_gains(self) -> Integers:
        """The gains times the scale, and zero without a hand."""
        return np.array([*(int(gain * self.scale) for gain in self.gains), 0], dtype=np.int64)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Community:
    """Two community cards, and all deals that follow."""

    cards: tuple[Card, Card]
    ways: int
    """How many pairs of the deck are like this one."""
    left: tuple[Card, ...]
    classes: NDArray[np.uint8]
    """First, second, third place of *left* -> the class of the hand."""
    second: Integers
    """First, second place -> the gain of betting on, summed over all third cards, scaled."""
    first: Integers
    """First place -> the same for all second and third cards, with the best second decision."""
    scale: int

    @property
    def deals(self) -> int:
        """The number of ways to deal three more cards."""
        return perm(len(self.left), _CARDS)

    @property
    def bets_second(self) -> NDArray[np.bool_]:
        """First, second place -> whether to bet on after two cards."""
        return self.second > _fold_gain(2, self.scale, len(self.left))

    @property
    def bets_first(self) -> NDArray[np.bool_]:
        """First place -> whether to bet on after one card."""
        return self.first > _fold_gain(1, self.scale, len(self.left))

    @property
    def value(self) -> Fraction:
        """The gain of PK, in units of it."""
        best = np.maximum(self.first, _fold_gain(1, self.scale, len(self.left)))
        return Fraction(int(best.sum()), self.deals * self.scale)

    @property
    def value_never_folding(self) -> Fraction:
        """The same for a player who never folds."""
        return Fraction(int(self.second.sum()), self.deals * self.scale)

    def bet_value(self, *held: Card) -> Fraction:
        """Return the gain of betting on with one card or two, with optimal play after that."""
        places = tuple(self.left.index(card) for card in held)
        follow = perm(len(self.left) - len(held), _CARDS - len(held))
        if len(held) == 1:
            return Fraction(int(self.first[places]), follow * self.scale)
        return Fraction(int(self.second[places]), follow * self.scale)


def _fold_gain(held: int, scale: int, left: int) -> int:
    """2104(8), (10): return the gain of folding with that many cards, summed over all deals."""
    return -held * scale * perm(left - held, _CARDS - held)


@jit_cached
def _classify(left: Any, one: int, two: int, classes: Any) -> None:  # noqa: ANN401 - arrays
    """Fill *classes* with the class of two cards and those at any three places of *left*."""
    count = len(left)
    for first in range(count):
        for second in range(first + 1, count):
            for third in range(second + 1, count):
                kind = _five_card((one, two, left[first], left[second], left[third]))
                classes[first, second, third] = classes[first, third, second] = kind
                classes[second, first, third] = classes[second, third, first] = kind
                classes[third, first, second] = classes[third, second, first] = kind


def count_community(
    cards: tuple[Card, Card], deck: Sequence[Card], pays: PokerPays, ways: int = 1
) -> Community:
    """Count all deals that follow two community cards of *deck*."""
    left = tuple(card for card in deck if card not in cards)
    classes = np.full((len(left),) * _CARDS, NO_HAND, dtype=np.uint8)
    _classify(np.array(left, dtype=np.int64), int(cards[0]), int(cards[1]), classes)
    second = pays.scaled_gains[classes].sum(axis=2)
    fold = _fold_gain(2, pays.scale, len(left))
    best = np.maximum(second, fold)
    np.fill_diagonal(best, 0)
    return Community(
        cards=cards,
        ways=ways,
        left=left,
        classes=classes,
        second=second,
        first=best.sum(axis=1),
        scale=pays.scale,
    )


class PokerSolution:
    """The poker part over all community cards."""

    def __init__(self, deck: Sequence[Card], pays: PokerPays, key: str | None = None) -> None:
        """Solve for a deck that has every rank in every suit; parts are cached by *key*."""
        self.deck = tuple(deck)
        self.pays = pays
        self.key = key
        self.communities = tuple(
            count_community(cards, self.deck, pays, ways)
            for cards, ways in community_pairs(self.deck)
        )

    @cached_property
    def poker_edge(self) -> Fraction:
        """The house edge of PK under optimal folding."""
        return -self._mean({community: community.value for community in self.communities})

    @cached_property
    def poker_edge_never_folding(self) -> Fraction:
        """The same if nobody ever folds."""
        return -self._mean(
            {community: community.value_never_folding for community in self.communities}
        )

    def _mean(self, values: Mapping[Community, Fraction]) -> Fraction:
        total = sum((community.ways * value for community, value in values.items()), Fraction(0))
        return total / comb(len(self.deck), _COMMUNITY)

    @solution_part
    def outcomes(self) -> Mapping[str, tuple[Fraction, Fraction]]:
        """Outcome -> its probability and its gain, in units of PK."""
        folded = [0, 0]
        classes = np.zeros(NO_HAND + 1, dtype=np.int64)
        for community in self.communities:
            bets = community.bets_first[:, np.newaxis] & community.bets_second
            np.fill_diagonal(bets, val=False)
            betting = int(community.bets_first.sum())
            count = len(community.left)
            folded[0] += community.ways * (count - betting) * perm(count - 1, 2)
            folded[1] += community.ways * (betting * (count - 1) - int(bets.sum())) * (count - 2)
            kinds = np.bincount(community.classes[bets].ravel(), minlength=NO_HAND + 1)
            classes += community.ways * kinds
        counts: Counter[tuple[str, Fraction]] = Counter()
        for kind in reversed(FiveCard):
            counts[self.pays.names[kind], self.pays.gains[kind]] += int(classes[kind])
        for held, (name, count) in enumerate(zip(FOLDS, folded, strict=True), start=1):
            counts[name, Fraction(-held)] += count
        deals = comb(len(self.deck), _COMMUNITY) * perm(len(self.deck) - _COMMUNITY, _CARDS)
        assert counts.total() == deals
        return {name: (Fraction(n, deals), gain) for (name, gain), n in counts.items()}

    @property
    def variance(self) -> Fraction:
        """The variance of the gain of PK and the wagers after it."""
        square = sum((p * gain**2 for p, gain in self.outcomes.values()), Fraction(0))
        return square - self.poker_edge**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of that gain."""
        return sqrt(self.variance)

    @property
    def average_wager(self) -> Fraction:
        """The average wager, in units of PK."""
        first, second = (self.outcomes[name][0] for name in FOLDS)
        return first + 2 * second + _CARDS * (1 - first - second)


def community_pairs(deck: Sequence[Card]) -> list[tuple[tuple[Card, Card], int]]:
    """Return one pair of community cards of each kind, and the number of pairs like it.

    Suits are interchangeable, so there are 169 kinds in a whole deck: two ranks, in one suit or in
    two.

    >>> from pitboss.cards import FRENCH
    >>> len(community_pairs(FRENCH.cards)), sum(ways for _, ways in community_pairs(FRENCH.cards))
    (169, 1326)
    """
    ranks = {card_rank(card) for card in deck}
    suits = {card_suit(card) for card in deck}
    assert len(set(deck)) == len(deck) == len(ranks) * len(suits), "a suit lacks a rank"
    kinds: dict[tuple[int, int, bool], tuple[tuple[Card, Card], int]] = {}
    for one, two in combinations(sorted(deck), 2):
        kind = card_rank(one), card_rank(two), card_suit(one) == card_suit(two)
        cards, ways = kinds.get(kind, ((one, two), 0))
        kinds[kind] = cards, ways + 1
    return list(kinds.values())


def poker_pays(setup: Setup) -> PokerPays:
    """Return the pays of the poker hands; a table without poker has the document's."""
    wagers = spots(_rules(setup))
    printed = setup.configured.game.tables_of
    tables = [
        setup.played_tables.get(wager) or rows_by_class(printed(wager)[0])[0] for wager in wagers
    ]
    names = []
    gains = []
    for kind in FiveCard:
        rows = [table.get(kind) for table in tables]
        names.append(LOSE if rows[0] is None else rows[0].name)
        gains.append(sum((fixed_ratio(r.pay) if r else Fraction(-1) for r in rows), Fraction(0)))
    return PokerPays(tuple(names), tuple(gains))


def _rules(setup: Setup) -> HoldemRules:
    rules = setup.kind_rules(HoldemRules)
    assert (rules.community_cards, rules.player_cards) == (_COMMUNITY, _CARDS)
    return rules


def poker_solution(setup: Setup, deck: Sequence[Card] | None = None) -> PokerSolution:
    """Solve the poker part of a table; another *deck* than its own is for the tests.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> poker_solution(prepare(House(game="co/21-holdem"))).poker_edge
    Fraction(22331, 108290)
    """
    cards = tuple(setup.shoe.cards() if deck is None else deck)
    key = table_key(setup, _NAME, cards)
    return load_or_compute(
        setup, _NAME, lambda: PokerSolution(cards, poker_pays(setup), key), cards
    )
