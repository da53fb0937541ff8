"""The meter pass: deferred wins worked out in the order of the rounds.

Kernels defer the few wins that a meter pays, and those of rounds whose pays pass a limit. Their
amounts depend on all earlier rounds, so they are worked out here as the pieces of a run arrive.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.engine.meter import Meter
from pitboss.engine.setup import open_meters
from pitboss.engine.side_wagers import is_from_the_right
from pitboss.rulebook.pays import fixed_ratio, meter_share, within_limit
from pitboss.simulator.job import Job
from pitboss.simulator.meters import NO_AWARDS, Award, MeterHistory, MetersSoFar
from pitboss.simulator.side_wagers import Wager
from pitboss.simulator.tally import Tally

_ROUND, _SEAT, _WAGER, _COMBINATION = range(4)
"""The fields of a hit."""


def meters_at_start(job: Job) -> MetersSoFar:
    """Return the meters before the first round."""
    meters = open_meters(job.setup, {}, {})
    return MetersSoFar(
        {
            wager.id: MeterHistory(wager.id, meters.get(wager.id))
            for wager in job.wagers
            if wager.side.spot.jackpot is not None
        },
        {wager.id: 0 for wager in job.wagers if wager.limit},
    )


def apply_deferred(job: Job, tally: Tally) -> Tally:
    """Return a tally from the first round on with its hits worked out and removed."""
    so_far = tally.meters_so_far or meters_at_start(job)
    if not len(tally.hits):
        return replace(tally, meters_so_far=so_far)
    meters = dict(so_far.meters)
    over_limit = dict(so_far.over_limit)
    for number, wager in enumerate(job.wagers):
        hits = tally.hits[tally.hits[:, _WAGER] == number]
        if len(hits) and wager.id in meters:
            meters[wager.id] = _Follower(job, wager, meters[wager.id]).through(hits)
        if len(hits) and wager.limit:
            over_limit[wager.id] += _over_limit(wager, hits)
    return replace(tally, hits=tally.hits[:0], meters_so_far=MetersSoFar(meters, over_limit))


def final_meters(job: Job, tally: Tally) -> MetersSoFar:
    """Return meters and limits after all rounds of a tally."""
    meters = apply_deferred(job, tally).meters_so_far
    assert meters is not None
    fed = {
        wager.id: _Follower(job, wager, meters.meters[wager.id]).feed_to(tally.rounds)
        for wager in job.wagers
        if wager.id in meters.meters
    }
    return MetersSoFar(fed, meters.over_limit)


@dataclass
class _Follower:
    """Follows one meter from the end of a history."""

    job: Job
    wager: Wager
    history: MeterHistory
    won: dict[int, list[Award]] = field(default_factory=lambda: defaultdict(list))
    rows: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    awarded: int = 0
    meter: Meter | None = field(init=False)
    fed: int = field(init=False)

    def __post_init__(self) -> None:
        self.meter = self.history.meter
        self.fed = self.history.fed

    def through(self, hits: Array) -> MeterHistory:
        """Pay the hits; feed the meter with every round before them."""
        backwards = is_from_the_right(self.job.setup, self.wager.side)
        for number, together in groupby(hits.tolist(), key=itemgetter(_ROUND)):
            self._feed(number + 1)
            for hit in sorted(together, key=itemgetter(_SEAT), reverse=backwards):
                self._pay(hit[_COMBINATION], number)
        return self._end()

    def feed_to(self, rounds: int) -> MeterHistory:
        """Feed the meter up to the last round."""
        self._feed(rounds)
        return self._end()

    def _end(self) -> MeterHistory:
        awards = dict(self.history.awards)
        for percent, won in self.won.items():
            awards[percent] = awards.get(percent, NO_AWARDS).after(won)
        awarded = self.history.awarded + self.awarded
        return MeterHistory(self.wager.id, self.meter, self.fed, awarded, awards)

    def _feed(self, rounds: int) -> None:
        if self.meter is not None:
            times = self.job.seats * (rounds - self.fed)
            self.meter = self.meter.contribute(self.wager.stake, times)
        self.fed = rounds

    def _pay(self, combination: int, number: int) -> None:
        if combination not in self.rows:
            self.rows[combination] = meter_rows(self.wager, combination)
        for cents, share in self.rows[combination]:
            if self.meter is None:
                self.awarded += self._prize(share)
                continue
            if cents:
                self.meter = self.meter.pay(cents)
            if share:
                self.won[share].append((number, self.meter.display))
                awarded, self.meter = self.meter.award(share)
                self.awarded += awarded

    def _prize(self, share: int) -> int:
        jackpot = self.wager.side.spot.jackpot
        assert jackpot is not None, "a table that pays percentages has a jackpot"
        return jackpot.prizes[share] if share else 0


def meter_rows(wager: Wager, combination: int) -> list[tuple[int, int]]:
    """Return, row by row, the cents taken out of a meter and the percentage of it won."""
    rounded = wager.setup.rounding.apply
    return [
        (
            rounded(wager.stake * fixed_ratio(row.pay)) if row.from_jackpot else 0,
            meter_share(row.pay),
        )
        for row in wager.combination_rows(combination)
    ]


def _over_limit(wager: Wager, hits: Array) -> int:
    """C74: return the cents that were not paid because all pays of a round passed the limit."""
    paid = np.array(
        [wager.paid_cents(combination) for combination in range(wager.combinations)], dtype=np.int64
    )
    pays = paid[hits[:, _COMBINATION]]
    starts = np.flatnonzero(np.diff(hits[:, _ROUND], prepend=-1))
    due = np.add.reduceat(pays, starts)
    due_of_each = np.repeat(due, np.diff(starts, append=len(hits)))
    over = due_of_each > wager.limit
    passed = zip(pays[over].tolist(), due_of_each[over].tolist(), strict=True)
    return sum(pay - within_limit(pay, wager.limit, due) for pay, due in passed)
