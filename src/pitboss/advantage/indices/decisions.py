"""The decisions of a game: two plays of the hands of one row of its chart against one up card.

A decision is between the play of the full shoe and another legal one. Its hands are those of the
row that the full shoe plays that way, each with the probability that a round comes to it. Hands of
splits and doubled hands have no decisions here, as index plays leave them alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.first_hands import SPLITS, FirstHand
from pitboss.exact.blackjack.flow_kernel import reach
from pitboss.exact.blackjack.kept_play import KeptSplits
from pitboss.exact.blackjack.solver import PAID, Splits, UpCard
from pitboss.exact.blackjack.split_play import ALWAYS, PairPlay, Start
from pitboss.exact.charts.derive import HandsPlayed
from pitboss.exact.charts.follow import SuitBonus, suit_bonus
from pitboss.exact.charts.model import Part, chart_place, pair_value

Array = Any
_TWO = 2
_ACE = 1
_TEN = 10
_SOFT_ACE = 11
_SOFT_LOW = 13
_SOFT_HIGH = 20
"""The soft totals that an ace and one other card make, blackjack left out."""
_DRAWING = (action_codes.HIT, action_codes.DOUBLE, action_codes.FREE_DOUBLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedPlay:
    """The play of the full shoe against one up card."""

    splits: Splits
    """The solution, with the play of hands made by a split."""
    pairs: frozenset[int]
    """The pairs that it splits, at least in some suits."""

    @property
    def solution(self) -> UpCard:
        """The solution of all hands against the up card."""
        return self.splits.up

    def values(self, left: Array, needed: Array, split_pairs: Collection[int] = ()) -> Array:
        """Return the values of all plays of the *needed* hands with other cards *left*.

        The array is (nodes, actions). What is done after the play in question is what the full
        shoe does, with hands made by a split too; of splits only those of *split_pairs* are valued.
        """
        up = copy(self.solution)
        up.left = up.arithmetic.counts(left)
        up.win, up.loss = up.stands(up.left, needed)
        hands = self.solution.first.with_same_actions(up.arithmetic)
        up.play(hands, up.rules.first, PAID, needed=needed, fixed=True)
        splits = _SplitsByCount(up, self)
        for pair in split_pairs:
            node = hand_graph().node(pair, pair)
            legal = int(up.rules.first.legal[node])
            for kind, free in ((action_codes.SPLIT, False), (action_codes.FREE_SPLIT, True)):
                if legal >> kind & 1 and up.left[pair - 1] > 1:
                    hands.values[node, kind] = splits.value(pair, free=free)
        return hands.values


class _SplitsByCount(KeptSplits):
    """Splits whose hands are played as with the full shoe.

    For a pair that only the count splits, the full shoe has no such play: its hands are played as
    unsplit and split again, as the simulator does.
    """

    def __init__(self, up: UpCard, play: FixedPlay) -> None:
        super().__init__(up, play.splits)
        self._pairs = play.pairs

    def actions(self, pair: int, loses: int) -> PairPlay:
        """Return how the hands of a split are played."""
        if pair in self._pairs:
            return super().actions(pair, loses)
        return Splits.actions(self, pair, loses)

    def split_again(self, pair: int) -> frozenset[Start]:
        """Return the starts of the hands that are split again where they pair."""
        return super().split_again(pair) if pair in self._pairs else ALWAYS


def mark_needed_hands(solved: UpCard, nodes: Array) -> Array:
    """Return (nodes) whether a hand can come of *nodes* by any play of them, and then the kept one.

    >>> from pitboss.exact.blackjack.solution import solve
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> solved = solve(prepare(House(game="reference/blackjack"))).game.ups[10]
    >>> int(mark_needed_hands(solved, np.array([hand_graph().node(10, 6)])).sum())
    6
    """
    child = hand_graph().child
    needed = np.zeros(hand_graph().size, dtype=bool)
    again = (solved.first.doubled_action == action_codes.REDOUBLE).any(axis=0)
    draws = np.isin(solved.first.action, _DRAWING) | again
    needed[nodes] = True
    drawing = nodes
    while len(drawing):
        drawn = np.unique(child[drawing])
        drawn = drawn[drawn >= 0]
        drawn = drawn[~needed[drawn]]
        needed[drawn] = True
        drawing = drawn[draws[drawn]]
    return needed


def pairs_split(actions: Array, nodes: Array) -> tuple[int, ...]:
    """Return the pairs among *nodes* for which one of the *actions* is a split."""
    splits = np.isin(actions, (action_codes.SPLIT, action_codes.FREE_SPLIT))
    cards = hand_graph().cards[nodes[splits]]
    return tuple(value for value in range(1, VALUES + 1) if (cards[:, value - 1] > 1).any())


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
    play = FixedPlay(splits=played.game.splits[up], pairs=pairs)
    legal = played.game.rules.first.legal
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
    graph = hand_graph()
    live = solved.rules.live
    mass = np.zeros((action_codes.LEVELS + 2, graph.size))
    first: dict[int, tuple[float, int]] = {}
    for hand in sorted(hands, key=lambda reached: float(reached.probability)):
        node = graph.node(*hand.values)
        share = float(hand.probability * (1 - hand.dealer_blackjack))
        if hand.action not in SPLITS:
            mass[0, node] += share
        if node not in live or suit_bonus(hand.suits) is SuitBonus.MIXED:
            first[node] = first.get(node, (0.0, 0))[0] + share, hand.action
    actions = solved.first.action, solved.first.doubled_action
    reach(solved.deal, solved.left, actions, mass)
    for node, (share, action) in first.items():
        if action != action_codes.NOTHING:
            yield node, share, action
    for node in np.nonzero(mass[0])[0].tolist():
        action = int(solved.first.action[node])
        if graph.cards[node].sum() > _TWO and action != action_codes.NOTHING:
            yield node, float(mass[0, node]), action
