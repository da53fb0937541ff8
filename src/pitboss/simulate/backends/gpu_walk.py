"""One seat with its main wager alone on a graphics card: lanes walk whole rounds through one table.

Other rounds are played a card at a time: the listed rounds of fresh shoes, and a launch in which
the cards of a shoe did not suffice.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pitboss.simulate.backends import cuda_walk
from pitboss.simulate.backends.cuda import allow_shared, cuda
from pitboss.simulate.backends.gpu_steps import StepsOnDevice
from pitboss.simulate.backends.launch import Finish
from pitboss.simulate.blackjack.step_job import StepJob
from pitboss.simulate.blackjack.walk_tables import RoundWalk
from pitboss.simulate.job import Job
from pitboss.simulate.tally import no_hits

Array = Any
_WARP, _WORD = 32, 4
_LANES_MAX = 768
_SHARED_SPARE = 256
"""Bytes of a block's memory for small arrays, and to keep them apart."""
_LISTED = 24
"""One in so many fresh shoes may be listed; if there are more, they are played again with room."""


def lanes_that_fit(size: int, shared: int) -> int:
    """Return how many shoes of *size* bytes fit into a block that shares so many bytes beside."""
    device = cuda.get_current_device()
    room = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE - shared
    return max(_WARP, min(_LANES_MAX, room // size // _WARP * _WARP))


class ListedOnDevice(StepsOnDevice):
    """Fresh shoes, of which only the listed ones are played: one list for every block."""

    is_listed = True

    def add(self, total: Array, later: Array, lengths: Array) -> None:
        """Play the shoes of the lists, and add their counts."""
        self.lists = later, lengths
        played = self._send(np.zeros(1, dtype=np.uint16))
        hits = self._send(np.zeros((1, self.fields), dtype=np.int64))
        self.play_into(total, 0, 0, played, hits, self._send(np.zeros(3, dtype=np.int64)))


class WalksOnDevice(StepsOnDevice):
    """One seat with its main wager alone."""

    def __init__(
        self, job: Job, step_job: StepJob, walk: RoundWalk, threads: int | None, grid: int | None
    ) -> None:
        """Send the table of whole rounds to the card."""
        super().__init__(job, step_job, threads, grid)
        size = -(-len(walk.full_shoe) // _WORD) * _WORD
        table = walk.tables.entries.nbytes + _WORD * walk.plan.ends
        counters = 0 if job.is_fresh else step_job.counters
        self.lanes = threads or lanes_that_fit(size, table + _WORD * counters)
        self.shared_walks = self.lanes * size + table
        make = cuda_walk.fresh_kernel if job.is_fresh else cuda_walk.shoe_kernel
        self.walks = make(cuda_walk.WalkKernelPlan(self.lanes, size, step_job.counters, walk.plan))
        blank = np.zeros(size, dtype=np.uint8)
        blank[: len(walk.full_shoe)] = walk.full_shoe
        sent = self._send(walk.tables), self._send(blank.view(np.uint32))
        self.inputs = sent if job.is_fresh else (self.arrays[0], *sent, self.arrays[3])
        self.compiled_walks: Any = None
        self.listed = ListedOnDevice(job, step_job, threads, self.grid) if job.is_fresh else None
        self.listed_room = 0

    def _walk(self, first: int, shoes: int, *more: Any) -> None:  # noqa: ANN401
        launch = self._shoes(first, shoes)
        launch = launch._replace(turns=-(-shoes // (self.grid * self.lanes)))
        arguments = *self.inputs, launch, *more
        if self.compiled_walks is None:
            self.compiled_walks = allow_shared(self.walks, arguments, self.shared_walks)
        self.compiled_walks[self.grid, self.lanes, 0, self.shared_walks](*arguments)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        if self.listed is not None:
            return self._finish(self._play_fresh(self.listed, first, shoes))
        total, unplayed = self.no_counts(), self._send(np.zeros(1, dtype=np.int64))
        self._walk(first, shoes, total, unplayed)
        if unplayed.copy_to_host()[0]:
            return super().play(first, shoes)
        return self._finish(total)

    def _finish(self, total: Array) -> Finish:
        return partial(self.tally, total.copy_to_host().astype(np.int64), no_hits())

    def _play_fresh(self, listed: ListedOnDevice, first: int, shoes: int) -> Array:
        """Play a round of every shoe; then those that were listed."""
        self.listed_room = max(self.listed_room, _WARP + shoes // self.grid // _LISTED)
        while True:
            room, total = self.listed_room, self.no_counts()
            later = cuda.device_array((self.grid, room), dtype=np.uint64)
            lengths = cuda.device_array(self.grid, dtype=np.uint32)
            self._walk(first, shoes, total, later, lengths)
            most = int(lengths.copy_to_host().max())
            if most <= room:
                break
            self.listed_room = 2 * most
        listed.add(total, later, lengths)
        return total
