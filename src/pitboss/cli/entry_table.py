"""Lines of the catalogue on a terminal: the same columns for every command."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.report.catalogue.entry import NUMBERS

_TO_THE_RIGHT = NUMBERS | {"decks", "options", "long run", "hits"}
_HEADS = {"found": "method"}
_WHOLE = _TO_THE_RIGHT | {"game", "table"}
"""Columns that are never broken into lines."""


def entry_table(columns: Iterable[str]) -> Table:
    """Return an empty table with the heads of *columns*."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(
            _HEADS.get(name, name),
            style="cyan" if name == "table" else "",
            justify="right" if name in _TO_THE_RIGHT else "left",
            no_wrap=name in _WHOLE,
            overflow="fold",
        )
    return table


def print_table(table: Table, title: str = "") -> None:
    """Print a table, under a title if it has one."""
    console = output_console()
    if title:
        console.print(Text(title, style="bold"))
    console.print(table)
