"""The values of all plays against one up card with any cards left, and later play kept."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.solver import PAID, Splits, UpCard

Array = Any
_DRAWING = (action_codes.HIT, action_codes.DOUBLE, action_codes.FREE_DOUBLE)


def play_values(
    solved: UpCard, left: Array, needed: Array, split_pairs: Collection[int] = ()
) -> Array:
    """Return the values of all plays of the *needed* hands with other cards *left*.

    The array is (nodes, actions). What is done after the play in question is what *solved* does;
    of splits only those of *split_pairs* are valued.
    """
    up = copy(solved)
    up.left = up.arithmetic.counts(left)
    up.win, up.loss = up.stands(up.left, needed)
    values = solved.first.with_same_actions(up.arithmetic)
    up.play(values, up.rules.first, PAID, needed, up.left, up.win, up.loss, fixed=True)
    splits = Splits(up)
    for pair in split_pairs:
        node = hand_graph().node(pair, pair)
        legal = int(up.rules.first.legal[node])
        for kind, free in ((action_codes.SPLIT, False), (action_codes.FREE_SPLIT, True)):
            if legal >> kind & 1 and up.left[pair - 1] > 1:
                values.values[node, kind] = splits.value(pair, free=free)
    return values.values


def hands_needed(solved: UpCard, nodes: Array) -> Array:
    """Return (nodes) whether a hand can come of *nodes* by any play of them, and then the kept one.

    >>> from pitboss.exact.blackjack.solution import solve
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> solved = solve(prepare(House(game="reference/blackjack"))).game.ups[10]
    >>> int(hands_needed(solved, np.array([hand_graph().node(10, 6)])).sum())
    6
    """
    child, found = hand_graph().child, np.zeros(hand_graph().size, dtype=bool)
    again = (solved.first.doubled_action == action_codes.REDOUBLE).any(axis=0)
    draws = np.isin(solved.first.action, _DRAWING) | again
    found[nodes] = True
    drawing = nodes
    while len(drawing):
        drawn = np.unique(child[drawing])
        drawn = drawn[drawn >= 0]
        drawn = drawn[~found[drawn]]
        found[drawn] = True
        drawing = drawn[draws[drawn]]
    return found


def pairs_split(actions: Array, nodes: Array) -> tuple[int, ...]:
    """Return the pairs among *nodes* for which one of the *actions* is a split."""
    splits = np.isin(actions, (action_codes.SPLIT, action_codes.FREE_SPLIT))
    cards = hand_graph().cards[nodes[splits]]
    return tuple(value for value in range(1, VALUES + 1) if (cards[:, value - 1] > 1).any())
