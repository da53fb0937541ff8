"""Shipped solutions: the common rules of every game, solved beforehand.

`tools/lab_solutions.py` writes them. Equal rows of charts and equal words are written once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Final

import msgspec

from pitboss.api.tables import Table
from pitboss.rulebook.configured import ConfiguredGame
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.server.rules.book import open_main_table
from pitboss.text.options import option_text

COMBINATIONS_MAX = 500
"""A game with more combinations of rules than this has only some of them solved beforehand."""
MOST_CHANGED: Final[Mapping[str, tuple[OptionValue, ...]]] = {
    "decks": (),
    "soft17": (),
    "das": (),
    "surrender": (),
    "blackjack": ("3:2", "6:5"),
}
"""Of such a game, every combination of these rules, by these values or all; others one by one."""


def common_tables() -> Iterator[Table]:
    """Yield every table whose main game is solved beforehand, those that are ready to play first.

    Combinations that the rule book refuses are left out.
    """
    for game in library.games():
        yield open_main_table(game.id, ())
    for game in library.games():
        yield from _list_tables(game)


def _list_tables(game: Game) -> Iterator[Table]:
    ready = main_options(open_main_table(game.id, ()))
    values = {name: game.option(name).values for name in ready}
    for options in _combinations(ready, values):
        try:
            yield open_main_table(game.id, [f"{k}={option_text(v)}" for k, v in options.items()])
        except RulesError:
            continue


def _combinations(
    ready: dict[str, OptionValue], values: dict[str, tuple[OptionValue, ...]]
) -> Iterator[dict[str, OptionValue]]:
    count = 1
    for choices in values.values():
        count *= len(choices)
    chosen = values
    if count > COMBINATIONS_MAX:
        chosen = {name: few or values[name] for name, few in MOST_CHANGED.items()}
        for name, others in values.items():
            yield from (ready | {name: value} for value in others)
    for combination in product(*chosen.values()):
        yield ready | dict(zip(chosen, combination, strict=True))


def main_options(table: Table) -> dict[str, OptionValue]:
    """Return the rules of a table's main game that a house may choose.

    >>> main_options(open_main_table("co/free-bet", ["decks=8"]))["decks"]
    8
    """
    return table.setup.configured.main_options


def rules_key(configured: ConfiguredGame) -> str:
    """Return the rules of a main game as one word each.

    >>> rules_key(open_main_table("wa/spanish-21", ()).setup.configured)
    '6 hit true false'
    """
    return " ".join(map(option_text, configured.main_options.values()))


Json = dict[str, Any]
FILE: Final = "solutions.json"


class ShippedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solved rules of a game."""

    options: list[str]
    """The rules of the main game, in the order of a key."""
    rules: dict[str, int]
    """Key -> the number of its solution."""


class Shipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All shipped solutions."""

    games: dict[str, ShippedGame]
    rows: list[str]
    """Rows of charts, their cells between blanks."""
    parts: list[tuple[str, str, list[tuple[str, int]]]]
    """Parts of charts: id, title, and the rows with their names and numbers."""
    words: list[Json]
    """Meanings of letters and rules in words."""
    solutions: list[Json]

    def solution(self, configured: ConfiguredGame) -> Json | None:
        """Return the shipped solution of a table's main game; None: not shipped."""
        packed = self._find_packed(configured)
        if packed is None:
            return None
        chart = packed["chart"]
        parts = [self._part(number) for number in chart["parts"]]
        return packed | {"chart": {**self.words[chart["words"]], "parts": parts}}

    def edge(self, configured: ConfiguredGame) -> float | None:
        """Return the edge of a table's main game alone."""
        packed = self._find_packed(configured)
        return None if packed is None else packed["edge"]

    def _find_packed(self, configured: ConfiguredGame) -> Json | None:
        game = self.games.get(configured.game.id)
        number = None if game is None else game.rules.get(rules_key(configured))
        return None if number is None else self.solutions[number]

    def _part(self, number: int) -> Json:
        name, title, rows = self.parts[number]
        cells = [{"name": row, "cells": self.rows[place].split(" ")} for row, place in rows]
        return {"id": name, "title": title, "rows": cells}


@cache
def load_shipped() -> Shipped:
    """Read the shipped solutions, once."""
    text = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(text, type=Shipped)


def pack(solved: Iterable[tuple[ConfiguredGame, Json]]) -> bytes:
    """Write solutions as a file to ship, a line for each."""
    games: dict[str, Json] = {}
    rows, parts, words, solutions = _Numbers(), _Numbers(), _Numbers(), _Numbers()
    for configured, solution in solved:
        chart = solution["chart"]
        numbers = [parts[_packed_part(part, rows)] for part in chart["parts"]]
        others = {key: value for key, value in chart.items() if key != "parts"}
        packed = solution | {"chart": {"parts": numbers, "words": words[others]}}
        game = games.setdefault(
            configured.game.id, {"options": [*configured.main_options], "rules": {}}
        )
        game["rules"][rules_key(configured)] = solutions[packed]
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
