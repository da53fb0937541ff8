"""Lines of the catalogue on a terminal: the same columns for every command."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cli.console import output_console
from pitboss.report.catalogue.edges import NUMBERS

_TO_THE_RIGHT = NUMBERS | {"decks", "options", "long run", "hits"}
_GAP = 2
"""Blanks between columns."""
_HEADS = {"found": "method"}
_WHOLE = _TO_THE_RIGHT | {"game", "table"}
"""Columns that are never broken into lines."""


def entry_table(columns: Iterable[str]) -> Table:
    """Return an empty table with the heads of *columns*."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, _GAP, 0, 0))
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
    lines = _plain_lines(table, console.width) if _is_plain(console) else None
    if lines is None:
        console.print(table)
    else:
        console.file.write("".join(f"{line}\n" for line in lines))


def _is_plain(console: Console) -> bool:
    """Return whether there are no colours: plain lines print ten times as fast."""
    return not console.is_terminal and console.color_system is None


def _plain_lines(table: Table, width: int) -> list[str] | None:
    """Return the lines that rich would print; None if it would wrap cells or read markup."""
    columns = [[str(column.header), *map(str, column.cells)] for column in table.columns]
    if any(mark in cell for cells in columns for cell in cells for mark in "[\n\t"):
        return None
    widths = [max(map(cell_len, cells)) for cells in columns]
    if sum(widths) + _GAP * (len(widths) - 1) > width:
        return None
    padded = [
        [_pad(cell, wide, to_the_right=column.justify == "right") for cell in cells]
        for column, cells, wide in zip(table.columns, columns, widths, strict=True)
    ]
    return [(" " * _GAP).join(row) for row in zip(*padded, strict=True)]


def _pad(cell: str, width: int, *, to_the_right: bool) -> str:
    blanks = " " * (width - cell_len(cell))
    return blanks + cell if to_the_right else cell + blanks
