"""The graphics card as one that plays shoes."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from importlib import import_module
from typing import Any, Self

import numpy as np

from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate import cpu
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.marks import HIT_FIELDS

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
_HITS_AT_FIRST = 1 << 16


def cuda_pool() -> Cuda:
    """Return the graphics card, or raise `RulesError` where there is none."""
    try:
        found = bool(_cuda().is_available())
    except (ImportError, OSError, RuntimeError):
        found = False
    if not found:
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
        """Play with blocks of so many threads, and so many blocks, or as many as fit."""
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
            self._sent = {id(job): _OnDevice(job, self._threads, self._grid)}
        return self._sent[id(job)].play(first, shoes)


class _OnDevice:
    """One job, its arrays sent to the card once."""

    def __init__(self, job: Job, threads: int | None, grid: int | None) -> None:
        self.job, self.cuda = job, _cuda()
        self.counters = job.sections.lean_size if job.is_lean else job.sections.full_size
        self.threads = threads or self._threads_that_fit()
        self.grid = grid or self._grid_that_fits()
        self.arrays = [self._send(each) for each in self._inputs()]

    @cached_property
    def padded(self) -> int:
        """Cards of a shoe and room behind it, in whole words of four."""
        job = self.job
        beyond = job.cut + _reserve(job) - len(job.full_shoe)
        return -(-(len(job.full_shoe) + max(0, beyond)) // 4) * 4

    def _shared(self, threads: int) -> int:
        return threads * (self.padded + 4 * _WORDS) + 4 * self.counters

    def _threads_that_fit(self) -> int:
        room = (SHARED_MAX - 4 * self.counters) // (self.padded + 4 * _WORDS)
        threads = min(THREADS_MAX, room // _WARP * _WARP)
        if threads < _WARP:
            message = "this table has too many results to count on a CUDA device; cpu can"
            raise RulesError([Problem(code="device/too-small", key="device", message=message)])
        return threads

    def _grid_that_fits(self) -> int:
        device = self.cuda.get_current_device()
        at_once = max(1, _SHARED_PER_PROCESSOR // (self._shared(self.threads) + 1024))
        return int(device.MULTIPROCESSOR_COUNT) * at_once

    def _inputs(self) -> list[Any]:
        job = self.job
        blank = np.zeros(self.padded, dtype=np.uint8)
        blank[: len(job.full_shoe)] = job.full_shoe
        words = blank.view(np.uint32)
        if job.is_lean:
            return [job.game, words, job.pays, job.cutting, job.sections.lean]
        return [
            job.game,
            job.felt,
            job.wager_arrays,
            words,
            job.pays,
            job.cutting,
            job.sections.full,
        ]

    def _send(self, value: Any) -> Any:  # noqa: ANN401 - whatever kernels take
        if isinstance(value, np.ndarray):
            return self.cuda.to_device(np.ascontiguousarray(value))
        if isinstance(value, tuple):
            return tuple(self._send(each) for each in value)
        return value

    def play(self, first: int, shoes: int) -> Tally:
        """Play *shoes* shoes from number *first* on."""
        return self._lean(first, shoes) if self.job.is_lean else self._full(first, shoes)

    def _launch(self, kernel: Any, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total = self.cuda.to_device(np.zeros(self.counters, dtype=np.uint64))
        size = U32(len(self.job.full_shoe))
        turns = -(-shoes // (self.grid * self.threads))
        compiled = kernel(self.threads, self.counters)
        compiled[self.grid, self.threads, 0, self.threads * self.padded](
            *self.arrays, U64(self.job.seed), U64(first), U64(shoes), turns, size, total, *more
        )
        return total.copy_to_host().astype(np.int64)

    def _lean(self, first: int, shoes: int) -> Tally:
        from pitboss.simulate.cuda import lean_kernel  # noqa: PLC0415

        lean = self._launch(lean_kernel, first, shoes)
        cells = self.job.sections.cells
        rounds = int(lean[:cells].sum() + lean[2 * cells :].sum())
        none = np.zeros((0, HIT_FIELDS - 1), dtype=np.int64)
        return Tally(rounds, self.job.from_lean(lean), none)

    def _full(self, first: int, shoes: int) -> Tally:
        from pitboss.simulate.cuda import full_kernel  # noqa: PLC0415

        room = _HITS_AT_FIRST
        while True:
            played = self.cuda.to_device(np.zeros(shoes, dtype=np.int64))
            hits = self.cuda.to_device(np.zeros((room, HIT_FIELDS), dtype=np.int64))
            found = self.cuda.to_device(np.zeros(1, dtype=np.int64))
            counts = self._launch(full_kernel, first, shoes, played, hits, found)
            count = int(found.copy_to_host()[0])
            if count <= room:
                break
            room = 2 * count
        noted = hits.copy_to_host()[:count]
        # Threads note what they find as they come to it: put it in the order of the table.
        noted = noted[np.lexsort((noted[:, 2], noted[:, 3], noted[:, 1], noted[:, 0]))]
        rounds = played.copy_to_host()
        return Tally(int(rounds.sum()), counts, self.job.in_rounds(noted, first, rounds))


def _reserve(job: Job) -> int:
    """How many cards a round that begins before the cut card may take behind it, at most."""
    return min(cpu.SPARE, 12 * (job.seats * len(job.setup.mains) + 1) * 2)
