"""Rounds of one seat on a graphics card, by a few look-ups in shared tables each: see `lanes`.

Some rounds need more: a split, or cards that are not placed yet. Such a round waits until enough
lanes of a warp have one, because it takes many times as long and the other lanes wait for it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from numba import int64, uint8, uint16, uint32

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends.cuda import (
    IS_SIMULATED,
    _device,
    _kernel,
    any_plays,
    cuda,
    lay_out,
    registers_per_thread,
    report,
    stay_together,
)
from pitboss.simulator.backends.cuda_shuffle import shuffle
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.buffers import (
    CARDS_ROOM,
    CELLS_ROOM,
    DEFERRED_FIELDS,
    HANDS_ROOM,
    LOOK_ROOM,
    PARTS_ROOM,
    WAGERS_ROOM,
    CounterBuffers,
    HandBuffers,
    RoundBuffers,
)
from pitboss.simulator.cells.round import count_seat
from pitboss.simulator.lanes.plan import NO_END, RoundEnds
from pitboss.simulator.players import ONE_SEAT_ROUNDS, SHARED_ROUNDS, SHARED_SPLITS
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import FRONTIER, START, STATE, Cutting, Deck

_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_EVERY_LANE = 0xFFFFFFFF
_WARP = 32
_SPLIT_CARDS = U32(64)
"""More cards than a round with a split takes; so many must be left in a shoe."""
_SHOWN = 2 + CARDS_ROOM
_SLOTS = 32
"""Room for the dealer's cards, and for the counters of a seat."""


class LaneKernelPlan(NamedTuple):
    """What a kernel is compiled for."""

    kind: RoundKind
    dealt: int
    """Hands that are dealt to the seat."""
    threads: int
    padded: int
    """Bytes of a shoe."""
    words: int
    """How many words the tables have."""
    places: tuple[int, ...]
    ends: int
    counters: int
    has_late: bool
    """Whether some ends defer a win."""
    share: int
    """Per cent of a processor's memory that blocks share; the rest keeps tables near."""
    waiting: int
    """So many lanes of a warp wait until their rounds are played as at any table."""

    @property
    def tables_at(self) -> int:
        """Where the tables lie in the memory of a block, behind the shoes, in words."""
        return self.threads * self.padded // 4

    @property
    def ends_at(self) -> int:
        """Where the counters of ends lie, behind the tables."""
        return self.tables_at + self.words


@_device
def _lanes_that(flag: Flag) -> Any:
    """Return for how many lanes of the warp it is true; all of them take part."""
    if IS_SIMULATED:
        return _WARP if flag else 0
    return cuda.popc(cuda.ballot_sync(_EVERY_LANE, flag))


@_device
def _share(shared: Array, at: Integer, words: Array, more: Any, threads: Integer) -> None:
    """Copy tables to the memory of a block, and clear the counters behind them."""
    for word in range(cuda.threadIdx.x, len(words), threads):
        shared[U32(at + U32(word))] = words[word]
    behind = U32(at + U32(len(words)))
    for word in range(cuda.threadIdx.x, more, threads):
        shared[U32(behind + U32(word))] = _ZERO


@_device
def _count(shared: Array, at: Integer, ended: RoundEnds) -> None:
    """Count the ends of a round."""
    cuda.atomic.add(shared, U32(at + ended.one), _ONE)
    if ended.two != NO_END:
        cuda.atomic.add(shared, U32(at + ended.two), _ONE)
    if ended.three != NO_END:
        cuda.atomic.add(shared, U32(at + ended.three), _ONE)
    if ended.four != NO_END:
        cuda.atomic.add(shared, U32(at + ended.four), _ONE)


@_device
def _add_up(shared: Array, at: Integer, size: Integer, threads: Integer, total: Array) -> None:
    """Add counters of a block to those of all blocks."""
    for place in range(cuda.threadIdx.x, size, threads):
        cuda.atomic.add(total, place, U64(shared[U32(at + U32(place))]))


@_device
def _is_late(late: Array, ended: RoundEnds) -> Any:
    """Return whether an end of a round defers a win."""
    is_late = late[ended.one] != 0
    if ended.two != NO_END:
        is_late = is_late or late[ended.two] != 0
    if ended.three != NO_END:
        is_late = is_late or late[ended.three] != 0
    if ended.four != NO_END:
        is_late = is_late or late[ended.four] != 0
    return is_late


