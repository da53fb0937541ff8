"""The dealer's bust, counted in cards."""

from __future__ import annotations

from enum import IntEnum

from pitboss.patterns.jit import jit
from pitboss.patterns.totals import TWENTY_ONE


class BustCards(IntEnum):
    """With how many cards the dealer busts."""

    NONE = 0
    THREE_CARDS = 3
    FOUR_CARDS = 4
    FIVE_CARDS = 5
    SIX_CARDS = 6
    SEVEN_CARDS = 7
    EIGHT_OR_MORE_CARDS = 8


@jit
def bust_cards(total: int, count: int) -> int:
    """Return the class of a dealer's final hand.

    >>> BustCards(bust_cards(23, 9)).name, BustCards(bust_cards(20, 4)).name
    ('EIGHT_OR_MORE_CARDS', 'NONE')
    """
    return min(count, 8) if total > TWENTY_ONE else 0
