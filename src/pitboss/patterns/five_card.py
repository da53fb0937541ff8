"""Five-card poker from an ordinary deck: 21-Hold 'em and the Five-Card Linked Progressive.

Ranks are compared by *height*: a two is 2, a king 13, an ace 14. A set of heights is the bits of
one integer, and how often each occurs is four bits of another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pitboss.patterns.jit import jit


class FiveCard(IntEnum):
    """The finest classes: the rank, and four cards of one suit, or in sequence too, in the hand."""

    HIGH_CARD = 0
    HIGH_CARD_FOUR_FLUSH = 1
    HIGH_CARD_FOUR_STRAIGHT_FLUSH = 2
    LOW_PAIR = 3
    LOW_PAIR_FOUR_FLUSH = 4
    LOW_PAIR_FOUR_STRAIGHT_FLUSH = 5
    PAIR_OF_SEVENS_OR_BETTER = 6
    PAIR_OF_SEVENS_OR_BETTER_FOUR_FLUSH = 7
    PAIR_OF_SEVENS_OR_BETTER_FOUR_STRAIGHT_FLUSH = 8
    TWO_PAIR = 9
    THREE_OF_A_KIND = 10
    STRAIGHT = 11
    STRAIGHT_FOUR_FLUSH = 12
    STRAIGHT_FOUR_STRAIGHT_FLUSH = 13
    FLUSH = 14
    FLUSH_FOUR_STRAIGHT_FLUSH = 15
    FULL_HOUSE = 16
    FOUR_OF_A_KIND = 17
    STRAIGHT_FLUSH = 18
    ROYAL_FLUSH = 19


# No table of the documents has a row for four cards of a suit beside one for a pair or a straight,
# so which is named first matters for flushes alone: ruling C23 gives them the four-card straight
# flush.
_FOUR_FLUSH = ("four-card-flush",)
_FOUR_STRAIGHT_FLUSH = ("four-card-straight-flush", *_FOUR_FLUSH)
_SEVENS = ("pair-of-sevens-or-better",)
_THREE_ALIKE = ("three-of-a-kind", *_SEVENS)
_FLUSH_OUTCOMES = ("flush", *_FOUR_FLUSH)
_STRAIGHT_FLUSH_OUTCOMES = (
    *("straight-flush", "four-card-straight-flush", *_FLUSH_OUTCOMES),
    *("straight", *_SEVENS),
)

FIVE_CARD: Mapping[int, tuple[str, ...]] = {
    FiveCard.HIGH_CARD_FOUR_FLUSH: _FOUR_FLUSH,
    FiveCard.HIGH_CARD_FOUR_STRAIGHT_FLUSH: _FOUR_STRAIGHT_FLUSH,
    FiveCard.LOW_PAIR_FOUR_FLUSH: _FOUR_FLUSH,
    FiveCard.LOW_PAIR_FOUR_STRAIGHT_FLUSH: _FOUR_STRAIGHT_FLUSH,
    FiveCard.PAIR_OF_SEVENS_OR_BETTER: _SEVENS,
    FiveCard.PAIR_OF_SEVENS_OR_BETTER_FOUR_FLUSH: (*_FOUR_FLUSH, *_SEVENS),
    FiveCard.PAIR_OF_SEVENS_OR_BETTER_FOUR_STRAIGHT_FLUSH: (*_FOUR_STRAIGHT_FLUSH, *_SEVENS),
    FiveCard.TWO_PAIR: ("two-pair", *_SEVENS),
    FiveCard.THREE_OF_A_KIND: _THREE_ALIKE,
    FiveCard.STRAIGHT: ("straight", *_SEVENS),
    FiveCard.STRAIGHT_FOUR_FLUSH: (*_FOUR_FLUSH, "straight", *_SEVENS),
    FiveCard.STRAIGHT_FOUR_STRAIGHT_FLUSH: (*_FOUR_STRAIGHT_FLUSH, "straight", *_SEVENS),
    FiveCard.FLUSH: (*_FLUSH_OUTCOMES, *_SEVENS),
    FiveCard.FLUSH_FOUR_STRAIGHT_FLUSH: (
        *("four-card-straight-flush", *_FLUSH_OUTCOMES),
        *_SEVENS,
    ),
    FiveCard.FULL_HOUSE: ("full-house", "three-of-a-kind", "two-pair", *_SEVENS),
    FiveCard.FOUR_OF_A_KIND: ("four-of-a-kind", "three-of-a-kind", "two-pair", *_SEVENS),
    FiveCard.STRAIGHT_FLUSH: _STRAIGHT_FLUSH_OUTCOMES,
    FiveCard.ROYAL_FLUSH: ("royal-flush", *_STRAIGHT_FLUSH_OUTCOMES),
}
"""Class -> every outcome it satisfies, the one to be paid first."""

RANK_SHIFT = 20
"""A comparison value is the rank above this bit, and under it five heights that break ties."""

_LEADING_SHIFT = 16
_HEIGHT_BITS = 4
_ACE = 14
_SEVEN = 7
_FIVE = 5
_PAIR = 1
_FLUSH = 5
_STRAIGHT_FLUSH = 8
_FIRST_CLASS = (0, 3, 9, 10, 11, 14, 16, 17, 18)
"""The first `FiveCard` of each rank of poker, from high card to straight flush."""


@jit
def rank_height(card: int) -> int:
    """Return the height of a card's rank, an ace above the king.

    >>> from pitboss.cards import parse_cards
    >>> [rank_height(card) for card in parse_cards("2s Th Kd Ac")]
    [2, 10, 13, 14]
    """
    return (card >> 2) + 1 if card >= 4 else _ACE


@jit
def ones(bits: int) -> int:
    """Count the bits that are set.

    >>> ones(0b10110)
    3
    """
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@jit
def by_count(counts: int) -> int:
    """Return up to five heights, four bits each: the most frequent first, then the highest.

    >>> hex(by_count((2 << 4 * 13) + (3 << 4 * 5)))  # two kings and three fives
    '0x5d000'
    """
    alike = single = alike_count = single_count = best = 0
    for height in range(_ACE, 1, -1):
        count = counts >> _HEIGHT_BITS * height & 15
        if count == 1:
            single = single << _HEIGHT_BITS | height
            single_count += 1
        elif count > best:  # the first, or three of a kind, which goes before a higher pair
            alike |= height << _HEIGHT_BITS * alike_count
            alike_count += 1
            best = count
        elif count:
            alike = alike << _HEIGHT_BITS | height
            alike_count += 1
    order = alike << _HEIGHT_BITS * single_count | single
    return order << _HEIGHT_BITS * (_FIVE - alike_count - single_count)


@jit
def straight_top(heights: int, count: int) -> int:
    """Return the top of the highest straight that holds *count* different heights, 0 if none.

    A-2-3-4-5 and 10-J-Q-K-A are straights, K-A-2 is none (ruling H3). With fewer than five
    heights, wild cards fill the gaps.

    >>> [
    ...     straight_top(sum(1 << height for height in hand), len(hand))
    ...     for hand in ((14, 2, 3, 4, 5), (14, 13, 2, 3, 4), (14, 3), (9,))
    ... ]
    [5, 0, 5, 13]
    """
    with_low_ace = heights | heights >> 13 & 2
    for top in range(_ACE, 4, -1):
        if ones(with_low_ace & 31 << top - 4) == count:
            return top
    return 0


@jit
def five_card_value(cards: Sequence[int]) -> int:
    """Return a number that is higher for the better of two hands, and equal for a tie.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.patterns.wild import WildRank
    >>> aces, kings = (
    ...     five_card_value(parse_cards(c)) for c in ("As Ad 5h 4c 3s", "Ks Kd Ah Qc Js")
    ... )
    >>> aces > kings, WildRank(aces >> RANK_SHIFT).name
    (True, 'PAIR')
    """
    counts = heights = 0
    one_suit = True
    for place in range(_FIVE):
        height = rank_height(cards[place])
        counts += 1 << _HEIGHT_BITS * height
        heights |= 1 << height
        one_suit = one_suit and cards[place] & 3 == cards[0] & 3
    different = ones(heights)
    if different < _FIVE:
        order = by_count(counts)
        most = counts >> _HEIGHT_BITS * (order >> _LEADING_SHIFT) & 15
        # A pair leaves four ranks; two pair or three of a kind three; a full house or four two.
        rank = 1 if different == 4 else most if different == 3 else most + 3
        return rank << RANK_SHIFT | order
    top = straight_top(heights, _FIVE)
    if top:
        return (_STRAIGHT_FLUSH if one_suit else 4) << RANK_SHIFT | top << _LEADING_SHIFT
    return (_FLUSH if one_suit else 0) << RANK_SHIFT | by_count(counts)


@jit
def suited_four(cards: Sequence[int]) -> int:
    """Return 1 if four of five cards share a suit, 2 if four that do are in sequence, else 0.

    A-2-3-4 is in sequence (ruling D5), and so is J-Q-K-A.

    >>> from pitboss.cards import parse_cards
    >>> [
    ...     suited_four(parse_cards(c))
    ...     for c in ("As 2s 3s 4s Kd", "Ks As 2s 3s Kd", "As 2s 3s 4d Kd")
    ... ]
    [2, 1, 0]
    """
    for lead in range(2):  # of any four cards, one is the first or the second
        heights = count = 0
        for place in range(_FIVE):
            if cards[place] & 3 == cards[lead] & 3:
                heights |= 1 << rank_height(cards[place])
                count += 1
        if count >= 4:
            heights |= heights >> 13 & 2
            return 2 if heights & heights >> 1 & heights >> 2 & heights >> 3 else 1
    return 0


@jit
def five_card(cards: Sequence[int]) -> int:
    """Return the finest class of five cards of an ordinary deck (2104(13)(b), 2118(13)(f)).

    >>> from pitboss.cards import parse_cards
    >>> hands = ("As Ks Qs Js Ts", "5h 6h 7h 8h Kh", "5h 6h 7h 8h 9s", "7c 7d 2s 3h 4h")
    >>> for hand in hands:
    ...     print(FiveCard(five_card(parse_cards(hand))).name)
    ROYAL_FLUSH
    FLUSH_FOUR_STRAIGHT_FLUSH
    STRAIGHT_FOUR_STRAIGHT_FLUSH
    PAIR_OF_SEVENS_OR_BETTER
    """
    value = five_card_value(cards)
    rank = value >> RANK_SHIFT
    leading = value >> _LEADING_SHIFT & 15
    first = _FIRST_CLASS[rank]
    if rank == _STRAIGHT_FLUSH:
        return first + (1 if leading == _ACE else 0)
    suited = suited_four(cards)
    if rank == _FLUSH:  # ruling C23
        return first + (1 if suited == 2 else 0)
    if rank == _PAIR and leading >= _SEVEN:
        first += 3
    return first + suited