@cache
def _any_round(kind: RoundKind, dealt: int, *, defers: bool = False) -> Any:
    """Return the function that plays a round of a kind as at any table, and counts it.

    With *defers* some wins are deferred. Room that is not needed costs 21-Hold 'em a seventh.
    """
    play = ONE_SEAT_ROUNDS[kind]
    results_room = dealt * HANDS_ROOM
    spans_room = 2 * dealt
    deferred_room = WAGERS_ROOM if defers else 1

    def play_any(
        deck: Deck,
        game: Any,
        index: Integer,
        shared: Array,
        at: Integer,
        hits: Array,
        tallied: Array,
    ) -> Any:
        hands = HandBuffers(
            cuda.local.array(dealt, uint32),  # first
            cuda.local.array(dealt, uint32),  # second
            cuda.local.array(_SHOWN, uint32),  # shown
            cuda.local.array(results_room, uint32),  # results
            cuda.local.array(dealt, uint32),  # counts
            cuda.local.array(dealt, uint8),  # waits
            cuda.local.array(spans_room, uint32),  # spans
            cuda.local.array(HANDS_ROOM, uint32),  # stack
            cuda.local.array(CARDS_ROOM, uint32),  # dealer
            cuda.local.array(CARDS_ROOM, uint32),  # cards
        )
        cells = cuda.local.array(CELLS_ROOM, uint32)
        ended = cuda.local.array(1, uint32)
        rows = cuda.local.array(WAGERS_ROOM, int64)
        cards = cuda.local.array(LOOK_ROOM, uint32)
        sums = cuda.local.array(PARTS_ROOM, int64)
        slots = cuda.local.array(_SLOTS, int64)
        deferred = cuda.local.array((deferred_room, DEFERRED_FIELDS), int64)
        buffers = RoundBuffers(hands, cells, ended, rows, cards, sums)
        deck.state[START] = index
        index, used, wins = play(deck, game, index, buffers, CounterBuffers(slots, deferred))
        if defers:
            report(deck.number, 0, wins, deferred, hits, tallied)  # a deck is a round
        for place in range(used):
            cuda.atomic.add(shared, U32(at + U32(slots[place])), _ONE)
        return index

    return _device(play_any)


@cache
def _round_apart(kind: RoundKind, dealt: int, places: tuple[int, ...]) -> Any:
    """Return the function that plays a round that waited: a split if it is one, or any."""
    play_any = _any_round(kind, dealt)
    if kind not in SHARED_SPLITS:
        return _device(
            lambda deck, game, _, __, ___, index, ____, shared, _____, at, hits, tallied: play_any(
                deck, game, index, shared, at, hits, tallied
            )
        )
    split = SHARED_SPLITS[kind]

    def play_apart(
        deck: Deck, game: Any, cards: Array, entries: Array, more: Any, index: Integer,
        frontier: Integer, shared: Array, ends_at: Integer, at: Integer, hits: Array,
        tallied: Array,
    ) -> Any:  # fmt: skip
        none = cuda.local.array(1, uint32)
        byte = cuda.local.array(1, uint8)
        results = cuda.local.array(HANDS_ROOM, uint32)
        stack = cuda.local.array(HANDS_ROOM, uint32)
        cells = cuda.local.array(CELLS_ROOM, uint32)
        ended = cuda.local.array(1, uint32)
        sums = cuda.local.array(1, int64)
        slots = cuda.local.array(_SLOTS, int64)
        hands = HandBuffers(none, none, none, results, none, byte, none, stack, none, none)
        buffers = RoundBuffers(hands, cells, ended, sums, none, sums)
        after = _ZERO
        if U32(index + _SPLIT_CARDS) <= deck.size:
            base = U32(deck.lane << _TWO)
            split_hands = split(
                deck, game.tables, cards, entries, places, more, base, deck.lanes, index, frontier,
                buffers,
            )  # fmt: skip
            if split_hands.is_kept:
                after = split_hands.after
                cuda.atomic.add(shared, U32(ends_at + split_hands.one), _ONE)
                for place in range(count_seat(game, buffers, slots)):
                    cuda.atomic.add(shared, U32(at + U32(slots[place])), _ONE)
        if after == _ZERO:
            after = play_any(deck, game, index, shared, at, hits, tallied)
        return after

    return _device(play_apart)


