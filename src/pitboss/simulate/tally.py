"""What a simulation counts, and what a job makes of its counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.simulate.meters import MetersSoFar

Array = Any
UNLIMITED = 2**62
HIT_FIELDS = 5
"""Of what a meter or a limit is asked about: shoe, round of the shoe, seat, wager, combination."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted: whole numbers, which add up in any order."""

    rounds: int
    counts: Array
    hits: Array
    """(hits, fields): round, seat, wager, combination, in the order of rounds."""
    meters_so_far: MetersSoFar | None = None
    """What earlier hits came to, in a tally from the first round on: see `simulate.meter_pass`."""

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
    """Return hits by the number of their round among all that were played.

    *played* are the rounds of each shoe, and None where every shoe was one.
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
    """Those whose results it adds up."""
    wagered: int
    """Cents that its edge is a part of: the first wager, or all that are made before a round."""
    of: str = "the first wager"
    """What those cents are called."""
    units: str = "first wagers"
    """And what several of them are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What came of one part."""

    part: Part
    values: Array
    """Cents that a seat may win in a round."""
    counts: Array
    """How often each of them was won."""
    rounds: tuple[int, int, int]
    """Rounds, what all seats won in them together, and the squares of that."""
    staked: int
    """Cents that lay on the table at the end of a round, all rounds and seats together."""


def spread(values: Array, counts: Array) -> tuple[int, int, int]:
    """Return how many values there are, their sum and the sum of their squares, exactly."""
    held = np.nonzero(counts)[0]
    pairs = [(int(values[place]), int(counts[place])) for place in held]
    return (
        sum(count for _, count in pairs),
        sum(value * count for value, count in pairs),
        sum(value * value * count for value, count in pairs),
    )
