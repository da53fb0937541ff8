"""Five cards as one number: one look-up for each card, in any order.

The value of a poker hand depends on the number of its cards of each kind, and on suits. Each card
leads from row to row of a table. After the fifth the row is the number of the hand, the same for
all hands of the same kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.random.philox import U32

FIVE = 5
_KINDS = 13
_DIGIT = FIVE + 1
"""A hand is a number in this base with a digit for each kind: how many cards it has of it."""


class FiveCardTables(NamedTuple):
    """How cards lead to the number of five of them."""

    kinds: Array
    """(card): its kind."""
    rows: Array
    """(cards so far, kind): the row of one card more; after the fifth the number of the hand."""


def five_cards(kinds: Sequence[int]) -> FiveCardTables:
    """Return the table for cards of these *kinds*, thirteen at most."""
    return FiveCardTables(np.array(kinds, dtype=np.uint8), _rows())


@cache
def _levels() -> tuple[Array, ...]:
    """Return every hand of no card, of one, and so on."""
    more = _DIGIT ** np.arange(_KINDS, dtype=np.int64)
    levels = [np.zeros(1, dtype=np.int64)]
    for _ in range(FIVE):
        levels.append(np.unique(levels[-1][:, None] + more))
    return tuple(levels)


@cache
def _rows() -> Array:
    levels = _levels()
    more = _DIGIT ** np.arange(_KINDS, dtype=np.int64)
    tables = []
    begins = 0
    for hands, longer in pairwise(levels):
        begins += len(hands)
        numbers = np.searchsorted(longer, hands[:, None] + more)
        tables.append(numbers if len(longer) == len(levels[-1]) else (begins + numbers) * _KINDS)
    return np.concatenate(tables).ravel().astype(np.uint32)


@cache
def hands_by_number() -> Array:
    """Return (number): the kinds of the five cards, in order.

    >>> hands_by_number()[[0, 1, -1]].tolist()
    [[0, 0, 0, 0, 0], [0, 0, 0, 0, 1], [12, 12, 12, 12, 12]]
    """
    digits = _levels()[-1][:, None] // _DIGIT ** np.arange(_KINDS, dtype=np.int64) % _DIGIT
    kinds = np.broadcast_to(np.arange(_KINDS), digits.shape)
    return np.repeat(kinds.ravel(), digits.ravel()).reshape(-1, FIVE)


@jit_inlined
def number_of_five(
    table: FiveCardTables, one: Integer, two: Integer, three: Integer, four: Integer, five: Integer
) -> Integer:
    """Return the number of five cards."""
    kinds = table.kinds
    rows = table.rows
    row = U32(rows[U32(kinds[one])])
    row = U32(rows[U32(row + U32(kinds[two]))])
    row = U32(rows[U32(row + U32(kinds[three]))])
    row = U32(rows[U32(row + U32(kinds[four]))])
    return U32(rows[U32(row + U32(kinds[five]))])
