"""Philox4x32-10: random numbers that depend on their place, not on earlier ones.

Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011). A counter of
four words and a key of two give four words; shoe *n* of seed *s* is the same shoe everywhere.
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import jit_inlined

ROUNDS = 10
U32 = np.uint32
U64 = np.uint64
_M0 = U64(0xD2511F53)
_M1 = U64(0xCD9E8D57)
_W0 = U32(0x9E3779B9)
_W1 = U32(0xBB67AE85)
_HALF = U64(32)

Words = tuple[np.uint32, np.uint32, np.uint32, np.uint32]


@jit_inlined
def philox(
    c0: np.uint32, c1: np.uint32, c2: np.uint32, c3: np.uint32, k0: np.uint32, k1: np.uint32
) -> Words:
    """Return the four words that belong to a counter and a key."""
    for _ in range(ROUNDS):
        p0 = U64(c0) * _M0
        p1 = U64(c2) * _M1
        c0 = U32(U32(p1 >> _HALF) ^ c1 ^ k0)
        c2 = U32(U32(p0 >> _HALF) ^ c3 ^ k1)
        c1 = U32(p1)
        c3 = U32(p0)
        k0 = U32(k0 + _W0)
        k1 = U32(k1 + _W1)
    return c0, c1, c2, c3
