"""Charts of reports: money over days, and z-scores between their bands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.exact.operations import CONFIDENCE
from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import Chart
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH
from pitboss.text.numbers import axis_dollars

_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, WIDTH - 12.0, 12.0, HEIGHT - 30.0
_LABELS = 8
"""The most labels that fit below a chart."""
_BANDS = ("#eef2f7", "#dde7f1")
Z_ROWS = 24
"""The most wagers that one chart shows."""


def money_columns(rows: Sequence[tuple[str, int]], *, caption: str, note: str = "") -> Chart:
    """Draw a column of money for each of a few days or hours, losses below the line.

    >>> money_columns([("2026-11-16", 50_000), ("2026-11-17", -20_000)], caption="Win").svg[:4]
    '<svg'
    """
    values = [units / UNITS_PER_DOLLAR for _, units in rows]
    low = min(0.0, *values, 0.0)
    ticks = [tick for tick in draw.round_places(low, max(0.0, *values, 0.0)) if low or tick >= 0]
    place = draw.scale(ticks[0], ticks[-1], _BOTTOM, _TOP)
    gap = (_RIGHT - _LEFT) / max(1, len(rows))
    width = min(26.0, 0.7 * gap)
    labels = ((tick, ("−" if tick < 0 else "") + axis_dollars(abs(tick))) for tick in ticks)
    parts = list(draw.lines_across(labels, place, _LEFT, _RIGHT))
    every = max(1, -(-len(rows) // _LABELS))
    for number, ((label, _), value) in enumerate(zip(rows, values, strict=True)):
        x = _LEFT + gap * (number + 0.5)
        top, bottom = sorted((place(value), place(0)))
        parts.append(_column(x - width / 2, top, width, max(bottom - top, 0.6), value))
        if number % every == 0:
            parts.append(draw.text(x, _BOTTOM + 14, label[-5:], anchor="middle", fill=SOFT))
    parts.append(draw.segment(_LEFT, place(0), _RIGHT, place(0), SOFT, 0.9))
    return Chart(svg=draw.svg(parts, caption), caption=caption, note=note)


def _column(x: float, y: float, width: float, height: float, value: float) -> str:
    fill = BLUE if value >= 0 else AMBER
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'
    )


def z_scores(rows: Sequence[tuple[str, float]], *, caption: str, note: str = "") -> Chart:
    """Draw a dot for each z-score on the bands that hold 95 % and 99 % of them.

    >>> z_scores([("Main", -0.4), ("Match", 2.1)], caption="z-scores").svg[:4]
    '<svg'
    """
    shown = sorted(rows, key=lambda row: -abs(row[1]))[:Z_ROWS]
    reach = max(3.5, *(abs(z) for _, z in shown)) * 1.05
    left = 158.0
    along = draw.scale(-reach, reach, left, _RIGHT)
    height = 14.0 * len(shown)
    parts = [
        _band(along(-CONFIDENCE[level]), along(CONFIDENCE[level]), height, fill)
        for level, fill in zip(("99%", "95%"), _BANDS, strict=True)
    ]
    parts.append(draw.segment(along(0), 6, along(0), 6 + height, SOFT, 0.7))
    for number, (name, z) in enumerate(shown):
        y = 6 + 14.0 * (number + 0.5)
        words = name if len(name) <= 27 else f"{name[:26]}…"
        fill = BLUE if abs(z) <= CONFIDENCE["95%"] else AMBER
        parts.append(draw.text(left - 6, y + 3.2, words, anchor="end"))
        parts.append(draw.circle(along(z), y, 3.4, fill))
    parts += _z_axis(along, 6 + height)
    return Chart(svg=draw.svg(parts, caption, height + 26), caption=caption, note=note)


def _band(left: float, right: float, height: float, fill: str) -> str:
    return draw.area([(left, 6), (right, 6), (right, 6 + height), (left, 6 + height)], fill)


def _z_axis(along: draw.Scale, y: float) -> Iterator[str]:
    for z in (-3, -2, -1, 0, 1, 2, 3):
        label = f"{z:+d}".replace("-", "−") if z else "0"
        yield draw.text(along(z), y + 13, label, anchor="middle", fill=SOFT)
