"""One seat of a game that is not blackjack alone, on a graphics card: a few look-ups a round."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.simulator.backends import cuda_lanes
from pitboss.simulator.backends.cuda import SharingKernel, cuda, zeros
from pitboss.simulator.backends.gpu_tables import OnDevice, in_order
from pitboss.simulator.backends.launch import Finish
from pitboss.simulator.backends.shares import SHARED_ALL
from pitboss.simulator.cells.job import CellJob
from pitboss.simulator.job import Job
from pitboss.simulator.lanes.kinds import shared_round
from pitboss.simulator.lanes.plan import LanePlan, SharedRound
from pitboss.simulator.tally import HIT_FIELDS, Tally

U32 = np.uint32
_WARP = 32
_WORD = 4
_WORDS = 4
_SHARED_SPARE = 2 * 1024
"""Bytes of a block's memory that the driver takes."""
_PROCESSOR = 228 * 1024
"""Bytes that the blocks of a processor share at most."""
_THREADS_MAX = 768
_WAITING = 16
"""Lanes of a warp whose rounds wait, before they are played as at any table."""
_PLACED_FRESH = 24
"""Cards of a fresh shoe that are shuffled before its round."""
_PLACED_BEYOND = 46
"""Cards behind the cut card that are shuffled before the first round."""


def lanes_on_device(job: Job, threads: int | None, grid: int | None) -> LanesOnDevice | None:
    """Return a job as lanes of a card play it; None if they do not."""
    made = shared_round(job, 0)
    if job.lanes is None or made is None:
        return None
    return LanesOnDevice(job, job.lanes, made, threads, grid)


class LanesOnDevice(OnDevice):
    """One seat whose rounds are looked up."""

    def __init__(
        self,
        job: Job,
        lanes: LanePlan,
        made: SharedRound,
        threads: int | None,
        grid: int | None,
    ) -> None:
        """Send the tables to the card."""
        self.job = job
        self.lanes = lanes
        self.complete = job.with_parts if isinstance(job, CellJob) else None
        self.defers = False  # a deck is a round, whose number is that of the deck
        self.ends = lanes.shared
        self.counters_of_table = job.counters
        behind = _WORD * (len(made.words) + self.ends + self.counters_of_table)
        self.threads = threads or self._fitting(behind)
        self.grid = grid or int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        there = shared_round(job, self.threads * self.padded)
        assert there is not None
        shared = self.threads * (self.padded + _WORD * _WORDS) + behind
        plan = cuda_lanes.LaneKernelPlan(
            kind=job.setup.round,
            dealt=job.hands,
            threads=self.threads,
            padded=self.padded,
            words=len(there.words),
            places=there.places,
            ends=self.ends,
            counters=self.counters_of_table,
            has_late=len(made.late) > 0,
            share=SHARED_ALL if len(made.words) else -(-SHARED_ALL * shared // _PROCESSOR),
            waiting=_WAITING,
        )
        kernel = (cuda_lanes.deck_kernel if made.is_deck else cuda_lanes.shoe_kernel)(plan)
        self.kernel = SharingKernel(
            kernel, self.grid, self.threads, self.threads * self.padded + behind
        )
        cutting = job.cutting
        if not made.is_deck:
            placed = _PLACED_FRESH if job.is_fresh else job.cut + _PLACED_BEYOND
            placed = min(max(int(cutting.placed), placed), len(job.full_shoe))
            cutting = cutting._replace(placed=U32(placed))
        self.late = self._send(np.pad(made.late, (0, len(made.late) == 0)))
        inputs = job.game, there.more, there.words, self._blank(job.full_shoe), cutting
        self.arrays = [self._send(array) for array in inputs]

    def _fitting(self, behind: int) -> int:
        """Return how many threads a block may have with so many bytes behind their shoes."""
        device = cuda.get_current_device()
        most = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE
        room = (most - behind) // (self.padded + _WORD * _WORDS)
        return max(_WARP, min(_THREADS_MAX, room // _WARP * _WARP))

    def _launch(self, first: int, shoes: int, _: Any, *more: Any) -> Array:  # noqa: ANN401
        total = zeros(self.counters_of_table, np.uint64)
        ends = zeros(self.ends, np.uint64)
        launch = self._shoes(first, shoes, self.kernel.lanes)
        self.kernel(*self.arrays, launch, self.late, total, ends, *more)
        return np.concatenate((total.copy_to_host(), ends.copy_to_host())).astype(np.int64)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        return partial(self._sum_up, *self._make_counters(first, shoes, HIT_FIELDS))

    def _sum_up(self, counts: LongInts, hits: LongInts, rounds: int) -> Tally:
        """Return the tally of the card's counters."""
        counted = counts[: self.counters_of_table]
        ends = counts[self.counters_of_table :]
        if self.complete is not None:
            counted = self.complete(counted)
        self.lanes.add(ends, counted, self.job.squares)
        return Tally(rounds, counted, in_order(hits))
