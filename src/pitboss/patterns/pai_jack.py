"""Pai Jack: an ace and two ten-value cards among five, and five cards set as two and three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from pitboss.patterns.jit import jit
from pitboss.patterns.totals import TWENTY_ONE, best_total, is_ace, value


class PaiJack(IntEnum):
    """The highest that five cards contain (ruling C27)."""

    NONE = 0
    PAI_JACK = 1
    JACK_PAI_JACK = 2
    ROYAL_PAI_JACK = 3
    ROYAL_AND_JACKS = 4
    """A royal one with two jacks besides: where no row pays royal ones, a jack one."""
    SUPER_PAI_JACK = 5


PAI_JACK: Mapping[int, tuple[str, ...]] = {
    PaiJack.PAI_JACK: ("pai-jack",),
    PaiJack.JACK_PAI_JACK: ("jack-pai-jack", "pai-jack"),
    PaiJack.ROYAL_PAI_JACK: ("royal-pai-jack", "pai-jack"),
    PaiJack.ROYAL_AND_JACKS: ("royal-pai-jack", "jack-pai-jack", "pai-jack"),
    PaiJack.SUPER_PAI_JACK: ("super-pai-jack", "jack-pai-jack", "pai-jack"),
}
"""Class -> the outcomes it satisfies, the one to be paid first."""

_FIVE = 5
_ACE = 0
_TEN = 9
_JACK = 10
_QUEEN = 11
_KING = 12


@jit
def pai_jack(cards: Sequence[int]) -> int:
    """Return the class of five cards (2112(12)).

    >>> from pitboss.cards import parse_cards
    >>> hands = ("Js Jh Ad Jd Jc", "Ah Kh Qh Js Jd", "Ah Kh Qd Js Jd", "Ts 4h Kd Ac 4d")
    >>> for hand in hands:
    ...     print(PaiJack(pai_jack(parse_cards(hand))).name)
    SUPER_PAI_JACK
    ROYAL_AND_JACKS
    JACK_PAI_JACK
    PAI_JACK
    """
    ace_count = ten_count = jack_count = 0
    aces = kings = queens = 0  # the suits held of each, as bits
    for place in range(_FIVE):
        rank = cards[place] >> 2
        suit = 1 << (cards[place] & 3)
        ace_count += 1 if rank == _ACE else 0
        ten_count += 1 if rank >= _TEN else 0
        jack_count += 1 if rank == _JACK else 0
        aces |= suit if rank == _ACE else 0
        kings |= suit if rank == _KING else 0
        queens |= suit if rank == _QUEEN else 0
    if ace_count == 0 or ten_count < 2:
        return 0
    if jack_count == 4:
        return 5
    if aces & kings & queens:
        return 4 if jack_count >= 2 else 3
    return 2 if jack_count >= 2 else 1


class LowAce(IntEnum):
    """How the house reads 2112(6) for an ace in the low hand (ruling P2)."""

    ELEVEN = 0
    """11 where that does not pass 21, as in blackjack."""
    EITHER = 1
    """11 or 1, whichever is the higher of those that do not outrank the high hand."""


_ELEVEN = int(LowAce.ELEVEN)
SETTINGS = tuple((first, second) for first in range(_FIVE) for second in range(first + 1, _FIVE))
"""The places of the two cards that can be the low hand."""
BUST = -1
HOLDS_PAI_JACK = 1024
"""More than any totals: what a dealer shows who holds a Pai Jack."""
_TOTAL_BITS = 5


@jit
def setting_totals(cards: Sequence[int], first: int, second: int, reading: int) -> int:
    """Return 32 times the high hand's total and the low hand's, set so that those places are low.

    Each is counted as in blackjack, an ace 11 where that does not pass 21 (2112(6); ruling P2). By
    the *reading* `LowAce.EITHER` an ace of the low hand is 1 where 11 would outrank the high hand.

    >>> from pitboss.cards import parse_cards
    >>> high_and_low(setting_totals(parse_cards("Th 9s 5d 4c As"), 0, 1, LowAce.ELEVEN))
    (20, 19)
    >>> hand = parse_cards("Th 6s 3d As 9c")
    >>> [high_and_low(setting_totals(hand, 3, 4, reading)) for reading in LowAce]
    [(19, 20), (19, 10)]
    """
    low = value(cards[first]) + value(cards[second])
    high = 0
    low_ace = is_ace(cards[first]) or is_ace(cards[second])
    high_ace = False
    for place in range(_FIVE):
        high += value(cards[place])
        high_ace = high_ace or (place != first and place != second and is_ace(cards[place]))
    high = best_total(high - low, high_ace)
    # A higher low hand never wins less, so 1 counts only where 11 would be a foul.
    if best_total(low, low_ace) <= high or reading == _ELEVEN:
        low = best_total(low, low_ace)
    return (high << _TOTAL_BITS) + low


def high_and_low(totals: int) -> tuple[int, int]:
    """Return the totals of the high and the low hand.

    >>> high_and_low((21 << 5) + 8)
    (21, 8)
    """
    return divmod(totals, 1 << _TOTAL_BITS)


@jit
def is_legal_setting(totals: int) -> bool:
    """Whether the high hand is no bust and the low hand does not outrank it (2112(6)(a), (7)).

    >>> is_legal_setting((21 << 5) + 21), is_legal_setting((19 << 5) + 20)
    (True, False)
    """
    high = totals >> _TOTAL_BITS
    return high <= TWENTY_ONE and totals & 31 <= high


@jit
def house_way(cards: Sequence[int], reading: int) -> int:
    """Return which of `SETTINGS` the house way is, or `BUST` where none is legal (2112(9)).

    The highest legal high hand, then the highest low hand (ruling P1); a Pai Jack is the high hand,
    whatever that leaves (2112(9)(a)). *reading* is a `LowAce`; the busts are the same in both.

    >>> from pitboss.cards import parse_cards
    >>> printed = ("Ts 8h 3d Tc 6s", "Ts 7h 5d 4c 2s", "Ts 9h 5d 4c As")
    >>> for hand in map(parse_cards, printed):
    ...     setting = SETTINGS[house_way(hand, LowAce.ELEVEN)]
    ...     print(high_and_low(setting_totals(hand, *setting, LowAce.ELEVEN)))
    (21, 16)
    (21, 7)
    (20, 19)
    """
    holds_pai_jack = pai_jack(cards) > 0
    best = -1
    way = BUST
    for setting in range(len(SETTINGS)):
        first, second = SETTINGS[setting]
        totals = setting_totals(cards, first, second, reading)
        if holds_pai_jack and not _leaves_pai_jack(cards, first, second):
            continue
        if is_legal_setting(totals) and totals > best:
            best = totals
            way = setting
    return way


def is_settable(cards: Sequence[int]) -> bool:
    """Whether five cards have a legal setting (2112(7)); the same under both readings of an ace.

    >>> from pitboss.cards import parse_cards
    >>> is_settable(parse_cards("Ks Qh Jd 9c 9s")), is_settable(parse_cards("Ks Qh Jd 9c As"))
    (False, True)
    """
    return house_way(cards, _ELEVEN) != BUST


@jit
def _leaves_pai_jack(cards: Sequence[int], first: int, second: int) -> bool:
    """Whether the three cards of the high hand are an ace and two ten-values."""
    aces = tens = 0
    for place in range(_FIVE):
        if place != first and place != second:
            aces += 1 if is_ace(cards[place]) else 0
            tens += 1 if cards[place] >> 2 >= _TEN else 0
    return aces == 1 and tens == 2


@jit
def house_way_totals(cards: Sequence[int], reading: int) -> int:
    """Return what five cards come to by house way: totals, `BUST`, or `HOLDS_PAI_JACK`.

    >>> from pitboss.cards import parse_cards
    >>> high_and_low(house_way_totals(parse_cards("Ts 8h 3d Tc 6s"), LowAce.ELEVEN))
    (21, 16)
    """
    if pai_jack(cards) > 0:
        return HOLDS_PAI_JACK
    way = house_way(cards, reading)
    if way == BUST:
        return BUST
    first, second = SETTINGS[way]
    return setting_totals(cards, first, second, reading)


@jit
def compare_settings(mine: int, dealers: int) -> int:
    """Return 1 where a main wager wins, 0 where it pushes, -1 where it loses (2112(9)-(11)).

    *mine* is the totals of a setting or `BUST`; *dealers* what the dealer's cards come to.

    >>> compare_settings((20 << 5) + 18, (20 << 5) + 17)
    1
    >>> [compare_settings(BUST, dealer) for dealer in (BUST, HOLDS_PAI_JACK, (14 << 5) + 6)]
    [0, -1, -1]
    """
    if dealers == HOLDS_PAI_JACK:  # 2112(9)(a); ruling P4: bust hands lose too
        return -1
    if dealers == BUST:  # 2112(10), (11)(h)
        return 0
    if mine == BUST:  # 2112(11)(g)
        return -1
    # 2112(11)(a)-(f): the hands won, less those lost.
    score = _sign((mine >> _TOTAL_BITS) - (dealers >> _TOTAL_BITS))
    score += _sign((mine & 31) - (dealers & 31))
    return _sign(score)


@jit
def _sign(number: int) -> int:
    return 1 if number > 0 else -1 if number < 0 else 0
