"""A solved game: its edge, its spread, its best play, and the value of any choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.after_split import AfterSplit, plays_after_split
from pitboss.exact.blackjack.figures import HandFigures, up_cards_json
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.results import Results, results
from pitboss.exact.blackjack.solver import main_rules
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.cache import Keep, load_or_compute, solution_part, table_key
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.charts.follow import FixedStrategyGame, Strategy
from pitboss.exact.charts.model import Chart, up_name
from pitboss.exact.solution import ShortRepr, table_json

_NAME = "blackjack"


@dataclass(frozen=True, repr=False)
class BlackjackSolution(ShortRepr, HandFigures):
    """A game solved for a full shoe, with optimal play of each hand by its own cards.

    A hand made by a split is played by the class of play that `split_play` names.
    """

    setup: Setup
    game: SolvedGame
    hands: tuple[FirstHand, ...]
    key: str | None = None
    """The key of its parts in the cache."""

    @property
    def split_play(self) -> SplitPlay:
        """How the hands made by a split are played."""
        return self.game.split_play

    @solution_part
    def results(self) -> Results:
        """The results of rounds."""
        return results(self.game, self.hands)

    @solution_part
    def chart(self) -> Chart:
        """The optimal play as a chart."""
        return derive_chart(self)

    @solution_part
    def chart_costs(self) -> tuple[float, float]:
        """The cost of following the chart, with its exceptions and without them."""
        whole, plain = (self.play_by(chart) for chart in (self.chart, self.chart.plain))
        return whole.house_edge - self.house_edge, plain.house_edge - self.house_edge

    @solution_part
    def after_split(self) -> tuple[AfterSplit, ...]:
        """The hands made by a split that are played otherwise than the same cards unsplit."""
        return plays_after_split(self.game)

    @cached_property
    def by_first_cards(self) -> dict[tuple[int, int, int], tuple[float, float]]:
        """Up card and first two values -> their probability, and their expected values."""
        by_cards: dict[tuple[int, int, int], tuple[float, float]] = {}
        for hand in self.hands:
            key = (hand.up, *hand.values)
            chance, worth = by_cards.get(key, (0.0, 0.0))
            by_cards[key] = (
                chance + float(hand.probability),
                worth + float(hand.probability * hand.value),
            )
        return {key: (chance, worth / chance) for key, (chance, worth) in by_cards.items()}

    def play_by(self, strategy: Strategy) -> BlackjackSolution:
        """Return the same game with a chart or any other fixed strategy."""
        game = FixedStrategyGame(self.game, strategy)
        return BlackjackSolution(self.setup, game, tuple(game.first_hands()))

    def as_json(self) -> dict[str, Any]:
        """Return the edge, the spread and the strategy; edges are fractions."""
        return table_json(self.setup) | {
            "split_play": self.split_play.value,
            **self.figures_json(),
            "by_up_card": up_cards_json(self.up_card_chances, self.by_up_card),
            "by_first_cards": list(self._first_cards_json()),
            "distribution": self.distribution_json(),
            "strategy": self.chart.as_json(),
            "after_split": [play.as_json() for play in self.after_split],
        }

    def _first_cards_json(self) -> Iterator[dict[str, Any]]:
        """Yield two cards against an up card; the most probable suits give the action."""
        likeliest = {}
        for hand in sorted(self.hands, key=lambda item: float(item.probability)):
            likeliest[hand.up, *hand.values] = hand.action
        for key, (chance, value) in self.by_first_cards.items():
            up, low, high = key
            action = KIND_OF.get(likeliest[key])
            yield {
                "up": up_name(up),
                "cards": f"{up_name(low)} {up_name(high)}",
                "probability": chance,
                "house_edge": -value,
                "action": None if action is None else str(action),
            }


def solve(
    setup: Setup, keep: Keep = Keep.DISK, split_play: SplitPlay = SplitPlay.BEST
) -> BlackjackSolution:
    """Return the solution of a table, cached or new.

    *keep* says where a new solution is kept, *split_play* how hands made by a split are played.
    """
    rules, play = main_rules(setup), split_play.value

    def compute() -> BlackjackSolution:
        game = SolvedGame(setup, split_play=split_play)
        key = table_key(setup, _NAME, play, rules=rules)
        return BlackjackSolution(setup, game, tuple(game.first_hands()), key)

    return load_or_compute(setup, _NAME, compute, play, rules=rules, keep=keep)
