"""Charts of a table's protection: what wagers lose, and what the cut card does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitboss.advantage.protect.main_game import MainRow
from pitboss.advantage.protect.terms import ProtectTerms
from pitboss.advantage.protect.wagers import WagerRow
from pitboss.report.document import drawing as draw
from pitboss.report.document.blocks import Chart
from pitboss.report.document.drawing import AMBER, BLUE, HEIGHT, SOFT, WIDTH

_LEAST = 0.0005
_ROWS_MAX = 12


def loss_chart(rows: Sequence[WagerRow], terms: ProtectTerms) -> Chart:
    """Draw what a counter wins with each wager in an hour, and the bound of perfect play."""
    titles: dict[tuple[float, float], list[str]] = {}
    for row in rows:
        practical = terms.per_hour(row.per_100, row.stake) / 100
        bound = terms.per_hour(row.bound, row.stake) / 100
        if row.bound >= _LEAST:
            titles.setdefault((practical, bound), []).append(row.title)
    shown = sorted(titles, reverse=True)[:_ROWS_MAX]
    left = WIDTH * 0.42
    room = WIDTH - left - 52
    highest = max((bound for _, bound in shown), default=1.0) or 1.0
    parts = []
    y = 6.0
    for practical, bound in shown:
        lines = draw.wrap(", ".join(titles[practical, bound]), left - 8)
        height = 9 + 11.0 * len(lines)
        far = room * bound / highest
        near = room * practical / highest
        parts += [
            *draw.stack(left - 5, y + height / 2, lines),
            draw.bar(left, y + height / 2 - 5.5, max(far, 0.6), hollow=True),
            draw.bar(left, y + height / 2 - 5.5, max(near, 0.6)),
            draw.text(left + far + 4, y + height / 2 + 3.5, f"${practical:,.2f}", fill=SOFT),
        ]
        y += height
    return Chart(
        svg=draw.svg(parts, "Dollars an hour that a counter wins", y + 6),
        caption="What a counter wins in an hour at the largest bet",
        note="full: the best practical count; outline: every card known",
    )


def cut_chart(cuts: Sequence[tuple[float, Sequence[MainRow]]]) -> Chart:
    """Draw what a Hi-Lo counter wins by the part of the shoe dealt, a line for each spread."""
    ordered = sorted(cuts, key=lambda pair: pair[0])
    values = [row.per_100 for _, rows in ordered for row in rows]
    frame = _Frame((ordered[0][0] - 0.03, ordered[-1][0] + 0.08), (min(0.0, *values), max(values)))
    parts = list(frame.lines())
    for place, row in enumerate(ordered[-1][1]):
        line = [(part, rows[place].per_100) for part, rows in ordered]
        stroke = _INKS[place % len(_INKS)]
        places = [(frame.x(x), frame.y(y)) for x, y in line]
        last_x, last_y = places[-1]
        ends = [frame.y(row.per_100 + errors * row.error) for errors in (-2, 2)]
        parts += [
            draw.path(places, stroke, 1.4),
            draw.segment(last_x, ends[0], last_x, ends[1], stroke, 0.9),
            draw.text(last_x + 4, last_y + 3, row.spread, fill=stroke),
        ]
    parts += [draw.label(frame.x(part), _BOTTOM + 14, f"{part:.0%}") for part, _ in ordered]
    parts.append(draw.axis_name(_LEFT, _RIGHT, "of the shoe dealt"))
    title = "Units won in 100 rounds, by the cut card"
    return Chart(svg=draw.svg(parts, title), caption=title, note="Hi-Lo, basic strategy")


def classes_chart(rows: Sequence[MainRow], terms: ProtectTerms) -> Chart:
    """Draw what each counter wins in an hour, spread by spread."""
    groups: dict[str, list[MainRow]] = {}
    for row in rows:
        groups.setdefault(row.spread, []).append(row)
    dollars = [terms.per_hour(row.per_100, row.unit) / 100 for row in rows]
    frame = _Frame((0.0, float(len(groups))), (min(0.0, *dollars), max(0.0, *dollars)))
    parts = list(frame.lines())
    names = list(dict.fromkeys((row.count, row.play) for row in rows))
    width = (frame.x(1) - frame.x(0)) * 0.8 / len(names)
    for place, (spread, members) in enumerate(groups.items()):
        for row in members:
            number = names.index((row.count, row.play))
            value = terms.per_hour(row.per_100, row.unit) / 100
            x = frame.x(place + 0.1) + number * width
            high, low = sorted((frame.y(value), frame.y(0)))
            ink = _INKS[number % len(_INKS)]
            parts.append(draw.rect(x, high, width * 0.9, max(low - high, 0.6), ink))
        parts.append(draw.label(frame.x(place + 0.5), _BOTTOM + 14, spread))
    note = "; ".join(
        f"{_INK_NAMES[number % len(_INKS)]}: {count}, {play}"
        for number, (count, play) in enumerate(names)
    )
    title = "Dollars an hour, by spread and skill"
    return Chart(svg=draw.svg(parts, title), caption=title, note=note)


class _Frame:
    """The axes of a chart."""

    def __init__(self, along: tuple[float, float], up: tuple[float, float]) -> None:
        """Lay out the axes."""
        self.ticks = [tick for tick in draw.round_places(*up) if up[0] < 0 or tick >= 0]
        self.y = draw.scale(self.ticks[0], self.ticks[-1], _BOTTOM, _TOP)
        self.x = draw.scale(*along, _LEFT, _RIGHT)

    def lines(self) -> Iterator[str]:
        """Draw the lines across, and that of zero."""
        labels = ((tick, f"{tick:.10g}".replace("-", "−")) for tick in self.ticks)
        yield from draw.lines_across(labels, self.y, _LEFT, _RIGHT)
        yield draw.level(self.y(0), _LEFT, _RIGHT)


_LEFT = 44.0
_RIGHT = WIDTH - 16.0
_TOP = 14.0
_BOTTOM = HEIGHT - 34.0
_INKS = (BLUE, AMBER, "#4f8f3a", "#7a4a8a")
_INK_NAMES = ("blue", "amber", "green", "violet")
