"""The lines of the catalogue: the cost of a wager, or of several, and the method.

`pitboss solve --all`, `pitboss odds`, the README and the documentation print these lines. Those of
every game and wager at the table that `pitboss play` opens are computed beforehand.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

EXACT = "exact enumeration"
"""Every deal is counted, in whole numbers."""
SOLVED = "solved, splits exact"
"""Every card that leaves the shoe counts, each hand is played optimally, in floating point."""
THE_WAGER = "the wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeEntry:
    """The cost of one wager, or of several that belong together."""

    game: str = ""
    """Its id; `main_entries` adds it to the lines of a main game, and the strategy."""
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
    strategy: str | None = None
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


FILE = files("pitboss.report.catalogue") / "edges.toml"
"""Computed by `tools/generate_edges.py`, so nobody waits for it; tests compute it again."""
DIGITS = 12
"""Digits after the point; the solver keeps a few more."""


@cache
def entries() -> tuple[EdgeEntry, ...]:
    """Return every line of the catalogue, game by game, the main wager first."""
    return read(_file_text())


def read(text: str) -> tuple[EdgeEntry, ...]:
    """Return the lines of a file."""
    return tuple(_entry(record) for record in tomllib.loads(text)["entry"])


def main_lines() -> tuple[EdgeEntry, ...]:
    """Return the lines of the main games alone."""
    return tuple(entry for entry in entries() if entry.main)


def least_line(game_id: str) -> EdgeEntry | None:
    """Return the line of a game's compulsory wagers; None for a house's own game."""
    return next((e for e in main_lines() if e.game == game_id and e.least), None)


def game_edge(game_id: str) -> str:
    """Return the edge of a game, in percent of the least wager before the deal.

    >>> game_edge("ilani/spanish-21"), game_edge("co/3-card-21"), game_edge("our/own")
    ('0.43%', '0.90%', '')
    """
    line = least_line(game_id)
    return f"{line.edge_of_all:.2%}" if line else ""


@cache
def ready_edges() -> Mapping[str, float]:
    """Return the same for every ready table, by game: `rulebook/ready.py` has their houses."""
    return {row["game"]: float(row["edge"]) for row in tomllib.loads(_file_text())["ready"]}


def ready_game_edge(game_id: str) -> str:
    """Return the edge of a game's ready table, in percent of the least wager before the deal.

    >>> ready_game_edge("wa/spanish-21"), ready_game_edge("our/own")
    ('0.42%', '')
    """
    edge = ready_edges().get(game_id)
    return "" if edge is None else f"{edge:.2%}"


@cache
def _file_text() -> str:
    return FILE.read_text(encoding="utf-8")


def edges_file(entries: Iterable[EdgeEntry], ready: Mapping[str, float]) -> str:
    """Return lines of the catalogue, and the edges of ready tables, as text for the file."""
    parts = [f"[[entry]]\n{''.join(_lines(entry))}" for entry in entries]
    parts += [
        f'[[ready]]\ngame = "{game}"\nedge = "{edge:.{DIGITS}f}"\n' for game, edge in ready.items()
    ]
    return "\n".join(parts)


def _lines(entry: EdgeEntry) -> Iterator[str]:
    record = entry.as_json()
    record |= {name: f"{record[name]:.{DIGITS}f}" for name in _NUMBERS}
    record |= {"table": entry.table, "main": entry.main}
    record |= {"least": True} if entry.least else {}
    record |= {"stakes": entry.stakes} if entry.stakes > 1 else {}
    for name, value in record.items():
        if value not in (None, ""):
            yield f"{name} = {json.dumps(value, ensure_ascii=False)}\n"


_NUMBERS = ("house_edge", "standard_deviation")


def _entry(record: dict[str, Any]) -> EdgeEntry:
    numbers: dict[str, Any] = {name: float(record[name]) for name in _NUMBERS}
    fraction = record.get("house_edge_fraction")
    strategy = record.get("strategy")
    exact = None if fraction is None else Fraction(fraction)
    return EdgeEntry(**{**record, **numbers, "house_edge_fraction": exact, "strategy": strategy})
