"""A job on a graphics card, one shoe for each thread: what all ways to play there share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.backends.cuda import (
    SHOES_A_SUM,
    cuda,
    number_kernel,
    plain_kernel,
    sum_kernel,
    zeros,
)
from pitboss.simulator.backends.cuda_counted import CountedOnCard, counted_kernel
from pitboss.simulator.backends.launch import Finish, Launch
from pitboss.simulator.backends.shares import SHARED_ALL, device_shares
from pitboss.simulator.blackjack.play import LeanGame
from pitboss.simulator.buffers import SEATS_MAX, WAGERS_ROOM
from pitboss.simulator.cells.job import CellJob
from pitboss.simulator.job import Job
from pitboss.simulator.tally import HIT_FIELDS, Tally

U32 = np.uint32
U64 = np.uint64
SHARED_MAX = 48 * 1024
"""Bytes a block may share on any card without asking for more."""
THREADS_MAX = 256
WARP = 32
WORDS = 4
"""Random words a thread keeps: one block of the generator."""
_SHARED_PER_PROCESSOR = 227 * 1024
_NUMBERING = 128
"""Threads of a block that numbers rounds."""
HITS_AT_FIRST = 1 << 16
"""Room for hits: a launch with more hits is played again with more room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """How a job is played on the card."""

    kernel: Callable[[int, int], Any]
    """Makes the kernel, for a number of threads in a block and a number of shared counters."""
    counters: int
    game: Any
    lean: LeanGame | None = None
    """Set if one seat plays its main wager alone."""
    apart: int = 0
    """Counters at the end that are never shared: those of a counter."""
    shared: int = SHARED_ALL
    """Per cent of a processor's memory that its blocks share."""
    complete: Callable[[Array], Array] | None = None
    """Works out counters that the kernel leaves."""


def _plan(job: Job) -> _Plan:
    """Return how a job is played that is not played a card at a time."""
    if job.counter is not None:
        return _counted_plan(job)
    if job.lean is not None:
        message = "this table splits into more hands than a CUDA device plays; cpu can"
        raise RulesError([Problem(code="device/too-small", key="device", message=message)])
    alone = job if isinstance(job, CellJob) and job.seats == 1 else None
    return _Plan(
        kernel=partial(plain_kernel, job.setup.round, alone is not None),
        counters=job.counters,
        game=job.game,
        shared=device_shares(job.setup.round)[1],
        complete=None if alone is None else alone.with_parts,
    )


def _counted_plan(job: Any) -> _Plan:  # noqa: ANN401 - a job of any kind
    """Return how a job with a counter is played."""
    return _Plan(
        kernel=partial(counted_kernel, job.setup.round, job.lean is not None),
        counters=job.counters,
        game=CountedOnCard(job.asking_game, job.counting),
        lean=job.lean,
        apart=job.counters_of_count,
        complete=partial(_drop_uncounted, job),
    )


def _drop_uncounted(job: Job, counts: Array) -> Array:
    job.drop_uncounted(counts)
    return counts


