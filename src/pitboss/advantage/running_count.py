"""The exact law of the running count, and the value of a wager at each count.

Cards are drawn without replacement, and cards with the same tag are alike. Deal the next round
first: its k cards and the n cards gone before are an ordered draw and a set out of one shoe, in
any order of dealing. So with W ways to choose n of the other cards whose tags add up to a running
count,

    P(next cards, running count) = P(next cards) * W(n, running count; tags of next cards) / all.

A polynomial wager needs only the sum of its gains over deals of given tags: its expectation for any
running count is exact, without simulation. Counts of ways are in floats and never subtracted.

>>> from pitboss.cards import FRENCH, Shoe
>>> from pitboss.counts import find_system
>>> law = CountLaw.from_tags(Unseen.from_shoe(Shoe(FRENCH, 1)), find_system("hi-lo").tags)
>>> round(float(law.chances(1)[1].max()), 6)  # -1 and +1: 20 of 52 cards each
0.384615
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb, perm, sqrt
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.cards.unseen import Unseen
from pitboss.compiled.jit import Integer, jit_cached
from pitboss.exact.any_wager.terms import Terms, form_cards

Array = Any
Less = tuple[int, ...]
"""How many cards of each tag are taken out of the shoe beforehand."""
_SUITS = 4
_DEVIATIONS = 9.0
"""Numbers of a suit so many standard deviations from the mean are left out: less than 1e-15."""


@dataclass(frozen=True)
class CountLaw:
    """Sums of tags of cards dealt from one shoe."""

    full: Unseen
    tags: tuple[int, ...]
    """By the number of the card."""
    levels: tuple[int, ...]
    """The different tags."""
    sizes: tuple[int, ...]
    """How many cards have each."""

    @classmethod
    def from_tags(cls, full: Unseen, tags: Sequence[int]) -> CountLaw:
        """Take the tags of the cards of a shoe."""
        sizes: Counter[int] = Counter()
        for card in full.kinds:
            sizes[tags[card]] += full.counts[card]
        levels = tuple(sorted(sizes, key=abs))
        return cls(full, tuple(tags), levels, tuple(sizes[level] for level in levels))

    @cached_property
    def low(self) -> int:
        """The smallest sum of tags."""
        return sum(
            min(level, 0) * size for level, size in zip(self.levels, self.sizes, strict=True)
        )

    @cached_property
    def width(self) -> int:
        """How many sums of tags there are from the smallest to the largest."""
        spans = zip(self.levels, self.sizes, strict=True)
        return sum(abs(level) * size for level, size in spans) + 1

    def tag_level(self, card: Card) -> int:
        """Return the place of a card's tag among the levels."""
        return self.levels.index(self.tags[card])

    def chances(self, cards_max: int) -> Array:
        """Return the chance of each sum of tags, less `low`, after 0, 1, 2 .. *cards_max* cards."""
        ((_, ways),) = self.ways(cards_max, 0)
        size = self.full.size
        return ways / _combinations(size, cards_max)[:, None]

    def ways(self, cards_max: int, taken: int) -> Iterator[tuple[Less, Array]]:
        """Yield the ways to choose 0 .. *cards_max* cards by their sum, with *taken* cards gone.

        There is one table for each choice of the tags that are gone; tables share their work.
        """
        start = np.zeros((cards_max + 1, self.width))
        start[0, -self.low] = 1.0
        yield from self._ways(start, (), taken)

    def _ways(self, before: Array, less: Less, taken: int) -> Iterator[tuple[Less, Array]]:
        place = len(less)
        if place == len(self.levels):
            if not taken:
                yield less, before
            return
        last = place == len(self.levels) - 1
        for gone in range(taken if last else 0, taken + 1):
            left = self.sizes[place] - gone
            if left >= 0:
                table = np.zeros_like(before)
                several = np.array([float(comb(left, count)) for count in range(left + 1)])
                _spread(before, several, self.levels[place], table)
                yield from self._ways(table, (*less, gone), taken - gone)


@jit_cached
def _spread(before: Array, several: Array, tag: Integer, table: Array) -> None:
    """Add some cards of one tag, chosen in *several* ways by their number."""
    rows, width = before.shape
    for cards in range(rows):
        for count in range(min(len(several), rows - cards)):
            shift = count * tag
            ways = several[count]
            for total in range(max(0, -shift), min(width, width - shift)):
                if before[cards, total] != 0.0:
                    table[cards + count, total + shift] += ways * before[cards, total]


def _combinations(size: int, cards_max: int) -> Array:
    return np.array([float(comb(size, cards)) for cards in range(cards_max + 1)])


def gains_by_tags(law: CountLaw, terms: Terms) -> Mapping[Less, int]:
    """Return the sum of terms over all ordered deals by the tags of their cards.

    A form is split by tags; cards of different tags do not take each other's places.
    """
    counts = {
        (form, place): sum(law.full.counts[card] for card in cards)
        for form in {form for factors in terms for form in factors}
        for place, cards in _by_level(law, form).items()
    }
    choices: dict[int, list[int]] = {}
    for form, place in counts:
        choices.setdefault(form, []).append(place)
    by_levels: Counter[Less] = Counter()
    for factors, weight in terms.items():
        for places in product(*(choices.get(form, ()) for form in factors)):
            ways = weight
            for at, (form, place) in enumerate(zip(factors, places, strict=True)):
                earlier = zip(factors[:at], places[:at], strict=True)
                taken = sum(p == place and form_cards(f) <= form_cards(form) for f, p in earlier)
                ways *= counts[form, place] - taken
            if ways:
                of_level = Counter(places)
                by_levels[tuple(of_level[place] for place in range(len(law.levels)))] += ways
    return by_levels


