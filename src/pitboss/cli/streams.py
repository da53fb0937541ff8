"""The standard streams in any state: closed, full, or in a narrow terminal."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from pitboss.rulebook.limits import COLUMNS_MAX

_COLUMNS = "COLUMNS"


def make_ready() -> None:
    """Give every command three usable streams, and a terminal with columns."""
    if sys.stdin is None:  # closed: as if nothing were in it
        _occupy(0, os.O_RDONLY)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - a stream
    if sys.stdout is None:  # closed: writing to it fails, as to any closed stream
        _occupy(1, os.O_RDONLY)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:  # closed: nobody wants to know
        _occupy(2, os.O_WRONLY)
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # The felt prints suits; where they cannot be written, they are spelled out.
        sys.stdout.reconfigure(errors="backslashreplace")
    columns = os.environ.get(_COLUMNS, "")
    if columns and not (columns.isdecimal() and 1 <= int(columns[:9]) <= COLUMNS_MAX):
        del os.environ[_COLUMNS]


def _occupy(number: int, flags: int) -> None:
    """Put the null device at a closed descriptor, so no opened file gets it."""
    opened = os.open(os.devnull, flags)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)


def replace_unreadable(*streams: TextIO) -> None:
    """Continue after a byte that is no text, or a suit that the terminal cannot show."""
    for stream in streams:
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")


def write_no_more() -> None:
    """Prevent Python from writing, and failing, once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
