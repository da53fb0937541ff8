"""Risk by formula: a bankroll as Brownian motion with the expectation and variance of a round.

Everything is in units and rounds. The formulas take the bankroll as continuous; `walk.py` has the
same figures for the steps of a real game.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from math import erfc, exp, expm1, inf, log, pi, sin, sqrt

_TINY = 1e-16
"""Terms of a series below this are left out."""
SCORE_OF_ONE = 1e6
"""SCORE times N0."""
_LARGE = 700.0
"""An exponent whose power is still a number."""
_FAR = -30.0
"""Below this the tail is computed by its asymptotic series; `erfc` would be 0 soon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """A bet made again and again: its expectation and standard deviation a round, in units.

    >>> counter = Drift(expectation=0.0151, sd=1.9715)
    >>> round(counter.n0), round(counter.score, 1)
    (17047, 58.7)
    >>> round(counter.ruin_before(100, 100), 3)
    0.315
    """

    expectation: float
    sd: float

    @property
    def variance(self) -> float:
        """The variance of a round."""
        return self.sd**2

    @property
    def _tilt(self) -> float:
        """Twice the expectation over the variance: the exponent of every formula."""
        return 2 * self.expectation / self.variance

    @property
    def n0(self) -> float:
        """Rounds until the expected win is one standard deviation; infinite without an edge."""
        return self.variance / self.expectation**2 if self.expectation > 0 else inf

    @property
    def di(self) -> float:
        """The desirability index: a thousand times expectation over standard deviation."""
        return 1000 * self.expectation / self.sd

    @property
    def score(self) -> float:
        """Dollars won in 100 rounds with $10,000 and Kelly bets; 0 without an edge."""
        return SCORE_OF_ONE / self.n0

    @property
    def kelly(self) -> float:
        """The part of the bank that a unit is at the Kelly bet; 0 without an edge."""
        return max(0.0, self.expectation / self.variance)

    def growth(self, part: float) -> float:
        """Return the growth of the logarithm of the bank a round at *part* of the Kelly bet."""
        return (part - part**2 / 2) / self.n0

    def ruin_ever(self, bank: float) -> float:
        """Return the probability that the bank is ever lost; 1 without an edge."""
        return _chance(-self._tilt * bank) if self.expectation > 0 else 1.0

    def ruin_within(self, bank: float, rounds: float) -> float:
        """Return the probability that the bank is lost within some rounds.

        >>> hour = Drift(expectation=1.5, sd=20)
        >>> round(hour.ruin_within(60, 16), 4)
        0.355
        """
        spread = self.sd * sqrt(rounds)
        drift = self.expectation * rounds
        direct = below((-bank - drift) / spread)
        reflected = _chance(-self._tilt * bank + log_below((-bank + drift) / spread))
        return min(1.0, direct + reflected)

    def mean_within(self, bank: float, rounds: float) -> float:
        """Return the mean result of some rounds for a player who stops when the bank is lost.

        >>> hour = Drift(expectation=1.5, sd=20)
        >>> round(hour.mean_within(60, 16), 2)
        19.16
        """
        spread = self.sd * sqrt(rounds)
        drift = self.expectation * rounds
        kept = _mean_above(-bank, drift, spread)
        # Paths that were ruined and came back: mirrored at the end of the bank.
        middle = drift - 2 * bank
        deep = (bank + middle) / spread
        weight = _chance(-self._tilt * bank + log_below(deep))
        back = middle * weight + spread * _chance(-self._tilt * bank + log_density(deep))
        return kept - back - bank * self.ruin_within(bank, rounds)

    def behind(self, rounds: float) -> float:
        """Return the probability of a loss after some rounds, however deep the bank."""
        return below(-self.expectation * sqrt(rounds) / self.sd)

    def ruin_before(self, bank: float, goal: float) -> float:
        """Return the probability that the bank is lost before *goal* is won."""
        if not self._tilt:
            return goal / (bank + goal)
        up = -self._tilt * goal
        down = self._tilt * bank
        if down > _LARGE or up > _LARGE:
            # Without an edge a far goal is never reached; with one a deep bank is never lost.
            return 1.0 if up > 0 else exp(-down) * -expm1(up)
        return expm1(up) / (expm1(up) - expm1(down))

    def lost_within(self, bank: float, goal: float, rounds: float) -> float:
        """Return the probability that the bank is lost in time, and before *goal* is won."""
        return self._first_passage(bank, bank + goal, -self.expectation, rounds)

    def won_within(self, bank: float, goal: float, rounds: float) -> float:
        """Return the probability that *goal* is won in time, and before the bank is lost."""
        return self._first_passage(goal, bank + goal, self.expectation, rounds)

    def _first_passage(self, near: float, width: float, towards: float, rounds: float) -> float:
        """Return the probability to cross a border at distance *near* first, in time.

        The other border is *width* away from it, and *towards* is the drift to the first. In a
        short time each term is the path mirrored at both borders once more; in a long one it is
        a wave between the borders that dies away.
        """
        if 2 * self.sd * sqrt(rounds) > width:
            ahead = Drift(expectation=-towards, sd=self.sd).ruin_before(near, width - near)
            return min(1.0, max(0.0, ahead - self._later(near, width, towards, rounds)))
        total = self._crossing(near, towards, near, rounds)
        for turn in count(1):
            far = 2 * turn * width
            terms = (
                self._crossing(far + near, towards, near, rounds),
                self._crossing(far - near, towards, near, rounds),
            )
            total += terms[0] - terms[1]
            if max(terms) < _TINY:
                return min(1.0, max(0.0, total))
        raise AssertionError

    def _later(self, near: float, width: float, towards: float, rounds: float) -> float:
        """Return the probability to cross the first border, but only after these rounds."""
        total = 0.0
        lean = towards * near / self.variance
        for wave in count(1):
            rate = (towards**2 / self.variance + (wave * pi / width) ** 2 * self.variance) / 2
            size = exp(lean - rate * rounds) * wave * pi * self.variance / (width**2 * rate)
            total += size * sin(wave * pi * near / width)
            if size < _TINY:
                return total
        raise AssertionError

    def _crossing(self, distance: float, towards: float, near: float, rounds: float) -> float:
        """Return the weight of paths that come *distance* far, of a border *near*."""
        spread = self.sd * sqrt(rounds)
        speed = abs(towards)
        lean = towards * near / self.variance
        slope = speed * distance / self.variance
        slow = lean - slope + log_below((-distance + speed * rounds) / spread)
        fast = lean + slope + log_below((-distance - speed * rounds) / spread)
        return _chance(slow) + _chance(fast)

    def bank_for(self, risk: float) -> float:
        """Return the bank whose probability of ruin is *risk*; infinite without an edge.

        >>> round(Drift(expectation=0.01, sd=1.1).bank_for(0.05), 1)
        181.2
        """
        return -log(risk) / self._tilt if self.expectation > 0 else inf


