"""What a page of strategy charts shows: the charts, what they cost, and the notes they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.blackjack.super_bonus import SuperBonus, with_super_bonus
from pitboss.exact.charts.evaluate import evaluate
from pitboss.exact.charts.model import UPS, Cell, Chart, Part, row_name
from pitboss.exact.effects import Effect
from pitboss.exact.switch.follow import follow_switch
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.rulebook.pays import format_dollars

DOUBLED = (Part.DOUBLED_HARD, Part.DOUBLED_SOFT)
FREE = (Part.FREE_HARD, Part.FREE_SOFT)
FIRST = (Part.HARD, Part.SOFT, Part.PAIRS)
_ONLY_PAIRS = frozenset({(Part.HARD, 4), (Part.SOFT, 12)})
"""Totals that only a pair makes: the chart of pairs has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """A solved game and its charts."""

    solution: BlackjackSolution | SwitchSolution
    chart: Chart
    bonus: SuperBonus | None
    effects: tuple[Effect, ...]
    cost: float
    """What playing by the chart loses against the best play, per unit of the first wager.

    In Blackjack Switch the hands are also switched by points, and it is per unit of both wagers.
    """
    cost_without_exceptions: float

    @property
    def parts(self) -> tuple[tuple[Part, ...], ...]:
        """The parts that are printed, in groups that share what their letters mean."""
        groups = (tuple(p for p in group if p in self.chart.parts) for group in _GROUPS)
        return tuple(group for group in groups if group)


_GROUPS = (FIRST, DOUBLED, FREE)


def solved_game(
    solution: BlackjackSolution,
    chart: Chart,
    bonus: SuperBonus | None,
    effects: tuple[Effect, ...] | None,
) -> Solved:
    """Follow the chart, with and without its exceptions, and keep what it costs.

    What the Super Bonus adds is no part of these costs: the edge they are added to leaves it out.
    """
    edge = solution.house_edge
    return Solved(
        solution=solution,
        chart=chart if bonus is None else with_super_bonus(chart, bonus),
        bonus=bonus,
        effects=effects or (),
        cost=evaluate(solution, chart).house_edge - edge,
        cost_without_exceptions=evaluate(solution, chart.plain).house_edge - edge,
    )


def solved_switch_game(solution: SwitchSolution, effects: tuple[Effect, ...] | None) -> Solved:
    """Follow chart and points of Blackjack Switch together, and keep what they cost."""
    chart, points, game = solution.chart, solution.points, solution.game
    cost = points.edge(follow_switch(game, chart)) - solution.house_edge
    without = cost
    if chart.plain != chart:
        without = points.edge(follow_switch(game, chart.plain)) - solution.house_edge
    return Solved(
        solution=solution,
        chart=chart,
        bonus=None,
        effects=effects or (),
        cost=cost,
        cost_without_exceptions=without,
    )


def printed_rows(chart: Chart, part: Part) -> list[tuple[str, Mapping[int, Cell]]]:
    """Return the rows of a part as they are printed: equal neighbours as one."""
    found: list[tuple[list[int], Mapping[int, Cell]]] = []
    for row, cells in chart.parts[part].items():
        if (part, row) in _ONLY_PAIRS:
            continue
        if found and part is not Part.PAIRS and _texts(found[-1][1]) == _texts(cells):
            found[-1][0].append(row)
        else:
            found.append(([row], cells))
    return [(_label(part, rows), cells) for rows, cells in found]


def _texts(cells: Mapping[int, Cell]) -> list[str]:
    return [cells[up].text if up in cells else "" for up in UPS]


def _label(part: Part, rows: list[int]) -> str:
    first, last = row_name(part, rows[0]), row_name(part, rows[-1])
    return first if first == last else f"{first}-{last}"


def notes(chart: Chart, bonus: SuperBonus | None) -> Iterator[str]:
    """Yield what has to be said about the charts in whole sentences."""
    if Part.FREE_HARD in chart.parts:
        yield "Pairs that may be split again are split again, free where that is offered."
    if any(cell.bonus is not None for cell in chart.cells()):
        yield "A bonus is possible only where it is paid: not where a split has ended it."
    if bonus is not None and bonus.probability:
        prize, wager = format_dollars(bonus.prize), format_dollars(bonus.wager)
        which = "a suited pair of sevens against a seven"
        if not bonus.hit_share:
            which = "two of 7h 7c 7d against 7s"
        yield f"The Super Bonus of {prize} is alive with a wager of {wager}: hit {which}."