class OnDevice:
    """One job, its arrays sent to the card once."""

    hits_room = HITS_AT_FIRST
    left = 0
    """How many shoes of the last launch had no room for all their cards."""

    def __init__(self, job: Job, threads: int | None, grid: int | None) -> None:
        self.job = job
        self.plan = _plan(job)
        self.defers = self.plan.lean is None
        """Whether a win may be deferred; then the rounds of every shoe are needed."""
        self.threads = threads or self._threads_that_fit()
        self.grid = grid or self._grid_that_fits()
        inputs = self.plan.game, job.squares, self._blank(job.full_shoe), job.cutting
        self.arrays = [self._send(array) for array in inputs]

    @cached_property
    def counters(self) -> int:
        """Counters that the threads of a block share; none if they do not fit."""
        counters = self.plan.counters - self.plan.apart
        few = 4 * counters <= SHARED_MAX // 2
        return counters if few or self.plan.lean is not None else 0

    @cached_property
    def padded(self) -> int:
        """Cards of a shoe with the room behind it, in whole words of four."""
        job = self.job
        rounds = 2 if job.counter is not None and job.counter.after_cut else 1
        beyond = job.cut + rounds * job.reserve - len(job.full_shoe)
        return -(-(len(job.full_shoe) + max(0, beyond)) // 4) * 4

    def _shared_bytes(self, threads: int) -> int:
        return threads * (self.padded + 4 * WORDS) + 4 * self.counters

    def _threads_that_fit(self) -> int:
        room = (SHARED_MAX - 4 * self.counters) // (self.padded + 4 * WORDS)
        threads = min(THREADS_MAX, room // WARP * WARP)
        if threads < WARP:
            message = "this table has too many results to count on a CUDA device; cpu can"
            raise RulesError([Problem(code="device/too-small", key="device", message=message)])
        return threads

    def _grid_that_fits(self) -> int:
        device = cuda.get_current_device()
        shared = _SHARED_PER_PROCESSOR * self.plan.shared // SHARED_ALL
        at_once = max(1, shared // (self._shared_bytes(self.threads) + 1024))
        return int(device.MULTIPROCESSOR_COUNT) * at_once

    def _blank(self, full_shoe: Array) -> Array:
        """Return a shoe in order, in words of four cards."""
        blank = np.zeros(self.padded, dtype=np.uint8)
        blank[: len(full_shoe)] = full_shoe
        return blank.view(np.uint32)

    def _send(self, value: Any) -> Any:  # noqa: ANN401 - whatever kernels take
        if isinstance(value, np.ndarray):
            return cuda.to_device(np.ascontiguousarray(value))
        if isinstance(value, tuple):
            sent = [self._send(part) for part in value]
            return type(value)(*sent) if hasattr(value, "_fields") else tuple(sent)
        return value

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        return partial(self._tally, *self._make_counters(first, shoes, HIT_FIELDS))

    def _launch(self, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total = zeros(self.plan.counters, U64)
        compiled = self.plan.kernel(self.threads, self.counters)
        compiled[self.grid, self.threads, 0, self.threads * self.padded](
            *self.arrays, self._shoes(first, shoes, self.grid * self.threads), total, *more
        )
        counts: Array = total.copy_to_host().astype(np.int64)
        return counts

    def _shoes(self, first: int, shoes: int, lanes: int) -> Launch:
        turns = -(-shoes // lanes)
        size = U32(len(self.job.full_shoe))
        return Launch(U64(self.job.seed), U64(first), U64(shoes), turns, size)

    def _tally(self, counts: Array, hits: Array, rounds: int) -> Tally:
        if self.plan.complete is not None:
            counts = self.plan.complete(counts)
        return Tally(rounds, counts, in_order(hits))

    def _make_counters(self, first: int, shoes: int, fields: int) -> tuple[Array, Array, int]:
        """Return the counters, the deferred wins by round, and the rounds if they are counted.

        A launch with more deferred wins than there is room for is played again with more.
        """
        # A fresh shoe is a round: nothing needs to be told of each of half a billion.
        numbered = shoes if self.defers and not self.job.is_fresh else 0
        while True:
            room = self.hits_room
            played = cuda.device_array(max(1, numbered), dtype=np.uint16)
            hits = cuda.device_array((room, fields), dtype=np.int64)
            tallied = zeros(3, np.int64)
            counts = self._launch(first, shoes, played, hits, tallied)
            count, rounds, self.left = (int(number) for number in tallied.copy_to_host())
            if count <= room:
                break
            self.hits_room = 2 * count
        if not count:
            return counts, np.zeros((0, fields), dtype=np.int64), rounds
        if numbered:
            self._number_rounds(first, played, hits, count)
        noted = hits[:count].copy_to_host()
        if not numbered:  # every shoe is a round
            noted[:, 0] -= first
        return counts, noted, rounds

    def _number_rounds(self, first: int, played: Array, hits: Array, count: int) -> None:
        """Number the rounds of the hits among all rounds, where there are shoes of many."""
        sums = cuda.device_array(-(-len(played) // SHOES_A_SUM), dtype=np.int64)
        sum_kernel()[-(-len(sums) // _NUMBERING), _NUMBERING](played, sums)
        of_each = sums.copy_to_host()
        before = cuda.to_device(np.cumsum(of_each) - of_each)
        number_kernel()[-(-count // _NUMBERING), _NUMBERING](first, played, before, hits, count)


def in_order(hits: Array) -> Array:
    """Sort the hits, which threads report in any order, into the order of the table.

    The second field of a hit is empty here and is left out.
    """
    rounds = hits[:, 0]
    seats = hits[:, 2]
    wagers = hits[:, 3]
    order = np.argsort((rounds * WAGERS_ROOM + wagers) * SEATS_MAX + seats)
    return hits[order][:, [0, 2, 3, 4]]
