"""What a wager does in one round, on average: the parts that its value is made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class Parts:
    """Averages over all rounds dealt from the same cards."""

    gain: Fraction
    """What one unit gains, without shares of a meter; 0 in rounds without the wager."""
    share: Fraction = ZERO
    """Of the meter, won in a round."""
    chance: Fraction = Fraction(1)
    """How often the wager can be made; below 1 only for wagers made after cards are seen."""

    def value(self, meter_units: Fraction = ZERO) -> Fraction:
        """Return the expectation of one unit; *meter_units* is the meter divided by the stake."""
        return (self.gain + self.share * meter_units) / self.chance
