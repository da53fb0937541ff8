"""One strategy chart: rows of coloured cells under the up cards, drawn and in letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from pitboss.exact.charts.model import UPS, Cell, up_name
from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import Chart, Grid
from pitboss.report.document.drawing import SOFT, WIDTH

_LEFT = 40.0
_HEAD = 18.0
_ROW = 17.0
_LOW_ROW = 13.0
_LETTER = 5.1
"""Width of a letter of a label, a wide one."""
_LINE = 10.5
_SHORT_LABEL = 7
"""Letters of a label that fit beside the cells of most charts."""
_WIDE_LEFT = 0.4 * WIDTH
"""Room for labels that are lists of hands."""
_COLOURS = {
    "S": "#f4c9c4",
    "H": "#e4efdc",
    "D": "#c5d9f1",
    "P": "#fdeab5",
    "R": "#ddd3ea",
    "F": "#bfe3e0",
}
"""By the first letter of a cell; the letters alone are enough to read the chart."""
_FREE_SPLIT_COLOUR = "#f8dca0"


Row = tuple[str, Sequence[tuple[str, str]]]
"""A label, and the text and colour for each up card."""
EMPTY = ("", "#f6f6f6")


def draw_rows(title: str, rows: Sequence[Row], *, is_low: bool = False) -> Chart:
    """Return rows of cells under the up cards as a drawing and as a table of letters.

    *is_low*: the rows are lower, for a card that must fit a pocket.
    """
    table = Grid(
        heads=("", *map(up_name, UPS)),
        rows=tuple((label, *(text for text, _ in cells)) for label, cells in rows),
        align="l" * (len(UPS) + 1),
    )
    return Chart(
        svg=_rows_svg(title, rows, _LOW_ROW if is_low else _ROW), caption=title, table=table
    )


def label_lines(label: str) -> list[str]:
    """Return a label as lines: a long list of hands is folded.

    >>> label_lines("A8T A99"), len(label_lines("AA9 A27 A28 A36 A37 A45 A46 A55"))
    (['A8T A99'], 2)
    """
    if len(label) <= _SHORT_LABEL:
        return [label]
    return wrap(label, int((_WIDE_LEFT - 6) / _LETTER))


def _rows_svg(title: str, rows: Sequence[Row], row_height: float) -> str:
    is_wide = any(len(label) > _SHORT_LABEL for label, _ in rows)
    left = _WIDE_LEFT if is_wide else _LEFT
    column = (WIDTH - left) / len(UPS)
    parts = [draw.label(left + column * (n + 0.5), 12, up_name(up)) for n, up in enumerate(UPS)]
    y = _HEAD
    for label, cells in rows:
        lines = label_lines(label)
        height = row_height + _LINE * (len(lines) - 1)
        parts += _row(y, height, left, lines, cells)
        y += height
    return draw.svg(parts, title, y + 1)


def _row(
    y: float, height: float, left: float, label: Sequence[str], cells: Sequence[tuple[str, str]]
) -> Iterator[str]:
    for number, line in enumerate(label):
        first = y + height / 2 + 3.5 - _LINE * (len(label) - 1) / 2
        yield draw.text(left - 6, first + _LINE * number, line, anchor="end", fill=SOFT)
    column = (WIDTH - left) / len(UPS)
    for number, (text, colour) in enumerate(cells):
        x = left + column * number
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{column:.1f}" height="{height}"'
            f' fill="{colour}" stroke="#ffffff" stroke-width="1"/>'
        )
        if text:
            yield draw.text(x + column / 2, y + height / 2 + 3.5, text, anchor="middle")


def strategy_cell(cell: Cell | None) -> tuple[str, str]:
    """Return the letters of a cell of a strategy chart and its colour."""
    return EMPTY if cell is None else code_cell(cell.text)


def code_cell(code: str) -> tuple[str, str]:
    """Return a cell for a code alone; one that is not a letter means no decision.

    >>> code_cell("Ds")[0], code_cell("-")
    ('Ds', ('-', '#f6f6f6'))
    """
    is_free_split = code.startswith("FP")
    return code, _FREE_SPLIT_COLOUR if is_free_split else _COLOURS.get(code[:1], EMPTY[1])
