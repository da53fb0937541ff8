"""How to set Pai Jack hands by a few rules, found by the solver, and their cost.

Two settings matter: the house way, which has the highest high hand, and the one with the highest
low hand. For each total of the house way's high hand the rules say how high its low hand must be to
set the house way. Exceptions correct the errors by a third number: the highest possible low hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pitboss.exact.cache import load_or_compute_part
from pitboss.exact.pai_jack.settings import CountedSettings, SetHand, SettingFigures

_LOW_BITS = 31
TOLD_IN_WORDS = 4
"""The number of exceptions in words; the others save a few millionths."""
NEVER = 22
"""No low hand is as high as this."""


class SettingCell(NamedTuple):
    """The totals that the rules and their exceptions depend on."""

    high: int
    low: int
    """The house way's totals."""
    highest_low: int
    """The highest low hand of all settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A cell in which the rules are wrong."""

    cell: SettingCell
    house_way: bool
    """Whether the house way is set here; otherwise the highest low hand."""
    saves: Fraction
    """By how much it lowers the edge."""


def high_and_low(totals: int) -> tuple[int, int]:
    """Return the totals of the high and the low hand.

    >>> high_and_low((21 << 5) + 8)
    (21, 8)
    """
    return divmod(totals, _LOW_BITS + 1)


def highest_low(settings: Iterable[int]) -> int:
    """Return, of the totals of some settings, those with the highest low hand.

    >>> high_and_low(highest_low([(20 << 5) + 8, (19 << 5) + 19, (14 << 5) + 14]))
    (19, 19)
    """
    return max(settings, key=lambda totals: high_and_low(totals)[::-1])


def setting_rules(solution: CountedSettings) -> SettingRules:
    """Return the best rules for a solved game, cached with their exceptions."""

    def compute() -> SettingRules:
        rules = SettingRules(solution)
        _ = rules.exceptions
        return rules

    return load_or_compute_part(solution.key, "setting-rules", compute, solution)


class SettingRules:
    """The best rules of that kind, and their cost."""

    def __init__(
        self, solution: CountedSettings, thresholds: Mapping[int, int] | None = None
    ) -> None:
        """Find the rules for the hands of *solution*, or take the given *thresholds*."""
        self.solution, self._given = solution, thresholds
        self._gains: defaultdict[SettingCell, Fraction] = defaultdict(Fraction)
        for hand in solution.set_hands:
            house, low = hand.settings[hand.house_way], highest_low(hand.settings)
            gain = house.gain - hand.settings[low].gain
            self._gains[hand_cell(hand)] += hand.ways * gain

    @cached_property
    def thresholds(self) -> Mapping[int, int]:
        """House way's high hand -> the lowest low hand with which the house way is set.

        High hands for which the highest low hand is always set are left out.
        """
        if self._given is not None:
            return self._given
        by_high = {}
        for high in sorted({cell.high for cell in self._gains}, reverse=True):
            gains = {cell: gain for cell, gain in self._gains.items() if cell.high == high}
            lows = sorted({cell.low for cell in gains}, reverse=True)
            # A house way that has the highest low hand too is set either way.
            kept = max(
                (NEVER, *lows),
                key=lambda least: sum(gain for cell, gain in gains.items() if cell.low >= least),
            )
            if kept < NEVER:
                by_high[high] = kept
        return by_high

    def lows(self, high: int) -> frozenset[int]:
        """Return the low hands that occur with a high hand of the house way."""
        return frozenset(cell.low for cell in self._gains if cell.high == high)

    @cached_property
    def exceptions(self) -> tuple[Correction, ...]:
        """Every cell in which the rules are wrong, the most costly first."""
        deals = int(self.solution.hands.ways.sum()) * self.solution.hands.dealer_hands
        wrong = [
            Correction(cell=cell, house_way=gain > 0, saves=abs(gain) / deals)
            for cell, gain in self._gains.items()
            if gain and (gain > 0) != self._keeps(cell)
        ]
        return tuple(sorted(wrong, key=lambda correction: correction.saves, reverse=True))

    def setting(self, hand: SetHand, exceptions: int = 0) -> int:
        """Return the totals of a hand set by the rules and the first *exceptions*."""
        cell = hand_cell(hand)
        for correction in self.exceptions[:exceptions]:
            if correction.cell == cell:
                return hand.house_way if correction.house_way else highest_low(hand.settings)
        return hand.house_way if self._keeps(cell) else highest_low(hand.settings)

    def figures(self, exceptions: int = 0) -> SettingFigures:
        """Return the figures for a player who sets by the rules and the first *exceptions*."""
        hands = self.solution.set_hands
        return self.solution.evaluate({h.cards: self.setting(h, exceptions) for h in hands})

    def _keeps(self, cell: SettingCell) -> bool:
        return cell.low >= self.thresholds.get(cell.high, NEVER)


def hand_cell(hand: SetHand) -> SettingCell:
    """Return the cell of a hand."""
    return SettingCell(*high_and_low(hand.house_way), high_and_low(highest_low(hand.settings))[1])


def rule_words(rules: SettingRules) -> Iterator[str]:
    """Yield the rules as sentences, the exceptions that matter last."""
    lowest = {high: min(rules.lows(high)) for high in rules.thresholds}
    for high, least in rules.thresholds.items():
        with_low = "" if least == lowest[high] else f" and its low hand at least {least}"
        yield f"Set the house way if its high hand is {high}{with_low}."
    yield "Otherwise set the highest low hand that is legal, and with it the highest high hand."
    for correction in rules.exceptions[:TOLD_IN_WORDS]:
        yield _exception_words(correction)


def _exception_words(correction: Correction) -> str:
    chosen = "set the house way" if correction.house_way else "set the highest low hand"
    cell = correction.cell
    return (
        f"Exception: where the house way is {cell.high} and {cell.low} and the highest low hand"
        f" {cell.highest_low}, {chosen}."
    )
