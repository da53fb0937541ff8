"""Words of a command line become the values that Typer would make of them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import typer

from pitboss.cli.help import convert_plainly

LINES: tuple[list[str], ...] = (
    [],
    ["name", "--count", "7", "--flag", "--each", "a", "--each", "b"],
    ["name", "--count", "007"],
    ["name", "--count", "-7"],
    ["name", "--count", "1_0"],
    ["name", "--count", "7" * 30],
    ["name", "--count", "seven"],
    ["name", "--level", "9"],
    ["name", "--level", "3"],
    ["name", "--share", "0.5"],
    ["käse", "--each", "é"],
    ["bad\udcff"],
    ["name", "--each", "bad\udcff"],
    ["", "--each", ""],
)


def parse(line: list[str], *, plainly: bool) -> object:
    """Return what a command is given, or why it is refused."""
    app = typer.Typer(add_completion=False)
    given = []

    @app.command()
    def run(
        name: str = "nobody",
        count: int = 3,
        level: int = typer.Option(1, max=4),
        share: float = 0.25,
        each: list[str] | None = None,
        *,
        flag: bool = False,
    ) -> None:
        given.append((name, count, level, share, each, flag))

    command: Any = typer.main.get_command(app)
    try:
        if plainly:
            convert_plainly(command.params)
        with command.make_context("run", [*line]) as context:
            command.invoke(context)
    except typer.TyperException as error:
        return error.format_message()
    return given


@pytest.mark.parametrize("line", LINES, ids=ascii)
def test_values_and_refusals_are_those_of_typer(line: list[str]) -> None:
    assert parse(line, plainly=True) == parse(line, plainly=False)


def test_a_plain_command_does_without_pydantic_and_rich() -> None:
    """Both take longer to import than a command takes to answer."""
    program = (
        "import sys\n"
        "from pitboss.cli.main import main\n"
        "sys.argv = ['pitboss', 'solve', 'reference/blackjack', '-o', 'decks=6', '--json']\n"
        "main()\n"
        "sys.exit(str({'pydantic', 'rich'} & sys.modules.keys()))"
    )
    for _ in range(2):  # the first one may have to read the game, and compile
        run = subprocess.run(
            [sys.executable, "-c", program], check=False, capture_output=True, text=True
        )
    assert run.stderr == "set()\n", run.stderr
