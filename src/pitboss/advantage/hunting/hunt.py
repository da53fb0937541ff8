"""Simulate hunters at tables that feed one meter, and compare them with the exact values."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

import numpy as np

from pitboss.advantage.gains import CountGain
from pitboss.advantage.hunting.meter import SITTING, FedTables, Followed, MeterRun, Sitting, Spread
from pitboss.advantage.hunting.terms import HuntSettings
from pitboss.advantage.jackpots import JackpotValue, MustHit, shown_part
from pitboss.advantage.shoe_samples import perfect_gain
from pitboss.advantage.wager_gains import house_dealing
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.setup import Setup, open_meters
from pitboss.exact.any_wager.wager_value import WagerValue, wager_value
from pitboss.questions.runs import CHART, CounterSettings
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.house import House
from pitboss.simulator.settings import RunSettings, make_job
from pitboss.simulator.side_wagers import Wager

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
        return asdict(self) | {"net": self.net}


@dataclass
class Hunt:
    """A simulation of hunters: its sums, and the figures that follow from them."""

    terms: HuntSettings
    wager: Wager
    cut: int
    """Cards before the cut card."""
    meter: MeterRun
    bets: int = 0
    """Wagers that all hunters made."""
    expected: float = 0.0
    """Units: the exact values of those wagers, summed."""
    variance: float = 0.0
    """Square units: the variances of those wagers, summed."""
    own: int = 0
    """Cents that hunters won."""
    own_fixed: int = 0
    """Cents that the first seats of hunters would win without the meter, in all rounds."""
    fixed: int = 0
    """The same of all seats."""
    hits: int = 0
    """How often all of the meter was won."""
    by_hunters: int = 0
    by_ceiling: int = 0
    shown: int = 0
    """Units: the meter at all hits, summed."""
    cycles: Cycles = field(default_factory=Cycles)
    _since: Array = field(default_factory=lambda: np.zeros(3))
    """Since the last hit: rounds, cents that hunters won, and units by their exact values."""
    _is_from_seed: bool = field(init=False)

    def __post_init__(self) -> None:
        self._is_from_seed = self.before.display == self.before.seed

    def add(self, sitting: Sitting) -> None:
        """Follow the meter through a sitting."""
        followed = self.meter.follow(sitting)
        self.bets += int(followed.bets.made.sum())
        self.expected += float(followed.bets.values.sum())
        self.variance += float(followed.bets.variances.sum())
        self.own += int(followed.won.sum())
        self.own_fixed += int(sitting.nets.sum())
        self.fixed += sitting.fixed
        self._add_cycles(followed, sitting.rounds)

    def _add_cycles(self, followed: Followed, rounds: int) -> None:
        won, values = (
            np.concatenate(([0.0], np.cumsum(array.ravel())))
            for array in (followed.won, followed.bets.values)
        )
        begin = 0
        first = 0
        for hit in followed.hits:
            self.hits += 1
            self.by_hunters += hit.by_hunter
            self.by_ceiling += hit.by_ceiling
            self.shown += hit.display
            end = hit.end
            later = hit.round + 1
            self._since += (later - first, won[end] - won[begin], values[end] - values[begin])
            self._end_cycle()
            begin = end
            first = later
        self._since += (rounds - first, won[-1] - won[begin], values[-1] - values[begin])

    def _end_cycle(self) -> None:
        """Count a cycle that began at the seed; the first may begin elsewhere."""
        if self._is_from_seed:
            rounds, cents, expected = self._since
            self.cycles.rounds.add(float(rounds))
            self.cycles.won.add(float(cents) / self.stake / self.terms.hunters)
            self.cycles.expected.add(float(expected) / self.terms.hunters)
        self._since[:] = 0.0
        self._is_from_seed = True

    @property
    def stake(self) -> int:
        """Cents of the wager."""
        return self.wager.stake

    @property
    def before(self) -> Meter:
        """The meter at the start."""
        return self.meter.before

    @property
    def after(self) -> Meter:
        """The meter at the end."""
        return self.meter.meter

    @property
    def drawn(self) -> int:
        """Units that fixed pays took out of the meter."""
        return self.meter.drawn

    @property
    def fed(self) -> dict[bool, int]:
        """Units of the meter that hunters, and that others put in."""
        share = self.before.wager_share(self.stake)
        return {who: share * count for who, count in self.meter.wagers.items()}

    @property
    def hunters(self) -> Side:
        """The wagers and wins of hunters."""
        return self._side(self.own - self.meter.awards[True], hunts=True)

    @property
    def players(self) -> Side:
        """The wagers and wins of all others."""
        return self._side(self.fixed - self.own_fixed, hunts=False)

    def _side(self, net_fixed: int, *, hunts: bool) -> Side:
        wagered = self.meter.wagers[hunts] * self.stake
        return Side(wagered=wagered, fixed=net_fixed + wagered, awards=self.meter.awards[hunts])

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
    opened = open_meters(setup, shown, {})[value.wager]
    meter_run = MeterRun(terms, tables.wager, opened, compute_spread(value))
    run = Hunt(terms, tables.wager, job.cut, meter_run)
    for number, begin in enumerate(range(0, settings.whole_rounds, SITTING)):
        run.add(tables.sit(number, min(SITTING, settings.whole_rounds - begin)))
    return run


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
        names = "start", "break_even", "hunted_from", "until_hit", "reached"
        return (
            self.hunt.as_json()
            | {name: getattr(self, name) for name in names}
            | {
                "at_start": None if self.at_start is None else self.at_start.as_json(),
                "must_hit": self.must_hit,
            }
        )


def hunt_study(
    house: House, setup: Setup, spot: Spot, terms: HuntSettings, *, meter: int | None
) -> HuntStudy:
    """Simulate hunters of a jackpot; *meter* is in cents, and the seed without it."""
    fed = spot.jackpot
    assert fed is not None, "checked before"
    wager = wager_value(setup, spot)
    dealing = house_dealing(setup, house.shoe)
    jackpot = JackpotValue(wager)
    start = fed.seed if meter is None else meter
    shown = shown_part(fed)
    wagers = terms.tables * terms.seats
    even: float | None = jackpot.break_even(wager.full)
    must_hit = None if terms.ceiling is None else MustHit(jackpot, shown, terms.ceiling)
    if must_hit is not None:
        even = must_hit.break_even()
    begin = None if even is None else max(even, float(fed.seed))
    until_hit = None
    reached = None
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
        at_start=perfect_gain(wager, dealing, meter=start) if must_hit is None else None,
        must_hit=None if must_hit is None else must_hit.as_json(start),
    )
