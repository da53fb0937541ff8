"""The figures of a simulation, worked out from its counts."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.exact.odds.wager_odds import is_paid
from pitboss.late import LateFunction
from pitboss.rulebook.pays import meter_share
from pitboss.simulator.counting.cube import Cube, SideBet
from pitboss.simulator.counting.settings import Trips, ValueBet
from pitboss.simulator.counting.trips import TripResults, play_trips
from pitboss.simulator.job import Job
from pitboss.simulator.meter_pass import final_meters
from pitboss.simulator.meters import ALL, MeterHistory, MetersSoFar
from pitboss.simulator.side_wagers import Wager
from pitboss.simulator.tally import Part, PartCounts, Tally, spread

_perfect_bet: LateFunction[[Job, ValueBet, int], SideBet] = LateFunction(
    "pitboss.simulator.counting.play_perfect:perfect_bet"  # it imports much, and few runs need it
)
SIGMAS = 1.959964
"""The distance from the mean, in standard deviations, that holds 95% of a normal distribution."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Shares of the hits at which the meter showed this much or less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean with its standard error."""

    mean: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds that hold the true mean 95 times in 100."""
        half = SIGMAS * self.standard_error
        return self.mean - half, self.mean + half


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCount:
    """How often a row of a pay table was paid."""

    name: str
    pay: str
    count: int
    frequency: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerResult:
    """The result of one side wager."""

    id: str
    table: str
    stake: int
    made: int
    """How often it was made."""
    won: int
    """How often anything was paid on it."""
    total: int
    """Cents won by all seats together, awards of a meter included."""
    edge: Estimate
    """Per unit wagered, with the awards of the meter. Seats count as independent."""
    rows: tuple[RowCount, ...]
    meter: MeterHistory | None = None
    envy: int = 0
    """Cents paid to seats because another seat won, beside the total."""

    @property
    def hit_frequency(self) -> float:
        """How often something was paid on it, of all the times it was made."""
        return self.won / self.made if self.made else 0.0


def estimate(number: int, total: int, squares: int, unit: float) -> Estimate:
    """Return the mean loss per *unit* of *number* independent results, with its standard error."""
    if not number:
        return Estimate(mean=0.0, standard_error=0.0)
    mean = total / number
    variance = max(0.0, squares / number - mean * mean)
    return Estimate(mean=-mean / unit, standard_error=(variance / number) ** 0.5 / unit)


@dataclass(frozen=True)
class PartResult:
    """The result of one part of the main game."""

    counted: PartCounts
    seats: int

    @property
    def part(self) -> Part:
        """Which part it is."""
        return self.counted.part

    @property
    def total(self) -> int:
        """Cents won by all seats together."""
        return self.counted.rounds[1]

    @cached_property
    def house_edge(self) -> Estimate:
        """The average loss of a seat per unit; seats of one round are not independent."""
        return estimate(*self.counted.rounds, self.part.wagered * self.seats)

    @cached_property
    def variance(self) -> float:
        """The variance of a seat's result in a round, in units."""
        number, total, squares = spread(self.counted.values, self.counted.counts)
        if not number:
            return 0.0
        return (squares / number - (total / number) ** 2) / self.part.wagered**2

    @property
    def standard_deviation(self) -> float:
        """Its standard deviation."""
        return float(self.variance**0.5)

    @property
    def average_wager(self) -> float:
        """The wager at the end of a round, in units."""
        played = self.counted.rounds[0] * self.seats
        return self.counted.staked / max(1, played) / self.part.wagered

    @property
    def element_of_risk(self) -> float:
        """The average loss of a seat per unit of everything that it wagers."""
        return self.house_edge.mean / self.average_wager if self.average_wager else 0.0

    @cached_property
    def histogram(self) -> dict[float, int]:
        """Units won by a seat in a round -> how often."""
        values = self.counted.values
        counts = self.counted.counts
        return {
            int(values[place]) / self.part.wagered: int(counts[place])
            for place in np.nonzero(counts)[0]
        }


