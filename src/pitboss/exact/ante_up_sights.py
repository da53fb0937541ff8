"""What has been seen of all hands of a seat, as far as the poker hand depends on it.

Of a poker hand of many cards matter the highest pair and the ranks above it, each of which a
further card may pair; without a pair, every rank. A card at or below the pair changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pitboss.exact.ante_up_hands import RANKS, Held, best_of, card_of, with_rank
from pitboss.exact.hand_graph import IntArray
from pitboss.patterns.five_card import height_of

_BY_HEIGHT = sorted(range(RANKS), key=lambda rank: height_of(card_of(rank)), reverse=True)


@dataclass(frozen=True, slots=True)
class Sights:
    """Everything that may be seen after a split, its start first."""

    rows: IntArray
    """(sights, ranks): the cards that are known to be gone, those of the start always."""
    best: IntArray
    """(sights): the poker hand."""
    following: IntArray
    """(sights, ranks): what is seen with one more card."""
    index: dict[Held, int]

    def of(self, held: Held) -> int:
        """Return what is seen of those cards."""
        return self.index[seen(held)]


def seen(held: Held) -> Held:
    """Return what matters of cards of those ranks.

    >>> seen((1, 3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1))  # A 2 2 2 3 3 5 K
    (1, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    kept = [0] * RANKS
    for rank in _BY_HEIGHT:
        kept[rank] = min(held[rank], 2)
        if held[rank] > 1:
            break
    return tuple(kept)


@cache
def sights_from(start: Held) -> Sights:
    """Return what may be seen once cards of the ranks of *start* are.

    >>> sights_from((0,) * 12 + (2,)).rows.shape  # kings: no ace, one or two
    (3, 13)
    """
    index = {seen(start): 0}
    following: list[list[int]] = []
    waiting = [seen(start)]
    while len(following) < len(waiting):
        held, row = waiting[len(following)], []
        for rank in range(RANKS):
            to = seen(with_rank(held, rank))
            if to not in index:
                index[to] = len(index)
                waiting.append(to)
            row.append(index[to])
        following.append(row)
    return Sights(
        rows=np.maximum(waiting, start),
        best=np.array([best_of(held) for held in waiting], dtype=np.int64),
        following=np.array(following, dtype=np.int64),
        index=index,
    )
