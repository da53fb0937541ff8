"""Every deal of four cards, looked at one by one: millions of them, so the loop is compiled."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from pitboss.cards import DECKS
from pitboss.compiled.jit import jit_cached
from pitboss.exact.counting.distributions import Shoe
from pitboss.patterns.families import FAMILIES, Hit
from pitboss.simulate.side_wager_kernels import HIT_BITS, NUMBERED, classify_deal

CARDS = 4
_HITS_MAX = 3
"""Hits of one deal at most, as the kernels pack them."""
_CLASSES = 16
"""No pattern of four cards has more classes than this."""

Array = Any


@cache
def count_every_deal(family: str, shoe: Shoe) -> dict[tuple[Hit, ...], int]:
    """Return what a family finds -> how many ordered deals of the shoe have it.

    Nothing is put into classes: each sequence of four card kinds is looked at, and counted as often
    as the shoe can deal it.

    >>> counts = count_every_deal("jackpot-up-card", Shoe(deck="spanish-48", decks=2))
    >>> sum(counts.values()) == 96 * 95 * 94 * 93
    True
    """
    pattern = FAMILIES[family]
    kinds = np.array(DECKS[shoe.deck].cards, dtype=np.int64)
    counts = np.zeros(_CLASSES**_HITS_MAX, dtype=np.int64)
    _count(NUMBERED.index(family), kinds, shoe.decks, shoe.specific_suit, counts)
    # A deal tells which part of the table each of its hits belongs to.
    parts = [part for part, _ in pattern.classify(*[0] * CARDS, shoe.specific_suit)]
    found: dict[tuple[Hit, ...], int] = {}
    for place in np.flatnonzero(counts):
        classes = (int(place) // _CLASSES**n % _CLASSES for n in range(len(parts)))
        found[tuple(zip(parts, classes, strict=True))] = int(counts[place])
    return found


@jit_cached
def _count(family: int, kinds: Array, decks: int, suit: int, counts: Array) -> None:
    for first in kinds:
        for second in kinds:
            left = decks - (second == first)
            for third in kinds:
                fewer = left * (decks - (third == first) - (third == second))
                for fourth in kinds:
                    last = decks - (fourth == first) - (fourth == second) - (fourth == third)
                    packed = classify_deal(
                        family, first, second, third, fourth, third, fourth, third, suit
                    )
                    place = packed % _CLASSES
                    place += (packed >> HIT_BITS) % _CLASSES * _CLASSES
                    place += (packed >> 2 * HIT_BITS) % _CLASSES * _CLASSES * _CLASSES
                    counts[place] += decks * fewer * last
