"""A line of the catalogue's table: the cost of a wager, or of several, and the method.

`pitboss solve --all`, `pitboss odds`, the README and the documentation print these lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

EXACT = "exact enumeration"
"""Every deal is counted, in whole numbers."""
SOLVED = "solved, splits exact"
"""Every card that leaves the shoe counts, each hand is played optimally, in floating point."""
THE_WAGER = "the wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeEntry:
    """The cost of one wager, or of several that belong together."""

    game: str
    wager: str
    """Ids, separated by commas."""
    table: str = ""
    """The pay table, if there is one."""
    house_edge: float
    house_edge_fraction: Fraction | None = None
    """The exact edge, if it is known."""
    standard_deviation: float
    unit: str
    """The unit of edge and deviation."""
    method: str
    """How they were computed."""
    strategy: str | None
    """The command that shows the optimal play; None if there is no decision."""
    main: bool = False
    """Whether it is of the main game."""
    stakes: int = 1
    """How many wagers of the unit's size are made before the deal."""
    least: bool = False
    """Whether these wagers are the least that a player must make to be dealt a hand."""

    @property
    def edge_of_all(self) -> float:
        """The edge as a part of all wagers before the deal."""
        return self.house_edge / self.stakes

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
    """Return the command that shows the optimal play of the main game."""
    return f"pitboss solve {game_id}"


def odds_command(game_id: str, wager: str) -> str:
    """Return the command that shows the edge of a wager, by up card and by aim."""
    return f"pitboss odds {game_id} --wager {wager}"


_FRACTION_MAX = 24
"""Longer fractions are only in the JSON."""


def _fraction(entry: EdgeEntry) -> str:
    text = "" if entry.house_edge_fraction is None else str(entry.house_edge_fraction)
    return text if len(text) <= _FRACTION_MAX else ""


COLUMNS: Mapping[str, Callable[[EdgeEntry], str]] = {
    "game": lambda entry: entry.game,
    "wager": lambda entry: entry.wager,
    "table": lambda entry: entry.table,
    "edge": lambda entry: f"{entry.house_edge:.4%}",
    "fraction": _fraction,
    "sd": lambda entry: f"{entry.standard_deviation:.4f}",
    "of": lambda entry: entry.unit,
    "method": lambda entry: entry.method,
    "found": lambda entry: ": ".join(filter(None, (entry.method, _fraction(entry)))),
    "strategy": lambda entry: entry.strategy or "",
}
"""Name of a column -> its text."""
NUMBERS = frozenset({"edge", "fraction", "sd"})
"""Columns that are aligned to the right."""
MAIN = ("game", "wager", "edge", "sd", "of", "found", "strategy")
"""The columns of `pitboss solve --all`; `pitboss odds --all` has them too, and more."""


def cells(entry: EdgeEntry, columns: Iterable[str]) -> tuple[str, ...]:
    """Return the texts of *columns* of a line.

    >>> from pitboss.report.catalogue.edges import entries
    >>> cells(entries()[0], ("game", "wager", "edge"))
    ('wa/spanish-21', 'main', '0.7768%')
    """
    return tuple(COLUMNS[name](entry) for name in columns)
