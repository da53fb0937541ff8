"""Three-card poker: the 21+3 family, Top 3, TriLux, Extreme 21, Big 3 and the 3 Card Bonus."""

from __future__ import annotations

from enum import IntEnum

from pitboss.patterns.jit import jit
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_ace, value

_QUEEN = 11
_JACK_OF_SPADES = 40
_DIAMONDS = 2


TOTALS_21 = 20
"""Added to the class of three cards that hold something and total 21 besides."""
AND_DEALER_BLACKJACK = 16
"""Added to the class of a player's hand where the dealer has a blackjack besides."""


class ThreeCard(IntEnum):
    """Three cards in any order. The suit of "suit specific" is the house's (rulings C16, C56).

    A suited ace, king and queen always total 21; where other hands do, `TOTALS_21` is added.
    """

    OTHER = 0
    TOTAL_21 = 1
    PAIR = 2
    PAIR_AND_FLUSH = 3
    FLUSH = 4
    STRAIGHT = 5
    THREE_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    ACE_KING_QUEEN_SUITED = 8
    ACE_KING_QUEEN_DIAMONDS = 9
    SUITED_THREE_OF_A_KIND = 10
    SUITED_QUEENS = 11
    SUITED_KINGS = 12
    SUITED_ACES = 13
    SPECIFIC_THREE_OF_A_KIND = 14
    SPECIFIC_QUEENS = 15
    SPECIFIC_KINGS = 16
    SPECIFIC_ACES = 17


MAY_TOTAL_21 = (
    ThreeCard.PAIR,
    ThreeCard.PAIR_AND_FLUSH,
    ThreeCard.FLUSH,
    ThreeCard.STRAIGHT,
    ThreeCard.THREE_OF_A_KIND,
    ThreeCard.STRAIGHT_FLUSH,
    ThreeCard.SUITED_THREE_OF_A_KIND,
    ThreeCard.SPECIFIC_THREE_OF_A_KIND,
)
"""Classes some of whose hands total 21: 6-7-8, 7-7-7 and an ace, king and queen too."""


class InOrder(IntEnum):
    """TriLux progressives: player's two cards, up card and down card (ruling C9).

    Where the dealer has a blackjack besides, `AND_DEALER_BLACKJACK` is added.
    """

    NONE = 0
    DEALER_BLACKJACK = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    SUITED_THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    ANY_ORDER_ACE_KING_QUEEN = 7
    OTHER_ACE_KING_QUEEN = 8
    SPADES_ACE_KING_QUEEN = 9
    SPADES_ACE_KING_QUEEN_JACK = 10


class PairAndUp(IntEnum):
    """Ante Up 21's Poker Bonus: the up card counts toward three of a kind only (ruling C18)."""

    NONE = 0
    PAIR = 1
    PAIR_SUITED = 2
    PAIR_OF_ACES = 3
    PAIR_OF_ACES_SUITED = 4
    THREE_OF_A_KIND = 5
    THREE_ACES = 6
    THREE_OF_A_KIND_SUITED = 7
    THREE_ACES_SUITED = 8
    THREE_SPADE_ACES = 9
    THREE_OF_A_KIND_PAIR_SUITED = 10
    """The player's two cards are alike, and the up card is of another suit."""
    THREE_ACES_PAIR_SUITED = 11


@jit
def is_straight(first: int, second: int, third: int) -> bool:
    """Whether three cards are in sequence: A-2-3 and Q-K-A count, K-A-2 does not (ruling C32).

    >>> from pitboss.cards import parse_cards
    >>> [is_straight(*parse_cards(c)) for c in ("As 3h 2d", "Ad Qh Ks", "Ks Ah 2d")]
    [True, True, False]
    """
    one = first >> 2
    two = second >> 2
    three = third >> 2
    low, high = min(one, two, three), max(one, two, three)
    middle = one + two + three - low - high
    if low == 0 and middle == _QUEEN and high == _QUEEN + 1:
        return True
    return middle == low + 1 and high == low + 2


