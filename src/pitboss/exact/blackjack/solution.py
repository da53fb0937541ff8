"""A solved game: its edge, its spread, its best play, and the value of any choice.

The best play of a hand made by a split may differ from that of the same cards unsplit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KINDS, KIND_OF
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.first_hands import SPLITS, FirstHand, SolvedGame
from pitboss.exact.blackjack.results import HandFigures, Results, results, up_cards_json
from pitboss.exact.blackjack.solver import CARRIED, UpCard, main_rules
from pitboss.exact.blackjack.split_play import HandActions, SplitPlay
from pitboss.exact.cache import Keep, load_or_compute, solution_part, table_key
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.charts.follow import FixedStrategyGame, Strategy
from pitboss.exact.charts.model import UPS, Chart, up_name
from pitboss.exact.solution import ShortRepr, table_json

_DOUBLED_KIND_OF = {place: kind for kind, place in DOUBLED_KINDS.items()}
_Reached = set[tuple[int, int]]
"""Hands and how often they were doubled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterSplit:
    """A hand made by a split that is played otherwise than the same cards unsplit."""

    pair: int
    """The value of the cards that were split."""
    up: int
    cards: tuple[int, ...]
    """The values of its cards: that of the pair, then the others in any order."""
    paired: bool
    """Its second card was of the pair's value too, and it was not split again."""
    carried: bool
    """A lammer carries it."""
    doublings: int
    action: ActionKind
    """The best play."""
    otherwise: ActionKind
    """The best play of the same cards unsplit, where a split hand has the same choices."""
    gain: float
    """What the best play is worth more, in units of the wager before it was doubled.

    Where a pair is not split again: what that is worth to the whole first split.
    """

    @property
    def node(self) -> int:
        """The hand's place in the graph of hands."""
        return hand_graph().node(*self.cards)

    @property
    def hand(self) -> str:
        """The values of its cards as text."""
        return " ".join(map(up_name, self.cards))

    def as_json(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        return {
            "pair": f"{up_name(self.pair)} {up_name(self.pair)}",
            "hand": self.hand,
            "up": up_name(self.up),
            "paired": self.paired,
            "carried": self.carried,
            "doublings": self.doublings,
            "action": str(self.action),
            "otherwise": str(self.otherwise),
            "gain": self.gain,
        }


def plays_after_split(game: SolvedGame) -> tuple[AfterSplit, ...]:
    """Return all hands of pairs that are split whose best play differs, by pair and up card.

    Only hands that the best play reaches are listed.
    """
    split = {(hand.values[0], hand.up) for hand in game.first_hands() if hand.action in SPLITS}
    plays: list[AfterSplit] = []
    for pair, up in sorted(split, key=lambda place: (place[0], UPS.index(place[1]))):
        splits = game.splits[up]
        if isinstance(splits, BestSplits):
            for is_ace, loses in splits.up.split:
                if is_ace == (pair == 1):
                    plays += plays_of_split(splits, pair, loses)
    return tuple(plays)


def plays_of_split(splits: BestSplits, pair: int, loses: int) -> Iterator[AfterSplit]:
    """Yield the hands of one split that lose the same: first those that did not pair."""
    play = splits.actions(pair, loses)
    unsplit = splits.up.split[pair == 1, loses].actions
    for paired, actions in ((False, play.usual), (True, play.paired)):
        differing = _differing(actions, unsplit)
        if not differing:
            continue
        values = splits.means(pair, loses, paired=paired).values
        for node, doublings in sorted(differing & _reach(splits.up, pair, actions, paired=paired)):
            best, other = (
                int(made.doubled_action[doublings - 1, node] if doublings else made.action[node])
                for made in (actions, unsplit)
            )
            row = values.doubled_values[doublings - 1, node] if doublings else values.values[node]
            stake = splits.up.rules.split_tables(pair).stakes[doublings]
            gain = float(row[best] - row[other]) * float(stake)
            if gain > 0:  # a hand that the shoe cannot make has no values
                kinds = _DOUBLED_KIND_OF if doublings else KIND_OF
                yield AfterSplit(
                    pair=pair,
                    up=splits.up.up,
                    cards=_cards(node, pair),
                    paired=paired,
                    carried=loses == CARRIED,
                    doublings=doublings,
                    action=kinds[best],
                    otherwise=kinds[other],
                    gain=gain,
                )
    yield from _kept_pair(splits, pair, loses)


def _kept_pair(splits: BestSplits, pair: int, loses: int) -> Iterator[AfterSplit]:
    """Yield the pair itself where it is not split again."""
    if splits.hands_max(pair) == 2 or splits.is_split_again(pair, loses):
        return
    node = hand_graph().node(pair, pair)
    yield AfterSplit(
        pair=pair,
        up=splits.up.up,
        cards=(pair, pair),
        paired=True,
        carried=loses == CARRIED,
        doublings=0,
        action=KIND_OF[int(splits.actions(pair, loses).paired.action[node])],
        otherwise=ActionKind.FREE_SPLIT if splits.is_free(pair) else ActionKind.SPLIT,
        gain=float(splits.gain_of_keeping(pair)),
    )


def _differing(actions: HandActions, unsplit: HandActions) -> _Reached:
    (nodes,) = (actions.action != unsplit.action).nonzero()
    differing = {(node, 0) for node in nodes.tolist()}
    levels, nodes = (actions.doubled_action != unsplit.doubled_action).nonzero()
    more = zip(nodes.tolist(), levels.tolist(), strict=True)
    return differing | {(node, level + 1) for node, level in more}


def _reach(up: UpCard, pair: int, actions: HandActions, *, paired: bool) -> _Reached:
    """Return the hands that follow from a card of a pair, by whether the second card paired."""
    graph = hand_graph()
    live = up.rules.live_split
    seconds = [pair] if paired else [value for value in range(1, VALUES + 1) if value != pair]
    waiting = [(graph.node(pair, second), 0) for second in seconds]
    reached: _Reached = set()
    while waiting:
        at = waiting.pop()
        if at in reached:
            continue
        reached.add(at)
        node, doublings = at
        for then in _doublings_after(actions, node, doublings, is_live=node in live):
            waiting += [(int(to), then) for to in graph.child[node] if to >= 0]
    return reached


def _doublings_after(
    actions: HandActions, node: int, doublings: int, *, is_live: bool
) -> Iterator[int]:
    """Yield how often a hand may be doubled when it gets its next card; nothing if it gets none.

    A hand whose suits matter may be hit for their sake. A free double ends the hand.
    """
    if doublings:
        if actions.doubled_action[doublings - 1, node] == action_codes.REDOUBLE:
            yield doublings + 1
        return
    action = actions.action[node]
    if action == action_codes.HIT or is_live:
        yield 0
    if action == action_codes.DOUBLE:
        yield 1


def _cards(node: int, pair: int) -> tuple[int, ...]:
    """Return the values of a hand's cards, that of the pair first."""
    held = hand_graph().cards[node].tolist()
    held[pair - 1] -= 1
    rest = (value for value, count in enumerate(held, start=1) for _ in range(count))
    return pair, *rest


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
    rules = main_rules(setup)
    play = split_play.value

    def compute() -> BlackjackSolution:
        game = SolvedGame(setup, split_play=split_play)
        key = table_key(setup, _NAME, play, rules=rules)
        return BlackjackSolution(setup, game, tuple(game.first_hands()), key)

    return load_or_compute(setup, _NAME, compute, play, rules=rules, keep=keep)
