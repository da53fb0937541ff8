"""Playing shoes on a graphics card: a thread a shoe, its cards in the memory a block shares.

The rounds are those that the processor plays, compiled once more; only counting
differs, because many threads count at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba.cuda
from numba import int32, int64, uint8, uint32

from pitboss.rulebook.model import RoundKind
from pitboss.simulate.backends.shoes import CELLS_ROOM, HAND_ROOM, PARTS_ROOM, WAGERS_ROOM
from pitboss.simulate.blackjack.play import COLUMN_BITS, FIRST_END, HANDS_ROOM, play_round
from pitboss.simulate.blackjack.table import CARDS_ROOM, PLACES, SEATS_MAX
from pitboss.simulate.counters import MARKS_ROOM, NOTES_ROOM
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import START, STATE, begin
from pitboss.simulate.rounds import ROUNDS

Array = Any
cuda: Any = numba.cuda
"""Types know only the part of it that its simulator has."""
_ZERO, _ONE = U32(0), U32(1)
_COLUMN_BITS = U32(COLUMN_BITS)
_SHOWN = 2 + CARDS_ROOM
_ENDS = PLACES * HANDS_ROOM
_SPANS = 2 * PLACES
_CELLS = SEATS_MAX * CELLS_ROOM
_FOUND = SEATS_MAX * WAGERS_ROOM


IS_SIMULATED = bool(vars(numba.config)["ENABLE_CUDASIM"])
_EVERY_LANE = 0xFFFFFFFF


def _stay_together() -> None:
    """Wait for the other threads of the warp, or they would go on one by one."""
    cuda.syncwarp()


def _any_plays(plays: Any) -> Any:
    """Whether any thread of the warp still plays; all of them wait to be asked."""
    return cuda.any_sync(_EVERY_LANE, plays)


def _alone(plays: Any = None) -> Any:
    """Numba's simulator has no warps."""
    return plays


def _device(function: Any) -> Any:
    return _alone if IS_SIMULATED else cuda.jit(device=True)(function)


def _kernel(function: Any) -> Any:
    """Compile a kernel, for as much shared memory as there is."""
    return cuda.jit(function) if IS_SIMULATED else cuda.jit(shared_memory_carveout=100)(function)


_together, _any = _device(_stay_together), _device(_any_plays)


@cache
def lean_kernel(threads: int, counters: int) -> Any:
    """Return a kernel for blocks of so many threads that plays as `cpu.play_lean` does."""
    words_room = 4 * threads

    def kernel(
        game: Any,
        blank: Array,
        pays: Array,
        cutting: Any,
        sections: Any,
        seed: Any,
        first: Any,
        shoes: Any,
        turns: Any,
        size: Any,
        total: Array,
    ) -> None:
        burn, cut, placed, _ = cutting
        whole_at, split_at, nets_at = sections
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared, shoe = cuda.shared.array(0, uint32), cuda.shared.array(0, uint8)
        words = cuda.shared.array(words_room, uint32)
        counts = cuda.shared.array(counters, uint32)
        state, ends = cuda.local.array(STATE, uint32), cuda.local.array(HANDS_ROOM, uint32)
        stack = cuda.local.array(HANDS_ROOM, uint32)
        for at in range(lane, counters, threads):
            counts[at] = 0
        cuda.syncthreads()
        shift, step = U64(cuda.grid(1)), U64(cuda.gridsize(1))
        for _ in range(turns):
            _together()
            if shift < shoes:
                for at in range(len(blank)):
                    shared[U32(U32(at) * lanes + lane)] = blank[at]
                deck = shoe, state, words, lane, lanes, _ZERO, size, U64(first + shift), seed
                begin(deck, placed, _ZERO)
                index = burn
                while index < cut:
                    state[START] = index
                    index, outcome, end, count = play_round(deck, game, index, ends, stack)
                    if end >= FIRST_END:
                        cell = U32(U32(end << _COLUMN_BITS) + outcome)
                        cuda.atomic.add(counts, U32(whole_at + cell), _ONE)
                    else:
                        net = int32(0)
                        for hand in range(count):
                            cell = U32(U32(ends[hand] << _COLUMN_BITS) + outcome)
                            cuda.atomic.add(counts, U32(split_at + cell), _ONE)
                            net += pays[cell]
                        cuda.atomic.add(counts, U32(nets_at + net), _ONE)
            shift += step
        cuda.syncthreads()
        for at in range(lane, counters, threads):
            cuda.atomic.add(total, at, U64(counts[at]))

    return _kernel(kernel)