@cache
def shoe_kernel(plan: LaneKernelPlan) -> Any:
    """Return the kernel that deals shoes to their cut cards."""
    threads = plan.threads
    places = plan.places
    ends = plan.ends
    counters = plan.counters
    play = SHARED_ROUNDS[plan.kind]
    play_apart = _round_apart(plan.kind, plan.dealt, places)
    most = plan.waiting
    words_room = 4 * threads
    tables_at = plan.tables_at
    ends_at = plan.ends_at
    counts_at = plan.ends_at + ends

    def kernel(
        game: Any, more: Any, tables: Array, blank: Array, cutting: Cutting, launch: Launch,
        _late: Array, total: Array, total_ends: Array, hits: Array, tallied: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        shared = cuda.shared.array(0, uint32)
        cards = cuda.shared.array(0, uint8)
        entries = cuda.shared.array(0, uint16)
        words = cuda.shared.array(words_room, uint32)
        state = cuda.local.array(STATE, uint32)
        _share(shared, U32(tables_at), tables, ends + counters, threads)
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        rounds = int64(0)
        base = U32(own << _TWO)
        for _ in range(launch.turns):
            number = U64(launch.first + shift)
            cut = cutting.cut
            index = cutting.burn
            deck = Deck(cards, state, words, own, lanes, _ZERO, launch.size, number, launch.seed)
            if shift >= launch.shoes:
                cut = _ZERO
            lay_out(blank, shared, own, lanes)
            shuffle(deck, cutting.placed)
            frontier = U32(state[FRONTIER])
            waits = False
            while any_plays(index < cut):
                if index < cut and not waits:
                    ended = play(cards, entries, places, more, base, lanes, index, frontier)
                    waits = not ended.is_kept
                    if ended.is_kept:
                        _count(shared, U32(ends_at), ended)
                        index = ended.after
                        rounds = rounds + 1
                stay_together()
                waiting = _lanes_that(waits)
                if waiting >= most or (waiting and not any_plays(index < cut and not waits)):
                    if waits:
                        index = play_apart(
                            deck, game, cards, entries, more, index, frontier, shared,
                            U32(ends_at), U32(counts_at), hits, tallied,
                        )  # fmt: skip
                        frontier = U32(state[FRONTIER])
                        waits = False
                        rounds = rounds + 1
                    stay_together()
            shift = U64(shift + step)
        cuda.syncthreads()
        cuda.atomic.add(tallied, 1, rounds)
        _add_up(shared, U32(ends_at), ends, threads, total_ends)
        _add_up(shared, U32(counts_at), counters, threads, total)

    return _kernel(kernel, registers_per_thread(threads))


@cache
def deck_kernel(plan: LaneKernelPlan) -> Any:
    """Return the kernel that plays a round of every deck; a lane plays on while one waits."""
    threads = plan.threads
    places = plan.places
    ends = plan.ends
    counters = plan.counters
    play = SHARED_ROUNDS[plan.kind]
    play_any = _any_round(plan.kind, plan.dealt, defers=plan.has_late)
    most = plan.waiting
    words_room = 4 * threads
    has_late = plan.has_late
    tables_at = plan.tables_at
    ends_at = plan.ends_at
    counts_at = plan.ends_at + ends

    def kernel(
        game: Any, more: Any, tables: Array, blank: Array, cutting: Cutting, launch: Launch,
        deferring: Array, total: Array, total_ends: Array, hits: Array, tallied: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        shared = cuda.shared.array(0, uint32)
        cards = cuda.shared.array(0, uint8)
        entries = cuda.shared.array(0, uint16)
        words = cuda.shared.array(words_room, uint32)
        state = cuda.local.array(STATE, uint32)
        _share(shared, U32(tables_at), tables, ends + counters, threads)
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        shoes = launch.shoes
        base = U32(own << _TWO)
        rounds = int64(0)
        late = launch.first
        waits = False
        while any_plays(shift < shoes or waits):
            is_held = False
            if shift < shoes:
                number = U64(launch.first + shift)
                lay_out(blank, shared, own, lanes)
                ended = play(cards, entries, places, more, base, lanes, number, launch.seed)
                is_kept = ended.is_kept
                if has_late:
                    is_kept = is_kept and not _is_late(deferring, ended)
                is_held = waits and not is_kept
                if is_kept:
                    _count(shared, U32(ends_at), ended)
                    rounds += 1
                elif not waits:
                    late = number
                    waits = True
                if not is_held:
                    shift = U64(shift + step)
            stay_together()
            if _lanes_that(waits) >= most or any_plays(is_held) or not any_plays(shift < shoes):
                if waits:
                    deck = Deck(
                        cards, state, words, own, lanes, _ZERO, launch.size, late, launch.seed
                    )
                    lay_out(blank, shared, own, lanes)
                    shuffle(deck, cutting.placed)
                    play_any(deck, game, cutting.burn, shared, U32(counts_at), hits, tallied)
                    waits = False
                    rounds = rounds + 1
                stay_together()
        cuda.syncthreads()
        cuda.atomic.add(tallied, 1, rounds)
        _add_up(shared, U32(ends_at), ends, threads, total_ends)
        _add_up(shared, U32(counts_at), counters, threads, total)

    return _kernel(kernel, registers_per_thread(threads), plan.share)
