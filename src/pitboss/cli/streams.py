"""The standard streams in any state: closed, full, or in a narrow terminal."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from pitboss.rulebook.limits import COLUMNS_MAX

_COLUMNS = "COLUMNS"
_STREAMS = (
    ("stdin", 0, "r", os.O_RDONLY),
    ("stdout", 1, "w", os.O_RDONLY),
    ("stderr", 2, "w", os.O_WRONLY),
)


def make_ready() -> None:
    """Give every command three usable streams, and a terminal with columns."""
    # A closed input is empty; writing to a closed output fails; nobody reads a closed error output.
    for name, number, mode, flags in _STREAMS:
        if getattr(sys, name) is None:
            _occupy(number, flags)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
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
