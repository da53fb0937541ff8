"""`pitboss solve co/pai-jack`: the edge, the outcomes and how to set, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from pitboss.engine.setup import Setup
from pitboss.exact.pai_jack.setting_rules import (
    TOLD_IN_WORDS,
    SettingRules,
    high_and_low,
    setting_rules,
)
from pitboss.exact.pai_jack.solution import Figures, SetHand, solved_pai_jack
from pitboss.patterns.totals import is_ace, value
from pitboss.report.games.pai_jack_words import (
    CONVENTION,
    HOUSE_WAY,
    METHOD,
    STRATEGY,
    pai_jack_figures,
    rule_words,
)

_WIDTH = 76


def pai_jack_record(setup: Setup) -> dict[str, Any]:
    """Return the edges, the outcomes and the setting of every hand."""
    solution = solved_pai_jack(setup)
    rules = setting_rules(solution)
    best = solution.best
    return {
        "convention": CONVENTION,
        "method": METHOD,
        "house_edge": float(best.house_edge),
        "house_edge_fraction": str(best.house_edge),
        "standard_deviation": best.standard_deviation,
        "variance": float(best.variance),
        "outcomes": _outcomes(best),
        "house_way": {
            "house_edge": float(solution.house_way.house_edge),
            "house_edge_fraction": str(solution.house_way.house_edge),
            "standard_deviation": solution.house_way.standard_deviation,
            "outcomes": _outcomes(solution.house_way),
        },
        "strategy": _strategy(rules),
        "by_hand": [_hand(hand) for hand in solution.set_hands],
    }


def _outcomes(figures: Figures) -> list[dict[str, Any]]:
    return [
        {
            "outcome": outcome,
            "gain": float(figures.pays[outcome]),
            "probability": float(chance),
            "probability_fraction": str(chance),
        }
        for outcome, chance in figures.probabilities.items()
    ]


def _strategy(rules: SettingRules) -> dict[str, Any]:
    every = len(rules.exceptions)
    return {
        "rules": list(rule_words(rules)),
        "house_way_from_low": {str(high): low for high, low in rules.thresholds.items()},
        "exceptions": [
            {
                "house_way_high": each.cell.high,
                "house_way_low": each.cell.low,
                "highest_low": each.cell.highest_low,
                "set": "house way" if each.house_way else "highest low hand",
                "saves": float(each.saves),
            }
            for each in rules.exceptions
        ],
        "house_edge_by_rules": float(rules.figures().house_edge),
        "house_edge_by_rules_fraction": str(rules.figures().house_edge),
        "house_edge_with_exceptions_in_words": float(rules.figures(TOLD_IN_WORDS).house_edge),
        "house_edge_with_every_exception": float(rules.figures(every).house_edge),
    }


def _hand(hand: SetHand) -> dict[str, Any]:
    """A hand by its values; suits, and which ten-value it is, do not matter."""
    best, way = hand.best, hand.house_way
    return {
        "cards": " ".join("A" if is_ace(card) else f"{value(card)}" for card in hand.cards),
        "hands": hand.ways,
        "high": high_and_low(best)[0],
        "low": high_and_low(best)[1],
        "value": float(hand.settings[best].value),
        "house_way_high": high_and_low(way)[0],
        "house_way_low": high_and_low(way)[1],
        "house_way_value": float(hand.settings[way].value),
    }


def pai_jack_lines(setup: Setup) -> Iterator[str]:
    """Yield the same for people."""
    solution = solved_pai_jack(setup)
    rules = setting_rules(solution)
    for name, text in pai_jack_figures(solution, rules):
        yield f"  {name:<30}{text}"
    yield ""
    yield f"  {'outcome':<14}{'pays':>6}{'best setting':>16}{'house way':>14}"
    for outcome, chance in solution.best.probabilities.items():
        house = float(solution.house_way.probabilities[outcome])
        pays = float(solution.pays[outcome])
        yield f"  {outcome:<14}{pays:>+6.1f}{float(chance):>16.6%}{house:>14.6%}"
    yield ""
    yield f"  {STRATEGY}"
    for number, words in enumerate(rule_words(rules), start=1):
        yield from wrap(
            f"{number}. {words}", _WIDTH, initial_indent="  ", subsequent_indent="     "
        )
    yield ""
    yield from wrap(HOUSE_WAY, _WIDTH, initial_indent="  ", subsequent_indent="  ")
