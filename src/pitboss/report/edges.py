"""What the house edge of a game's main wager is at the table `pitboss play` opens."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

FILE = files("pitboss.report") / "edges.toml"
"""Solved once by `tools/generate_edges.py`, so that nobody waits for it."""


@cache
def _edges() -> dict[str, str]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def edge_of(game_id: str) -> str:
    """Return the edge in percent of the first wager.

    >>> edge_of("ilani/spanish-21"), edge_of("co/ante-up-21")
    ('0.43%', '0.62%')
    """
    return _edges()[game_id]
