"""3 Card 21 "N" Done in words: its figures, and how its best play is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.exact.charts.model import up_name
from pitboss.exact.three_card_21.chart import (
    Chart,
    after_hit,
    after_split,
    first_three,
    played_alike,
)
from pitboss.exact.three_card_21.solution import ThreeCardSolution
from pitboss.exact.three_card_21.solver import Three

ALIKE = "Three cards as dealt, those that are played alike together; T is any ten-value"


def totals_charts(solution: ThreeCardSolution) -> Mapping[str, Chart]:
    """Return the charts by total, each under what it is of."""
    return {
        "Four cards and more": after_hit(solution.game),
        "Hands of a split; an ace gets one card": after_split(solution.game),
    }


def alike_rows(solution: ThreeCardSolution) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the codes of three cards as dealt, and the hands that share them."""
    for row, hands in played_alike(first_three(solution.hands)).items():
        yield row, " ".join(map(_named, hands))


def _named(values: Three) -> str:
    return "".join(map(letter, values))


def letter(value: int) -> str:
    """Name a value with one letter."""
    name = up_name(value)
    return "T" if name == "10" else name


def three_card_figures(solution: ThreeCardSolution) -> Iterator[tuple[str, str]]:
    """Yield the figures by their names."""
    posted = solution.together(solution.posted)
    yield "house edge", f"{solution.house_edge:.6%} of the main wager alone"
    both = f"{posted.house_edge:.6%} of one of the equal wagers"
    yield "with the compulsory bonus", f"{both}, table {solution.posted}"
    own = f"{solution.house_edge_by_own_cards:.6%} each hand by its own cards"
    yield "splits played more simply", own
    yield "element of risk", f"{solution.element_of_risk:.6%} of all that is wagered"
    yield "average wager", f"{solution.average_wager:.6f} main wagers"
    yield "standard deviation", f"{solution.standard_deviation:.6f} main wagers"
    yield "with the bonus", f"{posted.standard_deviation:.6f} main wagers"
