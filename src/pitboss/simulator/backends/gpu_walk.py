"""One seat with its main wager alone on a graphics card: lanes walk whole rounds through one table.

Other rounds are played in other ways: the listed rounds of fresh shoes, and a launch in which the
cards of a shoe did not suffice.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.backends import cuda_counted_walk, cuda_walk
from pitboss.simulator.backends.cuda import DeviceArray, SharingKernel, cuda, zeros
from pitboss.simulator.backends.cuda_steps import HIT_FIELDS
from pitboss.simulator.backends.cuda_walk import WalkKernelPlan
from pitboss.simulator.backends.gpu_steps import StepsOnDevice
from pitboss.simulator.backends.gpu_tables import U64, WARP, OnDevice
from pitboss.simulator.backends.launch import Finish
from pitboss.simulator.blackjack.step_job import StepJob
from pitboss.simulator.blackjack.walk_tables import RoundWalk
from pitboss.simulator.counting.fields import FIELDS
from pitboss.simulator.counting.walk_game import CountedWalk
from pitboss.simulator.job import Job
from pitboss.simulator.tally import Tally, no_hits

_WORD = 4
_LANES_MAX = 768
_SHARED_SPARE = 256
"""Bytes of a block's memory for small arrays, and to keep them apart."""
_LISTED = 24
"""One in so many fresh shoes may be listed; if there are more, they are played again with room."""
_TURNS_MAX = 1 << 10
"""Shoes of a lane in a launch with a counter: more may be too many for the words of a block."""


class WalkBlock:
    """The memory of a block that walks: the shoes of its lanes, the table, and counters behind.

    Before the cards of a shoe there are *spare* words.
    """

    def __init__(
        self,
        walk: RoundWalk,
        threads: int | None,
        behind: int,
        counters: int,
        spare: int = 0,
        step: int = WARP,
    ) -> None:
        """Share *behind* counters after the table, and *counters* apart.

        The number of lanes is a multiple of *step*.
        """
        cards = _WORD * spare + len(walk.full_shoe)
        self.size = -(-cards // _WORD) * _WORD
        table = walk.tables.entries.nbytes + _WORD * behind
        self.lanes = threads or self._fitting(table + _WORD * counters, step)
        self.shared = self.lanes * self.size + table
        shoe = np.zeros(self.size, dtype=np.uint8)
        shoe[_WORD * spare : cards] = walk.full_shoe
        self.blank = shoe.view(np.uint32)

    def _fitting(self, shared: int, step: int) -> int:
        """Return how many shoes fit into a block that shares so many bytes beside."""
        device = cuda.get_current_device()
        room = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE - shared
        return max(WARP, min(_LANES_MAX, room // self.size // step * step))


class ListedOnDevice(StepsOnDevice):
    """Fresh shoes, of which only the listed ones are played: one list for every block."""

    is_listed = True

    def add(self, total: Array, later: Array, lengths: Array) -> None:
        """Play the shoes of the lists, and add their counts."""
        self.lists = later, lengths
        hits = self._send(np.zeros((1, HIT_FIELDS), dtype=np.int64))
        self.play_into(total, 0, 0, zeros(1, np.uint16), hits, zeros(3, np.int64))


class WalksOnDevice(StepsOnDevice):
    """One seat with its main wager alone."""

    def __init__(
        self, job: Job, step_job: StepJob, walk: RoundWalk, threads: int | None, grid: int | None
    ) -> None:
        """Send the table of whole rounds to the card."""
        super().__init__(job, step_job, threads, grid)
        block = WalkBlock(walk, threads, walk.plan.ends, 0 if job.is_fresh else step_job.counters)
        make = cuda_walk.fresh_kernel if job.is_fresh else cuda_walk.shoe_kernel
        kernel = make(WalkKernelPlan(block.lanes, block.size, step_job.counters, walk.plan))
        self.walks = SharingKernel(kernel, self.grid, block.lanes, block.shared)
        sent = self._send(walk.tables), self._send(block.blank)
        self.inputs = sent if job.is_fresh else (self.arrays[0], *sent, self.arrays[3])
        self.listed = ListedOnDevice(job, step_job, threads, self.grid) if job.is_fresh else None
        self.listed_room = 0

    def _walk(self, first: int, shoes: int, *more: Any) -> None:  # noqa: ANN401
        self.walks(*self.inputs, self._shoes(first, shoes, self.walks.lanes), *more)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        if self.listed is not None:
            return self._finish(self._play_fresh(self.listed, first, shoes))
        total = self.no_counts()
        unplayed = zeros(1, np.int64)
        self._walk(first, shoes, total, unplayed)
        if unplayed.copy_to_host()[0]:
            return super().play(first, shoes)
        return self._finish(total)

    def _finish(self, total: DeviceArray) -> Finish:
        return partial(self.tally, total.copy_to_host().astype(np.int64), no_hits())

    def _play_fresh(self, listed: ListedOnDevice, first: int, shoes: int) -> DeviceArray:
        """Play a round of every shoe; then those that were listed."""
        self.listed_room = max(self.listed_room, WARP + shoes // self.grid // _LISTED)
        while True:
            room = self.listed_room
            total = self.no_counts()
            later = cuda.device_array((self.grid, room), dtype=np.uint64)
            lengths = cuda.device_array(self.grid, dtype=np.uint32)
            self._walk(first, shoes, total, later, lengths)
            most = int(lengths.copy_to_host().max())
            if most <= room:
                break
            self.listed_room = 2 * most
        listed.add(total, later, lengths)
        return total


class CountedWalkOnDevice(OnDevice):
    """One seat that counts; a launch that its kernel cannot play is played round by round."""

    again = 0
    """How many launches were."""

    def __init__(
        self,
        job: Any,  # noqa: ANN401 - a job of blackjack
        counted: CountedWalk,
        threads: int | None,
        grid: int | None,
    ) -> None:
        """Send the table of whole rounds to the card."""
        super().__init__(job, threads, grid)
        self.lean_counters = job.lean.counters + job.counters_of_count
        walk = counted.walk
        plan = counted.plan
        counters = counted.game.sections.insurance
        behind = walk.plan.ends - walk.plan.specials + 1 + FIELDS * plan.cells
        block = WalkBlock(walk, threads, behind, counters, cuda_counted_walk.SPARE_WORDS)
        walk_plan = WalkKernelPlan(block.lanes, block.size, counters, walk.plan)
        kernel = cuda_counted_walk.counted_kernel(walk_plan, plan)
        walk_grid = grid or int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        self.walks = SharingKernel(kernel, walk_grid, block.lanes, block.shared)
        inputs = counted.game, walk.tables, block.blank, job.cutting, job.lean_counting
        self.inputs = self._send((*inputs, counted.counts))

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        total = zeros(self.lean_counters, U64)
        unplayed = zeros(1, np.int64)
        lanes = self.walks.lanes
        for begin in range(0, shoes, _TURNS_MAX * lanes):
            number = min(_TURNS_MAX * lanes, shoes - begin)
            self.walks(*self.inputs, self._shoes(first + begin, number, lanes), total, unplayed)
        if unplayed.copy_to_host()[0]:
            self.again += 1
            return super().play(first, shoes)
        return partial(self._sum_up, total.copy_to_host().astype(np.int64))

    def _sum_up(self, counts: Array) -> Tally:
        lean = self.plan.lean
        assert lean is not None, "one seat"
        cells = lean.sections.split
        rounds = int(counts[:cells].sum() + counts[2 * cells : lean.counters].sum())
        return Tally(rounds, self.job.from_lean(counts), no_hits())
