"""The main game in the maths report: its figures, and that they reach the page."""

from __future__ import annotations

from html import unescape

import pytest

from pitboss.report.document.blocks import Charts, Document, Grid
from pitboss.report.document.html import html_page
from pitboss.report.maths.main_game import MainGame, solved_main
from pitboss.report.maths.main_page import LIMITS, METHOD, NOT_SOLVED
from pitboss.report.maths.model import maths
from pitboss.report.maths.page import maths_page
from pitboss.report.maths.spread_page import LEAST
from pitboss.rulebook.house import House
from pitboss.text.numbers import percent

HOUSE = House(game="ilani/spanish-21")
BET_BIGGER = House(game="bet-bigger/spanish-21")


@pytest.fixture(scope="module")
def main() -> MainGame:
    return solved_main(HOUSE)


@pytest.fixture(scope="module")
def document(main: MainGame) -> Document:
    return maths_page(maths(HOUSE, main=main), date="2025-11-15")


@pytest.fixture(scope="module")
def text(document: Document) -> str:
    return unescape(html_page(document))


def grid(document: Document, *heads: str) -> Grid:
    (found,) = (b for b in document.blocks if isinstance(b, Grid) and b.heads == heads)
    return found


def test_all_up_cards_together_are_the_edge(main: MainGame) -> None:
    assert sum(it.probability for it in main.by_up_card) == pytest.approx(1, abs=1e-12)
    edge = sum(it.probability * it.house_edge for it in main.by_up_card)
    assert edge == pytest.approx(main.house_edge, abs=1e-12)


def test_rounds_are_won_even_or_lost(main: MainGame) -> None:
    assert sum(main.chance(sign=sign) for sign in (-1, 0, 1)) == pytest.approx(1, abs=1e-9)
    assert main.chance(sign=-1) > main.chance(sign=1) > main.chance(sign=0) > 0


def test_the_page_says_what_the_main_game_costs(main: MainGame, text: str) -> None:
    solution = main.solution
    for figure in (
        percent(main.house_edge, 6),
        percent(1 - main.house_edge, 6),
        percent(solution.element_of_risk, 6),
        f"{solution.average_wager:.6f}",
        f"{solution.variance:.6f}",
        f"{solution.standard_deviation:.6f}",
        percent(main.strategy.cost, 6),
        percent(main.strategy.cost_without_exceptions, 6),
        percent(main.house_edge + main.strategy.cost, 6),
        *(percent(it.house_edge, 3) for it in main.by_up_card),
    ):
        assert figure in text
    for said in (METHOD, *LIMITS, "pitboss solve ilani/spanish-21 -o decks=8 -o soft17=stand"):
        assert said in text
    assert NOT_SOLVED not in text


def test_the_page_has_every_result_and_what_is_too_rare_is_added_up(
    main: MainGame, document: Document
) -> None:
    heads = ("units", "lost: probability", "1 in", "won: probability", "1 in", "adds")
    found = grid(document, *heads)
    written = {cell for row in found.rows for cell in row}
    for it in main.distribution:
        if it.gain and it.probability >= LEAST:
            assert f"{it.probability:.10f}" in written
    *rows, total = found.rows
    for column, sign in ((1, -1), (3, 1)):
        listed = sum(float(str(row[column])) for row in rows if row[column] != "–")
        assert listed == pytest.approx(main.chance(sign=sign), abs=len(rows) * 1e-10)
        assert total[column] == f"{main.chance(sign=sign):.10f}"


def test_the_page_draws_the_charts_of_play(main: MainGame, document: Document) -> None:
    drawn = [c.caption for b in document.blocks if isinstance(b, Charts) for c in b.charts]
    for caption in ("Hard hands", "Soft hands", "Pairs", "After doubling, hard"):
        assert caption in drawn
    assert "House edge against each up card" in drawn
    cells = {cell.text for cell in main.strategy.chart.cells()}
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
