"""The shoes of a launch, as a kernel takes them, and what is left to do after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pitboss.simulator.tally import Tally

PIECE_BLOCKS = 1 << 13
"""Blocks of shoes in a piece of work for a card."""
Finish = Callable[[], Tally]
"""Returns what a piece of work came to: what is left to do after the card has played."""


class Launch(NamedTuple):
    """The shoes of one launch, and how many turns each thread takes."""

    seed: Any
    first: Any
    shoes: Any
    turns: Any
    size: Any
    """How many cards a shoe has."""
