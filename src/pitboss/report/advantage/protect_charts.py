"""Charts of a table's protection: what wagers lose, and what the cut card does."""

from __future__ import annotations

from collections.abc import Sequence

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
        here = terms.per_hour(row.per_100, row.stake) / 100
        bound = terms.per_hour(row.bound, row.stake) / 100
        if row.bound >= _LEAST:
            titles.setdefault((here, bound), []).append(row.title)
    shown = sorted(titles, reverse=True)[:_ROWS_MAX]
    left = WIDTH * 0.42
    room = WIDTH - left - 52
    highest = max((bound for _, bound in shown), default=1.0) or 1.0
    parts, y = [], 6.0
    for here, bound in shown:
        lines = draw.wrap(", ".join(titles[here, bound]), left - 8)
        height = 9 + 11.0 * len(lines)
        first = y + height / 2 + 3.5 - 5.5 * (len(lines) - 1)
        far, near = room * bound / highest, room * here / highest
        parts += [
            *(
                draw.text(left - 5, first + 11 * place, words, anchor="end")
                for place, words in enumerate(lines)
            ),
            draw.bar(left, y + height / 2 - 5.5, max(far, 0.6), hollow=True),
            draw.bar(left, y + height / 2 - 5.5, max(near, 0.6)),
            draw.text(left + far + 4, y + height / 2 + 3.5, f"${here:,.2f}", fill=SOFT),
        ]
        y += height
    note = "full: the best practical count; outline: every card known"
    return Chart(
        svg=draw.svg(parts, "Dollars an hour that a counter wins", y + 6),
        caption="What a counter wins in an hour at the largest bet",
        note=note,
    )


def penetration_chart(rows: Sequence[tuple[float, MainRow]]) -> Chart:
    """Draw what the reference counter wins by the part of the shoe that is dealt."""
    left, right, top, bottom = 44.0, WIDTH - 16.0, 14.0, HEIGHT - 34.0
    ordered = sorted(rows, key=lambda pair: pair[0])
    values = [row.per_100 for _, row in ordered]
    errors = [2 * row.error for _, row in ordered]
    lows = [value - error for value, error in zip(values, errors, strict=True)]
    highs = [value + error for value, error in zip(values, errors, strict=True)]
    ticks = draw.round_places(min(0.0, *lows), max(0.0, *highs))
    place = draw.scale(ticks[0], ticks[-1], bottom, top)
    along = draw.scale(ordered[0][0] - 0.03, ordered[-1][0] + 0.03, left, right)
    parts = [*draw.lines_across(((tick, f"{tick:g}") for tick in ticks), place, left, right)]
    parts.append(draw.path((along(x), place(y)) for (x, _), y in zip(ordered, values, strict=True)))
    for (x, _), value, low, high in zip(ordered, values, lows, highs, strict=True):
        parts += [
            draw.segment(along(x), place(low), along(x), place(high), AMBER, 1.2),
            draw.circle(along(x), place(value), 3.0, BLUE),
            draw.text(along(x), bottom + 14, f"{x:.0%}", anchor="middle", fill=SOFT),
        ]
    middle = (left + right) / 2
    parts.append(draw.text(middle, HEIGHT - 5, "of the shoe dealt", anchor="middle", fill=SOFT))
    title = "Units in 100 rounds, Hi-Lo 1-8, by the cut card"
    return Chart(svg=draw.svg(parts, title), caption=title, note="bars: two standard errors")
