"""A line of the catalogue's one table: what a wager, or several together, cost and how it is known.

`pitboss solve --all`, `pitboss odds`, the README and the documentation all print such lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

EXACT = "exact enumeration"
"""Everything that can be dealt is counted, in whole numbers."""
SOLVED = "solved, splits exact"
"""Every card that leaves the shoe counted, each hand played for the best, in floating point."""
THE_WAGER = "the wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one wager costs, or several that belong together."""

    game: str
    wager: str
    """Ids, several with a comma between them."""
    table: str = ""
    """The pay table, where there is one."""
    house_edge: float
    house_edge_fraction: Fraction | None = None
    """The same exactly, where it is known exactly."""
    standard_deviation: float
    unit: str
    """What edge and deviation are parts of."""
    method: str
    """How they were found."""
    strategy: str | None
    """The command that shows the best play; None where there is nothing to decide."""
    main: bool = False
    """Whether it is of the main game."""

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids, one by one."""
        return tuple(self.wager.split(", "))

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss solve --all --json`; `pitboss odds` has the same keys."""
        fraction = self.house_edge_fraction
        return {
            "game": self.game,
            "wager": self.wager,
            "house_edge": self.house_edge,
            "house_edge_fraction": None if fraction is None else str(fraction),
            "standard_deviation": self.standard_deviation,
            "unit": self.unit,
            "method": self.method,
            "strategy": self.strategy,
        }


def solve_command(game_id: str) -> str:
    """Return the command that shows how the main game is best played."""
    return f"pitboss solve {game_id}"


def odds_command(game_id: str, wager: str) -> str:
    """Return the command that shows what a wager is worth, by up card and by aim."""
    return f"pitboss odds {game_id} --wager {wager}"
