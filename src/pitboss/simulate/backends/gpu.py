"""The graphics cards as a pool: each card plays its own pieces of a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Any, NamedTuple, Self

import numpy as np

from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.backends.shares import SHARED_ALL, SHARED_BY_COUNTERS, device_shares
from pitboss.simulate.blackjack.play import LeanGame
from pitboss.simulate.blackjack.step_job import StepJob
from pitboss.simulate.buffers import SEATS_MAX, WAGERS_ROOM
from pitboss.simulate.cells.job import CellJob
from pitboss.simulate.counting.walk_game import CountedWalk
from pitboss.simulate.job import Job
from pitboss.simulate.tally import HIT_FIELDS, Tally, no_hits

Array = Any
NO_DEVICE = "device/none"
U32, U64 = np.uint32, np.uint64
SHARED_MAX = 48 * 1024
"""Bytes a block may share on any card without asking for more."""
THREADS_MAX = 256
_WARP = 32
_WORDS = 4
"""Random words a thread keeps: one block of the generator."""
_SHARED_PER_PROCESSOR = 227 * 1024
_SHARED_SPARE = 2 * 1024
"""Bytes of a block's memory that the driver and small arrays take."""
_STEPPED_THREADS_MAX = 768
CARDS_USED = 8
"""Hands have fewer cards than that, all together: behind a round that begins before the cut card
there is room for so many a hand."""
_NUMBERING = 128
"""Threads of a block that numbers rounds."""
HITS_AT_FIRST = 1 << 16
"""Room for hits: a launch with more hits is played again with more room."""


Finish = Callable[[], Tally]
"""Returns what a piece of work came to: what is left to do after the card has played."""


class Launch(NamedTuple):
    """The shoes of one launch, and how many turns each thread takes."""

    seed: Any
    first: Any
    shoes: Any
    turns: Any
    size: Any
    """How many cards a shoe has."""


def cuda_pool() -> Cards:
    """Return all graphics cards here, or raise `RulesError` where there is none."""
    try:
        count = len(_cuda().gpus) if _cuda().is_available() else 0
    except (ImportError, OSError, RuntimeError):
        count = 0
    if not count:
        message = "there is no CUDA device here that the extra 'gpu' can use; cpu plays the same"
        raise RulesError([Problem(code=NO_DEVICE, key="device", message=message)])
    return Cards([Cuda(number=number) for number in range(count)])


@cache
def cards_here() -> Cards | None:
    """Return all graphics cards here for as long as this process lives, or None without any."""
    try:
        return cuda_pool()
    except RulesError:
        return None


def device_names() -> list[str]:
    """Return the names of the graphics cards here.

    >>> isinstance(device_names(), list)
    True
    """
    try:
        return [
            str(getattr(card.name, "decode", lambda card=card: card.name)())
            for card in _cuda().gpus
        ]
    except (ImportError, OSError, RuntimeError):
        return []


def _cuda() -> Any:  # noqa: ANN401 - no types come with it
    return import_module("numba.cuda")  # looked for only when it is wanted


class Cards:
    """Several graphics cards: a piece of work goes to the one that has the fewest.

    Who plays which piece makes no difference: pieces are added up in the order of the shoes.
    """

    def __init__(self, cards: Sequence[Cuda]) -> None:
        """Play on *cards*."""
        self.workers, self.blocks = len(cards), cards[0].blocks
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
    blocks = 1 << 13

    def __init__(
        self, threads: int | None = None, blocks: int | None = None, number: int = 0
    ) -> None:
        """Play with *threads* threads in a block and *blocks* blocks, or as many as fit.

        *number* is that of the graphics card.
        """
        self.number = number
        self._threads, self._grid = threads, blocks
        self._executor, self._finisher = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._sent: dict[int, _OnDevice] = {}
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
        with _cuda().gpus[self.number]:
            if id(job) not in self._sent:
                self._sent = {id(job): _on_device(job, self._threads, self._grid)}
            return self._sent[id(job)].play(first, shoes)


def _finish(played: Future[Finish]) -> Tally:
    """Wait until the card has played a piece, and return what it came to."""
    return played.result()()


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a job is played on the card."""

    kernel: Callable[[int, int], Any]
    """Makes the kernel, for a number of threads in a block and a number of shared counters."""
    counters: int
    before: tuple[Any, ...]
    """The arguments of the kernel before the cards."""
    after: tuple[Any, ...]
    lean: LeanGame | None = None
    """Set if one seat plays its main wager alone."""
    apart: int = 0
    """Counters at the end that are never shared: those of a counter."""
    shared: int = SHARED_ALL
    """Per cent of a processor's memory that its blocks share."""
    complete: Callable[[Array], Array] | None = None
    """Works out counters that the kernel leaves."""


