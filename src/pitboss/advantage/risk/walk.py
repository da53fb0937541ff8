"""Risk of real rounds, exactly: the bank moves in steps, by the outcomes of the game.

The bank is lost when nothing is left of it; a round may lose more than was left. A goal is won
when the gain reaches it. The Kelly bet is the part of the bank at which its logarithm grows
fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, exp, fsum, gcd, log, log1p, sqrt

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from pitboss.advantage.risk.formulas import Drift

Floats = NDArray[np.float64]

PLACES_MAX = 200_000
"""The most places of the bank that are computed together."""
CELLS_MAX = 20_000_000
"""The most numbers that the equations of one answer have."""
WORK_MAX = 2 * 10**9
"""Additions of one answer: places times outcomes times rounds."""
_SPREADS = 10.0
"""Standard deviations beyond which no result is expected."""
_POWER_MAX = 700.0
"""An exponent whose power is still a number."""
_LEFT_OUT = 1e-12
"""Ruin from a bank beyond this probability is left out."""
_DENOMINATOR_MAX = 1000
"""Gains are whole thousandths of a unit at the finest."""
_HALVINGS = 200


@dataclass(frozen=True, slots=True)
class GainDistribution:
    """Gains in units with their probabilities, which sum to one.

    >>> coin = GainDistribution.from_pairs([(1, 0.52), (-1, 0.48)])
    >>> round(coin.expectation, 12), coin.step, coin.steps
    (0.04, Fraction(1, 1), (-1, 1))
    """

    gains: tuple[Fraction, ...]
    """In rising order, each once."""
    chances: tuple[float, ...]

    def __post_init__(self) -> None:
        """Hold each gain once, and all that can happen."""
        assert all(one < other for one, other in pairwise(self.gains))
        assert abs(fsum(self.chances) - 1) < _LEFT_OUT, "something happens in every round"

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[float | Fraction, float]]) -> GainDistribution:
        """Return outcomes from pairs of gain and weight; weights need not sum to one."""
        weights: dict[Fraction, float] = {}
        for gain, weight in pairs:
            exact = Fraction(gain).limit_denominator(_DENOMINATOR_MAX)
            weights[exact] = weights.get(exact, 0.0) + weight
        total = fsum(weights.values())
        kept = sorted((gain, weight) for gain, weight in weights.items() if weight > 0)
        return cls(tuple(gain for gain, _ in kept), tuple(weight / total for _, weight in kept))

    @property
    def pairs(self) -> tuple[tuple[float, float], ...]:
        """Gains and their probabilities."""
        return tuple((float(g), p) for g, p in zip(self.gains, self.chances, strict=True))

    @property
    def expectation(self) -> float:
        """The mean gain of a round."""
        return fsum(gain * chance for gain, chance in self.pairs)

    @property
    def drift(self) -> Drift:
        """The expectation and the standard deviation, for the formulas."""
        mean = self.expectation
        variance = fsum((gain - mean) ** 2 * chance for gain, chance in self.pairs)
        return Drift(expectation=mean, sd=sqrt(variance))

    @property
    def step(self) -> Fraction:
        """The largest amount of which every gain is a whole multiple."""
        common = Fraction(0)
        for gain in self.gains:
            bottom = common.denominator * gain.denominator
            top = gcd(common.numerator * gain.denominator, gain.numerator * common.denominator)
            common = Fraction(top, bottom)
        return common or Fraction(1)

    @property
    def steps(self) -> tuple[int, ...]:
        """The gains in whole steps."""
        step = self.step
        return tuple(int(gain / step) for gain in self.gains)


@dataclass(frozen=True, slots=True, kw_only=True)
class TripOdds:
    """The results of the bank within a number of rounds."""

    lost: float
    won: float
    mean: float
    """The mean result, of a player who stops at either end."""


@dataclass(frozen=True)
class Walk:
    """The bank of a player who makes one bet again and again.

    >>> coin = Walk(GainDistribution.from_pairs([(1, 0.52), (-1, 0.48)]))
    >>> round(coin.ruin_before(10, 10), 9) == round(1 / (1 + (52 / 48) ** 10), 9)
    True
    >>> round(coin.ruin_ever(10), 9) == round((48 / 52) ** 10, 9)
    True
    """

    outcomes: GainDistribution

    @cached_property
    def _moves(self) -> tuple[tuple[int, float], ...]:
        return tuple(zip(self.outcomes.steps, self.outcomes.chances, strict=True))

    def _places(self, amount: float) -> int:
        """Return how many steps are needed for *amount*; parts of a step count as one."""
        return max(1, ceil(amount / float(self.outcomes.step) - 1e-9))

    @cached_property
    def adjustment(self) -> float:
        """The exponent a step at which ruin falls with the bank: the root of E[exp(-rx)] = 1."""
        low, high = 0.0, 1.0
        if self._transform(high) < 1:
            while self._transform(high) < 1:
                low, high = high, 2 * high
        else:
            low = _first_below(self._transform, high)
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if self._transform(middle) < 1 else (low, middle)
        return low

    def _transform(self, r: float) -> float:
        terms = [(-r * step, chance) for step, chance in self._moves]
        if max(power for power, _ in terms) > _POWER_MAX:
            return float("inf")
        return sum(chance * exp(power) for power, chance in terms)

    def ruin_ever(self, bank: float) -> float | None:
        """Return the probability that the bank is ever lost; None where it is too much work."""
        if self.outcomes.expectation <= 0:
            return 1.0
        if self.outcomes.gains[0] >= 0:
            return 0.0
        start = self._places(bank)
        top = start + ceil(-log(_LEFT_OUT) / self.adjustment)
        return self._ruin(start, top)

    def ruin_before(self, bank: float, goal: float) -> float | None:
        """Return the probability that the bank is lost before *goal* is won; None likewise."""
        start = self._places(bank)
        return self._ruin(start, start + self._places(goal))

    def _ruin(self, start: int, top: int) -> float | None:
        width = self._moves[-1][0] - self._moves[0][0] + 1
        if top > PLACES_MAX or top * width > CELLS_MAX:
            return None
        return float(_solve_ruin(self._moves, top)[start - 1])

    def within(self, bank: float, rounds: int, goal: float | None = None) -> TripOdds | None:
        """Return the results of the bank in some rounds; None if there are too many to compute.

        >>> coin = Walk(GainDistribution.from_pairs([(1, 0.5), (-1, 0.5)]))
        >>> coin.within(2, 2)
        TripOdds(lost=0.25, won=0.0, mean=0.0)
        """
        start = self._places(bank)
        up = max(step for step, _ in self._moves)
        # Without a goal the bank cannot climb further than by the best outcome every round.
        spread = ceil(_SPREADS * self.outcomes.drift.sd / float(self.outcomes.step) * rounds**0.5)
        mean = ceil(abs(self.outcomes.expectation) / float(self.outcomes.step) * rounds)
        room = min(up * rounds, spread + mean + up) + 1 if goal is None else self._places(goal)
        top = start + max(1, room)
        if top > PLACES_MAX or top * len(self._moves) * rounds > WORK_MAX:
            return None
        return self._follow(start, top, rounds, has_goal=goal is not None)

    def _follow(self, start: int, top: int, rounds: int, *, has_goal: bool) -> TripOdds:
        """Move the probabilities of all places 1 .. top-1 round by round."""
        down = max(0, -min(step for step, _ in self._moves))
        up = max(0, *(step for step, _ in self._moves))
        size = top - 1
        chances = np.zeros(size)
        chances[start - 1] = 1.0
        moved = np.zeros(down + size + up)
        lost = won = ends = 0.0
        below = np.arange(1 - down, 1) - start
        above = np.arange(top, top + up) - start
        for _ in range(rounds):
            moved[:] = 0.0
            for step, chance in self._moves:
                moved[down + step : down + step + size] += chance * chances
            gone = moved[:down]
            past = moved[down + size :]
            lost += float(gone.sum())
            won += float(past.sum())
            ends += float(gone @ below) + float(past @ above)
            chances[:] = moved[down : down + size]
        # Whoever is neither lost nor done stands on a place in between.
        assert abs(lost + won + float(chances.sum()) - 1) < 1e-6
        gains = np.arange(1, top) - start
        mean = (ends + float(chances @ gains)) * float(self.outcomes.step)
        return TripOdds(lost=lost, won=won if has_goal else 0.0, mean=mean)

    def behind(self, rounds: int) -> float | None:
        """Return the probability of a loss after some rounds, however deep the bank.

        The distribution of the sum is the power of that of a round, on a circle of places that is
        wide enough for it.

        >>> coin = Walk(GainDistribution.from_pairs([(1, 0.5), (-1, 0.5)]))
        >>> round(coin.behind(2), 12), round(coin.behind(3), 12)
        (0.25, 0.5)
        """
        drift = self.outcomes.drift
        step = float(self.outcomes.step)
        reach = max(abs(move) for move, _ in self._moves)
        spread = (_SPREADS * drift.sd * rounds**0.5 + abs(drift.expectation) * rounds) / step
        half = min(reach * rounds, ceil(spread) + reach) + 1
        if half > PLACES_MAX:
            return None
        size = 1 << (2 * half).bit_length()
        one = np.zeros(size)
        for move, chance in self._moves:
            one[move % size] += chance
        power = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
        return float(power[size // 2 :].sum())


def _first_below(transform: Callable[[float], float], high: float) -> float:
    """Return a place below *high* where *transform* is under 1: it dips below 1 near 0."""
    low = high
    while transform(low) >= 1:
        low /= 2
    return low


def _solve_ruin(moves: tuple[tuple[int, float], ...], top: int) -> Floats:
    """Return the probability of ruin from 1 .. top-1 steps, before *top* is reached.

    The equations have a band: place k depends on k + step for each outcome. They are solved by
    elimination from the first place to the last. Row k of the band starts at place k - down, so
    that rows seen one shorter than they are have their places below each other.
    """
    down = max(0, -moves[0][0])
    up = max(0, moves[-1][0])
    size = top - 1
    width = max(0, -moves[0][0]) + 1 + up
    band = np.zeros((size + down, width))
    right = np.zeros(size + down)
    places = np.arange(1, top)
    band[:, down] = 1.0
    for step, chance in moves:
        band[:size, down + step] -= chance
        right[:size][places + step <= 0] += chance
    flat = band.reshape(-1)
    item = flat.itemsize
    for row in range(size if down else 0):
        pivot = band[row, down:]
        start = flat[(row + 1) * width + down - 1 :]
        below = as_strided(start, (down, up + 1), ((width - 1) * item, item))
        factors = below[:, 0] / pivot[0]
        below -= factors[:, None] * pivot
        right[row + 1 : row + 1 + down] -= factors * right[row]
    ruin = np.zeros(size + up)
    for row in range(size - 1, -1, -1):
        known = band[row, down + 1 :] @ ruin[row + 1 : row + 1 + up]
        ruin[row] = (right[row] - known) / band[row, down]
    return ruin[:size]


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
