"""GR8, ruling W16: the table's maximum caps what each double adds to a large wager."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.api.solutions import solve_table
from pitboss.cli.options import open_main_table
from pitboss.compiled.rule_tables import unit_stakes
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.wager_size import at_wager

_RULES = ["decks=6", "soft17=hit", "redouble=true", "max=$300"]
_SIMULATED, _ERROR = 0.00550, 0.00012
"""The chart for small wagers at $300, by a simulation without code of this project."""


def _solved(wager: int | None) -> BlackjackSolution:
    solved = solve_table(open_main_table("wa/spanish-21", _RULES), wager=wager).solved
    assert isinstance(solved, BlackjackSolution)
    return solved


@pytest.mark.parametrize(
    ("cents", "units"),
    [
        (7_500, (1, 2, 4, 8)),
        (10_000, (1, 2, 4, 7)),
        (15_000, (1, 2, 4, 6)),
        (20_000, (1, 2, Fraction(7, 2), 5)),
        (30_000, (1, 2, 3, 4)),
    ],
)
def test_w16_each_added_portion_is_at_most_the_maximum(
    cents: int, units: tuple[Fraction, ...]
) -> None:
    setup = open_main_table("wa/spanish-21", _RULES).setup
    assert unit_stakes(at_wager(setup, cents)) == units


def test_w16_a_wager_of_a_quarter_of_the_maximum_has_the_plain_edge() -> None:
    assert _solved(7_500).house_edge == _solved(None).house_edge


def test_w16_the_chart_for_small_wagers_costs_at_the_maximum_what_a_simulation_found() -> None:
    chart = _solved(None).chart
    edge = _solved(30_000).play_by(chart).house_edge
    assert abs(edge - _SIMULATED) < 3 * _ERROR, edge
    assert _solved(30_000).house_edge < edge, "the best play knows the cap"
