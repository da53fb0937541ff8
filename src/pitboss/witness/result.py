"""What a run of the witness found: gains by count, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt

GENERATOR = "Mersenne Twister 19937, by numba: the next card is at random() × the cards left"
ROUNDS_MIN = 1000
ROUNDS_MAX = 10**12
"""Fewer say nothing."""


@dataclass(frozen=True)
class Witnessed:
    """What the rounds of a run gained."""

    rounds: int
    seed: int
    gains: Mapping[Fraction, int] = field(hash=False)
    """Gain in units of the wager -> rounds, losses first."""
    seconds: float

    @cached_property
    def house_edge(self) -> float:
        """The average loss, in units of the wager."""
        total = sum((gain * count for gain, count in self.gains.items()), Fraction(0))
        return float(-total / self.rounds)

    def _moment(self, power: int) -> float:
        """Return a mean power of the distance from the average gain."""
        away = ((float(gain) + self.house_edge) ** power * n for gain, n in self.gains.items())
        return sum(away) / self.rounds

    @cached_property
    def standard_deviation(self) -> float:
        """The standard deviation of a round."""
        return sqrt(self._moment(2))

    @property
    def standard_error(self) -> float:
        """The standard error of the house edge."""
        return self.standard_deviation / sqrt(self.rounds)

    @property
    def deviation_error(self) -> float:
        """The standard error of the standard deviation."""
        spread = self._moment(4) - self._moment(2) ** 2
        return sqrt(spread / self.rounds) / (2 * self.standard_deviation)

    def share(self, gain: Fraction) -> tuple[float, float]:
        """Return the share of the rounds with this gain, and its standard error."""
        return self._share(self.gains.get(gain, 0))

    def share_of_sign(self, sign: int) -> tuple[float, float]:
        """Return the share of rounds that gained (1), changed nothing (0) or lost (-1)."""
        return self._share(
            sum(n for gain, n in self.gains.items() if (gain > 0) - (gain < 0) == sign)
        )

    def _share(self, count: int) -> tuple[float, float]:
        share = count / self.rounds
        return share, sqrt(share * (1 - share) / self.rounds)
