"""The parts of charts: lines, text and scales, as parts of an SVG."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH = 340
HEIGHT = 210
INK = "#222222"
SOFT = "#666666"
GRID = "#dddddd"
BLUE = "#1f4e79"
AMBER = "#b35c00"
SMALL = 9.5
"""The size of letters."""
CHARACTER = 0.5
"""The width of an average character, as a part of the font size."""

Scale = Callable[[float], float]
"""Returns the place of a value on the paper."""


def svg(parts: Iterable[str], title: str, height: float = HEIGHT) -> str:
    """Put a drawing together.

    >>> svg([], "A & B").endswith("<title>A &amp; B</title></svg>")
    True
    """
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"<title>{escape(title, quote=False)}</title>"
    )
    return f"{head}{''.join(parts)}</svg>"


def text(x: float, y: float, words: str, *, anchor: str = "start", fill: str = INK) -> str:
    """Write *words*."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{SMALL}" text-anchor="{anchor}"'
        f' fill="{fill}">{escape(words, quote=False)}</text>'
    )


def label(x: float, y: float, words: str) -> str:
    """Write *words* in soft ink, their middle at *x*."""
    return text(x, y, words, anchor="middle", fill=SOFT)


def stack(x: float, y: float, lines: Sequence[str]) -> Iterator[str]:
    """Write the lines of one name, which end at *x*; *y* is their middle."""
    first = y + 3.5 - 5.5 * (len(lines) - 1)
    return (text(x, first + 11 * n, words, anchor="end") for n, words in enumerate(lines))


def text_over(x: float, y: float, words: str, *, anchor: str = "middle", fill: str = INK) -> str:
    """Write *words* over a line, on a white background."""
    width = SMALL * CHARACTER * len(words)
    start = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    ground = (
        f'<rect x="{start:.1f}" y="{y - SMALL + 1:.1f}" width="{width:.1f}" height="{SMALL}"'
        ' fill="#ffffff" fill-opacity="0.85"/>'
    )
    return ground + text(x, y, words, anchor=anchor, fill=fill)


def wrap(name: str, width: float) -> list[str]:
    """Return *name* in lines that fit *width*.

    >>> wrap("Unsuited Match Payout + Suited Match Payout", 120)
    ['Unsuited Match Payout +', 'Suited Match Payout']
    """
    return textwrap.wrap(name, max(8, int(width / (SMALL * CHARACTER)))) or [""]


def segment(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float) -> str:
    """Draw a straight line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"'
        f' stroke-width="{width}"/>'
    )


def level(y: float, left: float, right: float) -> str:
    """Draw the line of zero."""
    return segment(left, y, right, y, SOFT, 0.9)


def below(x: float, y: float, words: str) -> tuple[str, str]:
    """Draw a place on the horizontal axis at *y*."""
    return segment(x, y, x, y + 3, SOFT, 0.7), label(x, y + 14, words)


def axis_name(left: float, right: float, words: str) -> str:
    """Write the name of the horizontal axis."""
    return label((left + right) / 2, HEIGHT - 5, words)


def path(
    places: Iterable[tuple[float, float]], stroke: str = BLUE, width: float = 1.2, dash: str = ""
) -> str:
    """Draw a line through *places*."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{join_places(places)}" fill="none" stroke="{stroke}"'
        f' stroke-width="{width}"{dashed}/>'
    )


def area(places: Iterable[tuple[float, float]], fill: str) -> str:
    """Fill the area inside *places*."""
    return f'<polygon points="{join_places(places)}" fill="{fill}"/>'


def join_places(places: Iterable[tuple[float, float]]) -> str:
    """Return places as SVG writes them.

    >>> join_places([(1, 2), (3, 4.26)])
    '1.0,2.0 3.0,4.3'
    """
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def circle(x: float, y: float, radius: float, fill: str, stroke: str = "none") -> str:
    """Draw a circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{stroke}"/>'


def rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    """Fill a rectangle."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'
    )


def bar(x: float, y: float, width: float, height: float = 11, *, hollow: bool = False) -> str:
    """Draw a filled bar, or its outline."""
    filled = rect(x, y, width, height, "#ffffff" if hollow else BLUE)
    return f'{filled.removesuffix("/>")} stroke="{BLUE}"/>'


def lines_across(
    labels: Iterable[tuple[float, str]], place: Scale, left: float, right: float
) -> Iterator[str]:
    """Draw horizontal lines, each with its text."""
    for value, words in labels:
        yield segment(left, place(value), right, place(value), GRID, 0.7)
        yield text(left - 5, place(value) + 3, words, anchor="end", fill=SOFT)


def percent_axis(values: Sequence[float], place: Scale, left: float, right: float) -> Iterator[str]:
    """Draw horizontal lines, each with its percentage."""
    digits = max(0, -floor(log10(values[1] - values[0])) - 2)
    yield from lines_across(
        ((value, f"{value:.{digits}%}") for value in values), place, left, right
    )


def scale(low: float, high: float, start: float, end: float) -> Scale:
    """Return the scale on which *low* is at *start* and *high* at *end*.

    >>> scale(0, 10, 100, 200)(5)
    150.0
    """
    return lambda value: start + (value - low) / (high - low) * (end - start)


def round_places(low: float, high: float) -> list[float]:
    """Return round places from below *low* to above *high*, four to nine of them.

    >>> round_places(3, 42)
    [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]
    """
    spread = (high - low) or abs(high) or 1.0
    size = 10.0 ** floor(log10(spread / 4))
    size *= next(times for times in (1, 2, 5, 10) if spread / (size * times) <= 6)
    first, last = floor(low / size - 1e-9), ceil(high / size + 1e-9)
    return [number * size for number in range(first, max(last, first + 1) + 1)]
