"""`pitboss` alone: the catalogue, and any game's sheet for the asking."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from pitboss.cli.catalogue import catalogue
from pitboss.cli.sheet import sheet
from pitboss.rulebook.library import game as game_of
from pitboss.rulebook.library import game_ids
from pitboss.rulebook.problems import RulesError


def browse() -> None:
    """Show the catalogue; on a terminal, go on to show the sheets asked for."""
    console = Console()
    console.print(
        Text.assemble(("Pitboss", "bold green"), "  the rule book of the blackjack family\n")
    )
    console.print(catalogue(width=console.width, numbered=True))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        console.print("\nA rules sheet: pitboss show GAME     All commands: pitboss --help")
        return
    while answer := _ask(console):
        try:
            chosen = game_of(_game_id(answer))
        except RulesError as error:
            console.print(Text(error.problems[0].message, style="red"))
            continue
        with console.pager(styles=True):
            console.print(sheet(chosen, chosen.tables, width=console.width))


def _ask(console: Console) -> str:
    try:
        return console.input(
            "\nWhich game's rules sheet? [dim](a number or an id; Enter leaves)[/dim] "
        ).strip()
    except EOFError:
        return ""


def _game_id(answer: str) -> str:
    """The id meant by a number of the list or by the id itself."""
    ids = game_ids()
    if answer.isdigit() and 1 <= int(answer) <= len(ids):
        return ids[int(answer) - 1]
    return answer
