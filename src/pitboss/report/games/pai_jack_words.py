"""Pai Jack in words: its figures, and how to set a hand."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.pai_jack.setting_rules import TOLD_IN_WORDS, SettingRules
from pitboss.exact.pai_jack.solution import PaiJackSolution

STRATEGY = "How to set, found by the solver"
HOUSE_WAY = (
    "The house way has the highest high hand of 21 or less that the low hand does not outrank, and"
    " among those the highest low hand. A hand that has no legal setting is a bust, and an ace with"
    " two ten-values is paid at once."
)


def pai_jack_figures(solution: PaiJackSolution, rules: SettingRules) -> Iterator[tuple[str, str]]:
    """Yield the figures by their names."""
    best, house, every = solution.best, solution.house_way, len(rules.exceptions)
    plain, told, whole = (rules.figures(n).house_edge for n in (0, TOLD_IN_WORDS, every))
    yield "house edge", f"{float(best.house_edge):.6%} of the main wager"
    yield "as a fraction", str(best.house_edge)
    yield "setting the house way", f"{float(house.house_edge):.6%}, {house.house_edge}"
    yield "setting by the rules below", f"{float(told):.6%}"
    yield "without their exceptions", f"{float(plain):.6%}"
    yield "with all exceptions", f"{float(whole):.6%}, {every} of them in the JSON"
    yield "standard deviation", f"{best.standard_deviation:.6f} main wagers"
