"""Risk simulated: many bankrolls followed round by round, from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.advantage.risk.formulas import Drift
from pitboss.advantage.risk.walk import GainDistribution

Floats = NDArray[np.float64]

STEPS_MAX = 10_000_000
"""Rounds that are simulated in all."""
TRIPS_MAX = 20_000
TRIPS_LEAST = 100
"""With fewer trips nothing is simulated: the rounds are too many."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
PATHS = 20
"""Bankrolls that are kept as they went, for a picture."""
_LOOKS = 60
"""Moments at which the bankrolls are looked at."""
_CHUNK = 2048
"""Bankrolls that are followed together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A probability estimated from trips."""

    count: int
    trips: int

    @property
    def mean(self) -> float:
        """The part of the trips."""
        return self.count / self.trips

    @property
    def standard_error(self) -> float:
        """Its standard error; of nothing or everything, that of one trip more or less."""
        inside = min(max(self.count, 1), self.trips - 1) / self.trips
        return sqrt(inside * (1 - inside) / self.trips)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trips:
    """The results of many bankrolls over the same number of rounds."""

    trips: int
    seed: int
    lost: Share
    won: Share | None
    behind: Share
    mean: float
    mean_error: float
    looks: tuple[int, ...]
    """Rounds after which the bankrolls were looked at."""
    fan: Floats
    """By look and by quantile: the result so far."""
    ruined: Floats
    """By look: the part of the banks that is lost."""
    paths: Floats
    """By look and trip: some single results."""


def play_trips(
    steps: Drift | GainDistribution,
    *,
    rounds: int,
    bank: float | None,
    goal: float | None = None,
    seed: int = 0,
) -> Trips | None:
    """Follow many bankrolls; None if the rounds are too many for a hundred of them.

    Without outcomes the result of a round is a normal value. Whoever has lost the bank or won the
    goal plays no more.

    >>> coin = GainDistribution.from_pairs([(1, 0.5), (-1, 0.5)])
    >>> trips = play_trips(coin, rounds=2, bank=2)
    >>> abs(trips.lost.mean - 0.25) < 4 * trips.lost.standard_error
    True
    """
    count = min(TRIPS_MAX, STEPS_MAX // rounds)
    if count < TRIPS_LEAST:
        return None
    looks = np.unique(np.linspace(0, rounds, min(rounds, _LOOKS) + 1).astype(int))
    random = np.random.Generator(np.random.Philox(seed))
    sizes = [min(_CHUNK, count - first) for first in range(0, count, _CHUNK)]
    every = np.concatenate([_follow(steps, random, size, looks, (bank, goal)) for size in sizes])
    results = every[:, -1]
    is_lost = np.zeros(count, bool) if bank is None else results <= -bank + _ROUNDING
    is_won = None if goal is None else results >= goal - _ROUNDING
    return Trips(
        trips=count,
        seed=seed,
        lost=Share(count=int(is_lost.sum()), trips=count),
        won=None if is_won is None else Share(count=int(is_won.sum()), trips=count),
        behind=Share(count=int((results < -_ROUNDING).sum()), trips=count),
        mean=float(results.mean()),
        mean_error=float(results.std() / sqrt(count)),
        looks=tuple(int(look) for look in looks),
        fan=np.quantile(every, QUANTILES, axis=0).T,
        ruined=(
            np.zeros(len(looks)) if bank is None else (every <= -bank + _ROUNDING).mean(axis=0)
        ),
        paths=every[:PATHS].T,
    )


_ROUNDING = 1e-9


def _follow(
    steps: Drift | GainDistribution,
    random: np.random.Generator,
    size: int,
    looks: NDArray[np.int64],
    ends: tuple[float | None, float | None],
) -> Floats:
    """Return the results of *size* bankrolls at every look."""
    bank, goal = ends
    result = np.zeros(size)
    playing = np.ones(size, bool)
    path = np.zeros((size, len(looks)))
    for look in range(1, len(looks)):
        for start in range(looks[look - 1], looks[look], _BLOCK):
            length = min(_BLOCK, looks[look] - start)
            gains = _draw(steps, random, (int(playing.sum()), int(length)))
            way = result[playing, None] + np.cumsum(gains, axis=1)
            over = np.zeros(way.shape, bool)
            if bank is not None:
                over |= way <= -bank + _ROUNDING
            if goal is not None:
                over |= way >= goal - _ROUNDING
            stops = over.any(axis=1)
            at = np.where(stops, over.argmax(axis=1), length - 1)
            result[playing] = way[np.arange(len(way)), at]
            playing[np.flatnonzero(playing)[stops]] = False
        path[:, look] = result
    return path


_BLOCK = 256
"""Rounds that are drawn at once."""


def _draw(
    steps: Drift | GainDistribution, random: np.random.Generator, shape: tuple[int, int]
) -> Floats:
    if isinstance(steps, Drift):
        return random.normal(steps.expectation, steps.sd, shape)
    gains = np.array([float(gain) for gain in steps.gains])
    edges = np.cumsum(steps.chances)[:-1]
    return gains[np.searchsorted(edges, random.random(shape), side="right")]
