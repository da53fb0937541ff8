"""Solve the common rules of every game for the lab, and the index plays of the ready tables.

Usage: python -m tools.lab_solutions [--jobs N]

It writes `src/pitboss/server/lab/game/solutions.json`, in ten minutes of one core.
`tests/server/test_lab_game.py` holds the file to the solver.
"""

from __future__ import annotations

import argparse
from collections.abc import Hashable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.api.tables import Table
from pitboss.exact.kinds import main_rules
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.server.lab.game.jobs import index_plays_json, solution_json
from pitboss.server.lab.game.shipped import FILE, common_tables, main_options, pack
from pitboss.server.rules.book import open_main_table
from pitboss.text.options import option_text

ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "src" / "pitboss" / "server" / "lab" / "game" / FILE
SYSTEM: Final = "hi-lo"
Json = dict[str, Any]


class Task(NamedTuple):
    """Rules to solve."""

    game: str
    options: tuple[str, ...]
    with_plays: bool
    """With the index plays."""


def main() -> None:
    """Solve everything, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--jobs", type=int, default=1, help="how many processes; 1")
    jobs = parser.parse_args().jobs
    tables = [*common_tables()]
    rules = [main_rules(without_less(table).setup) for table in tables]
    tasks = tasks_of(tables, rules)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        solved = {}
        for known, solution in zip(tasks, pool.map(solve, tasks.values()), strict=True):
            solved[known] = solution
            print(f"{len(solved)} of {len(tasks)}", *tasks[known], flush=True)
    pairs = zip(tables, rules, strict=True)
    text = pack((table.setup.configured, solved[known]) for table, known in pairs)
    TARGET.write_bytes(text)
    print(f"{TARGET.relative_to(ROOT)}  {len(text):,} bytes")


def tasks_of(tables: list[Table], rules: list[Hashable]) -> dict[Hashable, Task]:
    """Return the rules to solve, shared ones once, those of the ready tables first."""
    tasks: dict[Hashable, Task] = {}
    ready = len(library.games())
    for number, (table, known) in enumerate(zip(tables, rules, strict=True)):
        tasks.setdefault(known, Task(table.game.id, written(table), number < ready))
    return tasks


def without_less(table: Table) -> Table:
    """Return the table without doubling for less, if the rule book allows that.

    A double for less is worth its share of a whole one, so it is never the best play: the solution
    is the same. The tests solve both at night.
    """
    options = {**main_options(table), "double_for_less": False}
    try:
        return open_main_table(table.game.id, [f"{k}={option_text(v)}" for k, v in options.items()])
    except RulesError:
        return table


def written(table: Table) -> tuple[str, ...]:
    """Return the rules of a main game as options."""
    return tuple(f"{name}={option_text(value)}" for name, value in main_options(table).items())


def solve(task: Task) -> Json:
    """Return a solution in shipped form; ready tables have their index plays."""
    table = open_main_table(task.game, task.options)
    solution = solution_json(table)
    return solution | ({"plays": index_plays_json(table, SYSTEM)} if task.with_plays else {})


if __name__ == "__main__":
    main()
