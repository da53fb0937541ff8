"""Straight Jack: a straight that starts with two cards and grows card by card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pitboss.patterns.jit import jit

_ACE_LOW = 1
_ACE_HIGH = 14
_KING = 13
_LONGEST = 6


class Straight(IntEnum):
    """How long the straight is; six cards by the suit of their ace (rulings C26, C50, C51)."""

    NONE = 0
    TWO_CARDS = 2
    THREE_CARDS = 3
    FOUR_CARDS = 4
    FIVE_CARDS = 5
    SIX_CARDS = 6
    SIX_CARDS_SPADE_ACE = 7
    SIX_CARDS_OTHER_ACE = 8


_SIX = ("6-cards", "5-or-6-cards", "5-cards")

STRAIGHT_LENGTH: Mapping[int, tuple[str, ...]] = {
    Straight.TWO_CARDS: ("2-cards",),
    Straight.THREE_CARDS: ("3-cards",),
    Straight.FOUR_CARDS: ("4-cards",),
    Straight.FIVE_CARDS: ("5-cards", "5-or-6-cards"),
    Straight.SIX_CARDS: _SIX,
    Straight.SIX_CARDS_SPADE_ACE: ("6-cards-spade-ace", *_SIX),
    Straight.SIX_CARDS_OTHER_ACE: ("6-cards-other-ace", *_SIX),
}
"""Class -> the outcomes it satisfies, most particular first (SJP 4 pays six cards as five)."""

LAMMERS: Mapping[int, tuple[str, ...]] = {count: (str(count),) for count in range(1, 8)}
"""Lammers collected over a seat's hands, by their number."""
LAMMERS_MAX = max(LAMMERS)
"""The most that four hands can collect."""


@jit
def straight_length(cards: Sequence[int], count: int) -> int:
    """Return the straight that *cards*, in the order they came, have grown to.

    The first two may come in either order; a card that does not continue the straight ends it for
    good (2109(7)(d)). A card that busts the hand is not among *cards* (2109(8)).

    >>> from pitboss.cards import parse_cards
    >>> [straight_length(parse_cards(c), len(c.split())) for c in ("4h 5d 3c 6s", "3h 4d 6c 5s")]
    [4, 2]
    """
    low, high = _pair(cards[0] >> 2, cards[1] >> 2)
    if low == 0:
        return 0
    ace = cards[0] if cards[0] >> 2 == 0 else cards[1]
    for place in range(2, count):
        rank = (cards[place] >> 2) + 1
        if rank == _ACE_LOW:
            ace = cards[place]
            rank = _ACE_HIGH if high == _KING else _ACE_LOW
        # An ace joins the two or the king, not both ends.
        if rank == low - 1 and not (rank == _ACE_LOW and high == _ACE_HIGH):
            low = rank
        elif rank == high + 1 and not (rank == _ACE_HIGH and low == _ACE_LOW):
            high = rank
        else:
            break
    length = min(high - low + 1, _LONGEST)
    if length == _LONGEST and (low == _ACE_LOW or high == _ACE_HIGH):
        return 7 if ace & 3 == 0 else 8
    return length


@jit
def _pair(first: int, second: int) -> tuple[int, int]:
    """Return the ends of a two-card straight of two ranks, or (0, 0); a high ace is 14."""
    low, high = min(first, second) + 1, max(first, second) + 1
    if low == _ACE_LOW and high == _KING:
        return _KING, _ACE_HIGH
    return (low, high) if high == low + 1 else (0, 0)
