"""The dealer's possible hands by up card, arranged so that their probabilities share work.

A draw of the dealer is a multiset of values and the number of orders that the drawing rules allow.
The probability of a multiset is a product over its values; multisets with the same beginning share
that part of the product, as words share prefixes in a trie.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np

from pitboss.compiled.hand_graph import VALUES, IntArray
from pitboss.patterns.totals import TWENTY_ONE, best_total, dealer_draws

OUTCOMES = 8
"""17, 18, 19, 20, 21, 22, a higher bust, and a blackjack without a peek."""
TWENTY_TWO, BUST, BLACKJACK = 5, 6, 7
SEVENTEEN = 17
NOT_FINAL = -1


@dataclass(frozen=True, slots=True)
class DealerGraph:
    """A trie of the draws to one up card.

    A blackjack is left out if the dealer peeks, and so are busts: they are the rest to 1.
    """

    parent: IntArray
    """The node whose product this one continues; node 0 is its own. It is the last of its depth."""
    depth: IntArray
    """How many nodes come before it on its way."""
    value: IntArray
    """The value this node adds, less one."""
    count: IntArray
    """The number of cards of that value."""
    drawn: IntArray
    """All cards drawn so far."""
    outcome: IntArray
    """Its outcome, or `NOT_FINAL`."""
    orders: IntArray
    """The number of orders in which it may be drawn."""


@cache
def dealer_graph(up: int, *, hits_soft_17: bool, peeks: bool = True) -> DealerGraph:
    """Return the draws of the dealer to an up card of value *up*.

    >>> graph = dealer_graph(10, hits_soft_17=True)
    >>> int((graph.outcome >= 0).sum())
    115
    """
    final = drawn_hands(up, hits_soft_17=hits_soft_17)
    left_out = {BUST, BLACKJACK} if peeks else {BUST}
    final = Counter({held: n for held, n in final.items() if _outcome(up, held) not in left_out})
    rows: list[tuple[int, int, int, int, int, int]] = [(0, 0, 0, 0, NOT_FINAL, 0)]
    nodes: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    for held, orders in sorted(final.items()):
        path: tuple[tuple[int, int], ...] = ()
        for place, count in enumerate(held):
            if count:
                before, path = nodes[path], (*path, (place, count))
                if path not in nodes:
                    nodes[path] = len(rows)
                    rows.append((before, place, count, rows[before][3] + count, NOT_FINAL, 0))
        node = nodes[path]
        rows[node] = (*rows[node][:4], _outcome(up, held), orders)
    parent, *columns = np.array(rows, dtype=np.int64).T.copy()
    depth = np.zeros(len(rows), dtype=np.int64)
    for node, before in enumerate(parent[1:].tolist(), start=1):
        depth[node] = depth[before] + 1
    return DealerGraph(parent, depth, *columns)


def _outcome(up: int, held: tuple[int, ...]) -> int:
    hard = up + sum(value * count for value, count in enumerate(held, start=1))
    total = best_total(hard, up == 1 or held[0] > 0)
    if total == TWENTY_ONE and sum(held) == 1:
        return BLACKJACK
    return min(total - SEVENTEEN, BUST)


def drawn_hands(up: int, *, hits_soft_17: bool) -> Counter[tuple[int, ...]]:
    """Return the multisets of values that may be drawn, and the number of orders.

    Other orders of the same cards make the same hand, so hands are counted, not orders.
    """
    final: Counter[tuple[int, ...]] = Counter()
    drawing = Counter({(0,) * VALUES: 1})
    while drawing:
        further: Counter[tuple[int, ...]] = Counter()
        for held, orders in drawing.items():
            hard = up + sum(value * count for value, count in enumerate(held, start=1))
            has_ace = up == 1 or held[0] > 0
            for place in range(VALUES):
                more = (*held[:place], held[place] + 1, *held[place + 1 :])
                draws = dealer_draws(hard + place + 1, has_ace or place == 0, hits_soft_17)
                (further if draws else final)[more] += orders
        drawing = further
    return final
