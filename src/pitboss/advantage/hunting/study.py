"""The study of jackpot hunters: simulated results beside exact values."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from pitboss.advantage.gains import CountGain
from pitboss.advantage.hunting.hunt import Hunt, hunt
from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.advantage.jackpots import JackpotValue, shown_part
from pitboss.advantage.must_hit import MustHit
from pitboss.advantage.wager_gains import usual_dealing
from pitboss.engine.setup import Setup
from pitboss.exact.any_wager.wager_value import wager_value
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import House


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntStudy:
    """A simulation of hunters, and the figures that it is compared with."""

    hunt: Hunt
    start: int
    """Cents on the meter at the start."""
    break_even: float | None
    """Cents from which on the wager gains with a full shoe."""
    hunted_from: float | None
    """The same, or the seed where that is more."""
    until_hit: float | None
    """Units that a hunter wins from there to the hit without counting; None: no formula."""
    reached: float | None
    """How often the meter gets there from its seed; None where smaller awards take from it."""
    at_start: CountGain | None
    """The gain of a player who knows every card left, if the meter stayed at its start."""
    must_hit: dict[str, Any] | None
    """The exact values of a meter that must hit."""

    def as_json(self) -> dict[str, Any]:
        """Return the key `hunt` of `pitboss count --json`."""
        return self.hunt.as_json() | {
            "start": self.start,
            "break_even": self.break_even,
            "hunted_from": self.hunted_from,
            "until_hit": self.until_hit,
            "reached": self.reached,
            "at_start": None if self.at_start is None else self.at_start.as_json(),
            "must_hit": self.must_hit,
        }


def hunt_study(
    house: House, setup: Setup, spot: Spot, terms: HuntSettings, *, meter: int | None
) -> HuntStudy:
    """Simulate hunters of a jackpot; *meter* is in cents, and the seed without it."""
    fed = spot.jackpot
    assert fed is not None, "checked before"
    wager, dealing = wager_value(setup, spot), usual_dealing(setup.shoe)
    jackpot, start = JackpotValue(wager), fed.seed if meter is None else meter
    shown, wagers = shown_part(fed), terms.tables * terms.seats
    even: float | None = jackpot.break_even(wager.full)
    must_hit = None if terms.ceiling is None else MustHit(jackpot, shown, terms.ceiling)
    if must_hit is not None:
        even = must_hit.break_even()
    begin, until_hit, reached = None if even is None else max(even, float(fed.seed)), None, None
    if begin is not None and must_hit is not None:
        until_hit = must_hit.hunter(ceil(begin), wagers=wagers)
        reached = must_hit.reaches(fed.seed, begin)
    elif begin is not None and shown:
        until_hit = jackpot.hunter(shown, wagers=wagers, start=begin)
        reached = jackpot.reaches(shown, fed.seed, begin)
    return HuntStudy(
        hunt=hunt(house, setup, wager, terms, cut=dealing.cut, meter=meter),
        start=start,
        break_even=even,
        hunted_from=begin,
        until_hit=until_hit,
        reached=reached,
        at_start=jackpot.gain_at_meter(start, dealing) if must_hit is None else None,
        must_hit=None if must_hit is None else must_hit.as_json(start),
    )
