"""`pitboss check` of a game file: exit 0 where the game can be used, 1 with every problem."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.output import EXIT_NO, print_json
from pitboss.rulebook.files import read_text
from pitboss.rulebook.limits import HOUSE_BYTES_MAX, printable
from pitboss.rulebook.model import Game
from pitboss.rulebook.phrases import deck_counts
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game_of_file
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml


def is_game_file(path: Path) -> bool:
    """Whether a file describes a game: a house file names one, `game = "wa/spanish-21"`."""
    try:
        return isinstance(parse_toml(read_text(path, HOUSE_BYTES_MAX)).get("game"), dict)
    except (RulesError, NotReadableError):
        return False


def check_game_file(path: Path, *, as_json: bool) -> None:
    """Check a game of one's own and print the verdict."""
    game, problems = _load(path)
    if as_json:
        listed = [problem.as_json() for problem in problems]
        print_json({"game": game.id if game else "", "ok": not problems, "problems": listed})
    elif game is not None:
        _print_game(path, game)
    else:
        _print_problems(path, problems)
    if problems:
        raise SystemExit(EXIT_NO)


def _load(path: Path) -> tuple[Game | None, tuple[Problem, ...]]:
    try:
        return game_of_file(path), ()
    except RulesError as error:
        return None, error.problems


def _print_game(path: Path, game: Game) -> None:
    size = f"{len(game.wagers)} wagers, {len(game.tables)} pay tables, {deck_counts(game.decks)}"
    print(printable(f"{path}: the game {game.id} can be used"))
    print(printable(f"  title     {game.title}"))
    print(printable(f"  document  {game.document}"))
    print(printable(f"  size      {size}"))


def _print_problems(path: Path, problems: tuple[Problem, ...]) -> None:
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    print(printable(f"{path}: {count} with this game"))
    for problem in problems:
        key = problem.key.removeprefix(str(path)).removeprefix(": ") or "file"
        print(printable(f"  {key}"))
        print(printable(f"    {problem.message}  [{problem.code}]"))