def _add_shared(counts: Array, _: Array, place: Any) -> None:
    """Count in what a block shares."""
    cuda.atomic.add(counts, place, _ONE)


def _add_global(_: Array, total: Array, place: Any) -> None:
    """Count in what all blocks share: slower, and there is room for any number of counters."""
    cuda.atomic.add(total, place, U64(1))


@cache
def table_kernel(kind: RoundKind, threads: int, counters: int) -> Any:
    """Return a kernel for blocks of so many threads that plays as `shoes_player` of a kind does.

    Without counters that a block shares it counts in those of all blocks. *played* gets the rounds
    of each shoe if it has room for them, *found* how many hits there are and how many rounds.
    """
    words_room, shared_room = 4 * threads, max(1, counters)
    play = ROUNDS[kind]
    adding = _add_shared if counters else _add_global
    add = adding if IS_SIMULATED else cuda.jit(device=True)(adding)

    def kernel(
        game: Any,
        squares: Any,
        blank: Array,
        cutting: Any,
        seed: Any,
        first: Any,
        shoes: Any,
        turns: Any,
        size: Any,
        total: Array,
        played: Array,
        hits: Array,
        found: Array,
    ) -> None:
        burn, cut, placed, _ = cutting
        squares_at, parts = squares
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared, shoe = cuda.shared.array(0, uint32), cuda.shared.array(0, uint8)
        words = cuda.shared.array(words_room, uint32)
        counts = cuda.shared.array(shared_room, uint32)
        state = cuda.local.array(STATE, uint32)
        seated = (
            cuda.local.array(PLACES, uint32),
            cuda.local.array(PLACES, uint32),
            cuda.local.array(_SHOWN, uint32),
            cuda.local.array(_ENDS, uint32),
            cuda.local.array(PLACES, uint32),
            cuda.local.array(PLACES, uint8),
            cuda.local.array(_SPANS, uint32),
            cuda.local.array(HANDS_ROOM, uint32),
            cuda.local.array(CARDS_ROOM, uint32),
            cuda.local.array(CARDS_ROOM, uint32),
        )
        sums = cuda.local.array(PARTS_ROOM, int64)
        room = (
            seated,
            cuda.local.array(_CELLS, uint32),
            cuda.local.array(SEATS_MAX, uint32),
            cuda.local.array(_FOUND, int64),
            cuda.local.array(HAND_ROOM, uint32),
            sums,
        )
        marks = cuda.local.array(MARKS_ROOM, int64)
        noted = cuda.local.array((NOTES_ROOM, 3), int64)
        for part in range(PARTS_ROOM):
            sums[part] = 0
        for at in range(lane, counters, threads):
            counts[at] = 0
        cuda.syncthreads()
        shift, step, rounds = U64(cuda.grid(1)), U64(cuda.gridsize(1)), int64(0)
        for _ in range(turns):
            number, index, turn = U64(first + shift), cut, 0
            deck = shoe, state, words, lane, lanes, _ZERO, size, number, seed
            if shift < shoes:
                for at in range(len(blank)):
                    shared[U32(U32(at) * lanes + lane)] = blank[at]
                begin(deck, placed, _ZERO)
                index = burn
            while _any(index < cut):
                if index >= cut:
                    continue
                state[START] = index
                index, marked, notes = play(deck, game, index, room, (marks, noted))
                for mark in range(marked):
                    add(counts, total, marks[mark])
                for note in range(notes):
                    at = cuda.atomic.add(found, 0, 1)
                    if at < len(hits):
                        hits[at, 0], hits[at, 1] = number, turn
                        for field in range(3):
                            hits[at, 2 + field] = noted[note, field]
                turn += 1
            if shift < len(played):
                played[shift] = turn
            rounds += turn
            shift += step
        cuda.syncthreads()
        cuda.atomic.add(found, 1, rounds)
        for part in range(parts):
            cuda.atomic.add(total, squares_at + part, U64(sums[part]))
        for at in range(lane, counters, threads):
            cuda.atomic.add(total, at, U64(counts[at]))

    return _kernel(kernel)
