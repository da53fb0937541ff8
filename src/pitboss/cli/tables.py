"""Open the table whose main game a command solves."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.api.solutions import check_solvable
from pitboss.api.tables import Table
from pitboss.cli.options import read_options
from pitboss.rulebook.defaults import complete_main_game


def open_main_table(game_id: str, options: Sequence[str]) -> Table:
    """Open the table of the main game, or raise `RulesError` with every problem."""
    given, unread = read_options(game_id, options)
    table = Table.open(given, complete=complete_main_game, unread=unread)
    check_solvable(table)
    return table