def _plan(job: Job) -> _Plan:
    """Return how a job is played that is not played a card at a time."""
    if job.counter is not None:
        return _counted_plan(job)
    if job.lean is not None:
        message = "this table splits into more hands than a CUDA device plays; cpu can"
        raise RulesError([Problem(code="device/too-small", key="device", message=message)])
    from pitboss.simulate.backends.cuda import table_kernel  # noqa: PLC0415 - an extra

    kind, before, after = job.setup.round, (job.game, job.squares), (job.cutting,)
    is_alone, (_, shared) = isinstance(job, CellJob) and job.seats == 1, device_shares(kind)
    kernel = partial(table_kernel, kind, is_alone)
    plan = _Plan(kernel, job.counters, before, after, shared=shared)
    return replace(plan, complete=job.with_parts) if isinstance(job, CellJob) and is_alone else plan


def _counted_plan(job: Any) -> _Plan:  # noqa: ANN401 - a job of any kind
    """Return how a job with a counter is played."""
    from pitboss.simulate.backends.cuda_counted import (  # noqa: PLC0415 - an extra
        lean_kernel,
        table_kernel,
    )

    lean, apart = job.lean, job.counters_of_count
    if lean is not None:
        after = lean.pays, job.cutting, lean.sections, job.lean_counting
        size = lean.counters + apart
        tables = (job.asking_tables,)
        return _Plan(lean_kernel, size, tables, after, lean, apart, SHARED_BY_COUNTERS)
    kernel = partial(table_kernel, job.setup.round)
    before = job.asking_game, job.squares
    return _Plan(kernel, job.counters, before, (job.cutting, job.counting), None, apart)


def _on_device(job: Job, threads: int | None, grid: int | None) -> _OnDevice:
    """Send a job to the card, in the shape in which it is played fastest."""
    if job.counted_walk is not None:
        return _counted_on_device(job, job.counted_walk, threads, grid)
    step_job = job.step_job
    if step_job is None:
        return _table_on_device(job, threads, grid)
    if step_job.walk is None:
        return StepsOnDevice(job, step_job, threads, grid)
    from pitboss.simulate.backends.gpu_walk import WalksOnDevice  # noqa: PLC0415 - it needs this

    return WalksOnDevice(job, step_job, step_job.walk, threads, grid)


def _counted_on_device(
    job: Job, counted: CountedWalk, threads: int | None, grid: int | None
) -> _OnDevice:
    """Send a job with a counter to the card whose rounds are walked."""
    from pitboss.simulate.backends.gpu_counted_walk import (  # noqa: PLC0415 - it needs this
        CountedWalkOnDevice,
    )

    return CountedWalkOnDevice(job, counted, threads, grid)


def _table_on_device(job: Job, threads: int | None, grid: int | None) -> _OnDevice:
    """Send a job to the card that is not played a card at a time."""
    from pitboss.simulate.backends.gpu_lanes import lanes_on_device  # noqa: PLC0415 - it needs this

    lanes = lanes_on_device(job, threads, grid) if isinstance(job, CellJob) else None
    return _OnDevice(job, threads, grid) if lanes is None else lanes


