"""The names of hands: poker hands as they form, two-card hands, the two hands of Pai Jack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import Card, Rank, card_name
from pitboss.patterns.five_card import RANK_SHIFT, by_count, five_card_value, rank_height
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card_poker import BEST_TWO_SHIFT, BestTwoRank, best_two
from pitboss.patterns.wild import WildRank, wild_value
from pitboss.text.say import say, say_name

_FIVE = 5
_ACE = 14
_HEIGHT_BITS = 4
_ORDER = (1 << RANK_SHIFT) - 1
_BY_GROUPS = {
    (2,): WildRank.PAIR,
    (2, 2): WildRank.TWO_PAIR,
    (3,): WildRank.THREE_OF_A_KIND,
    (4,): WildRank.FOUR_OF_A_KIND,
}
"""The name of up to four cards, by the numbers of equal ranks."""


def poker_name(cards: Sequence[Card]) -> str:
    """Name the poker hand that up to five cards of an ordinary deck make so far.

    >>> from pitboss.cards import parse_cards
    >>> for hand in ("Ks 9d", "Ks 9d Kh", "Ks 9d Kh 9s 9c", "As Ks Qs Js Ts", "5h 6h 7h 8h Kh"):
    ...     print(poker_name(parse_cards(hand)))
    king high
    pair of kings
    full house, nines over kings
    royal flush
    king-high flush
    """
    if not cards:
        return ""
    if len(cards) == _FIVE:
        value = five_card_value(cards)
        rank = WildRank(value >> RANK_SHIFT)
        order = value & _ORDER
        if rank is WildRank.STRAIGHT_FLUSH and _heights(order)[0] == _ACE:
            rank = WildRank.ROYAL_FLUSH
        return ranked_name(rank, order)
    counts = Counter(map(rank_height, cards))
    groups = tuple(sorted((count for count in counts.values() if count > 1), reverse=True))
    order = by_count(sum(count << _HEIGHT_BITS * height for height, count in counts.items()))
    return ranked_name(_BY_GROUPS.get(groups, WildRank.HIGH_CARD), order)


def wild_name(cards: Sequence[Card]) -> str:
    """Name the best poker hand of five cards with deuces and the joker wild (2118(1)).

    >>> from pitboss.cards import parse_cards
    >>> for hand in ("2s Kd 9h 5c 3s", "2s Jk Kd Kh 9c", "2s Jk 2d 2h 2c", "2s Jk Kd Kh Ks"):
    ...     print(wild_name(parse_cards(hand)))
    pair of kings
    four kings
    five wilds
    five kings
    """
    value = wild_value(cards)
    return ranked_name(WildRank(value >> RANK_SHIFT), value & _ORDER)


def two_card_name(cards: Sequence[Card]) -> str:
    """Name the best two cards of a hand as Ante Up 21 counts them (2106(13); ruling A1).

    >>> from pitboss.cards import parse_cards
    >>> [two_card_name(parse_cards(hand)) for hand in ("As 9d Kh", "9s 2d 9h")]
    ['ace-king', 'pair of nines']
    """
    rank, order = divmod(best_two(cards, len(cards)), 1 << BEST_TWO_SHIFT)
    first, second = divmod(order, 1 << _HEIGHT_BITS)
    if rank == BestTwoRank.PAIR:
        return say("pair of {ranks}", ranks=_plural(first))
    return f"{height_word(first)}-{height_word(second)}"


def setting_name(totals: tuple[int, int]) -> str:
    """Return the totals of five cards set as a high and a low hand.

    >>> setting_name((20, 19))
    'high 20, low 19'
    """
    high, low = totals
    return say("high {high}, low {low}", high=high, low=low)


def foul_name(totals: tuple[int, int]) -> str:
    """Say why five cards may not be set so (2112(6)(a), (7)).

    >>> foul_name((25, 12))
    'A foul: the high hand is 25, over 21 (low 12).'
    >>> foul_name((18, 21))
    'A foul: the low hand, 21, is higher than the high hand, 18.'
    """
    high, low = totals
    if high > TWENTY_ONE:
        return say("A foul: the high hand is {high}, over 21 (low {low}).", high=high, low=low)
    text = "A foul: the low hand, {low}, is higher than the high hand, {high}."
    return say(text, high=high, low=low)


def _heights(order: int) -> tuple[int, ...]:
    """Return the five heights that rank a hand, the most important first."""
    return tuple(order >> _HEIGHT_BITS * place & 15 for place in reversed(range(_FIVE)))


def ranked_name(rank: WildRank, order: int) -> str:
    """Name a hand of a rank; *order* ranks it among equal ranks.

    >>> ranked_name(WildRank.PAIR, 0x49730), ranked_name(WildRank.STRAIGHT, 0x90000)
    ('pair of fours', 'nine-high straight')
    """
    first, second, *_ = _heights(order)
    match rank:
        case WildRank.PAIR:
            name = say("pair of {ranks}", ranks=_plural(first))
        case WildRank.TWO_PAIR:
            pairs = {"high": _plural(first), "low": _plural(second)}
            name = say("two pair, {high} and {low}", **pairs)
        case WildRank.FULL_HOUSE:
            name = say("full house, {three} over {two}", three=_plural(first), two=_plural(second))
        case WildRank.THREE_OF_A_KIND | WildRank.FOUR_OF_A_KIND | WildRank.FIVE_OF_A_KIND:
            name = say(_OF_A_KIND[rank], ranks=_plural(first))
        case WildRank.STRAIGHT | WildRank.FLUSH | WildRank.STRAIGHT_FLUSH:
            name = say("{rank}-high {hand}", rank=height_word(first), hand=rank_words(rank))
        case WildRank.HIGH_CARD:
            name = say("{rank} high", rank=height_word(first))
        case WildRank.ROYAL_FLUSH | WildRank.FIVE_WILDS:
            name = rank_words(rank)
    return name


_OF_A_KIND = {
    WildRank.THREE_OF_A_KIND: "three {ranks}",
    WildRank.FOUR_OF_A_KIND: "four {ranks}",
    WildRank.FIVE_OF_A_KIND: "five {ranks}",
}


def rank_words(rank: WildRank) -> str:
    """Name a rank.

    >>> rank_words(WildRank.FULL_HOUSE)
    'full house'
    """
    return say_name(rank.name.replace("_", " ").lower())


def height_word(height: int) -> str:
    """Say the rank of a height, an ace above the king.

    >>> height_word(14), height_word(9)
    ('ace', 'nine')
    """
    return say_name(_rank_of(height))


def _rank_of(height: int) -> str:
    return Rank((height - 1) % len(Rank)).name.lower()


def _plural(height: int) -> str:
    word = _rank_of(height)
    return say_name(f"{word}es" if word.endswith("x") else f"{word}s")


def say_card(card: Card) -> str:
    """Say a card for those who hear it.

    >>> from pitboss.cards import parse_cards
    >>> [say_card(card) for card in parse_cards("Th Jk")]
    ['ten of hearts', 'joker']
    """
    rank, of, suit = card_name(card).partition(" of ")
    return say("{rank} of {suit}", rank=say_name(rank), suit=say_name(suit)) if of else rank
