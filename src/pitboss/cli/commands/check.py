"""`pitboss check`: exit 0 approved, 1 with every problem, 2 where there is nothing to judge."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.output import EXIT_NO, print_json, refuse
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import read_house
from pitboss.rulebook.limits import printable
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of


def check_file(path: Path, *, as_json: bool) -> None:
    """Judge a house configuration and say so."""
    try:
        house = read_house(path)
        game_of(house.game)
    except RulesError as error:
        # Not a configuration at all, or of no game we know: there is nothing to judge.
        refuse(error.problems, as_json=as_json)
    try:
        configured = configure(house)
    except RulesError as error:
        if as_json:
            _print_json(house.game, "", error.problems)
        else:
            _print_problems(path, house.game, error.problems)
        raise SystemExit(EXIT_NO) from None
    if as_json:
        _print_json(house.game, configured.digest, ())
    else:
        _print_approved(path, configured)


def _print_json(game_id: str, digest: str, found: tuple[Problem, ...]) -> None:
    listed = [problem.as_json() for problem in found]
    print_json({"game": game_id, "ok": not found, "digest": digest, "problems": listed})


def _name(path: Path) -> str:
    return printable(str(path))


def _print_problems(path: Path, game_id: str, found: tuple[Problem, ...]) -> None:
    console = Console(highlight=False)
    count = f"{len(found)} problem{'s' if len(found) > 1 else ''}"
    verdict = printable(f"{count} with {game_id}")
    console.print(Text.assemble((f"{_name(path)}: ", "bold"), (verdict, "bold red")))
    for problem in found:
        clause = f"  {problem.cite}" if problem.cite else ""
        console.print(Text.assemble(("  ", ""), (printable(problem.key), "cyan"), (clause, "dim")))
        body = Text.assemble(printable(problem.message), (f"  [{problem.code}]", "dim"))
        console.print(Padding(body, (0, 0, 0, 4)))


def _print_approved(path: Path, configured: ConfiguredGame) -> None:
    console = Console(highlight=False)
    console.print(
        Text.assemble(
            (f"{_name(path)}: ", "bold"), ("approved", "bold green"), f" as {configured.game.id}"
        )
    )
    wagers = ", ".join(
        f"{name} {spot.table.id}" for name, spot in configured.spots.items() if spot.table
    )
    console.print(f"  wagers  {wagers or 'the main wager alone'}", soft_wrap=True)
    console.print(f"  digest  {configured.digest}", soft_wrap=True)
