"""Charts as SVG: bars for returns, points for deck counts, a line for a meter, columns for results.

They are drawn here rather than by a plotting library: four small kinds of chart are all a report
needs, and text that is drawn as text can be searched and copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from pitboss.report.document import drawing as draw
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH
from pitboss.text.numbers import axis_dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A value at a place on the horizontal axis."""

    label: str
    value: float
    hollow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A named place on the line of a meter."""

    label: str
    x: float
    y: float


def bars(rows: Sequence[tuple[str, float]], *, title: str) -> str:
    """Draw a bar for each row, its value at the end.

    >>> bars([("Suited", 0.25), ("Unsuited", 0.5)], title="Return")[:4]
    '<svg'
    """
    step, top = 19.0, 6.0
    height = top + step * len(rows) + 6
    longest = max(len(name) for name, _ in rows)
    left = min(draw.SMALL * draw.CHARACTER * longest + 8, WIDTH * 0.5)
    room = WIDTH - left - 58
    highest = max((value for _, value in rows), default=0) or 1
    parts = []
    for place, (name, value) in enumerate(rows):
        y = top + step * place
        length = room * value / highest
        parts += [
            draw.text(left - 5, y + 11, draw.cut(name, left), anchor="end"),
            draw.bar(left, y + 3, max(length, 0.6)),
            draw.text(left + length + 4, y + 11, f"{value:.3%}", fill=SOFT),
        ]
    return draw.svg(parts, title, height)


def points(values: Sequence[Point], *, title: str, axis: str, digits: int = 2) -> str:
    """Draw values over a few places, joined, each with its figure.

    >>> points([Point(label="6", value=0.03), Point(label="8", value=0.02)], title="", axis="")[:4]
    '<svg'
    """
    left, right, top, bottom = 44.0, WIDTH - 16.0, 20.0, HEIGHT - 34.0
    ticks = draw.round_places(min(p.value for p in values), max(p.value for p in values))
    place = draw.scale(ticks[0], ticks[-1], bottom, top)
    gap = (right - left) / (len(values) + 1)
    xs = [left + gap * (number + 1) for number in range(len(values))]
    parts = list(draw.percent_axis(ticks, place, left, right))
    parts.append(draw.path((x, place(p.value)) for x, p in zip(xs, values, strict=True)))
    for x, point in zip(xs, values, strict=True):
        y = place(point.value)
        fill = "#ffffff" if point.hollow else BLUE
        parts += [
            draw.circle(x, y, 3.4, fill, BLUE),
            draw.text_over(x, y - 7, f"{point.value:.{digits}%}"),
            draw.text(x, bottom + 14, point.label, anchor="middle", fill=SOFT),
        ]
    parts.append(draw.text((left + right) / 2, HEIGHT - 5, axis, anchor="middle", fill=SOFT))
    return draw.svg(parts, title, HEIGHT)


def line(
    value: Callable[[float], float], *, to: float, marks: Iterable[Mark], title: str, axis: str
) -> str:
    """Draw a straight line from 0 to *to*, with the zero line and named places on it.

    >>> line(lambda x: 0.3 - x / 1000, to=400, marks=(), title="", axis="dollars")[:4]
    '<svg'
    """
    left, right, top, bottom = 44.0, WIDTH - 16.0, 14.0, HEIGHT - 34.0
    ticks = draw.round_places(value(to), value(0))
    place, along = draw.scale(ticks[0], ticks[-1], bottom, top), draw.scale(0, to, left, right)
    parts = list(draw.percent_axis(ticks, place, left, right))
    if ticks[0] <= 0 <= ticks[-1]:
        parts.append(draw.segment(left, place(0), right, place(0), SOFT, 0.9))
    ends = (left, place(value(0)), right, place(value(to)))
    parts.append(draw.segment(*ends, BLUE, 1.6))
    for tick in draw.round_places(0, to):
        if 0 <= tick <= to:
            parts.append(draw.segment(along(tick), bottom, along(tick), bottom + 3, SOFT, 0.7))
            parts.append(
                draw.text(along(tick), bottom + 14, axis_dollars(tick), anchor="middle", fill=SOFT)
            )
    for mark in marks:
        x, y = along(mark.x), place(mark.y)
        late = x > (left + right) * 0.62
        parts += [
            draw.circle(x, y, 3.4, AMBER),
            draw.text_over(x + (-7 if late else 7), y + (14 if late else -5), mark.label,
                           anchor="end" if late else "start", fill=AMBER),
        ]  # fmt: skip
    parts.append(draw.text((left + right) / 2, HEIGHT - 5, axis, anchor="middle", fill=SOFT))
    return draw.svg(parts, title, HEIGHT)


def columns(
    results: Sequence[tuple[float, float]],
    *,
    title: str,
    axis: str,
    least: float,
    marks: Sequence[tuple[float, float]] = (),
) -> str:
    """Draw how often each result comes, each line ten times as often as the one below.

    What comes less often than *least*, a power of ten, is not drawn. *marks* are how often it
    should come, as short lines across the columns.

    >>> columns([(-1, 0.5), (1, 0.4)], title="", axis="units", least=1e-6)[:4]
    '<svg'
    """
    powers = range(round(log10(least)), 1)
    labels = [(power, f"{10.0**power:.{max(0, -power - 2)}%}") for power in powers]
    left = max(44.0, draw.SMALL * draw.CHARACTER * len(labels[0][1]) + 10)
    right, top, bottom = WIDTH - 16.0, 10.0, HEIGHT - 34.0
    drawn = [(x, chance) for x, chance in results if chance >= least]
    marked = [(x, chance) for x, chance in marks if chance >= least]
    places = sorted({x for x, _ in (*drawn, *marked)})
    low, high = floor(places[0]), ceil(places[-1])
    along = draw.scale(low - 0.5, high + 0.5, left, right)
    place = draw.scale(powers[0], 0, bottom, top)
    parts = [*draw.lines_across(labels, place, left, right), *_units(low, high, along, bottom + 14)]
    gap = min((two - one for one, two in pairwise(places)), default=1.0)
    width = min(7.0, 0.4 * (along(1) - along(0)), 0.8 * (along(gap) - along(0)))
    for x, chance in drawn:
        y = place(log10(chance))
        parts.append(draw.bar(along(x) - width / 2, y, width, max(bottom - y, 0.6)))
    for x, chance in marked:
        y, wide = place(log10(chance)), width / 2 + 1.5
        parts.append(draw.segment(along(x) - wide, y, along(x) + wide, y, AMBER, 1.6))
    parts.append(draw.text((left + right) / 2, HEIGHT - 5, axis, anchor="middle", fill=SOFT))
    return draw.svg(parts, title, HEIGHT)


def _units(low: int, high: int, along: draw.Scale, y: float) -> Iterator[str]:
    """Whole units below a chart, as many as fit."""
    step = next(size for size in (1, 2, 5, 10) if (high - low) / size <= _PLACES)
    for unit in range(ceil(low / step) * step, high + 1, step):
        label = f"{unit:+d}".replace("-", "−") if unit else "0"
        yield draw.text(along(unit), y, label, anchor="middle", fill=SOFT)


_PLACES = 16
"""Up to how many numbers fit below a chart."""