def _chance(power: float) -> float:
    """Return the exponential of the logarithm of a probability, whatever rounding has added."""
    return exp(min(power, 0.0))


def _mean_above(border: float, mean: float, sd: float) -> float:
    """Return the mean of a normal value, counted as 0 where it is below *border*."""
    z = (mean - border) / sd
    return mean * below(z) + sd * density(z)


def density(z: float) -> float:
    """Return the density of the standard normal distribution."""
    return exp(-z * z / 2) / sqrt(2 * pi)


def log_density(z: float) -> float:
    """Return the logarithm of `density(z)`."""
    return -z * z / 2 - log(2 * pi) / 2


def below(z: float) -> float:
    """Return the probability of a value below *z*.

    >>> below(0.0), round(below(1.96), 4)
    (0.5, 0.975)
    """
    return erfc(-z / sqrt(2)) / 2


def log_below(z: float) -> float:
    """Return the logarithm of `below(z)`; it stays exact where the probability is tiny.

    >>> round(log_below(-40.0), 3)
    -804.608
    """
    if z > _FAR:
        return log(below(z))
    series = 1 - 1 / z**2 + 3 / z**4 - 15 / z**6
    return -z * z / 2 - log(-z * sqrt(2 * pi)) + log(series)


def falls_to(part_of_bank: float, kelly: float) -> float:
    """Return the probability that the bank ever falls to a part of itself.

    The player bets *kelly* times the Kelly bet of the bank as it is at each moment.

    >>> falls_to(0.5, 1.0), falls_to(0.5, 0.5), falls_to(0.5, 2.0)
    (0.5, 0.125, 1.0)
    """
    return float(part_of_bank ** max(0.0, 2 / kelly - 1))


def double_before_half(kelly: float) -> float:
    """Return the probability to double the bank before half of it is lost, at such bets.

    >>> round(double_before_half(1.0), 4), double_before_half(2.0)
    (0.6667, 0.5)
    """
    power = 2 / kelly - 1
    return 1 / (1 + 2.0**-power) if power < _LARGE else 1.0


def risk_for_kelly(kelly: float) -> float:
    """Return the risk of ruin when the bet is fixed at *kelly* times the first Kelly bet.

    >>> round(risk_for_kelly(1.0), 4), round(risk_for_kelly(0.5), 4)
    (0.1353, 0.0183)
    """
    return exp(-2 / kelly)


def kelly_for_risk(risk: float) -> float:
    """Return the part of the Kelly bet with this risk of ruin, if the bet is then fixed.

    >>> round(kelly_for_risk(0.05), 4)
    0.6676
    """
    return -2 / log(risk)
