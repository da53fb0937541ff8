"""Second counts, made while a report is written: deal by deal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm
from typing import Any

import numpy as np

from pitboss.cards import DECKS
from pitboss.compiled.jit import jit_cached
from pitboss.exact.counting.deals import brute_force
from pitboss.exact.counting.distributions import Distribution, ShoeKey, distribution
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit
from pitboss.rulebook.model import PayTable
from pitboss.simulator.side_wager_kernels import HIT_BITS, NUMBERED, classify_deal

CARDS = 4
_HITS_MAX = 3
"""Hits of one deal at most, as the kernels pack them."""
_CLASSES = 32
"""No pattern of four cards has more classes than this."""
Array = Any


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a second count."""

    holds: bool
    text: str


def check(table: PayTable, shoe: ShoeKey) -> Check | None:
    """Count a wager on dealt cards a second way; None for families this cannot be done for.

    >>> from pitboss.rulebook.reading.library import game
    >>> table = game("wa/spanish-21").tables_of("match-up")[0]
    >>> check(table, ShoeKey(deck="spanish-48", decks=2)).text
    'All 110,592 sequences of 3 card kinds, 857,280 deals, were counted one by one: every\
 probability is the same.'
    """
    if FAMILIES[table.family].decided_by is not DecidedBy.DEAL:
        return None
    kinds = len(DECKS[shoe.deck].cards)
    length = len(FAMILIES[table.family].cards)
    if length == CARDS and table.family not in NUMBERED:
        return None  # a pattern in words is not compiled, and seven million deals take minutes
    holds = _one_by_one(table.family, shoe) == distribution(table.family, shoe)
    result = "every probability is the same" if holds else "the probabilities DIFFER"
    deals = f"{perm(shoe.size, length):,} deals"
    text = (
        f"All {kinds**length:,} sequences of {length} card kinds, {deals}, were counted one by one"
    )
    return Check(holds, f"{text}: {result}.")


@cache
def _one_by_one(family: str, shoe: ShoeKey) -> Distribution:
    """Count as `distribution` does, but deal by deal instead of by classes."""
    pattern = FAMILIES[family]
    length = len(pattern.cards)
    total = perm(shoe.size, length)
    if length == CARDS:
        every = count_every_deal(family, shoe)
        return {hits: Fraction(count, total) for hits, count in every.items()}
    numbers: dict[tuple[Hit, ...], int] = {}

    def number(*cards: int) -> int:
        return numbers.setdefault(pattern.classify(*cards, shoe.specific_suit), len(numbers))

    counts = brute_force(number, DECKS[shoe.deck], shoe.decks, length)
    return {
        hits: Fraction(counts[place], total) for hits, place in numbers.items() if place in counts
    }


@cache
def count_every_deal(family: str, shoe: ShoeKey) -> dict[tuple[Hit, ...], int]:
    """Return the hits of a family -> the number of ordered deals of the shoe with them.

    Nothing is put into classes: each sequence of four card kinds is looked at, and counted as often
    as the shoe can deal it.

    >>> counts = count_every_deal("jackpot-up-card", ShoeKey(deck="spanish-48", decks=2))
    >>> sum(counts.values()) == 96 * 95 * 94 * 93
    True
    """
    pattern = FAMILIES[family]
    kinds = np.array(DECKS[shoe.deck].cards, dtype=np.int64)
    counts = np.zeros(_CLASSES**_HITS_MAX, dtype=np.int64)
    _count(NUMBERED.index(family), kinds, shoe.decks, shoe.specific_suit, counts)
    # A deal tells which part of the table each of its hits belongs to.
    parts = [part for part, _ in pattern.classify(*[0] * CARDS, shoe.specific_suit)]
    deals: dict[tuple[Hit, ...], int] = {}
    for place in np.flatnonzero(counts):
        classes = (int(place) // _CLASSES**n % _CLASSES for n in range(len(parts)))
        deals[tuple(zip(parts, classes, strict=True))] = int(counts[place])
    return deals


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
