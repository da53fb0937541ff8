"""Playing shoes on a graphics card: a thread a shoe, the cards in the memory a block shares."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda, uint8, uint32

from pitboss.simulate.philox import U32, U64
from pitboss.simulate.play import COLUMN_BITS, play_round
from pitboss.simulate.shuffle import START, STATE, begin

Array = Any
NETS = 1001
CARVE = 100


def kernel_for(threads: int, cells: int):
    """Compile a kernel of blocks of so many threads, for games with so many end cells."""
    nets_at = 2 * cells
    counters = 2 * cells + NETS

    @cuda.jit(shared_memory_carveout=CARVE)
    def play_shoes(game, full, pays, seed, first, shoes, each, burn, cut, placed, size, total):
        shoe = cuda.shared.array(0, uint8)
        blank = cuda.shared.array(0, uint32)
        words = cuda.shared.array((4, threads), uint32)
        counts = cuda.shared.array(counters, uint32)
        state = cuda.local.array(STATE, uint32)
        ends = cuda.local.array(8, uint32)
        stack = cuda.local.array(8, uint32)
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        for at in range(lane, counters, threads):
            counts[at] = 0
        cuda.syncthreads()
        number = U64(cuda.grid(1))
        stride = U64(cuda.gridsize(1))
        rounds = U32(0)
        for turn in range(each):
            if number < shoes:
                for at in range(len(full)):
                    blank[U32(U32(at) * lanes + lane)] = full[at]
                deck = shoe, state, words, lane, lanes, U32(0), size, U64(first + number), seed
                begin(deck, placed, U32(0))
                index = burn
                while index < cut:
                    state[START] = index
                    index, outcome, end, count = play_round(deck, game, index, ends, stack)
                    if end >= U32(2):
                        cuda.atomic.add(counts, U32(U32(end << U32(COLUMN_BITS)) + outcome), U32(1))
                    else:
                        net = np.int32(0)
                        for hand in range(count):
                            cell = U32(U32(ends[hand] << U32(COLUMN_BITS)) + outcome)
                            cuda.atomic.add(counts, U32(cells + cell), U32(1))
                            net += pays[cell]
                        cuda.atomic.add(counts, U32(nets_at + net // 10 + NETS // 2), U32(1))
            number += stride
        cuda.syncthreads()
        for at in range(lane, counters, threads):
            cuda.atomic.add(total, at, U64(counts[at]))

    return play_shoes
