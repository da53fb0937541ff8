"""Five-card hands: the figures every book prints, and every hand of small decks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import FRENCH, JOKER, JOKER_DECK, Card
from pitboss.exact.counting.five_cards import five_card_counts
from pitboss.patterns.five_card import FiveCard, five_card

KNOWN = {  # as any book on poker prints them
    ("ROYAL_FLUSH",): 4,
    ("STRAIGHT_FLUSH",): 36,
    ("FOUR_OF_A_KIND",): 624,
    ("FULL_HOUSE",): 3744,
    ("FLUSH", "FLUSH_FOUR_STRAIGHT_FLUSH"): 5108,
    ("STRAIGHT", "STRAIGHT_FOUR_FLUSH", "STRAIGHT_FOUR_STRAIGHT_FLUSH"): 10200,
    ("THREE_OF_A_KIND",): 54912,
    ("TWO_PAIR",): 123552,
}


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("names", KNOWN, ids=" ".join)
def test_the_known_figures_of_poker(names: tuple[str, ...]) -> None:
    counts, total = five_card_counts()
    assert total == comb(52, 5) == sum(counts.values())
    assert sum(counts[FiveCard[name]] for name in names) == KNOWN[names]


def test_the_known_figures_of_pairs() -> None:
    counts, _ = five_card_counts()
    of = {
        start: sum(counts[kind] for kind in FiveCard if kind.name.startswith(start))
        for start in ("HIGH_CARD", "LOW_PAIR", "PAIR_OF")
    }

    assert of["HIGH_CARD"] == 1302540
    assert of["LOW_PAIR"] + of["PAIR_OF"] == 1098240
    assert of["LOW_PAIR"] * 8 == of["PAIR_OF"] * 5  # five ranks below a seven, eight from it on


def test_four_of_a_suit_counted_another_way() -> None:
    """Exactly four of a suit: choose it, four of its cards, and one of the other 39.

    In sequence: eleven runs of four, A-2-3-4 to J-Q-K-A, with any other suit's card beside them.
    Flushes: a run of four and one more that does not make it five: the two runs at an end leave
    eight ranks, the nine others seven; no flush holds two such runs.
    """
    counts, _ = five_card_counts()
    four = [kind for kind in FiveCard if kind.name.endswith("_FOUR_FLUSH")]
    sequence = [kind for kind in FiveCard if kind.name.endswith("_FOUR_STRAIGHT_FLUSH")]
    flush = FiveCard.FLUSH_FOUR_STRAIGHT_FLUSH

    in_sequence = sum(counts[kind] for kind in sequence if kind != flush)
    assert in_sequence == 4 * 11 * 39
    assert sum(counts[kind] for kind in four) + in_sequence == 4 * comb(13, 4) * 39
    assert counts[flush] == 4 * (2 * 8 + 9 * 7)


@pytest.mark.parametrize(
    ("ranks", "suit_count"),
    [
        ((0, 1, 2, 3, 4, 5), 3),
        ((8, 9, 10, 11, 12, 0), 3),
        ((0, 6, 7, 12), 4),
        ((0, 1, 2, 3, 12), 4),
    ],
)
def test_small_decks_hand_by_hand(ranks: tuple[int, ...], suit_count: int) -> None:
    ranks = tuple(sorted(ranks))
    deck = [4 * rank + suit for rank in ranks for suit in range(suit_count)]

    counts, total = five_card_counts(ranks, suit_count)

    assert counts == Counter(map(five_card, combinations(deck, 5)))
    assert total == comb(len(deck), 5)


@pytest.mark.nightly
def test_the_whole_deck_hand_by_hand() -> None:
    counts, _ = five_card_counts()
    assert counts == Counter(map(five_card, combinations(FRENCH.cards, 5)))


def test_c23_the_jokers_replacement_makes_every_five_cards_as_likely_as_any_other() -> None:
    """Deal every hand and every replacement card of a small deck with a joker, and count the sets.

    The replacement comes from the cards that are left. If it is the joker, nobody holds it (D5).
    """
    deck = [*FRENCH.cards[:7], JOKER]
    assert JOKER_DECK.cards[-1] == JOKER
    dealt: Counter[frozenset[Card]] = Counter()
    for hand in combinations(deck, 5):
        for replacement in set(deck) - set(hand):
            dealt[frozenset(replacement if card == JOKER else card for card in hand)] += 1

    assert len(dealt) == comb(7, 5)
    assert len(set(dealt.values())) == 1
