"""A table of blackjack on a graphics card, whose lanes play a card at a time."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.backends import cuda_steps
from pitboss.simulator.backends.cuda import DeviceArray, SharingKernel, cuda, zeros
from pitboss.simulator.backends.gpu_tables import U32, U64, WARP, WORDS, OnDevice, in_order
from pitboss.simulator.backends.launch import Finish
from pitboss.simulator.blackjack.step_job import StepJob
from pitboss.simulator.job import Job
from pitboss.simulator.tally import Tally, no_hits

_SHARED_SPARE = 2 * 1024
"""Bytes of a block's memory that the driver and small arrays take."""
_THREADS_MAX = 768
CARDS_USED = 8
"""Hands have fewer cards than that, all together: behind a round that begins before the cut card
there is room for so many a hand."""


class StepsOnDevice(OnDevice):
    """A table of blackjack that lanes play a card at a time, one block on every processor."""

    is_listed = False
    """Whether the shoes to play are listed."""

    def __init__(
        self,
        job: Job,
        step_job: StepJob,
        threads: int | None,
        grid: int | None,
        *,
        is_roomy: bool = False,
    ) -> None:
        self.job = job
        self.step_job = step_job
        self.is_roomy = is_roomy
        self.asked_threads = threads
        self.threads = threads or self._threads_that_fit()
        self.grid = grid or int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        tables = step_job.tables
        wagers = step_job.wagers
        begin = cuda_steps.deals_begin(self.threads * self.padded, self._codes)
        deals = step_job.shared_deals(begin)
        plan = cuda_steps.StepKernelPlan(
            threads=self.threads,
            counters=step_job.counters,
            padded=self.padded,
            first=len(tables.first),
            steps=len(tables.steps),
            seats=step_job.seats,
            hands_each=step_job.hands_each,
            has_wagers=wagers is not None,
            is_fresh=job.is_fresh,
            is_listed=self.is_listed,
            deals=deals.places,
        )
        shared = begin + 4 * len(deals.words)
        self.steps = SharingKernel(cuda_steps.step_kernel(plan), self.grid, self.threads, shared)
        inputs = step_job.game, deals.words, self._blank(step_job.full_shoe), job.cutting
        self.arrays = [self._send(array) for array in inputs]
        self.defers = wagers is not None and bool(wagers.deferred.any())
        self._with_room: StepsOnDevice | None = None
        self.lists = self._send(np.zeros((1, 1), dtype=U64)), zeros(1, U32)

    @cached_property
    def padded(self) -> int:
        """Bytes of a shoe: room behind it only where cards come from there as a rule.

        A launch in which some shoe would need it is played again with room.
        """
        size = len(self.job.full_shoe)
        is_dealt_out = self.job.cut + CARDS_USED * (self.job.hands + 1) > size
        if self.is_roomy or is_dealt_out:
            return super().padded
        return -(-size // WORDS) * WORDS

    @property
    def _codes(self) -> int:
        return len(self.step_job.tables.first) + len(self.step_job.tables.steps)

    def _threads_that_fit(self) -> int:
        device = cuda.get_current_device()
        most = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE
        tables = 2 * self._codes + 4 * len(self.step_job.shared_deals(0).words)
        room = (most - tables - 4 * self.step_job.counters) // (self.padded + 4 * WORDS)
        return max(WARP, min(_THREADS_MAX, room // WARP * WARP))

    def _launch(self, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total = self.no_counts()
        self.play_into(total, first, shoes, *more)
        counts: Array = total.copy_to_host().astype(np.int64)
        return counts

    def no_counts(self) -> DeviceArray:
        """Return counters on the card."""
        return zeros(self.step_job.counters, U64)

    def play_into(self, total: Array, first: int, shoes: int, *more: Any) -> None:  # noqa: ANN401
        """Play shoes, and add their counts."""
        launch = self._shoes(first, shoes, self.steps.lanes)
        self.steps(*self.arrays, launch, *self.lists, total, *more)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        counts, deals, _ = self._make_counters(first, shoes, cuda_steps.HIT_FIELDS)
        if self.left:
            if self._with_room is None:
                shape = self.asked_threads, self.grid
                self._with_room = StepsOnDevice(self.job, self.step_job, *shape, is_roomy=True)
            return self._with_room.play(first, shoes)
        return partial(self.tally, counts, deals)

    def tally(self, counts: Array, deals: Array) -> Tally:
        """Return the tally of the card's counters and deferred wins."""
        step_job = self.step_job
        hits = in_order(step_job.hits_of_table(deals)) if len(deals) else no_hits()
        return Tally(step_job.rounds(counts), step_job.counts_of_table(counts), hits)
