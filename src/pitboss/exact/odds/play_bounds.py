"""Wagers that depend on the player's play: exact bounds before a strategy is known.

Each bound is a way to play that can be followed, so its odds are exact; the name of the bound says
on which side of it the best play lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

from pitboss.exact.counting.distributions import ShoeKey
from pitboss.patterns.straights import STRAIGHT_LENGTH, straight_length
from pitboss.patterns.totals import (
    TWENTY_ONE,
    best_total,
    is_ace,
    is_free_double,
    is_free_split,
    is_soft,
    value,
)

Classes = Mapping[str, Fraction]
"""Outcome -> probability."""

NEVER = "never drawing"
ALWAYS = "always drawing"
FIRST_ONLY = "a free bet on the first two cards only"

_SUITS = 4
_LONGEST = 6


@cache
def straights(shoe: ShoeKey, play: str) -> Classes:
    """Return the length of the straight of Straight Jack (2109(6)-(8); rulings C26, C50).

    Always drawing means: until the straight breaks, the hand busts or it totals 21.

    >>> lengths = straights(ShoeKey(deck="french-52", decks=6), NEVER)
    >>> lengths
    {'2-cards': Fraction(48, 311)}
    """
    kinds = _kinds(shoe.decks)
    lengths: dict[str, Fraction] = {}
    for (first, copies), (second, others) in combinations(kinds, 2):
        start = Fraction(2 * copies * others, shoe.size * (shoe.size - 1))
        for kind, probability in _straight_ends(shoe, kinds, (first, second), start, play):
            if kind:
                name = STRAIGHT_LENGTH[kind][0]
                lengths[name] = lengths.get(name, Fraction(0)) + probability
    return lengths


def _kinds(decks: int) -> tuple[tuple[int, int], ...]:
    """Return one card for each rank and its number; the ace of spades by itself."""
    spade_ace = (0, decks)
    other_ace = (1, (_SUITS - 1) * decks)
    return (spade_ace, other_ace, *((4 * rank, _SUITS * decks) for rank in range(1, 13)))


def _straight_ends(
    shoe: ShoeKey,
    kinds: tuple[tuple[int, int], ...],
    cards: tuple[int, ...],
    probability: Fraction,
    play: str,
) -> Iterator[tuple[int, Fraction]]:
    """Yield where a straight that has come to *cards* ends, and how often."""
    kind = straight_length(cards, len(cards))
    has_ace = any(map(is_ace, cards))
    total = best_total(sum(map(value, cards)), has_ace)
    if play == NEVER or kind == 0 or total == TWENTY_ONE or kind >= _LONGEST:
        yield kind, probability
        return
    ended = Fraction(1)
    for card, copies in kinds:
        more = (*cards, card)
        # A card that busts does not count, and one that does not fit ends the straight for good.
        busts = sum(map(value, more)) > TWENTY_ONE
        if not busts and straight_length(more, len(more)) > kind:
            chance = Fraction(copies, shoe.size - len(cards))
            ended -= chance
            yield from _straight_ends(shoe, kinds, more, probability * chance, play)
    yield kind, probability * ended


@cache
def first_free_bet(shoe: ShoeKey) -> Classes:
    """Return how often the first two cards offer a free double or split without a dealer blackjack.

    A hard 9, 10 or 11, or a pair other than ten-value cards (2116(7); 2119(11), (15)); a dealer
    blackjack takes the wager.

    >>> round(float(first_free_bet(ShoeKey(deck="french-52", decks=6))["1"]), 4)
    0.1618
    """
    copies = {worth: _SUITS * shoe.decks * (4 if worth == 10 else 1) for worth in range(1, 11)}
    won = Fraction(0)
    for first, second in combinations_with_replacement(copies, 2):
        has_ace = first == 1
        hard = first + second
        if first == second and is_free_split(first):
            ways = copies[first] * (copies[first] - 1)
        elif is_free_double(best_total(hard, has_ace), is_soft(hard, has_ace)):
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


BOUNDS: Mapping[str, tuple[str, ...]] = {
    "straight-length": (NEVER, ALWAYS),
    "lammers": (FIRST_ONLY,),
}
"""Family that depends on play -> the ways to play that bound it."""


def classes(shoe: ShoeKey, bound: str) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Yield the outcomes of one way to play, the most particular first, with their probability."""
    chances = first_free_bet(shoe) if bound == FIRST_ONLY else straights(shoe, bound)
    also = {outcomes[0]: outcomes for outcomes in STRAIGHT_LENGTH.values()}
    for outcome, probability in chances.items():
        yield also.get(outcome, (outcome,)), probability
    yield (), 1 - sum(chances.values(), Fraction(0))
