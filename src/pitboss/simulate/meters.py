"""Meters over a simulation: what is fed, what is won, and what a meter shows when it is hit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from statistics import fmean
from typing import Any

from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.setup import open_meters
from pitboss.rulebook.pays import fixed_ratio, meter_share
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.wagers import Wager

Hit = tuple[int, int, int, int]
"""Round, seat, wager, combination."""
_ALL = 100


@dataclass(slots=True)
class MeterHistory:
    """One jackpot over all rounds: cents awarded, and the meter at every award."""

    wager: str
    meter: Meter | None
    """How it ends; None where the house posts prizes and there is no meter."""
    awarded: int = 0
    """Cents paid as shares of the meter, or as posted prizes."""
    shown: list[tuple[int, int, int]] = field(default_factory=list)
    """Round, percent and the meter in units of 1/10,000 of a dollar, award by award."""

    @property
    def full_awards(self) -> tuple[int, ...]:
        """What the meter showed at each award of all of it."""
        return tuple(units for _, percent, units in self.shown if percent == _ALL)

    @property
    def mean_at_hit(self) -> float | None:
        """Dollars on the meter when all of it is won, on average."""
        hits = self.full_awards
        return fmean(hits) / UNITS_PER_CENT / _ALL if hits else None


def meter_histories(job: Job, tally: Tally) -> dict[str, MeterHistory]:
    """Follow every jackpot of a table through the rounds, hit by hit."""
    meters = open_meters(job.setup, {}, {})
    found = {}
    for number, wager in enumerate(job.wagers):
        if wager.side.spot.jackpot is not None:
            hits = [tuple(map(int, hit)) for hit in tally.hits if hit[2] == number]
            history = MeterHistory(wager.id, meters.get(wager.id))
            _follow(job, wager, history, hits, tally.rounds)
            found[wager.id] = history
    return found


def _follow(
    job: Job, wager: Wager, history: MeterHistory, hits: Iterable[Any], rounds: int
) -> None:
    fed = 0
    for this, together in groupby(hits, key=lambda hit: hit[0]):
        _feed(history, wager, job.seats * (this + 1 - fed))
        fed = this + 1
        in_order = sorted(together, key=lambda hit: hit[1], reverse=_from_the_right(job, wager))
        for _, _, _, combination in in_order:
            _pay(history, wager, combination, this)
    _feed(history, wager, job.seats * (rounds - fed))


def _from_the_right(job: Job, wager: Wager) -> bool:
    terms = wager.side.spot.wager.jackpot
    return (terms.award_order if terms else job.setup.settled_from) == "dealer's right"


def _feed(history: MeterHistory, wager: Wager, times: int) -> None:
    if history.meter is not None:
        history.meter = history.meter.contribute(wager.stake, times)


def _pay(history: MeterHistory, wager: Wager, combination: int, this: int) -> None:
    for row in wager.rows_of(combination):
        share = meter_share(row.pay)
        if row.from_jackpot and history.meter is not None:
            cents = wager.setup.rounding.apply(wager.stake * fixed_ratio(row.pay))
            history.meter = history.meter.pay(cents)
        if share and history.meter is not None:
            history.shown.append((this, share, history.meter.display))
            cents, history.meter = history.meter.award(share)
            history.awarded += cents
        elif share:
            jackpot = wager.side.spot.jackpot
            assert jackpot is not None, "a table that pays percentages has a jackpot"
            history.awarded += jackpot.prizes[share]
