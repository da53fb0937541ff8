"""The graphics card as a pool that plays shoes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple, Self

import numpy as np

from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.blackjack.stepped import Stepped
from pitboss.simulate.buffers import SEATS_MAX, WAGERS_ROOM
from pitboss.simulate.job import Job
from pitboss.simulate.tally import HIT_FIELDS, Tally, no_hits

Array = Any
NO_DEVICE = "device/none"
U32, U64 = np.uint32, np.uint64
SHARED_MAX = 48 * 1024
"""Bytes a block may share on any card without asking for more."""
THREADS_MAX = 256
_WARP = 32
_WORDS = 4
"""Random words a thread keeps: one block of the generator."""
_SHARED_PER_PROCESSOR = 227 * 1024
_SHARED_SPARE = 2 * 1024
"""Bytes of a block's memory that the driver and small arrays take."""
_STEPPED_THREADS_MAX = 768
_NUMBERING = 128
"""Threads of a block that numbers rounds."""
HITS_AT_FIRST = 1 << 16
"""Room for hits: a launch with more hits is played again with more room."""


class Launch(NamedTuple):
    """The shoes of one launch, and how many turns each thread takes."""

    seed: Any
    first: Any
    shoes: Any
    turns: Any
    size: Any
    """How many cards a shoe has."""


def cuda_pool() -> Cuda:
    """Return the graphics card, or raise `RulesError` where there is none."""
    try:
        available = bool(_cuda().is_available())
    except (ImportError, OSError, RuntimeError):
        available = False
    if not available:
        message = "there is no CUDA device here that the extra 'gpu' can use; cpu plays the same"
        raise RulesError([Problem(code=NO_DEVICE, key="device", message=message)])
    return Cuda()


def _cuda() -> Any:  # noqa: ANN401 - no types come with it
    return import_module("numba.cuda")  # looked for only when it is wanted


