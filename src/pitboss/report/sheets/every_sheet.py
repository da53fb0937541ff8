"""Every sheet that a house can print, by its name, and the optimal play on a pocket card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pitboss.engine.setup import Setup
from pitboss.exact.charts.model import UPS
from pitboss.report.document.blocks import (
    Block,
    Cell,
    Chart,
    Charts,
    Facts,
    Grid,
    Heading,
    Paragraph,
    first_text,
)
from pitboss.report.document.strategy_svg import Row, code_cell, draw_rows, label_lines
from pitboss.report.kinds import offered_reports
from pitboss.report.sheets.parts import (
    Drawing,
    HouseWords,
    Legend,
    Note,
    Page,
    Part,
    Sheet,
    Title,
    What,
)
from pitboss.report.sheets.procedure import procedure
from pitboss.report.sheets.signs import felt_sign, posting, rack_card
from pitboss.report.sheets.words import foot, name_on_signs
from pitboss.report.strategy_charts import AFTER_SPLIT, SPLIT_MARK
from pitboss.text.felt import rule_words


def strategy_card(setup: Setup, house: HouseWords) -> Sheet | None:
    """Solve the main game and return its optimal play; None if it cannot be solved."""
    games = offered_reports(setup)
    if not games:
        return None
    strategies = {title: blocks for game in games for title, blocks in game.strategy.items()}
    parts: list[Part] = []
    for title, blocks in strategies.items():
        if len(strategies) > 1 and not isinstance(blocks[0], Facts):
            parts.append(Title(title))
        parts += _parts(blocks)
    return Sheet(
        what=What.STRATEGY_CARD,
        page=Page.CARD,
        title=name_on_signs(setup.configured.game),
        subtitle=", ".join(rule_words(setup)[:3]),
        parts=tuple(parts),
        foot=house.name or foot(setup).rpartition(". ")[2],
    )


def _parts(blocks: Iterable[Block]) -> Iterator[Part]:
    """Yield what a pocket holds: the exceptions after a split, worth parts of a cent, stay out."""
    for block in blocks:
        match block:
            case Heading(text=text):
                if text not in {_FIRST, AFTER_SPLIT}:
                    yield Title(text)
            case Paragraph(text=text, kind=kind):
                if kind == "body" or text.startswith(_ITEM):
                    yield Note(text)
            case Charts(charts=charts):
                yield from map(_draw_low, charts)
            case Grid(heads=(_, _), rows=rows):
                legend = ((first_text(row[0]), first_text(row[1])) for row in rows)
                yield Legend(tuple(line for line in legend if line[0] != SPLIT_MARK))
            case Grid(heads=(_, *ups), rows=rows) if len(ups) == len(UPS):
                yield from _draw_charts(rows)
            case _:
                pass


def _draw_low(chart: Chart) -> Drawing:
    """A chart with low rows, and without the marks of hands that a split made."""
    assert chart.table is not None
    rows = [
        (first_text(label), [code_cell(first_text(cell).replace(SPLIT_MARK, "")) for cell in cells])
        for label, *cells in chart.table.rows
    ]
    return Drawing(chart.caption, draw_rows(chart.caption, rows, is_low=True).svg)


def _draw_charts(rows: Sequence[Sequence[Cell]]) -> Iterator[Drawing]:
    """A long table of letters under the up cards, as charts that fit a card."""
    charts: list[list[Row]] = [[]]
    room = _LINES_MAX
    for row in rows:
        label = first_text(row[0])
        lines = len(label_lines(label))
        if lines > room:
            charts.append([])
            room = _LINES_MAX
        room -= lines
        charts[-1].append((label, [code_cell(first_text(cell)) for cell in row[1:]]))
    yield from (Drawing("", draw_rows("First cards", drawn).svg) for drawn in charts)


_ITEM = "–"
"""The beginning of a line of a list; other notes, of method, are left out."""
_FIRST = "How to play"
"""The heading over the first charts, which a card does not need."""
_LINES_MAX = 28
"""Lines of one chart, those of folded labels too; more would be too small to read."""


SHEETS: Mapping[What, Callable[[Setup, HouseWords], Sheet | None]] = {
    What.FELT_SIGN: felt_sign,
    What.RACK_CARD: rack_card,
    What.PROCEDURE: procedure,
    What.POSTING: posting,
    What.STRATEGY_CARD: strategy_card,
}


def sheets(setup: Setup, house: HouseWords, wanted: Iterable[What]) -> tuple[Sheet, ...]:
    """Return the *wanted* sheets; a strategy card only of a game that can be solved."""
    made = (SHEETS[kind](setup, house) for kind in wanted)
    return tuple(sheet for sheet in made if sheet is not None)
