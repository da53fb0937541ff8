"""Shipped solutions: the common rules of every game, solved beforehand.

`tools/lab_solutions.py` writes them. Equal rows of charts and equal words are written once.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from pitboss.rulebook.configured import ConfiguredGame
from pitboss.text.options import option_text

Json = dict[str, Any]
FILE: Final = "solutions.json"


class Shipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All shipped solutions."""

    games: dict[str, dict[str, int]]
    """Game -> the key of solved rules -> the number of their solution."""
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
        number = self.games.get(configured.game.id, {}).get(rules_key(configured))
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


def rules_key(configured: ConfiguredGame) -> str:
    """Return the rules of a main game, but those that are as before they could be chosen.

    So a key stays what it was when a game is given another choice: "decks=6 soft17=hit".
    """
    return " ".join(
        f"{name}={option_text(value)}"
        for name, value in configured.main_options.items()
        if not configured.is_implied(name, value)
    )
