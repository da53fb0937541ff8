"""The average parts of a wager's value in one round: its gain, meter share and probability."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Parts:
    """Averages over all rounds dealt from the same cards."""

    gain: Fraction
    """The gain of one unit, without shares of a meter; 0 in rounds without the wager."""
    share: Fraction = ZERO
    """Of the meter, won in a round."""
    chance: Fraction = Fraction(1)
    """The probability that the wager can be made; below 1 only if cards are seen before it."""

    def value(self, meter_units: Fraction = ZERO) -> Fraction:
        """Return the expectation of one unit; *meter_units* is the meter divided by the stake."""
        return (self.gain + self.share * meter_units) / self.chance
