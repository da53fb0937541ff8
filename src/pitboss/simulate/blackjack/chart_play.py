"""A chart as a strategy of the simulator; no game is solved for it.

It plays as `exact.charts.follow` does: the chart decides every hand, but a pair made by a split is
split again wherever that is legal.
"""

from __future__ import annotations

from pitboss.compiled.hand_graph import VALUES
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import ChartHands, chart_actions
from pitboss.exact.charts.follow import NO_SPLIT, HandToPlay, suit_bonus
from pitboss.exact.charts.model import Chart
from pitboss.exact.switch.charts import SwitchPoints
from pitboss.simulate.blackjack.fill_strategy import (
    by_values,
    fill_dealt,
    fill_split,
    in_suits,
    suit_dependent_nodes,
)
from pitboss.simulate.blackjack.strategy import SWITCHED, Array, HandHistory, Strategy


def chart_strategy(rules: Rules, chart: Chart, points: SwitchPoints | None = None) -> Strategy:
    """Return the strategy for a player who follows a chart, and switches by *points*."""
    strategy = Strategy.empty(rules)
    for kind in strategy.more:
        hands = _hands(rules, kind)
        strategy.more[kind][:], strategy.doubled[kind][:] = chart_actions(chart, hands)
        if kind.split:
            _fill_split(strategy, chart, kind, hands)
        else:
            _fill_dealt(strategy, chart, kind, hands)
    if SWITCHED in strategy.two:
        assert points is not None, "who plays two hands has to know when to switch"
        for up in range(1, VALUES + 1):
            strategy.switches[up - 1] = points.all_deals(up)
    return strategy


def _hands(rules: Rules, kind: HandHistory) -> ChartHands:
    live = rules.live_split if kind.split else rules.live
    return ChartHands(tables=kind.tables(rules), live=frozenset(live), carried=kind.carried)


def _fill_dealt(strategy: Strategy, chart: Chart, kind: HandHistory, hands: ChartHands) -> None:
    fill_dealt(strategy, kind)
    nodes = suit_dependent_nodes(strategy.rules)
    _ask(strategy, chart, hands, strategy.two[kind], nodes, may=~0)


def _fill_split(strategy: Strategy, chart: Chart, kind: HandHistory, hands: ChartHands) -> None:
    strategy.unsplit[kind][:] = by_values(strategy, kind)
    _ask(strategy, chart, hands, strategy.unsplit[kind], set(hands.live), may=NO_SPLIT)
    fill_split(strategy, kind)


def _ask(
    strategy: Strategy, chart: Chart, hands: ChartHands, table: Array, nodes: set[int], *, may: int
) -> None:
    """Return the action with two cards of known suits, out of the legal ones in *may*."""
    ups = {up: strategy.classes.classes_with_value(up) for up in range(1, VALUES + 1)}
    for one, two, node, _, suits in in_suits(strategy, nodes):
        mask, promise = int(hands.tables.legal[node]) & may, suit_bonus(suits)
        if mask:
            for up, seen in ups.items():
                hand = HandToPlay(
                    up=up,
                    node=node,
                    legal=mask,
                    suits=promise,
                    carried=hands.carried,
                    live=node in hands.live,
                )
                table[list(seen), one, two] = chart.choose(hand)
