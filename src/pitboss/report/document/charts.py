"""Charts as SVG: bars for returns and categories, a line for a meter, columns for results.

No plotting library is used: a report needs four small kinds of chart, and text drawn as text can be
searched and copied.
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
    """The value of one category."""

    label: str
    value: float
    hollow: bool = False
    """Drawn as an outline: not in use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A named place on the line of a meter."""

    label: str
    x: float
    y: float


def bars(rows: Sequence[tuple[str, float]], *, title: str) -> str:
    """Draw a bar for each row, its value at the end; a long name takes several lines.

    >>> bars([("Suited", 0.25), ("Unsuited", 0.5)], title="Return")[:4]
    '<svg'
    """
    longest = max(len(name) for name, _ in rows)
    left = min(draw.SMALL * draw.CHARACTER * longest + 10, WIDTH * 0.5)
    room = WIDTH - left - 58
    highest = max((value for _, value in rows), default=0) or 1
    parts = []
    y = 6.0
    for name, value in rows:
        lines = draw.wrap(name, left - 8)
        height = 8 + 11.0 * len(lines)
        length = room * value / highest
        parts += [
            *draw.stack(left - 5, y + height / 2, lines),
            draw.bar(left, y + height / 2 - 5.5, max(length, 0.6)),
            draw.text(left + length + 4, y + height / 2 + 3.5, f"{value:.3%}", fill=SOFT),
        ]
        y += height
    return draw.svg(parts, title, y + 6)


def categories(values: Sequence[Point], *, title: str, axis: str, digits: int = 2) -> str:
    """Draw a bar from zero for each of a few categories, with their figures where these fit.

    >>> values = [Point(label="6", value=0.03), Point(label="8", value=-0.02)]
    >>> categories(values, title="", axis="decks")[:4]
    '<svg'
    """
    left = 44.0
    right = WIDTH - 16.0
    top = 20.0
    bottom = HEIGHT - 34.0
    low, high = min(0.0, *_values(values)), max(0.0, *_values(values))
    # The figure below a bar needs room above the labels of the axis.
    low -= _FIGURE / (bottom - top) * (high - low) if low else 0.0
    ticks = [tick for tick in draw.round_places(low, high) if low or tick >= 0]
    place = draw.scale(ticks[0], ticks[-1], bottom, top)
    gap = (right - left) / len(values)
    width = min(30.0, 0.6 * gap)
    parts = list(draw.percent_axis(ticks, place, left, right))
    figures = [f"{point.value:.{digits}%}" for point in values]
    fit = max(map(len, figures)) * draw.SMALL * draw.CHARACTER <= gap
    for number, point in enumerate(values):
        x = left + gap * (number + 0.5)
        high, low = sorted((place(point.value), place(0)))
        over = high - 4 if point.value >= 0 else low + 11
        parts += [
            draw.bar(x - width / 2, high, width, max(low - high, 0.6), hollow=point.hollow),
            draw.text(x, over, figures[number] if fit else "", anchor="middle"),
            draw.label(x, bottom + 14, point.label),
        ]
    parts += [draw.level(place(0), left, right), draw.axis_name(left, right, axis)]
    return draw.svg(parts, title)


_DIGIT = 0.64
"""The width of a digit of the widest letters that a browser has, as a part of their size."""
_FIGURE = 14.0
"""Height of a figure at the end of a bar, with the room around it."""


def _values(points: Sequence[Point]) -> list[float]:
    return [point.value for point in points]


def line(
    value: Callable[[float], float], *, to: float, marks: Iterable[Mark], title: str, axis: str
) -> str:
    """Draw a straight line from 0 to *to*, with the zero line and named places on it.

    >>> line(lambda x: 0.3 - x / 1000, to=400, marks=(), title="", axis="dollars")[:4]
    '<svg'
    """
    left = 44.0
    right = WIDTH - 16.0
    top = 14.0
    bottom = HEIGHT - 34.0
    ticks = draw.round_places(value(to), value(0))
    place = draw.scale(ticks[0], ticks[-1], bottom, top)
    along = draw.scale(0, to, left, right)
    parts = list(draw.percent_axis(ticks, place, left, right))
    if ticks[0] <= 0 <= ticks[-1]:
        parts.append(draw.level(place(0), left, right))
    ends = (left, place(value(0)), right, place(value(to)))
    parts.append(draw.segment(*ends, BLUE, 1.6))
    for tick in draw.round_places(0, to):
        if 0 <= tick <= to:
            parts += draw.below(along(tick), bottom, axis_dollars(tick))
    for mark in marks:
        x, y = along(mark.x), place(mark.y)
        late = x > (left + right) * 0.62
        parts += [
            draw.circle(x, y, 3.4, AMBER),
            draw.text_over(x + (-7 if late else 7), y + (14 if late else -5), mark.label,
                           anchor="end" if late else "start", fill=AMBER),
        ]  # fmt: skip
    parts.append(draw.axis_name(left, right, axis))
    return draw.svg(parts, title)


def columns(
    results: Sequence[tuple[float, float]],
    *,
    title: str,
    axis: str,
    least: float,
    marks: Sequence[tuple[float, float]] = (),
) -> str:
    """Draw the probability of each result on a logarithmic scale.

    Results below *least*, a power of ten, are not drawn. *marks* are expected probabilities, drawn
    as short lines across the columns.

    >>> columns([(-1, 0.5), (1, 0.4)], title="", axis="units", least=1e-6)[:4]
    '<svg'
    """
    powers = range(round(log10(least)), 1)
    labels = [(power, f"{10.0**power:.{max(0, -power - 2)}%}") for power in powers]
    left = max(44.0, draw.SMALL * _DIGIT * len(labels[0][1]) + 8)
    right = WIDTH - 16.0
    top = 10.0
    bottom = HEIGHT - 34.0
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
        y = place(log10(chance))
        wide = width / 2 + 1.5
        parts.append(draw.segment(along(x) - wide, y, along(x) + wide, y, AMBER, 1.6))
    parts.append(draw.axis_name(left, right, axis))
    return draw.svg(parts, title)


def _units(low: int, high: int, along: draw.Scale, y: float) -> Iterator[str]:
    """Whole units below a chart, as many as fit."""
    step = next(size for size in (1, 2, 5, 10) if (high - low) / size <= _PLACES)
    for unit in range(ceil(low / step) * step, high + 1, step):
        yield draw.label(along(unit), y, f"{unit:+d}".replace("-", "−") if unit else "0")


_PLACES = 16
"""The most numbers that fit below a chart."""
