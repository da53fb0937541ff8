"""One seat that counts, with its main wager alone, on a graphics card: lanes walk whole rounds."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pitboss.simulate.backends import cuda_counted_walk, cuda_walk
from pitboss.simulate.backends.cuda import allow_shared, cuda
from pitboss.simulate.backends.gpu_tables import OnDevice
from pitboss.simulate.backends.gpu_walk import lanes_that_fit
from pitboss.simulate.backends.launch import Finish
from pitboss.simulate.counting.fields import FIELDS
from pitboss.simulate.counting.walk_game import CountedWalk

Array = Any
_WORD = 4
_TURNS_MAX = 1 << 10
"""Shoes of a lane in one launch: more could be too many for the words that a block counts in."""


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
        walk, plan = counted.walk, counted.plan
        spare = _WORD * cuda_counted_walk.SPARE_WORDS
        size = spare + -(-len(walk.full_shoe) // _WORD) * _WORD
        ends = walk.plan.ends - walk.plan.specials + 1
        table = walk.tables.entries.nbytes + _WORD * (ends + FIELDS * plan.cells)
        counters = counted.game.sections.insurance
        self.lanes = threads or lanes_that_fit(size, table + _WORD * counters)
        self.shared = self.lanes * size + table
        self.walk_grid = grid or int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        shared_plan = cuda_walk.WalkKernelPlan(self.lanes, size, counters, walk.plan)
        self.walks = cuda_counted_walk.counted_kernel(shared_plan, plan)
        self.compiled_walks: Any = None
        blank = np.zeros(size, dtype=np.uint8)
        blank[spare : spare + len(walk.full_shoe)] = walk.full_shoe
        self.inputs = self._send(
            (
                counted.game,
                walk.tables,
                blank.view(np.uint32),
                job.cutting,
                job.lean_counting,
                counted.counts,
            )
        )

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        total = cuda.to_device(np.zeros(self.plan.counters, dtype=np.uint64))
        unplayed = cuda.to_device(np.zeros(1, dtype=np.int64))
        most = _TURNS_MAX * self.lanes * self.walk_grid
        for begin in range(0, shoes, most):
            self._walk(first + begin, min(most, shoes - begin), total, unplayed)
        if unplayed.copy_to_host()[0]:
            self.again += 1
            return super().play(first, shoes)
        lean, counts = self.plan.lean, total.copy_to_host().astype(np.int64)
        assert lean is not None, "one seat"
        return partial(self._lean, lean, counts)

    def _walk(self, first: int, shoes: int, total: Array, unplayed: Array) -> None:
        launch = self._shoes(first, shoes)
        launch = launch._replace(turns=-(-shoes // (self.walk_grid * self.lanes)))
        arguments = *self.inputs, launch, total, unplayed
        if self.compiled_walks is None:
            self.compiled_walks = allow_shared(self.walks, arguments, self.shared)
        self.compiled_walks[self.walk_grid, self.lanes, 0, self.shared](*arguments)
