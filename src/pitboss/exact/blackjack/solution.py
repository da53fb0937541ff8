"""A solved game: its edge, its spread, its best play, and the value of any choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.figures import PlayFigures
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.results import Results, results
from pitboss.exact.cache import Keep, cached, cached_part, table_key
from pitboss.exact.charts.derive import chart_of
from pitboss.exact.charts.model import UPS, Chart, up_name
from pitboss.exact.solution import ShortRepr, table_json

_NAME = "blackjack"


@dataclass(frozen=True, repr=False)
class BlackjackSolution(ShortRepr, PlayFigures):
    """A game solved for a full shoe, under the best play of each hand by its own cards."""

    setup: Setup
    game: SolvedGame
    hands: tuple[FirstHand, ...]
    key: str | None = None
    """By which its parts are cached."""

    @cached_property
    def value(self) -> float:
        """What a round is worth to the player, in units of the first wager."""
        return float(sum(hand.probability * hand.value for hand in self.hands))

    @cached_property
    def results(self) -> Results:
        """How rounds end."""
        return cached_part(self.key, "results", lambda: results(self.game, self.hands))

    @cached_property
    def chart(self) -> Chart:
        """The best play, as people write it down."""
        return cached_part(self.key, "chart", lambda: chart_of(self))

    @cached_property
    def up_card_chances(self) -> dict[int, float]:
        """Up card's value -> how often it comes."""
        chances = dict.fromkeys(self.game.ups, 0.0)
        for hand in self.hands:
            chances[hand.up] += float(hand.probability)
        return chances

    @cached_property
    def by_up_card(self) -> dict[int, float]:
        """Up card's value -> what a round against it is worth."""
        found = {}
        for up in self.game.ups:
            mine = [hand for hand in self.hands if hand.up == up]
            share = sum(hand.probability for hand in mine)
            found[up] = float(sum(hand.probability * hand.value for hand in mine) / share)
        return found

    @cached_property
    def by_first_cards(self) -> dict[tuple[int, int, int], tuple[float, float]]:
        """Up card and first two values -> their probability, and what they are worth."""
        found: dict[tuple[int, int, int], tuple[float, float]] = {}
        for hand in self.hands:
            key = (hand.up, *hand.values)
            chance, worth = found.get(key, (0.0, 0.0))
            found[key] = (
                chance + float(hand.probability),
                worth + float(hand.probability * hand.value),
            )
        return {key: (chance, worth / chance) for key, (chance, worth) in found.items()}

    def action(self, up: int, *values: int, split: bool = False) -> ActionKind | None:
        """Return what is best to do with a hand, suits apart; None where nothing is asked."""
        solved, node = self.game.ups[up], hand_graph().node(*values)
        if split:
            return _kind(solved.split[values[0] == 1, 1].action[node])
        if len(values) == 2:
            same = [h for h in self.hands if h.up == up and h.values == tuple(sorted(values))]
            return _kind(max(same, key=lambda hand: hand.probability).action)
        return _kind(solved.first.action[node])

    def as_json(self) -> dict[str, Any]:
        """Return the edge, the spread and the strategy; edges are fractions."""
        return table_json(self.setup) | {
            "house_edge": self.house_edge,
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "average_wager": self.average_wager,
            "element_of_risk": self.element_of_risk,
            "by_up_card": up_cards_json(self.up_card_chances, self.by_up_card),
            "by_first_cards": list(self._first_cards_json()),
            "distribution": self.distribution_json(),
            "strategy": self.chart.as_json(),
        }

    def _first_cards_json(self) -> Iterator[dict[str, Any]]:
        """Yield two cards against an up card; the likeliest suits name the action."""
        likeliest = {}
        for hand in sorted(self.hands, key=lambda each: float(each.probability)):
            likeliest[hand.up, *hand.values] = hand.action
        for key, (chance, value) in self.by_first_cards.items():
            up, low, high = key
            action = _kind(likeliest[key])
            yield {
                "up": up_name(up),
                "cards": f"{up_name(low)} {up_name(high)}",
                "probability": chance,
                "house_edge": -value,
                "action": None if action is None else str(action),
            }


def up_cards_json(
    chances: Mapping[int, float], values: Mapping[int, float]
) -> dict[str, dict[str, float]]:
    """Return how often each up card comes, and the edge against it."""
    return {
        up_name(up): {"probability": chances[up], "house_edge": -values[up]}
        for up in UPS
        if up in chances
    }


def _kind(place: int) -> ActionKind | None:
    return None if place == action_codes.NOTHING else KIND_OF[int(place)]


def solve(setup: Setup, keep: Keep = Keep.DISK) -> BlackjackSolution:
    """Solve the blackjack game of a table, or return the cached solution.

    *keep* says where a new solution is kept.
    """

    def solved() -> BlackjackSolution:
        game = SolvedGame(setup)
        return BlackjackSolution(setup, game, tuple(game.first_hands()), table_key(setup, _NAME))

    return cached(setup, _NAME, solved, keep=keep)
