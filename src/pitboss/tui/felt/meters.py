"""Jackpot meters that tick: the display follows the meter."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.meter import Meter

_SLOWNESS = 6


class TickingMeters:
    """The units that every meter shows now."""

    def __init__(self, meters: Mapping[str, Meter]) -> None:
        """Start at what the meters hold."""
        self.shown = {wager: meter.display for wager, meter in meters.items()}

    def tick(self, meters: Mapping[str, Meter]) -> bool:
        """Move towards the meters; return False if the display is up to date.

        >>> from fractions import Fraction
        >>> meter = Meter.open(seed=100, contribution=Fraction(0))
        >>> ticking = TickingMeters({"jackpot-1": meter})
        >>> ticking.tick({"jackpot-1": meter})
        False
        """
        changed = False
        for wager, meter in meters.items():
            missing = meter.display - self.shown[wager]
            if missing:
                # At least one unit a tick, and at once after an award.
                step = -(-missing // _SLOWNESS) if missing > 0 else missing
                self.shown[wager] += step
                changed = True
        return changed

    def settle(self, meters: Mapping[str, Meter]) -> None:
        """Show the meters as they are."""
        self.shown = {wager: meter.display for wager, meter in meters.items()}
