"""One seat with side wagers on a graphics card: see `blackjack.seat_walk`.

A launch in which the cards of a shoe did not suffice is played as at any table.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.simulator.backends import cuda_counted_seat, cuda_seat
from pitboss.simulator.backends.cuda import SharingKernel, cuda, zeros
from pitboss.simulator.backends.cuda_walk import WalkKernelPlan
from pitboss.simulator.backends.gpu_tables import U64, OnDevice, in_order
from pitboss.simulator.backends.gpu_walk import WalkBlock
from pitboss.simulator.backends.launch import Finish
from pitboss.simulator.blackjack.seat_tables import CountedSeat, DealPass, SeatWalk
from pitboss.simulator.counting.fields import FIELDS
from pitboss.simulator.job import Job
from pitboss.simulator.side_wagers import LIMIT
from pitboss.simulator.tally import HIT_FIELDS, Tally

_CARDS_A_ROUND = 4
"""The fewest cards of a round."""
_TURNS_MAX = 1 << 10
"""Shoes of a lane in a launch with a counter: more may be too many for the words of a block."""
_LANES_STEP = 128
"""A warp for each part of a processor: with one more in some parts, all threads have a quarter
fewer registers, and second looks need them (`bench/results.md`)."""


def _most_rounds(job: Job) -> int:
    """Return more rounds than a shoe has."""
    return -(-job.cut // _CARDS_A_ROUND) + 1


class _WalkedSeat(OnDevice):
    """One seat with side wagers whose rounds are walked, or played as at any table."""

    again = 0
    """How many launches were played as at any table."""
    shape: tuple[int | None, int | None]
    kernel: SharingKernel
    _any_table: OnDevice | None = None

    def _begin(self, job: Job, passed: DealPass, threads: int | None, grid: int | None) -> None:
        """Keep what every such seat has."""
        self.job = job
        self.shape = (threads, grid)
        wagers = passed.looks.wagers
        self.defers = bool(wagers.from_meter.any() or wagers.columns[LIMIT].any())
        self.grid = grid or int(cuda.get_current_device().MULTIPROCESSOR_COUNT)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        counts, hits, rounds = self._make_counters(first, shoes, HIT_FIELDS)
        if self.left:
            self.again += 1
            if self._any_table is None:
                self._any_table = OnDevice(self.job, *self.shape)
            return self._any_table.play(first, shoes)
        return partial(self._sum_up, counts, hits, rounds)

    @abstractmethod
    def _sum_up(self, counts: LongInts, hits: LongInts, rounds: int) -> Tally:
        """Return the tally of the card's counters."""


class SeatOnDevice(_WalkedSeat):
    """One seat with side wagers."""

    def __init__(self, job: Job, seat: SeatWalk, threads: int | None, grid: int | None) -> None:
        """Send the tables to the card."""
        self._begin(job, seat.passed, threads, grid)
        self.seat = seat
        walk = seat.walk
        behind = walk.plan.ends + cuda_seat.COLUMNS_ROOM // 4
        block = WalkBlock(walk, threads, behind, seat.counters, step=_LANES_STEP)
        plan = cuda_seat.SeatKernelPlan(
            walk=WalkKernelPlan(block.lanes, block.size, seat.counters, walk.plan),
            rounds=_most_rounds(job),
            has_down=len(seat.game.by_down) > 0,
            has_looks=bool(seat.game.looks.by_event[walk.plan.specials :].any()),
        )
        self.kernel = SharingKernel(
            cuda_seat.seat_kernel(plan), self.grid, block.lanes, block.shared
        )
        inputs = seat.game, walk.tables, block.blank, job.cutting
        self.arrays = [self._send(array) for array in inputs]

    def _launch(self, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total = zeros(self.seat.counters, U64)
        ended = zeros(self.seat.walk.plan.ends, U64)
        launch = self._shoes(first, shoes, self.kernel.lanes)
        self.kernel(*self.arrays, launch, total, ended, *more)
        return np.concatenate((total.copy_to_host(), ended.copy_to_host())).astype(np.int64)

    def _sum_up(self, counts: LongInts, hits: LongInts, rounds: int) -> Tally:
        job: Any = self.job  # a job of blackjack
        seat = self.seat
        counted = counts[: seat.counters]
        events = counts[seat.counters :]
        table = job.from_lean(seat.lean_counts(counted, events))
        full = job.sections.full
        insurance = seat.game.sections.insurance
        paid = seat.count_combinations(counted, events)[: job.sections.combinations]
        table[full.combinations : full.combinations + len(paid)] = paid
        table[full.insurance : full.insurance + 2] = counted[insurance : insurance + 2]
        return Tally(rounds, table, in_order(hits))


class CountedSeatOnDevice(_WalkedSeat):
    """One seat with side wagers that counts."""

    def __init__(self, job: Job, own: CountedSeat, threads: int | None, grid: int | None) -> None:
        """Send the tables to the card."""
        self._begin(job, own.passed, threads, grid)
        self.own = own
        walk = own.counted.walk
        plan = own.counted.plan
        counters = own.game.seat.sections.insurance + 2
        ends = walk.plan.ends - walk.plan.specials + 1
        behind = ends + FIELDS * plan.cells + cuda_seat.COLUMNS_ROOM // 4
        block = WalkBlock(walk, threads, behind, counters)
        kernel_plan = cuda_counted_seat.CountedSeatPlan(
            walk=WalkKernelPlan(block.lanes, block.size, counters, walk.plan),
            counts=plan,
            rounds=_most_rounds(job),
            has_down=len(own.game.seat.by_down) > 0,
            has_kinds=bool(own.game.seat.looks.of_event.any()),
        )
        kernel = cuda_counted_seat.counted_seat_kernel(kernel_plan)
        self.kernel = SharingKernel(kernel, self.grid, block.lanes, block.shared)
        inputs = own.game, walk.tables, block.blank, job.cutting, own.counting, own.counted.counts
        self.arrays = [self._send(array) for array in inputs]
        self.size = int(own.counting.cube) + job.counters_of_count

    def _launch(self, first: int, shoes: int, played: Any, *more: Any) -> Array:  # noqa: ANN401
        cells = self.own.counted.plan.cells
        row = self.own.game.cells.size
        total = zeros(self.size, U64)
        settled = zeros(cells * row, U64)
        most = _TURNS_MAX * self.kernel.lanes
        for begin in range(0, shoes, most):
            number = min(most, shoes - begin)
            launch = self._shoes(first + begin, number, self.kernel.lanes)
            own = played if len(played) < shoes or number == shoes else played[begin:][:number]
            self.kernel(*self.arrays, launch, total, settled, own, *more)
        return np.concatenate((total.copy_to_host(), settled.copy_to_host())).astype(np.int64)

    def _sum_up(self, counts: LongInts, hits: LongInts, rounds: int) -> Tally:
        job: Any = self.job  # a job of blackjack
        own = self.own
        total = counts[: self.size]
        settled = counts[self.size :]
        lean = job.sections.lean_size
        begin = int(own.counting.cube)
        cells = own.counted.plan.cells
        packed = total[begin : begin + FIELDS * cells]
        end = begin + cells * own.counting.fields
        found = own.by_cell(packed[::FIELDS], settled)
        table = job.from_lean(total[:lean])
        full = job.sections.full
        paid = found.sum(axis=0)[: job.sections.combinations]
        table[full.combinations : full.combinations + len(paid)] = paid
        table[full.insurance : full.insurance + 2] = total[lean : lean + 2]
        counted = np.concatenate((table, own.cube(packed, found), total[end:]))
        return Tally(rounds, counted, in_order(hits))
