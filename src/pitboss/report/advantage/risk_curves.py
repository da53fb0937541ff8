"""Curves of a risk: ruin by bank, ruin by rounds, and the fan of bankrolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pitboss.advantage.risk.answer import Risk
from pitboss.advantage.risk.curves import fan, rounds_shown, ruin_by_bank, ruin_by_rounds
from pitboss.advantage.risk.trips import Trips, play_trips
from pitboss.advantage.risk.walk import Walk
from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import Chart
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH

_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, WIDTH - 16.0, 14.0, HEIGHT - 34.0
_BANDS = ("#dde7f1", "#b9cde1")
"""Between the outer and between the inner quantiles."""
_FAINT = "#8a9bad"
_DOTS = 9


def risk_charts(risk: Risk) -> tuple[Chart, ...]:
    """Return the curves that there are for a question."""
    charts = [_by_bank(risk)] if risk.has_edge else []
    if risk.terms.bank is not None:
        charts.append(_by_rounds(risk))
    return (*charts, _fan(risk))


def risk_svg(risk: Risk) -> str:
    """Return all curves as one picture, side by side."""
    charts = risk_charts(risk)
    parts = []
    for place, chart in enumerate(charts):
        x = place * (WIDTH + _GUTTER)
        parts.append(
            f'<g transform="translate({x:.0f},{_CAPTION})">'
            f"{draw.text(4, -6, chart.caption)}{_inside(chart.svg)}"
            f"{draw.text(_LEFT, HEIGHT + 14, chart.note, fill=SOFT)}</g>"
        )
    width = len(charts) * (WIDTH + _GUTTER) - _GUTTER
    height = HEIGHT + _CAPTION + 24
    ground = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    body = ground + "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" role="img"><title>Risk of a bankroll</title>{body}</svg>'
    )


_GUTTER, _CAPTION = 12, 22


def _inside(svg: str) -> str:
    """Return the parts of a drawing without the element around them."""
    return svg.partition("</title>")[2].removesuffix("</svg>")


def _rounds(risk: Risk) -> int:
    return rounds_shown(risk.terms.drift, risk.terms.rounds)


def _trips(risk: Risk) -> Trips | None:
    """Return the simulated trips, also where no rounds were asked for."""
    if risk.terms.rounds is not None:
        return risk.trips
    terms = risk.terms
    steps = terms.outcomes or terms.drift
    return play_trips(steps, rounds=_rounds(risk), bank=terms.bank, seed=terms.seed)


def _by_bank(risk: Risk) -> Chart:
    drift, terms = risk.terms.drift, risk.terms
    points = ruin_by_bank(drift, terms.bank)
    last = points[-1][0]
    frame = _Frame(last, 1.0, axis="bank, units")
    parts = [*frame.lines(), frame.curve(points)]
    if terms.outcomes is not None:
        walk = Walk(terms.outcomes)
        for x in np.linspace(0, last, _DOTS)[1:]:
            ruin = walk.ruin_ever(float(x))
            if ruin is not None:
                parts.append(draw.circle(frame.x(float(x)), frame.y(ruin), 2.4, AMBER))
    if terms.bank is not None:
        ruin = drift.ruin_ever(terms.bank)
        parts += frame.mark(terms.bank, ruin, f"{ruin:.1%}")
    note = "line: formula" + ("; dots: exact" if terms.outcomes else "")
    title = "Ruin at any time, by the bank"
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


def _by_rounds(risk: Risk) -> Chart:
    terms, rounds = risk.terms, _rounds(risk)
    bank = terms.bank
    assert bank is not None
    ruin = ruin_by_rounds(terms.drift, bank, rounds)
    trips = _trips(risk)
    highest = max(ruin[-1][1], *(trips.ruined if trips is not None else [0.0]), 1e-6)
    frame = _Frame(rounds, min(1.0, 1.15 * highest), axis="rounds")
    parts = [*frame.lines(), frame.curve(ruin)]
    if trips is not None:
        parts.append(frame.curve(zip(trips.looks, trips.ruined, strict=True), stroke=AMBER))
    note = "blue: formula" + ("; amber: simulated" if trips is not None else "")
    title = f"Ruin by the rounds, bank {bank:,.6g}"
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


def _fan(risk: Risk) -> Chart:
    terms, rounds = risk.terms, _rounds(risk)
    trips = _trips(risk)
    start = terms.bank or 0.0
    normal = fan(terms.drift, start, rounds)
    heights = [y for line in normal for _, y in line]
    simulated = None if trips is None else start + trips.fan
    values = [min(heights), max(heights)]
    if simulated is not None and trips is not None:
        values += [float(simulated.min()), float(simulated.max())]
        values += [float(trips.paths.min() + start), float(trips.paths.max() + start)]
    low = max(min(values), 0.0) if terms.bank is not None else min(values)
    frame = _Frame(rounds, max(values), low=low, axis="rounds", is_percent=False)
    parts = list(frame.lines())
    if simulated is not None and trips is not None:
        for (one, two), fill in zip(((0, 4), (1, 3)), _BANDS, strict=True):
            parts.append(frame.band(trips.looks, simulated[:, one], simulated[:, two], fill))
        parts += (
            frame.curve(zip(trips.looks, start + path, strict=True), stroke=_FAINT, width=0.35)
            for path in trips.paths.T
        )
        parts.append(frame.curve(zip(trips.looks, simulated[:, 2], strict=True), width=1.6))
    for line in normal:
        kept = ((x, max(y, low)) for x, y in line)
        parts.append(frame.curve(kept, stroke=AMBER, width=0.9, dash="4 3"))
    what = "bank" if terms.bank is not None else "result"
    title = f"The {what} in units: 5, 25, 50, 75, 95% of trips"
    note = "dashed: formula without an end" + (
        "; bands: simulated; thin: 20 trips" if trips is not None else ""
    )
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


class _Frame:
    """The axes of a chart."""

    def __init__(
        self, last: float, high: float, *, axis: str, low: float = 0.0, is_percent: bool = True
    ) -> None:
        """Lay out the axes: 0 to *last* below, *low* to *high* at the side."""
        self.ticks = draw.round_places(low, high)
        if is_percent:
            self.ticks = [tick for tick in self.ticks if -1e-9 <= tick <= 1 + 1e-9]
        self.y = draw.scale(self.ticks[0], self.ticks[-1], _BOTTOM, _TOP)
        self.x = draw.scale(0, last, _LEFT, _RIGHT)
        self.last, self.axis, self.is_percent = last, axis, is_percent

    def lines(self) -> Iterator[str]:
        """Draw the grid and its figures."""
        if self.is_percent:
            yield from draw.percent_axis(self.ticks, self.y, _LEFT, _RIGHT)
        else:
            labels = ((tick, _short(tick)) for tick in self.ticks)
            yield from draw.lines_across(labels, self.y, _LEFT, _RIGHT)
        for tick in draw.round_places(0, self.last):
            if 0 <= tick <= self.last:
                x = self.x(tick)
                yield draw.segment(x, _BOTTOM, x, _BOTTOM + 3, SOFT, 0.7)
                yield draw.text(x, _BOTTOM + 14, _short(tick), anchor="middle", fill=SOFT)
        yield draw.text((_LEFT + _RIGHT) / 2, HEIGHT - 5, self.axis, anchor="middle", fill=SOFT)

    def curve(
        self,
        places: Iterable[tuple[float, float]],
        *,
        stroke: str = BLUE,
        width: float = 1.3,
        dash: str = "",
    ) -> str:
        """Draw a line through places."""
        points = draw.join_places((self.x(x), self.y(y)) for x, y in places)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        return (
            f'<polyline points="{points}" fill="none" stroke="{stroke}" stroke-width="{width}"'
            f"{dashed}/>"
        )

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
        at, high = self.x(x), self.y(y)
        late = at > (_LEFT + _RIGHT) * 0.8
        side = "end" if late else "start"
        dot = draw.circle(at, high, 3.4, AMBER)
        return dot, draw.text_over(
            at + (-7 if late else 7), high - 5, words, anchor=side, fill=AMBER
        )


def _short(number: float) -> str:
    """Return a number in little space."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (1000, "k")):
        if abs(number) >= size:
            return f"{number / size:g}{letter}".replace("-", "−")
    return f"{number:g}".replace("-", "−")
