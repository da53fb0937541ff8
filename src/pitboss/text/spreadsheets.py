"""Cells of files that spreadsheets open."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, TypeVar

_FORMULA: Final = tuple("=+-@\t\r\n")
_NUMBER: Final = re.compile(r"[+-]?\$?[0-9][0-9,]*(\.[0-9]+)?(e[+-]?[0-9]+)?%?", re.IGNORECASE)
_PRINTED: Final = re.compile(
    r"[+-]?\$?(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?(?:e[+-][0-9]+)?%?"
)
_T = TypeVar("_T")


def number_in(text: str) -> int | float | None:
    """Return the number that a text prints: a percentage as a share, money in dollars.

    None for every other text, and for one with a leading zero, which is a name.

    >>> [number_in(text) for text in ("−3.827%", "34,200", "-$9,600", "1.5e-06", "01", "3c-5")]
    [-0.03827, 34200, -9600, 1.5e-06, None, None]
    """
    plain = text.replace("−", "-")
    if not _PRINTED.fullmatch(plain):
        return None
    digits = plain.replace(",", "").replace("$", "").removesuffix("%")
    if plain.endswith("%"):
        return float(Decimal(digits) / 100)  # 3.827% is 0.03827 and not the float beside it
    return int(digits) if digits.lstrip("+-").isdigit() else float(digits)


def safe_cell(cell: _T) -> _T | str:
    """Return a cell that no spreadsheet takes for a formula: such a text gets a quote before it.

    Numbers stay as they are, with their signs.

    >>> safe_cell("=1+1"), safe_cell("-0.5%"), safe_cell(chr(13) + "=1")[0], safe_cell(-3)
    ("'=1+1", '-0.5%', "'", -3)
    """
    if not isinstance(cell, str) or not cell.startswith(_FORMULA) or _NUMBER.fullmatch(cell):
        return cell
    return f"'{cell}"
