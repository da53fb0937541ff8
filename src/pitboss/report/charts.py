"""Charts as SVG: bars for returns, points for deck counts, a line for a meter, columns for results.

They are drawn here rather than by a plotting library: four small kinds of chart are all a report
needs, and text that is drawn as text can be searched and copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 340, 210
INK, SOFT, GRID, BLUE, AMBER = "#222222", "#666666", "#dddddd", "#1f4e79", "#b35c00"
_SMALL = 9.5
_CHARACTER = 0.5
"""The width of an average character, as a part of the size of its letters."""


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
    left = min(_SMALL * _CHARACTER * longest + 8, WIDTH * 0.5)
    room = WIDTH - left - 58
    highest = max((value for _, value in rows), default=0) or 1
    parts = []
    for place, (name, value) in enumerate(rows):
        y = top + step * place
        length = room * value / highest
        parts += [
            _text(left - 5, y + 11, _cut(name, left), anchor="end"),
            _bar(left, y + 3, max(length, 0.6)),
            _text(left + length + 4, y + 11, f"{value:.3%}", fill=SOFT),
        ]
    return _svg(parts, title, height)


def points(values: Sequence[Point], *, title: str, axis: str, digits: int = 2) -> str:
    """Draw values over a few places, joined, each with its figure.

    >>> points([Point(label="6", value=0.03), Point(label="8", value=0.02)], title="", axis="")[:4]
    '<svg'
    """
    left, right, top, bottom = 44.0, WIDTH - 16.0, 20.0, HEIGHT - 34.0
    ticks = _ticks(min(p.value for p in values), max(p.value for p in values))
    place = _scale(ticks[0], ticks[-1], bottom, top)
    gap = (right - left) / (len(values) + 1)
    xs = [left + gap * (number + 1) for number in range(len(values))]
    parts = list(_axis(ticks, place, left, right))
    path = " ".join(f"{x:.1f},{place(p.value):.1f}" for x, p in zip(xs, values, strict=True))
    parts.append(f'<polyline points="{path}" fill="none" stroke="{BLUE}" stroke-width="1.2"/>')
    for x, point in zip(xs, values, strict=True):
        y = place(point.value)
        fill = "#ffffff" if point.hollow else BLUE
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{fill}" stroke="{BLUE}"/>',
            _over(x, y - 7, f"{point.value:.{digits}%}"),
            _text(x, bottom + 14, point.label, anchor="middle", fill=SOFT),
        ]
    parts.append(_text((left + right) / 2, HEIGHT - 5, axis, anchor="middle", fill=SOFT))
    return _svg(parts, title, HEIGHT)


def line(
    value: Callable[[float], float], *, to: float, marks: Iterable[Mark], title: str, axis: str
) -> str:
    """Draw a straight line from 0 to *to*, with the zero line and named places on it.

    >>> line(lambda x: 0.3 - x / 1000, to=400, marks=(), title="", axis="dollars")[:4]
    '<svg'
    """
    left, right, top, bottom = 44.0, WIDTH - 16.0, 14.0, HEIGHT - 34.0
    ticks = _ticks(value(to), value(0))
    place, along = _scale(ticks[0], ticks[-1], bottom, top), _scale(0, to, left, right)
    parts = list(_axis(ticks, place, left, right))
    if ticks[0] <= 0 <= ticks[-1]:
        parts.append(_line(left, place(0), right, place(0), SOFT, 0.9))
    ends = (left, place(value(0)), right, place(value(to)))
    parts.append(_line(*ends, BLUE, 1.6))
    for tick in _ticks(0, to):
        if 0 <= tick <= to:
            parts.append(_line(along(tick), bottom, along(tick), bottom + 3, SOFT, 0.7))
            parts.append(_text(along(tick), bottom + 14, _money(tick), anchor="middle", fill=SOFT))
    for mark in marks:
        x, y = along(mark.x), place(mark.y)
        late = x > (left + right) * 0.62
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{AMBER}"/>',
            _over(x + (-7 if late else 7), y + (14 if late else -5), mark.label,
                  anchor="end" if late else "start", fill=AMBER),
        ]  # fmt: skip
    parts.append(_text((left + right) / 2, HEIGHT - 5, axis, anchor="middle", fill=SOFT))
    return _svg(parts, title, HEIGHT)


def columns(results: Sequence[tuple[float, float]], *, title: str, axis: str, least: float) -> str:
    """Draw how often each result comes, each line ten times as often as the one below.

    What comes less often than *least*, a power of ten, is not drawn.

    >>> columns([(-1, 0.5), (1, 0.4)], title="", axis="units", least=1e-6)[:4]
    '<svg'
    """
    left, right, top, bottom = 44.0, WIDTH - 16.0, 10.0, HEIGHT - 34.0
    drawn = [(x, chance) for x, chance in results if chance >= least]
    low, high = floor(min(x for x, _ in drawn)), ceil(max(x for x, _ in drawn))
    along = _scale(low - 0.5, high + 0.5, left, right)
    place = _scale(round(log10(least)), 0, bottom, top)
    parts = []
    for power in range(round(log10(least)), 1):
        parts.append(_line(left, place(power), right, place(power), GRID, 0.7))
        label = f"{10.0**power:.{max(0, -power - 2)}%}"
        parts.append(_text(left - 5, place(power) + 3, label, anchor="end", fill=SOFT))
    step = next(size for size in (1, 2, 5, 10) if (high - low) / size <= _PLACES)
    for unit in range(ceil(low / step) * step, high + 1, step):
        label = f"{unit:+d}".replace("-", "−") if unit else "0"
        parts.append(_text(along(unit), bottom + 14, label, anchor="middle", fill=SOFT))
    width = min(7.0, 0.4 * (along(1) - along(0)))
    for x, chance in drawn:
        y = place(log10(chance))
        parts.append(
            f'<rect x="{along(x) - width / 2:.1f}" y="{y:.1f}" width="{width:.1f}"'
            f' height="{bottom - y:.1f}" fill="{BLUE}"/>'
        )
    parts.append(_text((left + right) / 2, HEIGHT - 5, axis, anchor="middle", fill=SOFT))
    return _svg(parts, title, HEIGHT)


_PLACES = 16
"""Up to how many numbers fit below a chart."""


def _svg(parts: Iterable[str], title: str, height: float) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title>"
    )
    return f"{head}{''.join(parts)}</svg>"


def _text(x: float, y: float, text: str, *, anchor: str = "start", fill: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{_SMALL}" text-anchor="{anchor}"'
        f' fill="{fill}">{escape(text)}</text>'
    )


def _bar(x: float, y: float, length: float) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{length:.1f}" height="11" fill="{BLUE}"/>'


def _over(x: float, y: float, text: str, *, anchor: str = "middle", fill: str = INK) -> str:
    """Text over a line: a white ground keeps it readable."""
    width = _SMALL * _CHARACTER * len(text)
    start = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    ground = (
        f'<rect x="{start:.1f}" y="{y - _SMALL + 1:.1f}" width="{width:.1f}" height="{_SMALL}"'
        ' fill="#ffffff" fill-opacity="0.85"/>'
    )
    return ground + _text(x, y, text, anchor=anchor, fill=fill)


def _line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"'
        f' stroke-width="{width}"/>'
    )


def _axis(
    ticks: Sequence[float], place: Callable[[float], float], left: float, right: float
) -> Iterable[str]:
    """Horizontal lines, each with its percentage."""
    digits = max(0, -floor(log10(ticks[1] - ticks[0])) - 2)
    for tick in ticks:
        yield _line(left, place(tick), right, place(tick), GRID, 0.7)
        yield _text(left - 5, place(tick) + 3, f"{tick:.{digits}%}", anchor="end", fill=SOFT)


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _ticks(low: float, high: float) -> list[float]:
    """Round places from below *low* to above *high*, four to nine of them."""
    spread = (high - low) or abs(high) or 1.0
    size = 10.0 ** floor(log10(spread / 4))
    size *= next(times for times in (1, 2, 5, 10) if spread / (size * times) <= 6)
    first, last = floor(low / size - 1e-9), ceil(high / size + 1e-9)
    return [number * size for number in range(first, max(last, first + 1) + 1)]


def _money(amount: float) -> str:
    thousand, million = 1000, 1_000_000
    if amount >= million:
        return f"${amount / million:g}m"
    return f"${amount / thousand:g}k" if amount >= thousand else f"${amount:g}"


def _cut(name: str, width: float) -> str:
    fits = int((width - 8) / (_SMALL * _CHARACTER))
    return name if len(name) <= fits else f"{name[: fits - 1].rstrip()}…"
