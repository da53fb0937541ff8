"""`pitboss solve --all`: every game with its usual options, a line or more for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.cli.console import output_console
from pitboss.cli.entry_table import entry_table, print_table
from pitboss.cli.orders.figures import SolveOrder
from pitboss.cli.output import print_json, refuse
from pitboss.cli.waiting import waiting
from pitboss.report.catalogue.edges import MAIN, EdgeEntry, cells, solve_command
from pitboss.report.catalogue.every_game import solve_games
from pitboss.rulebook.problems import Problem

_WITH_STRATEGY = 160
"""The columns of a terminal with room for the commands."""


def solve_all(order: SolveOrder) -> None:
    """Solve every game with its usual options, and print a line or more for each.

    A game or an option given beside --all is refused.
    """
    beside: dict[str, object] = {"GAME": order.game, "-o": order.option, "--wager": order.wager}
    beside |= {"--effects": order.effects, "--charts": order.charts}
    beside |= {"--split-play": order.split_play}
    if problems := tuple(_conflict_problems(beside)):
        refuse(problems, as_json=order.as_json)
    with waiting("solving every game"):
        entries = solve_games()
    if order.as_json:
        print_json([entry.as_json() for entry in entries])
        return
    _print_entries(entries, output_console().width)


def _print_entries(entries: Sequence[EdgeEntry], width: int) -> None:
    """Print the table; on a narrow terminal the commands of its last column below it."""
    columns = MAIN if width >= _WITH_STRATEGY else [name for name in MAIN if name != "strategy"]
    table = entry_table(columns)
    for entry in entries:
        table.add_row(*cells(entry, columns))
    print_table(table)
    if columns != MAIN:
        print("\nThe best play of a game: " + solve_command("GAME"))


def _conflict_problems(options: Mapping[str, object]) -> Iterator[Problem]:
    for key, value in options.items():
        if value:
            message = "--all solves every game as it stands: leave out one or the other"
            yield Problem(code="option/conflict", key=key, message=message)
