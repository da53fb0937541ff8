"""3 Card Bonus beside the main hands: the same three cards decide both wagers.

The play does not change the bonus, so the edges of the two wagers add up. Their results are
correlated, though: three aces are good for both.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from pitboss.cards import DECKS
from pitboss.exact.counting.deals import deals
from pitboss.exact.odds.wager_odds import Result
from pitboss.exact.three_card_21.solver import CARDS, Three
from pitboss.patterns.families import FAMILIES, Hit
from pitboss.patterns.rows import paid_rows, rows_by_class
from pitboss.patterns.totals import value
from pitboss.rulebook.model import PayTable
from pitboss.rulebook.reading.library import game as game_of

BONUS = "3-card-bonus"
Hits = tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Bonus:
    """One pay table of the wager."""

    table: str
    by_values: Mapping[Three, Fraction]
    """Values of three cards -> the gain of the bonus with them, times their probability."""
    square: Fraction
    """The mean square of its gain."""

    @property
    def edge(self) -> Fraction:
        """The expected loss, in units of the wager."""
        return -sum(self.by_values.values(), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the wager alone."""
        return self.square - self.edge**2


def bonus_tables(game_id: str, decks: int) -> tuple[PayTable, ...]:
    """Return the pay tables that a deck count allows."""
    return tuple(t for t in game_of(game_id).tables_of(BONUS) if decks in t.decks)


@cache
def bonus(game_id: str, table_id: str, decks: int) -> Bonus:
    """Count every three cards of the shoe.

    >>> from pitboss.exact.odds.wagers import odds
    >>> (listed,) = odds("co/3-card-21", wager=BONUS, table="3", decks=8)
    >>> bonus("co/3-card-21", "3", 8).edge == listed.edge
    True
    """
    table = next(t for t in bonus_tables(game_id, decks) if t.id == table_id)
    by_class = rows_by_class(table)
    gains: defaultdict[Three, Fraction] = defaultdict(Fraction)
    square = Fraction(0)
    for (values, hits), chance in _value_chances(
        game_of(game_id).deck, table.family, decks
    ).items():
        gain = Result(chance, paid_rows(table.family, by_class, hits)).net
        gains[values] += chance * gain
        square += chance * gain**2
    return Bonus(table_id, dict(gains), square)


@cache
def _value_chances(deck_id: str, family: str, decks: int) -> Mapping[tuple[Three, Hits], Fraction]:
    """Return values of three cards and their class -> probability."""
    deck = DECKS[deck_id]
    pattern = FAMILIES[family]
    counts: Counter[tuple[Three, Hits]] = Counter()
    for deal, count in deals(deck, decks, CARDS, ranks=pattern.ranks, suits=pattern.suits):
        low, middle, high = sorted(map(value, deal))
        counts[(low, middle, high), tuple(pattern.classify(*deal, _NO_SUIT))] += count
    total = perm(len(deck.cards) * decks, CARDS)
    return {key: Fraction(count, total) for key, count in counts.items()}


_NO_SUIT = -1
"""Rows that name a suit chosen by the house are not on these tables."""
