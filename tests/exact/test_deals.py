"""Counting by classes against looking at every deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm

import pytest

from pitboss.cards import FRENCH, SPANISH, Card, Deck, card_rank, card_suit
from pitboss.exact.counting.deals import brute_force, deals
from pitboss.exact.counting.distributions import ShoeKey, distribution
from pitboss.patterns.families import FAMILIES, DecidedBy, Family

# Seven ranks, with aces, kings and straights among them, are within reach of brute force.
SMALL_RANKS = (0, 1, 2, 9, 10, 11, 12)
SMALL = Deck("small", "small", tuple(c for c in FRENCH.cards if card_rank(c) in SMALL_RANKS))
TINY = Deck("tiny", "tiny", tuple(c for c in FRENCH.cards if card_rank(c) in {0, 6, 12}))


def by_brute_force(pattern: Family, deck: Deck, decks: int, suit: int) -> Counter[object]:
    """Count what a pattern finds by looking at every sequence of card kinds."""
    numbers: dict[int, object] = {}

    def numbered(*cards: int) -> int:
        hits = pattern.classify(*cards, suit)
        for number, known in numbers.items():
            if known == hits:
                return number
        numbers[len(numbers)] = hits
        return len(numbers) - 1

    counts = brute_force(numbered, deck, decks, len(pattern.cards))
    return Counter({numbers[number]: count for number, count in counts.items()})


def by_classes(pattern: Family, deck: Deck, decks: int, suit: int) -> Counter[object]:
    """Count the same from one deal of each class."""
    counts: Counter[object] = Counter()
    for deal, count in deals(
        deck, decks, len(pattern.cards), ranks=pattern.ranks, suits=pattern.suits | {suit}
    ):
        counts[pattern.classify(*deal, suit)] += count
    return counts


@pytest.mark.parametrize("decks", [1, 2, 6])
@pytest.mark.parametrize(
    "family",
    [name for name, s in FAMILIES.items() if s.decided_by is DecidedBy.DEAL and len(s.cards) < 4],
)
def test_up_to_three_cards_are_counted_right_on_a_small_deck(family: str, decks: int) -> None:
    pattern = FAMILIES[family]

    assert by_classes(pattern, SMALL, decks, 1) == by_brute_force(pattern, SMALL, decks, 1)


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("decks", [1, 4])
@pytest.mark.parametrize("family", [name for name, s in FAMILIES.items() if len(s.cards) == 4])
def test_four_cards_are_counted_right_on_a_tiny_deck(family: str, decks: int) -> None:
    pattern = FAMILIES[family]
    named = frozenset(range(4))  # the dealer's suits are named too where they decide

    counts: Counter[object] = Counter()
    for deal, count in deals(TINY, decks, 4, ranks=pattern.ranks, suits=pattern.suits | named):
        counts[pattern.classify(*deal, 1)] += count
    assert counts == by_brute_force(pattern, TINY, decks, 1)


@pytest.mark.parametrize("family", ["match-each-card", "match-both-cards"])
def test_the_whole_spanish_shoe_is_counted_right(family: str) -> None:
    pattern = FAMILIES[family]
    counts = by_brute_force(pattern, SPANISH, 6, 0)
    total = perm(288, 3)

    chances = distribution(family, ShoeKey(deck="spanish-48", decks=6))
    assert chances == {hits: Fraction(count, total) for hits, count in counts.items() if count}


@pytest.mark.parametrize("deck", [SPANISH, FRENCH], ids=["spanish", "french"])
@pytest.mark.parametrize("decks", [1, 2, 5, 8])
def test_every_deal_is_counted_once(deck: Deck, decks: int) -> None:
    classes = deals(deck, decks, 3, ranks=frozenset({0}), suits=frozenset({1}))

    assert sum(count for _, count in classes) == perm(len(deck.cards) * decks, 3)


def test_a_card_is_never_dealt_more_often_than_the_shoe_holds_it() -> None:
    for deal, _ in deals(SPANISH, 2, 4, ranks=frozenset({0}), suits=frozenset({0})):
        assert max(Counter(deal).values()) <= 2


def test_classes_really_differ_only_by_unnamed_ranks_and_suits() -> None:
    """A deal and its image under swaps of unnamed ranks and suits are the same class."""
    swap_ranks = {3: 4, 4: 3}
    swap_suits = {2: 3, 3: 2}
    pattern = FAMILIES["jackpot-up-card"]
    for deal, _ in deals(SPANISH, 6, 4, ranks=pattern.ranks, suits=pattern.suits):
        image = tuple(
            Card(
                4 * swap_ranks.get(card_rank(c), card_rank(c))
                + swap_suits.get(card_suit(c), card_suit(c))
            )
            for c in deal
        )
        assert pattern.classify(*deal, 0) == pattern.classify(*image, 0)
