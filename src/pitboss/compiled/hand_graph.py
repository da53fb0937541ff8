"""The hand graph: every blackjack hand that has not bust, and the hands that a card leads to.

A node is a multiset of values (an ace is 1, every ten-value card 10). Cards only raise the hard
total, so nodes in the order of their totals can be solved backwards, one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.patterns.totals import TWENTY_ONE

VALUES = 10
"""Card values, 1 to 10; arrays use the value less one as index."""
BUST = -1

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HandGraph:
    """Nodes in the order of their hard totals; node 0 is the empty hand."""

    cards: IntArray
    """(nodes, values): how many cards of each value."""
    hard: IntArray
    """The total with every ace as 1."""
    child: IntArray
    """(nodes, values): the node a card leads to, or `BUST`."""
    index: dict[tuple[int, ...], int]
    """Cards of each value -> node."""

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.hard)

    def node(self, *values: int) -> int:
        """Return the node of a hand given by its values.

        >>> hand_graph().node(10, 6) == hand_graph().node(6, 10)
        True
        """
        held = [0] * VALUES
        for value in values:
            held[value - 1] += 1
        return self.index[tuple(held)]


@cache
def hand_graph() -> HandGraph:
    """Return the graph of all hands of 21 or less.

    >>> hand_graph().size
    3083
    """
    hands = sorted(_multisets(TWENTY_ONE, VALUES))
    totals = [total for total, _ in hands]
    index = {held: node for node, (_, held) in enumerate(hands)}
    child = np.full((len(hands), VALUES), BUST, dtype=np.int64)
    for node, (total, held) in enumerate(hands):
        for place in range(min(VALUES, TWENTY_ONE - total)):
            child[node, place] = index[(*held[:place], held[place] + 1, *held[place + 1 :])]
    return HandGraph(
        cards=np.array(list(index), dtype=np.int64),
        hard=np.array(totals, dtype=np.int64),
        child=child,
        index=index,
    )


def _multisets(room: int, highest: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield how many cards of each value up to *highest* fit into *room*, after their total."""
    if highest == 0:
        yield 0, ()
        return
    for count in range(room // highest + 1):
        for total, fewer in _multisets(room - count * highest, highest - 1):
            yield total + count * highest, (*fewer, count)
