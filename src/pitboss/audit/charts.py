"""Charts of reports: money over days, and z-scores between their bands."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.exact.operations import CONFIDENCE
from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import Chart
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH
from pitboss.text.numbers import axis_dollars

_LEFT = 52.0
_RIGHT = WIDTH - 12.0
_TOP = 12.0
_BOTTOM = HEIGHT - 30.0
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
        fill = BLUE if value >= 0 else AMBER
        parts.append(draw.rect(x - width / 2, top, width, max(bottom - top, 0.6), fill))
        if number % every == 0:
            parts.append(draw.label(x, _BOTTOM + 14, label[-5:]))
    parts.append(draw.level(place(0), _LEFT, _RIGHT))
    return Chart(svg=draw.svg(parts, caption), caption=caption, note=note)


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
    corners = ((-1, 6), (1, 6), (1, 6 + height), (-1, 6 + height))
    parts = [
        draw.area([(along(side * CONFIDENCE[level]), y) for side, y in corners], fill)
        for level, fill in zip(("99%", "95%"), _BANDS, strict=True)
    ]
    parts.append(draw.segment(along(0), 6, along(0), 6 + height, SOFT, 0.7))
    for number, (name, z) in enumerate(shown):
        y = 6 + 14.0 * (number + 0.5)
        words = name if len(name) <= 27 else f"{name[:26]}…"
        fill = BLUE if abs(z) <= CONFIDENCE["95%"] else AMBER
        parts.append(draw.text(left - 6, y + 3.2, words, anchor="end"))
        parts.append(draw.circle(along(z), y, 3.4, fill))
    for z in range(-3, 4):
        words = f"{z:+d}".replace("-", "−") if z else "0"
        parts.append(draw.label(along(z), 19 + height, words))
    return Chart(svg=draw.svg(parts, caption, height + 26), caption=caption, note=note)
