"""The Pai Jack Bonus: every hand of small decks and of the whole one, and counts by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import FRENCH
from pitboss.exact.counting.five_cards import pai_jack_counts
from pitboss.patterns.pai_jack import PaiJack, pai_jack


@pytest.mark.parametrize(
    ("ranks", "suit_count"),
    [((0, 5, 9, 10, 11, 12), 3), ((0, 4, 10, 11), 4), ((0, 9, 11, 12), 4), ((0, 10, 12), 4)],
)
def test_small_decks_hand_by_hand(ranks: tuple[int, ...], suit_count: int) -> None:
    deck = [4 * rank + suit for rank in ranks for suit in range(suit_count)]

    counts, total = pai_jack_counts(ranks, suit_count)

    assert counts == Counter(map(pai_jack, combinations(deck, 5)))
    assert total == comb(len(deck), 5)


@pytest.mark.nightly
def test_the_whole_deck_hand_by_hand() -> None:
    counts, _ = pai_jack_counts()
    assert counts == Counter(map(pai_jack, combinations(FRENCH.cards, 5)))


def test_the_whole_deck_counted_another_way() -> None:
    counts, total = pai_jack_counts()

    assert total == comb(52, 5) == sum(counts.values())
    assert counts[PaiJack.SUPER_PAI_JACK] == 4
    # A suit and any two more cards: five cards never hold two such suits.
    royal = counts[PaiJack.ROYAL_PAI_JACK]
    with_jacks = counts[PaiJack.ROYAL_AND_JACKS]
    assert (royal + with_jacks, with_jacks) == (4 * comb(49, 2), 4 * comb(4, 2))
    # No Pai Jack: no ace, or fewer than two cards worth ten.
    without_tens = comb(36, 5) - comb(32, 5) + 16 * (comb(36, 4) - comb(32, 4))
    assert counts[PaiJack.NONE] == comb(48, 5) + without_tens
