"""The cards of a seat that its poker hand depends on.

Only the highest pair and the ranks above it matter, because a further card may pair each of them;
without a pair, every rank matters. A card at or below the pair changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pitboss.compiled.hand_graph import IntArray
from pitboss.exact.ante_up.hands import RANKS, Held, bests, make_card
from pitboss.patterns.five_card import rank_height

_BY_HEIGHT = sorted(range(RANKS), key=lambda rank: rank_height(make_card(rank)), reverse=True)
_PAIR = 2


@dataclass(frozen=True, slots=True)
class SplitMemory:
    """Every memory after a split, the start first; more cards never lead back."""

    rows: IntArray
    """(memories, ranks): the cards known to be gone, always with those of the start."""
    best: IntArray
    """(memories): the poker hand."""
    following: IntArray
    """(memories, ranks): the memory after one more card."""


def remember_cards(rows: IntArray) -> IntArray:
    """Return the ranks that matter in each row of card counts by rank.

    >>> remember_cards(
    ...     np.array([[1, 3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]])
    ... ).tolist()  # A 2 2 2 3 3 5 K
    [[1, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]]
    """
    kept = np.minimum(rows, _PAIR)[:, _BY_HEIGHT]
    paired = np.cumsum(kept == _PAIR, axis=1)
    kept[(paired > 1) | ((paired == 1) & (kept < _PAIR))] = 0
    by_rank = np.empty_like(kept)
    by_rank[:, _BY_HEIGHT] = kept
    return by_rank


@cache
def memory_from(start: Held) -> SplitMemory:
    """Return the memories that can follow cards of the ranks of *start*.

    >>> memory_from((0,) * 12 + (2,)).rows.shape  # kings: no ace, one or two
    (3, 13)
    """
    fresh, one = remember_cards(np.array([start], dtype=np.int8)), np.eye(RANKS, dtype=np.int8)
    levels, following, keys = [fresh], [], _keys(fresh)
    while len(fresh):
        more = remember_cards((fresh[:, None] + one).reshape(-1, RANKS))
        following.append(_keys(more))
        others, first = np.unique(following[-1], return_index=True)
        fresh = more[first[~np.isin(others, keys)]]
        levels.append(fresh)
        keys = np.append(keys, _keys(fresh))
    order = np.argsort(keys)
    rows = np.concatenate(levels)[order].astype(np.int64)
    then = np.searchsorted(keys[order], np.concatenate(following)).reshape(-1, RANKS)
    return SplitMemory(rows=np.maximum(rows, start), best=bests(rows), following=then[order])


def _keys(rows: IntArray) -> IntArray:
    """Return a number for each sight; more cards give a higher number.

    The highest pair counts most: everything below it is forgotten.
    """
    kept = rows[:, _BY_HEIGHT[::-1]]
    keys = np.zeros(len(rows), dtype=np.int64)
    for place, counts in enumerate(kept.T):
        keys += (counts > 0).astype(np.int64) << place
        keys += (counts == _PAIR).astype(np.int64) * (place + 1) << RANKS
    return keys
