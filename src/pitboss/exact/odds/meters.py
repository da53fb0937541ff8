"""What is known of a progressive's meter, and what it adds to a wager."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterValue:
    """What is asked about a meter: how much it shows, how it is fed and seeded."""

    meter: int | None = None
    """Cents on display."""
    contribution: Fraction | None = None
    """Of every wager; None where it is as printed, if it is."""
    seed: int | None = None
    """Cents, for the wager the dollars of the table are printed for; None as printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterOdds:
    """What a progressive's meter adds, for one unit wagered."""

    share: Fraction
    """Of the meter, won in one round on average."""
    full_awards: Fraction
    """How often 100 % is won in one round."""
