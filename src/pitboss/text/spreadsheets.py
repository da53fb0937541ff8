"""Cells of files that spreadsheets open."""

from __future__ import annotations

import re
from typing import Final, TypeVar

_FORMULA: Final = tuple("=+-@\t\r\n")
_NUMBER: Final = re.compile(r"[+-]?\$?[0-9][0-9,]*(\.[0-9]+)?(e[+-]?[0-9]+)?%?", re.IGNORECASE)
_T = TypeVar("_T")


def safe_cell(cell: _T) -> _T | str:
    """Return a cell that no spreadsheet takes for a formula: such a text gets a quote before it.

    Numbers stay as they are, with their signs.

    >>> safe_cell("=1+1"), safe_cell("-0.5%"), safe_cell(chr(13) + "=1")[0], safe_cell(-3)
    ("'=1+1", '-0.5%', "'", -3)
    """
    if not isinstance(cell, str) or not cell.startswith(_FORMULA) or _NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"
