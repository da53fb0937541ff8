"""The distribution of the gain of a round, in units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, gcd, sqrt

from pitboss.advantage.risk.formulas import Drift

_DENOMINATOR_MAX = 1000
"""Gains are whole thousandths of a unit at the finest."""


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