@jit
def is_flush(first: int, second: int, third: int) -> bool:
    """Whether three cards are of one suit."""
    return first & 3 == second & 3 and second & 3 == third & 3


@jit
def three_card(first: int, second: int, third: int, specific_suit: int) -> int:
    """Return the finest class of three cards.

    >>> from pitboss.cards import parse_cards
    >>> [ThreeCard(three_card(*parse_cards(c), 0)).name for c in ("Ks Ks Ks", "7h 7h 2h")]
    ['SPECIFIC_KINGS', 'PAIR_AND_FLUSH']
    >>> three_card(*parse_cards("8s 8h 5d"), 0) == ThreeCard.PAIR + TOTALS_21
    True
    """
    one = first >> 2
    two = second >> 2
    three = third >> 2
    flush = is_flush(first, second, third)
    more = 20 if total_21(first, second, third) else 0
    if one == two and two == three:
        if not flush:
            return 6 + more
        high = 3 if one == 0 else max(0, one - _QUEEN + 1)  # queens 1, kings 2, aces 3
        return (14 if first & 3 == specific_suit else 10) + high + more
    if is_straight(first, second, third):
        if not flush:
            return 5 + more
        if min(one, two, three) == 0 and max(one, two, three) == _QUEEN + 1:
            return 9 if first & 3 == _DIAMONDS else 8
        return 7 + more
    if one == two or two == three or one == three:
        return (3 if flush else 2) + more
    if flush:
        return 4 + more
    return 1 if more else 0


@jit
def total_21(first: int, second: int, third: int) -> bool:
    """Whether three cards total 21, an ace as 1 or 11 (ruling T5).

    >>> from pitboss.cards import parse_cards
    >>> total_21(*parse_cards("As 4d 6h"))
    True
    """
    hard = value(first) + value(second) + value(third)
    has_ace = is_ace(first) or is_ace(second) or is_ace(third)
    return best_total(hard, has_ace) == TWENTY_ONE


@jit
def in_order(first: int, second: int, up: int, down: int) -> int:
    """Return the class of TriLux progressives 01, 05 and 07 (ruling C9).

    >>> from pitboss.cards import parse_cards
    >>> InOrder(in_order(*parse_cards("Ks As Qs Js"))).name
    'SPADES_ACE_KING_QUEEN_JACK'
    >>> in_order(*parse_cards("4h 9h Ah Ts")) == InOrder.FLUSH + AND_DEALER_BLACKJACK
    True
    """
    kind = three_card(first, second, up, 0)
    if kind >= 20:  # what they total does not matter here
        kind -= 20
    more = 16 if _blackjack(up, down) else 0
    if kind >= 10:  # suited three of a kind, of any rank and suit
        return 5 + more
    if kind >= 8:  # a suited ace, king and queen
        if up >> 2 != _QUEEN:
            return 7 + more
        if up & 3 != 0:
            return 8 + more
        return 10 if down == _JACK_OF_SPADES else 9 + more
    if kind >= 3:
        return _ORDINARY[kind] + more
    return 1 if more else 0


_ORDINARY = (0, 0, 0, 2, 2, 3, 4, 6)
"""Flush (with a pair or without), straight, three of a kind, straight flush."""


@jit
def _blackjack(first: int, second: int) -> bool:
    return (is_ace(first) and value(second) == 10) or (is_ace(second) and value(first) == 10)


@jit
def pair_and_up(first: int, second: int, up: int) -> int:
    """Return the class of Ante Up 21's Poker Bonus.

    >>> from pitboss.cards import parse_cards
    >>> [PairAndUp(pair_and_up(*parse_cards(c))).name for c in ("Kh Kh Ts", "7h 7d 7s")]
    ['PAIR_SUITED', 'THREE_OF_A_KIND']
    """
    if first >> 2 != second >> 2:
        return 0
    aces = is_ace(first)
    alike = first == second
    if up >> 2 != first >> 2:
        return (3 if aces else 1) + (1 if alike else 0)
    if not alike:
        return 6 if aces else 5
    if up != first:
        return 11 if aces else 10
    if not aces:
        return 7
    return 9 if first == 0 else 8
