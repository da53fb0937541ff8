"""What a simulation of a game that is not blackjack alone is made of: parts, cells and arrays.

A *cell* is one way in which wagers of a seat can end together. Kernels only say which cells a seat
came to; what those pay is known before, because the table engine settles each of them once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.engine.setup import Setup
from pitboss.simulate.tally import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One way in which wagers of a seat end."""

    events: tuple[str, ...]
    """What is counted when it comes; the first is its name."""
    pays: tuple[int, ...]
    """Cents won on each part, with the first wagers of `BASE`."""
    stakes: tuple[int, ...]
    """Cents on the table at the end, of each part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellLayout:
    """A table and a strategy as the arrays of one kind of round."""

    setup: Setup
    strategy: Any
    """Whatever `decide` of the kind of round plays by at the table engine."""
    parts: tuple[Part, ...]
    """The main game first."""
    placed: tuple[str, ...]
    """The wagers that a seat makes before the deal, side wagers apart, each of `BASE`."""
    cells: tuple[Cell, ...]
    tables: Any
    """The arrays and numbers that the round walks: a NamedTuple of its kind."""
    nets_most: tuple[int, ...]
    """Cents that a seat may win or lose in a round on each part, at most."""
    cards_a_hand: int
    """About how many cards a seat takes, and the dealer."""
    cards_most: int
    """How many cards a seat may take, and the dealer, at most."""
