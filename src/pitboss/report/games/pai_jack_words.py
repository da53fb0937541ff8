"""Pai Jack in words: its figures, and how to set a hand."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.pai_jack.setting_rules import TOLD_IN_WORDS, Correction, SettingRules
from pitboss.exact.pai_jack.solution import PaiJackSolution

CONVENTION = "per unit of the main wager"
METHOD = "exact: every hand by values, set in every way, against every hand of the dealer"
STRATEGY = "How to set, found by the solver"
HOUSE_WAY = (
    "The house way has the highest high hand of 21 or less that the low hand does not outrank, and"
    " among those the highest low hand. A hand that has no legal setting is a bust, and an ace with"
    " two ten-values is paid at once."
)


def rule_words(rules: SettingRules) -> Iterator[str]:
    """Yield the rules as sentences, the exceptions that matter last."""
    lowest = {high: min(rules.lows(high)) for high in rules.thresholds}
    for high, least in rules.thresholds.items():
        with_low = "" if least == lowest[high] else f" and its low hand at least {least}"
        yield f"Set the house way if its high hand is {high}{with_low}."
    yield "Otherwise set the highest low hand that is legal, and with it the highest high hand."
    for each in rules.exceptions[:TOLD_IN_WORDS]:
        yield _exception_words(each)


def _exception_words(each: Correction) -> str:
    chosen = "set the house way" if each.house_way else "set the highest low hand"
    cell = each.cell
    return (
        f"Exception: where the house way is {cell.high} and {cell.low} and the highest low hand"
        f" {cell.highest_low}, {chosen}."
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
