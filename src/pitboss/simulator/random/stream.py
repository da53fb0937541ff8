"""The random words of the simulator as one long stream, for statistical test suites.

The words stand in the order in which a run of fresh shoes takes them: shoe after shoe, and of each
shoe the blocks that shuffling it whole takes. So a suite sees what the cards are made of, at the
same places of the counter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import jit_cached
from pitboss.simulator.random.philox import U32, U64, philox

GENERATOR: Final = (
    "Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): the seed is the key, the number of the"
    " shoe and the place in it are the counter"
)
BOUNDED: Final = (
    "Fisher-Yates from the front; one word of 32 bits chooses two cards by multiplication, and"
    " words that would make a pair of choices likelier are skipped (Brackett-Rozinsky and Lemire,"
    " 2024): every order is exactly as likely as any other"
)
TABLE_GENERATOR: Final = (
    "the operating system's randomness, five bytes for each card and never grown from a short"
    " seed, mixed with the players' seeds by HMAC-SHA-256"
)
TABLE_BOUNDED: Final = (
    "Fisher-Yates; each choice takes as many whole bytes as hold it and is drawn again if it is too"
    " large: nothing is scaled or reduced by a remainder"
)
WORDS_A_BLOCK: Final = 4
BLOCKS_A_SHOE: Final = 39
"""The blocks that a whole shoe of six French decks takes: 312 cards, two to a word."""
_SHOES_A_PIECE = 4096


@jit_cached
def _fill(words: Array, seed: np.uint64, first: np.uint64, shoes: np.uint64) -> None:
    k0 = U32(seed)
    k1 = U32(seed >> U64(32))
    at = U64(0)
    for turn in range(shoes):
        shoe = U64(first + U64(turn))
        for step in range(BLOCKS_A_SHOE):
            w0, w1, w2, w3 = philox(U32(step), U32(shoe), U32(shoe >> U64(32)), U32(0), k0, k1)
            words[at] = w0
            words[U64(at + U64(1))] = w1
            words[U64(at + U64(2))] = w2
            words[U64(at + U64(3))] = w3
            at = U64(at + U64(4))


def random_bytes(seed: int, size: int) -> Iterator[bytes]:
    """Yield *size* bytes in pieces: the words of shoes 0, 1, 2 ... in little-endian order.

    >>> b"".join(random_bytes(1, 8)).hex()
    '7006e8e3bc0e0ae5'
    """
    words = np.empty(_SHOES_A_PIECE * BLOCKS_A_SHOE * WORDS_A_BLOCK, dtype=np.uint32)
    first = 0
    while size > 0:
        _fill(words, U64(seed), U64(first), U64(_SHOES_A_PIECE))
        piece = words.astype("<u4").tobytes()[:size]
        yield piece
        size -= len(piece)
        first += _SHOES_A_PIECE
