"""Simulate hunters at tables that feed one meter, and compare them with the exact values."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from pitboss.advantage.hunting.meter import Followed, MeterRun, Spread
from pitboss.advantage.hunting.tables import SITTING, FedTables
from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.setup import Setup, open_meters
from pitboss.exact.any_wager.wager_value import WagerValue
from pitboss.rulebook.house import House
from pitboss.simulate.counting.settings import CounterSettings
from pitboss.simulate.settings import RunSettings, make_job
from pitboss.simulate.strategies import CHART

Array = Any
_COUNT = "hi-lo"
"""The rounds are those of a run with somebody who counts; by what does not matter here."""
_ROUNDS = 100


@dataclass
class Mean:
    """The mean of a figure, one cycle after the other: from one hit of the meter to the next."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add a cycle."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float | None:
        """The mean; None without a cycle."""
        return self.total / self.count if self.count else None

    @property
    def standard_error(self) -> float | None:
        """Of the mean; None with fewer than two cycles."""
        if self.count < 2:
            return None
        spread = max(0.0, self.squares - self.total**2 / self.count) / (self.count - 1)
        return sqrt(spread / self.count)


@dataclass
class Cycles:
    """From the seed to the hit, for one hunter."""

    rounds: Mean = field(default_factory=Mean)
    """Rounds of each table."""
    won: Mean = field(default_factory=Mean)
    """Units that he won."""
    expected: Mean = field(default_factory=Mean)
    """Units: the exact values of his wagers."""

    def as_json(self) -> dict[str, Any]:
        """Return the means as data."""
        return {
            "count": self.rounds.count,
            "rounds": self.rounds.mean,
            "won": self.won.mean,
            "won_error": self.won.standard_error,
            "expected": self.expected.mean,
            "expected_error": self.expected.standard_error,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The wagers and wins of hunters, or of all others, in cents."""

    wagered: int
    fixed: int
    """Pays that do not come from shares of the meter, their stakes returned included."""
    awards: int
    """Shares of the meter, and all of it."""

    @property
    def net(self) -> int:
        """Won less wagered."""
        return self.fixed + self.awards - self.wagered

    def as_json(self) -> dict[str, Any]:
        """Return the flows as data."""
        return {
            "wagered": self.wagered,
            "fixed": self.fixed,
            "awards": self.awards,
            "net": self.net,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunt:
    """The result of a simulation of hunters."""

    terms: HuntSettings
    stake: int
    """Cents of the wager."""
    cut: int
    """Cards before the cut card."""
    before: Meter
    """The meter at the start."""
    after: Meter
    bets: int
    """Wagers that all hunters made."""
    expected: float
    """Units: the exact values of those wagers, summed."""
    variance: float
    """Square units: the variances of those wagers, summed."""
    hunters: Side
    players: Side
    fed: dict[bool, int]
    """Units of the meter that hunters, and that others put in."""
    drawn: int
    """Units that fixed pays took out of the meter."""
    hits: int
    """How often all of the meter was won."""
    by_hunters: int
    by_ceiling: int
    shown: int
    """Units: the meter at all hits, summed."""
    cycles: Cycles

    @property
    def watched(self) -> int:
        """Rounds in which a hunter might have bet."""
        return int(self.terms.rounds) * self.terms.hunters

    @property
    def per_100(self) -> float:
        """Units that a hunter won in 100 rounds."""
        return _ROUNDS * self.hunters.net / self.stake / self.watched

    @property
    def expected_per_100(self) -> float:
        """The exact values of his wagers in 100 rounds."""
        return _ROUNDS * self.expected / self.watched

    @property
    def standard_error(self) -> float:
        """How far luck alone puts `per_100` from `expected_per_100`, as a standard error."""
        return _ROUNDS * sqrt(self.variance) / self.watched

    @property
    def seeded(self) -> int:
        """Cents that the house put in after hits."""
        return self.hits * self.before.seed // UNITS_PER_CENT

    @property
    def house(self) -> Fraction:
        """Cents that the house keeps: wagers, less what goes into the meter, pays and seeds."""
        sides = (self.hunters, self.players)
        kept = sum(side.wagered - side.fixed for side in sides) - self.seeded
        return kept - Fraction(sum(self.fed.values()) - self.drawn, UNITS_PER_CENT)

    @property
    def is_conserved(self) -> bool:
        """Whether every unit is accounted for: what all sides and the meter won adds up to 0."""
        nets = self.hunters.net + self.players.net + self.house
        return self.after.is_conserved and nets + self.grown == 0

    @property
    def grown(self) -> Fraction:
        """Cents that the meter holds more at the end."""
        return _meter_cents(self.after) - _meter_cents(self.before)

    def cents_an_hour(self, per_100: float) -> float:
        """Return units in 100 rounds as cents an hour."""
        return per_100 / _ROUNDS * self.terms.rounds_an_hour * self.stake

    def as_json(self) -> dict[str, Any]:
        """Return what `pitboss count --json` says; money in cents."""
        hour = self.cents_an_hour
        return {
            **self.terms.as_json(),
            "stake": self.stake,
            "cut": self.cut,
            "bets": self.bets,
            "frequency": self.bets / self.watched,
            "edge": self.expected / self.bets if self.bets else 0.0,
            "per_100": self.per_100,
            "standard_error": self.standard_error,
            "expected_per_100": self.expected_per_100,
            "per_hour": hour(self.per_100),
            "expected_per_hour": hour(self.expected_per_100),
            "hits": {
                "count": self.hits,
                "by_hunters": self.by_hunters,
                "by_ceiling": self.by_ceiling,
                "mean_meter": self.shown / UNITS_PER_CENT / self.hits if self.hits else None,
            },
            "seed_to_hit": self.cycles.as_json(),
            "money": {
                "hunters": self.hunters.as_json() | {"fed": self.fed[True] / UNITS_PER_CENT},
                "players": self.players.as_json() | {"fed": self.fed[False] / UNITS_PER_CENT},
                "house": {"seeded": self.seeded, "net": float(self.house)},
                "meter": {
                    "before": float(_meter_cents(self.before)),
                    "after": float(_meter_cents(self.after)),
                    "conserved": self.is_conserved,
                },
            },
        }


def _meter_cents(meter: Meter) -> Fraction:
    """Return the cents that a meter holds."""
    return Fraction(meter.display + meter.reserve + meter.overflow, UNITS_PER_CENT)


def hunt(
    house: House,
    setup: Setup,
    value: WagerValue,
    terms: HuntSettings,
    *,
    cut: int,
    meter: int | None,
) -> Hunt:
    """Simulate hunters; *meter* is in cents, and the seed without it.

    `terms.hunt_problems` and `terms.meter_problems` are empty.
    """
    settings = RunSettings(
        rounds=terms.rounds,
        seed=terms.seed,
        seats=terms.seats,
        penetration=cut / setup.shoe.size,
        strategy=CHART,
        counter=CounterSettings(count=_COUNT),
    )
    job = make_job(house, setup, settings)
    shown = {} if meter is None else {value.wager: meter * UNITS_PER_CENT}
    tables = FedTables(job, value, terms.tables, terms.hunters)
    run = _Run(terms, tables, open_meters(setup, shown, {})[value.wager])
    for number, begin in enumerate(range(0, settings.whole_rounds, SITTING)):
        run.sit(number, min(SITTING, settings.whole_rounds - begin))
    return run.result()


def compute_spread(value: WagerValue) -> Spread:
    """Return the mean squares of a wager from a full shoe."""
    assert value.outcomes is not None, "its outcomes depend on more than the deal"
    chances = value.outcomes().chances(value.full)
    won = sum(share * chance for (_, share), chance in chances.items())
    return Spread(
        float(sum(gain * gain * chance for (gain, _), chance in chances.items())),
        float(2 * sum(gain * share * chance for (gain, share), chance in chances.items()) / won),
        float(sum(share * share * chance for (_, share), chance in chances.items()) / won),
    )


@dataclass
class _Run:
    """A simulation that is under way."""

    terms: HuntSettings
    tables: FedTables
    before: Meter
    bets: int = 0
    expected: float = 0.0
    variance: float = 0.0
    own: int = 0
    """Cents that hunters won."""
    own_fixed: int = 0
    """Cents that the first seats of hunters would win without the meter, in all rounds."""
    fixed: int = 0
    """The same of all seats."""
    hits: Array = field(default_factory=lambda: np.zeros(4, dtype=np.int64))
    """Hits of the whole meter, those of hunters, those by the ceiling, and the meter at them."""
    cycles: Cycles = field(default_factory=Cycles)
    since: Array = field(default_factory=lambda: np.zeros(3))
    """Since the last hit: rounds, cents that hunters won, and units by their exact values."""
    is_from_seed: bool = field(init=False)
    meter: MeterRun = field(init=False)

    def __post_init__(self) -> None:
        spread = compute_spread(self.tables.value)
        self.meter = MeterRun(self.terms, self.tables.wager, self.before, spread)
        self.is_from_seed = self.before.display == self.before.seed

    def sit(self, number: int, rounds: int) -> None:
        """Play a sitting, and follow the meter through it."""
        sitting = self.tables.sit(number, rounds)
        followed = self.meter.follow(sitting)
        self.bets += int(followed.bets.made.sum())
        self.expected += float(followed.bets.values.sum())
        self.variance += float(followed.bets.variances.sum())
        self.own += int(followed.won.sum())
        self.own_fixed += int(sitting.nets.sum())
        self.fixed += sitting.fixed
        self._add_cycles(followed, rounds)

    def _add_cycles(self, followed: Followed, rounds: int) -> None:
        won, values = (
            np.concatenate(([0.0], np.cumsum(array.ravel())))
            for array in (followed.won, followed.bets.values)
        )
        begin, first = 0, 0
        for hit in followed.hits:
            self.hits += (1, hit.by_hunter, hit.by_ceiling, hit.display)
            end, later = hit.end, hit.round + 1
            self.since += (later - first, won[end] - won[begin], values[end] - values[begin])
            self._end_cycle()
            begin, first = end, later
        self.since += (rounds - first, won[-1] - won[begin], values[-1] - values[begin])

    def _end_cycle(self) -> None:
        """Count a cycle that began at the seed; the first may begin elsewhere."""
        if self.is_from_seed:
            rounds, cents, expected = self.since
            hunters, stake = self.terms.hunters, self.tables.wager.stake
            self.cycles.rounds.add(float(rounds))
            self.cycles.won.add(float(cents) / stake / hunters)
            self.cycles.expected.add(float(expected) / hunters)
        self.since[:], self.is_from_seed = 0.0, True

    def result(self) -> Hunt:
        """Return everything that was added up."""
        stake, meter = self.tables.wager.stake, self.meter
        share = self.before.wager_share(stake)
        hunters = Side(
            wagered=meter.wagers[True] * stake,
            fixed=self.own - meter.awards[True] + meter.wagers[True] * stake,
            awards=meter.awards[True],
        )
        players = Side(
            wagered=meter.wagers[False] * stake,
            fixed=self.fixed - self.own_fixed + meter.wagers[False] * stake,
            awards=meter.awards[False],
        )
        return Hunt(
            terms=self.terms,
            stake=stake,
            cut=self.tables.job.cut,
            before=self.before,
            after=meter.meter,
            bets=self.bets,
            expected=self.expected,
            variance=self.variance,
            hunters=hunters,
            players=players,
            fed={who: share * count for who, count in meter.wagers.items()},
            drawn=meter.drawn,
            hits=int(self.hits[0]),
            by_hunters=int(self.hits[1]),
            by_ceiling=int(self.hits[2]),
            shown=int(self.hits[3]),
            cycles=self.cycles,
        )
