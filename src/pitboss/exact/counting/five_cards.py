"""Exact distributions of the wagers on whole five-card hands, by family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from pitboss.exact.counting.five_card_counts import five_card_counts, pai_jack_counts
from pitboss.exact.counting.wild_counts import bad_beat_counts, wild_card_counts, wild_counts

COUNTS: Mapping[str, Callable[[], tuple[dict[int, int], int]]] = {
    "five-card-poker": five_card_counts,
    "wild-poker": wild_counts,
    "wild-cards": wild_card_counts,
    "bad-beat": bad_beat_counts,
    "pai-jack": pai_jack_counts,
}


@cache
def five_card_distribution(family: str) -> Mapping[int, Fraction]:
    """Return class -> probability; a hand without a class has a class of its own.

    >>> sum(five_card_distribution("pai-jack").values())
    Fraction(1, 1)
    """
    counts, total = COUNTS[family]()
    chances = {kind: Fraction(count, total) for kind, count in counts.items()}
    rest = 1 - sum(chances.values(), Fraction(0))
    return {**chances, _NOTHING: rest} if rest else chances


_NOTHING = -1
