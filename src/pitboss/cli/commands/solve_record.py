"""What `pitboss solve --json` says of every solved game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.cli.commands.solve_switch import first_cards_record, switch_record
from pitboss.compiled.rule_tables import KINDS
from pitboss.exact.blackjack.solution import Solution
from pitboss.exact.charts.model import UPS, Chart, up_name
from pitboss.exact.switch.solution import SwitchSolution
from pitboss.rulebook.configured import ConfiguredGame

_KIND_OF = {place: str(kind) for kind, place in KINDS.items()}


def solution_record(
    solution: Solution | SwitchSolution, chart: Chart, assumed: Sequence[str]
) -> dict[str, Any]:
    """Return the edge, the spread and the strategy; edges are fractions."""
    said = table_record(solution.setup.configured, assumed) | {
        "house_edge": solution.house_edge,
        "standard_deviation": solution.standard_deviation,
        "variance": solution.variance,
        "average_wager": solution.average_wager,
        "element_of_risk": solution.element_of_risk,
        "by_up_card": _by_up_card(solution),
        "by_first_cards": list(_by_first_cards(solution)),
        "distribution": [
            {"gain": float(gain), "probability": chance}
            for gain, chance in solution.results.gains.items()
        ],
        "strategy": chart.as_json(),
    }
    return said | (switch_record(solution) if isinstance(solution, SwitchSolution) else {})


def table_record(configured: ConfiguredGame, assumed: Sequence[str]) -> dict[str, Any]:
    """Return which table was solved."""
    return {
        "game": configured.game.id,
        "options": dict(configured.options),
        "digest": configured.digest,
        "assumed": list(assumed),
    }


def _by_up_card(solution: Solution | SwitchSolution) -> dict[str, dict[str, float]]:
    values = solution.by_up_card
    if isinstance(solution, SwitchSolution):
        chances = {each.up: float(each.probability) for each in solution.game.by_up}
    else:
        chances = {
            up: sum(float(hand.probability) for hand in solution.hands if hand.up == up)
            for up in values
        }
    return {
        up_name(up): {"probability": chances[up], "house_edge": -values[up]}
        for up in UPS
        if up in chances
    }


def _by_first_cards(solution: Solution | SwitchSolution) -> Iterator[dict[str, Any]]:
    """Two cards against an up card, suits together; the most probable suits name the action."""
    if isinstance(solution, SwitchSolution):
        yield from first_cards_record(solution)
        return
    likeliest = {}
    for hand in sorted(solution.hands, key=lambda each: float(each.probability)):
        likeliest[hand.up, *hand.values] = hand.action
    for key, (chance, value) in solution.by_first_cards.items():
        up, low, high = key
        yield {
            "up": up_name(up),
            "cards": f"{up_name(low)} {up_name(high)}",
            "probability": chance,
            "house_edge": -value,
            "action": _KIND_OF.get(int(likeliest[key])),
        }
