"""The class of every poker hand that may come of two community cards, compiled (2104(13))."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.jit import jit_cached, jit_pattern
from pitboss.patterns.five_card import FiveCard, five_card

Array = Any
Classes = NDArray[np.uint8]

NO_HAND = len(FiveCard)
"""In the place of a class, where one card would be dealt twice."""
_five_card = jit_pattern(five_card)


@jit_cached
def _classify(left: Array, one: int, two: int, found: Array) -> None:
    count = len(left)
    for first in range(count):
        for second in range(first + 1, count):
            for third in range(second + 1, count):
                kind = _five_card((one, two, left[first], left[second], left[third]))
                found[first, second, third] = kind
                found[first, third, second] = kind
                found[second, first, third] = kind
                found[second, third, first] = kind
                found[third, first, second] = kind
                found[third, second, first] = kind


def classes_of(left: NDArray[np.int64], one: int, two: int) -> Classes:
    """Return the `FiveCard` of two community cards and the cards at any three places of *left*."""
    found = np.full((len(left),) * 3, NO_HAND, dtype=np.uint8)
    _classify(left, one, two, found)
    return found
