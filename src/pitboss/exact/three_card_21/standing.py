"""Hands of a split into three that stand, beside the cards that start the other two.

The dealer's outcome depends on the cards that are gone, not on where they are: hands with the same
set of gone cards share it.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.jit import jit_cached, jit_side_by_side
from pitboss.exact.blackjack.arithmetic import FLOATS, Array
from pitboss.exact.blackjack.flow_kernel import LOSE, WIN, standing_result
from pitboss.exact.blackjack.kernels import hand_total, meet_dealer
from pitboss.exact.blackjack.solver import UpCard
from pitboss.patterns.totals import TWENTY_ONE, best_total

Others = tuple[int, int]
"""The values of the cards that start the other two hands of a split, the lower first."""
PAIRS: tuple[Others, ...] = tuple(combinations_with_replacement(range(1, VALUES + 1), 2))
PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
_SURE = -1
"""Instead of gone cards: a 21, which always wins."""


class StandingChances:
    """The probabilities of standing hands against one up card, beside any two cards."""

    def __init__(self, up: UpCard) -> None:
        """Look at hands against *up*."""
        self.up = up
        self._met: Array | None = None
        self._exact: dict[Others, tuple[Array, Array]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out data that is quick to compute and larger than the solution."""
        return vars(self) | {"_met": None}

    def beside(self, others: Others) -> tuple[Array, Array]:
        """(nodes): the probabilities to win, and to lose, beside hands that *others* start."""
        rules = self.up.rules.setup.rules
        if self.up.arithmetic is not FLOATS or not rules.twenty_one_wins:
            return self._one_by_one(others)
        if self._met is None:
            self._met = self._outcomes()
        win, loss = FLOATS.zeros(hand_graph().size), FLOATS.zeros(hand_graph().size)
        numbers = _gone_sets()[1][PAIR_NUMBER[others]]
        stand_beside(FLOATS.graph, numbers, self._met, rules.dealer_22_pushes, win, loss)
        return win, loss

    def left_beside(self, others: Others) -> Array:
        """Return the cards left without those that start the other hands."""
        left = self.up.left.copy()
        for other in others:
            left[other - 1] -= 1
        return left

    def _one_by_one(self, others: Others) -> tuple[Array, Array]:
        """Value every hand by itself: with fractions few of them can be dealt."""
        if others not in self._exact:
            everything = np.ones(hand_graph().size, dtype=bool)
            self._exact[others] = self.up.stands(self.left_beside(others), everything)
        return self._exact[others]

    def _outcomes(self) -> Array:
        """(cards gone, dealer's outcomes): the probability of each."""
        up, (cards, _) = self.up, _gone_sets()
        met = FLOATS.zeros(len(cards), OUTCOMES)
        wanted = np.ones(len(cards), dtype=bool)
        fill_outcomes(cards, wanted, up.left, up.forbidden, up.dealer, met, up.scratch)
        return met


@cache
def _gone_sets() -> tuple[Array, Array]:
    """Return the sets of gone cards, and (pairs, nodes) the set of a hand beside a pair."""
    graph = hand_graph()
    starts = np.zeros((len(PAIRS), VALUES), dtype=np.int64)
    for number, pair in enumerate(PAIRS):
        np.add.at(starts[number], np.array(pair) - 1, 1)
    together = starts[:, np.newaxis] + graph.cards
    keys = together @ (TWENTY_ONE + 3) ** np.arange(VALUES)
    totals = zip(graph.hard.tolist(), graph.cards[:, 0] > 0, strict=True)
    open_ = np.array([best_total(hard, bool(ace)) < TWENTY_ONE for hard, ace in totals])
    _, first, number = np.unique(keys[:, open_], return_index=True, return_inverse=True)
    numbers = np.full(keys.shape, _SURE, dtype=np.int64)
    numbers[:, open_] = number.reshape(len(PAIRS), -1)
    return together[:, open_].reshape(-1, VALUES)[first], numbers


@jit_side_by_side
def fill_outcomes(
    gone: Array,
    wanted: Array,
    left: Array,
    forbidden: int,
    dealer: Array,
    met: Array,
    scratch: Array,
) -> None:
    """Fill *met* with the dealer's outcomes for each of *gone*; zero if it is impossible."""
    meet_dealer(gone, wanted, 0, len(gone), left, forbidden, dealer, met, scratch)


@jit_cached
def stand_beside(
    graph: Array,
    numbers: Array,
    met: Array,
    pushes_22: bool,  # noqa: FBT001
    win: Array,
    loss: Array,
) -> None:
    """Fill in the probabilities of hands; *numbers* has the set of gone cards for each."""
    cards, hard, _child = graph
    for node in range(len(hard)):
        if numbers[node] == _SURE:
            win[node] = 1
            continue
        total = hand_total(node, hard, cards)
        for place in range(OUTCOMES):
            result = standing_result(place, total, True, pushes_22)  # noqa: FBT003
            if result == WIN:
                win[node] += met[numbers[node], place]
            elif result == LOSE:
                loss[node] += met[numbers[node], place]
