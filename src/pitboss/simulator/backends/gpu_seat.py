"""One seat with side wagers on a graphics card: see `blackjack.seat_walk`.

A launch in which the cards of a shoe did not suffice is played as at any table.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.simulator.backends import cuda_seat
from pitboss.simulator.backends.cuda import SharingKernel, cuda, zeros
from pitboss.simulator.backends.cuda_walk import WalkKernelPlan
from pitboss.simulator.backends.gpu_tables import U64, OnDevice, in_order
from pitboss.simulator.backends.gpu_walk import WalkBlock
from pitboss.simulator.backends.launch import Finish
from pitboss.simulator.blackjack.job import BlackjackJob
from pitboss.simulator.blackjack.seat_walk import SeatWalk
from pitboss.simulator.side_wagers import LIMIT
from pitboss.simulator.tally import HIT_FIELDS, Tally

_CARDS_A_ROUND = 4
"""The fewest cards of a round."""


class SeatOnDevice(OnDevice):
    """One seat with side wagers."""

    again = 0
    """How many launches were played as at any table."""

    def __init__(
        self, job: BlackjackJob, seat: SeatWalk, threads: int | None, grid: int | None
    ) -> None:
        """Send the tables to the card."""
        self.job, self.seat, self.shape = job, seat, (threads, grid)
        wagers, walk = seat.game.looks.wagers, seat.walk
        self.defers = bool(wagers.from_meter.any() or wagers.columns[LIMIT].any())
        behind = walk.plan.ends + cuda_seat.COLUMNS_ROOM // 4
        block = WalkBlock(walk, threads, behind, seat.counters)
        self.grid = grid or int(cuda.get_current_device().MULTIPROCESSOR_COUNT)
        rounds = -(-job.cut // _CARDS_A_ROUND) + 1
        plan = cuda_seat.SeatKernelPlan(
            walk=WalkKernelPlan(block.lanes, block.size, seat.counters, walk.plan),
            rounds=rounds,
            has_down=len(seat.game.by_down) > 0,
            has_looks=bool(seat.game.looks.by_event[walk.plan.specials :].any()),
        )
        self.kernel = SharingKernel(
            cuda_seat.seat_kernel(plan), self.grid, block.lanes, block.shared
        )
        inputs = seat.game, walk.tables, block.blank, job.cutting
        self.arrays = [self._send(array) for array in inputs]
        self._any_table: OnDevice | None = None

    def _launch(self, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total, ended = zeros(self.seat.counters, U64), zeros(self.seat.walk.plan.ends, U64)
        launch = self._shoes(first, shoes, self.kernel.lanes)
        self.kernel(*self.arrays, launch, total, ended, *more)
        return np.concatenate((total.copy_to_host(), ended.copy_to_host())).astype(np.int64)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        counts, hits, rounds = self._make_counters(first, shoes, HIT_FIELDS)
        if self.left:
            self.again += 1
            if self._any_table is None:
                self._any_table = OnDevice(self.job, *self.shape)
            return self._any_table.play(first, shoes)
        return partial(self._sum_up, counts, hits, rounds)

    def _sum_up(self, counts: LongInts, hits: LongInts, rounds: int) -> Tally:
        job, seat = self.job, self.seat
        assert isinstance(job, BlackjackJob)
        counted, events = counts[: seat.counters], counts[seat.counters :]
        table = job.from_lean(seat.lean_counts(counted, events))
        full, insurance = job.sections.full, seat.game.sections.insurance
        paid = seat.count_combinations(counted, events)[: job.sections.combinations]
        table[full.combinations : full.combinations + len(paid)] = paid
        table[full.insurance : full.insurance + 2] = counted[insurance : insurance + 2]
        return Tally(rounds, table, in_order(hits))
