"""Rounds of a cell of the cube in one word: their number, what they won, and its square.

One addition enters a round where a cell takes three. Words are added to the cube before any part
of one is full (`PACKED_ROUNDS`). with side wagers, each of which has a word, counted Switch became
1.1 times as fast (bench/results.md).
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.arrays import LongInts
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.counting.lean_game import NET_LIMIT, SQUARES_AT, SUM_AT
from pitboss.simulator.random.philox import U64

I64 = np.int64
_SUM_AT = U64(SUM_AT)
_SQUARES_AT = U64(SQUARES_AT)
_LIMIT = I64(NET_LIMIT)
_NUMBER = U64((1 << SUM_AT) - 1)
_SUM = U64((1 << SQUARES_AT - SUM_AT) - 1)


@jit_inlined
def pack_net(net: Integer) -> np.uint64:
    """Return a round that won less than the limit, as a word."""
    squares = U64(U64(net * net) << _SQUARES_AT)
    return U64(U64(squares + U64(U64(net + _LIMIT) << _SUM_AT)) + U64(1))


@jit_inlined
def add_packed(counts: LongInts, at: Integer, word: np.uint64) -> None:
    """Add the rounds of a word to a cell."""
    number = I64(word & _NUMBER)
    counts[at] += number
    counts[at + 1] += I64(U64(word >> _SUM_AT) & _SUM) - number * _LIMIT
    counts[at + 2] += I64(word >> _SQUARES_AT)
