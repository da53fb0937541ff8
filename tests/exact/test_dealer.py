"""The dealer's draw, counted by values, against drawing every card."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import perm

import pytest

from pitboss.cards import DECKS, Card, parse_card
from pitboss.exact.counting.distributions import (
    FinalHand,
    ShoeKey,
    dealer_distribution,
    dealer_hands,
)
from pitboss.patterns.busts import NO_BUST, Suits, compare_suits
from pitboss.patterns.totals import best_total, dealer_draws, is_ace, value


def drawn_card_by_card(
    cards: dict[Card, int], *, hits_soft_17: bool, up: Card
) -> Counter[FinalHand]:
    """Draw every card after *up*, and count the ways to each final hand."""
    hands: Counter[FinalHand] = Counter()

    def draw(hand: tuple[Card, ...], ways: int) -> None:
        hard = sum(map(value, hand))
        ace = any(map(is_ace, hand))
        if len(hand) > 1 and not dealer_draws(hard, ace, hits_soft_17):
            total = best_total(hard, ace)
            eights = len(hand) == 3 and all(value(c) == 8 for c in hand)
            suits = Suits(compare_suits(hand, len(hand)))
            hands[FinalHand(value(hand[0]), total, len(hand), eights, suits)] += ways
            return
        for card, copies in cards.items():
            left = copies - hand.count(card)
            if left > 0:
                draw((*hand, card), ways * left)

    draw((up,), cards[up])
    return hands


@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_from_one_deck_every_hand_after_a_high_card_is_counted_right(*, hits_soft_17: bool) -> None:
    """Ten up, one French deck: few cards to draw, so that every card can be.

    The sixteen ten-value cards are alike for everything counted here, so that one stands for all.
    """
    cards = dict.fromkeys(DECKS["french-52"].cards, 1)
    by_hand = drawn_card_by_card(cards, hits_soft_17=hits_soft_17, up=parse_card("Ts"))

    exact = dict(dealer_hands("french-52", 1, hits_soft_17=hits_soft_17))
    expected = {h: Fraction(16 * ways, perm(52, h.count)) for h, ways in by_hand.items()}
    assert {h: p for h, p in exact.items() if h.up_value == 10} == expected


@pytest.mark.parametrize("deck", ["spanish-48", "french-52"])
@pytest.mark.parametrize("decks", [1, 6, 8])
@pytest.mark.parametrize("hits_soft_17", [False, True])
def test_something_always_happens(deck: str, decks: int, *, hits_soft_17: bool) -> None:
    hands = dealer_hands(deck, decks, hits_soft_17=hits_soft_17)

    assert sum(probability for _, probability in hands) == 1
    assert all(17 <= hand.total <= 26 for hand, _ in hands)


def test_the_dealer_busts_as_often_as_published() -> None:
    """Infinite-deck tables give 28.2 % (stand) to 28.6 % (hit) for French decks; eight are near."""
    for hits, low, high in ((False, 0.281, 0.283), (True, 0.285, 0.287)):
        hands = dealer_hands("french-52", 8, hits_soft_17=hits)
        assert low < float(sum(p for hand, p in hands if hand.total > 21)) < high


def test_a_wager_made_after_the_peek_knows_there_is_no_blackjack() -> None:
    shoe = ShoeKey(deck="french-52", decks=6)
    hands = dealer_hands("french-52", 6, hits_soft_17=True)
    blackjack = sum(p for hand, p in hands if hand.blackjack)
    bust_with_ten = sum(p for h, p in hands if h.up_value == 10 and h.total > 21)

    classes = dealer_distribution("dealer-bust-up-card", shoe)[10]
    busts = sum(p for kind, p in classes.items() if kind < NO_BUST)
    assert busts == bust_with_ten / (1 - blackjack)
