"""Strategy charts as a document: the figures, the charts, what letters mean, what rules cost."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.charts.model import TITLES, Part
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.report.document.blocks import (
    Block,
    Chart,
    Charts,
    Document,
    Facts,
    Grid,
    Heading,
    Paragraph,
)
from pitboss.report.document.strategy_svg import chart_svg
from pitboss.report.games.switch_page import switch_blocks
from pitboss.report.strategy.facts import effect_rows, facts
from pitboss.report.strategy.model import DOUBLED, FIRST, FREE, Solved, notes

METHOD = (
    "Columns are the dealer's up card, and the dealer has no blackjack. Every cell comes from the"
    " exact solution for a full shoe, which plays each hand by its own cards: it is the choice that"
    " is worth most over all hands of its row, each weighed by how often it comes about. What the"
    " charts cost is exact too, splits included: the same sum over all deals, played by the chart."
)
_HEADINGS = {
    FIRST[0]: "How to play",
    DOUBLED[0]: "After doubling",
    FREE[0]: "Hands a lammer carries",
}


def strategy_page(solved: Solved, *, date: str) -> Document:
    """Return the page of a solved game's charts."""
    game = solved.solution.setup.configured.game
    return Document(
        title=f"{game.title}: strategy",
        subtitle=f"{game.id}, exact for this table",
        head=f"Strategy charts, {game.id}",
        foot=f"Pitboss, digest {solved.solution.setup.configured.digest[:16]}",
        date=date,
        blocks=tuple(_blocks(solved)),
    )


def _blocks(solved: Solved) -> Iterator[Block]:
    yield Facts(tuple(facts(solved)))
    yield Paragraph(METHOD, "note")
    yield from chart_blocks(solved)
    if solved.effects:
        yield Heading(1, "", "What the rules cost")
        yield Paragraph("The house edge with one option changed, all others as above.")
        yield Grid(
            heads=("Option", "House edge", "Change"),
            rows=tuple(effect_rows(solved)),
            align="lrr",
        )


def chart_blocks(solved: Solved, *, level: int = 1) -> Iterator[Block]:
    """Yield the charts under headings of a *level*, what their letters mean, and their notes."""
    if isinstance(solved.solution, SwitchSolution):
        yield from switch_blocks(solved.solution, level=level)
    for group in solved.parts:
        yield Heading(level, "", _HEADINGS[group[0]])
        for start in range(0, len(group), 2):
            yield Charts(tuple(_drawn(solved, part) for part in group[start : start + 2]))
        legend = solved.chart.short_legend(*group)
        yield Grid(heads=("Cell", "Meaning"), rows=tuple(legend.items()), align="ll", wide=1)
    for note in notes(solved.chart, solved.bonus):
        yield Paragraph(note)


def _drawn(solved: Solved, part: Part) -> Chart:
    return Chart(svg=chart_svg(solved.chart, part), caption=TITLES[part])
