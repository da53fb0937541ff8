"""Blackjack totals. A hand is its hard total (aces as 1) and whether it holds an ace."""

from __future__ import annotations

from pitboss.patterns.jit import jit

TWENTY_ONE = 21
_ACE_AS_ELEVEN = 10


@jit
def value(card: int) -> int:
    """Return what *card* counts, an ace as 1.

    >>> from pitboss.cards import parse_cards
    >>> [value(card) for card in parse_cards("As 2h 9d Tc Kd")]
    [1, 2, 9, 10, 10]
    """
    rank = card >> 2
    return rank + 1 if rank < 9 else 10


@jit
def is_ace(card: int) -> bool:
    """Whether *card* is an ace."""
    return card < 4


@jit
def best_total(hard: int, has_ace: bool) -> int:  # noqa: FBT001 - compiled code has no keywords
    """Return the best total: one ace counts 11 where that does not pass 21.

    >>> best_total(7, True), best_total(12, True), best_total(21, False)
    (17, 12, 21)
    """
    if has_ace and hard + _ACE_AS_ELEVEN <= TWENTY_ONE:
        return hard + _ACE_AS_ELEVEN
    return hard


@jit
def is_soft(hard: int, has_ace: bool) -> bool:  # noqa: FBT001
    """Whether an ace counts 11 in the best total.

    >>> is_soft(7, True), is_soft(12, True)
    (True, False)
    """
    return has_ace and hard + _ACE_AS_ELEVEN <= TWENTY_ONE


@jit
def dealer_draws(hard: int, has_ace: bool, hits_soft_17: bool) -> bool:  # noqa: FBT001
    """Whether the dealer takes another card.

    >>> dealer_draws(16, False, False), dealer_draws(7, True, True), dealer_draws(7, True, False)
    (True, True, False)
    """
    total = best_total(hard, has_ace)
    if total == 17:
        return hits_soft_17 and is_soft(hard, has_ace)
    return total < 17


@jit
def is_free_double(total: int, soft: bool) -> bool:  # noqa: FBT001 - compiled code has no keywords
    """Whether two cards of this total are doubled free: a hard 9, 10 or 11 (2116(7); 2119(11)).

    >>> is_free_double(11, False), is_free_double(19, True), is_free_double(12, False)
    (True, False, False)
    """
    return not soft and 9 <= total <= 11


@jit
def is_free_split(worth: int) -> bool:
    """Whether a pair of cards of this value is split free: all but ten-values (2116(7); 2119(15)).

    >>> is_free_split(1), is_free_split(9), is_free_split(10)
    (True, True, False)
    """
    return worth != 10
