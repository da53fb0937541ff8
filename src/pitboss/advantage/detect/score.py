"""Score how closely bets follow a count, with the error of that verdict.

Honest players change their bets too: after wins and losses, in moods, in the course of a shoe. So a
bet is first explained by what they go by: the bets before and the last result, the place in
the shoe and in the sitting. What is left of the bets of a shoe is held against the count of that
shoe, and then against the counts of all other shoes in turn, dealt to somebody else: a player who
does not count follows the own shoe no better than those. The part of such exchanges that fits at
least as well is the error of the verdict, whatever the bets are like.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SHOES_LEAST = 7
"""With fewer shoes there are too few ways to exchange them."""
EXCHANGES = 4999
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class BetLine:
    """The bets of one player on one wager, round by round."""

    bets: Floats
    """Any measure of the bet: the logarithm of its cents, or whether it was made."""
    results: Floats
    """The sign of what the player gained in the round."""
    shoes: Ints
    """The number of the shoe of each round, rising."""
    places: Ints
    """Which round of its shoe each is."""

    @property
    def is_flat(self) -> bool:
        """Whether the bet never changes."""
        return len(self.bets) == 0 or float(np.ptp(self.bets)) < _ALIKE


@dataclass(frozen=True, slots=True)
class CountGrid:
    """A count before every round of every shoe of a table."""

    values: Floats
    """[shoe][round of the shoe]; a shoe that has no such round keeps its last count."""

    @classmethod
    def from_rounds(cls, counts: Floats, shoes: Ints, places: Ints) -> CountGrid:
        """Lay out counts by shoe and round."""
        values = np.full((int(shoes.max()) + 1, int(places.max()) + 1), np.nan)
        values[shoes, places] = counts
        for place in range(1, values.shape[1]):
            gaps = np.isnan(values[:, place])
            values[gaps, place] = values[gaps, place - 1]
        return cls(np.nan_to_num(values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How far bets follow a count."""

    correlation: float
    """Of the bets and the count, as they are."""
    z: float
    """How many standard deviations better than exchanged shoes."""
    error: float
    """Twice the part of exchanged shoes that the bets follow at least as well.

    Twice, because some honest habits follow results, and results follow the cards a little.
    """

    @property
    def likelihood(self) -> float:
        """How many times likelier the bets are if they follow the count than if they do not."""
        return float(np.exp(min(self.z**2 / 2, 300.0))) if self.z > 0 else 1.0


def score(
    line: BetLine, counts: CountGrid, *, seed: int = 0, exchanges: int = EXCHANGES
) -> Score | None:
    """Hold bets against a count; None if either never changes or there are too few shoes."""
    shoes = np.unique(line.shoes)
    own = counts.values[line.shoes, line.places]
    if len(shoes) < SHOES_LEAST or line.is_flat or float(np.ptp(own)) < _ALIKE:
        return None
    left = _residuals(line)
    if float(left @ left) < _ALIKE * len(left):
        return None  # the reasons explain the bets entirely: they follow no count
    table = _products(left, line, counts, shoes)
    fit = float(np.trace(table))
    random = np.random.Generator(np.random.Philox(seed))
    orders = random.permuted(np.tile(np.arange(len(shoes)), (exchanges, 1)), axis=1)
    others = table[np.arange(len(shoes)), orders].sum(axis=1)
    spread = float(others.std())
    return Score(
        correlation=float(np.corrcoef(line.bets, own)[0, 1]),
        z=(fit - float(others.mean())) / spread if spread > 0 else 0.0,
        error=min(1.0, 2 * (1 + int((others >= fit - _ALIKE).sum())) / (1 + exchanges)),
    )


def _products(left: Floats, line: BetLine, counts: CountGrid, shoes: Ints) -> Floats:
    """Return how well the bets of each shoe follow the counts of each."""
    bets = np.zeros((len(shoes), counts.values.shape[1]))
    bets[np.searchsorted(shoes, line.shoes), line.places] = left
    values = counts.values[shoes]
    return np.asarray(bets @ (values - values.mean(axis=0)).T)


def _residuals(line: BetLine) -> Floats:
    """Return the part of the bets that honest reasons do not explain."""
    base = _basis(_reasons(line))
    return np.asarray(line.bets - base @ (base.T @ line.bets))


def _reasons(line: BetLine) -> Floats:
    """Return the honest reasons for bets, one column each."""
    bets = line.bets
    rounds = len(line.bets)
    before = np.concatenate([bets[:1], bets[:-1]])
    earlier = np.concatenate([bets[:1], bets[:1], bets[:-2]])[:rounds]
    last = np.concatenate([[0.0], line.results[:-1]])
    won = (last > 0).astype(float)
    lost = (last < 0).astype(float)
    place = line.places / max(1, int(line.places.max()))
    sitting = np.arange(rounds) / rounds
    columns = (
        *(np.ones(rounds), place, place**2, sitting, won, lost),
        *(before, before * won, before * lost, earlier),
    )
    return np.stack(columns, axis=1)


def _basis(columns: Floats) -> Floats:
    """Return an orthogonal basis of some columns; those that add nothing are left out."""
    vectors, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(vectors[:, sizes > _ALIKE * sizes[0]])
