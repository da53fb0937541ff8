"""The chart of a table in training: the cell of a decision, and the whole chart."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.charts.model import TITLES, UPS, Chart, Part, row_name, up_name
from pitboss.exact.kinds import is_charted, solve
from pitboss.patterns.totals import value


class ChartCell(NamedTuple):
    """The place of a decision in a chart."""

    part: Part
    row: int
    up: int

    def as_json(self) -> dict[str, str]:
        """Return the place as the chart's JSON names it: part, row and up card."""
        row = row_name(self.part, self.row)
        up = up_name(self.up)
        return {"part": self.part.value, "row": row, "up": up}

    def words(self, chart: Chart) -> str:
        """Return the chart's answer: "Hard hands, 16 against 10: S"."""
        text = chart.parts[self.part][self.row][self.up].text
        title = TITLES[self.part]
        row = row_name(self.part, self.row)
        return f"{title}, {row} against {up_name(self.up)}: {text}"


class ChartRow(NamedTuple):
    """A line of a chart."""

    name: str
    cells: tuple[str, ...]
    """By up card, in the order of `UPS`."""
    marked: int | None = None
    """The place of the current decision."""


def chart_of_table(setup: Setup) -> Chart | None:
    """Return the strategy chart of a table; None if it has none."""
    if not is_charted(setup):
        return None
    chart = getattr(solve(setup), "chart", None)
    return chart if isinstance(chart, Chart) else None


def find_cell(chart: Chart, state: State, question: Question) -> ChartCell | None:
    """Return the cell of a decision; None if the chart has none."""
    place = find_place(state, question)
    if place is None or place.up not in chart.parts.get(place.part, {}).get(place.row, {}):
        return None
    return place


def find_place(state: State, question: Question) -> ChartCell | None:
    """Return where the chart of its game has a decision; None where no chart can have it."""
    kinds = {choice.kind for choice in question.choices}
    if not is_charted(state.setup) or question.wager is not None or kinds & _NO_HAND:
        return None
    hand = state.seat(question.seat).hand(question.hand)
    part = _part(kinds, soft=hand.soft, doubled=hand.doublings > 0, free=hand.made_free)
    row = value(hand.cards[0]) if part is Part.PAIRS else hand.total
    return ChartCell(part, row, value(state.dealer[0]))


_NO_HAND = frozenset({ActionKind.SWITCH, ActionKind.SET, ActionKind.TAKE_BLACKJACK})
"""Choices of questions that are not about how a hand is played."""


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