class Cuda:
    """A graphics card; it plays one piece of work after another."""

    workers = 1
    blocks = 1 << 13

    def __init__(self, threads: int | None = None, blocks: int | None = None) -> None:
        """Play with *threads* threads in a block and *blocks* blocks, or as many as fit."""
        self._threads, self._grid = threads, blocks
        self._executor = ThreadPoolExecutor(1)
        self._sent: dict[int, _OnDevice] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Begin to play shoes."""
        return self._executor.submit(self.play, job, first, shoes)

    def play(self, job: Job, first: int, shoes: int) -> Tally:
        """Play *shoes* shoes from number *first* on."""
        if id(job) not in self._sent:
            self._sent = {id(job): _on_device(job, self._threads, self._grid)}
        return self._sent[id(job)].play(first, shoes)


def _on_device(job: Job, threads: int | None, grid: int | None) -> _OnDevice:
    """Send a job to the card, in the shape in which it is played fastest."""
    stepped = job.stepped
    if stepped is not None:
        return _SteppedOnDevice(job, stepped, threads, grid)
    if job.lean is not None:
        message = "this table splits into more hands than a CUDA device plays; cpu can"
        raise RulesError([Problem(code="device/too-small", key="device", message=message)])
    return _TableOnDevice(job, threads, grid)


class _OnDevice(ABC):
    """One job, its arrays sent to the card once."""

    def __init__(self, job: Job, threads: int | None, grid: int | None) -> None:
        self.job, self.cuda = job, _cuda()
        self.threads = threads or self._threads_that_fit()
        self.grid = grid or self._grid_that_fits()
        blank = np.zeros(self.padded, dtype=np.uint8)
        blank[: len(self.full_shoe)] = self.full_shoe
        self.blank = self._send(blank.view(np.uint32))
        self._hits_room = HITS_AT_FIRST

    @property
    @abstractmethod
    def full_shoe(self) -> Array:
        """The cards of the shoe in order."""

    @property
    @abstractmethod
    def counters(self) -> int:
        """How many counters are counted."""

    @property
    def defers(self) -> bool:
        """Whether a win may be deferred; then the rounds of every shoe are needed."""
        return True

    @abstractmethod
    def _threads_that_fit(self) -> int:
        """Return how many threads a block has at most."""

    @abstractmethod
    def _grid_that_fits(self) -> int:
        """Return how many blocks the card runs at once."""

    @cached_property
    def padded(self) -> int:
        """Cards of a shoe with the room behind it, in whole words of four."""
        job = self.job
        beyond = job.cut + job.reserve - len(self.full_shoe)
        return -(-(len(self.full_shoe) + max(0, beyond)) // 4) * 4

    def _send(self, value: Any) -> Any:  # noqa: ANN401 - whatever kernels take
        if isinstance(value, np.ndarray):
            return self.cuda.to_device(np.ascontiguousarray(value))
        if isinstance(value, tuple):
            sent = [self._send(each) for each in value]
            return type(value)(*sent) if hasattr(value, "_fields") else tuple(sent)
        return value

    def _launched(self, first: int, shoes: int) -> Launch:
        turns = -(-shoes // (self.grid * self.threads))
        size = U32(len(self.full_shoe))
        return Launch(U64(self.job.seed), U64(first), U64(shoes), turns, size)

    @abstractmethod
    def _count(
        self, launch: Launch, total: Array, played: Array, hits: Array, found: Array
    ) -> None:
        """Play the shoes of a launch, and count into the arrays."""

    @abstractmethod
    def play(self, first: int, shoes: int) -> Tally:
        """Play *shoes* shoes from number *first* on."""

    def _play(self, first: int, shoes: int, fields: int) -> tuple[Array, Array, Array]:
        """Return the counters, the deferred wins by round, and how many of both there are.

        A launch with more deferred wins than there is room for is played again with more.
        """
        # A fresh shoe is a round: nothing needs to be told of each of half a billion.
        told = 0 if self.job.is_fresh or not self.defers else shoes
        while True:
            room = self._hits_room
            total = self.cuda.to_device(np.zeros(self.counters, dtype=np.uint64))
            played = self.cuda.device_array(max(1, told), dtype=np.uint16)
            hits = self.cuda.device_array((room, fields), dtype=np.int64)
            found = self.cuda.to_device(np.zeros(2, dtype=np.int64))
            self._count(self._launched(first, shoes), total, played, hits, found)
            sums = found.copy_to_host()
            if sums[0] <= room:
                break
            self._hits_room = 2 * int(sums[0])
        counts, count = total.copy_to_host().astype(np.int64), int(sums[0])
        if not count:
            return counts, np.zeros((0, fields), dtype=np.int64), sums
        if told:
            self._number_rounds(first, played, hits, count)
        noted = hits[:count].copy_to_host()
        if not told:  # every shoe is a round
            noted[:, 0] -= first
        return counts, noted, sums

    def _number_rounds(self, first: int, played: Array, hits: Array, count: int) -> None:
        """Number the rounds of the hits among all rounds, where there are shoes of many."""
        from pitboss.simulate.backends import cuda  # noqa: PLC0415 - an extra

        sums = self.cuda.device_array(-(-len(played) // cuda.SHOES_A_SUM), dtype=np.int64)
        cuda.sum_kernel()[-(-len(sums) // _NUMBERING), _NUMBERING](played, sums)
        of_each = sums.copy_to_host()
        before = self.cuda.to_device(np.cumsum(of_each) - of_each)
        cuda.number_kernel()[-(-count // _NUMBERING), _NUMBERING](
            first, played, before, hits, count
        )


def _in_order(hits: Array) -> Array:
    """Threads note what they find as they come to it: put it in the order of the table.

    Hits are round, nothing, seat, wager and combination here, and the nothing is left out.
    """
    rounds, seats, wagers = hits[:, 0], hits[:, 2], hits[:, 3]
    order = np.argsort((rounds * WAGERS_ROOM + wagers) * SEATS_MAX + seats)
    return hits[order][:, [0, 2, 3, 4]]


class _TableOnDevice(_OnDevice):
    """Any table: a lane plays its shoe round by round."""

    def __init__(self, job: Job, threads: int | None, grid: int | None) -> None:
        super().__init__(job, threads, grid)
        from pitboss.simulate.backends.cuda import table_kernel  # noqa: PLC0415 - an extra

        self.kernel = table_kernel(job.setup.round, self.threads, self.shared_counters)
        self.arrays = self._send(job.game), job.squares, self.blank, self._send(job.cutting)

    @property
    def full_shoe(self) -> Array:
        return self.job.full_shoe

    @property
    def counters(self) -> int:
        return self.job.counters

    @property
    def shared_counters(self) -> int:
        """Counters that the threads of a block share; none if they do not fit."""
        return self.counters if 4 * self.counters <= SHARED_MAX // 2 else 0

    def _threads_that_fit(self) -> int:
        room = (SHARED_MAX - 4 * self.shared_counters) // (self.padded + 4 * _WORDS)
        threads = min(THREADS_MAX, room // _WARP * _WARP)
        if threads < _WARP:
            message = "this table has too many results to count on a CUDA device; cpu can"
            raise RulesError([Problem(code="device/too-small", key="device", message=message)])
        return threads

    def _grid_that_fits(self) -> int:
        shared = self.threads * (self.padded + 4 * _WORDS) + 4 * self.shared_counters
        at_once = max(1, _SHARED_PER_PROCESSOR // (shared + 1024))
        return int(self.cuda.get_current_device().MULTIPROCESSOR_COUNT) * at_once

    def _count(
        self, launch: Launch, total: Array, played: Array, hits: Array, found: Array
    ) -> None:
        shoes = self.threads * self.padded
        self.kernel[self.grid, self.threads, 0, shoes](
            *self.arrays, launch, total, played, hits, found
        )

    def play(self, first: int, shoes: int) -> Tally:
        """Play *shoes* shoes from number *first* on."""
        counts, hits, sums = self._play(first, shoes, HIT_FIELDS)
        return Tally(int(sums[1]), counts, _in_order(hits))


class _SteppedOnDevice(_OnDevice):
    """A table of blackjack that lanes play a card at a time, one block on every processor."""

    def __init__(self, job: Job, stepped: Stepped, threads: int | None, grid: int | None) -> None:
        self.stepped = stepped
        super().__init__(job, threads, grid)
        from pitboss.simulate.backends import cuda, cuda_steps  # noqa: PLC0415 - an extra

        tables = stepped.tables
        plan = cuda_steps.Plan(
            threads=self.threads,
            padded=self.padded,
            counters=self.counters,
            first=len(tables.first),
            steps=len(tables.steps),
            seats=stepped.seats,
            hands_each=stepped.hands_each,
            has_wagers=stepped.wagers is not None,
            is_fresh=job.is_fresh,
        )
        self.shared = self.threads * self.padded + self._table_bytes
        self.kernel = cuda_steps.step_kernel(plan)
        self.arrays = self._send(stepped.game), self.blank, self._send(job.cutting)
        self.fields, self.allow_shared = cuda_steps.HIT_FIELDS, cuda.allow_shared
        self.compiled: Any = None

    @property
    def full_shoe(self) -> Array:
        return self.stepped.full_shoe

    @property
    def counters(self) -> int:
        return self.stepped.counters

    @property
    def defers(self) -> bool:
        wagers = self.stepped.wagers
        return wagers is not None and bool(wagers.deferred.any())

    @property
    def _table_bytes(self) -> int:
        return 2 * (len(self.stepped.tables.first) + len(self.stepped.tables.steps))

    def _threads_that_fit(self) -> int:
        device = self.cuda.get_current_device()
        most = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE
        room = (most - self._table_bytes - 4 * self.counters) // (self.padded + 4 * _WORDS)
        return min(_STEPPED_THREADS_MAX, room // _WARP * _WARP)

    def _grid_that_fits(self) -> int:
        return int(self.cuda.get_current_device().MULTIPROCESSOR_COUNT)

    def _count(
        self, launch: Launch, total: Array, played: Array, hits: Array, found: Array
    ) -> None:
        arguments = *self.arrays, launch, total, played, hits, found
        if self.compiled is None:
            self.compiled = self.allow_shared(self.kernel, arguments, self.shared)
        self.compiled[self.grid, self.threads, 0, self.shared](*arguments)

    def play(self, first: int, shoes: int) -> Tally:
        """Play *shoes* shoes from number *first* on."""
        counts, deals, _ = self._play(first, shoes, self.fields)
        hits = _in_order(self.stepped.hits_of_table(deals)) if len(deals) else no_hits()
        whole = self.stepped.counts_of_table(counts)
        return Tally(self.stepped.rounds(counts), whole, hits)
