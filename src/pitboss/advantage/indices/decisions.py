"""The decisions of a game: two plays of the hands of one row of its chart against one up card.

A decision is between the play of the full shoe and another legal one. Its hands are those of the
row that the full shoe plays that way, each with the probability that a round comes to it. Hands of
splits and doubled hands have no decisions here, as index plays leave them alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.indices.fixed_play import FixedPlay
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.blackjack.first_hands import SPLITS, FirstHand
from pitboss.exact.blackjack.flow_kernel import reach
from pitboss.exact.blackjack.solver import UpCard
from pitboss.exact.charts.derive import HandsPlayed
from pitboss.exact.charts.follow import SuitBonus, suit_bonus
from pitboss.exact.charts.model import Part, chart_place, pair_value

Array = Any
_TWO = 2
_ACE, _TEN = 1, 10
_SOFT_ACE = 11
_SOFT_LOW, _SOFT_HIGH = 13, 20
"""The soft totals that an ace and one other card make, blackjack left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Two plays of one row of the chart against one up card."""

    part: Part
    row: int
    up: int
    action: int
    """The other play."""
    otherwise: int
    """The play of the full shoe."""

    @property
    def hand(self) -> str:
        """The row as index plays name it.

        >>> Decision(part=Part.SOFT, row=18, up=3, action=2, otherwise=0).hand
        'A,7'
        """
        if self.part is Part.PAIRS:
            return f"{rank_name(self.row)},{rank_name(self.row)}"
        return f"A,{self.row - _SOFT_ACE}" if self.part is Part.SOFT else str(self.row)

    @property
    def up_name(self) -> str:
        """The up card as index plays name it."""
        return rank_name(self.up)


def rank_name(value: int) -> str:
    """Return the name of a value in an index play.

    >>> rank_name(1), rank_name(10), rank_name(7)
    ('A', 'T', '7')
    """
    return {_ACE: "A", _TEN: "T"}.get(value, str(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCardDecisions:
    """All decisions against one up card; hands of all of them stand in one list."""

    play: FixedPlay
    decisions: tuple[Decision, ...]
    which: Array
    """(hands): the place of the hand's decision in `decisions`."""
    node: Array
    """(hands): its cards, a node of the hand graph."""
    action: Array
    otherwise: Array
    weight: Array
    """(hands): the probability that a round comes to it."""

    @property
    def solution(self) -> UpCard:
        """The solution against the up card."""
        return self.play.solution

    @property
    def frequency(self) -> Array:
        """(decisions): the probability that a round comes to it."""
        return np.bincount(self.which, self.weight, len(self.decisions))

    def differences(self, values: Array) -> Array:
        """Return the other play less that of the full shoe; *values* are (nodes, actions)."""
        return values[self.node, self.action] - values[self.node, self.otherwise]


def list_decisions(played: HandsPlayed, up: int) -> UpCardDecisions:
    """Return all decisions of a solved game against one up card."""
    hands = [hand for hand in played.hands if hand.up == up]
    pairs = frozenset(hand.values[0] for hand in hands if hand.action in SPLITS)
    play, legal = (
        FixedPlay(splits=played.game.splits[up], pairs=pairs),
        played.game.rules.first.legal,
    )
    rows: dict[Decision, list[tuple[int, float]]] = defaultdict(list)
    for node, weight, otherwise in _reached_hands(play.solution, hands):
        pair = pair_value(node)
        place = chart_place(node)
        part, row = (place.part, place.row) if pair is None else (Part.PAIRS, pair)
        if part is Part.SOFT and not _SOFT_LOW <= row <= _SOFT_HIGH:
            continue
        for action in range(action_codes.ACTIONS):
            if action != otherwise and int(legal[node]) >> action & 1:
                decision = Decision(part=part, row=row, up=up, action=action, otherwise=otherwise)
                rows[decision].append((node, weight))
    return _in_one_list(play, rows)


def _in_one_list(play: FixedPlay, rows: dict[Decision, list[tuple[int, float]]]) -> UpCardDecisions:
    every = tuple(rows)
    lines = [
        (place, node, decision.action, decision.otherwise, weight)
        for place, decision in enumerate(every)
        for node, weight in rows[decision]
    ]
    which, node, action, otherwise, weight = np.array(lines).reshape(-1, 5).T
    return UpCardDecisions(
        play=play,
        decisions=every,
        which=which.astype(np.int64),
        node=node.astype(np.int64),
        action=action.astype(np.int64),
        otherwise=otherwise.astype(np.int64),
        weight=weight,
    )


def _reached_hands(solved: UpCard, hands: list[FirstHand]) -> Iterator[tuple[int, float, int]]:
    """Yield every hand with a decision, the probability of coming to it, and what is done.

    Two cards that may become a suited bonus are left out where they have one suit: the chart
    makes an exception of them.
    """
    graph, live = hand_graph(), solved.rules.live
    mass = np.zeros((action_codes.LEVELS + 2, graph.size))
    first: dict[int, tuple[float, int]] = {}
    for hand in sorted(hands, key=lambda reached: float(reached.probability)):
        node = graph.node(*hand.values)
        share = float(hand.probability * (1 - hand.dealer_blackjack))
        if hand.action not in SPLITS:
            mass[0, node] += share
        if node not in live or suit_bonus(hand.suits) is SuitBonus.MIXED:
            first[node] = first.get(node, (0.0, 0))[0] + share, hand.action
    rest, chance, *_ = solved.scratch
    actions = solved.first.action, solved.first.doubled_action
    one = solved.arithmetic.number(1)
    reach(solved.arithmetic.graph, solved.left, solved.forbidden, actions, mass, rest, chance, one)
    for node, (share, action) in first.items():
        if action != action_codes.NOTHING:
            yield node, share, action
    for node in np.nonzero(mass[0])[0].tolist():
        action = int(solved.first.action[node])
        if graph.cards[node].sum() > _TWO and action != action_codes.NOTHING:
            yield node, float(mass[0, node]), action
