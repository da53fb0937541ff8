"""The decisions to bet on in the poker part of 21-Hold 'em, as sets of cards in bits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from math import comb
from typing import Any

import numpy as np

from pitboss.cards import Card, Rank, Suit, card
from pitboss.exact.holdem.poker import Community, PokerSolution
from pitboss.exact.holdem.solution import FoldRules
from pitboss.simulate.holdem.kernel import DECK, pair_number

Array = Any
Pair = tuple[Card, Card]
Decided = Callable[[Community], tuple[Array, Array]]
"""Returns whether to bet with one of the cards left, and with one and then another."""
_BITS = np.uint64(1) << np.arange(DECK, dtype=np.uint64)
_RENAMED = [
    np.array([card(rank, suit) for rank in Rank for suit in suits]) for suits in permutations(Suit)
]
"""Card -> card, for every way to rename the suits."""


@dataclass(frozen=True, eq=False, slots=True)
class Betting:
    """The cards that are bet on, for each pair of community cards by `pair_number`."""

    first: Array
    """Pair -> the cards to bet on with after the first."""
    second: Array
    """Pair and first card -> the same after the second."""

    def bets(self, community: Pair, held: tuple[Card, ...]) -> bool:
        """Return whether to bet on with one card of the player's own, or with two."""
        pair, (*before, last) = pair_number(*community), held
        cards = self.second[pair * DECK + before[0]] if before else self.first[pair]
        return bool(int(cards) >> last & 1)


def no_betting() -> Betting:
    """Return the sets of a table without a poker part, which asks no question."""
    return Betting(np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64))


def best_betting(solution: PokerSolution) -> Betting:
    """Return when the solver bets on."""
    return _betting(solution, lambda community: (community.bets_first, community.bets_second))


def betting_by_rules(rules: FoldRules) -> Betting:
    """Return when the rules that `pitboss solve` prints bet on."""

    def decide(community: Community) -> tuple[Array, Array]:
        first = np.array([rules.bets(community.cards, (one,)) for one in community.left])
        second = np.zeros((len(community.left), len(community.left)), dtype=np.bool_)
        for one in np.flatnonzero(first):  # nobody is asked again who has folded
            for two, other in enumerate(community.left):
                if one != two:
                    second[one, two] = rules.bets(community.cards, (community.left[one], other))
        return first, second

    return _betting(rules.solution, decide)


def _betting(solution: PokerSolution, decided: Decided) -> Betting:
    """Copy the decisions for one pair of each kind to every pair: suits are interchangeable."""
    pairs = comb(DECK, 2)
    first = np.zeros(pairs, dtype=np.uint64)
    second = np.zeros((pairs, DECK), dtype=np.uint64)
    for community in solution.communities:
        left = np.array(community.left)
        first_bets, second_bets = decided(community)
        np.fill_diagonal(second_bets, val=False)
        for named in _RENAMED:
            number, bits = pair_number(*named[list(community.cards)].tolist()), _BITS[named[left]]
            first[number] = bits[first_bets].sum()
            second[number, named[left]] = (second_bets * bits).sum(axis=1)
    return Betting(first, second.ravel())
