"""Blackjack Switch in a report: when to switch, and how to play the two hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pitboss.exact.charts.model import TITLES, UPS, Part, row_name
from pitboss.exact.switch.charts import SwitchPoints
from pitboss.exact.switch.solution import ROUNDED, SwitchSolution
from pitboss.report.document.blocks import Block, Chart, Charts, Fact, Paragraph
from pitboss.report.document.strategy_svg import EMPTY, draw_rows
from pitboss.report.games.blackjack import STRATEGY, played_entries, played_report, up_card_edges
from pitboss.report.games.kind import KindReport, one_report
from pitboss.report.games.report import ChartCost, GameReport
from pitboss.report.strategy_charts import strategy_blocks
from pitboss.text.numbers import percent

TITLE = "When to switch"
TWO_HANDS = (
    "Whether to switch may depend on all four cards and the up card; after that each hand is"
    " played by its own cards alone. In the distribution the two hands, too, are independent given"
    " the dealer's result."
)
BEST_SWITCH = "the optimal switch and optimal play, where points decide the switch"
_SHADES = (
    (-40, "#efb3aa"),
    (-20, "#f6d0ca"),
    (0, "#fae7e4"),
    (20, "#eaf3e3"),
    (40, "#d0e5c2"),
    (1000, "#b4d69f"),
)
"""Points below this -> their colour; better hands are greener."""
_EXAMPLE = 6, (6, 10), (5, 10), (10, 10), (5, 6)
"""An up card, two bad hands against it, and the two good ones they become."""


def switch_report(solution: SwitchSolution) -> GameReport:
    """Report a solved game."""
    cost = ChartCost(*solution.chart_costs)
    report = played_report(
        solution,
        by_up_card=up_card_edges(solution.up_card_chances, solution.by_up_card),
        other_edges=tuple(_facts(solution)),
        cost=cost,
        strategy={
            **switch_rules(solution),
            STRATEGY: tuple(
                strategy_blocks(
                    solution.chart,
                    cost,
                    solution.house_edge,
                    best=BEST_SWITCH,
                    after_split=solution.after_split,
                )
            ),
        },
        limits=(TWO_HANDS,),
    )
    return replace(report, after_split=tuple(solution.after_split))


def switch_rules(solution: SwitchSolution) -> dict[str, tuple[Block, ...]]:
    """Return when to switch."""
    charts = tuple(_draw_points(solution.points, part) for part in solution.points.parts)
    return {TITLE: (Paragraph(_points_rule(solution.points)), Charts(charts))}


def _facts(solution: SwitchSolution) -> Iterator[Fact]:
    game = solution.game
    points = solution.points
    for name, edge, below in (
        ("Of one of the two wagers", game.edge_of_one_wager, "the same loss"),
        ("Never switching", game.edge_never_switching, ""),
        ("Switching by hand values", game.edge_by_values, "the exact values of hands, added"),
        ("Switching by points", points.edge(game), "by the charts of points"),
        ("By rounded points", points.edge(game, ROUNDED), f"points rounded to {ROUNDED}s"),
    ):
        yield Fact(name, percent(edge, 6), below)
    switched = percent(game.switch_probability, 2)
    yield Fact("Switched when asked", switched, "of the time")


def _points_rule(points: SwitchPoints) -> str:
    """Return how to use the charts of points, with an example."""
    up, *hands = _EXAMPLE
    one, two, three, four = (points.hand_points(up, hand, switched=True) for hand in hands)
    return (
        "Add up the points of the two hands as they lie, and the points of the two with their"
        " second cards exchanged. Switch where the new sum is higher. The points of a hand are its"
        " value by itself in hundredths of its wager, the dealer having no blackjack. A blackjack"
        f" that is kept counts {points.natural}; one that is made by a switch is a 21, the last row"
        f" of the soft hands. Example: 10-6 and 5-10 against a {up} count {one} and {two}; switched"
        f" they are 10-10 and 5-6 and count {three} and {four}."
    )


def _draw_points(points: SwitchPoints, part: Part) -> Chart:
    rows = [
        (row_name(part, row), [_cell(cells.get(up)) for up in UPS])
        for row, cells in points.parts[part].items()
    ]
    return draw_rows(f"{TITLES[part]}, points", rows)


def _cell(points: int | None) -> tuple[str, str]:
    if points is None:
        return EMPTY
    colour = next(colour for below, colour in _SHADES if points < below)
    return str(points).replace("-", "−"), colour


KIND = KindReport(
    one_report(switch_report), played_entries, "guides/solver.md#blackjack-switch", switch_rules
)
