"""`pitboss check` of a game file: exit 0 if the game can be used, 1 with every problem."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.cli.output import EXIT_NO
from pitboss.rulebook.limits import printable
from pitboss.rulebook.model import Game
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game_of_file
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVerdict:
    """The verdict on one game file."""

    file: str
    game: Game | None
    """None if the file cannot be used."""
    problems: tuple[Problem, ...]

    @property
    def exit_code(self) -> int:
        """1 with problems, else 0."""
        return EXIT_NO if self.problems else 0

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as `--json` prints it."""
        listed = [problem.as_json() for problem in self.problems]
        return {"game": self.game.id if self.game else "", "ok": not listed, "problems": listed}

    def print_text(self) -> None:
        """Print the verdict for people."""
        if self.game is not None:
            _print_game(self.file, self.game)
        else:
            _print_problems(self.file, self.problems)


def is_game_file(text: str) -> bool:
    """Return whether a file describes a game: a house file names one, `game = "wa/spanish-21"`."""
    try:
        return isinstance(parse_toml(text).get("game"), dict)
    except NotReadableError:
        return False


def judge_game_file(path: Path) -> GameVerdict:
    """Check a game of your own."""
    game, problems = _load(path)
    return GameVerdict(file=str(path), game=game, problems=problems)


def _load(path: Path) -> tuple[Game | None, tuple[Problem, ...]]:
    try:
        return game_of_file(path), ()
    except RulesError as error:
        return None, error.problems


def _print_game(path: str, game: Game) -> None:
    size = f"{len(game.wagers)} wagers, {len(game.tables)} pay tables, {deck_counts(game.decks)}"
    print(printable(f"{path}: the game {game.id} can be used"))
    print(printable(f"  title     {game.title}"))
    print(printable(f"  document  {game.document}"))
    print(printable(f"  size      {size}"))


def _print_problems(path: str, problems: tuple[Problem, ...]) -> None:
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print(printable(f"{path}: {count} with this game"))
    for problem in problems:
        key = problem.key.removeprefix(path).removeprefix(": ") or "file"
        print(printable(f"  {key}"))
        print(printable(f"    {problem.message}  [{problem.code}]"))
