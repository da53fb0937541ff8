"""Charts of `pitboss count`: what each card gone changes, and what a side wager may be worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pitboss.advantage.study import CardRow
from pitboss.report.document import drawing as draw
from pitboss.report.document.axes import BOTTOM, TOP, Axes
from pitboss.report.document.blocks import Chart
from pitboss.report.document.charts import Point, categories
from pitboss.report.document.drawing import AMBER, BLUE

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
