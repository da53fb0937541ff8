"""Deuces Wild Xtreme: five cards of the 53-card deck, its deuces and its joker wild."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pitboss.patterns.five_card import (
    RANK_SHIFT,
    by_count,
    five_card_value,
    ones,
    rank_height,
    straight_top,
)
from pitboss.patterns.jit import jit
from pitboss.patterns.outcomes import outcomes_by_name


class WildRank(IntEnum):
    """The ranks by which hands are compared (ruling C19); the lowest nine are those of poker."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    ROYAL_FLUSH = 10
    FIVE_WILDS = 11


class WildHand(IntEnum):
    """The finest classes: twice the rank, and one more for a natural hand (ruling C20)."""

    OTHER = 0
    WILD_THREE_OF_A_KIND = 6
    NATURAL_THREE_OF_A_KIND = 7
    WILD_STRAIGHT = 8
    NATURAL_STRAIGHT = 9
    WILD_FLUSH = 10
    NATURAL_FLUSH = 11
    WILD_FULL_HOUSE = 12
    NATURAL_FULL_HOUSE = 13
    WILD_FOUR_OF_A_KIND = 14
    NATURAL_FOUR_OF_A_KIND = 15
    WILD_STRAIGHT_FLUSH = 16
    NATURAL_STRAIGHT_FLUSH = 17
    FIVE_OF_A_KIND = 18
    WILD_ROYAL_FLUSH = 20
    NATURAL_ROYAL_FLUSH = 21
    FIVE_WILDS = 22


class WildCards(IntEnum):
    """The wild cards in a hand: twice the deuces, and one more for the joker."""

    NONE = 0
    JOKER = 1
    ONE_DEUCE = 2
    ONE_DEUCE_AND_JOKER = 3
    TWO_DEUCES = 4
    TWO_DEUCES_AND_JOKER = 5
    THREE_DEUCES = 6
    THREE_DEUCES_AND_JOKER = 7
    FOUR_DEUCES = 8
    FOUR_DEUCES_AND_JOKER = 9


_IMPLIED: Mapping[str, tuple[str, ...]] = {
    "three-of-a-kind": (),
    "straight": (),
    "flush": (),
    "full-house": ("three-of-a-kind",),
    "four-of-a-kind": ("three-of-a-kind",),
    "straight-flush": ("flush", "straight"),
    "five-of-a-kind": ("four-of-a-kind", "three-of-a-kind"),
    "royal-flush": ("straight-flush", "flush", "straight"),
    "five-wilds": (
        *("royal-flush", "five-of-a-kind", "straight-flush", "four-of-a-kind", "full-house"),
        *("flush", "straight", "three-of-a-kind"),
    ),
}
"""Rank -> the ranks that a hand of it, as it counts (ruling C21), is as well, the highest first."""


