"""Solve the common rules of every game for the lab, and the index plays of the ready tables.

Usage: python -m tools.lab_solutions

It writes `src/pitboss/server/lab/game/solutions.json`, in a quarter of an hour of one core.
`tests/server/test_lab_game.py` holds the file to the solver.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, Final

from pitboss.api.tables import Table
from pitboss.exact.kinds import main_rules
from pitboss.rulebook.configured import ConfiguredGame
from pitboss.rulebook.reading import library
from pitboss.server.lab.game.common import common_tables, rules_key
from pitboss.server.lab.game.index_plays import index_plays_json
from pitboss.server.lab.game.shipped import FILE, pack
from pitboss.server.lab.game.solution import solution_json

ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "src" / "pitboss" / "server" / "lab" / "game" / FILE
SYSTEM: Final = "hi-lo"
Json = dict[str, Any]


def main() -> None:
    """Solve everything, and write the file."""
    text = pack(solved_tables())
    TARGET.write_bytes(text)
    print(f"{TARGET.relative_to(ROOT)}  {len(text):,} bytes")


def solved_tables() -> Iterator[tuple[ConfiguredGame, Json]]:
    """Yield every common table with its solution; rules that games share are solved once."""
    known: dict[Hashable, Json] = {}
    done: set[tuple[str, str]] = set()
    games = len(library.games())
    for number, table in enumerate(common_tables()):
        configured = table.setup.configured
        key = table.game.id, rules_key(configured)
        if key in done:
            continue
        done.add(key)
        rules = main_rules(table.setup)
        if rules not in known:
            print(len(known), *key, flush=True)
            known[rules] = solved(table, with_plays=number < games)
        yield configured, known[rules]


def solved(table: Table, *, with_plays: bool) -> Json:
    """Return a solution as it is shipped; the ready tables have their index plays."""
    found = solution_json(table)
    return found | ({"plays": index_plays_json(table, SYSTEM)} if with_plays else {})


if __name__ == "__main__":
    main()
