"""The dealer's possible hands by up card, arranged so that their probabilities share work.

A draw of the dealer is a multiset of values and the number of orders that the drawing rules allow.
The probability of a multiset is a product over its values; multisets with the same beginning share
that part of the product, as words share prefixes in a trie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from pitboss.compiled.hand_graph import VALUES, IntArray
from pitboss.patterns.totals import TWENTY_ONE, best_total, dealer_draws

OUTCOMES = 8
"""17, 18, 19, 20, 21, 22, a higher bust, and a blackjack without a peek."""
TWENTY_TWO = 5
BUST = 6
BLACKJACK = 7
SEVENTEEN = 17
NOT_FINAL = -1
_SHIFTS = tuple(range(5 * (VALUES - 1), -1, -5))
_MOST = 31
"""Where the cards of each value are counted in one number, and the most of them."""


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
    left_out = {BUST, BLACKJACK} if peeks else {BUST}
    rows: list[tuple[int, ...]] = [(0, 0, 0, 0, 0, NOT_FINAL, 0)]
    nodes: dict[int, int] = {}
    for held, (orders, total, drawn) in sorted(_list_draws(up, hits_soft_17=hits_soft_17).items()):
        outcome = BLACKJACK if total == TWENTY_ONE and drawn == 1 else min(total - SEVENTEEN, BUST)
        if outcome in left_out:
            continue
        node = prefix = 0
        for place, shift in enumerate(_SHIFTS):
            count = held >> shift & _MOST
            if count:
                before = node
                prefix = prefix | count << shift
                node = nodes.setdefault(prefix, len(rows))
                if node == len(rows):
                    _, depth, *_, cards, _, _ = rows[before]
                    rows.append((before, depth + 1, place, count, cards + count, NOT_FINAL, 0))
        rows[node] = (*rows[node][:5], outcome, orders)
    return DealerGraph(*np.array(rows, dtype=np.int64).T.copy())


@cache
def drawn_hands(up: int, *, hits_soft_17: bool) -> Mapping[tuple[int, ...], int]:
    """Return the multisets of values that may be drawn, and the number of orders."""
    final = _list_draws(up, hits_soft_17=hits_soft_17)
    return {
        tuple(held >> shift & _MOST for shift in _SHIFTS): orders
        for held, (orders, _, _) in final.items()
    }


def _list_draws(up: int, *, hits_soft_17: bool) -> dict[int, tuple[int, int, int]]:
    """Return the multisets of values that may be drawn: five bits for each value, aces highest.

    Each has the number of its orders, its total and its number of cards. Other orders of the same
    cards make the same hand, so hands are counted, not orders.
    """
    final: dict[int, tuple[int, int, int]] = {}
    drawing = {0: (1, up, up == 1)}
    drawn = 0
    while drawing:
        drawn += 1
        further: dict[int, tuple[int, int, bool]] = {}
        for held, (orders, hard, has_ace) in drawing.items():
            for place in range(VALUES):
                more = held + (1 << _SHIFTS[place])
                points = hard + place + 1
                soft = has_ace or place == 0
                if dealer_draws(points, soft, hits_soft_17):
                    before = further.get(more)
                    further[more] = (before[0] + orders if before else orders), points, soft
                else:
                    known = final.get(more)
                    total = known[1] if known else best_total(points, soft)
                    final[more] = (known[0] + orders if known else orders), total, drawn
        drawing = further
    return final
