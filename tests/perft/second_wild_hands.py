"""What five cards are with wild ones among them, found by construction (2118(1), rulings C19, C21).

A hand is looked for from the top: whatever the naturals allow with so many wild cards, it is.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tests.perft.shoe import Cards

JOKER = "Jk"
HEIGHTS = {rank: height for height, rank in enumerate("23456789TJQKA", start=2)}
NAMES = (
    *("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"),
    *("four of a kind", "straight flush", "five of a kind", "royal flush", "five wilds"),
)
"""Ruling C19, from the lowest."""


class Hand(NamedTuple):
    """What a hand is called, and what breaks ties between two of that name."""

    name: str
    heights: tuple[int, ...]

    @property
    def standing(self) -> tuple[int, tuple[int, ...]]:
        return NAMES.index(self.name), self.heights


def is_wild(card: str) -> bool:
    return card == JOKER or card[0] == "2"


def best(cards: Cards, *, wild: bool = True) -> Hand:
    """Return the best hand; with *wild* false a deuce is a 2."""
    naturals = [card for card in cards if not (wild and is_wild(card))]
    heights = sorted((HEIGHTS[card[0]] for card in naturals), reverse=True)
    suited = len({card[1] for card in naturals}) == 1
    wilds = 5 - len(naturals)
    if wilds == 5:
        return Hand("five wilds", ())
    top = straight_top(heights)
    if top == 14 and suited:
        return Hand("royal flush", ())
    if len(set(heights)) == 1:
        return Hand("five of a kind", (heights[0],))
    if top and suited:
        return Hand("straight flush", (top,))
    return of_a_kind(heights, wilds, suited=suited, top=top)


def straight_top(heights: list[int]) -> int:
    """Return the top of the highest straight that different cards fit into, or 0."""
    if len(set(heights)) < len(heights):
        return 0
    for top in range(14, 4, -1):
        run = set(range(top - 4, top + 1)) if top > 5 else {14, 2, 3, 4, 5}
        if set(heights) <= run:
            return top
    return 0


def of_a_kind(heights: list[int], wilds: int, *, suited: bool, top: int) -> Hand:
    """Everything below a straight flush."""
    counts = Counter(heights)
    # Wild cards join the largest group, of equal ones the highest.
    most = max(counts, key=lambda height: (counts[height], height))
    size = counts[most] + wilds
    others = tuple(height for height in heights if height != most)
    if size == 4:
        return Hand("four of a kind", (most, *others))
    if size == 3 and len(set(others)) == 1:
        return Hand("full house", (most, others[0]))
    if suited:
        return Hand("flush", in_a_flush(heights, wilds))
    if top:
        return Hand("straight", (top,))
    if size == 2 and len(set(others)) == 2:
        pair = next(height for height in others if counts[height] == 2)
        return Hand("two pair", (most, pair, *(h for h in others if h != pair)))
    return Hand({3: "three of a kind", 2: "pair"}.get(size, "high card"), (most, *others))


def in_a_flush(heights: list[int], wilds: int) -> tuple[int, ...]:
    """Ruling C21: a wild card is the highest rank the hand lacks."""
    missing = [height for height in range(14, 1, -1) if height not in heights]
    return tuple(sorted([*heights, *missing[:wilds]], reverse=True))
