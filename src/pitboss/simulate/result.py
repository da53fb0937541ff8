"""What a simulation found, worked out from its counts."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.exact.odds import is_paid
from pitboss.rulebook.pays import meter_share
from pitboss.simulate.ends import BASE, COLUMNS, End, How
from pitboss.simulate.following import at_the_end
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.meters import ALL, Followed, MeterHistory
from pitboss.simulate.play import COLUMN_BITS
from pitboss.simulate.wagers import Wager

Array = Any
SIGMAS = 1.959964
"""A normal variable is nearer to its mean than so many standard deviations 95 times in 100."""
_INSURED = 2


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
    """What came of one side wager."""

    id: str
    table: str
    stake: int
    made: int
    """How often it was made."""
    won: int
    """How often something was paid on it."""
    total: int
    """Cents won by all seats together, awards of a meter included."""
    edge: Estimate
    """Per unit wagered; the meter's awards are in it as they came. Seats count as independent."""
    rows: tuple[RowCount, ...]
    meter: MeterHistory | None = None

    @property
    def hit_frequency(self) -> float:
        """How often something was paid on it, of all the times it was made."""
        return self.won / self.made if self.made else 0.0


def spread(values: Array, counts: Array) -> tuple[int, int, int]:
    """Return how many values there are, their sum and the sum of their squares, exactly."""
    held = np.nonzero(counts)[0]
    pairs = [(int(values[place]), int(counts[place])) for place in held]
    return (
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )


def estimate(number: int, total: int, squares: int, unit: float) -> Estimate:
    """Return the mean loss per *unit* of *number* independent results, with its standard error."""
    if not number:
        return Estimate(mean=0.0, standard_error=0.0)
    mean = total / number
    variance = max(0.0, squares / number - mean * mean)
    return Estimate(mean=-mean / unit, standard_error=(variance / number) ** 0.5 / unit)


