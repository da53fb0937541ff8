"""Play shoes on a graphics card: one shoe per thread, its cards in shared memory.

The rounds are the functions of the processor, compiled again. Only the counting differs, because
many threads add to the same counters.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba.cuda
import numpy as np
from numba import int64, uint8, uint32

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer
from pitboss.compiled.numba_compiler import complete, with_linked_calls
from pitboss.late import load
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends.cuda_shuffle import shuffle
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.backends.shares import SHARED_ALL, device_shares
from pitboss.simulator.buffers import (
    CARDS_ROOM,
    CELLS_ROOM,
    DEFERRED_FIELDS,
    DEFERRED_ROOM,
    HANDS_DEALT,
    HANDS_ROOM,
    LOOK_ROOM,
    PARTS_ROOM,
    SEATS_MAX,
    SLOTS_ROOM,
    WAGERS_ROOM,
    CounterBuffers,
    HandBuffers,
    RoundBuffers,
)
from pitboss.simulator.players import ONE_SEAT_ROUNDS, ROUNDS
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import START, STATE, Cutting, Deck

cuda: Any = numba.cuda
"""Types know only the part of it that its simulator has."""
_ZERO = U32(0)
_ONE = U32(1)
# The lengths of local arrays have to be plain names.
_SHOWN = 2 + CARDS_ROOM
_RESULTS = HANDS_DEALT * HANDS_ROOM
_SPANS = 2 * HANDS_DEALT
_CELLS = SEATS_MAX * CELLS_ROOM
_ROWS = SEATS_MAX * WAGERS_ROOM


SHOES_A_SUM = 1 << 10
"""Shoes whose rounds are added up together, to number the rounds of a launch."""
IS_SIMULATED = bool(vars(numba.config)["ENABLE_CUDASIM"])
_EVERY_LANE = 0xFFFFFFFF
_PARTS = 4
_REGISTERS = 1 << 14
_REGISTERS_MAX = 255
_REGISTERS_STEP = 8
"""Parts of a processor that have warps of their own, the registers of a part, those of a thread at
most, and how they are given out."""
_WARP = 32
_DRIVER = "numba.cuda.cudadrv.driver"
"""What numba's simulator does not have."""
_devices: list[tuple[Any, Any]] = []
"""Functions as they are compiled, and as they are written."""
_borrowers: list[dict[str, Any]] = []
"""The names of modules whose functions numba's simulator runs."""


def _device(function: Any) -> Any:
    """Compile a function that kernels call; numba's simulator runs it as it is."""
    if IS_SIMULATED:
        _borrowers.append(function.__globals__)
        return function
    made = with_linked_calls(function)
    _devices.append((made, function))
    return cuda.jit(device=True)(made)


def _kernel(function: Any, registers: int = 0, shared: int = SHARED_ALL) -> Any:
    """Compile a kernel that shares *shared* per cent of a processor's memory.

    With *registers* no thread has more of them, so more threads fit.
    """
    if IS_SIMULATED:
        return cuda.jit(_lending(function))
    for made, device in _devices:  # by now everything is defined that they call
        complete(made, device)
    options = {"shared_memory_carveout": shared}
    if registers:
        options["max_registers"] = registers
    return cuda.jit(**options)(with_linked_calls(function))


def _lending(function: Any) -> Any:
    """Return a kernel for numba's simulator, which lends its device to this module alone."""
    _borrowers.append(function.__globals__)

    def kernel(*arguments: Any) -> None:
        for names in _borrowers:
            names["cuda"] = cuda
        function(*arguments)

    return kernel


