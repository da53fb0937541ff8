"""Spanish 21's Bonus 21s and the Super Bonus."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from pitboss.patterns.jit import jit


class Bonus21(IntEnum):
    """The finest classes of a 21 that may be paid more than even money."""

    NONE = 0
    FIVE_CARDS = 1
    SIX_CARDS = 2
    SEVEN_CARDS = 3
    MIXED_6_7_8 = 4
    SUITED_6_7_8 = 5
    SPADES_6_7_8 = 6
    MIXED_7_7_7 = 7
    SUITED_7_7_7 = 8
    SPADES_7_7_7 = 9


_THREE = 3
# ranks, an ace being 0
_SIX = 5
_SEVEN = 6
_EIGHT = 7


@jit
def bonus_21(cards: Sequence[int], count: int) -> int:
    """Return the Bonus 21 of a hand that totals 21 (rules 11a-j; rulings W13, W24).

    >>> from pitboss.cards import parse_cards
    >>> hand = parse_cards("7s 6s 8s")
    >>> Bonus21(bonus_21(hand, len(hand)))
    <Bonus21.SPADES_6_7_8: 6>
    """
    if count >= 5:
        return min(count, 7) - 4
    if count != _THREE:
        return 0
    first = cards[0] >> 2
    second = cards[1] >> 2
    third = cards[2] >> 2
    suit = cards[0] & 3
    one_suit = suit == cards[1] & 3 and suit == cards[2] & 3
    refined = (2 if suit == 0 else 1) if one_suit else 0
    if first == _SEVEN and second == _SEVEN and third == _SEVEN:
        return 7 + refined
    low, high = min(first, second, third), max(first, second, third)
    if low == _SIX and high == _EIGHT and first + second + third == _SIX + _SEVEN + _EIGHT:
        return 4 + refined
    return 0


@jit
def three_suited_sevens(cards: Sequence[int]) -> bool:
    """Whether three cards are sevens of one suit.

    >>> from pitboss.cards import parse_cards
    >>> three_suited_sevens(parse_cards("7h 7h 7h")), three_suited_sevens(parse_cards("7h 7h 7d"))
    (True, False)
    """
    return cards[0] >> 2 == _SEVEN and cards[0] == cards[1] and cards[1] == cards[2]


@jit
def heart_club_diamond_sevens(cards: Sequence[int]) -> bool:
    """Whether three cards are the sevens of hearts, clubs and diamonds, in any order.

    >>> from pitboss.cards import parse_cards
    >>> heart_club_diamond_sevens(parse_cards("7c 7h 7d"))
    True
    """
    suits = 0
    for place in range(_THREE):
        if cards[place] >> 2 != _SEVEN:
            return False
        suits |= 1 << (cards[place] & 3)
    return suits == 0b1110  # hearts, diamonds, clubs, each once


@jit
def wins_super_bonus(cards: Sequence[int], up: int, suited: bool) -> bool:  # noqa: FBT001
    """Whether three first cards win the Super Bonus against *up* (GR10).

    *suited* is the form with four or more decks; with two decks the sevens are hearts, clubs and
    diamonds against the seven of spades.

    >>> from pitboss.cards import parse_card, parse_cards
    >>> wins_super_bonus(parse_cards("7h 7h 7h"), parse_card("7d"), True)
    True
    """
    if suited:
        return up >> 2 == _SEVEN and three_suited_sevens(cards)
    return up == _SEVEN << 2 and heart_club_diamond_sevens(cards)
