"""Charts of counting: what each card gone changes, what a wager may be worth, what counts bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pitboss.advantage.study import CardRow
from pitboss.report.document import drawing as draw
from pitboss.report.document.axes import BOTTOM, LEFT, RIGHT, TOP, Axes
from pitboss.report.document.blocks import Chart
from pitboss.report.document.charts import Point, categories
from pitboss.report.document.drawing import AMBER, BLUE
from pitboss.report.document.pictures import side_by_side
from pitboss.simulator.counting.cube import CountRow, Cube
from pitboss.simulator.counting.fields import STEP
from pitboss.simulator.counting.figures import SPREADS

Array = Any
_COLUMNS = 40
"""Columns of a distribution."""


def removal_chart(rows: Sequence[CardRow]) -> Chart:
    """Draw what the expectation changes by when a card of each kind is gone."""
    points = [Point(label=row.card, value=float(row.fixed)) for row in rows]
    title = "One card gone: the change of the player's expectation"
    return Chart(
        svg=categories(points, title=title, axis="card"),
        caption=title,
        note="the play of the full shoe is kept",
    )


def value_chart(values: Array, *, cut: int, cards: int) -> Chart:
    """Draw how often a wager has each value at the cut card; those that gain in another colour."""
    low, high = float(values[0]), float(values[-1])
    share, edges = np.histogram(values, bins=_COLUMNS, range=(low, high or 1e-6))
    share = share / len(values)
    axes = Axes(
        high, float(share.max()), first=low, axis="its value to the player", percent_below=True
    )
    parts = [*axes.lines(), *_columns(axes, share, edges)]
    gains = float((values > 0).mean())
    if low < 0 < high:
        parts.append(draw.segment(axes.x(0), TOP, axes.x(0), BOTTOM, AMBER, 0.9))
    return Chart(
        svg=draw.svg(parts, "Values at the cut card"),
        caption=f"The exact value of the wager with {cut} of {cards} cards gone",
        note=f"{len(values):,} shoes; it gains in {gains:.1%} of them",
    )


def _columns(axes: Axes, share: Array, edges: Array) -> Iterator[str]:
    for height, left, right in zip(share, edges[:-1], edges[1:], strict=True):
        ink = AMBER if left >= 0 else BLUE
        top = axes.y(float(height))
        yield (
            f'<rect x="{axes.x(float(left)):.1f}" y="{top:.1f}" fill="{ink}"'
            f' width="{axes.x(float(right)) - axes.x(float(left)) - 0.4:.1f}"'
            f' height="{BOTTOM - top:.1f}"/>'
        )


_RARE = 1 / 2000
"""Counts that come less often are left out: their bars would hide the others."""
_FIRST_CUT = 0.4
"""SCORE is shown from this part of the run's own cut card on."""
_ERRORS = 1.96
"""Standard errors to either side within which 95% of estimates are."""
_PALE = "#c6d5e4"
_INKS = (BLUE, AMBER, "#4f8f3a", "#7a4a8a")


def counter_svg(cube: Cube, *, count: str, cards: int) -> str:
    """Return the charts of a counter as one picture; the shoe has *cards*."""
    charts = (counts_chart(cube), depth_chart(cube, cards), score_chart(cube, cards))
    return side_by_side(charts, title=f"A counter by {count}")


def counts_chart(cube: Cube) -> Chart:
    """Draw how often each count comes, and the advantage at it with its 95% bars."""
    rows = [row for row in cube.by_count() if row.frequency >= _RARE]
    axes = _advantage_axes(rows, first=rows[0].count - 0.7, last=rows[-1].count + 0.7, axis="count")
    highest = max(row.frequency for row in rows)
    wide = 0.7 * (axes.x(1) - axes.x(0))
    parts = []
    for row in rows:
        high = (BOTTOM - TOP) * 0.9 * row.frequency / highest
        parts.append(draw.rect(axes.x(row.count) - wide / 2, BOTTOM - high, wide, high, _PALE))
    parts += [*axes.lines(), *_estimates(axes, rows)]
    return Chart(
        svg=draw.svg(parts, "Counts"),
        caption="The counts, and the advantage at each",
        note=f"columns: how often, at most {highest:.1%}; dots: the player's advantage, 95%",
    )


def depth_chart(cube: Cube, cards: int) -> Chart:
    """Draw the advantage of a flat bet by the cards that are gone, with 95% bars."""
    rows = [row for row in cube.by_depth() if row.frequency >= _RARE]
    axes = _advantage_axes(rows, first=0.0, last=float(cards), axis="cards gone")
    return Chart(
        svg=draw.svg([*axes.lines(), *_estimates(axes, rows)], "Depth"),
        caption="The advantage of one unit, by the depth of the shoe",
        note=f"in steps of {STEP} cards; bars: 95%",
    )


def score_chart(cube: Cube, cards: int) -> Chart:
    """Draw SCORE by the cut card, a curve for the best ramp of each spread."""
    first = max(1, int(cube.cut * _FIRST_CUT) // STEP) * STEP
    cuts = [*range(first, cube.cut, STEP), cube.cut]
    curves = {
        most: [cube.bets(cube.best_ramp(1, most, cut), cut).score for cut in cuts]
        for most in SPREADS
    }
    highest = max(*(value for curve in curves.values() for value in curve), 1e-3)
    last = cuts[-1] / cards
    axes = Axes(
        last + 0.1 * (last - first / cards),
        highest,
        first=first / cards,
        axis="of the shoe dealt",
        is_percent=False,
        percent_below=True,
    )
    parts = [*axes.lines()]
    for number, (most, curve) in enumerate(curves.items()):
        ink = _INKS[number % len(_INKS)]
        places = zip((cut / cards for cut in cuts), curve, strict=True)
        parts.append(axes.curve(places, stroke=ink))
        parts.append(draw.text(axes.x(last) + 4, axes.y(curve[-1]) + 3, f"1-{most}", fill=ink))
    return Chart(
        svg=draw.svg(parts, "SCORE"),
        caption="SCORE by the cut card",
        note="the best ramp of each spread",
    )


def _advantage_axes(rows: Sequence[CountRow], *, first: float, last: float, axis: str) -> Axes:
    """Return axes on which every estimate fits; the bars of rare ones may be cut off."""
    usual = [row for row in rows if row.frequency >= 4 * _RARE] or rows
    low = min(0.0, *(row.mean - _ERRORS * row.standard_error for row in usual))
    high = max(0.0, *(row.mean + _ERRORS * row.standard_error for row in usual))
    low, high = min(low, *(row.mean for row in rows)), max(high, *(row.mean for row in rows))
    return Axes(last, high, first=first, low=low, axis=axis, is_part=False)


def _estimates(axes: Axes, rows: Sequence[CountRow]) -> list[str]:
    """Draw a dot for every estimate and a bar for its error, and the line of zero."""
    parts = [draw.level(axes.y(0), LEFT, RIGHT)]
    for row in rows:
        x = axes.x(row.count)
        error = _ERRORS * row.standard_error
        ends = (max(TOP, axes.y(row.mean + error)), min(BOTTOM, axes.y(row.mean - error)))
        parts.append(draw.segment(x, ends[0], x, ends[1], AMBER, 1.1))
        parts.append(draw.circle(x, axes.y(row.mean), 2.2, BLUE))
    return parts
