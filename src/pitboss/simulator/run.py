"""Running a job: blocks of shoes, added up in the order of the shoes.

The same job and the same number of rounds give the same counts, whoever plays which block: a shoe
depends only on the seed and its number, and counts are whole numbers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, Self

from pitboss.simulator.backends import cpu
from pitboss.simulator.job import Job
from pitboss.simulator.meter_pass import apply_deferred
from pitboss.simulator.tally import Tally

BLOCK_SHOES = 1 << 11
FRESH_BLOCK_SHOES = 1 << 16
"""Shoes in a block: a few hundredths of a second of one core's work."""
_GROWTH = (5, 4)
"""Each look at the standard error comes after a quarter more blocks than the last."""

Progress = Callable[[Tally], None]
Enough = Callable[[Tally], bool]
Waiting = tuple[int, int, Future[Tally]]
"""A piece of work: its first shoe, the number of shoes, and the future result."""


class Pool(AbstractContextManager["Pool"], Protocol):
    """A pool that plays shoes: threads, a graphics card, a cluster."""

    @property
    def workers(self) -> int:
        """How many pieces of work it can do at once."""

    @property
    def blocks(self) -> int:
        """How many blocks make a piece of work."""

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Begin to play *shoes* shoes from number *first* on."""


class Threads:
    """Threads of this process."""

    blocks = 1

    def __init__(self, count: int) -> None:
        """Play on *count* threads."""
        self.workers = count
        self._executor = ThreadPoolExecutor(count)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)

    def submit(self, job: Job, first: int, shoes: int) -> Future[Tally]:
        """Begin to play shoes on a thread that is free."""
        return self._executor.submit(cpu.play, job, first, shoes)


@dataclass(frozen=True, slots=True)
class RunProgress:
    """The progress of a run."""

    shoes: int
    """Shoes that were played to the end."""
    whole: Tally
    """Their tally."""
    tally: Tally
    """The same with the part of the next shoe that completes the ordered rounds."""
    done: bool
    """Whether there is nothing more to play."""


def block_shoes(job: Job) -> int:
    """Return how many shoes make a block; it depends on the job alone."""
    return FRESH_BLOCK_SHOES if job.is_fresh else BLOCK_SHOES


def play(
    job: Job,
    rounds: int,
    pool: Pool,
    begun: RunProgress | None = None,
    enough: Enough | None = None,
) -> Iterator[RunProgress]:
    """Play exactly *rounds* rounds; yield the progress after every piece of work.

    With *enough* it ends earlier, at the first check that returns true. The numbers of blocks at
    which it checks depend on the job alone.
    """
    shoes, tally = (begun.shoes, begun.whole) if begun else (0, cpu.play(job, 0, 0))
    if tally.rounds > rounds:
        shoes = 0
        tally = cpu.play(job, 0, 0)
    size = block_shoes(job)
    if tally.rounds == rounds or (enough and _is_look(shoes // size) and enough(tally)):
        yield RunProgress(shoes, tally, tally, done=True)  # a run that had come to its end
        return
    looks = _looks(shoes // size)
    look = next(looks)
    waiting: deque[Waiting] = deque()
    ahead = shoes
    try:
        while tally.rounds < rounds:
            while len(waiting) < 2 * pool.workers:
                blocks = min(pool.blocks, _blocks_left(job, rounds, shoes, tally, ahead))
                if waiting and not blocks:
                    break
                count = max(1, blocks) * size
                if enough is not None:
                    count = min(count, max(size, look * size - ahead))
                waiting.append((ahead, count, pool.submit(job, ahead, count)))
                ahead += count
            first, count, future = waiting.popleft()
            piece = future.result()
            if tally.rounds + piece.rounds > rounds:
                _cancel(waiting)
                yield _last(job, pool, shoes, tally, count, rounds)
                return
            shoes = first + count
            tally = apply_deferred(job, tally + piece)
            ends = enough is not None and shoes >= look * size and enough(tally)
            while shoes >= look * size:
                look = next(looks)
            yield RunProgress(shoes, tally, tally, ends or tally.rounds == rounds)
            if ends:
                return
    finally:
        _cancel(waiting)


def _cancel(waiting: deque[Waiting]) -> None:
    for _, _, future in waiting:
        future.cancel()


def _blocks_left(job: Job, rounds: int, shoes: int, tally: Tally, ahead: int) -> int:
    """Return about how many blocks are still to be started, as a power of two, or zero.

    A piece that reaches past the end is played in vain. The result does not depend on this guess.
    """
    rounds_a_shoe = tally.rounds / shoes if shoes else _rounds_a_shoe(job)
    left = int(rounds / rounds_a_shoe - ahead) // block_shoes(job)
    return 1 << left.bit_length() - 1 if left > 0 else 0


def _rounds_a_shoe(job: Job) -> float:
    cards = (job.hands + 1) * job.cards_a_hand
    return 1.0 if job.is_fresh else max(1.0, job.cut / cards)


def _looks(blocks: int) -> Iterator[int]:
    """Yield the numbers of blocks after which the standard error is checked."""
    up, down = _GROWTH
    look = 1
    while True:
        if look > blocks:
            yield look
        look = max(look + 1, look * up // down)


def _is_look(blocks: int) -> bool:
    """Return whether the standard error is checked after this many blocks."""
    return blocks > 0 and next(_looks(blocks - 1)) == blocks


def _last(job: Job, pool: Pool, shoes: int, tally: Tally, count: int, rounds: int) -> RunProgress:
    """Play up to the last round, in the middle of a shoe."""
    size = block_shoes(job)
    while count > size:
        count = max(size, count // 2)
        piece = pool.submit(job, shoes, count).result()
        if tally.rounds + piece.rounds <= rounds:
            shoes = shoes + count
            tally = apply_deferred(job, tally + piece)
    rest = cpu.play(job, shoes, count, rounds - tally.rounds)
    while tally.rounds + rest.rounds < rounds:  # the block ended first: there is another
        shoes = shoes + count
        tally = apply_deferred(job, tally + rest)
        rest = cpu.play(job, shoes, count, rounds - tally.rounds)
    return RunProgress(shoes, tally, apply_deferred(job, tally + rest), done=True)
