"""The cost of every game and wager at the table that `pitboss play` opens, computed beforehand."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.report.catalogue.entry import EdgeEntry

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
    fraction, strategy = record.get("house_edge_fraction"), record.get("strategy")
    exact = None if fraction is None else Fraction(fraction)
    return EdgeEntry(**{**record, **numbers, "house_edge_fraction": exact, "strategy": strategy})
