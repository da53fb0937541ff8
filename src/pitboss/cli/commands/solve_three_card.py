"""`pitboss solve co/3-card-21`: the edge alone and with the bonus, the ends and the best play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.exact.charts.model import UPS, up_name
from pitboss.exact.three_card_21.chart import (
    LEGEND,
    Chart,
    Row,
    after_hit,
    after_split,
    first_three,
)
from pitboss.exact.three_card_21.solution import ThreeCardSolution, Together
from pitboss.exact.three_card_21.solver import Three
from pitboss.report.games.three_card_21 import CONVENTION, METHOD, RESULTS_METHOD


def three_card_record(solution: ThreeCardSolution) -> dict[str, Any]:
    """Return the edges, the ends of rounds and the best play."""
    posted = solution.together(solution.posted)
    return {
        "convention": CONVENTION,
        "method": METHOD,
        "house_edge": solution.house_edge,
        "house_edge_by_own_cards": solution.house_edge_by_own_cards,
        "house_edge_with_bonus": posted.house_edge,
        "standard_deviation": solution.standard_deviation,
        "variance": solution.variance,
        "standard_deviation_with_bonus": posted.standard_deviation,
        "results_method": RESULTS_METHOD,
        "average_wager": solution.average_wager,
        "element_of_risk": solution.element_of_risk,
        "bonus": {each.bonus.table: _bonus(each) for each in solution.every_bonus},
        "by_up_card": {
            up_name(up): {"probability": share, "house_edge": -worth}
            for up, (share, worth) in solution.by_up_card.items()
        },
        "by_first_cards": list(_first_cards(solution)),
        "outcomes": [
            {"outcome": "nothing asked" if kind is None else str(kind), "probability": chance}
            for kind, chance in solution.action_chances().items()
        ],
        "distribution": [
            {"gain": float(gain), "probability": chance}
            for gain, chance in solution.results.gains.items()
        ],
        "strategy": _strategy(solution),
    }


def _bonus(each: Together) -> dict[str, Any]:
    return {
        "bonus_edge": float(each.bonus.edge),
        "bonus_edge_fraction": str(each.bonus.edge),
        "house_edge_with_bonus": each.house_edge,
        "standard_deviation_with_bonus": each.standard_deviation,
    }


def _first_cards(solution: ThreeCardSolution) -> Iterator[dict[str, Any]]:
    for hand in solution.hands:
        yield {
            "up": up_name(hand.up),
            "cards": _named(hand.values),
            "probability": float(hand.probability),
            "house_edge": -float(hand.value),
            "action": None if hand.action is None else str(hand.action),
        }


def _named(values: Three) -> str:
    return " ".join(map(up_name, values))


def _strategy(solution: ThreeCardSolution) -> dict[str, Any]:
    rows = first_three(solution)
    return {
        "legend": LEGEND,
        "first_three": {_named(values): _by_up(row) for values, row in rows.items()},
        "after_hit": _chart(after_hit(solution)),
        "after_split": _chart(after_split(solution)),
    }


def _chart(chart: Chart) -> dict[str, dict[str, dict[str, str]]]:
    return {
        part: {total: _by_up(row) for total, row in rows.items()} for part, rows in chart.items()
    }


def _by_up(row: Row) -> dict[str, str]:
    return dict(zip(map(up_name, UPS), row, strict=True))
