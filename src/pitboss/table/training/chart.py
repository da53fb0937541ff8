"""The chart of a table in training: the cell of a decision, and the whole chart."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.charts.model import TITLES, UPS, Chart, Part, row_name, up_name
from pitboss.exact.kinds import is_charted, solve
from pitboss.patterns.totals import value
from pitboss.table.training.dealing import SEAT, Dealt


class ChartCell(NamedTuple):
    """The place of a decision in a chart."""

    part: Part
    row: int
    up: int

    def words(self, chart: Chart) -> str:
        """Return the chart's answer: "Hard hands, 16 against 10: S"."""
        text = chart.parts[self.part][self.row][self.up].text
        title, row = TITLES[self.part], row_name(self.part, self.row)
        return f"{title}, {row} against {up_name(self.up)}: {text}"


class ChartRow(NamedTuple):
    """A line of a chart."""

    name: str
    cells: tuple[str, ...]
    """By up card, in the order of `UPS`."""
    marked: int | None = None
    """The place of the current decision."""


def chart_of_table(setup: Setup) -> Chart | None:
    """Return the chart by which a table's hands are played; None if there is none."""
    if not is_charted(setup):
        return None
    chart = getattr(solve(setup), "chart", None)
    return chart if isinstance(chart, Chart) else None


def cell_of(chart: Chart, dealt: Dealt) -> ChartCell | None:
    """Return the cell of a decision; None if the chart has none."""
    kinds = {choice.kind for choice in dealt.asked.choices}
    if dealt.asked.wager is not None or kinds & {ActionKind.SWITCH, ActionKind.SET}:
        return None
    hand = dealt.state.seat(SEAT).hand(dealt.asked.hand)
    part = _part(kinds, soft=hand.soft, doubled=hand.doublings > 0, free=hand.made_free)
    row = value(hand.cards[0]) if part is Part.PAIRS else hand.total
    up = value(dealt.state.dealer[0])
    return ChartCell(part, row, up) if up in chart.parts.get(part, {}).get(row, {}) else None


def _part(kinds: set[ActionKind], *, soft: bool, doubled: bool, free: bool) -> Part:
    if kinds & {ActionKind.SPLIT, ActionKind.FREE_SPLIT}:
        return Part.PAIRS
    if doubled:
        return Part.DOUBLED_SOFT if soft else Part.DOUBLED_HARD
    if free:
        return Part.FREE_SOFT if soft else Part.FREE_HARD
    return Part.SOFT if soft else Part.HARD


def chart_rows(chart: Chart, part: Part, here: ChartCell | None = None) -> list[ChartRow]:
    """Return a part of a chart line by line, with the cell of a decision marked."""
    rows = []
    for row, cells in chart.parts[part].items():
        texts = tuple(cells[up].text if up in cells else "" for up in UPS)
        is_here = here is not None and (here.part, here.row) == (part, row)
        marked = UPS.index(here.up) if here is not None and is_here else None
        rows.append(ChartRow(row_name(part, row), texts, marked))
    return rows
