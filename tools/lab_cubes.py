"""Write the shipped cubes of counted runs for the lab: python -m tools.lab_cubes."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from pitboss.api.runs import run_pieces
from pitboss.rulebook.house import house_data
from pitboss.server.lab.runs import cubes
from pitboss.server.lab.runs.jobs import cube_result, make_settings
from pitboss.server.lab.terms import CubeTerms
from pitboss.server.rules.book import open_main_table

ROUNDS = 100_000_000
"""Five times as many as the lab plays for other tables."""
FOLDER = Path(cubes.__file__).parent / cubes.FOLDER


def main() -> None:
    """Write a file for every game, or for the named games."""
    FOLDER.mkdir(exist_ok=True)
    for game in sys.argv[1:] or cubes.GAMES:
        for terms in (CubeTerms(), CubeTerms(two_hands=True)):
            name = f"{game.replace('/', '-')}-{'two-hands' if terms.two_hands else 'one-hand'}"
            (FOLDER / f"{name}.json").write_bytes(make_cube(game, terms, ROUNDS))
            print(name, flush=True)


def make_cube(game: str, terms: CubeTerms, rounds: int) -> bytes:
    """Return the content of a file."""
    table = cubes.main_table(house_data(open_main_table(game, ()).house))
    *_, run = run_pieces(table, replace(make_settings(terms, rounds), threads=None))
    return cube_result(table, terms, run) + b"\n"


if __name__ == "__main__":
    main()