class _OnDevice:
    """One job, its arrays sent to the card once."""

    defers = True
    """Whether a win may be deferred; then the rounds of every shoe are needed."""
    left = 0
    """How many shoes of the last launch had no room for all their cards."""

    def __init__(self, job: Job, threads: int | None, grid: int | None) -> None:
        self.job, self.cuda = job, _cuda()
        self.plan = _plan(job)
        self.threads = threads or self._threads_that_fit()
        self.grid = grid or self._grid_that_fits()
        self.arrays = [self._send(array) for array in self._inputs()]
        self._hits_room = HITS_AT_FIRST

    @cached_property
    def counters(self) -> int:
        """Counters that the threads of a block share; none if they do not fit."""
        counters = self.plan.counters - self.plan.apart
        few = 4 * counters <= SHARED_MAX // 2
        return counters if few or self.plan.lean is not None else 0

    @cached_property
    def padded(self) -> int:
        """Cards of a shoe with the room behind it, in whole words of four."""
        job = self.job
        rounds = 2 if job.counter is not None and job.counter.after_cut else 1
        beyond = job.cut + rounds * job.reserve - len(job.full_shoe)
        return -(-(len(job.full_shoe) + max(0, beyond)) // 4) * 4

    def _shared_bytes(self, threads: int) -> int:
        return threads * (self.padded + 4 * _WORDS) + 4 * self.counters

    def _threads_that_fit(self) -> int:
        room = (SHARED_MAX - 4 * self.counters) // (self.padded + 4 * _WORDS)
        threads = min(THREADS_MAX, room // _WARP * _WARP)
        if threads < _WARP:
            message = "this table has too many results to count on a CUDA device; cpu can"
            raise RulesError([Problem(code="device/too-small", key="device", message=message)])
        return threads

    def _grid_that_fits(self) -> int:
        device = self.cuda.get_current_device()
        shared = _SHARED_PER_PROCESSOR * self.plan.shared // SHARED_ALL
        at_once = max(1, shared // (self._shared_bytes(self.threads) + 1024))
        return int(device.MULTIPROCESSOR_COUNT) * at_once

    def _blank(self, full_shoe: Array) -> Array:
        """Return a shoe in order, in words of four cards."""
        blank = np.zeros(self.padded, dtype=np.uint8)
        blank[: len(full_shoe)] = full_shoe
        return blank.view(np.uint32)

    def _inputs(self) -> list[Any]:
        return [*self.plan.before, self._blank(self.job.full_shoe), *self.plan.after]

    def _send(self, value: Any) -> Any:  # noqa: ANN401 - whatever kernels take
        if isinstance(value, np.ndarray):
            return self.cuda.to_device(np.ascontiguousarray(value))
        if isinstance(value, tuple):
            sent = [self._send(part) for part in value]
            return type(value)(*sent) if hasattr(value, "_fields") else tuple(sent)
        return value

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        lean = self.plan.lean
        if lean is not None:
            return partial(self._lean, lean, self._launch(first, shoes))
        return partial(self._full, *self._make_counters(first, shoes, HIT_FIELDS))

    def _launch(self, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total = self.cuda.to_device(np.zeros(self.plan.counters, dtype=np.uint64))
        compiled = self.plan.kernel(self.threads, self.counters)
        compiled[self.grid, self.threads, 0, self.threads * self.padded](
            *self.arrays, self._shoes(first, shoes), total, *more
        )
        return total.copy_to_host().astype(np.int64)

    def _shoes(self, first: int, shoes: int) -> Launch:
        turns = -(-shoes // (self.grid * self.threads))
        size = U32(len(self.job.full_shoe))
        return Launch(U64(self.job.seed), U64(first), U64(shoes), turns, size)

    def _lean(self, lean: LeanGame, counts: Array) -> Tally:
        cells = lean.sections.split
        rounds = int(counts[:cells].sum() + counts[2 * cells : lean.counters].sum())
        return Tally(rounds, self.job.from_lean(counts), no_hits())

    def _full(self, counts: Array, hits: Array, rounds: int) -> Tally:
        if self.plan.complete is not None:
            counts = self.plan.complete(counts)
        return Tally(rounds, counts, _in_order(hits))

    def _make_counters(self, first: int, shoes: int, fields: int) -> tuple[Array, Array, int]:
        """Return the counters, the deferred wins by round, and the rounds if they are counted.

        A launch with more deferred wins than there is room for is played again with more.
        """
        # A fresh shoe is a round: nothing needs to be told of each of half a billion.
        numbered = shoes if self.defers and not self.job.is_fresh else 0
        while True:
            room = self._hits_room
            played = self.cuda.device_array(max(1, numbered), dtype=np.uint16)
            hits = self.cuda.device_array((room, fields), dtype=np.int64)
            tallied = self.cuda.to_device(np.zeros(3, dtype=np.int64))
            counts = self._launch(first, shoes, played, hits, tallied)
            count, rounds, self.left = (int(number) for number in tallied.copy_to_host())
            if count <= room:
                break
            self._hits_room = 2 * count
        if not count:
            return counts, np.zeros((0, fields), dtype=np.int64), rounds
        if numbered:
            self._number_rounds(first, played, hits, count)
        noted = hits[:count].copy_to_host()
        if not numbered:  # every shoe is a round
            noted[:, 0] -= first
        return counts, noted, rounds

    def _number_rounds(self, first: int, played: Array, hits: Array, count: int) -> None:
        """Number the rounds of the hits among all rounds, where there are shoes of many."""
        from pitboss.simulate.backends import cuda  # noqa: PLC0415 - an extra

        sums = self.cuda.device_array(-(-len(played) // cuda.SHOES_A_SUM), dtype=np.int64)
        cuda.sum_kernel()[-(-len(sums) // _NUMBERING), _NUMBERING](played, sums)
        of_each = sums.copy_to_host()
        before = self.cuda.to_device(np.cumsum(of_each) - of_each)
        cuda.number_kernel()[-(-count // _NUMBERING), _NUMBERING](
            first, played, before, hits, count
        )


def _in_order(hits: Array) -> Array:
    """Sort the hits, which threads report in any order, into the order of the table.

    The second field of a hit is empty here and is left out.
    """
    rounds, seats, wagers = hits[:, 0], hits[:, 2], hits[:, 3]
    order = np.argsort((rounds * WAGERS_ROOM + wagers) * SEATS_MAX + seats)
    return hits[order][:, [0, 2, 3, 4]]


class StepsOnDevice(_OnDevice):
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
        from pitboss.simulate.backends import cuda, cuda_steps  # noqa: PLC0415 - an extra

        self.job, self.cuda, self.step_job = job, _cuda(), step_job
        self.is_roomy, self.asked_threads = is_roomy, threads
        self.threads = threads or self._threads_that_fit()
        self.grid = grid or int(self.cuda.get_current_device().MULTIPROCESSOR_COUNT)
        tables, wagers = step_job.tables, step_job.wagers
        begin = cuda_steps.deals_begin(self.threads * self.padded, self._codes)
        deals = step_job.shared_deals(begin)
        self.shared = begin + 4 * len(deals.words)
        plan = cuda_steps.Plan(
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
        self.kernel, self.fields = cuda_steps.step_kernel(plan), cuda_steps.HIT_FIELDS
        inputs = step_job.game, deals.words, self._blank(step_job.full_shoe), job.cutting
        self.arrays = [self._send(array) for array in inputs]
        self.defers = wagers is not None and bool(wagers.deferred.any())
        self.allow_shared = cuda.allow_shared
        self.compiled: Any = None
        self._hits_room = HITS_AT_FIRST
        self._with_room: StepsOnDevice | None = None
        self.lists = (self._send(np.zeros((1, 1), dtype=U64)), self._send(np.zeros(1, dtype=U32)))

    @cached_property
    def padded(self) -> int:
        """Bytes of a shoe: room behind it only where cards come from there as a rule.

        A launch in which some shoe would need it is played again with room.
        """
        size = len(self.job.full_shoe)
        is_dealt_out = self.job.cut + CARDS_USED * (self.job.hands + 1) > size
        if self.is_roomy or is_dealt_out:
            return super().padded
        return -(-size // _WORDS) * _WORDS

    @property
    def _codes(self) -> int:
        return len(self.step_job.tables.first) + len(self.step_job.tables.steps)

    def _threads_that_fit(self) -> int:
        device = self.cuda.get_current_device()
        most = int(device.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) - _SHARED_SPARE
        tables = 2 * self._codes + 4 * len(self.step_job.shared_deals(0).words)
        room = (most - tables - 4 * self.step_job.counters) // (self.padded + 4 * _WORDS)
        return max(_WARP, min(_STEPPED_THREADS_MAX, room // _WARP * _WARP))

    def _launch(self, first: int, shoes: int, *more: Any) -> Array:  # noqa: ANN401
        total = self.no_counts()
        self.play_into(total, first, shoes, *more)
        return total.copy_to_host().astype(np.int64)

    def no_counts(self) -> Array:
        """Return counters on the card."""
        return self.cuda.to_device(np.zeros(self.step_job.counters, dtype=np.uint64))

    def play_into(self, total: Array, first: int, shoes: int, *more: Any) -> None:  # noqa: ANN401
        """Play shoes, and add their counts."""
        arguments = *self.arrays, self._shoes(first, shoes), *self.lists, total, *more
        if self.compiled is None:
            self.compiled = self.allow_shared(self.kernel, arguments, self.shared)
        self.compiled[self.grid, self.threads, 0, self.shared](*arguments)

    def play(self, first: int, shoes: int) -> Finish:
        """Play *shoes* shoes from number *first* on."""
        counts, deals, _ = self._make_counters(first, shoes, self.fields)
        if self.left:
            if self._with_room is None:
                shape = self.asked_threads, self.grid
                self._with_room = StepsOnDevice(self.job, self.step_job, *shape, is_roomy=True)
            return self._with_room.play(first, shoes)
        return partial(self.tally, counts, deals)

    def tally(self, counts: Array, deals: Array) -> Tally:
        """Return the tally of the card's counters and deferred wins."""
        step_job = self.step_job
        hits = _in_order(step_job.hits_of_table(deals)) if len(deals) else no_hits()
        return Tally(step_job.rounds(counts), step_job.counts_of_table(counts), hits)
