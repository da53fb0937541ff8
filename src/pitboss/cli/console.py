"""The console of commands, and its tables: fitted to a terminal, unpadded for programs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import IO, TextIO, cast

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.report.catalogue.edges import NUMBERS

PIPE_WIDTH = 2_000
"""Columns without a terminal and without COLUMNS: no line is that long."""
SHEET_WIDTH = 100
"""Columns of a sheet of sentences where there is no terminal and COLUMNS does not say."""


def output_console(pipe_width: int = PIPE_WIDTH) -> Console:
    """Return the console of the standard output; numbers and words are not coloured by themselves.

    A file or a program gets lines of at most *pipe_width* columns, without blanks at their ends.
    """
    if sys.stdout.isatty():
        return Console(highlight=False)
    width = None if "COLUMNS" in os.environ else pipe_width
    file = cast("IO[str]", _TrimmedLines(sys.stdout))
    return Console(file=file, width=width, highlight=False)


class _TrimmedLines:
    """A stream that removes the blanks at the ends of lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._rest = ""
        self.encoding = stream.encoding

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        self._stream.writelines(f"{line.rstrip(' ')}\n" for line in lines)
        return len(text)

    def flush(self) -> None:
        self._stream.write(self._rest)
        self._rest = ""
        self._stream.flush()

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return self._stream.fileno()


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
