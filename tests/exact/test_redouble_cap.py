"""GR8, ruling W16: the table's maximum caps what each double adds to a large wager."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.api.solutions import solve_table
from pitboss.cli.options import open_main_table
from pitboss.compiled.rule_tables import unit_stakes
from pitboss.exact.blackjack.solution import BlackjackSolution
from pitboss.exact.wager_size import at_wager
from pitboss.questions.table import AtTable
from pitboss.report.document.blocks import Grid
from pitboss.report.kinds import offered_reports
from pitboss.rulebook.problems import RulesError
from tests.exact.solved_positions import PARTLY, Position, Solved
from tests.perft.golden import FOLDER, blocks

_RULES = ("decks=6", "soft17=hit", "redouble=true", "max=$300")
_AT = AtTable(game="wa/spanish-21", option=_RULES)
_SIMULATED = 0.00550
_ERROR = 0.00012
"""The chart for small wagers at $300, by a simulation without code of this project."""


def _solved(wager: int | None) -> BlackjackSolution:
    solved = solve_table(open_main_table(_AT), wager=wager).solved
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
    setup = open_main_table(_AT).setup
    assert unit_stakes(at_wager(setup, cents)) == units


def test_w16_a_wager_of_a_quarter_of_the_maximum_has_the_plain_edge() -> None:
    assert _solved(7_500).house_edge == _solved(None).house_edge


def test_w16_the_chart_for_small_wagers_costs_at_the_maximum_what_a_simulation_found() -> None:
    chart = _solved(None).chart
    edge = _solved(30_000).play_by(chart).house_edge
    assert abs(edge - _SIMULATED) < 3 * _ERROR, edge
    assert _solved(30_000).house_edge < edge, "the best play knows the cap"


def test_w16_the_best_play_on_a_tiny_shoe_is_that_of_the_second_spanish_21() -> None:
    (block,) = (
        block
        for block in blocks(FOLDER / "doubles.perft")
        if block.fields["id"] == "the-second-and-third-portion-are-capped"
    )
    shoe = block.fields["shoe"].split()
    (first, up, second) = block.fields["start"].split()
    for card in (first, up, second):
        shoe.remove(card)
    (best,) = (line.split()[1] for line in block.answered if line.count(" ") == 1 and "ev" in line)
    solved = Solved(Position(PARTLY, f"{first} {second}", up, " ".join(shoe)))
    assert solved.value == Fraction(best) / block.wagers["main"]


def test_w16_the_simulator_and_the_table_play_large_wagers_alike(tmp_path: Path) -> None:
    table = open_main_table(_AT)
    run = table.simulate(rounds=400, seed=5, wager="$300", export=tmp_path / "rounds.parquet")
    assert run.as_json()["wager"] == 30_000
    assert "redoubled" in run.events, "the table engine settled them to the same cents"


@pytest.mark.nightly
@pytest.mark.parametrize(("cents", "edge"), [(10_000, 0.004220291), (30_000, 0.003924721)])
def test_w16_a_simulation_of_a_large_wager_finds_the_solved_edge(cents: int, edge: float) -> None:
    table = open_main_table(_AT)
    assert _solved(cents).house_edge == pytest.approx(edge, abs=1e-9)
    run = table.simulate(rounds=2e8, seed=29, wager=cents / 100)
    assert abs(run.house_edge.mean - edge) < 4 * run.house_edge.standard_error


def test_w16_a_wager_that_caps_a_part_of_a_cent_is_not_simulated() -> None:
    table = open_main_table(_AT)
    with pytest.raises(RulesError, match=r"choose a wager such as \$100, \$150, \$300"):
        table.simulate(rounds=100, wager=77)
    with pytest.raises(RulesError, match="the main wager is from"):
        table.simulate(rounds=100, wager=301)


def test_w16_advice_for_a_large_wager_is_the_solvers() -> None:
    table = open_main_table(_AT)
    small, large = (table.advise("6h 5c", up="2s", wager=wager) for wager in (75, 300))
    assert (small.best.action, large.best.action) == ("double", "double")
    assert f"{small.best.value:.6f} {large.best.value:.6f}" == "0.348048 0.353036"
    (after,) = (row for row in table.advise("6h 5c 2d", up="2s", doubled=1, wager=300)[:1])
    assert after.action == "stand", "a small wager is doubled again"
    again = table.advise("6h 5c 2d", up="2s", doubled=1)
    assert again.best.value > float(after.value)


def test_w16_a_report_says_which_edge_holds_at_which_wager() -> None:
    (report, *_) = offered_reports(open_main_table(_AT).setup)
    (grid, note) = report.sections["By the wager"]
    assert isinstance(grid, Grid)
    assert grid.rows == (
        ("to $75", "1, 2, 4, 8", "0.4168%", "0.4171%"),
        ("$100", "1, 2, 4, 7", "0.4220%", "0.4238%"),
        ("$150", "1, 2, 4, 6", "0.4200%", "0.4304%"),
        ("$300", "1, 2, 3, 4", "0.3925%", "0.5377%"),
    )
    assert "wagers to $75" in str(note)