@dataclass(frozen=True)
class Simulation:
    """A run of a job: what was counted, and everything that follows from it."""

    job: Job
    tally: Tally
    strategy: str = "optimal"
    device: str = "cpu"
    workers: int = 1
    seconds: float = 0.0
    complete: bool = True
    """Whether all the rounds asked for were played."""

    def __repr__(self) -> str:
        """Write the game, the rounds and the edges, a few lines of them."""
        from pitboss.simulate.words import short_lines  # noqa: PLC0415 - it reads what is here

        return "\n".join(short_lines(self))

    def __str__(self) -> str:
        """Write everything that was found, line by line."""
        from pitboss.simulate.words import text_lines  # noqa: PLC0415

        return "\n".join(text_lines(self))

    def _repr_html_(self) -> str:
        """Write tables; notebooks show them."""
        from pitboss.simulate.words import html_table  # noqa: PLC0415

        return html_table(self)

    def table(self) -> list[dict[str, Any]]:
        """Return everything that was found as rows of one table: `pandas.DataFrame(it.table())`."""
        from pitboss.simulate.tidy import tidy  # noqa: PLC0415

        return [asdict(line) for line in tidy(self)]

    def as_json(self) -> dict[str, Any]:
        """Return everything that was found, as `pitboss simulate --json` prints it."""
        from pitboss.simulate.record import simulation_record  # noqa: PLC0415

        return simulation_record(self)

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.tally.rounds

    @property
    def rounds_per_second(self) -> float:
        """How many rounds were played in a second, start and end included."""
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def wagered_at_first(self) -> int:
        """Cents that a seat puts on its main wagers before a round."""
        return BASE * len(self.job.setup.mains)

    def _section(self, at: int, size: int) -> Array:
        return self.tally.counts[at : at + size]

    @cached_property
    def hands(self) -> Array:
        """(end, outcome): how often hands ended so."""
        cells = self._section(0, self.job.sections.cells)
        return cells.reshape(-1, 1 << COLUMN_BITS)[:, :COLUMNS]

    @cached_property
    def _nets(self) -> tuple[Array, Array]:
        sections = self.job.sections
        values = (np.arange(sections.nets) - sections.nets // 2) * sections.unit
        return values, self._section(sections.cells, sections.nets)

    @cached_property
    def _totals(self) -> tuple[Array, Array]:
        sections = self.job.sections
        values = (np.arange(sections.totals) - sections.totals // 2) * sections.unit
        return values, self._section(sections.cells + sections.nets, sections.totals)

    @property
    def total(self) -> int:
        """Cents won on main wagers by all seats together."""
        return spread(*self._nets)[1]

    @cached_property
    def house_edge(self) -> Estimate:
        """What a seat loses per unit of its first wager; seats of one round are not independent."""
        return estimate(*spread(*self._totals), self.wagered_at_first * self.job.seats)

    @cached_property
    def variance(self) -> float:
        """The variance of what one seat wins in a round, in units of its first wager."""
        number, total, squares = spread(*self._nets)
        if not number:
            return 0.0
        return (squares / number - (total / number) ** 2) / self.wagered_at_first**2

    @property
    def standard_deviation(self) -> float:
        """Its standard deviation."""
        return float(self.variance**0.5)

    @cached_property
    def average_wager(self) -> float:
        """What lies on the table at the end, in units of the first wager."""
        staked = sum(
            int(count) * end.money.stake
            for end, count in zip(self.job.layout.ends, self.hands.sum(axis=1), strict=True)
        )
        return staked / max(1, self.rounds * self.job.seats) / self.wagered_at_first

    @property
    def element_of_risk(self) -> float:
        """What a seat loses per unit of all that it wagers."""
        return self.house_edge.mean / self.average_wager if self.average_wager else 0.0

    @cached_property
    def histogram(self) -> dict[float, int]:
        """Units won by a seat in a round -> how often."""
        values, counts = self._nets
        return {
            int(values[place]) / self.wagered_at_first: int(counts[place])
            for place in np.nonzero(counts)[0]
        }

    @cached_property
    def events(self) -> dict[str, int]:
        """How often hands came to something worth a name."""
        found: Counter[str] = Counter()
        for end, count in zip(self.job.layout.ends, self.hands.sum(axis=1).tolist(), strict=True):
            if count:
                for name in _events(end):
                    found[name] += count
        played = self.rounds * self.job.seats * len(self.job.setup.mains)
        found["split"] = int(self.hands.sum()) - played
        return dict(sorted(found.items()))

    @cached_property
    def dealer(self) -> dict[str, int]:
        """How often hands met each outcome of the dealer's."""
        names = ("17", "18", "19", "20", "21", "22", "bust", "blackjack", "not drawn")
        return dict(zip(names, self.hands.sum(axis=0).tolist(), strict=True))

    @cached_property
    def _followed(self) -> Followed:
        return at_the_end(self.job, self.tally)

    @property
    def meters(self) -> Mapping[str, MeterHistory]:
        """Every jackpot through the rounds."""
        return self._followed.meters

    @cached_property
    def insurance(self) -> tuple[int, int]:
        """How often a seat might have insured, and how often that would have won."""
        lost, won = self._section(len(self.tally.counts) - _INSURED, _INSURED).tolist()
        return lost + won, won

    @cached_property
    def wagers(self) -> tuple[WagerResult, ...]:
        """What came of every side wager."""
        base = self.job.sections.full[3]
        found = []
        for wager in self.job.wagers:
            counts = self._section(base, wager.combinations)
            found.append(self._wager(wager, counts))
            base += wager.combinations
        return tuple(found)

    def _wager(self, wager: Wager, counts: Array) -> WagerResult:
        meter = self.meters.get(wager.id)
        nets = [_net(wager, each, meter) for each in range(wager.combinations)]
        made, total, squares = spread(np.array(nets, dtype=object), counts)
        total -= self._followed.over_limit.get(wager.id, 0)
        if meter is not None and meter.meter is not None:
            total, squares = total + meter.awarded, squares + _award_squares(meter)
        paying = [
            each for each in range(wager.combinations) if any(map(is_paid, wager.rows_of(each)))
        ]
        return WagerResult(
            id=wager.id,
            table=wager.side.spot.table.id if wager.side.spot.table else "",
            stake=wager.stake,
            made=made,
            won=sum(int(counts[each]) for each in paying),
            total=total,
            edge=estimate(made, total, squares, wager.stake),
            rows=tuple(_rows(wager, counts, made)),
            meter=meter,
        )

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that was counted: equal runs have equal ones."""
        hashed = hashlib.sha256(str(self.rounds).encode())
        hashed.update(np.ascontiguousarray(self.tally.counts, dtype="<i8").tobytes())
        if self._followed.meters or self._followed.over_limit:
            hashed.update(json.dumps(self._followed.as_json(), sort_keys=True).encode())
        return hashed.hexdigest()


def _events(end: End) -> list[str]:
    """What a hand that ended so has come to."""
    names = [end.name if end.how is How.PAID else str(end.how)]
    names += [f"stood on {end.name}"] if end.how is How.STOOD else []
    names += ["doubled"] if end.money.doublings else []
    names += ["redoubled"] if end.money.doublings > 1 else []
    names += ["super bonus"] if end.super_bonus else []
    names += ["carried by a lammer"] if end.money.free and not end.money.stake else []
    names += ["doubled free"] if end.money.doublings and not end.money.portion else []
    return names


def _net(wager: Wager, combination: int, meter: MeterHistory | None) -> int:
    """Cents that a combination wins, posted prizes included and shares of a meter left out."""
    net, jackpot = wager.net(combination), wager.side.spot.jackpot
    if meter is None or meter.meter is not None or jackpot is None:
        return net
    shares = (meter_share(row.pay) for row in wager.rows_of(combination))
    return net + sum(jackpot.prizes[share] for share in shares if share)


def _award_squares(history: MeterHistory) -> int:
    """The squares of all awards of a meter, each at the level that the meter is counted at.

    What else a winner's wager comes to is next to nothing beside it.
    """
    return sum(
        count * (level * percent // ALL // UNITS_PER_CENT) ** 2
        for percent, awards in history.awards.items()
        for level, count in awards.levels.items()
    )


def _rows(wager: Wager, counts: Array, made: int) -> list[RowCount]:
    paid: Counter[int] = Counter()
    for combination in np.nonzero(counts)[0].tolist():
        for row in wager.rows_of(combination):
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
