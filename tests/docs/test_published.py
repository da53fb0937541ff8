"""Our values beside published figures are what is computed; every difference is explained."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from pitboss.report.published.figures import PublishedFigure, published_sections
from tools.published import compute

FIGURES = [figure for section in published_sections() for figure in section.figures]


def stale(those: Callable[[PublishedFigure], bool]) -> list[str]:
    """Return the figures whose value of ours is not what is computed now."""
    return [
        f"{figure.game}, {figure.what}: {figure.ours}"
        for figure in FIGURES
        if those(figure) and compute(figure) != figure.ours
    ]


def test_a_published_figure_agrees_or_has_a_reason() -> None:
    assert [
        figure.what
        for figure in FIGURES
        if figure.published and not figure.agrees and not figure.reason
    ] == []
    assert [figure.what for figure in FIGURES if figure.published and not figure.source] == []
    assert [figure.what for figure in FIGURES if figure.reason and figure.agrees] == [], (
        "what agrees needs no reason"
    )


def test_another_figure_in_a_reason_explains_the_print_or_is_said_not_to() -> None:
    """A figure by another play explains a print that it rounds to, or that lies between the two."""
    wrong = []
    count = 0
    for figure in FIGURES:
        other = re.search(r"chart kept it is (-?[\d.]+)%", figure.reason)
        if other is None or figure.reason.startswith("Unexplained"):
            continue
        count += 1
        near, ours, print_ = (
            Decimal(text.removesuffix("%")) for text in (other[1], figure.ours, figure.published)
        )
        between = min(near, ours) < print_ < max(near, ours)
        if not between and near.quantize(print_) != print_:
            wrong.append(figure.what)
    assert wrong == []
    assert count > 5


def test_our_odds_of_side_wagers_are_computed() -> None:
    assert stale(lambda figure: bool(figure.wager)) == []


@pytest.mark.nightly
def test_our_edges_of_main_games_are_computed() -> None:
    """Every figure; the page is as true as this test."""
    assert stale(lambda figure: not figure.wager) == []


def test_our_edges_of_some_main_games_are_computed() -> None:
    """The same of one deck, and of one rule that no option offers."""
    assert stale(lambda figure: figure.options == {"decks": 1, "soft17": "hit"}) == []
    assert stale(lambda figure: figure.rules == {"max_hands": 3}) == []


def test_our_edges_of_counted_wagers_are_computed() -> None:
    """Those that are exact and quick; effects of removal and sampled shoes are for the night."""
    assert stale(lambda figure: figure.measure == "wager-edge") == []
