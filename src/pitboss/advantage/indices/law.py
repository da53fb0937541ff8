"""The counts at the moment of a decision: their distribution, and the index that gains most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.tag_sums import TagSums, tag_classes
from pitboss.cards import Shoe
from pitboss.cards.unseen import Unseen
from pitboss.counts.ramp import Ramp
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import TrueCount, true_counts

Array = Any
_STEP = 3
"""Cards from one depth to the next."""
READ_MAX = 255
"""Counts beyond are read as this."""
READS = np.arange(-READ_MAX, READ_MAX + 1)
"""All counts that can be read."""


@dataclass(frozen=True, slots=True)
class Reads:
    """The counts that can be read, each with its probability."""

    read: Array
    """(places): the place in `READS` of the count, by the convention of the system."""
    excess: Array
    """(places): the true count, or by how much that of an unbalanced count exceeds its mean."""
    probability: Array
    running: Array
    """(places): the running count, in parts of the unit."""
    unseen: Array
    """(places): the cards that are unseen."""

    def by_read(self, values: Array) -> Array:
        """Add up values, times their probabilities, by the count that is read."""
        return np.bincount(self.read, self.probability * values, len(READS))


class TrueCountLaw:
    """The running counts of a shoe at all depths to the cut card, from the exact law."""

    def __init__(
        self, system: CountSystem, shoe: Shoe, penetration: float, unseen: Unseen | None = None
    ) -> None:
        """Deal *penetration* of the *unseen* cards: every depth is as likely as any other.

        Without them it is a full shoe that is dealt. The running count less the tags still unseen
        is the same in either.
        """
        full = Unseen.from_shoe(shoe)
        counts = full.counts if unseen is None else unseen.counts
        self.system = system
        self.size = sum(counts)
        sums = TagSums(tag_classes(counts, system.tags))
        self.base = system.starting_count(shoe) + _sum_tags(system, full.counts)
        self.usual = _sum_tags(system, counts) / self.size
        dealt = self.size * penetration
        steps = max(1, round(dealt / _STEP))
        depths = [max(1, round(self.size - dealt * (n + 0.5) / steps)) for n in range(steps)]
        rows = [
            (cards, self.base - total, chance / len(depths))
            for cards in depths
            for total, chance in sums.chances(cards).items()
            if chance > 1e-12
        ]
        self.unseen, self.running, self.probability = (
            np.array(column) for column in zip(*rows, strict=True)
        )
        self._known: dict[int, Reads] = {}

    @property
    def level(self) -> float:
        """The true count at first: of a full shoe 0, but for unbalanced counts that are divided."""
        if self.system.convention is TrueCount.RUNNING:
            return 0.0
        return -self.usual * self.system.per / self.system.unit

    def reads(self, shown: int) -> Reads:
        """Return the counts read when the cards just shown, of a hand and up, add *shown*.

        The cards shown are a part of all cards seen, so they move the true count alike at every
        depth: by *shown* in a full shoe, by its share deeper in.
        """
        if shown not in self._known:
            moved = shown * self.unseen / self.size
            low = np.floor(moved).astype(np.int64)
            share = moved - low
            running = np.concatenate([self.running + low, self.running + low + 1])
            chance = np.concatenate([self.probability * (1 - share), self.probability * share])
            self._known[shown] = self._read(running, np.tile(self.unseen, 2), chance)
        return self._known[shown]

    def _read(self, running: Array, unseen: Array, chance: Array) -> Reads:
        system = self.system
        low = int(running.min())
        table = true_counts(
            range(low, int(running.max()) + 1),
            self.size,
            system.convention,
            per=system.per,
            unit=system.unit,
            limit=READ_MAX,
        )
        read = table[running - low, unseen].astype(np.int64)
        excess = -system.per / system.unit * ((self.base - running) / unseen - self.usual)
        return Reads(
            read=read + READ_MAX, excess=excess, probability=chance, running=running, unseen=unseen
        )


def _sum_tags(system: CountSystem, counts: tuple[int, ...]) -> int:
    return sum(count * tag for count, tag in zip(counts, system.tags, strict=True))


def units_by_read(ramp: Ramp | None) -> Array:
    """Return the units bet at each of `READS`: 1 without a ramp."""
    if ramp is None:
        return np.ones(len(READS))
    return np.array([float(ramp.units(count)) for count in READS.tolist()])


def best_place(by_read: Array, *, below: bool) -> int:
    """Return the first count of a play: from it on, or below it, the sum of gains is highest.

    >>> best_place(np.array([-3.0, -1.0, 2.0, 5.0]), below=False)
    2
    >>> best_place(np.array([3.0, 1.0, -2.0, -5.0]), below=True)
    2
    """
    sums = np.concatenate([[0.0], np.cumsum(by_read)])
    return min(int(np.argmax(sums if below else sums[-1] - sums)), len(by_read) - 1)


def crossing(counts: Array, rising: Array) -> float | None:
    """Return the count at which a difference turns positive for good; None if it never does.

    >>> crossing(np.array([0.0, 1.0, 2.0]), np.array([-1.0, -0.5, 0.5]))
    1.5
    """
    order = np.argsort(counts)
    counts = counts[order]
    rising = rising[order]
    known = ~np.isnan(rising)
    counts = counts[known]
    rising = rising[known]
    negative = np.nonzero(rising < 0)[0]
    if not len(negative) or negative[-1] == len(counts) - 1:
        return None
    last = int(negative[-1])
    share = rising[last] / (rising[last] - rising[last + 1])
    return float(counts[last] + share * (counts[last + 1] - counts[last]))


def add_level(count: float | None, level: float) -> float | None:
    """Return a count above the level of a full shoe as it is read; None stays None.

    >>> add_level(1.5, -4.0), add_level(None, -4.0)
    (-2.5, None)
    """
    return None if count is None else count + level
