"""Match The Dealer: the player's first two cards against the dealer's, by rank and suit."""

from __future__ import annotations

from enum import IntEnum

from pitboss.patterns.busts import color
from pitboss.patterns.jit import jit

_KING_OF_SPADES = 48


class Match(IntEnum):
    """One player card against one dealer card."""

    NONE = 0
    UNSUITED = 1
    SUITED = 2


class MatchBoth(IntEnum):
    """Both player cards against one dealer card."""

    NONE = 0
    ONE_UNSUITED = 1
    TWO_UNSUITED = 2
    ONE_SUITED = 3
    SUITED_AND_UNSUITED = 4
    TWO_SUITED = 5


class UpCardJackpot(IntEnum):
    """Tables 3 and 8 and ilani's: `MatchBoth` with the two suited matches distinguished."""

    NONE = 0
    ONE_UNSUITED = 1
    TWO_UNSUITED = 2
    ONE_SUITED = 3
    SUITED_AND_UNSUITED = 4
    SUITED_2_TO_KING = 5
    SUITED_OTHER_ACES = 6
    SUITED_SPADE_ACES = 7
    SUITED_SPADE_ACES_KING_DOWN = 8


class FourSuitedJackpot(IntEnum):
    """Tables 5: `MatchBoth` against the up card, and all four cards alike."""

    NONE = 0
    ONE_UNSUITED = 1
    TWO_UNSUITED = 2
    ONE_SUITED = 3
    SUITED_AND_UNSUITED = 4
    TWO_SUITED = 5
    FOUR_SUITED_2_TO_KING = 6
    FOUR_SUITED_ACES = 7


class AllFour(IntEnum):
    """Tables 4 and 9: what the two player cards make with both dealer cards together."""

    NONE = 0
    FOUR_OF_A_RANK = 1
    FOUR_ACES = 2
    SPADE_ACE_KING_TWICE = 3
    FOUR_SUITED_2_TO_KING = 4
    FOUR_SUITED_ACES = 5


class FourCards(IntEnum):
    """Table 6: the best that four cards make (ruling W11), and a suited match besides."""

    NONE = 0
    ONE_SUITED = 1
    THREE_OF_A_KIND = 2
    THREE_OF_A_KIND_SAME_COLOR = 3
    FOUR_OF_A_KIND = 4
    FOUR_OF_A_KIND_SAME_COLOR = 5
    FOUR_OF_A_KIND_SUITED = 6
    FOUR_OF_A_KIND_THREE_OF_A_COLOR = 7
    THREE_OF_A_KIND_AND_SUITED = 10
    THREE_OF_A_KIND_SAME_COLOR_AND_SUITED = 11
    FOUR_OF_A_KIND_AND_SUITED = 12
    FOUR_OF_A_KIND_SAME_COLOR_AND_SUITED = 13
    FOUR_OF_A_KIND_THREE_OF_A_COLOR_AND_SUITED = 15


@jit
def match(card: int, dealer: int) -> int:
    """Return how a player card matches a dealer card.

    >>> from pitboss.cards import parse_card as c
    >>> match(c("7h"), c("7h")), match(c("7h"), c("7s")), match(c("7h"), c("8h"))
    (2, 1, 0)
    """
    if card >> 2 != dealer >> 2:
        return 0
    return 2 if card == dealer else 1


@jit
def match_both(first: int, second: int, dealer: int) -> int:
    """Return how two player cards match one dealer card.

    >>> from pitboss.cards import parse_cards
    >>> [MatchBoth(match_both(*parse_cards(cards))).name for cards in ("7h 7s 7h", "7h 7h 7h")]
    ['SUITED_AND_UNSUITED', 'TWO_SUITED']
    """
    one = match(first, dealer)
    other = match(second, dealer)
    high = max(one, other)
    low = min(one, other)
    # Suited alone 3, with an unsuited one 4, with a suited one 5; unsuited alone 1, twice 2.
    return high + low if high < 2 else 3 + low


@jit
def up_card_jackpot(first: int, second: int, up: int, down: int) -> int:
    """Return the class of Tables 3 and 8 (rulings W5, W7).

    >>> from pitboss.cards import parse_cards
    >>> UpCardJackpot(up_card_jackpot(*parse_cards("As As As Ks"))).name
    'SUITED_SPADE_ACES_KING_DOWN'
    """
    matched = match_both(first, second, up)
    if matched < 5 or up >= 4:
        return matched
    if up != 0:
        return 6
    return 8 if down == _KING_OF_SPADES else 7


@jit
def four_suited_jackpot(first: int, second: int, up: int, down: int) -> int:
    """Return the class of Tables 5.

    >>> from pitboss.cards import parse_cards
    >>> FourSuitedJackpot(four_suited_jackpot(*parse_cards("9d 9d 9d 9d"))).name
    'FOUR_SUITED_2_TO_KING'
    """
    matched = match_both(first, second, up)
    if matched == 5 and down == up:
        return 7 if up < 4 else 6
    return matched


@jit
def all_four(first: int, second: int, up: int, down: int) -> int:
    """Return what all four cards make for Tables 4 and 9 (rulings W2-W4).

    >>> from pitboss.cards import parse_cards
    >>> [AllFour(all_four(*parse_cards(c))).name for c in ("As Ks Ks As", "7h 7s 7d 7h")]
    ['SPADE_ACE_KING_TWICE', 'FOUR_OF_A_RANK']
    """
    if min(first, second) == 0 and max(first, second) == _KING_OF_SPADES:
        if min(up, down) == 0 and max(up, down) == _KING_OF_SPADES:
            return 3
        return 0
    rank = first >> 2
    if rank != second >> 2 or rank != up >> 2 or rank != down >> 2:
        return 0
    alike = first == second and second == up and up == down
    if rank == 0:
        return 5 if alike else 2
    return 4 if alike else 1


@jit
def four_cards(first: int, second: int, up: int, down: int) -> int:
    """Return the class of Table 6.

    >>> from pitboss.cards import parse_cards
    >>> FourCards(four_cards(*parse_cards("7h 7h 7d Ks"))).name
    'THREE_OF_A_KIND_SAME_COLOR'
    """
    cards = (first, second, up, down)
    best = 0
    for missing in range(4):  # three of a kind: leave each card out in turn
        one = cards[missing - 1]
        two = cards[missing - 2]
        three = cards[missing - 3]
        if one >> 2 == two >> 2 and two >> 2 == three >> 2:
            colors = color(one) + color(two) + color(three)
            best = max(best, 3 if colors == 0 or colors == 3 else 2)
    suited = first == up or first == down or second == up or second == down
    more = 8 if suited else 0
    rank = first >> 2
    if rank == second >> 2 and rank == up >> 2 and rank == down >> 2:
        if first == second and second == up and up == down:
            return 6
        colors = color(first) + color(second) + color(up) + color(down)
        if colors == 0 or colors == 4:
            return 5 + more
        return (7 if best == 3 else 4) + more
    if best == 0:
        return 1 if suited else 0
    return best + more