@dataclass(frozen=True)
class RunFigures:
    """All figures that follow from the counts of a run."""

    job: Job
    tally: Tally
    strategy: str = "optimal"
    device: str = "cpu"
    workers: int = 1
    seconds: float = 0.0
    complete: bool = True
    """Whether all ordered rounds were played."""
    rounds_asked: int | None = None
    """How many rounds were ordered; with *until* the most."""
    until: float | None = None
    """The standard error of the edge at which the run ends early."""
    assumed: tuple[str, ...] = ()
    """What was filled in because the house does not set it."""
    trip_terms: Trips | None = None
    """The trips of a counter that are played along the same rounds."""
    earlier_cut: int | None = None
    """Cards before an earlier cut card, to which the counter's bets are counted."""
    second_from: int | None = None
    """The true count from which the counter's second hand is counted."""
    value_bets: tuple[ValueBet, ...] = ()
    """Side wagers that are made by their exact value before every round."""

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.tally.rounds

    @property
    def rounds_per_second(self) -> float:
        """Rounds played in a second, start and end included."""
        return self.rounds / self.seconds if self.seconds else 0.0

    @cached_property
    def parts(self) -> tuple[PartResult, ...]:
        """The result of the main game, and of its parts with edges of their own."""
        return tuple(PartResult(part, self.job.seats) for part in self.job.parts(self.tally))

    @property
    def main(self) -> PartResult:
        """The result of the main game."""
        return self.parts[0]

    @property
    def wagered_at_first(self) -> int:
        """Cents that a seat puts on its main wagers before a round."""
        return self.main.part.wagered

    @property
    def total(self) -> int:
        """Cents won on main wagers by all seats together."""
        return self.main.total

    @property
    def house_edge(self) -> Estimate:
        """The average loss of a seat per unit of its first wager."""
        return self.main.house_edge

    @property
    def variance(self) -> float:
        """The variance of a seat's result in a round, in units of its first wager."""
        return self.main.variance

    @property
    def standard_deviation(self) -> float:
        """Its standard deviation."""
        return self.main.standard_deviation

    @property
    def average_wager(self) -> float:
        """The wager at the end of a round, in units of the first wager."""
        return self.main.average_wager

    @property
    def element_of_risk(self) -> float:
        """The average loss of a seat per unit of everything that it wagers."""
        return self.main.element_of_risk

    @property
    def histogram(self) -> dict[float, int]:
        """Units won by a seat in a round -> how often."""
        return self.main.histogram

    @cached_property
    def events(self) -> dict[str, int]:
        """How often hands came to something worth a name."""
        return self.job.events(self.tally)

    @cached_property
    def dealer(self) -> dict[str, int]:
        """The number of hands by the dealer's outcome; empty where that is not counted."""
        return self.job.dealer(self.tally)

    @cached_property
    def insurance(self) -> tuple[int, int] | None:
        """How often a seat could insure, and how often insurance would win; None: not counted."""
        return self.job.insurance(self.tally)

    @cached_property
    def _meters_so_far(self) -> MetersSoFar:
        return final_meters(self.job, self.tally)

    @property
    def meters(self) -> Mapping[str, MeterHistory]:
        """Every jackpot through the rounds."""
        return self._meters_so_far.meters

    @cached_property
    def wagers(self) -> tuple[WagerResult, ...]:
        """The result of every side wager."""
        counts = self.job.combinations(self.tally)
        envies = self.job.envy(self.tally)
        results = []
        base = 0
        envied = 0
        for wager in self.job.wagers:
            own = counts[base:][: wager.combinations]
            envy = envies[envied:][: len(wager.envies)]
            results.append(self._wager(wager, own, envy))
            base = base + wager.combinations
            envied = envied + len(envy)
        return tuple(results)

    def _wager(self, wager: Wager, counts: Array, envies: Array) -> WagerResult:
        meter = self.meters.get(wager.id)
        nets = [_net(wager, combination, meter) for combination in range(wager.combinations)]
        made, total, squares = spread(np.array(nets, dtype=object), counts)
        total -= self._meters_so_far.over_limit.get(wager.id, 0)
        if meter is not None and meter.meter is not None:
            total = total + meter.awarded
            squares = squares + _award_squares(meter)
        paying = [
            combination
            for combination in range(wager.combinations)
            if any(map(is_paid, wager.combination_rows(combination)))
        ]
        return WagerResult(
            id=wager.id,
            table=wager.side.spot.table.id if wager.side.spot.table else "",
            stake=wager.stake,
            made=made,
            won=sum(int(counts[combination]) for combination in paying),
            total=total,
            edge=estimate(made, total, squares, wager.stake),
            rows=tuple(_rows(wager, counts, made)),
            meter=meter,
            envy=sum(
                envy_pay.cents * int(n) for envy_pay, n in zip(wager.envies, envies, strict=True)
            ),
        )

    @cached_property
    def cube(self) -> Cube:
        """The rounds by cards gone and by count; only with a counter."""
        assert self.job.counter is not None, "nobody counts"
        cube = Cube.from_tally(self.job, self.tally)
        if self.second_from is not None:
            cube = cube.with_hands_from(self.second_from)
        return cube if self.earlier_cut is None else cube.with_cut(self.earlier_cut)

    @cached_property
    def trips(self) -> TripResults | None:
        """The results of the counter's trips; None without trips."""
        if self.trip_terms is None or self.job.counter is None:
            return None
        return play_trips(self.job, self.trip_terms, self.tally.rounds)

    @cached_property
    def perfect_bets(self) -> tuple[SideBet, ...]:
        """What side wagers win that are made by their exact value."""
        if not self.value_bets:
            return ()
        return tuple(_perfect_bet(self.job, bet, self.rounds) for bet in self.value_bets)

    @cached_property
    def digest(self) -> str:
        """A digest of everything that was counted: equal runs have equal digests."""
        hashed = hashlib.sha256(str(self.rounds).encode())
        hashed.update(np.ascontiguousarray(self.tally.counts, dtype="<i8").tobytes())
        if self._meters_so_far.meters or self._meters_so_far.over_limit:
            hashed.update(json.dumps(self._meters_so_far.as_json(), sort_keys=True).encode())
        return hashed.hexdigest()


