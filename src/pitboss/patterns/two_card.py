"""Wagers on two cards: Golden 21, King's Bounty, Lucky Ladies; and Super Match on four."""

from __future__ import annotations

from enum import IntEnum

from pitboss.patterns.jit import jit
from pitboss.patterns.totals import best_total, is_ace, value

_KING_OF_SPADES = 48
_QUEEN_OF_HEARTS = 45
_KING = 12
_TEN = 9
_TWENTY = 20


class TwoCard(IntEnum):
    """Golden 21 Poker: the highest pay counts (ruling C14)."""

    OTHER = 0
    STRAIGHT = 1
    BLACKJACK = 2
    ACE_KING = 3
    PAIR = 4
    STRAIGHT_FLUSH = 5
    ACE_KING_SUITED = 6


class KingsBounty(IntEnum):
    """Any two-card total of 20; "suited" kings are alike (ruling C15)."""

    NONE = 0
    UNSUITED_20 = 1
    TWO_KINGS = 2
    SUITED_20 = 3
    SUITED_QUEENS_JACKS_OR_TENS = 4
    SUITED_KINGS = 5
    SPADE_KINGS = 6
    SPADE_KINGS_DEALER_BLACKJACK = 7


class LuckyLadies(IntEnum):
    """Two cards of 20; "matched" is same rank and suit (ruling C15)."""

    NONE = 0
    ANY_20 = 1
    SUITED_20 = 2
    MATCHED_20 = 3
    QUEENS = 4
    QUEENS_DEALER_BLACKJACK = 5
    QUEENS_DEALER_BLACKJACK_SUITED = 6
    QUEENS_DEALER_BLACKJACK_SPECIFIC_SUIT = 7


class FourCardMatch(IntEnum):
    """Super Match: the four cards a player is dealt in Blackjack Switch."""

    NONE = 0
    PAIR = 1
    THREE_OF_A_KIND = 2
    TWO_PAIR = 3
    FOUR_OF_A_KIND = 4


@jit
def two_card(first: int, second: int) -> int:
    """Return the class of Golden 21 Poker.

    >>> from pitboss.cards import parse_cards
    >>> [TwoCard(two_card(*parse_cards(c))).name for c in ("As Kd", "2h Ah", "Ts Ac")]
    ['ACE_KING', 'STRAIGHT_FLUSH', 'BLACKJACK']
    """
    one = first >> 2
    two = second >> 2
    low, high = min(one, two), max(one, two)
    suited = first & 3 == second & 3
    if low == high:
        return 4
    if low == 0 and high == _KING:
        return 6 if suited else 3
    if high == low + 1:
        return 5 if suited else 1
    return 2 if low == 0 and high >= _TEN else 0


@jit
def dealers_blackjack(up: int, down: int, specific_suit: int) -> int:
    """Return the dealer's blackjack: 0 none, 1 mixed, 2 suited, 3 of the specific suit (C16).

    >>> from pitboss.cards import parse_cards
    >>> [dealers_blackjack(*parse_cards(c), 0) for c in ("As Ks", "Kh Ah", "Ac Td", "9s As")]
    [3, 2, 1, 0]
    """
    if not ((is_ace(up) and value(down) == 10) or (is_ace(down) and value(up) == 10)):
        return 0
    if up & 3 != down & 3:
        return 1
    return 3 if up & 3 == specific_suit else 2


@jit
def is_twenty(first: int, second: int) -> bool:
    """Whether two cards total 20, an ace with a nine too.

    >>> from pitboss.cards import parse_cards
    >>> is_twenty(*parse_cards("Kh Td")), is_twenty(*parse_cards("As 9d"))
    (True, True)
    """
    return best_total(value(first) + value(second), is_ace(first) or is_ace(second)) == _TWENTY


@jit
def kings_bounty(first: int, second: int, dealer: int) -> int:
    """Return the class of King's Bounty; *dealer* is the class of the dealer's two cards.

    >>> from pitboss.cards import parse_cards
    >>> [KingsBounty(kings_bounty(*parse_cards(c), 0)).name for c in ("Ks Ks", "Kh Ks", "Th Jh")]
    ['SPADE_KINGS', 'TWO_KINGS', 'SUITED_20']
    """
    if not is_twenty(first, second):
        return 0
    rank = first >> 2
    if first == second:
        if rank == _KING:
            return (7 if dealer else 6) if first == _KING_OF_SPADES else 5
        return 4
    if first & 3 == second & 3:
        return 3
    return 2 if rank == _KING and second >> 2 == _KING else 1


@jit
def lucky_ladies(first: int, second: int, dealer: int) -> int:
    """Return the class of Lucky Ladies; *dealer* is the class of the dealer's two cards.

    >>> from pitboss.cards import parse_cards
    >>> [LuckyLadies(lucky_ladies(*parse_cards(c), 0)).name for c in ("Qh Qh", "9d Ad", "Ks Ks")]
    ['QUEENS', 'SUITED_20', 'MATCHED_20']
    """
    if not is_twenty(first, second):
        return 0
    if first == _QUEEN_OF_HEARTS and second == _QUEEN_OF_HEARTS:
        return 4 + dealer
    if first == second:
        return 3
    return 2 if first & 3 == second & 3 else 1


@jit
def four_card_match(first: int, second: int, third: int, fourth: int) -> int:
    """Return the class of Super Match.

    >>> from pitboss.cards import parse_cards
    >>> [
    ...     FourCardMatch(four_card_match(*parse_cards(c))).name
    ...     for c in ("7h 8d 7s 8c", "7h 7d 7s 8c")
    ... ]
    ['TWO_PAIR', 'THREE_OF_A_KIND']
    """
    one = first >> 2
    two = second >> 2
    three = third >> 2
    four = fourth >> 2
    # Pairs of equal cards among four: 0 none, 1 a pair, 2 two pair, 3 three alike, 6 four alike.
    alike = (one == two) + (one == three) + (one == four)
    alike += (two == three) + (two == four) + (three == four)
    if alike >= 6:
        return 4
    if alike == 3:
        return 2
    return 3 if alike == 2 else alike
