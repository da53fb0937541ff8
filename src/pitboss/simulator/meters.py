"""The history of meters and limits, in memory that does not grow with the rounds.

A meter is followed award by award, and only sums are kept: how often each percentage was won, the
meter at those awards, in total and level by level, and some of the awards one by one. Which awards
are kept depends only on their number, so a run that is cut into pieces ends with the same values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.engine.meter import UNITS_PER_DOLLAR, Meter
from pitboss.engine.values import asdict

KEPT_MOST = 4096
"""The most awards of one percentage that are kept one by one."""
LEVEL_BITS = 11
"""Levels of a meter are counted to this many binary digits: one part in a thousand."""
ALL = 100

Award = tuple[int, int]
"""The round, and the meter in units of 1/10,000 of a dollar when it was won."""


def round_to_level(units: int) -> int:
    """Return *units* rounded down to the level it is counted at.

    >>> round_to_level(2047), round_to_level(50_010_500)
    (2047, 50003968)
    """
    shift = max(0, units.bit_length() - LEVEL_BITS)
    return units >> shift << shift


@dataclass(frozen=True, slots=True)
class Awards:
    """Every award of one percentage of a meter."""

    count: int = 0
    units: int = 0
    """The meter at each of them, summed."""
    levels: Mapping[int, int] = field(default_factory=dict)
    """How often the meter stood at each level."""
    kept: tuple[Award, ...] = ()
    """All awards, or if there are too many every second one, every fourth, and so on."""

    @property
    def step(self) -> int:
        """One award out of this many is kept, beginning with the first."""
        return 1 << (max(0, self.count - 1) // KEPT_MOST).bit_length()

    @property
    def mean(self) -> float | None:
        """Dollars on the meter at an award, on average."""
        return self.units / self.count / UNITS_PER_DOLLAR if self.count else None

    def quantile(self, share: float) -> float | None:
        """Return dollars that the meter did not pass at *share* of the awards, to a thousandth.

        >>> Awards().after([(0, 1_000_000), (5, 4_000_000), (9, 2_000_000)]).quantile(0.5)
        199.9872
        """
        passed = 0
        for level, count in sorted(self.levels.items()):
            passed += count
            if passed >= share * self.count:
                return level / UNITS_PER_DOLLAR
        return None

    def after(self, more: Sequence[Award]) -> Awards:
        """Return these awards and *more* of them, won later.

        >>> Awards().after([(3, 500)]).after([(7, 300)]) == Awards().after([(3, 500), (7, 300)])
        True
        """
        levels = Counter(self.levels)
        levels.update(round_to_level(units) for _, units in more)
        shown = self.units + sum(units for _, units in more)
        awards = Awards(self.count + len(more), shown, dict(levels))
        step = awards.step
        first = -self.count % step  # the first of the new ones whose number is a multiple of step
        kept = (*self.kept[:: step // self.step], *more[first::step])
        return Awards(awards.count, awards.units, awards.levels, kept)


NO_AWARDS = Awards()


@dataclass(frozen=True, slots=True)
class MeterHistory:
    """One jackpot over all rounds: cents awarded, and the meter at the awards."""

    wager: str
    meter: Meter | None
    """The meter at the end; None if the house posts prizes and there is no meter."""
    fed: int = 0
    """Rounds whose wagers are in it."""
    awarded: int = 0
    """Cents paid as shares of the meter, or as posted prizes."""
    awards: Mapping[int, Awards] = field(default_factory=dict)
    """Percentage of the meter -> its awards; empty without a meter."""

    @property
    def full(self) -> Awards:
        """The awards of the whole meter."""
        return self.awards.get(ALL, NO_AWARDS)


@dataclass(frozen=True, slots=True)
class MetersSoFar:
    """All that depends on the order of rounds: awards of meters, and pays withheld by limits."""

    meters: Mapping[str, MeterHistory]
    over_limit: Mapping[str, int]
    """C74: wager -> cents that were not paid because the pays of a round passed its limit."""

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON has it."""
        return {
            "meters": {wager: _history_json(history) for wager, history in self.meters.items()},
            "over_limit": dict(self.over_limit),
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> MetersSoFar:
        """Return what `as_json` wrote.

        >>> MetersSoFar.from_json(MetersSoFar({}, {"match-up": 250}).as_json()).over_limit
        {'match-up': 250}
        """
        return cls(
            {wager: _read_history(wager, history) for wager, history in record["meters"].items()},
            {wager: int(cents) for wager, cents in record["over_limit"].items()},
        )


def _history_json(history: MeterHistory) -> dict[str, Any]:
    return {
        "meter": None if history.meter is None else _meter_json(history.meter),
        "fed": history.fed,
        "awarded": history.awarded,
        "awards": [
            {
                "percent": percent,
                "count": awards.count,
                "units": awards.units,
                "levels": [list(level) for level in sorted(awards.levels.items())],
                "kept": [list(award) for award in awards.kept],
            }
            for percent, awards in sorted(history.awards.items())
        ],
    }


def _read_history(wager: str, record: Mapping[str, Any]) -> MeterHistory:
    return MeterHistory(
        wager,
        None if record["meter"] is None else _read_meter(record["meter"]),
        int(record["fed"]),
        int(record["awarded"]),
        {
            int(award["percent"]): Awards(
                int(award["count"]),
                int(award["units"]),
                {int(level): int(count) for level, count in award["levels"]},
                tuple((int(number), int(units)) for number, units in award["kept"]),
            )
            for award in record["awards"]
        },
    )


def _meter_json(meter: Meter) -> dict[str, Any]:
    """Return the fields of a meter, shares of wagers as text."""
    return {
        name: str(value) if isinstance(value, Fraction) else value
        for name, value in asdict(meter).items()
    }


def _read_meter(record: Mapping[str, Any]) -> Meter:
    shares = {"contribution", "reserve_share"}
    fields: dict[str, Any] = {
        name: Fraction(value) if name in shares else None if value is None else int(value)
        for name, value in record.items()
    }
    return Meter(**fields)
