"""Playing the shoes of a job on one thread of the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    FIRST_RESULT,
    BlackjackTables,
    LeanGame,
    LeanSections,
    play_round,
)
from pitboss.simulate.buffers import counter_buffers, round_buffers
from pitboss.simulate.counting.play import LeanBuffers, lean_buffers, no_journal, play_counted
from pitboss.simulate.job import Job
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shuffle import START, Cutting, ShoeMemory, open_shoe, shoe_memory
from pitboss.simulate.rounds import PLAY
from pitboss.simulate.tally import HIT_FIELDS, UNLIMITED, Tally, in_rounds, no_hits

Array = Any


def play(job: Job, first: int, shoes: int, limit: int = UNLIMITED) -> Tally:
    """Play *shoes* shoes from number *first* on, at most *limit* rounds, on this thread."""
    lean = job.lean
    if job.counter is not None:
        return play_counted(job, first, shoes, limit, no_journal())
    if lean is not None:
        return _play_lean(job, lean, first, shoes, limit)
    while True:
        room = job.hits_room[0]
        counts = np.zeros(job.counters, dtype=np.int64)
        played = np.zeros(shoes, dtype=np.int64)
        hits = np.zeros((room, HIT_FIELDS), dtype=np.int64)
        rounds, hit_count = play_shoes(job, first, shoes, limit, counts, played, hits)
        if hit_count <= room:
            return Tally(rounds, counts, in_rounds(hits[:hit_count], first, played))
        job.hits_room[0] = max(job.hits_room[0], 2 * hit_count)


def play_shoes(
    job: Job,
    first: int,
    shoes: int,
    limit: int,
    counts: Array,
    played: Array,
    hits: Array,
    trace: Array | None = None,
    memory: ShoeMemory | None = None,
) -> tuple[int, int]:
    """Play a whole table, counting into the arrays given; return rounds and hits."""
    buffers, (squares, parts) = round_buffers(), job.squares
    rounds, hit_count = PLAY[job.setup.round](
        job.game,
        job.full_shoe,
        job.cutting,
        U64(job.seed),
        U64(first),
        shoes,
        limit,
        counts,
        played,
        hits,
        shoe_memory(len(job.full_shoe)) if memory is None else memory,
        buffers,
        counter_buffers(),
        np.zeros((0, 0), dtype=np.int64) if trace is None else trace,
    )
    counts[squares : squares + parts] += buffers.squares[:parts]
    return rounds, hit_count


def _play_lean(job: Job, lean: LeanGame, first: int, shoes: int, limit: int) -> Tally:
    counts, room = np.zeros(lean.counters, dtype=np.int64), len(job.full_shoe)
    rounds = play_lean(
        lean.tables,
        job.full_shoe,
        lean.pays,
        job.cutting,
        lean.sections,
        U64(job.seed),
        U64(first),
        shoes,
        limit,
        counts,
        lean_buffers(room),
    )
    return Tally(rounds, job.from_lean(counts), no_hits())


@jit_cached
def play_lean(
    tables: BlackjackTables,
    full: Array,
    pays: Array,
    cutting: Cutting,
    sections: LeanSections,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    buffers: LeanBuffers,
) -> Integer:
    """Play shoes from *first* on, at most *limit* rounds of one seat with its main wager alone.

    A hand that is not split is counted by its result. The hands of a split are counted one by one,
    and their sum is counted too.
    """
    results, rounds = buffers.results, 0
    for shift in range(shoes):
        number = U64(first + U64(shift))
        deck, index = open_shoe(full, cutting, seed, number, buffers.memory), cutting.burn
        while index < cutting.cut:
            if rounds == limit:
                return rounds
            deck.state[START] = index
            index, outcome, result, count = play_round(deck, tables, index, results, buffers.stack)
            rounds += 1
            if result >= FIRST_RESULT:
                counts[sections.whole + (result << COLUMN_BITS) + outcome] += 1
            else:
                net = 0
                for hand in range(count):
                    cell = (results[hand] << COLUMN_BITS) + outcome
                    counts[sections.split + cell] += 1
                    net += pays[cell]
                counts[sections.nets + net] += 1
    return rounds
