"""Play the shoes of a job on one thread of the processor."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.backends import shoes_lean
from pitboss.simulator.blackjack.log import lean_memory
from pitboss.simulator.blackjack.play import LeanGame
from pitboss.simulator.blackjack.wager_looks import wager_memory
from pitboss.simulator.buffers import counter_buffers, round_buffers
from pitboss.simulator.counting import shoes as counted_shoes
from pitboss.simulator.counting.lane_counter import lane_counter
from pitboss.simulator.counting.lean_pass import counted_memory
from pitboss.simulator.job import Job
from pitboss.simulator.lanes.decks import make_decks
from pitboss.simulator.lanes.memory import ROOM, LaneCounts, LaneHits, LaneJob, make_lanes
from pitboss.simulator.lanes.plan import LanePlan
from pitboss.simulator.players import DECKS, LANES, PLAY
from pitboss.simulator.random.philox import U64
from pitboss.simulator.random.shoes import ShoeMemory, shoe_memory
from pitboss.simulator.tally import HIT_FIELDS, UNLIMITED, Tally, in_rounds, no_hits


def play(
    job: Job, first: int, shoes: int, limit: int = UNLIMITED, journal: Array | None = None
) -> Tally:
    """Play *shoes* shoes from number *first* on, at most *limit* rounds, on this thread.

    *journal* keeps the rounds of a counter, while it has room.
    """
    lean = _lean_game(job, journal)
    if lean is not None:
        return play_lean(job, lean, first, shoes, limit)
    if job.lanes is not None and not _keeps(journal):
        return _play_in_lanes(job, job.lanes, first, shoes, limit)
    while True:
        room = job.hits_room[0]
        counts = np.zeros(job.counters, dtype=np.int64)
        played = np.zeros(shoes, dtype=np.int64)
        hits = np.zeros((room, HIT_FIELDS), dtype=np.int64)
        rounds, hit_count = play_shoes(
            job, first, shoes, limit, counts, played, hits, journal=journal
        )
        if hit_count <= room:
            return Tally(rounds, counts, in_rounds(hits[:hit_count], first, played))
        job.hits_room[0] = max(job.hits_room[0], 2 * hit_count)


def find_path(job: Job) -> str:
    """Return the name of the loop that plays a job: fast ones, or the one for any table."""
    if _lean_game(job, None) is not None:
        return "fast"
    return "generic" if job.lanes is None else "lanes"


def _keeps(journal: Array | None) -> bool:
    """Whether rounds are kept one by one."""
    return journal is not None and len(journal) > 0


def _lean_game(job: Job, journal: Array | None) -> LeanGame | None:
    """Return one seat as the shorter loop plays it; None if it does not, or keeps a journal."""
    if _keeps(journal):
        return None
    game = job.one_seat if job.lean is None else job.lean
    if job.lean is not None and job.counter is not None:
        game = job.counted_game
    return game if game is not None and len(game.automaton.cells) else None


def play_lean(job: Job, game: LeanGame, first: int, shoes: int, limit: int) -> Tally:
    """Play one seat, four shoes at a time."""
    memory = lean_memory(len(job.full_shoe), len(game.automaton.cells))
    if job.counter is not None:
        memory = memory._replace(counted=counted_memory(job))
    while True:
        counts = np.zeros(game.counters + job.counters_of_count, dtype=np.int64)
        memory.tally[:] = 0
        own = None
        if game.wagers is not None:
            cells = 1 if job.counter is None else job.count_layout.cells
            own = wager_memory(game.wagers, cells, shoes, job.hits_room[0])
        rounds = shoes_lean.play_lean(
            game,
            job.full_shoe,
            job.cutting,
            U64(job.seed),
            U64(first),
            shoes,
            limit,
            counts,
            memory._replace(wagers=own),
        )
        if own is None:
            return Tally(int(rounds), job.from_lean(counts), no_hits())
        found = int(own.found[0])
        if found <= len(own.hits):
            hits = in_rounds(own.hits[:found], first, own.played)
            return Tally(int(rounds), job.from_lean(counts, own.numbers), hits)
        job.hits_room[0] = max(job.hits_room[0], 2 * found)


def _play_in_lanes(job: Job, plan: LanePlan, first: int, shoes: int, limit: int) -> Tally:
    """Play one seat, a round in every lane."""
    deferred = plan.deferred_ends(job.combination_slots, job.wager_tables)
    (squares, parts) = job.squares
    kind = job.setup.round
    cutting = job.cutting
    if plan.cards:
        cutting = cutting._replace(placed=np.uint32(plan.cards))
    game = job.game if job.counter is None else job.asking_game
    own = LaneJob(game, plan.table, job.full_shoe, cutting, U64(job.seed), np.int64(plan.more))
    counter = lane_counter(job, plan.lanes, ROOM, plan.slots, plan.nets)
    while True:
        room = job.hits_room[0] if len(deferred) else 0
        played = np.zeros(shoes, dtype=np.int64)
        hits = LaneHits(
            np.zeros((room, HIT_FIELDS), np.int64), np.zeros(1, np.int64), played, U64(first)
        )
        out = LaneCounts(
            counts=np.zeros(job.counters, dtype=np.int64),
            ends=np.zeros(len(plan.slots), dtype=np.int64),
            deferred=deferred,
            hits=hits,
            buffers=round_buffers(),
            counters=counter_buffers(),
            counter=counter,
        )
        if kind in DECKS:
            rounds = DECKS[kind](own, U64(first), shoes, limit, make_decks(job.full_shoe), out)
            played[:] = 1
        else:
            lanes = make_lanes(job.full_shoe, plan.lanes)
            rounds = LANES[kind](own, U64(first), shoes, limit, lanes, out)
        found = int(hits.found[0])
        if found <= room:
            break
        job.hits_room[0] = max(job.hits_room[0], 2 * found)
    out.counts[squares : squares + parts] += out.buffers.squares[:parts]
    plan.add(out.ends, out.counts, job.squares)
    return Tally(rounds, out.counts, in_rounds(hits.hits[:found], first, played))


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
    journal: Array | None = None,
) -> tuple[int, int]:
    """Play a whole table, counting into the arrays given; return rounds and hits."""
    buffers = round_buffers()
    (squares, parts) = job.squares
    game = job.game
    loop = PLAY[job.setup.round]
    kind = job.setup.round
    if job.counter is not None:
        game = counted_shoes.counted_table(job, counts, journal)
        is_alone = job.lean is not None
        loop = counted_shoes.PLAY_SEAT if is_alone else counted_shoes.PLAY[kind]
    rounds, hit_count = loop(
        game,
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
    job.drop_uncounted(counts)
    return rounds, hit_count
