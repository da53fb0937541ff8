"""`pitboss check`: exit 0 approved, 1 with every problem, 2 where there is nothing to judge."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.house_lines import house_lines
from pitboss.cli.output import EXIT_NO, print_json, refuse
from pitboss.rulebook.check import warnings
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House, read_house
from pitboss.rulebook.house_sheet import house_sheet
from pitboss.rulebook.limits import printable
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of

_HEADING_WIDTH = 10


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
            _print_json(house, None, error.problems)
        else:
            _print_problems(path, house, error.problems)
        raise SystemExit(EXIT_NO) from None
    if as_json:
        _print_json(house, configured, ())
    else:
        _print_approved(path, house, configured)


def _print_json(
    house: House, configured: ConfiguredGame | None, found: tuple[Problem, ...]
) -> None:
    print_json(
        {
            "game": house.game,
            "ok": not found,
            "digest": configured.digest if configured else "",
            "problems": [problem.as_json() for problem in found],
            "warnings": [warning.as_json() for warning in warnings(house)],
            "table": house_sheet(house, configured) if configured else None,
        }
    )


def _name(path: Path) -> str:
    return printable(str(path))


def _print_problems(path: Path, house: House, found: tuple[Problem, ...]) -> None:
    console = Console(highlight=False)
    count = f"{len(found)} problem{'s' if len(found) > 1 else ''}"
    verdict = printable(f"{count} with {house.game}")
    console.print(Text.assemble((f"{_name(path)}: ", "bold"), (verdict, "bold red")))
    for problem in found:
        _print_problem(console, problem)
    _print_warnings(console, house)


def _print_problem(console: Console, problem: Problem, mark: str = "") -> None:
    key = Text.assemble("  ", (mark, "yellow"), (printable(problem.key), "cyan"))
    console.print(key.append(f"  {problem.cite}" if problem.cite else "", "dim"))
    body = Text.assemble(printable(problem.message), (f"  [{problem.code}]", "dim"))
    console.print(Padding(body, (0, 0, 0, 4)))


def _print_warnings(console: Console, house: House) -> None:
    for warning in warnings(house):
        _print_problem(console, warning, "warning  ")


def _print_approved(path: Path, house: House, configured: ConfiguredGame) -> None:
    console = Console(highlight=False)
    verdict = (("approved", "bold green"), f" as {configured.game.id}")
    console.print(Text.assemble((f"{_name(path)}: ", "bold"), *verdict))
    _print_warnings(console, house)
    for heading, text in house_lines(house_sheet(house, configured)):
        line = Text.assemble((f"  {heading:<{_HEADING_WIDTH}}", "dim"), printable(text))
        console.print(line, soft_wrap=True)
    digest = Text.assemble((f"  {'digest':<{_HEADING_WIDTH}}", "dim"), configured.digest)
    console.print(digest, soft_wrap=True)
