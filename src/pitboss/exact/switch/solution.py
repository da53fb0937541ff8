"""Blackjack Switch solved: its edge, its spread, when to switch and how to play.

Everything is in units of both wagers together, as the edge is published: the gain of a round
divided by two. Multiply by two for units of one of the two wagers.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.after_split import AfterSplit, plays_of_split
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.figures import PlayFigures, up_cards_json
from pitboss.exact.blackjack.results import Results
from pitboss.exact.blackjack.solver import PAID, main_rules
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute, load_or_compute_part, table_key
from pitboss.exact.charts.model import UPS, Chart, up_name
from pitboss.exact.solution import ShortRepr, table_json
from pitboss.exact.switch.beside import Outcomes, TwoCards
from pitboss.exact.switch.charts import follow_switch, play_chart
from pitboss.exact.switch.points import SwitchPoints, switch_points
from pitboss.exact.switch.results import switch_results
from pitboss.exact.switch.solver import WAGERS, SolvedSwitch, solve_switch
from pitboss.exact.switch.split_hands import as_unsplit
from pitboss.rulebook.model import SwitchRules

_NAME = "switch"
ROUNDED = 10
"""Points rounded to multiples of this are easier to add."""
CONVENTION = "per unit of both wagers together"
_ALIKE = ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0))
"""Four cards that make the same two hands, before and after the switch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCards:
    """Two hands as dealt against an up card, in either order."""

    up: int
    first: TwoCards
    second: TwoCards
    """The last cards of both may be exchanged, or the first: the result is the same."""
    probability: float
    value: float
    """Before the dealer looks."""
    switches: bool

    def as_json(self) -> dict[str, Any]:
        """Return both hands, and whether to switch their second cards."""
        return {
            "up": up_name(self.up),
            "cards": " ".join(map(up_name, self.first)),
            "other": " ".join(map(up_name, self.second)),
            "probability": self.probability,
            "house_edge": -self.value,
            "action": str(ActionKind.SWITCH if self.switches else ActionKind.KEEP),
        }


