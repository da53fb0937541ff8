"""The console of commands: fitted to a terminal; unwrapped and unpadded for files and programs."""

from __future__ import annotations

import os
import sys
from typing import IO, TextIO, cast

from rich.console import Console

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
        self._stream, self._rest = stream, ""
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
