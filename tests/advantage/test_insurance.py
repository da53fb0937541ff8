"""Insurance: exact for any cards left, and its index against a published table."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from pitboss.advantage.insurance import (
    insurance_expectation,
    insurance_index,
    insurance_removal,
)
from pitboss.advantage.tag_sums import TagSums, exact_ways
from pitboss.cards import FRENCH, SPANISH, Deck, Shoe, Unseen, parse_cards
from pitboss.counts import find_system
from pitboss.patterns.totals import value

HI_LO = find_system("hi-lo")
BJSTRAT = {
    "As 2h 5d": {1: 18, 2: 39, 3: 60, 4: 80, 5: 94},
    "As 2h 7d": {1: 23, 2: 49, 3: 75, 4: 94},
    "As 2h Kd": {1: 16, 2: 35},
}
"""bjstrat.net, two decks: an ace up and two low cards, a low and a middle one, a low one and a ten
-> running count -> insure with so many unseen cards or fewer."""


def test_the_index_for_two_decks_is_the_one_that_bjstrat_prints() -> None:
    for gone, printed in BJSTRAT.items():
        by_count = insurance_index(HI_LO, Shoe(FRENCH, 2), parse_cards(gone))
        assert {count: by_count[Fraction(count)] for count in printed} == printed, gone


@pytest.mark.parametrize("deck", [FRENCH, SPANISH], ids=lambda deck: deck.name)
def test_effects_of_removal_add_up_to_zero_as_fractions(deck: Deck) -> None:
    """Seed 20, twenty shoes: an unseen card changes nothing."""
    chance = random.Random(20)
    for _ in range(20):
        cards = list(Shoe(deck, 2).cards())
        chance.shuffle(cards)
        unseen = Unseen.from_cards(cards[: chance.randrange(10, 80)])
        effects = insurance_removal(unseen)
        assert sum(unseen.counts[card] * change for card, change in effects.items()) == 0
        tens = sum(unseen.counts[card] for card in unseen.kinds if value(card) == 10)
        assert insurance_expectation(unseen) == Fraction(3 * tens, unseen.size) - 1


def test_a_ten_weighs_nine_to_four_in_a_french_deck_and_three_to_one_in_a_spanish_one() -> None:
    five, king = parse_cards("5h Kh")
    for deck, ratio in ((FRENCH, Fraction(-9, 4)), (SPANISH, Fraction(-3))):
        effects = insurance_removal(Unseen.from_shoe(Shoe(deck, 6)))
        assert effects[king] / effects[five] == ratio


def test_ways_are_the_exact_ones() -> None:
    classes = {-2: 6, -1: 3, 0: 4, 1: 8}
    sums = TagSums(classes)
    for cards in range(sums.size + 1):
        for total in range(-20, 10):
            assert sums.ways(cards, total) == exact_ways(classes, cards, total)


def test_cards_are_drawn_by_their_law_given_the_sum_of_tags() -> None:
    """Seed 5: the mean of 2000 draws is the exact one within 5 standard errors."""
    classes = {-1: 20, 0: 12, 1: 20}
    cards = 20
    total = -3
    sums = TagSums(classes)
    generator = np.random.default_rng(5)
    drawn = np.array([sums.draw(cards, total, generator)[-1] for _ in range(2000)])
    fewer = TagSums({**classes, -1: 19})
    exact = 20 * fewer.ways(cards - 1, total + 1) / sums.ways(cards, total)
    assert abs(drawn.mean() - exact) < 5 * drawn.std() / len(drawn) ** 0.5
