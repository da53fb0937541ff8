"""What every game and wager costs at the table `pitboss play` opens, as it was once computed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.report.catalogue.entry import Entry

FILE = files("pitboss.report.catalogue") / "edges.toml"
"""Computed by `tools/generate_edges.py`, so that nobody waits for it; tests compute it again."""
DIGITS = 12
"""Behind the point; the solver keeps a few more."""


@cache
def entries() -> tuple[Entry, ...]:
    """Return every line of the catalogue, game by game, the main wager's first."""
    return read(FILE.read_text(encoding="utf-8"))


def read(text: str) -> tuple[Entry, ...]:
    """Return the lines that a file holds."""
    return tuple(_entry(record) for record in tomllib.loads(text)["entry"])


def main_lines() -> tuple[Entry, ...]:
    """Return the lines of the main games alone."""
    return tuple(entry for entry in entries() if entry.main)


def edge_of(game_id: str) -> str:
    """Return the edge of a game's main wager, in percent of it; nothing of a house's own game.

    >>> edge_of("ilani/spanish-21"), edge_of("co/ante-up-21"), edge_of("our/own")
    ('0.43%', '0.62%', '')
    """
    edges = (f"{entry.house_edge:.2%}" for entry in entries() if entry.game == game_id)
    return next(edges, "")


def written(found: Iterable[Entry]) -> str:
    """Return lines of the catalogue as the file has them."""
    return "\n".join(f"[[entry]]\n{''.join(_lines(entry))}" for entry in found)


def _lines(entry: Entry) -> Iterator[str]:
    record = entry.as_json()
    record |= {name: f"{record[name]:.{DIGITS}f}" for name in _NUMBERS}
    record |= {"table": entry.table, "main": entry.main}
    for name, value in record.items():
        if value not in (None, ""):
            yield f"{name} = {json.dumps(value, ensure_ascii=False)}\n"


_NUMBERS = ("house_edge", "standard_deviation")


def _entry(record: dict[str, Any]) -> Entry:
    numbers: dict[str, Any] = {name: float(record[name]) for name in _NUMBERS}
    fraction, strategy = record.get("house_edge_fraction"), record.get("strategy")
    exact = None if fraction is None else Fraction(fraction)
    return Entry(**{**record, **numbers, "house_edge_fraction": exact, "strategy": strategy})
