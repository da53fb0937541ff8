"""A must-hit meter: the wager that takes it past a hidden amount wins it.

The hidden amount is as likely to be any one between the meter and its ceiling M. So with a meter m
a wager that adds c to it wins the whole with the chance c / (M - m) beside what its cards win:

    value = fixed + (share + c / (M - m)) * (m + c) / stake

No rule document has such a meter: it is for houses elsewhere, and for a house that asks what it
would cost.

>>> from pitboss.cards import FRENCH, Shoe
>>> from pitboss.exact.any_wager.wager_value import table_value
>>> from pitboss.rulebook.reading.library import game
>>> table = game("co/21-plus-3").tables_of("21-plus-3-progressive")[0]
>>> jackpot = JackpotValue(table_value(table, Shoe(FRENCH, 6)))
>>> must_hit = MustHit(jackpot, Fraction(1, 4), 1_000_000)
>>> f"${jackpot.break_even(must_hit.full) / 100:,.2f}", f"${must_hit.break_even() / 100:,.2f}"
('$13,570.95', '$5,173.57')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log1p, sqrt
from typing import Any

import numpy as np

from pitboss.advantage.jackpots import JackpotValue
from pitboss.cards.unseen import Unseen

WAGERS_MAX = 4_000_000
"""Wagers from the seed to the ceiling that are added up one by one."""


@dataclass(frozen=True)
class MustHit:
    """A jackpot that must hit by a ceiling."""

    jackpot: JackpotValue
    contribution: Fraction
    """The part of each wager that the meter shows."""
    ceiling: int
    """Cents."""

    @property
    def full(self) -> Unseen:
        """The full shoe."""
        return self.jackpot.wager.full

    @property
    def step(self) -> Fraction:
        """Cents that a wager adds to the meter."""
        return self.contribution * self.jackpot.wager.stake

    def chance(self, meter: Fraction) -> Fraction:
        """Return the chance that a wager takes the meter, in cents, past the hidden amount."""
        return min(Fraction(1), self.step / (self.ceiling - meter))

    def value(self, meter: Fraction, unseen: Unseen | None = None) -> Fraction:
        """Return the exact value of a wager in units, at a meter in cents; the shoe is full."""
        average = self.jackpot.wager.average(unseen or self.full, None)
        whole = (meter + self.step) / self.jackpot.wager.stake
        return average.gain + (average.share + self.chance(meter)) * whole

    def break_even(self, unseen: Unseen | None = None) -> float:
        """Return the meter in cents from which on a wager gains.

        With y = m + c, F the fixed part in cents, s the share and K = M + c, the value is 0 where
        s y^2 - (s K - F + c) y - F K = 0; the smaller root is the one below the ceiling.
        """
        average = self.jackpot.wager.average(unseen or self.full, None)
        fixed, step = float(average.gain) * self.jackpot.wager.stake, float(self.step)
        share, most = float(average.share), self.ceiling + step
        if fixed >= 0:
            return 0.0
        middle = share * most - fixed + step
        root = 2 * -fixed * most / (middle + sqrt(middle**2 + 4 * share * fixed * most))
        return max(0.0, root - step)

    def hunter(self, start: int, *, wagers: int = 1) -> float | None:
        """Return the units that a player wins from a meter in cents until it is hit.

        He makes the first of *wagers* wagers of every round and counts no cards. After k wagers the
        meter is m(k) = start + k c, and nobody has hit it with the chance

            (1 - h)^k (M - m(k)) / (M - start)

        None where smaller awards take from the meter, which then depends on when they do, and where
        there are too many wagers to add up.
        """
        share, hit = self.jackpot.share(self.full), self.jackpot.full_awards(self.full)
        room, step = self.ceiling - start, float(self.step)
        count = ceil(room / self.step) if step else WAGERS_MAX
        if share != hit or count >= WAGERS_MAX:
            return None
        made = np.arange(0, count, wagers)
        left = room - made * step
        still = np.exp(made * log1p(-float(hit))) * left / room
        whole = (self.ceiling - left + step) / self.jackpot.wager.stake
        fixed = float(self.jackpot.wager.average(self.full, None).gain)
        values = fixed + (float(share) + np.minimum(1.0, step / left)) * whole
        return float((still * values).sum())

    def reaches(self, start: float, end: float) -> float | None:
        """Return the chance that the meter grows from one amount in cents to another unhit."""
        by_cards = self.jackpot.reaches(self.contribution, start, end)
        room, left = self.ceiling - start, self.ceiling - max(start, end)
        return None if by_cards is None else by_cards * max(0.0, left) / room

    def as_json(self, meter: int) -> dict[str, Any]:
        """Return the exact values at a meter in cents, with a full shoe."""
        at = Fraction(meter)
        return {"chance": float(self.chance(at)), "value": float(self.value(at))}
