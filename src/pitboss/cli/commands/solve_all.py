"""`pitboss solve --all`: the main game of every game in one table, for people or as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.cli.entry_table import entry_table, print_table, wide_console
from pitboss.cli.output import print_json, refuse
from pitboss.cli.waiting import waiting
from pitboss.report.catalogue.entry import Entry, solve_command
from pitboss.report.catalogue.every_game import solved_games
from pitboss.report.catalogue.table import MAIN, cells
from pitboss.rulebook.problems import Problem

_WITH_STRATEGY = 160
"""Columns of a terminal that has room for the commands."""


def solve_all(game: str | None, beside: Mapping[str, object], *, as_json: bool) -> None:
    """Solve every game as it stands where nothing is said, and print a line or more for each.

    What is said of one game, its name or an option *beside*, is refused.
    """
    if found := tuple(_problems({"GAME": game, **beside})):
        refuse(found, as_json=as_json)
    with waiting("solving every game"):
        entries = solved_games()
    if as_json:
        print_json([entry.as_json() for entry in entries])
        return
    _print_lines(entries, wide_console().width)


def _print_lines(entries: Sequence[Entry], width: int) -> None:
    """Print the table; where it is narrow, the commands of its last column below it, as one."""
    columns = MAIN if width >= _WITH_STRATEGY else [name for name in MAIN if name != "strategy"]
    table = entry_table(columns)
    for entry in entries:
        table.add_row(*cells(entry, columns))
    print_table(table)
    if columns != MAIN:
        print("\nThe best play of a game: " + solve_command("GAME"))


def _problems(said: Mapping[str, object]) -> Iterator[Problem]:
    for key, value in said.items():
        if value:
            message = "--all solves every game as it stands: leave out one or the other"
            yield Problem(code="option/conflict", key=key, message=message)
