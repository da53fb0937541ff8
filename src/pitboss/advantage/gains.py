"""The gain of a counter who bets with an edge: how far a shoe is dealt, and what that wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.cards import Shoe
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import true_counts

Array = Any

COUNT_MAX = 60
"""Larger true counts are taken together."""
_ROUNDS = 100
CARDS_A_ROUND = 6
"""About what a player and the dealer take together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How far a shoe is dealt.

    A round may begin behind any card before the cut card, one place as often as another: rounds
    take different numbers of cards, and after the first few nothing is left of the shuffle.
    """

    cut: int
    """Cards before the cut card."""
    after_cut: int = 0
    """Rounds that are dealt after the cut card came: 0, or 1 where the house deals one more."""
    cards_a_round: int = CARDS_A_ROUND
    """Cards of a round; they matter for the round after the cut card alone."""
    burn: int = 0
    """Cards put aside unseen after the shuffle: they are gone for nobody's count."""

    def starts(self, size: int, needed: int) -> Array:
        """Return the share of rounds that begin with 0, 1, 2 .. cards seen.

        *size* is the number of cards of the shoe; every round needs some cards.

        >>> Dealing(cut=4, after_cut=1, cards_a_round=2).starts(52, 4)[3:].round(3).tolist()
        [0.167, 0.167, 0.167]
        """
        last = self.cut + self.after_cut * self.cards_a_round - self.burn
        places = max(1, min(last, size - self.burn - needed))
        assert places <= size, "a round begins behind cards of the shoe"
        return np.full(places, 1.0 / places)


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
    # A round has one count at most, so the shares of all counts are no more than all rounds.
    assert sum(row.chance for row in rows) < 1 + 1e-9
    for ordered, below in ((rows[::-1], False), (rows, True)):
        chance = gain = 0.0
        for row in ordered:
            chance = chance + row.chance
            gain = gain + row.chance * row.value
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
