"""A printed strategy chart as numbers: what each cell says, read from its letters alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

TABLES = ("hard", "soft", "pairs", "doubled_hard", "doubled_soft", "free_hard", "free_soft")
HARD, SOFT, PAIRS, DOUBLED_HARD, DOUBLED_SOFT, FREE_HARD, FREE_SOFT = range(len(TABLES))
CODES = ("", "S", "H", "D", "Ds", "F", "R", "Rs", "P", "FP", "Rp", "Dr")
"""The letters of a cell; their places here are what the arrays hold."""
MARKS = ("", "*", "+", "^")
"""Hit where a bonus is possible: of any suits, of one suit, of spades."""
CODE, FROM_CARDS, THEN, MARK = range(4)
"""What a cell holds: with so many cards or more, another code is followed."""
_ROWS = 22
_UPS = 11
_CELL = re.compile(r"([A-Za-z]+)(?:(\d+)([A-Za-z]*))?([*+^]?)")


def read_chart(printed: Mapping[str, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return (table, row, up card, what) a chart as `pitboss solve --json` prints it.

    >>> chart = read_chart({"hard": {"14": {"5": "S4+"}}})
    >>> [int(number) for number in chart[HARD, 14, 5]]
    [1, 4, 2, 2]
    """
    chart = np.zeros((len(TABLES), _ROWS, _UPS, 4), dtype=np.int64)
    for place, table in enumerate(TABLES):
        for row, cells in printed.get(table, {}).items():
            for up, text in cells.items():
                chart[place, _value(row.partition(",")[0]), _value(up)] = _cell(text)
    return chart


def _value(name: str) -> int:
    return 1 if name == "A" else int(name)


def _cell(text: str) -> tuple[int, int, int, int]:
    read = _CELL.fullmatch(text)
    assert read is not None, f"no cell of a chart: {text}"
    code, count, then, mark = read.groups()
    other = CODES.index(then or "H") if count else 0
    return CODES.index(code), int(count or 0), other, MARKS.index(mark)
