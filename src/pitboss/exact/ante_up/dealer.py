"""The dealer of Ante Up 21 by ranks: every final hand, as a blackjack hand and a poker hand.

As in `compiled.dealer_graph`, hands with the same beginning share that part of the product. Busts
are kept, because a busting card plays in the dealer's poker hand too (2106(13)(a)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import factorial, prod

import numpy as np

from pitboss.compiled.dealer_graph import drawn_hands
from pitboss.compiled.hand_graph import VALUES, IntArray
from pitboss.exact.ante_up.hands import RANK_VALUES, RANKS, Held, bests, by_rank, totals
from pitboss.patterns.totals import TWENTY_ONE, best_total

NOT_FINAL = 0


@dataclass(frozen=True, slots=True)
class DealerHands:
    """A trie of the draws to one up card; a blackjack is left out, because the dealer peeks.

    The descendants of a node follow it directly, so the depths give the path to it.
    """

    depth: IntArray
    """Ranks drawn so far."""
    rank: IntArray
    """The rank a node adds."""
    count: IntArray
    """The number of cards of that rank."""
    drawn: IntArray
    """All cards drawn so far."""
    total: IntArray
    """The dealer's total, or `NOT_FINAL`."""
    best: IntArray
    """The dealer's poker hand."""
    orders: IntArray
    """The number of orders in which it may be drawn."""
    most: IntArray
    """(ranks and one): the most cards drawn of a rank, and of all ranks."""
    naturals: IntArray
    """The ranks that make a blackjack: the down card is none of them."""

    @property
    def arrays(self) -> tuple[IntArray, ...]:
        """The trie as arrays for the kernels."""
        return (
            self.depth,
            self.rank,
            self.count,
            self.drawn,
            self.total,
            self.best,
            self.orders,
            self.most,
        )

    def from_cards(self, left: IntArray) -> DealerHands:
        """Return the hands that can be drawn from these cards of each rank."""
        lacking, below = self.count > left[self.rank], len(self.depth)
        if not lacking.any():
            return self
        kept = np.ones(len(self.depth), dtype=bool)
        for node, depth in enumerate(self.depth.tolist()):
            if depth > below:  # it continues what cannot be drawn
                kept[node] = False
            else:
                kept[node] = not lacking[node]
                below = depth if lacking[node] else len(self.depth)
        return replace(
            self,
            depth=self.depth[kept],
            rank=self.rank[kept],
            count=self.count[kept],
            drawn=self.drawn[kept],
            total=self.total[kept],
            best=self.best[kept],
            orders=self.orders[kept],
        )


@cache
def dealer_hands(up: int, *, hits_soft_17: bool) -> DealerHands:
    """Return the dealer's final hands from an up card of rank *up*.

    >>> hands = dealer_hands(12, hits_soft_17=True)
    >>> int((hands.total != NOT_FINAL).sum()), hands.naturals.tolist()
    (255, [0])
    """
    rows: list[list[int]] = [[0, 0, 0, 0, NOT_FINAL, 0]]
    nodes: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    final = _final(up, hits_soft_17=hits_soft_17)
    drawn_to = np.array(sorted(final), dtype=np.int64)
    whole = drawn_to + np.eye(RANKS, dtype=np.int64)[up]
    for held, end in zip(sorted(final), totals(whole).tolist(), strict=True):
        path: tuple[tuple[int, int], ...] = ()
        for rank, count in enumerate(held):
            if count:
                before, path = nodes[path], (*path, (rank, count))
                if path not in nodes:
                    nodes[path] = len(rows)
                    rows.append([len(path), rank, count, rows[before][3] + count, NOT_FINAL, 0])
        rows[nodes[path]][4:] = [end, final[held]]
    depth, rank, count, drawn, total, orders = np.array(rows, dtype=np.int64).T.copy()
    best = np.zeros(len(rows), dtype=np.int64)
    best[total != NOT_FINAL] = bests(whole)
    most = np.append(drawn_to.max(axis=0), drawn_to.sum(axis=1).max())
    naturals = np.array(list(_naturals(up)), dtype=np.int64)
    return DealerHands(depth, rank, count, drawn, total, best, orders, most, naturals)


def _final(up: int, *, hits_soft_17: bool) -> Counter[Held]:
    """Yield the final hands by rank: one sequence of values is many of ranks."""
    final: Counter[Held] = Counter()
    naturals = set(_naturals(up))
    for values, orders in drawn_hands(RANK_VALUES[up], hits_soft_17=hits_soft_17).items():
        for held in by_rank(values):
            if sum(held) == 1 and held.index(1) in naturals:
                continue
            tens = held[VALUES - 1 :]
            final[held] = orders * factorial(sum(tens)) // prod(map(factorial, tens))
    return final


def _naturals(up: int) -> Iterator[int]:
    for rank, worth in enumerate(RANK_VALUES):
        if best_total(RANK_VALUES[up] + worth, RANK_VALUES[up] == 1 or worth == 1) == TWENTY_ONE:
            yield rank
