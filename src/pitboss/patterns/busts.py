"""The dealer's final hand: busts by cards or by up card, and the 22.

Suits are handed over as one small class, so a count over all draws can use the same functions
without naming every card.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from pitboss.patterns.jit import jit
from pitboss.patterns.totals import TWENTY_ONE, value


class Suits(IntEnum):
    """What the suits of a whole hand have in common (ruling C30)."""

    MIXED = 0
    ONE_COLOR = 1
    ONE_SUIT = 2


class BustCards(IntEnum):
    """With how many cards the dealer busts."""

    NONE = 0
    THREE_CARDS = 3
    FOUR_CARDS = 4
    FIVE_CARDS = 5
    SIX_CARDS = 6
    SEVEN_CARDS = 7
    EIGHT_OR_MORE_CARDS = 8


class Dealer22(IntEnum):
    """A dealer total of 22."""

    NOT_22 = 0
    OTHER_22 = 1
    SAME_COLOR = 2
    SUITED = 3


_EIGHTS = 11
"""Bust classes are `2 * up value + suited`; three eights come after the ten up cards."""
NO_BUST = 24
"""From here on: no bust, by up card."""


@jit
def compare_suits(cards: Sequence[int], count: int) -> int:
    """Return what the suits of *cards* have in common.

    >>> from pitboss.cards import parse_cards
    >>> [compare_suits(parse_cards(c), 3) for c in ("7h Kh 2h", "7h Kd 2h", "7h Ks 2h")]
    [2, 1, 0]
    """
    one_suit = one_color = True
    for place in range(1, count):
        one_suit = one_suit and cards[place] & 3 == cards[0] & 3
        one_color = one_color and color(cards[place]) == color(cards[0])
    if one_suit:
        return 2
    return 1 if one_color else 0


@jit
def color(card: int) -> int:
    """Return 1 for hearts and diamonds, 0 for spades and clubs."""
    return ((card & 3) + 1 >> 1) & 1


@jit
def three_eights(cards: Sequence[int], count: int) -> bool:
    """Whether a hand is 8-8-8.

    >>> from pitboss.cards import parse_cards
    >>> three_eights(parse_cards("8h 8s 8d"), 3), three_eights(parse_cards("8h 8s 7d"), 3)
    (True, False)
    """
    eights = count == 3
    for place in range(count):
        eights = eights and value(cards[place]) == 8
    return eights


@jit
def bust_cards(total: int, count: int) -> int:
    """Return the class of a dealer's final hand by its number of cards.

    >>> BustCards(bust_cards(23, 9)).name, BustCards(bust_cards(20, 4)).name
    ('EIGHT_OR_MORE_CARDS', 'NONE')
    """
    return min(count, 8) if total > TWENTY_ONE else 0


@jit
def bust_up_card(total: int, up_value: int, three_eights: bool, suits: int) -> int:  # noqa: FBT001
    """Return the class of a bust by up card (an ace as 1), `NO_BUST` and more without a bust.

    >>> bust_up_card(25, 4, False, Suits.ONE_SUIT), bust_up_card(24, 8, True, Suits.MIXED)
    (9, 22)
    >>> bust_up_card(20, 4, False, Suits.MIXED)
    28
    """
    if total <= TWENTY_ONE:
        return NO_BUST + up_value
    return 2 * (_EIGHTS if three_eights else up_value) + (1 if suits == 2 else 0)


@jit
def dealer_22(total: int, suits: int) -> int:
    """Return the class of a dealer's final hand for Push 22 and Hedge 22.

    >>> Dealer22(dealer_22(22, Suits.ONE_COLOR)).name
    'SAME_COLOR'
    """
    return 1 + suits if total == 22 else 0
