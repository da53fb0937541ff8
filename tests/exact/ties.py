"""How many deals of two hands of Deuces Wild Xtreme tie, by the rank of both.

Cards that are not wild are some ranks, in suits of any kind or all in one; so are those of the
other hand. How often two such choices have no card in common is a product over ranks. Only hands
of equal value are put side by side, of which there are few.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod

from pitboss.cards import JOKER
from pitboss.patterns.five_card import RANK_SHIFT
from pitboss.patterns.wild import wild_value

ALL_RANKS = tuple(range(13))
DEUCE = 1
SIZE = 5


@dataclass(frozen=True)
class Choice:
    """Cards of these ranks: in every choice of suits, or all in one suit."""

    ranks: tuple[int, ...]
    suited: bool
    sign: int
    """-1 where this choice is to be taken away from another."""
    wild: int
    """The wild cards beside them."""


@cache
def tie_counts(
    ranks: tuple[int, ...] = ALL_RANKS, suits: int = 4, *, joker: bool = True
) -> tuple[Counter[int], int]:
    """Count the deals of two hands of equal value by `WildRank`, and all deals.

    >>> counts, deals = tie_counts()
    >>> counts[11], deals == comb(53, 5) * comb(48, 5)  # five wilds are dealt once
    (0, True)
    """
    wild = (suits if DEUCE in ranks else 0) + joker
    others = tuple(rank for rank in ranks if rank != DEUCE)
    by_value: defaultdict[int, list[Choice]] = defaultdict(list)
    for count in range(min(wild, SIZE) + 1):
        for chosen in combinations_with_replacement(others, SIZE - count):
            if max(Counter(chosen).values(), default=0) <= suits:
                for value, choice in _choices(chosen, count):
                    by_value[value].append(choice)
    counts: Counter[int] = Counter()
    for value, choices in by_value.items():
        for mine, dealers in product(choices, repeat=2):
            wilds = comb(wild, mine.wild) * comb(wild - mine.wild, dealers.wild)
            if wilds:
                apart = _apart(mine, dealers, suits)
                counts[value >> RANK_SHIFT] += mine.sign * dealers.sign * wilds * apart
    cards = wild + suits * len(others)
    return counts, comb(cards, SIZE) * comb(cards - SIZE, SIZE)


def _choices(ranks: tuple[int, ...], wild: int) -> Iterator[tuple[int, Choice]]:
    """The values of cards of these ranks with wild ones, suits being any, one, or not one."""
    wilds = (JOKER,) * wild
    if len(set(ranks)) < len(ranks):
        cards = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        yield wild_value((*cards, *wilds)), Choice(ranks, suited=False, sign=1, wild=wild)
        return
    one_suit = wild_value((*(4 * rank for rank in ranks), *wilds))
    if len(ranks) < 2:
        yield one_suit, Choice(ranks, suited=False, sign=1, wild=wild)
        return
    mixed = wild_value((*(4 * rank + (place == 0) for place, rank in enumerate(ranks)), *wilds))
    yield one_suit, Choice(ranks, suited=True, sign=1, wild=wild)
    yield mixed, Choice(ranks, suited=False, sign=1, wild=wild)
    yield mixed, Choice(ranks, suited=True, sign=-1, wild=wild)


def _apart(mine: Choice, dealers: Choice, suits: int) -> int:
    """How many ways there are to take both choices without taking a card twice."""
    if mine.suited and dealers.suited:
        same_suit = not set(mine.ranks) & set(dealers.ranks)
        return suits * (suits - 1 + same_suit)
    if dealers.suited:
        mine, dealers = dealers, mine
    held = Counter(mine.ranks)
    wanted = Counter(dealers.ranks)
    left = prod(comb(suits - held[rank], count) for rank, count in wanted.items())
    if mine.suited:
        return suits * left
    return left * prod(comb(suits, count) for count in held.values())
