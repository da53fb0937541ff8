"""The layout and the job of a game that is not blackjack alone: its rounds end in cells.

A *cell* is one way in which the wagers of a seat can end together. Kernels only report the cells of
a seat; the table engine settles each cell once, before play.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.card_classes import EVERY_CARD, CardClasses
from pitboss.engine.setup import Setup
from pitboss.simulator.cells.round import CellGame, CellSections
from pitboss.simulator.job import Job, leaves
from pitboss.simulator.tally import Part, PartCounts, Tally, spread


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One way in which the wagers of a seat can end."""

    events: tuple[str, ...]
    """The events it is counted as; the first is its name."""
    pays: tuple[int, ...]
    """Cents won on each part, with the first wagers of `BASE`."""
    stakes: tuple[int, ...]
    """Cents on the table at the end, of each part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellLayout:
    """A table and a strategy as the arrays of one kind of round."""

    setup: Setup
    strategy: Any
    """The data by which `decide` of the kind of round plays at the table engine."""
    parts: tuple[Part, ...]
    """The main game first."""
    placed: tuple[str, ...]
    """The wagers that a seat makes before the deal, side wagers apart, each of `BASE`."""
    cells: tuple[Cell, ...]
    tables: Any
    """The arrays and numbers of the round: a NamedTuple of its kind."""
    nets_most: tuple[int, ...]
    """The most cents that a seat may win or lose in a round, on each part."""
    cards_a_hand: int
    """About how many cards a seat takes, and the dealer."""
    cards_most: int
    """The most cards that a seat may take, and the dealer."""
    hands_each = 1
    """How many hands are dealt to a seat."""
    is_one_cell: bool = False
    """Whether every seat ends in exactly one cell."""


@dataclass(frozen=True)
class CellJob(Job):
    """The simulation of a game with a kind of round of its own."""

    layout: CellLayout

    @cached_property
    def full_shoe(self) -> Array:
        """The cards of the shoe in order."""
        return np.array(self.setup.shoe.cards(), dtype=np.uint8)

    @cached_property
    def units(self) -> tuple[int, ...]:
        """Cents, for each part: every result on it is a multiple of this."""
        return tuple(
            gcd(*(abs(cell.pays[part]) for cell in self.layout.cells)) or 1
            for part in range(len(self.layout.parts))
        )

    @cached_property
    def halves(self) -> tuple[int, ...]:
        """For each part, the number of results on either side of zero."""
        return tuple(
            most // unit for most, unit in zip(self.layout.nets_most, self.units, strict=True)
        )

    @cached_property
    def sections(self) -> CellSections:
        """Where the counters of one kind begin, in one array of all of them."""
        at = len(self.layout.cells) + np.cumsum([0, *(2 * half + 1 for half in self.halves)])
        combinations = int(at[-1])
        envy = combinations + sum(wager.combinations for wager in self.wagers)
        squares = envy + sum(len(wager.envies) for wager in self.wagers)
        return CellSections(at[:-1] + np.array(self.halves), combinations, envy, squares)

    @property
    def counters(self) -> int:
        """How many counters a tally has."""
        return self.sections.squares + len(self.layout.parts) + self.counters_of_count

    @property
    def classes(self) -> CardClasses:
        """The classes of cards: every card."""
        return EVERY_CARD

    @property
    def counted_unit(self) -> int:
        """Cents that divide every result of the main game."""
        return self.units[0]

    @cached_property
    def game(self) -> CellGame:
        """All data that a round needs, and what counts it."""
        envied = [wager.envy_number(c) for wager in self.wagers for c in range(wager.combinations)]
        pays = np.array([cell.pays for cell in self.layout.cells], dtype=np.int64).T
        return CellGame(
            tables=self.layout.tables,
            wagers=self.wager_tables,
            envied=np.array(envied or [0], dtype=np.int64),
            pays=np.ascontiguousarray(pays // np.array(self.units)[:, np.newaxis]),
            sections=self.sections,
            seats=np.int64(self.seats),
        )

    @property
    def squares(self) -> tuple[int, int]:
        """Where squares of what rounds came to are summed, a sum for each part."""
        return self.sections.squares, len(self.layout.parts)

    def with_parts(self, counts: Array) -> Array:
        """Return the counters of one seat with what follows from others.

        Those are the squares of its results; and the results too where it ends in one cell.
        """
        sections = self.sections
        counts = counts.copy()
        for part, (middle, half) in enumerate(zip(sections.nets, self.halves, strict=True)):
            if self.layout.is_one_cell:
                np.add.at(counts, middle + self.game.pays[part], counts[: len(self.layout.cells)])
            nets = counts[middle - half : middle + half + 1]
            counts[sections.squares + part] = nets @ np.arange(-half, half + 1) ** 2
        return counts

    @property
    def walked_arrays(self) -> tuple[Any, ...]:
        """Every array and number that is walked."""
        game = self.game
        return (
            *leaves(game.tables),
            *game.wagers,
            game.envied,
            game.pays,
            *game.sections,
            self.full_shoe,
            *self.cutting,
        )

    def parts(self, tally: Tally) -> tuple[PartCounts, ...]:
        """Return the result of the main game and of its parts."""
        return tuple(self._part(tally, number) for number in range(len(self.layout.parts)))

    def _part(self, tally: Tally, number: int) -> PartCounts:
        sections = self.sections
        cells = self.layout.cells
        half = self.halves[number]
        unit = self.units[number]
        middle = sections.nets[number]
        values = np.arange(-half, half + 1) * unit
        counts = tally.counts[middle - half : middle + half + 1]
        _, total, _ = spread(values, counts)
        squares = int(tally.counts[sections.squares + number]) * unit**2
        came = zip(cells, tally.counts[: len(cells)].tolist(), strict=True)
        return PartCounts(
            part=self.layout.parts[number],
            values=values,
            counts=counts,
            rounds=(tally.rounds, total, squares),
            staked=sum(count * cell.stakes[number] for cell, count in came),
        )

    def events(self, tally: Tally) -> dict[str, int]:
        """Return how often hands came to something worth a name."""
        counts: Counter[str] = Counter()
        for cell, count in zip(self.layout.cells, tally.counts.tolist(), strict=False):
            for name in cell.events:
                counts[name] += count
        return {name: count for name, count in counts.items() if count}

    def combinations(self, tally: Tally) -> Array:
        """Return how often each combination of rows of a side wager came."""
        return tally.counts[self.sections.combinations : self.sections.envy]

    def envy(self, tally: Tally) -> Array:
        """Return how often a seat was paid envy for each row that has it."""
        return tally.counts[self.sections.envy : self.sections.squares]


def cell_job(
    layout: CellLayout, *, seats: int = 1, seed: int = 0, burn: int = 1, cut: int | None = None
) -> CellJob:
    """Return a job; without *cut* every round has a fresh shoe."""
    if cut is None:
        burn = 0
        cut = 1
    return CellJob(layout, seats, seed, burn, cut)
