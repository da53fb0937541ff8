"""Ante Up 21: the best two cards of a blackjack hand as a poker hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pitboss.patterns.five_card import rank_height
from pitboss.patterns.jit import jit


class BestTwoRank(IntEnum):
    """2106(1)(a), (b): a pair beats a high card, and nothing else counts."""

    HIGH_CARD = 0
    PAIR = 1


BEST_TWO_SHIFT = 8
"""A comparison value is the rank above this bit, and under it two heights of four bits each."""

_HEIGHT_BITS = 4

LEAST_TO_QUALIFY: Mapping[str, int] = {
    "any hand": 0,
    "jack high": 11 << _HEIGHT_BITS,
    "queen high": 12 << _HEIGHT_BITS,
    "king high": 13 << _HEIGHT_BITS,
    "ace high": 14 << _HEIGHT_BITS,
}
"""The least comparison value with which the dealer plays, by the words of the rule."""


@jit
def best_two(cards: Sequence[int], count: int) -> int:
    """Return a number that is higher for the better of two hands, and equal for a tie.

    It is of the best two of *count* cards: the highest pair, else the two highest, an ace above the
    king; the second card breaks ties of the first (2106(13); ruling A1).

    >>> from pitboss.cards import parse_cards
    >>> hands = [parse_cards(c) for c in ("As Kd 9h", "9s 2d 9h", "9s 2d 9h Jc Js")]
    >>> [divmod(best_two(hand, len(hand)), 1 << BEST_TWO_SHIFT) for hand in hands]
    [(0, 237), (1, 153), (1, 187)]
    """
    highest = second = pair = 0
    for place in range(count):
        height = rank_height(cards[place])
        for other in range(place):
            if rank_height(cards[other]) == height and height > pair:
                pair = height
        if height > highest:
            highest, second = height, highest
        elif height > second:
            second = height
    if pair:
        return (1 << BEST_TWO_SHIFT) + (pair << _HEIGHT_BITS) + pair
    return (highest << _HEIGHT_BITS) + second


def qualifies(best: int, least: str) -> bool:
    """Whether the dealer's best two are good enough to play (2106(13)(c); ruling A1).

    >>> from pitboss.cards import parse_cards
    >>> bests = [best_two(parse_cards(cards), 2) for cards in ("Qs 2d", "Js Td", "2s 2d")]
    >>> [qualifies(best, "queen high") for best in bests]
    [True, False, True]
    """
    return best >= LEAST_TO_QUALIFY[least]
