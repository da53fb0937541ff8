"""The values of all plays against one up card with any cards left, and later play kept."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.kept_play import KeptSplits
from pitboss.exact.blackjack.solver import PAID, Splits, UpCard
from pitboss.exact.blackjack.split_play import ALWAYS, PairPlay, Start

Array = Any
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
        up.play(hands, up.rules.first, PAID, needed, up.left, up.win, up.loss, fixed=True)
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
    child, needed = hand_graph().child, np.zeros(hand_graph().size, dtype=bool)
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
