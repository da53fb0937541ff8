"""Pai Jack solved: the edge, the results of rounds, and how to set every hand (2112)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.cards import Card
from pitboss.engine.legal import low_ace
from pitboss.engine.setup import Setup
from pitboss.exact.cache import Keep, load_or_compute, table_key
from pitboss.exact.pai_jack.settings import (
    LOSE,
    PAI_JACK,
    PUSH,
    TOLD_IN_WORDS,
    WIN,
    CountedSettings,
    DeckHands,
    SetHand,
    SettingFigures,
    SettingRules,
    count_hands,
    rule_words,
    setting_rules,
)
from pitboss.exact.solution import MAIN, EdgePart, ShortRepr, exact_json, outcome_json, table_json
from pitboss.patterns.pai_jack import high_and_low
from pitboss.patterns.totals import is_ace, value
from pitboss.rulebook.model import PaiJackRules
from pitboss.rulebook.pays import parse_ratio

_NAME = "pai-jack"
CONVENTION = "per unit of the main wager"
METHOD = "exact: every hand by values, set in every way, against every hand of the dealer"


class PaiJackSolution(ShortRepr, CountedSettings):
    """The game of a table solved."""

    def __init__(self, setup: Setup, hands: DeckHands, key: str | None = None) -> None:
        """Solve for the given hands and the pays of the table; *key* is for the cache."""
        rules = setup.kind_rules(PaiJackRules)
        pays = {
            PAI_JACK: parse_ratio(rules.pai_jack_pays).ratio,
            WIN: parse_ratio(rules.win_pays).ratio,
            PUSH: Fraction(0),
            LOSE: Fraction(-1),
        }
        super().__init__(hands, pays, key)
        self.setup = setup

    @property
    def standard_deviation(self) -> float:
        """Of the main wager, under optimal settings."""
        return self.best.standard_deviation

    @property
    def parts(self) -> tuple[EdgePart, ...]:
        """The main wager."""
        main = MAIN, "the main wager"
        return (EdgePart.exactly(*main, self.house_edge, self.standard_deviation),)

    @property
    def rules(self) -> SettingRules:
        """The setting rules, and their cost."""
        return setting_rules(self)

    def as_json(self) -> dict[str, Any]:
        """Return the edges, the outcomes and the setting of every hand."""
        best = self.best
        house_way = self.house_way
        return table_json(self.setup) | {
            "convention": CONVENTION,
            "method": METHOD,
            **exact_json("house_edge", best.house_edge),
            "standard_deviation": best.standard_deviation,
            "variance": float(best.variance),
            "outcomes": _outcomes_json(best),
            "house_way": {
                **exact_json("house_edge", house_way.house_edge),
                "standard_deviation": house_way.standard_deviation,
                "outcomes": _outcomes_json(house_way),
            },
            "strategy": _strategy_json(self.rules),
            "by_hand": [_hand_json(hand) for hand in self.set_hands],
        }


def _outcomes_json(figures: SettingFigures) -> list[dict[str, Any]]:
    return [
        outcome_json(outcome, chance, gain=float(figures.pays[outcome]))
        for outcome, chance in figures.probabilities.items()
    ]


def _strategy_json(rules: SettingRules) -> dict[str, Any]:
    every = len(rules.exceptions)
    return {
        "rules": list(rule_words(rules)),
        "house_way_from_low": {str(high): low for high, low in rules.thresholds.items()},
        "exceptions": [
            {
                "house_way_high": correction.cell.high,
                "house_way_low": correction.cell.low,
                "highest_low": correction.cell.highest_low,
                "set": "house way" if correction.house_way else "highest low hand",
                "saves": float(correction.saves),
            }
            for correction in rules.exceptions
        ],
        **exact_json("house_edge_by_rules", rules.figures().house_edge),
        "house_edge_with_exceptions_in_words": float(rules.figures(TOLD_IN_WORDS).house_edge),
        "house_edge_with_every_exception": float(rules.figures(every).house_edge),
    }


def _hand_json(hand: SetHand) -> dict[str, Any]:
    """Return a hand by its values; suits and the rank of ten-value cards do not matter."""
    best = hand.best
    way = hand.house_way
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


def pai_jack_solution(
    setup: Setup, keep: Keep = Keep.DISK, deck: Sequence[Card] | None = None
) -> PaiJackSolution:
    """Solve the main wager of a table; another *deck* than its own is for the tests.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> compute = pai_jack_solution(prepare(House(game="co/pai-jack")))
    >>> f"{float(compute.house_edge):.6%}, by house way {float(compute.house_way.house_edge):.6%}"
    '1.676340%, by house way 3.107321%'
    """
    cards = tuple(setup.shoe.cards() if deck is None else deck)

    def compute() -> PaiJackSolution:
        hands = count_hands(cards, low_ace(setup))
        solution = PaiJackSolution(setup, hands, table_key(setup, _NAME, cards))
        _ = solution.best, solution.house_way
        return solution

    return load_or_compute(setup, _NAME, compute, cards, keep=keep)