def _net(wager: Wager, combination: int, meter: MeterHistory | None) -> int:
    """Return the cents that a combination wins, with posted prizes but not shares of a meter."""
    net = wager.net(combination)
    jackpot = wager.side.spot.jackpot
    if meter is None or meter.meter is not None or jackpot is None:
        return net
    shares = (meter_share(row.pay) for row in wager.combination_rows(combination))
    return net + sum(jackpot.prizes[share] for share in shares if share)


def _award_squares(history: MeterHistory) -> int:
    """Return the squares of all awards of a meter, each at the level the meter is counted at.

    The other pays of a winner's wager are negligible beside an award.
    """
    return sum(
        count * (level * percent // ALL // UNITS_PER_CENT) ** 2
        for percent, awards in history.awards.items()
        for level, count in awards.levels.items()
    )


def _rows(wager: Wager, counts: Array, made: int) -> list[RowCount]:
    paid: Counter[int] = Counter()
    for combination in np.nonzero(counts)[0].tolist():
        for row in wager.combination_rows(combination):
            paid[id(row)] += int(counts[combination])
    return [
        RowCount(
            name=row.name,
            pay=row.text,
            count=paid[id(row)],
            frequency=paid[id(row)] / made if made else 0.0,
        )
        for row in wager.rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotResult:
    """The result of one progressive jackpot."""

    meter: Meter
    """The meter at the end."""
    hits: int
    """How often all of it was won."""
    mean_at_hit: float | None
    """Dollars on the meter when all of it is won, on average."""
    quantiles: dict[str, float]
    """Share of the hits -> dollars that the meter did not pass; empty without a hit."""
    awarded: int
    """Cents paid as shares of the meter."""
    long_run_edge: float
    """Per unit wagered, with all that is still on the meter."""


def jackpot_result(wager: WagerResult) -> JackpotResult | None:
    """Return the result of a wager's meter; None if it has none.

    The meter's amount above its first seed was fed to it and will be won. Counting it gives the
    edge of the long run, whenever the last hit was.
    """
    history = wager.meter
    if history is None or history.meter is None or not wager.made:
        return None
    meter = history.meter
    hits = history.full
    quantiles = {f"{share:.0%}": hits.quantile(share) for share in QUANTILES}
    held = (meter.display + meter.reserve - meter.seed) / UNITS_PER_CENT
    return JackpotResult(
        meter=meter,
        hits=hits.count,
        mean_at_hit=hits.mean,
        quantiles={name: level for name, level in quantiles.items() if level is not None},
        awarded=history.awarded,
        long_run_edge=-(wager.total + held) / (wager.made * wager.stake),
    )
