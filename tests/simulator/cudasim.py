"""Plays a few shoes by the CUDA kernels under numba's simulator; see `test_cuda.py`.

Run as a program of its own, because the simulator is chosen before numba is imported. It is sent
jobs that are laid out: without compiled code nothing can be solved here.
"""

from __future__ import annotations

import json
import pickle
import sys
import zlib
from base64 import b64decode
from threading import RLock
from typing import Any

from numba import cuda

from pitboss.simulator.backends import cuda_counted_walk, gpu, gpu_steps
from pitboss.simulator.backends.gpu_seat import CountedSeatOnDevice, SeatOnDevice
from pitboss.simulator.backends.gpu_tables import OnDevice
from pitboss.simulator.backends.gpu_walk import CountedWalkOnDevice
from pitboss.simulator.backends.graphics_cards import cuda_pool
from pitboss.simulator.backends.serialize import unpack
from pitboss.simulator.tally import Tally
from tests.simulator.cuda_jobs import HITS_AT_FIRST, LAID_OUT, PLAYED_AGAIN, SHOES

TWO_CARDS = "two cards"
PIECES = 3


class FakeCard:
    """One of several cards: the simulator plays one kernel at a time, so they share a lock."""

    used: list[int] = []  # noqa: RUF012 - of all of them
    lock = RLock()

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> None:
        self.lock.acquire()
        self.used.append(self.number)

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def on_two_cards(job: Any) -> list[object]:  # noqa: ANN401 - any job
    """Return which cards played, and what pieces of a run came to on both, in their order."""
    vars(cuda.gpus)["lst"] = FakeCard(0), FakeCard(1)
    with cuda_pool() as pool:
        assert pool.workers == len(cuda.gpus)
    cards = gpu.Cards([gpu.Cuda(threads=4, blocks=2, number=number) for number in range(2)])
    with cards:
        pieces = [cards.submit(job, 3 + 2 * piece, 2) for piece in range(PIECES)]
        tallies = [piece.result() for piece in pieces]
    counts = [[tally.rounds, tally.counts.tolist(), tally.hits.tolist()] for tally in tallies]
    return [sorted(set(FakeCard.used)), counts]


def play(job: Any, *, is_again: bool) -> Tally:  # noqa: ANN401 - any job
    """Return what a job comes to; where rounds that are counted are walked, nothing else plays."""
    cuda_counted_walk.SPARE_WORDS = 0 if is_again else 2
    with gpu.Cuda(threads=4, blocks=2) as device:
        tally = device.submit(job, 3, SHOES).result()
        (played,) = vars(device)["_sent"].values()
    if isinstance(played, CountedWalkOnDevice):
        assert bool(played.again) == is_again
    if getattr(job, "seat_walk", None) is not None and job.step_job is None:
        assert isinstance(played, SeatOnDevice)
        assert not played.again
    if getattr(job, "counted_seat", None) is not None:
        assert isinstance(played, CountedSeatOnDevice)
        assert not played.again
    return tally


def main() -> None:
    """Print what every job comes to."""
    OnDevice.hits_room = HITS_AT_FIRST
    gpu_steps.CARDS_USED = 0  # so little room that some are played again with more
    for name, *sent in json.load(sys.stdin):
        packed, *laid_out = (pickle.loads(zlib.decompress(b64decode(part))) for part in sent)  # noqa: S301 - from the test
        job = unpack(packed)
        vars(job).update(zip(LAID_OUT, laid_out, strict=True))
        if name == TWO_CARDS:
            sys.stdout.write(json.dumps([name, *on_two_cards(job)]) + "\n")
            continue
        tally = play(job, is_again=name == PLAYED_AGAIN)
        line = [name, tally.rounds, tally.counts.tolist(), tally.hits.tolist()]
        sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
