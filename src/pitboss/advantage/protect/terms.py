"""The terms of a protection study: limits, pace and penetration of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pitboss.rulebook.limits import (
    CENTS_MAX,
    PENETRATIONS_MAX,
    PROTECT_ROUNDS_MAX,
    PROTECT_ROUNDS_MIN,
    ROUNDS_PER_HOUR_MAX,
)
from pitboss.rulebook.problems import Problem

ROUNDS_AN_HOUR = 70
MAIN_ROUNDS = 40_000_000
"""Rounds that are simulated for each way to play the main game."""
SHOES = 1_000
"""Shoes that are sampled for perfect play of a side wager."""
OTHER_SEATS = 4
"""Seats beside the counter's, for the price of a counter-measure, where the house states none."""
OTHER_BETS = 2
"""Minimum bets that each of them makes."""
SHUFFLE_SECONDS = 120
_PENETRATION_LEAST = 0.1
_PENETRATION_MOST = 0.95
_HOUR = 3600


class Vulnerability(StrEnum):
    """How much the best practical counter wins, in units of 100 rounds."""

    SAFE = "safe"
    LOW = "low"
    MODERATE = "moderate"
    HIGH = "high"


BOUNDS = ((0.05, Vulnerability.SAFE), (0.2, Vulnerability.LOW), (0.5, Vulnerability.MODERATE))
"""Below so many units in 100 rounds -> the class."""


def vulnerability(per_100: float) -> Vulnerability:
    """Return the class of a gain.

    >>> vulnerability(-0.3).value, vulnerability(0.1).value, vulnerability(0.7).value
    ('safe', 'low', 'high')
    """
    return next((kind for bound, kind in BOUNDS if per_100 < bound), Vulnerability.HIGH)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectTerms:
    """How a table is looked at."""

    low: int
    """The smallest main wager, in cents."""
    high: int
    """The largest main wager, in cents."""
    penetrations: tuple[float, ...]
    """Parts of the shoe that are dealt; everything is about the first."""
    dealt: str = ""
    """Where the house has its cut card, in words; empty where another depth was asked for."""
    rounds_an_hour: int = ROUNDS_AN_HOUR
    other_seats: int = OTHER_SEATS
    """Seats that play beside the counter's."""
    rounds: int = MAIN_ROUNDS
    shoes: int = SHOES
    seed: int = 1

    @property
    def penetration(self) -> float:
        """The part of the shoe that is dealt."""
        return self.penetrations[0]

    def per_hour(self, per_100: float, cents: float) -> float:
        """Return cents an hour, of units in 100 rounds and the cents of a unit."""
        return per_100 / 100 * self.rounds_an_hour * cents

    def pace(self, rounds_a_shoe: float, usual: float) -> float:
        """Return the rounds an hour with another number of rounds a shoe than *usual*.

        The shuffle takes its time after every shoe; a round takes as long as before.
        """
        a_round = _HOUR / self.rounds_an_hour - SHUFFLE_SECONDS / usual
        return _HOUR / (a_round + SHUFFLE_SECONDS / rounds_a_shoe)


def terms_problems(terms: ProtectTerms) -> Iterator[Problem]:
    """Yield the problems of the terms."""
    if not 0 < terms.low <= terms.high <= CENTS_MAX:
        message = "the smallest wager must be above $0 and no larger than the largest"
        yield Problem(code="option/invalid", key="--min", message=message)
    if not 1 <= terms.rounds_an_hour <= ROUNDS_PER_HOUR_MAX:
        message = f"give 1 to {ROUNDS_PER_HOUR_MAX:,} rounds an hour"
        yield Problem(code="option/invalid", key="--rounds-an-hour", message=message)
    if not PROTECT_ROUNDS_MIN <= terms.rounds <= PROTECT_ROUNDS_MAX:
        message = f"simulate {PROTECT_ROUNDS_MIN:,} to {PROTECT_ROUNDS_MAX:,} rounds"
        yield Problem(code="option/invalid", key="--rounds", message=message)
    if not 1 <= len(terms.penetrations) <= PENETRATIONS_MAX:
        message = f"give 1 to {PENETRATIONS_MAX} penetrations"
        yield Problem(code="option/invalid", key="--penetration", message=message)
    for part in terms.penetrations:
        if not _PENETRATION_LEAST <= part <= _PENETRATION_MOST:
            message = f"{part:g} is not between 10% and 95% of the shoe"
            yield Problem(code="option/invalid", key="--penetration", message=message)
