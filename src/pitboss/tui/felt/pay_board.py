"""The pays of wagers, side by side as a board on the felt."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from pitboss.engine.setup import Setup
from pitboss.text.actions import wager_title
from pitboss.text.felt import pay_rows
from pitboss.tui.felt.blocks import Block, below, beside, block, flowing

_TITLE = "bold #ffd75f"
_NAME = "#cfe3d7"
_PAY = "bold #a6f5b0"
_GAP = 4
_HEIGHT_MIN = 4
_ROWS_MAX = (99, 10, 7, 5, 4)


class Pays(NamedTuple):
    """A wager with the rows of its pay table."""

    title: str
    rows: tuple[tuple[str, str], ...]
    """Outcomes and their pays."""


def list_pays(setup: Setup, wagers: Collection[str]) -> Iterator[Pays]:
    """Yield the pays of each of *wagers*; equal ones once."""
    known: dict[tuple[tuple[str, str], ...], str] = {}
    for wager in wagers:
        rows = pay_rows(setup, wager)
        title = wager_title(setup, wager)
        known[rows] = f"{known[rows]}, {title}" if rows in known else title
    yield from (Pays(title, rows) for rows, title in known.items())


def pay_board(pays: Sequence[Pays], width: int, height: int) -> Block:
    """Set pay tables side by side within *height* lines; empty if not even the first fits."""
    if height < _HEIGHT_MIN:
        return Block()
    for count in range(len(pays), 0, -1):
        left_out = len(pays) - count
        more = "P shows the other pays" if left_out == 1 else f"P shows {left_out} more pay tables"
        for rows_max in _ROWS_MAX:
            board = flowing([_block(wager, rows_max) for wager in pays[:count]], width, gap=_GAP)
            if board.height + bool(left_out) <= height and board.width <= width:
                return Block((*board.lines, Text(more, style=_NAME))) if left_out else board
    return Block()


def _block(pays: Pays, rows_max: int = 99) -> Block:
    """Draw a pay table; one with more rows than *rows_max* in several columns."""
    parts = -(-len(pays.rows) // rows_max)
    size = -(-len(pays.rows) // max(parts, 1))
    chunks = [pays.rows[start : start + size] for start in range(0, len(pays.rows), max(size, 1))]
    columns = beside([_column(chunk) for chunk in chunks], gap=_GAP)
    return below([block(Text(pays.title, style=_TITLE)), columns])


def _column(rows: Sequence[tuple[str, str]]) -> Block:
    wide = max(len(name) for name, _ in rows)
    pay = max(len(text) for _, text in rows)
    return block(
        *(
            Text.assemble((name.ljust(wide), _NAME), "  ", (text.rjust(pay), _PAY))
            for name, text in rows
        )
    )


def whole_board(pays: Sequence[Pays], width: int) -> Block:
    """Set all pay tables side by side, with a line between their rows."""
    return flowing([Block((*_block(wager).lines, Text())) for wager in pays], width, gap=_GAP)
