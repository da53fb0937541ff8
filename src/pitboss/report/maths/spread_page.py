"""How rounds of a main game end, and what each up card means, as parts of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from pitboss.report.document.blocks import Block, Cell, Chart, Charts, Grid, Paragraph
from pitboss.report.document.charts import Point, columns, points
from pitboss.report.maths.main_game import Result, UpCardEdge
from pitboss.text.numbers import one_in, percent, signed

LEAST = 1e-9
"""A result that comes less often, won or lost, is counted with others of its kind."""


class Spread(Protocol):
    """A game whose results are known."""

    @property
    def unit(self) -> str:
        """What edge and gains are parts of."""

    @property
    def house_edge(self) -> float:
        """What is lost on average, per unit."""

    @property
    def distribution(self) -> tuple[Result, ...]:
        """How rounds end."""

    def chance(self, *, sign: int) -> float:
        """Return how often a round gains (*sign* 1), changes nothing (0) or loses (-1)."""


def up_card_blocks(edges: Sequence[UpCardEdge], main: Spread) -> Iterator[Block]:
    """Yield what each up card means, as a table and drawn beside how rounds end."""
    rows: list[tuple[Cell, ...]] = [
        (
            it.up,
            percent(it.probability, 3),
            percent(it.house_edge, 3),
            percent(it.probability * it.house_edge),
        )
        for it in edges
    ]
    rows.append(("Total", percent(1, 3), percent(main.house_edge, 3), percent(main.house_edge)))
    heads = ("up card", "comes", "house edge", "adds to the edge")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrr", totals=1)
    values = [Point(label=it.up, value=it.house_edge) for it in edges]
    svg = points(values, title="House edge by up card", axis="up card", digits=1)
    yield Charts((Chart(svg=svg, caption="House edge against each up card"), spectrum(main)))


def spectrum(main: Spread) -> Chart:
    """Draw how often each result comes."""
    svg = columns(
        [(it.gain, it.probability) for it in main.distribution],
        title="Distribution of results",
        axis=f"gain in units of {main.unit}",
        least=1e-6,
    )
    return Chart(svg=svg, caption="How often each result comes, by powers of ten")


def distribution_grid(main: Spread) -> Iterator[Block]:
    """Yield how rounds end, losses and gains of one size side by side."""
    chances = {it.gain: it.probability for it in main.distribution}
    shown = {gain for gain, chance in chances.items() if chance >= LEAST}
    sizes = sorted({abs(gain) for gain in shown if gain})
    rows = [_result_row(size, chances) for size in sizes]
    rest = [it for it in main.distribution if it.gain and abs(it.gain) not in sizes]
    if rest:
        lost, won = (sum(it.probability for it in rest if it.gain * s > 0) for s in (-1, 1))
        worth = signed(sum(it.gain * it.probability for it in rest), 5)
        rows.append(("all larger", *_chance(lost), *_chance(won), worth))
    totals = [f"{main.chance(sign=sign):.10f}" for sign in (-1, 1)]
    mean = sum(it.gain * it.probability for it in main.distribution)
    rows.append(("Total", totals[0], "", totals[1], "", signed(mean, 5)))
    heads = ("units", "lost: probability", "1 in", "won: probability", "1 in", "adds")
    yield Grid(heads=heads, rows=tuple(rows), align="lrrrrr", totals=1)
    yield Paragraph(
        f"In units of {main.unit}, side wagers and prizes apart; with probability"
        f" {main.chance(sign=0):.10f} nothing is won or lost. The total of what is added differs"
        f" from the house edge by {percent(abs(mean + main.house_edge), 5)}: in this table, hands"
        " that share a dealer are taken to be independent otherwise.",
        "note",
    )


def _result_row(size: float, chances: Mapping[float, float]) -> tuple[Cell, ...]:
    lost, won = (chances.get(sign * size, 0.0) for sign in (-1, 1))
    return (f"{size:g}", *_chance(lost), *_chance(won), signed(size * (won - lost), 5))


def _chance(chance: float) -> tuple[str, str]:
    return (f"{chance:.10f}", one_in(chance)) if chance else ("–", "never")