@dataclass(frozen=True, repr=False)
class SwitchSolution(ShortRepr, PlayFigures):
    """The game solved for a full shoe."""

    setup: Setup
    game: SolvedSwitch
    split_play: SplitPlay = SplitPlay.BEST
    """How hands made by a split are played."""
    key: str | None = None
    """The key of its parts in the cache."""
    outcomes: dict[int, Outcomes] = field(default_factory=dict, repr=False, compare=False)
    """Up card -> the dealer's outcomes, where the game was just solved; results use them last."""

    @property
    def unit(self) -> str:
        """The unit of the edge."""
        return "both first wagers together"

    @property
    def value(self) -> float:
        """The expected value of a round, in units of both wagers together."""
        return float(self.game.value) / WAGERS

    @cached_property
    def results(self) -> Results:
        """The results of rounds."""
        results = load_or_compute_part(
            self.key, "results", lambda: switch_results(self.game, self.outcomes)
        )
        self.outcomes.clear()
        return results

    @cached_property
    def chart(self) -> Chart:
        """The play of the hands after the switch."""
        return load_or_compute_part(self.key, "chart", lambda: play_chart(self.game))

    @cached_property
    def chart_costs(self) -> tuple[float, float]:
        """The cost of following chart and points, with exceptions and without them."""
        return load_or_compute_part(self.key, "chart-costs", self._chart_costs)

    def _chart_costs(self) -> tuple[float, float]:
        chart, plain = self.chart, self.chart.plain
        cost = self._cost(chart)
        return (cost, cost) if plain == chart else (cost, self._cost(plain))

    def _cost(self, chart: Chart) -> float:
        played = follow_switch(self.game, chart, self.outcomes)
        return self.points.edge(played) - self.house_edge

    @cached_property
    def points(self) -> SwitchPoints:
        """When to switch."""
        return switch_points(self.game)

    @cached_property
    def after_split(self) -> tuple[AfterSplit, ...]:
        """The hands made by a split that are played otherwise than the same cards unsplit."""
        return load_or_compute_part(self.key, "after-split", self._after_split)

    def _after_split(self) -> tuple[AfterSplit, ...]:
        found: list[AfterSplit] = []
        for up in sorted(self.game.ups, key=UPS.index):
            against = self.game.ups[up]
            for pair, hands in against.split_hands.items():
                if not hands.plays_like(as_unsplit(against.solved, pair)):
                    found += plays_of_split(BestSplits(against.solved), pair, PAID)
        return tuple(sorted(found, key=lambda each: each.pair))

    @property
    def by_up_card(self) -> dict[int, float]:
        """Up card's value -> the expected value of a round against it."""
        return {each.up: float(each.value) / WAGERS for each in self.game.by_up}

    @property
    def up_card_chances(self) -> dict[int, float]:
        """Up card's value -> its probability."""
        return {each.up: float(each.probability) for each in self.game.by_up}

    def first_cards(self) -> tuple[FirstCards, ...]:
        """Return every four cards against every up card, equivalent ones together."""
        return tuple(
            cards
            for each in self.game.by_up
            for cards in self._deal_cards(each.up, each.probability)
        )

    def _deal_cards(self, up: int, chance: float) -> list[FirstCards]:
        deals = self.game.deals[up]
        lost = deals.probability * deals.dealer_blackjack * deals.against_blackjack
        worth = deals.switch_chances * np.maximum(deals.keep, deals.switch) + lost
        powers = VALUES ** np.arange(len(deals.cards))[::-1]
        names = np.min([powers @ deals.cards[list(order)] for order in _ALIKE], axis=0)
        _, first, alike = np.unique(names, return_index=True, return_inverse=True)
        shares, worths = (np.bincount(alike, each) for each in (deals.probability, worth))
        found, switches = [], deals.switches.tolist()
        for name, place in enumerate(first.tolist()):
            one, two, three, four = (deals.cards[:, place] + 1).tolist()
            found.append(
                FirstCards(
                    up=up,
                    first=(one, two),
                    second=(three, four),
                    probability=float(chance * shares[name]),
                    value=float(worths[name] / shares[name]) / WAGERS,
                    switches=switches[place],
                )
            )
        return found

    def as_json(self) -> dict[str, Any]:
        """Return the edges, the spread, when to switch and how to play."""
        game, points = self.game, self.points
        return table_json(self.setup) | {
            "split_play": self.split_play.value,
            **self.figures_json(),
            "by_up_card": up_cards_json(self.up_card_chances, self.by_up_card),
            "by_first_cards": [cards.as_json() for cards in self.first_cards()],
            "distribution": self.distribution_json(),
            "strategy": self.chart.as_json(),
            "after_split": [each.as_json() for each in self.after_split],
            "convention": CONVENTION,
            "house_edge_of_one_wager": float(game.edge_of_one_wager),
            "standard_deviation_of_one_wager": WAGERS * self.standard_deviation,
            "house_edge_never_switching": float(game.edge_never_switching),
            "house_edge_by_hand_values": float(game.edge_by_values),
            "house_edge_by_points": points.edge(game),
            "house_edge_by_rounded_points": points.edge(game, ROUNDED),
            "switch_probability": float(game.switch_probability),
            "switch_points": points.as_json(),
        }


def switch_rules(setup: Setup) -> Hashable:
    """Return all that the game is solved by."""
    return main_rules(setup), setup.kind_rules(SwitchRules)


def switch_solution(
    setup: Setup, keep: Keep = Keep.DISK, split_play: SplitPlay = SplitPlay.BEST
) -> SwitchSolution:
    """Return the solution of a table, cached or new.

    *keep* says where a new solution is kept, *split_play* how hands made by a split are played.
    """
    rules, play = switch_rules(setup), split_play.value
    outcomes: dict[int, Outcomes] = {}

    def compute() -> SolvedSwitch:
        return solve_switch(setup, split_play=split_play, outcomes=outcomes)

    game = load_or_compute(setup, _NAME, compute, play, rules=rules, keep=keep)
    key = table_key(setup, _NAME, play, rules=rules)
    return SwitchSolution(setup, game, split_play, key, outcomes)
