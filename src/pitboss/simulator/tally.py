"""The counts of a simulation, and the results that a job reads from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.meters import MetersSoFar

BASE = 100
"""Cents on a hand before anything is doubled."""
UNLIMITED = 2**62
HIT_FIELDS = 5
"""The fields of a deferred win: shoe, round of the shoe, seat, wager, combination."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a run: whole numbers, which add up in any order."""

    rounds: int
    counts: Array
    hits: Array
    """(hits, fields): round, seat, wager, combination, in the order of rounds."""
    meters_so_far: MetersSoFar | None = None
    """The amounts of earlier hits, in a tally from the first round on; see `meter_pass`."""

    def __add__(self, later: Tally) -> Tally:
        """Return both, the rounds of *later* after these."""
        assert later.meters_so_far is None, "only a tally from the first round on is followed"
        hits = later.hits.copy()
        hits[:, 0] += self.rounds
        return Tally(
            self.rounds + later.rounds,
            self.counts + later.counts,
            np.concatenate((self.hits, hits)),
            self.meters_so_far,
        )


def no_hits() -> Array:
    """Return the hits of rounds that have none."""
    return np.zeros((0, HIT_FIELDS - 1), dtype=np.int64)


def in_rounds(hits: Array, first: int, played: Array | None) -> Array:
    """Return hits by the number of their round among all rounds.

    *played* are the rounds of each shoe; None if every shoe is one round.
    """
    before = shoes = hits[:, 0] - first
    if played is not None:
        before = np.cumsum(played, dtype=np.int64)[shoes] - played[shoes]
    rounds = before + hits[:, 1]
    order = np.argsort(rounds, kind="stable")
    return np.column_stack((rounds, hits[:, 2:]))[order]


@dataclass(frozen=True, slots=True)
class Part:
    """Wagers of a seat whose results are counted together."""

    id: str
    title: str
    wagers: tuple[str, ...]
    """The wagers that it adds up."""
    wagered: int
    """Cents that its edge is a part of: the first wager, or all that are made before a round."""
    of: str = "the first wager"
    """The name of those cents."""
    units: str = "first wagers"
    """The plural of that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartCounts:
    """The counts of one part."""

    part: Part
    values: Array
    """Cents that a seat may win in a round."""
    counts: Array
    """How often each of them was won."""
    rounds: tuple[int, int, int]
    """The number of rounds, the sum of all seats' results, and the sum of their squares."""
    staked: int
    """Cents on the table at the end of a round, summed over rounds and seats."""


def spread(values: Array, counts: Array) -> tuple[int, int, int]:
    """Return the number of values, their sum and the sum of their squares, exactly."""
    held = np.nonzero(counts)[0]
    pairs = [(int(values[place]), int(counts[place])) for place in held]
    return (
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )
