"""The houses that come with Pitboss: a complete table for every game, ready to play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pitboss.rulebook.house import House, parse_house


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A house configuration with the sentence that introduces it."""

    about: str
    house: House


@cache
def ready_tables() -> dict[str, ReadyTable]:
    """Return the ready table of every game, by the game's id.

    >>> ready_tables()["co/free-bet"].about
    'Six decks, a $15 to $500 table with all three optional wagers.'
    """
    tables = {}
    for file in sorted(_folder().iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            text = file.read_text(encoding="utf-8")
            house = parse_house(text)
            tables[house.game] = ReadyTable(_introduction(text), house)
    return tables


def _folder() -> Traversable:
    """Return the folder: a wheel has the files inside the package, a checkout beside `src`."""
    packaged = files("pitboss") / "examples"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "examples"


def _introduction(text: str) -> str:
    """Return the first comment after the game's name.

    >>> _introduction("# Free Bet, Colorado 30-2116: six decks.")
    'Six decks.'
    """
    words = text.partition("\n")[0].removeprefix("# ").partition(": ")[2]
    return f"{words[:1].upper()}{words[1:]}"
