"""`pitboss solve co/blackjack-switch`: what only a game of two hands has to say, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.engine.actions import ActionKind
from pitboss.exact.charts.model import up_name
from pitboss.exact.switch.play import TwoCards
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.exact.switch.solver import WAGERS
from pitboss.report.games.switch import ROUNDED

CONVENTION = "per unit of both wagers together"


def switch_record(solution: SwitchSolution) -> dict[str, Any]:
    """Return what the other games do not have: when to switch, and what that is worth."""
    game, points = solution.game, solution.points
    return {
        "convention": CONVENTION,
        "house_edge_of_one_wager": float(game.edge_of_one_wager),
        "standard_deviation_of_one_wager": WAGERS * solution.standard_deviation,
        "house_edge_never_switching": float(game.edge_never_switching),
        "house_edge_by_hand_values": float(game.edge_by_values),
        "house_edge_by_points": points.edge(game),
        "house_edge_by_rounded_points": points.edge(game, ROUNDED),
        "switch_probability": float(game.switch_probability),
        "switch_points": points.as_json(),
    }


def first_cards_record(solution: SwitchSolution) -> Iterator[dict[str, Any]]:
    """Yield both hands as dealt against an up card, and whether to switch their second cards."""
    for cards in solution.first_cards():
        yield {
            "up": up_name(cards.up),
            "cards": _named(cards.first),
            "other": _named(cards.second),
            "probability": cards.probability,
            "house_edge": -cards.value,
            "action": str(ActionKind.SWITCH if cards.switches else ActionKind.KEEP),
        }


def _named(hand: TwoCards) -> str:
    return " ".join(map(up_name, hand))
