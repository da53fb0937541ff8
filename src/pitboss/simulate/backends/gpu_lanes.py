"""One seat of a game that is not blackjack alone on a graphics card, by a few looks a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from pitboss.rulebook.model import RoundKind
from pitboss.simulate.ante_up.shared_round import ante_up_round
from pitboss.simulate.backends.gpu import Finish, _OnDevice
from pitboss.simulate.cells.job import CellJob
from pitboss.simulate.holdem.shared_round import holdem_round
from pitboss.simulate.lanes.plan import LanePlan
from pitboss.simulate.lanes.shared_tables import SharedRound
from pitboss.simulate.tally import Tally, no_hits
from pitboss.simulate.three_card_21.shared_round import three_card_round

Array = Any
U32 = np.uint32
_WARP, _WORD, _WORDS = 32, 4, 4
_SHARED_SPARE = 2 * 1024
"""Bytes of a block's memory that the driver takes."""
_ROUNDS: Mapping[RoundKind, Callable[[CellJob, int], SharedRound | None]] = {
    RoundKind.THREE_CARD_21: three_card_round,
    RoundKind.ANTE_UP: ante_up_round,
    RoundKind.HOLDEM: holdem_round,
}
_DECKS = frozenset({RoundKind.HOLDEM})
"""Kinds with a deck for every round, of which a block of random words places all cards."""
_THREADS_MAX, _WAITING, _PLACED_FRESH = 640, 8, 24


def lanes_on_device(job: CellJob, threads: int | None, grid: int | None) -> LanesOnDevice | None:
    """Return a job as lanes of a card play it; None if they do not."""
    make = _ROUNDS.get(job.setup.round)
    if make is None or job.lanes is None or (made := make(job, 0)) is None:
        return None
    return LanesOnDevice(job, job.lanes, partial(make, job), made, threads, grid)


class LanesOnDevice(_OnDevice):
    """One seat whose rounds are looked up."""

    def __init__(
        self,
        job: CellJob,
        lanes: LanePlan,
        make: Callable[[int], SharedRound | None],
        made: SharedRound,
        threads: int | None,
        grid: int | None,
    ) -> None:
        """Send the tables to the card."""
        from pitboss.simulate.backends import cuda, cuda_lanes  # noqa: PLC0415 - an extra

        self.job, self.cuda, self.lanes = job, _numba_cuda(), lanes
        self.ends, self.counters_of_table = len(lanes.slots), job.counters
        behind = _WORD * (len(made.words) + self.ends + self.counters_of_table)
        self.threads = threads or self._fitting(behind)
        self.grid = grid or int(self.cuda.get_current_device().MULTIPROCESSOR_COUNT)
        self.shared = self.threads * self.padded + behind
        there = make(self.threads * self.padded)
        assert there is not None
        plan = cuda_lanes.Plan(
            job.setup.round,
            self.threads,
            self.padded,
            len(there.words),
            there.places,
            self.ends,
            self.counters_of_table,
            _WAITING,
        )
        is_deck = job.setup.round in _DECKS
        self.kernel = (cuda_lanes.deck_kernel if is_deck else cuda_lanes.shoe_kernel)(plan)
        cutting = job.cutting
        if job.is_fresh and not is_deck:
            cutting = cutting._replace(placed=U32(max(cutting.placed, _PLACED_FRESH)))
        inputs = job.game, there.more, there.words, self._blank(job.full_shoe), cutting
        self.arrays = [self._send(each) for each in inputs]
        self.allow_shared = cuda.allow_shared
        self.compiled: Any = None

    def _fitting(self, behind: int) -> int:
        """Return how many threads a block may have with so many bytes behind their shoes."""
        device = self.cuda.get_current_device()
        most = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE
        room = (most - behind) // (self.padded + _WORD * _WORDS)
        return max(_WARP, min(_THREADS_MAX, room // _WARP * _WARP))

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        total = self.cuda.to_device(np.zeros(self.counters_of_table, dtype=np.uint64))
        ends = self.cuda.to_device(np.zeros(self.ends, dtype=np.uint64))
        found = self.cuda.to_device(np.zeros(1, dtype=np.int64))
        arguments = *self.arrays, self._shoes(first, shoes), total, ends, found
        if self.compiled is None:
            self.compiled = self.allow_shared(self.kernel, arguments, self.shared)
        self.compiled[self.grid, self.threads, 0, self.shared](*arguments)
        played = (total.copy_to_host(), ends.copy_to_host(), int(found.copy_to_host()[0]))
        return partial(self._tally, *played)

    def _tally(self, counts: Array, ends: Array, rounds: int) -> Tally:
        """Return what the counters of the card come to."""
        counted = self.job.with_parts(counts.astype(np.int64))
        self.lanes.add(ends.astype(np.int64), counted, self.job.squares[0])
        return Tally(rounds, counted, no_hits())


def _numba_cuda() -> Any:  # noqa: ANN401 - no types come with it
    from numba import cuda  # noqa: PLC0415 - an extra

    return cuda
