"""Counting ordered deals by classes of cards instead of one by one.

A pattern names some ranks and suits, and otherwise only compares cards. Deals that differ by
swapping ranks or suits it does not name are one class: one deal of the class is classified, and
counted with the number of its members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import perm, prod

from pitboss.cards import Card, Deck, card, card_rank, card_suit

Ranks = tuple[int, ...]
Weighted = tuple[tuple[int, ...], int]
Alike = tuple[int, ...]
"""How often each kind of card is in a deal, in rising order."""
Counts = dict[int, int]
"""Class -> how many ordered deals are of it."""


@cache
def named_patterns(length: int, values: Ranks, named: frozenset[int]) -> tuple[Weighted, ...]:
    """Return sequences of *values* up to swapping those not *named*, each with its multiplicity.

    >>> named_patterns(2, (0, 1, 2, 3), frozenset({0}))
    (((0, 0), 1), ((0, 1), 3), ((1, 1), 3), ((1, 0), 3), ((1, 2), 6))
    """
    free = tuple(value for value in values if value not in named)

    def grow(sequence: tuple[int, ...], count: int) -> Iterator[Weighted]:
        if len(sequence) == length:
            yield sequence, count
            return
        used_free = [value for value in dict.fromkeys(sequence) if value in free]
        for value in (*used_free, *sorted(named)):
            yield from grow((*sequence, value), count)
        fresh = len(free) - len(used_free)
        if fresh:
            yield from grow((*sequence, free[len(used_free)]), count * fresh)

    return tuple(grow((), 1))


def deals(
    deck: Deck,
    decks: int,
    length: int,
    *,
    ranks: frozenset[int] | None = frozenset(),
    suits: frozenset[int] = frozenset(),
) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield one deal of each class, and the number of ordered deals of the shoe in it.

    *ranks* and *suits* are those the pattern names; None names every rank, as for straights.

    >>> from pitboss.cards import SPANISH
    >>> sum(count for _, count in deals(SPANISH, 6, 3)) == 288 * 287 * 286
    True
    """
    for deal, count, alike in deal_classes(deck, length, ranks=ranks, suits=suits):
        if copies := count_copies(alike, decks):
            yield deal, count * copies


def deal_classes(
    deck: Deck, length: int, *, ranks: frozenset[int] | None, suits: frozenset[int]
) -> Iterator[tuple[tuple[Card, ...], int, Alike]]:
    """Yield one deal of each class, its number of deals of card kinds, and its equal cards.

    That is the same for shoes of every size: the number of decks only changes the copies of a card.
    """
    cards = deck.cards
    all_ranks = tuple(sorted({card_rank(c) for c in cards}))
    all_suits = tuple(sorted({card_suit(c) for c in cards}))
    named = frozenset(all_ranks) if ranks is None else ranks & frozenset(all_ranks)
    by_suit = named_patterns(length, all_suits, suits)
    different = (1,) * length
    for rank_pattern, rank_count in named_patterns(length, all_ranks, named):
        for suit_pattern, suit_count in by_suit:
            deal = tuple(map(card, rank_pattern, suit_pattern))
            kinds = set(deal)
            alike = different if len(kinds) == length else tuple(sorted(map(deal.count, kinds)))
            yield deal, rank_count * suit_count, alike


@cache
def count_copies(alike: Alike, decks: int) -> int:
    """Return the number of ways to draw a deal of card kinds from a shoe, in its order.

    >>> count_copies((1, 2), 6), count_copies((3,), 2)
    (180, 0)
    """
    return prod(perm(decks, times) for times in alike)


def brute_force(classify: Callable[..., int], deck: Deck, decks: int, length: int) -> Counts:
    """Count ordered deals of card kinds one by one: for checks on small decks.

    >>> from pitboss.cards import SPANISH
    >>> from pitboss.patterns.matches import match
    >>> brute_force(match, SPANISH, 2, 2)
    {2: 96, 1: 576, 0: 8448}
    """
    counts: Counts = {}
    for deal in product(deck.cards, repeat=length):
        copies = 1
        for times in Counter(deal).values():
            copies *= perm(decks, times)
        kind = classify(*deal)
        counts[kind] = counts.get(kind, 0) + copies
    return {kind: count for kind, count in counts.items() if count}
