"""Sums of tags among the cards left: the number of ways, and the law of a card given the sum.

Cards with one tag are a class. The number of cards left of each class follows the multivariate
hypergeometric law, and a running count says what their tags add up to. Ways are counted in floats,
by additions of positive numbers alone, so they are right to some 13 digits; whoever compares two
of them so close that this matters counts them again in whole numbers (`exact_ways`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from math import comb
from typing import Any

import numpy as np

Array = Any


def tag_classes(counts: Sequence[int], tags: Sequence[int]) -> dict[int, int]:
    """Return tag -> how many cards have it, lowest tag first.

    >>> tag_classes((4, 0, 2), (1, 5, -1))
    {-1: 2, 1: 4}
    """
    by_tag: Counter[int] = Counter()
    for count, tag in zip(counts, tags, strict=True):
        if count:
            by_tag[tag] += count
    return dict(sorted(by_tag.items()))


class TagSums:
    """The ways in which some of the cards can be left, by their number and the sum of their tags.

    >>> sums = TagSums({-1: 20, 0: 12, 1: 20})
    >>> sums.ways(1, -1), sums.ways(52, 0), sums.ways(2, 0)
    (20.0, 1.0, 466.0)
    """

    def __init__(self, classes: Mapping[int, int]) -> None:
        """Count the ways for so many cards of each tag."""
        self.classes = dict(classes)
        self.size = sum(self.classes.values())
        self.low = sum(min(0, tag * count) for tag, count in self.classes.items())
        high = sum(max(0, tag * count) for tag, count in self.classes.items())
        self.width = high - self.low + 1

    @cached_property
    def tables(self) -> tuple[Array, ...]:
        """Ways with the first class alone, the first two, and so on: [cards][sum - low]."""
        table = np.zeros((self.size + 1, self.width))
        table[0, -self.low] = 1
        tables = [table]
        cards = 0
        least = 0
        most = 0
        for tag, count in self.classes.items():
            last = table
            table = np.zeros_like(table)
            for held in range(count + 1):
                first = least - self.low
                end = most - self.low + 1
                step = held * tag
                table[held : held + cards + 1, first + step : end + step] += (
                    comb(count, held) * last[: cards + 1, first:end]
                )
            cards += count
            least, most = least + min(0, tag * count), most + max(0, tag * count)
            tables.append(table)
        assert cards == self.size
        assert (least, most - least + 1) == (self.low, self.width), "every sum has its place"
        assert table[0].sum() == 1, "no card is left in one way"
        assert table[self.size].sum() == 1, "and so are all of them"
        return tuple(tables)

    def ways(self, cards: int, total: int) -> float:
        """Return in how many ways so many cards have tags that add up to *total*."""
        place = total - self.low
        if not (0 <= cards <= self.size and 0 <= place < self.width):
            return 0.0
        return float(self.tables[-1][cards, place])

    def chances(self, cards: int) -> dict[int, float]:
        """Return the probability of each sum of tags of so many cards drawn at random."""
        row = self.tables[-1][cards]
        every = float(row.sum())
        places = np.nonzero(row)[0].tolist()
        return {place + self.low: float(row[place]) / every for place in places}

    def draw(self, cards: int, total: int, random: np.random.Generator) -> dict[int, int]:
        """Return how many cards of each tag are left, drawn from the law given their sum."""
        assert self.ways(cards, total) > 0, "such cards cannot be left"
        drawn = {}
        for tables, (tag, count) in zip(
            self.tables[-2::-1], reversed(self.classes.items()), strict=True
        ):
            # The last class first: its table without it says how the others share the rest.
            held = np.arange(min(count, cards) + 1)
            places = total - held * tag - self.low
            inside = (places >= 0) & (places < self.width)
            weights = np.zeros(len(held))
            weights[inside] = tables[cards - held[inside], places[inside]]
            weights *= np.array([float(comb(count, copies)) for copies in held.tolist()])
            taken = int(random.choice(len(held), p=weights / weights.sum()))
            drawn[tag] = taken
            cards = cards - taken
            total = total - taken * tag
        assert cards == total == 0, "what was drawn adds up to what was asked for"
        return drawn


def exact_ways(classes: Mapping[int, int], cards: int, total: int) -> int:
    """Return the same as `TagSums.ways`, in whole numbers.

    It is slow, but fast near the ends of the law, where few ways are left.

    >>> exact_ways({-1: 20, 0: 12, 1: 20}, 2, 0)
    466
    """
    tags = tuple(classes.items())

    @cache
    def ways(place: int, cards: int, total: int) -> int:
        rest = [tag for tag, count in tags[place:] for _ in range(count)]
        if not (0 <= cards <= len(rest)):
            return 0
        ordered = sorted(rest)
        if not sum(ordered[:cards]) <= total <= sum(ordered[len(rest) - cards :]):
            return 0
        if place == len(tags):
            return 1
        tag, count = tags[place]
        return sum(
            comb(count, held) * ways(place + 1, cards - held, total - held * tag)
            for held in range(min(count, cards) + 1)
        )

    return ways(0, cards, total)
