"""The Kelly bet, exactly: the part of the bank at which its logarithm grows fastest."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, log1p

_HALVINGS = 200


def kelly_fraction(outcomes: Iterable[tuple[float, float]]) -> float:
    """Return the part of the bank to wager on gains with their probabilities; 0 without an edge.

    It is the root f of E[x / (1 + f x)] = 0: the formula expectation / variance is only near it,
    and far too small for jackpots, whose variance is that of gains which a bank takes gladly.

    >>> round(kelly_fraction([(1.0, 0.52), (-1.0, 0.48)]), 12)
    0.04
    >>> round(kelly_fraction([(100.0, 0.011), (-1.0, 0.989)]), 6)
    0.00111
    """
    pairs = tuple(outcomes)
    if fsum(gain * chance for gain, chance in pairs) <= 0:
        return 0.0
    worst = min(gain for gain, _ in pairs)
    if worst >= 0:
        return float("inf")
    low, high = 0.0, -1.0 / worst
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        slope = fsum(chance * gain / (1 + middle * gain) for gain, chance in pairs)
        low, high = (middle, high) if slope > 0 else (low, middle)
    return low


def growth_rate(outcomes: Iterable[tuple[float, float]], fraction: float) -> float:
    """Return the growth of the logarithm of the bank a round; -inf if it can be lost at once.

    >>> round(growth_rate([(1.0, 0.52), (-1.0, 0.48)], 0.04), 9)
    0.000800213
    """
    pairs = tuple(outcomes)
    if any(fraction * gain <= -1 for gain, _ in pairs):
        return float("-inf")
    return fsum(chance * log1p(fraction * gain) for gain, chance in pairs)
