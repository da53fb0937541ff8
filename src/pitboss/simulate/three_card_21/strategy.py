"""The action with every hand of 3 Card 21 "N" Done, as arrays: optimal play, or the charts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import KINDS, RuleTables
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.model import UPS
from pitboss.exact.three_card_21.solution import Chart, ThreeCardSolution, after_hit, after_split
from pitboss.exact.three_card_21.solver import ACE, CARDS, PAIRS
from pitboss.patterns.totals import best_total, is_soft

Array = Any
_IF_TWO_MAY_NOT = {"D": action_codes.HIT, "Ds": action_codes.STAND}
_CODES = {
    "H": action_codes.HIT,
    "S": action_codes.STAND,
    "D": action_codes.DOUBLE,
    "Ds": action_codes.DOUBLE,
}


@dataclass(frozen=True, slots=True)
class ThreeCardPlay:
    """An action of `exact.blackjack.kernels` for every hand; `NOTHING` without a question."""

    rules: Rules
    first: Array
    """(up, first, second, third value less one): with three cards as dealt."""
    more: Array
    """(up value less one, node): with four cards or more."""
    split: Array
    """(an ace starts it, up value less one, pair that starts the others, node)."""

    @classmethod
    def empty(cls, rules: Rules) -> ThreeCardPlay:
        """Return a strategy without any action."""
        nodes = hand_graph().size
        shapes = (VALUES,) * (1 + CARDS), (VALUES, nodes), (2, VALUES, len(PAIRS), nodes)
        arrays = (np.full(shape, action_codes.NOTHING, dtype=np.int8) for shape in shapes)
        return cls(rules, *arrays)


def best_play(solution: ThreeCardSolution) -> ThreeCardPlay:
    """Return optimal play: the play of a split hand depends on the starts of the others."""
    game = solution.game
    play = _empty(solution)
    for up in game.ups:
        splits = game.against(up)
        play.more[up - 1] = splits.up.first.action
        for number, pair in enumerate(PAIRS):
            play.split[0, up - 1, number] = splits.actions(ACE + 1, pair)
            play.split[1, up - 1, number] = splits.actions(ACE, pair)
    return play


def chart_play(solution: ThreeCardSolution) -> ThreeCardPlay:
    """Return the play of the charts: after the first three cards by hard or soft total alone."""
    play, rules = _empty(solution), solution.game.rules
    play.more[:] = _chart_actions(after_hit(solution.game), rules.first)
    play.split[0] = _chart_actions(after_split(solution.game), rules.split)[:, np.newaxis]
    return play


def _empty(solution: ThreeCardSolution) -> ThreeCardPlay:
    """Return an empty strategy, with the actions of three cards: one line for each."""
    play = ThreeCardPlay.empty(solution.game.rules)
    for hand in solution.hands:
        if hand.action is not None:
            for order in permutations(card_value - 1 for card_value in hand.values):
                play.first[hand.up - 1, *order] = KINDS[hand.action]
    return play


def _chart_actions(chart: Chart, tables: RuleTables) -> Array:
    """(up value less one, node): the chart's action with every hand it covers."""
    actions = np.full((VALUES, hand_graph().size), action_codes.NOTHING, dtype=np.int8)
    for node, part, total in _totals():
        row = chart[part].get(total) if tables.legal[node] else None
        for up, code in zip(UPS, row or (), strict=False):
            action = _CODES[code]
            if not tables.legal[node] >> action & 1:
                action = _IF_TWO_MAY_NOT[code]
            actions[up - 1, node] = action
    return actions


def _totals() -> Iterator[tuple[int, str, str]]:
    """Yield every hand with its place in a chart: its part, and its total."""
    graph = hand_graph()
    for node in range(graph.size):
        hard, ace = int(graph.hard[node]), bool(graph.cards[node, 0])
        yield node, "soft" if is_soft(hard, ace) else "hard", str(best_total(hard, ace))
