"""How a split goes, and how its hands are played.

A split hand whose second card makes another pair is split again as long as more hands are allowed.
So every hand ends in one of two ways: its second card is *known not to pair*, or, after the last
hand is made, its second card may be *anything*. A pattern lists the hands in the order of play.
Cards are exchangeable, so the value of a hand does not depend on the draws of the other hands,
except for the number of pair cards known to be gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from math import comb
from typing import Any, NamedTuple


class Start(Enum):
    """The card a hand of a split starts with."""

    FIRST = "the first card of the pair"
    SECOND = "the second card of the pair"
    DRAWN = "a pair card drawn later"


ALWAYS = frozenset(Start)
"""Hands with any start are split again."""


class PatternHand(NamedTuple):
    """One hand of a pattern."""

    start: Start
    no_pair: bool
    """Its second card is known not to pair; else it may be anything."""


class Pattern(NamedTuple):
    """One way in which a split can go."""

    pairs: int
    """How many pair cards were drawn and split again."""
    hands: tuple[PatternHand, ...]

    @property
    def no_pairs(self) -> int:
        """How many second cards are known not to pair."""
        return sum(hand.no_pair for hand in self.hands)


@cache
def split_patterns(hands_max: int, again: frozenset[Start] = ALWAYS) -> tuple[Pattern, ...]:
    """Return every pattern of a split with up to *hands_max* hands.

    A pair is split again if its hand has one of the starts *again*.

    >>> [(pattern.pairs, pattern.no_pairs, len(pattern.hands)) for pattern in split_patterns(3)]
    [(1, 0, 3), (1, 1, 3), (0, 2, 2)]
    """
    return tuple(_extend(hands_max, again, (Start.FIRST, Start.SECOND), ()))


def _extend(
    hands_max: int,
    again: frozenset[Start],
    waiting: tuple[Start, ...],
    done: tuple[PatternHand, ...],
) -> Iterator[Pattern]:
    """Yield the patterns after the next hand draws its second card."""
    made = len(waiting) + len(done)
    if made == hands_max or not waiting:
        rest = tuple(PatternHand(start, no_pair=False) for start in waiting)
        yield Pattern(made - 2, (*done, *rest))
        return
    first, *others = waiting
    splits = first in again
    if splits:
        yield from _extend(hands_max, again, (first, Start.DRAWN, *others), done)
    yield from _extend(hands_max, again, tuple(others), (*done, PatternHand(first, no_pair=splits)))


@cache
def split_weights(
    hands_max: int, again: frozenset[Start] = ALWAYS
) -> tuple[tuple[PatternHand, int, int], ...]:
    """Return the weight of each kind of hand in a split: the hand, pair cards gone, weight.

    Inclusion and exclusion turns "these second cards do not pair" into how many do. Multiply each
    weight by the probability that this many cards pair.

    >>> [(hand.start.name, hand.no_pair, gone, n) for hand, gone, n in split_weights(2)]
    [('FIRST', False, 0, 1), ('SECOND', False, 0, 1)]
    """
    weights: Counter[tuple[PatternHand, int]] = Counter()
    for pattern in split_patterns(hands_max, again):
        for hand in pattern.hands:
            others = pattern.no_pairs - hand.no_pair
            for more in range(others + 1):
                weights[hand, pattern.pairs + more] += (-1) ** more * comb(others, more)
    return tuple((hand, gone, weight) for (hand, gone), weight in weights.items() if weight)


Array = Any


class SplitPlay(Enum):
    """The knowledge that decides the play of a split hand, beside its cards and the up card."""

    AS_UNSPLIT = "as-unsplit"
    """On nothing: it is played like the same cards as dealt, and a pair is always split again."""
    BEST = "best"
    """On the pair that was split; the best play of that kind."""


@dataclass(frozen=True, slots=True)
class HandActions:
    """An action for every hand."""

    action: Array
    """(nodes)."""
    doubled_action: Array
    """(levels, nodes): the same for doubled hands."""


@dataclass(frozen=True, slots=True)
class PairPlay:
    """How the hands of the split of one pair are played."""

    usual: HandActions
    paired: HandActions
    """For a hand whose second card paired and that was not split again."""
