"""Second counts while a report is written: deal by deal, or from random deals."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm, sqrt

from pitboss.cards import DECKS
from pitboss.exact.counting.deals import brute_force
from pitboss.exact.counting.distributions import Distribution, Shoe, distribution
from pitboss.exact.odds.wager_odds import Result, results
from pitboss.patterns.families import FAMILIES, DecidedBy, Hit
from pitboss.patterns.rows import rows_by_class, rows_paid
from pitboss.rulebook.model import PayTable

SEQUENCES_MAX = 150_000
"""Up to this many sequences of card kinds are counted one by one."""
DRAWS = 200_000
STANDARD_ERRORS_MAX = 5.0
"""A sampled edge further away than this means that the counted one is wrong."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a second count."""

    holds: bool
    text: str


def check(table: PayTable, shoe: Shoe, *, seed: str) -> Check | None:
    """Count a wager on dealt cards a second way; None for families without one.

    >>> from pitboss.rulebook.reading.library import game
    >>> table = game("wa/spanish-21").tables_of("match-up")[0]
    >>> check(table, Shoe(deck="spanish-48", decks=2), seed="").text
    'All 110,592 sequences of 3 card kinds, 857,280 deals, were counted one by one: every\
 probability is the same.'
    """
    if FAMILIES[table.family].decided_by is not DecidedBy.DEAL:
        return None
    kinds, length = len(DECKS[shoe.deck].cards), len(FAMILIES[table.family].cards)
    if kinds**length > SEQUENCES_MAX:
        return _sample_deals(table, shoe, seed)
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
    numbers: dict[tuple[Hit, ...], int] = {}

    def number(*cards: int) -> int:
        return numbers.setdefault(pattern.classify(*cards, shoe.specific_suit), len(numbers))

    length = len(pattern.cards)
    counts = brute_force(number, DECKS[shoe.deck], shoe.decks, length)
    total = perm(shoe.size, length)
    return {
        hits: Fraction(counts[place], total) for hits, place in numbers.items() if place in counts
    }


def _sample_deals(table: PayTable, shoe: Shoe, seed: str) -> Check:
    """Draw deals at random; the sampled edge should be near the counted one."""
    draw = random.Random(f"{seed} {table.id}")  # noqa: S311 - a check of counts, no game
    cards = DECKS[shoe.deck].cards * shoe.decks
    pattern, by_class = FAMILIES[table.family], rows_by_class(table)
    nets: dict[tuple[Hit, ...], float] = {}
    total = 0.0
    for _ in range(DRAWS):
        hits = pattern.classify(*draw.sample(cards, len(pattern.cards)), shoe.specific_suit)
        if hits not in nets:
            rows = rows_paid(table.family, by_class, hits)
            nets[hits] = float(Result(Fraction(1), rows).net)
        total += nets[hits]
    exact = results(table, shoe)
    mean = float(sum(r.probability * r.net for r in exact))
    error = sqrt(float(sum(r.probability * r.net**2 for r in exact)) - mean**2) / sqrt(DRAWS)
    away = (total / DRAWS - mean) / error
    return Check(
        abs(away) < STANDARD_ERRORS_MAX,
        f"{DRAWS:,} deals drawn at random (seed: the digest and the table) gave an edge of"
        f" {-total / DRAWS:.3%} against {-mean:.3%} counted, {abs(away):.2f} standard errors"
        " apart.",
    )
