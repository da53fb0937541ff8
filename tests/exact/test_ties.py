"""Hands of Deuces Wild Xtreme that tie: counted without dealing them, and dealt one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import JOKER, Card
from pitboss.exact.counting.five_cards import wild_counts
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank, wild_value
from tests.exact.ties import tie_counts

SMALL_DECKS = [  # ranks (a deuce is 1), suits, joker
    ((1, 6, 8), 4, True),
    ((0, 1, 2, 3), 3, False),
    ((0, 1, 9, 10, 11, 12), 2, True),
    ((2, 3, 4, 5, 6, 7), 2, True),
]


@pytest.mark.parametrize(("ranks", "suits", "joker"), SMALL_DECKS)
def test_ties_of_small_decks_one_by_one(ranks: tuple[int, ...], suits: int, joker: bool) -> None:  # noqa: FBT001
    deck = [Card(4 * rank + suit) for rank in ranks for suit in range(suits)]
    deck += [JOKER] if joker else []
    by_value: dict[int, list[int]] = {}
    for hand in combinations(deck, 5):
        by_value.setdefault(wild_value(hand), []).append(sum(1 << card for card in hand))
    dealt: Counter[int] = Counter()
    for value, hands in by_value.items():
        apart = sum(not one & other for one, other in combinations(hands, 2))
        dealt[value >> RANK_SHIFT] += 2 * apart

    counts, deals = tie_counts(ranks, suits, joker=joker)

    assert +counts == +dealt
    assert deals == comb(len(deck), 5) * comb(len(deck) - 5, 5)


def test_only_the_highest_hands_never_tie() -> None:
    """Five wilds are dealt to one hand only, and no rank has cards enough for two fives of it."""
    counts, deals = tie_counts()
    hands, total = wild_counts()

    assert set(WildRank) - set(+counts) == {WildRank.FIVE_OF_A_KIND, WildRank.FIVE_WILDS}
    for rank in WildRank:
        if rank >= WildRank.THREE_OF_A_KIND:
            dealt = hands.get(2 * rank, 0) + hands.get(2 * rank + 1, 0)
            assert counts[rank] * total < dealt * deals
