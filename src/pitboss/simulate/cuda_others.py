"""Rounds that are not blackjack alone on a graphics card: the same source, compiled for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba.cuda
from numba import int64, uint8, uint32

from pitboss.rulebook.model import RoundKind
from pitboss.simulate.cuda import ENDS, IS_SIMULATED, SHOWN, SPANS, any_plays, kernel_of
from pitboss.simulate.marks import MARKS_ROOM, NOTES_ROOM
from pitboss.simulate.other_round import (
    CELLS_ROOM,
    HAND_ROOM,
    PARTS_ROOM,
    WAGERS_ROOM,
    mark_found,
    mark_parts,
)
from pitboss.simulate.other_rounds import ROUNDS
from pitboss.simulate.philox import U32, U64
from pitboss.simulate.play import HANDS_ROOM
from pitboss.simulate.shuffle import START, STATE, begin
from pitboss.simulate.table import CARDS_ROOM, PLACES, SEATS_MAX

Array = Any
cuda: Any = numba.cuda
_ZERO, _ONE = U32(0), U32(1)
_CELLS = SEATS_MAX * CELLS_ROOM
_FOUND = SEATS_MAX * WAGERS_ROOM


def _add_shared(counts: Array, _: Array, place: Any) -> None:
    """Count in what a block shares."""
    cuda.atomic.add(counts, place, _ONE)


def _add_global(_: Array, total: Array, place: Any) -> None:
    """Count in what all blocks share: slower, and there is room for any number of counters."""
    cuda.atomic.add(total, place, U64(1))


@cache
def other_kernel(kind: RoundKind, threads: int, counters: int) -> Any:
    """Return a kernel for blocks of so many threads that plays rounds of a kind."""
    words_room, shared_room = 4 * threads, max(1, counters)
    play_round = ROUNDS[kind]
    adding = _add_shared if counters else _add_global
    add = adding if IS_SIMULATED else cuda.jit(device=True)(adding)

    def kernel(
        tables: Any,
        counting: Any,
        seats: Any,
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
        wagers, envied, pays, sections = counting
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared, shoe = cuda.shared.array(0, uint32), cuda.shared.array(0, uint8)
        words = cuda.shared.array(words_room, uint32)
        counts = cuda.shared.array(shared_room, uint32)
        state = cuda.local.array(STATE, uint32)
        seated = (
            cuda.local.array(PLACES, uint32),
            cuda.local.array(PLACES, uint32),
            cuda.local.array(SHOWN, uint32),
            cuda.local.array(ENDS, uint32),
            cuda.local.array(PLACES, uint32),
            cuda.local.array(PLACES, uint8),
            cuda.local.array(SPANS, uint32),
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
        shift, step = U64(cuda.grid(1)), U64(cuda.gridsize(1))
        for _ in range(turns):
            number, index, turn = U64(first + shift), cut, 0
            deck = shoe, state, words, lane, lanes, _ZERO, size, number, seed
            if shift < shoes:
                for at in range(len(blank)):
                    shared[U32(U32(at) * lanes + lane)] = blank[at]
                begin(deck, placed, _ZERO)
                index = burn
            while any_plays(index < cut):
                if index >= cut:
                    continue
                state[START] = index
                index = play_round(deck, tables, seats, wagers, index, room)
                marked = mark_parts(seats, sections, pays, room, marks)
                marked, notes = mark_found(
                    seats, wagers, envied, sections, room, marks, marked, noted
                )
                for mark in range(marked):
                    add(counts, total, marks[mark])
                for note in range(notes):
                    at = cuda.atomic.add(found, 0, 1)
                    if at < len(hits):
                        hits[at, 0], hits[at, 1] = number, turn
                        for field in range(3):
                            hits[at, 2 + field] = noted[note, field]
                turn += 1
            if shift < shoes:
                played[shift] = turn
            shift += step
        cuda.syncthreads()
        for part in range(len(sections[0])):
            cuda.atomic.add(total, sections[3] + part, U64(sums[part]))
        for at in range(lane, counters, threads):
            cuda.atomic.add(total, at, U64(counts[at]))

    return kernel_of(kernel)
