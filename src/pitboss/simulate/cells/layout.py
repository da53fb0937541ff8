"""The parts, cells and arrays of a game that is not blackjack alone.

A *cell* is one way in which the wagers of a seat can end together. Kernels only report the cells of
a seat; the table engine settles each cell once, before play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.engine.setup import Setup
from pitboss.simulate.tally import Part


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
