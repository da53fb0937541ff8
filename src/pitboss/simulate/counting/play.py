"""Play the shoes of a job with a counter, on one thread of the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.simulate.backends.shoes_lean import lean_memory
from pitboss.simulate.blackjack.round_automaton import no_automaton
from pitboss.simulate.buffers import counter_buffers, round_buffers
from pitboss.simulate.counting import shoes_lean
from pitboss.simulate.counting.kernel import FIRST_SIDE, CountMemory, count_memory
from pitboss.simulate.counting.shoes import PLAY
from pitboss.simulate.counting.shoes_lean import CountedMemory
from pitboss.simulate.job import Job
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shoes import shoe_memory
from pitboss.simulate.tally import HIT_FIELDS, Tally, in_rounds, no_hits

Array = Any


def no_journal() -> Array:
    """Return a journal without room."""
    return np.zeros((0, 0), dtype=np.int64)


def journal_room(job: Job, rounds: int) -> Array:
    """Return a journal with room for *rounds* rounds."""
    return np.zeros((rounds, FIRST_SIDE + len(job.wagers)), dtype=np.int64)


def play_counted(job: Job, first: int, shoes: int, limit: int, journal: Array) -> Tally:
    """Play *shoes* shoes from number *first* on, at most *limit* rounds, by somebody who counts."""
    if job.lean is not None:
        return _play_lean(job, first, shoes, limit, journal)
    while True:
        room = job.hits_room[0]
        counts = np.zeros(job.counters, dtype=np.int64)
        played = np.zeros(shoes, dtype=np.int64)
        hits = np.zeros((room, HIT_FIELDS), dtype=np.int64)
        rounds, count = _play_shoes(job, first, shoes, limit, counts, played, hits, journal)
        if count <= room:
            return Tally(int(rounds), counts, in_rounds(hits[:count], first, played))
        job.hits_room[0] = max(job.hits_room[0], 2 * int(count))


def _play_shoes(
    job: Job,
    first: int,
    shoes: int,
    limit: int,
    counts: Array,
    played: Array,
    hits: Array,
    journal: Array,
) -> tuple[int, int]:
    buffers, (squares, parts) = round_buffers(), job.squares
    rounds, count = PLAY[job.setup.round](
        job.asking_game,
        job.counting,
        job.full_shoe,
        job.cutting,
        U64(job.seed),
        U64(first),
        shoes,
        limit,
        counts,
        played,
        hits,
        shoe_memory(len(job.full_shoe)),
        buffers,
        counter_buffers(),
        make_memory(job),
        journal,
    )
    counts[squares : squares + parts] += buffers.squares[:parts]
    return rounds, count


def make_memory(job: Job) -> CountMemory:
    """Return working memory for counting the cards of a job."""
    return count_memory(job.count_layout.bins)


def _play_lean(job: Any, first: int, shoes: int, limit: int, journal: Array) -> Tally:
    game, size = job.counted_game, len(job.full_shoe)
    if len(journal):
        game = game._replace(automaton=no_automaton())
    counts = np.zeros(game.counters + job.counters_of_count, dtype=np.int64)
    cube, kept = np.zeros(job.count_layout.cells, dtype=np.uint64), np.zeros(2, dtype=np.int64)
    memory = CountedMemory(
        *lean_memory(size, len(game.automaton.cells)), make_memory(job), cube, journal, kept
    )
    rounds = shoes_lean.play_lean(
        game,
        job.full_shoe,
        job.cutting,
        U64(job.seed),
        U64(first),
        shoes,
        limit,
        counts,
        memory,
    )
    return Tally(int(rounds), job.from_lean(counts), no_hits())