def _outcomes(kind: WildHand) -> tuple[str, ...]:
    """Return every outcome of a class: its own rank and those it implies, then "other".

    >>> _outcomes(WildHand.NATURAL_FULL_HOUSE)[:3]
    ('full-house natural', 'full-house', 'three-of-a-kind natural')
    """
    if kind is WildHand.OTHER:
        return ("other",)
    how = "natural" if kind.name.startswith("NATURAL") else "wild"
    rank = WildRank(kind // 2).name.lower().replace("_", "-")
    outcomes: list[str] = []
    for name in (rank, *_IMPLIED[rank]):
        own = (f"{how}-royal-flush",) if name == "royal-flush" else ()
        outcomes += [*own, f"{name} {how}", name]
    return (*outcomes, "other")


WILD_POKER: Mapping[int, tuple[str, ...]] = {kind: _outcomes(kind) for kind in WildHand}
"""Class of one hand -> every outcome it satisfies, the one to be paid first."""

BAD_BEAT: Mapping[int, tuple[str, ...]] = {
    rank: (*names, *_IMPLIED[names[0]])
    for rank, names in outcomes_by_name(WildRank).items()
    if WildRank.THREE_OF_A_KIND <= rank < WildRank.FIVE_WILDS
}
"""Rank of a losing hand -> the outcomes it is; five wilds cannot lose."""

# Ruling C22: five wilds are paid as four, four deuces with the joker are four deuces, and "Joker"
# is the joker alone.
_TWO_DEUCES = ("2-deuces", "2-wilds")
_FOUR_DEUCES = ("4-deuces", "4-wilds", "3-deuces", "3-wilds", *_TWO_DEUCES)

WILD_CARDS: Mapping[int, tuple[str, ...]] = {
    WildCards.JOKER: ("joker",),
    WildCards.ONE_DEUCE_AND_JOKER: ("2-wilds",),
    WildCards.TWO_DEUCES: _TWO_DEUCES,
    WildCards.TWO_DEUCES_AND_JOKER: ("3-wilds", *_TWO_DEUCES),
    WildCards.THREE_DEUCES: ("3-deuces", "3-wilds", *_TWO_DEUCES),
    WildCards.THREE_DEUCES_AND_JOKER: ("4-wilds", "3-deuces", "3-wilds", *_TWO_DEUCES),
    WildCards.FOUR_DEUCES: _FOUR_DEUCES,
    WildCards.FOUR_DEUCES_AND_JOKER: _FOUR_DEUCES,
}
"""Class of the wild cards in a hand -> every outcome it satisfies, the one to be paid first."""

# a card, and a rank
_JOKER = 52
_DEUCE = 1
_ACE = 14
_FIVE = 5
_LEADING_SHIFT = 16
_HEIGHT_BITS = 4
_THREE_OF_A_KIND = 3
_STRAIGHT = 4
_FLUSH = 5
_STRAIGHT_FLUSH = 8
_ROYAL_FLUSH = 10
_FIVE_WILDS = 11


@jit
def is_wild(card: int) -> bool:
    """Whether *card* is a deuce or the joker (2118(1)).

    >>> from pitboss.cards import parse_cards
    >>> [is_wild(card) for card in parse_cards("2s Jk As")]
    [True, True, False]
    """
    return card >> 2 == _DEUCE or card == _JOKER


@jit
def wild_cards(cards: Sequence[int]) -> int:
    """Return the class of the wild cards in a hand (2118(13)(c), (d); ruling C22).

    >>> from pitboss.cards import parse_cards
    >>> WildCards(wild_cards(parse_cards("2s Jk As 2d Kh"))).name
    'TWO_DEUCES_AND_JOKER'
    """
    number = 0
    for place in range(_FIVE):
        if cards[place] == _JOKER:
            number += 1
        elif cards[place] >> 2 == _DEUCE:
            number += 2
    return number


@jit
def wild_value(cards: Sequence[int]) -> int:
    """Return a number that is higher for the better of two hands, and equal for a tie.

    A hand is the best that it can be (ruling C21), and whether it is natural or wild breaks no tie
    (2118(9)(b)(ii)).

    >>> from pitboss.cards import parse_cards
    >>> low, high = (wild_value(parse_cards(c)) for c in ("5h 6h 7h 8h 9h", "2s 6d 7d 8d 9d"))
    >>> low < high, WildRank(high >> RANK_SHIFT).name
    (True, 'STRAIGHT_FLUSH')
    """
    counts = heights = wild_count = 0
    suit = -1
    one_suit = True
    for place in range(_FIVE):
        if is_wild(cards[place]):
            wild_count += 1
        else:
            height = rank_height(cards[place])
            counts += 1 << _HEIGHT_BITS * height
            heights |= 1 << height
            one_suit = one_suit and (suit < 0 or suit == cards[place] & 3)
            suit = cards[place] & 3
    if wild_count == _FIVE:
        return _FIVE_WILDS << RANK_SHIFT
    order = by_count(counts)
    most = wild_count + (counts >> _HEIGHT_BITS * (order >> _LEADING_SHIFT) & 15)
    top = straight_top(heights, _FIVE - wild_count)
    rank = _rank(most, ones(heights), top, one_suit)
    if rank == _FLUSH:
        order = _flush_heights(heights, wild_count)
    elif rank == _STRAIGHT or rank == _STRAIGHT_FLUSH or rank == _ROYAL_FLUSH:
        order = top << _LEADING_SHIFT
    return rank << RANK_SHIFT | order


@jit
def _rank(most: int, different: int, top: int, one_suit: bool) -> int:  # noqa: FBT001
    """Return the `WildRank`.

    *most* is how many of one rank there can be, *different* how many ranks the cards that are not
    wild have, *top* that of the highest straight, and *one_suit* whether those cards share a suit.
    """
    if one_suit and top == _ACE:
        return 10
    if most == 5:
        return 9
    if one_suit and top:
        return 8
    if most == 4:
        return 7
    if most == 3 and different == 2:
        return 6
    if one_suit:
        return 5
    if top:
        return 4
    if most == 3:
        return 3
    if different == 3:  # no wild card here: with one, two pair would be a full house
        return 2
    return 1 if most == 2 else 0


@jit
def _flush_heights(heights: int, wild_count: int) -> int:
    """Return the five heights of a flush: a wild is the highest the hand lacks (ruling C21)."""
    order = place_count = 0
    for height in range(_ACE, 1, -1):
        held = heights >> height & 1 == 1
        if place_count < _FIVE and (held or wild_count > 0):
            order = order << _HEIGHT_BITS | height
            place_count += 1
            wild_count -= 0 if held else 1
    return order


@jit
def wild_hand(cards: Sequence[int]) -> int:
    """Return the finest class of five cards of the 53-card deck (2118(12)-(13)).

    >>> from pitboss.cards import parse_cards
    >>> hands = ("2s Jk 2d 2h 9c", "Ah 2s 3h 4h 5h", "Ah 2s 3h 4h 5d", "3h 4h 5h 6d Jk")
    >>> for hand in hands:
    ...     print(WildHand(wild_hand(parse_cards(hand))).name)
    FIVE_OF_A_KIND
    WILD_STRAIGHT_FLUSH
    NATURAL_STRAIGHT
    WILD_STRAIGHT
    """
    return classify_wild_value(cards, wild_value(cards))


@jit
def classify_wild_value(cards: Sequence[int], value: int) -> int:
    """Return the same where the comparison value of the cards is known."""
    rank = value >> RANK_SHIFT
    if rank < _THREE_OF_A_KIND:
        return 0
    return 2 * rank + (1 if _is_natural(cards, rank) else 0)


@jit
def _is_natural(cards: Sequence[int], rank: int) -> bool:
    """Whether a hand of *rank* is natural (2118(13)(b)(i)(C)-(D); rulings C20, D5)."""
    wilds = wild_cards(cards)
    if wilds != 2:  # anything but a single deuce: natural only without any wild card
        return wilds == 0
    # The deuce may stand as a 2 in A-5 or 2-6, if the hand is nothing higher with it wild.
    as_it_stands = five_card_value(cards) >> RANK_SHIFT
    return as_it_stands == rank and (rank == _STRAIGHT or rank == _STRAIGHT_FLUSH)


@jit
def bad_beat(player: Sequence[int], dealer: Sequence[int]) -> int:
    """Return the rank of the losing hand, 0 for a tie or less than three of a kind.

    Either side may lose (2118(11)(a), 2118(13)(a)(i)(C); ruling D2).

    >>> from pitboss.cards import parse_cards
    >>> flush, full_house = parse_cards("Kh 9h 7h 5h 3h"), parse_cards("Ac Ad 8c 8d 2s")
    >>> WildRank(bad_beat(flush, full_house)).name
    'FLUSH'
    """
    return compare_wild_values(wild_value(player), wild_value(dealer))


@jit
def compare_wild_values(one: int, other: int) -> int:
    """Return the same of two hands whose comparison values are known."""
    losing = min(one, other) >> RANK_SHIFT
    return 0 if one == other or losing < _THREE_OF_A_KIND else losing
