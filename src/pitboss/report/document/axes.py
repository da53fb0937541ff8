"""The axes of a chart of curves, and what is drawn on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.report.document import drawing as draw
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, WIDTH

LEFT = 48.0
RIGHT = WIDTH - 16.0
TOP = 14.0
BOTTOM = HEIGHT - 34.0
"""The edges of the paper that curves are drawn on."""


class Axes:
    """The axes of a chart."""

    def __init__(
        self,
        last: float,
        high: float,
        *,
        axis: str,
        first: float = 0.0,
        low: float = 0.0,
        is_percent: bool = True,
        is_part: bool = True,
        percent_below: bool = False,
    ) -> None:
        """Lay out the axes: *first* to *last* below, *low* to *high* at the side.

        A part of one has no place below 0 or above 1.
        """
        self.ticks = draw.round_places(low, high)
        if is_percent and is_part:
            self.ticks = [tick for tick in self.ticks if tick <= 1 + 1e-9]
        if low >= 0:
            self.ticks = [tick for tick in self.ticks if tick >= -1e-9]
        self.y = draw.scale(self.ticks[0], self.ticks[-1], BOTTOM, TOP)
        self.x = draw.scale(first, last, LEFT, RIGHT)
        self.first = first
        self.last = last
        self.axis = axis
        self.is_percent = is_percent
        self.percent_below = percent_below

    def lines(self) -> Iterator[str]:
        """Draw the grid and its figures."""
        if self.is_percent:
            yield from draw.percent_axis(self.ticks, self.y, LEFT, RIGHT)
        else:
            labels = ((tick, _short(tick)) for tick in self.ticks)
            yield from draw.lines_across(labels, self.y, LEFT, RIGHT)
        for tick in draw.round_places(self.first, self.last):
            if self.first <= tick <= self.last:
                words = f"{tick:.0%}".replace("-", "−") if self.percent_below else _short(tick)
                yield from draw.below(self.x(tick), BOTTOM, words)
        yield draw.axis_name(LEFT, RIGHT, self.axis)

    def curve(
        self,
        places: Iterable[tuple[float, float]],
        *,
        stroke: str = BLUE,
        width: float = 1.3,
        dash: str = "",
    ) -> str:
        """Draw a line through places."""
        return draw.path(((self.x(x), self.y(y)) for x, y in places), stroke, width, dash)

    def band(
        self, xs: Iterable[float], low: Iterable[float], high: Iterable[float], fill: str
    ) -> str:
        """Fill the area between two lines."""
        xs = tuple(xs)
        way = [(self.x(x), self.y(y)) for x, y in zip(xs, high, strict=True)]
        back = [(self.x(x), self.y(y)) for x, y in zip(xs, low, strict=True)]
        return draw.area([*way, *reversed(back)], fill)

    def mark(self, x: float, y: float, words: str) -> tuple[str, str]:
        """Draw a named place."""
        at = self.x(x)
        high = self.y(y)
        late = at > (LEFT + RIGHT) * 0.8
        side, aside = ("end", -7) if late else ("start", 7)
        words_over = draw.text_over(at + aside, high - 5, words, anchor=side, fill=AMBER)
        return draw.circle(at, high, 3.4, AMBER), words_over


def _short(number: float) -> str:
    """Return a number in little space."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (1000, "k")):
        if abs(number) >= size:
            return f"{number / size:g}{letter}".replace("-", "−")
    return f"{number:g}".replace("-", "−")
