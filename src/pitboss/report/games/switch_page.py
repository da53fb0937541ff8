"""When to switch, as part of a page: charts of points."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.charts.model import TITLES, UPS, Part, row_name
from pitboss.exact.switch.points import SwitchPoints
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.report.document.blocks import Block, Chart, Charts, Heading, Paragraph
from pitboss.report.document.strategy_svg import EMPTY, rows_svg
from pitboss.report.games.switch_words import TITLE, switch_rule

_SHADES = (
    (-40, "#efb3aa"),
    (-20, "#f6d0ca"),
    (0, "#fae7e4"),
    (20, "#eaf3e3"),
    (40, "#d0e5c2"),
    (1000, "#b4d69f"),
)
"""Points below this -> their colour, the better a hand the greener."""


def switch_blocks(solution: SwitchSolution, *, level: int) -> Iterator[Block]:
    """Yield how to decide, and the charts it takes."""
    yield Heading(level, "", TITLE)
    yield Paragraph(switch_rule(solution))
    parts = tuple(solution.points.parts)
    for start in range(0, len(parts), 2):
        yield Charts(tuple(_drawn(solution.points, part) for part in parts[start : start + 2]))


def _drawn(points: SwitchPoints, part: Part) -> Chart:
    rows = [
        (row_name(part, row), [_cell(cells.get(up)) for up in UPS])
        for row, cells in points.parts[part].items()
    ]
    title = f"{TITLES[part]}, points"
    return Chart(svg=rows_svg(title, rows), caption=title)


def _cell(points: int | None) -> tuple[str, str]:
    if points is None:
        return EMPTY
    colour = next(colour for below, colour in _SHADES if points < below)
    return str(points).replace("-", "−"), colour
