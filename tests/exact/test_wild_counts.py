"""Deuces Wild Xtreme: every hand and every pair of hands of small decks, and known figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb
from random import Random

import pytest

from pitboss.cards import JOKER, JOKER_DECK, Card
from pitboss.exact.counting.five_cards import bad_beat_counts, wild_card_counts, wild_counts
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildCards, WildHand, WildRank, bad_beat, wild_hand, wild_value

SEED = 53
SMALL_DECKS = [  # ranks (a deuce is 1), suits, joker
    ((0, 1, 2, 3, 4, 5), 3, True),
    ((0, 1, 2, 3, 4, 5), 3, False),
    ((0, 1, 9, 10, 11, 12), 3, True),
    ((1, 2, 7), 4, True),
    ((0, 5, 6, 7), 4, True),  # the joker alone is wild
]
PAIR_DECKS = [
    ((0, 1, 2, 3, 4), 3, True),
    ((0, 1, 2, 3), 4, False),
    ((1, 6, 8), 4, True),
    ((0, 1, 9, 10, 11, 12), 2, True),
    ((2, 3, 4, 5, 6, 7, 8), 2, True),
    ((0, 9, 10, 11, 12), 3, False),
]


def deck_of(ranks: Sequence[int], suit_count: int, *, joker: bool) -> list[Card]:
    cards = [Card(4 * rank + suit) for rank in ranks for suit in range(suit_count)]
    return [*cards, JOKER] if joker else cards


@pytest.mark.parametrize(("ranks", "suit_count", "joker"), SMALL_DECKS)
def test_small_decks_hand_by_hand(ranks: tuple[int, ...], suit_count: int, joker: bool) -> None:  # noqa: FBT001
    deck = deck_of(ranks, suit_count, joker=joker)

    counts, total = wild_counts(ranks, suit_count, joker=joker)

    assert counts == Counter(map(wild_hand, combinations(deck, 5)))
    assert total == comb(len(deck), 5)


# Whole decks: `make test` has the small ones, and the whole deck counted another way.
@pytest.mark.nightly
def test_the_whole_deck_hand_by_hand() -> None:
    counts, _ = wild_counts()
    assert counts == Counter(map(wild_hand, combinations(JOKER_DECK.cards, 5)))


def test_the_whole_deck_counted_another_way() -> None:
    counts, total = wild_counts()

    assert total == comb(53, 5) == sum(counts.values())
    assert set(counts) == set(WildHand)
    # A rank and 5 - w of its four cards with w of five wild ones; four wilds beside a ten or higher
    # are a royal flush instead.
    five = 12 * sum(comb(5, w) * comb(4, 5 - w) for w in range(1, 5)) - 5 * 5 * 4
    assert counts[WildHand.FIVE_OF_A_KIND] == five
    # A suit, and w of its five highest cards replaced by w of five wild ones.
    assert counts[WildHand.WILD_ROYAL_FLUSH] == 4 * sum(comb(5, w) ** 2 for w in range(1, 4)) + 100
    # Natural: ranks without the deuce, and the deuce as a 2 in one of two straights.
    assert counts[WildHand.NATURAL_STRAIGHT_FLUSH] == 4 * 9
    # Each straight with a deuce is lost to the straight flush if the other four share a suit.
    assert counts[WildHand.NATURAL_STRAIGHT] == 10200 - 2 * 4 * 3
    assert counts[WildHand.NATURAL_FLUSH] == 4 * (comb(12, 5) - 8)
    assert counts[WildHand.NATURAL_FOUR_OF_A_KIND] == 12 * 44
    assert counts[WildHand.NATURAL_FULL_HOUSE] == 12 * 4 * 11 * 6
    assert counts[WildHand.NATURAL_THREE_OF_A_KIND] == 12 * 4 * comb(11, 2) * 16


def test_wild_cards_are_dealt_as_often_as_they_should() -> None:
    counts, total = wild_card_counts()

    assert total == comb(53, 5) == sum(counts.values())
    assert set(counts) == set(WildCards)
    for kind in WildCards:
        deuces, joker = divmod(kind, 2)
        assert counts[kind] == comb(4, deuces) * comb(48, 5 - deuces - joker)


def pairs_by_trial(deck: list[Card]) -> Counter[int]:
    """Deal every pair of hands that have no card in common."""
    hands = [(sum(1 << card for card in hand), wild_value(hand)) for hand in combinations(deck, 5)]
    pairs: Counter[int] = Counter()
    for (mask, value), (other_mask, other) in combinations(hands, 2):
        if not mask & other_mask:
            losing = min(value, other) >> RANK_SHIFT
            pairs[losing if value != other and losing >= WildRank.THREE_OF_A_KIND else 0] += 2
    return pairs


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize(("ranks", "suit_count", "joker"), PAIR_DECKS)
def test_pairs_of_hands_of_small_decks_one_by_one(
    ranks: tuple[int, ...],
    suit_count: int,
    joker: bool,  # noqa: FBT001
) -> None:
    deck = deck_of(ranks, suit_count, joker=joker)

    counts, total = bad_beat_counts(ranks, suit_count, joker=joker)

    assert counts == pairs_by_trial(deck)
    assert total == comb(len(deck), 5) * comb(len(deck) - 5, 5) == sum(counts.values())


BAD_BEATS = {
    0: 4708502554312,
    WildRank.THREE_OF_A_KIND: 191774077920,
    WildRank.STRAIGHT: 10025370672,
    WildRank.FLUSH: 1460205176,
    WildRank.FULL_HOUSE: 1066207248,
    WildRank.FOUR_OF_A_KIND: 938394928,
    WildRank.STRAIGHT_FLUSH: 5768976,
    WildRank.FIVE_OF_A_KIND: 525000,
    WildRank.ROYAL_FLUSH: 8,
}


def test_pairs_of_hands_of_the_whole_deck() -> None:
    """The figures were found a second time, pair by pair.

    The evaluator of `tests/patterns/test_wild.py` ranked every hand, and a C program looked at all
    pairs of the 633,785 hands of three of a kind or better.
    """
    assert bad_beat_counts() == (BAD_BEATS, comb(53, 5) * comb(48, 5))


def test_pairs_of_hands_dealt_at_random() -> None:
    """The share of each class among random deals, within five standard errors."""
    deal_count = 60_000
    random = Random(SEED)
    counts, total = bad_beat_counts()
    pairs: Counter[int] = Counter()
    for _ in range(deal_count):
        cards = random.sample(JOKER_DECK.cards, 10)
        pairs[bad_beat(cards[:5], cards[5:])] += 1

    for kind, count in counts.items():
        share = count / total
        error = (deal_count * share * (1 - share)) ** 0.5
        assert abs(pairs[kind] - deal_count * share) <= 5 * error + 1
