"""The graphics cards as a pool: each card plays its own pieces of a run."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Self

from pitboss.simulator.backends.cuda import cuda
from pitboss.simulator.backends.gpu_lanes import lanes_on_device
from pitboss.simulator.backends.gpu_seat import CountedSeatOnDevice, SeatOnDevice
from pitboss.simulator.backends.gpu_steps import StepsOnDevice
from pitboss.simulator.backends.gpu_tables import OnDevice
from pitboss.simulator.backends.gpu_walk import CountedWalkOnDevice, WalksOnDevice
from pitboss.simulator.backends.launch import PIECE_BLOCKS, Finish
from pitboss.simulator.blackjack.seat_tables import CountedSeat, SeatWalk
from pitboss.simulator.job import Job
from pitboss.simulator.tally import Tally


def open_cards(count: int) -> Cards:
    """Return the first *count* graphics cards as a pool."""
    return Cards([Cuda(number=number) for number in range(count)])


class Cards:
    """Several graphics cards: a piece of work goes to the one that has the fewest.

    Who plays which piece makes no difference: pieces are added up in the order of the shoes.
    """

    def __init__(self, cards: Sequence[Cuda]) -> None:
        """Play on *cards*."""
        self.workers = len(cards)
        self.blocks = cards[0].blocks
        self._cards = tuple(cards)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for card in self._cards:
            card.close()

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Begin to play shoes on the card that has the fewest pieces of work."""
        return min(self._cards, key=lambda card: card.pieces).submit(job, first, shoes)


class Cuda:
    """A graphics card; it plays one piece of work after another.

    While it plays, another thread puts in order what the piece before came to.
    """

    workers = 1
    blocks = PIECE_BLOCKS

    def __init__(
        self, threads: int | None = None, blocks: int | None = None, number: int = 0
    ) -> None:
        """Play with *threads* threads in a block and *blocks* blocks, or as many as fit.

        *number* is that of the graphics card.
        """
        self.number = number
        self._threads = threads
        self._grid = blocks
        self._executor = ThreadPoolExecutor(1)
        self._finisher = ThreadPoolExecutor(1)
        self._sent: dict[int, OnDevice] = {}
        self._pieces: set[Future[Tally]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Finish the piece that is being played, and play no other."""
        self._executor.shutdown(cancel_futures=True)
        self._finisher.shutdown(cancel_futures=True)

    @property
    def pieces(self) -> int:
        """How many pieces of work it has to do."""
        return len(self._pieces)

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Begin to play shoes."""
        played = self._executor.submit(self._play, job, first, shoes)
        piece = self._finisher.submit(_finish, played)
        self._pieces.add(piece)
        piece.add_done_callback(self._pieces.discard)
        return piece

    def play(self, job: Job, first: int, shoes: int) -> Tally:
        """Play *shoes* shoes from number *first* on."""
        return self._play(job, first, shoes)()

    def _play(self, job: Job, first: int, shoes: int) -> Finish:
        with cuda.gpus[self.number]:
            if id(job) not in self._sent:
                self._sent = {id(job): _on_device(job, self._threads, self._grid)}
            return self._sent[id(job)].play(first, shoes)


def _finish(played: Future[Finish]) -> Tally:
    """Wait until the card has played a piece, and return what it came to."""
    return played.result()()


def _on_device(job: Job, threads: int | None, grid: int | None) -> OnDevice:
    """Send a job to the card, in the shape in which it is played fastest."""
    if job.counted_walk is not None:
        return CountedWalkOnDevice(job, job.counted_walk, threads, grid)
    if isinstance(job.counted_seat, CountedSeat):
        return CountedSeatOnDevice(job, job.counted_seat, threads, grid)
    step_job = job.step_job
    if step_job is None and isinstance(job.seat_walk, SeatWalk):
        return SeatOnDevice(job, job.seat_walk, threads, grid)
    if step_job is None:
        lanes = lanes_on_device(job, threads, grid)
        return OnDevice(job, threads, grid) if lanes is None else lanes
    if step_job.walk is None:
        return StepsOnDevice(job, step_job, threads, grid)
    return WalksOnDevice(job, step_job, step_job.walk, threads, grid)
