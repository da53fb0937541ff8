"""Charts of a simulation: the estimate over time, the results, the meters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.report.document import drawing as draw
from pitboss.report.document.charts import columns
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH
from pitboss.report.games.report import EdgePart
from pitboss.report.simulation.run import Look
from pitboss.simulate.meters import ALL, Awards, MeterHistory
from pitboss.simulate.result import Simulation
from pitboss.text.numbers import axis_dollars
from pitboss.text.options import first_wager

LEAST = 1e-9
DOTS = 300
"""At most this many awards of each percentage are drawn, evenly chosen."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, WIDTH - 16.0, 14.0, HEIGHT - 34.0
_BAND = "#c9d8e8"


def convergence(looks: Sequence[Look], exact: float | None) -> str:
    """Draw the estimate with its 95 % band over the rounds, and the exact edge across."""
    bounds = [look.edge.interval for look in looks]
    low, high = min(low for low, _ in bounds), max(high for _, high in bounds)
    if exact is not None:
        low, high = min(low, exact), max(high, exact)
    ticks = draw.round_places(low, high)
    place = draw.scale(ticks[0], ticks[-1], _BOTTOM, _TOP)
    along = draw.scale(log10(looks[0].rounds), log10(looks[-1].rounds), _LEFT, _RIGHT)
    xs = [along(log10(look.rounds)) for look in looks]
    band = [
        *((x, place(high)) for x, (_, high) in zip(xs, bounds, strict=True)),
        *((x, place(low)) for x, (low, _) in zip(reversed(xs), reversed(bounds), strict=True)),
    ]
    parts = [
        draw.area(band, _BAND),
        *draw.percent_axis(ticks, place, _LEFT, _RIGHT),
    ]
    if exact is not None:
        parts.append(draw.segment(_LEFT, place(exact), _RIGHT, place(exact), AMBER, 1.4))
    means = (place(look.edge.mean) for look in looks)
    parts.append(draw.path(zip(xs, means, strict=True)))
    for rounds in _powers(looks[0].rounds, looks[-1].rounds):
        parts += _below(along(log10(rounds)), _count(rounds))
    parts.append(_axis_name("rounds"))
    return draw.svg(parts, "The estimate over the rounds")


def _powers(first: int, last: int) -> Iterator[int]:
    """Yield 1, 2 and 5 times each power of ten from *first* to *last*."""
    for power in range(floor(log10(first)), ceil(log10(last)) + 1):
        yield from (n * 10**power for n in (1, 2, 5) if first <= n * 10**power <= last)


def _count(number: float) -> str:
    """Return a number of rounds as short text."""
    for size, letter in ((10**12, "T"), (10**9, "G"), (10**6, "M"), (1000, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


def histogram(found: Simulation, main: EdgePart | None) -> str:
    """Draw the frequency of each result; marks are the solver's probabilities."""
    results = found.rounds * found.job.seats
    least = max(10.0 ** -ceil(log10(results)), LEAST) if results > 1 else 0.1
    return columns(
        [(gain, count / results) for gain, count in found.histogram.items()],
        title="Simulated and computed distribution of results",
        axis=f"gain in units of {first_wager(found.job.setup)}",
        least=least,
        marks=[(it.gain, it.probability) for it in main.distribution] if main else (),
    )


def meter_history(history: MeterHistory, rounds: int, average: float) -> str:
    """Draw the meter at its awards, and its exact average across."""
    shown = {percent: _dots(awards) for percent, awards in sorted(history.awards.items())}
    heights = [dollars for dots in shown.values() for _, dollars in dots]
    ticks = [tick for tick in draw.round_places(0, max(*heights, average)) if tick >= 0]
    place = draw.scale(0, ticks[-1], _BOTTOM, _TOP)
    along = draw.scale(0, rounds, _LEFT, _RIGHT)
    labels = ((tick, axis_dollars(tick)) for tick in ticks)
    parts = [
        *draw.lines_across(labels, place, _LEFT, _RIGHT),
        draw.segment(_LEFT, place(average), _RIGHT, place(average), AMBER, 1.4),
    ]
    for percent, dots in shown.items():
        radius, fill = (3.2, AMBER) if percent == ALL else (1.5, BLUE)
        parts += [draw.circle(along(this), place(dollars), radius, fill) for this, dollars in dots]
    for tick in draw.round_places(0, rounds):
        if 0 <= tick <= rounds:
            parts += _below(along(tick), _count(tick))
    parts.append(_axis_name("rounds"))
    return draw.svg(parts, "The meter at its awards")


def _dots(awards: Awards) -> list[tuple[int, float]]:
    """Return the awards to draw: the round, and dollars on the meter."""
    step = max(1, ceil(len(awards.kept) / DOTS))
    return [(this, units / UNITS_PER_DOLLAR) for this, units in awards.kept[::step]]


def _below(x: float, words: str) -> tuple[str, str]:
    """Return a place on the horizontal axis."""
    return (
        draw.segment(x, _BOTTOM, x, _BOTTOM + 3, SOFT, 0.7),
        draw.text(x, _BOTTOM + 14, words, anchor="middle", fill=SOFT),
    )


def _axis_name(words: str) -> str:
    return draw.text((_LEFT + _RIGHT) / 2, HEIGHT - 5, words, anchor="middle", fill=SOFT)
