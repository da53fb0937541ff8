"""Strategy charts as plain text, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pitboss.exact.charts.model import TITLES, UPS, Chart, Part, up_name
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.report.games.switch_words import switch_lines
from pitboss.report.strategy.facts import effect_rows, facts
from pitboss.report.strategy.model import DOUBLED, FIRST, FREE, Solved, notes, printed_rows

_LABEL, _CELL, _LETTERS, _NAME = 9, 6, 16, 24


def chart_lines(chart: Chart) -> Iterator[str]:
    """Yield the charts and what their letters mean."""
    for group in (FIRST, DOUBLED, FREE):
        parts = tuple(part for part in group if part in chart.parts)
        if not parts:
            continue
        for part in parts:
            yield from _part(chart, part)
            yield ""
        for text, words in chart.short_legend(*parts).items():
            yield f"{text:<{_LETTERS}}{words}"
        yield ""


def _part(chart: Chart, part: Part) -> Iterator[str]:
    yield TITLES[part]
    yield (" " * _LABEL + "".join(f"{up_name(up):<{_CELL}}" for up in UPS)).rstrip()
    for label, cells in printed_rows(chart, part):
        row = "".join(f"{cells[up].text if up in cells else '':<{_CELL}}" for up in UPS)
        yield f"{label:<{_LABEL}}{row}".rstrip()


def strategy_text(solved: Solved) -> str:
    """Return a whole file: the figures, the charts, the notes, the rules' costs."""
    game = solved.solution.setup.configured.game
    lines = [f"{game.title} ({game.id})", ""]
    for fact in facts(solved):
        if not fact.code:
            lines += wrap(f"{fact.name:<{_NAME}}{fact.text}", 78, subsequent_indent=" " * _NAME)
    if isinstance(solved.solution, SwitchSolution):
        lines += ["", *switch_lines(solved.solution)]
    lines += ["", *chart_lines(solved.chart)]
    lines += [*notes(solved.chart, solved.bonus)]
    if solved.effects:
        lines += ["", "With one option changed"]
        lines += [f"{name:<28}{edge:>12}{change:>12}" for name, edge, change in effect_rows(solved)]
    digest = solved.solution.setup.configured.digest
    return "\n".join([*lines, "", f"Digest {digest}"]).replace("\n\n\n", "\n\n") + "\n"
