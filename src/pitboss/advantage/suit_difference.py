"""A count of suits: the most numerous suit left less the least numerous, exactly.

Many wagers that pay for suits have effects of removal near zero, because no suit is better than
another; yet a shoe with many cards of one suit is good for them. The four numbers of cards left by
suit are all that this count looks at; every one of them is gone through.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm, sqrt
from typing import Any

import numpy as np

from pitboss.advantage.running_count import CountLaw, Less
from pitboss.compiled.jit import jit_cached

Array = Any
_SUITS = 4
_DEVIATIONS = 9.0
"""Numbers of a suit so many standard deviations from the mean are left out: less than 1e-15."""


def gains_by_difference(
    law: CountLaw, gains: Mapping[Less, float], taken: int, places: int
) -> tuple[Array, Array]:
    """Return by cards gone and difference its chance, and that times the gain of the next round.

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
    chances, won = np.zeros((places, size + 1)), np.zeros((places, size + 1))
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
