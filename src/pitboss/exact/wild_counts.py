"""Deuces Wild Xtreme: how many hands, and pairs of hands, are of each class.

Bad Beat Xtreme compares two hands of one deck. The hands a given one can meet are those without any
of its cards, which is awkward to count; hands that do *share* certain cards are easy. So the pairs
are counted by inclusion and exclusion: all pairs of hands, less those sharing a card, and so on, for
every set of cards that could be shared, sets with the same effect being taken together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import comb, prod

from pitboss.exact.five_card_counts import (
    ALL_RANKS,
    SUIT_COUNT,
    Counts,
    like_hands,
    rank_multisets,
)
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import WildRank, wild_cards, wild_hand, wild_value

Multiset = tuple[int, ...]
ByValue = dict[int, list[int]]
"""Comparison value -> by number of wild cards, how many choices of the other cards have it."""

_HAND_SIZE = 5
_DEUCE, _JOKER = 1, 52
_LOWEST = WildRank.THREE_OF_A_KIND << RANK_SHIFT


def wild_counts(
    ranks: Multiset = ALL_RANKS, suit_count: int = SUIT_COUNT, joker_count: int = 1
) -> tuple[Counts, int]:
    """Count the five-card hands of the 53-card deck by `WildHand` class, and all of them.

    >>> from pitboss.patterns.wild import WildHand
    >>> counts, total = wild_counts()
    >>> counts[WildHand.NATURAL_ROYAL_FLUSH], counts[WildHand.FIVE_WILDS], total
    (4, 1, 2869685)

    Fewer ranks, suits or no joker make the small decks on which this is checked hand by hand.
    """
    wild, others = _wild_and_others(ranks, suit_count, joker_count)
    counts: Counter[int] = Counter()
    for wild_count in range(min(len(wild), _HAND_SIZE) + 1):
        other_count = _HAND_SIZE - wild_count
        for multiset in rank_multisets(others, other_count, suit_count):
            # Suits matter only if all the cards that are not wild share one. The class then looks
            # at a deuce's suit too, so that every choice of wild cards is put beside them.
            for hand, weight in like_hands(multiset, suit_count, max(other_count, 1)):
                for chosen in combinations(wild, wild_count):
                    counts[wild_hand((*hand, *chosen))] += weight
    total = comb(len(wild) + len(others) * suit_count, _HAND_SIZE)
    assert counts.total() == total
    return dict(counts), total


def wild_card_counts() -> tuple[Counts, int]:
    """Count the five-card hands of the 53-card deck by `WildCards` class, and all of them.

    >>> from pitboss.patterns.wild import WildCards
    >>> counts, total = wild_card_counts()
    >>> counts[WildCards.FOUR_DEUCES], counts[WildCards.JOKER], total
    (48, 194580, 2869685)
    """
    wild, others = _wild_and_others(ALL_RANKS, SUIT_COUNT, 1)
    cards = [4 * rank + suit for rank in others for suit in range(SUIT_COUNT)]
    counts: Counter[int] = Counter()
    for wild_count in range(_HAND_SIZE + 1):
        other_count = _HAND_SIZE - wild_count
        for chosen in combinations(wild, wild_count):
            counts[wild_cards((*chosen, *cards[:other_count]))] += comb(len(cards), other_count)
    return dict(counts), comb(len(wild) + len(cards), _HAND_SIZE)


def bad_beat_counts(
    ranks: Multiset = ALL_RANKS, suit_count: int = SUIT_COUNT, joker_count: int = 1
) -> tuple[Counts, int]:
    """Count the deals of a player's and a dealer's hand by `BadBeat` class, and all of them.

    >>> from pitboss.patterns.wild import BadBeat
    >>> counts, total = bad_beat_counts()
    >>> counts[BadBeat.ROYAL_FLUSH], total == comb(53, 5) * comb(48, 5)
    (0, True)
    """
    wild, others = _wild_and_others(ranks, suit_count, joker_count)
    losing: Counter[int] = Counter()
    for size, weight, by_value in _shared_cards(others, suit_count):
        sign = -1 if size % 2 else 1
        for rank, pairs in _lower_of_pairs(by_value, len(wild)).items():
            losing[rank] += sign * weight * pairs
    card_count = len(wild) + len(others) * suit_count
    total = comb(card_count, _HAND_SIZE) * comb(card_count - _HAND_SIZE, _HAND_SIZE)
    # Either side may have the losing hand (ruling D2).
    counts = {int(rank): 2 * pairs for rank, pairs in losing.items()}
    return {0: total - sum(counts.values()), **counts}, total
