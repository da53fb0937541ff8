"""Second counts, made while a report is written: deal by deal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.cards import DECKS
from pitboss.exact.counting.deals import brute_force
from pitboss.exact.counting.distributions import Distribution, Shoe, distribution
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit
from pitboss.report.maths.every_deal import CARDS, count_every_deal
from pitboss.rulebook.model import PayTable


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a second count."""

    holds: bool
    text: str


def check(table: PayTable, shoe: Shoe) -> Check | None:
    """Count a wager on dealt cards a second way; None for families this cannot be done for.

    >>> from pitboss.rulebook.reading.library import game
    >>> table = game("wa/spanish-21").tables_of("match-up")[0]
    >>> check(table, Shoe(deck="spanish-48", decks=2)).text
    'All 110,592 sequences of 3 card kinds, 857,280 deals, were counted one by one: every\
 probability is the same.'
    """
    if FAMILIES[table.family].decided_by is not DecidedBy.DEAL:
        return None
    kinds, length = len(DECKS[shoe.deck].cards), len(FAMILIES[table.family].cards)
    holds = _one_by_one(table.family, shoe) == distribution(table.family, shoe)
    found = "every probability is the same" if holds else "the probabilities DIFFER"
    deals = f"{perm(shoe.size, length):,} deals"
    text = (
        f"All {kinds**length:,} sequences of {length} card kinds, {deals}, were counted one by one"
    )
    return Check(holds, f"{text}: {found}.")


@cache
def _one_by_one(family: str, shoe: Shoe) -> Distribution:
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
