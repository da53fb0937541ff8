"""Solve the common rules of every game for the lab, and the index plays of the ready tables.

Usage: python -m tools.lab_solutions [--jobs N] [--missing]

It writes `src/pitboss/server/lab/game/solutions.json`, in ten minutes of one core. With --missing
it keeps what is shipped and solves only the rules that are not, as after a new choice of a game.
`tests/server/test_lab_game.py` holds the file to the solver.
"""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import prod
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.api.tables import Table
from pitboss.exact.kinds import main_rules
from pitboss.rulebook.configured import ConfiguredGame
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.server.lab.game.jobs import index_plays_json, solution_json
from pitboss.server.lab.game.shipped import FILE, load_shipped, rules_key
from pitboss.server.rules.book import open_main_table
from pitboss.text.options import option_text

ROOT: Final = Path(__file__).resolve().parents[1]
TARGET: Final = ROOT / "src" / "pitboss" / "server" / "lab" / "game" / FILE
SYSTEM: Final = "hi-lo"
Json = dict[str, Any]
COMBINATIONS_MAX: Final = 500
"""A game with more combinations of rules than this has only some of them solved beforehand."""
MOST_CHANGED: Final[Mapping[str, tuple[OptionValue, ...]]] = {
    "decks": (),
    "soft17": (),
    "das": (),
    "surrender": ("none", "late"),
    "blackjack": ("3:2", "6:5"),
}
"""Of such a game, every combination of these rules, by these values or all; others one by one."""


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
    parser.add_argument("--missing", action="store_true", help="keep what is shipped")
    asked = parser.parse_args()
    tables = [*common_tables()]
    kept = [_kept(table) if asked.missing else None for table in tables]
    rules = [main_rules(without_less(table).setup) for table in tables]
    solved: dict[Hashable, Json] = {
        known: solution for known, solution in zip(rules, kept, strict=True) if solution
    }
    every = tasks_of(tables, rules)
    tasks = {known: task for known, task in every.items() if known not in solved}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for known, solution in zip(tasks, pool.map(solve, tasks.values()), strict=True):
            solved[known] = solution
            print(f"{len(solved)} of {len(every)}", *tasks[known], flush=True)
    pairs = zip(tables, rules, strict=True)
    text = pack((table.setup.configured, solved[known]) for table, known in pairs)
    TARGET.write_bytes(text)
    print(f"{TARGET.relative_to(ROOT)}  {len(text):,} bytes")


def _kept(table: Table) -> Json | None:
    return load_shipped().solution(table.setup.configured)


def common_tables() -> Iterator[Table]:
    """Yield every table whose main game is solved beforehand, those that are ready to play first.

    Combinations that the rule book refuses are left out.
    """
    for game in library.games():
        yield open_main_table(game.id, ())
    for game in library.games():
        yield from _list_tables(game)


def _list_tables(game: Game) -> Iterator[Table]:
    ready = open_main_table(game.id, ()).setup.configured.main_options
    values = {name: game.listed_values(name) for name in ready}
    for options in _combinations(ready, values):
        try:
            yield open_main_table(game.id, written(options))
        except RulesError:
            continue


def _combinations(
    ready: dict[str, OptionValue], values: dict[str, tuple[OptionValue, ...]]
) -> Iterator[dict[str, OptionValue]]:
    chosen = values
    if prod(map(len, values.values())) > COMBINATIONS_MAX:
        chosen = {name: few or values[name] for name, few in MOST_CHANGED.items()}
        for name, others in values.items():
            yield from (ready | {name: value} for value in others)
    for combination in product(*chosen.values()):
        yield ready | dict(zip(chosen, combination, strict=True))


def tasks_of(tables: list[Table], rules: list[Hashable]) -> dict[Hashable, Task]:
    """Return the rules to solve, shared ones once, those of the ready tables first."""
    tasks: dict[Hashable, Task] = {}
    ready = len(library.games())
    for number, (table, known) in enumerate(zip(tables, rules, strict=True)):
        tasks.setdefault(
            known, Task(table.game.id, written(table.setup.configured.main_options), number < ready)
        )
    return tasks


def without_less(table: Table) -> Table:
    """Return the table without doubling for less, if the rule book allows that.

    A double for less is worth its share of a whole one, so it is never the best play: the solution
    is the same. The tests solve both at night.
    """
    options = {**table.setup.configured.main_options, "double_for_less": False}
    try:
        return open_main_table(table.game.id, written(options))
    except RulesError:
        return table


def written(options: Mapping[str, OptionValue]) -> tuple[str, ...]:
    """Return rules of a main game in the form of options."""
    return tuple(f"{name}={option_text(value)}" for name, value in options.items())


def solve(task: Task) -> Json:
    """Return a solution in shipped form; ready tables have their index plays."""
    table = open_main_table(task.game, task.options)
    solution = solution_json(table)
    return solution | ({"plays": index_plays_json(table, SYSTEM)} if task.with_plays else {})


def pack(solved: Iterable[tuple[ConfiguredGame, Json]]) -> bytes:
    """Write solutions as a file to ship, a line for each."""
    games: dict[str, Json] = {}
    rows = _Numbers()
    parts = _Numbers()
    words = _Numbers()
    solutions = _Numbers()
    for configured, solution in solved:
        chart = solution["chart"]
        numbers = [parts[_packed_part(part, rows)] for part in chart["parts"]]
        others = {key: value for key, value in chart.items() if key != "parts"}
        packed = solution | {"chart": {"parts": numbers, "words": words[others]}}
        games.setdefault(configured.game.id, {})[rules_key(configured)] = solutions[packed]
    parts_of_file = {
        "games": _lines(games.items()),
        "rows": _lines(rows.values),
        "parts": _lines(parts.values),
        "words": _lines(words.values),
        "solutions": _lines(solutions.values),
    }
    return "".join(_file(parts_of_file)).encode()


def _packed_part(part: Json, rows: _Numbers) -> list[Any]:
    cells = [[row["name"], rows[" ".join(row["cells"])]] for row in part["rows"]]
    return [part["id"], part["title"], cells]


class _Numbers:
    """Numbered values; equal values have the same number."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self.values: list[Any] = []

    def __getitem__(self, value: Any) -> int:  # noqa: ANN401 - JSON
        key = msgspec.json.encode(value)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def _lines(values: Iterable[Any]) -> list[str]:
    def line(value: Any) -> str:  # noqa: ANN401 - JSON
        if isinstance(value, tuple):
            return f"{line(value[0])}:{line(value[1])}"
        return msgspec.json.encode(value).decode()

    return [line(value) for value in values]


def _file(parts: Mapping[str, list[str]]) -> Iterable[str]:
    """Yield the text of the file: JSON with a line for each value."""
    for number, (name, lines) in enumerate(parts.items()):
        begin, end = ("{", "}") if name == "games" else ("[", "]")
        yield "{" if number == 0 else ","
        yield f'"{name}":{begin}\n' + ",\n".join(lines) + f"\n{end}"
    yield "}\n"


if __name__ == "__main__":
    main()
