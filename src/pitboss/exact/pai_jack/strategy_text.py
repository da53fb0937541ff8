"""How to set Pai Jack hands, in words."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.exact.pai_jack.setting_rules import TOLD_IN_WORDS, Correction, SettingRules


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
