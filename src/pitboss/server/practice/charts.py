"""The best play of a game from the solver: its chart, its rules in words and its figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import json

from pitboss.api.solutions import Solution
from pitboss.exact.charts.model import TITLES, UPS, Chart, Part, up_name
from pitboss.report.document.blocks import Block, Charts, Facts, Grid, Heading, Paragraph
from pitboss.report.kinds import play_rules
from pitboss.server.practice.wire import (
    ChartBlock,
    ChartPart,
    ChartRow,
    ChartRules,
    StrategyChart,
)
from pitboss.server.rules.book import open_main
from pitboss.server.rules.house_work import HouseData
from pitboss.sitting.training.chart import chart_rows
from pitboss.text.say import say_name

Json = dict[str, Any]
_DOUBLED = (Part.DOUBLED_HARD, Part.DOUBLED_SOFT)


def solve(house: HouseData, _: str = "") -> bytes:
    """Return the solution of a table's main game, as `pitboss solve --json` prints it."""
    return json.encode(open_main(house).solve().as_json())


def draw_chart(house: HouseData, _: str = "") -> bytes:
    """Return the best play of a table's main game."""
    return json.encode(make_chart(open_main(house).solve()))


def make_chart(solution: Solution) -> StrategyChart:
    """Return the best play of a solved table."""
    table = solution.table
    chart = solution.chart
    rules = play_rules(solution.solved)
    others = [part for part in chart.parts if part not in _DOUBLED] if chart else []
    return StrategyChart(
        game=table.game.id,
        title=table.game.title,
        digest=table.digest,
        assumed=[*table.assumed],
        charted=chart is not None,
        ups=[up_name(up) for up in UPS] if chart else [],
        parts=[_show_part(chart, part) for part in chart.parts] if chart else [],
        meanings=_meanings(chart, others) if chart else {},
        doubled_meanings=_meanings(chart, _DOUBLED) if chart else {},
        legend=chart.short_legend(*others) if chart else {},
        rules=[ChartRules(title, [*_blocks(blocks)]) for title, blocks in rules.items()],
    )


def _show_part(chart: Chart, part: Part) -> ChartPart:
    rows = [ChartRow(row.name, [*row.cells]) for row in chart_rows(chart, part)]
    return ChartPart(part.value, say_name(TITLES[part]), rows)


def _meanings(chart: Chart, parts: Iterable[Part]) -> dict[str, str]:
    return {cell.text: cell.words for cell in chart.cells(*parts)} if parts else {}


def _blocks(blocks: Iterable[Block]) -> Iterator[ChartBlock]:
    """Yield blocks in the form that a page draws; a drawing becomes a table."""
    for block in blocks:
        match block:
            case Heading(text=text):
                yield ChartBlock(heading=text)
            case Paragraph(text=text):
                yield ChartBlock(text=text)
            case Facts(facts=facts):
                yield ChartBlock(facts=[(it.name, it.text, it.below) for it in facts])
            case Grid():
                yield _grid(block)
            case Charts(charts=charts):
                yield from (_grid(chart.table, chart.caption) for chart in charts if chart.table)
            case _:
                pass


def _grid(grid: Grid, title: str = "") -> ChartBlock:
    rows = [
        [cell if isinstance(cell, str) else " ".join(cell) for cell in row] for row in grid.rows
    ]
    return ChartBlock(title=title, heads=[*grid.heads], rows=rows)
