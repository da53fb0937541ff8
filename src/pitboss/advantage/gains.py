"""The gain of a counter who bets with an edge: the trigger, the frequency and the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Shoe
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import true_counts

Array = Any

COUNT_MAX = 60
"""Larger true counts are taken together."""
_ROUNDS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ByCount:
    """All rounds with one true count."""

    count: int
    chance: float
    """The share of rounds in which the wager can be made at this count."""
    value: float
    """The expectation of one unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountGain:
    """The gain of a player who bets one unit at counts with an edge, and nothing at others."""

    trigger: int | None = None
    """The true count from which on the wager is made; None: never, or no count is kept."""
    below: bool = False
    """The wager is made at the trigger and below it."""
    frequency: float = 0.0
    """The share of rounds with a bet."""
    edge: float = 0.0
    """The player's expectation of a bet, in units."""
    standard_error: float | None = None
    """Of `per_100`, where shoes are sampled."""
    rows: tuple[ByCount, ...] = ()

    @property
    def per_100(self) -> float:
        """Units won in 100 rounds."""
        return _ROUNDS * self.frequency * self.edge

    def as_json(self) -> dict[str, Any]:
        """Return it as `pitboss count --json` prints it."""
        figures: dict[str, Any] = {
            "frequency": self.frequency,
            "edge": self.edge,
            "per_100": self.per_100,
        }
        if self.trigger is not None:
            figures |= {"trigger": self.trigger, "below": self.below}
        if self.standard_error is not None:
            figures["standard_error"] = self.standard_error
        return figures


def best_trigger(by_count: Mapping[int, tuple[float, float]]) -> CountGain:
    """Return the trigger that wins most, above or below."""
    rows = tuple(
        ByCount(count=count, chance=chance, value=gain / chance)
        for count, (chance, gain) in sorted(by_count.items())
        if chance > 0
    )
    best = CountGain(rows=rows)
    for ordered, below in ((rows[::-1], False), (rows, True)):
        chance = gain = 0.0
        for row in ordered:
            chance, gain = chance + row.chance, gain + row.chance * row.value
            if _ROUNDS * gain > best.per_100:
                best = CountGain(
                    trigger=row.count, below=below, frequency=chance, edge=gain / chance, rows=rows
                )
    return best


def gain_at(gain: CountGain, trigger: int) -> CountGain:
    """Return the gain of a player who bets from another true count on."""
    bets = [row for row in gain.rows if row.count >= trigger]
    chance = sum(row.chance for row in bets)
    won = sum(row.chance * row.value for row in bets)
    return CountGain(
        trigger=trigger, frequency=chance, edge=won / chance if chance else 0.0, rows=gain.rows
    )


def true_count_table(system: CountSystem, shoe: Shoe) -> Array:
    """Return the true counts by running count, from the smallest that occurs, and cards left."""
    return true_counts(
        system.count_range(shoe),
        shoe.size,
        system.convention,
        per=system.per,
        unit=system.unit,
        limit=COUNT_MAX,
    )
