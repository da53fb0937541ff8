"""One strategy chart as SVG: rows of coloured cells under the up cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.sax.saxutils import escape

from pitboss.exact.charts import TITLES, UPS, Cell, Chart, Part, up_name
from pitboss.report.charts import INK, SOFT, WIDTH
from pitboss.report.strategy import printed_rows

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


def chart_svg(chart: Chart, part: Part) -> str:
    """Draw one part of a chart."""
    rows = printed_rows(chart, part)
    height = _HEAD + _ROW * len(rows) + 1
    parts = [_text(_LEFT + _COLUMN * (n + 0.5), 12, up_name(up)) for n, up in enumerate(UPS)]
    for number, (label, cells) in enumerate(rows):
        parts += _row(_HEAD + _ROW * number, label, cells)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"<title>{escape(TITLES[part])}</title>"
    )
    return f"{head}{''.join(parts)}</svg>"


def _row(y: float, label: str, cells: Mapping[int, Cell]) -> Iterator[str]:
    yield _text(_LEFT - 6, y + 12, label, anchor="end")
    for number, up in enumerate(UPS):
        x = _LEFT + _COLUMN * number
        cell = cells.get(up)
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{_COLUMN:.1f}" height="{_ROW}"'
            f' fill="{_colour(cell)}" stroke="#ffffff" stroke-width="1"/>'
        )
        if cell is not None:
            yield _text(x + _COLUMN / 2, y + 12, cell.text, fill=INK)


def _colour(cell: Cell | None) -> str:
    if cell is None:
        return "#f6f6f6"
    letters = cell.code.letters
    return _FREE_SPLIT_COLOUR if letters == "FP" else _COLOURS[letters[0]]


def _text(x: float, y: float, text: str, *, anchor: str = "middle", fill: str = SOFT) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{_SIZE}" text-anchor="{anchor}"'
        f' fill="{fill}">{escape(text)}</text>'
    )