def registers_per_thread(threads: int) -> int:
    """Return the registers that each thread of a block of *threads* may have."""
    warps = -(-threads // (_WARP * _PARTS))
    return min(_REGISTERS_MAX, _REGISTERS // (_WARP * warps) // _REGISTERS_STEP * _REGISTERS_STEP)


class SharingKernel:
    """A kernel whose blocks share so many bytes.

    The driver allows more than 48 KiB only on request, and numba does not request it.
    """

    def __init__(self, kernel: Any, grid: int, threads: int, shared: int) -> None:
        """Compile *kernel* at its first launch, of *grid* blocks that share *shared* bytes."""
        self.kernel = kernel
        self.lanes = grid * threads
        self._shape = grid, threads, 0, shared
        self._compiled: Any = None

    def __call__(self, *arguments: Any) -> None:
        """Launch the kernel."""
        if self._compiled is None:
            self._compiled = self._compile(arguments)
        self._compiled[self._shape](*arguments)

    def _compile(self, arguments: tuple[Any, ...]) -> Any:
        if IS_SIMULATED:
            return self.kernel
        compiled = self.kernel.specialize(*arguments)
        (code,) = compiled.overloads.values()
        function = code._codelibrary.get_cufunc()  # noqa: SLF001 - numba has no other way
        attribute = load(f"{_DRIVER}:binding").CUfunction_attribute
        most = attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        place = function.handle, function.device.id
        load(f"{_DRIVER}:driver").cuKernelSetAttribute(most, self._shape[3], *place)
        return compiled


DeviceArray = Any
"""An array in the memory of a card, which numba gives no type."""


def zeros(size: int, kind: Any) -> DeviceArray:
    """Return an array of zeros on the card."""
    return cuda.to_device(np.zeros(size, dtype=kind))


@_device
def stay_together() -> None:
    """Wait for the other threads of the warp; otherwise they run one by one."""
    if not IS_SIMULATED:  # numba's simulator has no warps
        cuda.syncwarp()


@_device
def any_plays(plays: Flag) -> Any:
    """Return whether any thread of the warp still plays; all threads of the warp take part."""
    return plays if IS_SIMULATED else cuda.any_sync(_EVERY_LANE, plays)


@_device
def clear(counts: Array, counters: Integer, threads: Integer) -> None:
    """Set the counters of a block to zero; each thread clears its share."""
    for at in range(cuda.threadIdx.x, counters, threads):
        counts[at] = 0


@_device
def add_up(counts: Array, counters: Integer, threads: Integer, total: Array) -> None:
    """Add the counters of a block to those of all blocks."""
    for at in range(cuda.threadIdx.x, counters, threads):
        cuda.atomic.add(total, at, U64(counts[at]))


@_device
def lay_out(blank: Array, shared: Array, lane: Integer, lanes: Integer) -> None:
    """Put the cards of a shoe in order into a lane of the memory that a block shares."""
    for at in range(len(blank)):
        shared[U32(U32(at) * lanes + lane)] = blank[at]


@_device
def _add_shared(counts: Array, _: Array, slot: Integer) -> None:
    """Count in the counters of a block."""
    cuda.atomic.add(counts, slot, _ONE)


@_device
def _add_global(_: Array, total: Array, slot: Integer) -> None:
    """Count in the counters of all blocks: slower, but without a limit on their number."""
    cuda.atomic.add(total, slot, U64(1))


@_device
def report(
    number: Integer, turn: Integer, wins: Integer, deferred: Array, hits: Array, tallied: Array
) -> None:
    """Report the deferred wins of a round."""
    for win in range(wins):
        at = cuda.atomic.add(tallied, 0, 1)
        if at < len(hits):
            hits[at, 0] = number
            hits[at, 1] = turn
            for field in range(DEFERRED_FIELDS):
                hits[at, 2 + field] = deferred[win, field]


@_device
def add_squares(squares: Any, sums: Array, total: Array) -> None:
    """Add a thread's sums of squares to those of all threads."""
    squares_at, parts = squares
    for part in range(parts):
        cuda.atomic.add(total, squares_at + part, U64(sums[part]))


@cache
def _shoe_player(kind: RoundKind, is_alone: bool, add: Any) -> Any:  # noqa: FBT001
    """Return the function that plays a shoe of a kind together with the threads of the warp."""
    play = ONE_SEAT_ROUNDS[kind] if is_alone else ROUNDS[kind]

    def play_shoe(
        deck: Deck, game: Any, cutting: Cutting, is_mine: Flag, buffers: RoundBuffers,
        counters: CounterBuffers, counts: Array, total: Array, hits: Array, tallied: Array,
    ) -> Any:  # fmt: skip
        turn = 0
        cut = cutting.cut
        index = cutting.burn if is_mine else cut
        while any_plays(index < cut):
            if index >= cut:
                continue
            deck.state[START] = index
            index, used, wins = play(deck, game, index, buffers, counters)
            for place in range(used):
                add(counts, total, counters.slots[place])
            report(deck.number, turn, wins, counters.deferred, hits, tallied)
            turn += 1
        return turn

    return _device(play_shoe)


def plain_kernel(kind: RoundKind, is_alone: bool, threads: int, counters: int) -> Any:  # noqa: FBT001
    """Return a kernel that plays as `shoes_player` of a kind does, in blocks of *threads*.

    With *is_alone* it plays one seat, and leaves the rest to `CellJob.with_parts`.
    Without shared counters it counts in those of all blocks.
    """
    play_shoe = _shoe_player(kind, is_alone, _add_shared if counters else _add_global)
    return table_kernel(play_shoe, threads, counters, *device_shares(kind))


@cache
def table_kernel(
    play_shoe: Any, threads: int, counters: int, registers: int = 0, share: int = SHARED_ALL
) -> Any:
    """Return a kernel whose threads play their shoes by *play_shoe*, and share *counters* counters.

    *played* gets the rounds of each shoe if it has room for them, *tallied* the number of hits and
    of rounds.
    """
    words_room = 4 * threads
    shared_room = max(1, counters)

    def kernel(
        game: Any, squares: Any, blank: Array, cutting: Cutting, launch: Launch, total: Array,
        played: Array, hits: Array, tallied: Array,
    ) -> None:  # fmt: skip
        lane = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        shared = cuda.shared.array(0, uint32)
        shoe = cuda.shared.array(0, uint8)
        words = cuda.shared.array(words_room, uint32)
        counts = cuda.shared.array(shared_room, uint32)
        state = cuda.local.array(STATE, uint32)
        hands = HandBuffers(
            cuda.local.array(HANDS_DEALT, uint32),  # first
            cuda.local.array(HANDS_DEALT, uint32),  # second
            cuda.local.array(_SHOWN, uint32),  # shown
            cuda.local.array(_RESULTS, uint32),  # results
            cuda.local.array(HANDS_DEALT, uint32),  # counts
            cuda.local.array(HANDS_DEALT, uint8),  # waits
            cuda.local.array(_SPANS, uint32),  # spans
            cuda.local.array(HANDS_ROOM, uint32),  # stack
            cuda.local.array(CARDS_ROOM, uint32),  # dealer
            cuda.local.array(CARDS_ROOM, uint32),  # cards
        )
        cells = cuda.local.array(_CELLS, uint32)
        ended = cuda.local.array(SEATS_MAX, uint32)
        rows = cuda.local.array(_ROWS, int64)
        cards = cuda.local.array(LOOK_ROOM, uint32)
        sums = cuda.local.array(PARTS_ROOM, int64)
        buffers = RoundBuffers(hands, cells, ended, rows, cards, sums)
        slots = cuda.local.array(SLOTS_ROOM, int64)
        deferred = cuda.local.array((DEFERRED_ROOM, DEFERRED_FIELDS), int64)
        for part in range(PARTS_ROOM):
            sums[part] = 0
        clear(counts, counters, threads)
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        rounds = int64(0)
        for _ in range(launch.turns):
            number = U64(launch.first + shift)
            is_mine = shift < launch.shoes
            deck = Deck(shoe, state, words, lane, lanes, _ZERO, launch.size, number, launch.seed)
            if is_mine:
                lay_out(blank, shared, lane, lanes)
                shuffle(deck, cutting.placed)
            both = CounterBuffers(slots, deferred)
            turn = play_shoe(
                deck, game, cutting, is_mine, buffers, both, counts, total, hits, tallied
            )
            if shift < len(played):
                played[shift] = turn
            rounds += turn
            shift += step
        cuda.syncthreads()
        cuda.atomic.add(tallied, 1, rounds)
        add_squares(squares, sums, total)
        add_up(counts, counters, threads, total)

    return _kernel(kernel, registers, share)


@cache
def sum_kernel() -> Any:
    """Return a kernel that adds up the rounds of every `SHOES_A_SUM` shoes, a thread for each."""

    def kernel(played: Array, sums: Array) -> None:
        at = cuda.grid(1)
        if at < len(sums):
            total = int64(0)
            for shoe in range(at * SHOES_A_SUM, min((at + 1) * SHOES_A_SUM, len(played))):
                total += played[shoe]
            sums[at] = total

    return _kernel(kernel)


@cache
def number_kernel() -> Any:
    """Return a kernel that numbers the round of every hit among all rounds, a thread for each.

    *before* are the rounds before every `SHOES_A_SUM` shoes.
    """

    def kernel(first: Integer, played: Array, before: Array, hits: Array, count: Integer) -> None:
        at = cuda.grid(1)
        if at < count:
            shoe = int64(hits[at, 0] - first)
            begin = shoe // SHOES_A_SUM
            total = before[begin] + hits[at, 1]
            for earlier in range(begin * SHOES_A_SUM, shoe):
                total += played[earlier]
            hits[at, 0] = total
            hits[at, 1] = 0

    return _kernel(kernel)
