"""The main game in the maths report: its figures, and that they reach the page."""

from __future__ import annotations

from html import unescape

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.report.document.blocks import Charts, Document, Grid
from pitboss.report.document.html import html_page
from pitboss.report.games.blackjack import LIMITS, METHOD
from pitboss.report.games.page import LEAST
from pitboss.report.games.report import GameReport, ReportPart
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import maths
from pitboss.report.maths.page import NOT_SOLVED, maths_page
from pitboss.rulebook.house import House
from pitboss.text.numbers import percent

HOUSE = House(game="ilani/spanish-21")
BET_BIGGER = House(game="bet-bigger/spanish-21")


@pytest.fixture(scope="module")
def solution() -> BlackjackSolution:
    return solve(prepare(HOUSE))


@pytest.fixture(scope="module")
def report() -> GameReport:
    (only,) = game_reports(HOUSE)
    return only


@pytest.fixture(scope="module")
def main(report: GameReport) -> ReportPart:
    return report.main


@pytest.fixture(scope="module")
def document(report: GameReport) -> Document:
    return maths_page(maths(HOUSE, games=(report,)), date="2025-11-15")


@pytest.fixture(scope="module")
def text(document: Document) -> str:
    return unescape(html_page(document))


def grid(document: Document, *heads: str) -> Grid:
    (only,) = (b for b in document.blocks if isinstance(b, Grid) and b.heads == heads)
    return only


def test_all_up_cards_together_are_the_edge(main: ReportPart, document: Document) -> None:
    *rows, total = grid(document, "up card", "comes", "house edge", "adds to the edge").rows
    assert sum(number(row[1]) for row in rows) == pytest.approx(100, abs=1e-2)
    assert sum(number(row[3]) for row in rows) == pytest.approx(100 * main.house_edge, abs=1e-3)
    assert total[3] == percent(main.house_edge)


def number(cell: object) -> float:
    return float(str(cell).rstrip("%").replace("−", "-"))


def test_rounds_are_won_even_or_lost(main: ReportPart) -> None:
    assert sum(main.chance(sign=sign) for sign in (-1, 0, 1)) == pytest.approx(1, abs=1e-9)
    assert main.chance(sign=-1) > main.chance(sign=1) > main.chance(sign=0) > 0


def test_the_page_says_what_the_main_game_costs(
    report: GameReport, solution: BlackjackSolution, text: str
) -> None:
    cost = report.chart_cost
    assert cost is not None
    for figure in (
        percent(solution.house_edge, 6),
        percent(1 - solution.house_edge, 6),
        percent(solution.element_of_risk, 6),
        f"{solution.average_wager:.6f}",
        f"{solution.variance:.6f}",
        f"{solution.standard_deviation:.6f}",
        percent(cost.cost, 6),
        percent(cost.without_exceptions, 6),
        percent(solution.house_edge + cost.cost, 6),
        *(percent(-value, 3) for value in solution.by_up_card.values()),
    ):
        assert figure in text
    for phrase in (METHOD, *LIMITS, "pitboss solve ilani/spanish-21 --effects --json"):
        assert phrase in text
    assert NOT_SOLVED not in text


def test_the_page_has_every_result_and_what_is_too_rare_is_added_up(
    main: ReportPart, document: Document
) -> None:
    heads = ("units", "lost: probability", "1 in", "won: probability", "1 in", "adds")
    results = grid(document, *heads)
    written = {cell for row in results.rows for cell in row}
    for result in main.distribution:
        if result.gain and result.probability >= LEAST:
            assert f"{result.probability:.10f}" in written
    *rows, total = results.rows
    for column, sign in ((1, -1), (3, 1)):
        listed = sum(float(str(row[column])) for row in rows if row[column] != "–")
        assert listed == pytest.approx(main.chance(sign=sign), abs=len(rows) * 1e-10)
        assert total[column] == f"{main.chance(sign=sign):.10f}"


def test_the_page_draws_the_charts_of_play(solution: BlackjackSolution, document: Document) -> None:
    drawn = [c.caption for b in document.blocks if isinstance(b, Charts) for c in b.charts]
    for caption in ("Hard hands", "Soft hands", "Pairs", "After doubling, hard"):
        assert caption in drawn
    assert "House edge against each up card" in drawn
    cells = {cell.text for cell in solution.chart.cells()}
    charts = "".join(c.svg for b in document.blocks if isinstance(b, Charts) for c in b.charts)
    for cell in cells:
        assert f">{cell}<" in charts


def test_the_summary_has_the_main_wager_with_all_its_units() -> None:
    """The Bet Bigger units ride with the ante; nothing is said of the game until it is solved."""
    page = maths_page(maths(BET_BIGGER), date="2025-11-15")
    summary = next(b for b in page.blocks if isinstance(b, Grid) and b.heads[0] == "wager")
    title, _, edge, *_ = summary.rows[0]
    assert title == "Ante, Bet Bigger 1X, Bet Bigger 2X, Bet Bigger 3X"
    assert edge == "not stated"


def test_a_game_that_was_not_solved_says_so() -> None:
    page = maths_page(maths(House(game="co/pai-jack")), date="2025-11-15")
    assert NOT_SOLVED in unescape(html_page(page))
