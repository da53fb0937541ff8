"""Play the shoes of a job on one thread of the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.simulate.backends import shoes_lean
from pitboss.simulate.buffers import counter_buffers, round_buffers
from pitboss.simulate.counting.play import no_journal, play_counted
from pitboss.simulate.job import Job
from pitboss.simulate.lanes.decks import make_decks
from pitboss.simulate.lanes.memory import LaneCounts, LaneJob, make_lanes
from pitboss.simulate.lanes.plan import LanePlan
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shoes import ShoeMemory, shoe_memory
from pitboss.simulate.rounds import DECKS, LANES, PLAY
from pitboss.simulate.tally import HIT_FIELDS, UNLIMITED, Tally, in_rounds, no_hits

Array = Any


def play(job: Job, first: int, shoes: int, limit: int = UNLIMITED) -> Tally:
    """Play *shoes* shoes from number *first* on, at most *limit* rounds, on this thread."""
    lean = job.lean or job.one_seat
    if job.counter is not None:
        return play_counted(job, first, shoes, limit, no_journal())
    if lean is not None:
        return shoes_lean.play(job, lean, first, shoes, limit)
    if job.lanes is not None:
        return _play_in_lanes(job, job.lanes, first, shoes, limit)
    while True:
        room = job.hits_room[0]
        counts = np.zeros(job.counters, dtype=np.int64)
        played = np.zeros(shoes, dtype=np.int64)
        hits = np.zeros((room, HIT_FIELDS), dtype=np.int64)
        rounds, hit_count = play_shoes(job, first, shoes, limit, counts, played, hits)
        if hit_count <= room:
            return Tally(rounds, counts, in_rounds(hits[:hit_count], first, played))
        job.hits_room[0] = max(job.hits_room[0], 2 * hit_count)


def _play_in_lanes(job: Job, plan: LanePlan, first: int, shoes: int, limit: int) -> Tally:
    counts, ends = np.zeros(job.counters, dtype=np.int64), np.zeros(len(plan.slots), dtype=np.int64)
    buffers, (squares, parts), kind = round_buffers(), job.squares, job.setup.round
    own = LaneJob(job.game, plan.table, job.full_shoe, job.cutting, U64(job.seed))
    out = LaneCounts(counts, ends, buffers, counter_buffers())
    if kind in DECKS:
        rounds = DECKS[kind](own, U64(first), shoes, limit, make_decks(job.full_shoe), out)
    else:
        lanes = make_lanes(job.full_shoe, plan.lanes)
        rounds = LANES[kind](own, U64(first), shoes, limit, lanes, out)
    counts[squares : squares + parts] += buffers.squares[:parts]
    plan.add(ends, counts, squares)
    return Tally(rounds, counts, no_hits())


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
