"""What proves a game, found in the files of the project: pages, clauses, positions, rounds."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from pitboss.rulebook.model import Game
from pitboss.rulebook.reading.library import games

ROOT = Path(__file__).resolve().parents[2]
ALL = games()


def file_name(game: Game) -> str:
    """Return the stem of the files that are about a game."""
    return game.id.replace("/", "-")


def example(game: Game) -> Path:
    """Return the house configuration that shows how a table of the game is set up."""
    return ROOT / "examples" / f"{file_name(game)}.toml"


def page(game: Game) -> Path:
    """Return the game's page of the documentation."""
    return ROOT / "docs" / "games" / f"{file_name(game)}.md"


@cache
def games_of_perft() -> frozenset[str]:
    """Return the games that have positions counted to the last card."""
    names = set()
    for path in (ROOT / "tests" / "perft").glob("*.perft"):
        for line in path.read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(" ")
            if key == "game":
                names.add(value.strip())
    return frozenset(names)


@cache
def games_of_playthroughs() -> frozenset[str]:
    """Return the games of which a whole round is kept as a transcript."""
    folder = ROOT / "tests" / "playthroughs"
    return frozenset(
        json.loads(path.read_text(encoding="utf-8"))["game"]
        for path in folder.glob("*.json")
        if path.with_suffix(".txt").exists()
    )
