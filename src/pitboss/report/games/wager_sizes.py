"""The main game by the size of the wager: which edge holds at which wager.

GR8, ruling W16: with double-double down each double adds at most the table's maximum, so the edge
of a large wager is its own, and the charts for small wagers are not its best play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.compiled.rule_tables import unit_stakes
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.kinds import solve
from pitboss.exact.wager_size import at_wager, uncapped_most
from pitboss.report.document.blocks import Block, Cell, Grid, Paragraph
from pitboss.report.games.report import GameReport
from pitboss.rulebook.pays import CENTS_PER_DOLLAR
from pitboss.text.numbers import percent, short_money

TITLE = "By the wager"
_SHARES = (3, 2, 1)
"""The wagers of the table below: these parts of the maximum, in whole dollars."""


def with_wager_sizes(report: GameReport, solution: object) -> GameReport:
    """Add the edges of wagers that the table's maximum caps, where it does."""
    if not isinstance(solution, BlackjackSolution):
        return report
    largest = uncapped_most(solution.setup)
    most = solution.setup.main_max
    if largest is None or most is None:
        return report
    parts = {most // share // CENTS_PER_DOLLAR * CENTS_PER_DOLLAR for share in _SHARES} | {most}
    capped = sorted(cents for cents in parts if cents > largest)
    return replace(
        report, sections={TITLE: tuple(_blocks(solution, largest, capped)), **report.sections}
    )


def _blocks(solution: BlackjackSolution, largest: int, capped: list[int]) -> Iterator[Block]:
    setup = solution.setup
    chart = solution.chart
    rows: list[tuple[Cell, ...]] = [
        (
            f"to {short_money(largest)}",
            _grows(setup),
            percent(solution.house_edge, 4),
            percent(solution.house_edge + solution.chart_costs[0], 4),
        )
    ]
    for cents in capped:
        there = solve(at_wager(setup, cents))
        assert isinstance(there, BlackjackSolution)
        edges = there.house_edge, there.play_by(chart).house_edge
        rows.append(
            (short_money(cents), _grows(there.setup), *(percent(edge, 4) for edge in edges))
        )
    heads = ("wager", "units on a hand, doubled 0 to 3 times", "best play", "by the charts below")
    yield Grid(heads=heads, rows=tuple(rows), align="rlrr")
    assert setup.main_max is not None
    yield Paragraph(
        f"Each double adds at most the table's maximum of {short_money(setup.main_max)} (GR8). The"
        f" other figures of this section hold for wagers to {short_money(largest)}. Best play"
        " looks at the cap; the charts do not. The Super Bonus is left out.",
        "note",
    )


def _grows(setup: Setup) -> str:
    return ", ".join(f"{round(float(units), 2):g}" for units in unit_stakes(setup))