def _by_level(law: CountLaw, form: int) -> dict[int, list[Card]]:
    groups: dict[int, list[Card]] = {}
    for number in form_cards(form):
        card = Card(number)
        if law.full.counts[card]:
            groups.setdefault(law.tag_level(card), []).append(card)
    return groups


def gains_by_count(law: CountLaw, gains: Mapping[Less, float], taken: int, cards_max: int) -> Array:
    """Return the gain of the next round, times the chance of each running count.

    *gains* are sums over ordered deals of *taken* cards by tags. Divide by `CountLaw.chances` for
    the expectation at a running count.
    """
    size = law.full.size
    rest = _combinations(size - taken, min(cards_max, size - taken))
    total = np.zeros((len(rest), law.width))
    for less, ways in law.ways(len(rest) - 1, taken):
        if gain := gains.get(less):
            total += float(gain) * ways
    return total / rest[:, None] / perm(size, taken)


def linear_gains(law: CountLaw, expectation: float, removal: Sequence[float]) -> dict[Less, float]:
    """Return a wager that is linear in the cards left, as the gain of one further card.

    Without the card c its expectation is `expectation + removal[c]`; so a next card c is worth
    `expectation - (N - 1) * removal[c]`.
    """
    size = law.full.size
    by_levels: dict[Less, float] = {}
    for card in law.full.kinds:
        level = law.tag_level(card)
        key = tuple(int(place == level) for place in range(len(law.levels)))
        worth = expectation - (size - 1) * removal[card]
        by_levels[key] = by_levels.get(key, 0.0) + law.full.counts[card] * worth
    return by_levels


def gains_by_difference(
    law: CountLaw, gains: Mapping[Less, float], taken: int, places: int
) -> tuple[Array, Array]:
    """Return by cards gone and difference its chance, and that times the gain of the next round.

    A difference of suits is the most numerous suit left less the least numerous. Many wagers that
    pay for suits have effects of removal near zero, because no suit is better than another; yet a
    shoe with many cards of one suit is good for them. The four numbers of cards left by suit are
    all that this count looks at; every one of them is gone through.

    *law* has the suits as tags, *gains* are sums over ordered deals of *taken* cards by suits.
    """
    assert len(law.levels) == _SUITS
    size = law.full.size
    keys = list(gains)
    # A deal of so many cards of each suit: its gain for each way to draw it from a full shoe.
    deals = np.array(keys, dtype=np.int64)
    gain_each = np.array(
        [
            gain / np.prod([perm(of, count) for of, count in zip(law.sizes, key, strict=True)])
            for key, gain in gains.items()
        ]
    )
    several = np.zeros((_SUITS, max(law.sizes) + 1))
    for suit, of in enumerate(law.sizes):
        several[suit, : of + 1] = [float(comb(of, count)) for count in range(of + 1)]
    chances = np.zeros((places, size + 1))
    won = np.zeros((places, size + 1))
    for gone in range(places):
        left = size - gone
        share = max(law.sizes) / size
        spread = sqrt(left * share * (1 - share) * gone / max(size - 1, 1))
        reach = int(_DEVIATIONS * spread) + 1
        middle = left // _SUITS
        window = np.array([max(0, middle - reach), middle + reach + 1], dtype=np.int64)
        _walk_suits(
            several,
            deals,
            gain_each,
            window,
            left,
            float(comb(size, left)),
            chances[gone],
            won[gone],
        )
        won[gone] /= perm(left, taken)
    return chances, won


@jit_cached
def _walk_suits(
    several: Array,
    deals: Array,
    gain_each: Array,
    window: Array,
    left: int,
    all_ways: float,
    chances: Array,
    won: Array,
) -> None:
    """Add up every choice of numbers by suit that makes *left* cards."""
    top = several.shape[1] - 1
    low, high = window[0], min(window[1], top)
    for a in range(low, high + 1):
        for b in range(low, high + 1):
            for c in range(low, high + 1):
                d = left - a - b - c
                if d < low or d > high:
                    continue
                chance = several[0, a] / all_ways * several[1, b] * several[2, c] * several[3, d]
                difference = max(a, b, c, d) - min(a, b, c, d)
                chances[difference] += chance
                gain = 0.0
                for row in range(len(deals)):
                    ways = gain_each[row]
                    for taken in range(deals[row, 0]):
                        ways *= a - taken
                    for taken in range(deals[row, 1]):
                        ways *= b - taken
                    for taken in range(deals[row, 2]):
                        ways *= c - taken
                    for taken in range(deals[row, 3]):
                        ways *= d - taken
                    gain += ways
                won[difference] += chance * gain
