"""Wagers that depend on how the player plays: what can be said exactly before a strategy is known.

Each bound is a way to play that can be followed, so its odds are exact; the best play for the wager
lies between or beyond them, as the name of the bound says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from pitboss.exact.distributions import Shoe
from pitboss.patterns.totals import TWENTY_ONE, best_total

Classes = Mapping[str, Fraction]
"""Outcome -> probability."""

NEVER, ALWAYS = "never drawing", "always drawing"
FIRST_ONLY = "a free bet on the first two cards only"

_ACE_LOW, _ACE_HIGH, _KING = 1, 14, 13
_SUITS = 4
_LONGEST = 6


@cache
def straights(shoe: Shoe, play: str) -> Classes:
    """Return how long the straight of Straight Jack gets (2109(6)-(8); rulings C26, C50).

    Always drawing means: until the straight breaks, the hand busts or it totals 21.

    >>> found = straights(Shoe(deck="french-52", decks=6), NEVER)
    >>> found
    {'2-cards': Fraction(48, 311)}
    """
    found: dict[str, Fraction] = {}
    for low in range(_ACE_LOW, _KING + 1):
        start = Fraction(2 * (_SUITS * shoe.decks) ** 2, shoe.size * (shoe.size - 1))
        for length, with_ace, probability in _grown(shoe, low, low + 1, start, play):
            for outcome, part in _named(length, with_ace=with_ace):
                found[outcome] = found.get(outcome, Fraction(0)) + probability * part
    return found


def _grown(
    shoe: Shoe, low: int, high: int, probability: Fraction, play: str
) -> Iterator[tuple[int, bool, Fraction]]:
    """Where a straight from *low* to *high* ends: its length, whether it has an ace, how often."""
    length = high - low + 1
    has_ace = low == _ACE_LOW or high == _ACE_HIGH
    total = best_total(sum(_worth(rank) for rank in range(low, high + 1)), has_ace)
    if play == NEVER or total == TWENTY_ONE or length == _LONGEST:
        yield length, has_ace, probability
        return
    each = Fraction(_SUITS * shoe.decks, shoe.size - length)
    grown = Fraction(0)
    for bottom, top, added in ((low - 1, high, low - 1), (low, high + 1, high + 1)):
        # An ace joins the two or the king, never both ends.
        if bottom < _ACE_LOW or top > _ACE_HIGH or (bottom == _ACE_LOW and top == _ACE_HIGH):
            continue
        hard = sum(_worth(rank) for rank in range(bottom, top + 1))
        if hard > TWENTY_ONE:
            continue  # the bust card does not count: the straight ends as it is
        assert _ACE_LOW <= added <= _ACE_HIGH
        grown += each
        yield from _grown(shoe, bottom, top, probability * each, play)
    yield length, has_ace, probability * (1 - grown)


def _worth(rank: int) -> int:
    return 1 if rank in (_ACE_LOW, _ACE_HIGH) else min(rank, 10)


def _named(length: int, *, with_ace: bool) -> Iterator[tuple[str, Fraction]]:
    """The outcomes of a straight; six cards are told apart by the suit of the ace."""
    if length == _LONGEST and with_ace:
        yield "6-cards-spade-ace", Fraction(1, _SUITS)
        yield "6-cards-other-ace", Fraction(_SUITS - 1, _SUITS)
    else:
        yield f"{length}-cards", Fraction(1)


ALSO: Mapping[str, tuple[str, ...]] = {
    "6-cards-spade-ace": ("6-cards-spade-ace", "6-cards", "5-or-6-cards", "5-cards"),
    "6-cards-other-ace": ("6-cards-other-ace", "6-cards", "5-or-6-cards", "5-cards"),
    "6-cards": ("6-cards", "5-or-6-cards", "5-cards"),
    "5-cards": ("5-cards", "5-or-6-cards"),
}
"""Straight -> the outcomes it satisfies, most particular first (SJP 4 pays six cards as five)."""


@cache
def first_free_bet(shoe: Shoe) -> Classes:
    """Return how often the first two cards offer a free double or split and the dealer has none.

    A hard 9, 10 or 11, or a pair other than ten-values (2116(7); 2119(11), (15)); a dealer
    blackjack takes the wager.

    >>> round(float(first_free_bet(Shoe(deck="french-52", decks=6))["1"]), 4)
    0.1618
    """
    copies = {worth: _SUITS * shoe.decks * (4 if worth == 10 else 1) for worth in range(1, 11)}
    won = Fraction(0)
    for first, second in ((a, b) for a in range(1, 10) for b in range(1, 11)):
        if first == second:
            ways = copies[first] * (copies[first] - 1)
        elif min(first, second) > 1 and first + second in {9, 10, 11} and first < second:
            ways = 2 * copies[first] * copies[second]
        else:
            continue
        left = dict(copies)
        left[first] -= 1
        left[second] -= 1
        rest = shoe.size - 2
        blackjack = Fraction(2 * left[1] * left[10], rest * (rest - 1))
        won += Fraction(ways, shoe.size * (shoe.size - 1)) * (1 - blackjack)
    return {"1": won}


def bounds(family: str) -> tuple[str, ...]:
    """Return the bounds there are for a family.

    >>> bounds("straight-length")
    ('never drawing', 'always drawing')
    """
    return (NEVER, ALWAYS) if family == "straight-length" else (FIRST_ONLY,)


def classes(family: str, shoe: Shoe, bound: str) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield the outcomes of one way to play, most particular first, with their probability."""
    found = straights(shoe, bound) if family == "straight-length" else first_free_bet(shoe)
    for outcome, probability in found.items():
        yield ALSO.get(outcome, (outcome,)), probability
    yield (), 1 - sum(found.values(), Fraction(0))
