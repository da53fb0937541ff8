"""One strategy chart as SVG: rows of coloured cells under the up cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from pitboss.exact.charts.model import TITLES, UPS, Cell, Chart, Part, up_name
from pitboss.report.document.drawing import INK, SOFT, WIDTH
from pitboss.report.strategy.model import printed_rows

_LEFT, _HEAD, _ROW = 40.0, 18.0, 17.0
_COLUMN = (WIDTH - _LEFT) / len(UPS)
_SIZE = 9.5
_COLOURS = {
    "S": "#f4c9c4",
    "H": "#e4efdc",
    "D": "#c5d9f1",
    "P": "#fdeab5",
    "R": "#ddd3ea",
    "F": "#bfe3e0",
}
"""By the first letter of what a cell says; letters say the same, so that no colour is needed."""
_FREE_SPLIT_COLOUR = "#f8dca0"


Row = tuple[str, Sequence[tuple[str, str]]]
"""A label, and for each up card what is printed and on which colour."""
EMPTY = ("", "#f6f6f6")


def chart_svg(chart: Chart, part: Part) -> str:
    """Draw one part of a chart."""
    rows = [
        (label, [_drawn(cells.get(up)) for up in UPS]) for label, cells in printed_rows(chart, part)
    ]
    return rows_svg(TITLES[part], rows)


def rows_svg(title: str, rows: Sequence[Row]) -> str:
    """Draw rows of cells under the up cards."""
    height = _HEAD + _ROW * len(rows) + 1
    parts = [_text(_LEFT + _COLUMN * (n + 0.5), 12, up_name(up)) for n, up in enumerate(UPS)]
    for number, (label, cells) in enumerate(rows):
        parts += _row(_HEAD + _ROW * number, label, cells)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title>"
    )
    return f"{head}{''.join(parts)}</svg>"


def _row(y: float, label: str, cells: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield _text(_LEFT - 6, y + 12, label, anchor="end")
    for number, (text, colour) in enumerate(cells):
        x = _LEFT + _COLUMN * number
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{_COLUMN:.1f}" height="{_ROW}"'
            f' fill="{colour}" stroke="#ffffff" stroke-width="1"/>'
        )
        if text:
            yield _text(x + _COLUMN / 2, y + 12, text, fill=INK)


def _drawn(cell: Cell | None) -> tuple[str, str]:
    if cell is None:
        return EMPTY
    letters = cell.code.letters
    return cell.text, _FREE_SPLIT_COLOUR if letters == "FP" else _COLOURS[letters[0]]


def coded(code: str) -> tuple[str, str]:
    """Return a cell for a code alone; one that is no letter says that nothing is asked.

    >>> coded("Ds")[0], coded("-")
    ('Ds', ('-', '#f6f6f6'))
    """
    return code, _COLOURS.get(code[:1], EMPTY[1])


def _text(x: float, y: float, text: str, *, anchor: str = "middle", fill: str = SOFT) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{_SIZE}" text-anchor="{anchor}"'
        f' fill="{fill}">{escape(text)}</text>'
    )
