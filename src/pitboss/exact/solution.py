"""The protocol of a solved game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from pitboss.engine.setup import Setup

MAIN = "main"
"""The part that every game has: its main wager or wagers."""
BY_BEST_PLAY = "best play"


@dataclass(frozen=True, slots=True)
class EdgePart:
    """The house edge of one part of a game: of a wager, or of several played for together."""

    id: str
    """The name that `simulate.tally.Part` has too."""
    unit: str
    """The unit of the edge and the deviation."""
    edge: float
    exact: Fraction | None = None
    """The same edge as a fraction, if it is known."""
    standard_deviation: float | None = None
    method: str = BY_BEST_PLAY
    """The aim of the play."""

    @classmethod
    def exactly(
        cls, part: str, unit: str, edge: Fraction, standard_deviation: float | None = None
    ) -> EdgePart:
        """Return a part whose edge is exact."""
        return cls(part, unit, float(edge), edge, standard_deviation)


class Solution(Protocol):
    """A solved game: its edge, its parts and its record."""

    @property
    def setup(self) -> Setup:
        """The table."""

    @property
    def house_edge(self) -> float | Fraction:
        """The expected loss on the main wager; a fraction if it is exact."""

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a round, in the unit of the first part."""

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The edge of every part, the main wager first.

        If one hand is played for several wagers, a part's edge is its loss when all of them are
        played for together, which is more than it would lose alone.
        """

    def as_json(self) -> dict[str, Any]:
        """Return all figures, as `pitboss solve --json` prints them."""


class ShortRepr:
    """A solution that shows only its game and its house edge at a prompt."""

    __slots__ = ()

    def __repr__(self: Solution) -> str:
        """Name the game and its house edge."""
        game = self.setup.configured.game.id
        edge = float(self.house_edge)
        return f"<{type(self).__name__} of {game}: house edge {edge:.6%}>"


def exact_json(name: str, value: Fraction) -> dict[str, float | str]:
    """Return an exact figure as a number, and as text that keeps every digit."""
    return {name: float(value), f"{name}_fraction": str(value)}


def outcome_json(outcome: str, chance: Fraction, **figures: float) -> dict[str, float | str]:
    """Return an outcome of a round with its exact probability."""
    return {"outcome": outcome} | figures | exact_json("probability", chance)


def table_json(setup: Setup) -> dict[str, Any]:
    """Return the identity of the table that was solved."""
    configured = setup.configured
    return {
        "game": configured.game.id,
        "options": dict(configured.options),
        "digest": configured.digest,
    }
