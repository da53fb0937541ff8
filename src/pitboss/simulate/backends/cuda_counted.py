"""Play shoes with a counter on a graphics card, as `counting.shoes` does on the processor.

A block shares the counters of the plain simulator. The cube is in global memory: its rounds fall
into so many cells that two threads seldom add to the same one.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from numba import int32, int64, uint8, uint32

from pitboss.rulebook.model import RoundKind
from pitboss.simulate.backends import cuda as plain_cuda
from pitboss.simulate.backends.cuda import (
    _CELLS,
    _EVERY_LANE,
    _RESULTS,
    _ROWS,
    _SHOWN,
    _SPANS,
    IS_SIMULATED,
    _device,
    _kernel,
    cuda,
)
from pitboss.simulate.backends.cuda_shuffle import shuffle
from pitboss.simulate.backends.launch import Launch
from pitboss.simulate.backends.shares import SHARED_BY_COUNTERS
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    FIRST_RESULT,
    LeanSections,
)
from pitboss.simulate.buffers import (
    CARDS_ROOM,
    DEFERRED_FIELDS,
    DEFERRED_ROOM,
    HANDS_DEALT,
    HANDS_ROOM,
    LOOK_ROOM,
    PARTS_ROOM,
    SEATS_MAX,
    SLOTS_ROOM,
    CounterBuffers,
    HandBuffers,
    RoundBuffers,
)
from pitboss.simulate.counting import kernel
from pitboss.simulate.counting.fields import INSURANCE_WON, INSURED
from pitboss.simulate.counting.kernel import (
    BINS_ROOM,
    GROUPS_ROOM,
    Counting,
    CountMemory,
    ShoeSums,
    add_to_shoe,
    begin_shoe,
    bin_at,
    counted_deck,
    counter_cell,
    is_summed,
    next_play,
    see_cards,
)
from pitboss.simulate.counting.lean_round import insures, play_round, see_deal
from pitboss.simulate.counting.rounds import AnyTables, rebound
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import START, STATE, Cutting, Deck, card_at
from pitboss.simulate.rounds import COUNTED_ROUNDS

Array = Any
_ZERO, _ONE, _FOUR = U32(0), U32(1), U32(4)
_COLUMN_BITS = U32(COLUMN_BITS)


_NAMES = (_EVERY_LANE, IS_SIMULATED, DEFERRED_FIELDS)
"""Names that the copied functions below use."""


_copied = partial(plain_cuda.copy_into, globals())
_add_squares = _copied(plain_cuda.add_squares)
_add_up = _copied(plain_cuda.add_up)
_any_plays = _copied(plain_cuda.any_plays)
_clear = _copied(plain_cuda.clear)
_lay_out = _copied(plain_cuda.lay_out)
_report = _copied(plain_cuda.report)
_stay_together = _copied(plain_cuda.stay_together)


@_device
def _add(total: Array, at: Any, value: Any) -> None:
    """Add to a counter of all blocks; a negative number wraps round and comes out right."""
    cuda.atomic.add(total, at, U64(int64(value)))


_add_result = _device(rebound(kernel.add_result, add=_add))
_add_shoe = _device(rebound(kernel.add_shoe, add=_add))
_add_round = _device(rebound(kernel.add_round, add=_add, add_result=_add_result))


@_device
def _seat_net(pays: Array, outcome: Any, result: Any, hands: Any, results: Array) -> Any:
    """Return what the hands of one seat won."""
    if result >= FIRST_RESULT:
        return int64(pays[U32(U32(result << _COLUMN_BITS) + outcome)])
    net = int64(0)
    for hand in range(hands):
        net += int64(pays[U32(U32(results[hand] << _COLUMN_BITS) + outcome)])
    return net


@_device
def _count_insurance(total: Array, counting: Counting, outcome: Any) -> Any:
    """Count that the counter insured; return what that won."""
    _add(total, counting.extras + INSURED, 1)
    if outcome == DEALER_BLACKJACK:
        _add(total, counting.extras + INSURANCE_WON, 1)
        return int64(counting.insurance_won)
    return int64(counting.insurance_lost)


@_device
def _count_lean(
    counts: Array,
    sections: LeanSections,
    pays: Array,
    outcome: Any,
    result: Any,
    hands: Any,
    results: Array,
) -> None:
    """Count a round of one seat with its main wager alone, as `counting.shoes_lean` does."""
    if result >= FIRST_RESULT:
        cell = U32(U32(result << _COLUMN_BITS) + outcome)
        cuda.atomic.add(counts, U32(sections.whole + cell), _ONE)
        return
    net = int32(0)
    for hand in range(hands):
        cell = U32(U32(results[hand] << _COLUMN_BITS) + outcome)
        cuda.atomic.add(counts, U32(sections.split + cell), _ONE)
        net += pays[cell]
    cuda.atomic.add(counts, U32(sections.nets + net), _ONE)


@cache
def lean_kernel(threads: int, counters: int) -> Any:
    """Return a kernel that plays as `counting.shoes_lean.play_lean` does."""
    words_room = 4 * threads

    def kernel(
        tables: AnyTables,
        blank: Array,
        pays: Array,
        cutting: Cutting,
        sections: LeanSections,
        counting: Counting,
        launch: Launch,
        total: Array,
    ) -> None:
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared, shoe = cuda.shared.array(0, uint32), cuda.shared.array(0, uint8)
        words = cuda.shared.array(words_room, uint32)
        counts = cuda.shared.array(counters, uint32)
        state, results = cuda.local.array(STATE, uint32), cuda.local.array(HANDS_ROOM, uint32)
        stack = cuda.local.array(HANDS_ROOM, uint32)
        memory = CountMemory(
            cuda.local.array(2, int32),
            cuda.local.array(GROUPS_ROOM, int32),
            ShoeSums(cuda.local.array(BINS_ROOM, int64), cuda.local.array(3, int64)),
        )
        _clear(counts, counters, threads)
        _clear_sums(memory.sums)
        cuda.syncthreads()
        shift, step = U64(cuda.grid(1)), U64(cuda.gridsize(1))
        for _ in range(launch.turns):
            _stay_together()
            if shift < launch.shoes:
                _lay_out(blank, shared, lane, lanes)
                number = U64(launch.first + shift)
                plain = Deck(
                    shoe, state, words, lane, lanes, _ZERO, launch.size, number, launch.seed
                )
                shuffle(plain, cutting.placed)
                deck = counted_deck(plain, counting, memory)
                index, gate, turn, summed = cutting.burn, cutting.burn, int64(0), is_summed(number)
                plays = 0 if counting.enter >= 0 else 1
                if summed:
                    begin_shoe(memory.sums, counting.count_bins)
                while gate < cutting.cut:
                    start = index
                    state[START] = index
                    count_bin = bin_at(deck, counting, index)
                    if counting.moves:
                        plays = next_play(counting, plays, count_bin)
                    insured = False
                    up = card_at(deck, U32(index + _ONE))
                    if counting.insurance >= 0 and counting.insurable[up]:
                        insured = insures(deck, counting, tables.asks, U32(index + _FOUR))
                    index, outcome, result, hands = play_round(deck, tables, index, results, stack)
                    _count_lean(counts, sections, pays, outcome, result, hands, results)
                    net = _seat_net(pays, outcome, result, hands, results)
                    if insured:
                        net += _count_insurance(total, counting, outcome)
                    _add_result(total, counter_cell(counting, plays, gate, count_bin), net)
                    if summed and plays == 1:
                        add_to_shoe(memory.sums, count_bin, net)
                    see_deal(deck, counting, memory.left, start, index)
                    turn += 1
                    gate = start if counting.after_cut else index
                if summed:
                    _add_shoe(total, counting, memory.sums, turn)
            shift += step
        cuda.syncthreads()
        _add_up(counts, counters, threads, total)

    return _kernel(kernel, shared=SHARED_BY_COUNTERS)


@_device
def _clear_sums(sums: ShoeSums) -> None:
    """Set the sums of a shoe to zero."""
    for place in range(BINS_ROOM):
        sums.results[place] = 0
    sums.state[0], sums.state[1], sums.state[2] = 0, -1, 0


@cache
def _shoe_player(kind: RoundKind) -> Any:
    """Return the function that plays a shoe of a kind together with the threads of the warp."""
    play = COUNTED_ROUNDS[kind]

    def play_shoe(
        plain: Deck,
        game: Any,
        counting: Counting,
        cutting: Cutting,
        is_mine: Any,
        shared: Any,
        memory: CountMemory,
        buffers: RoundBuffers,
        counters: CounterBuffers,
        counts: Array,
        total: Array,
        hits: Array,
        tallied: Array,
    ) -> Any:
        deck = counted_deck(plain, counting, memory)
        index, gate, turn = cutting.burn, cutting.burn, int64(0)
        if not is_mine:
            gate = cutting.cut
        plays, summed = 0 if counting.enter >= 0 else 1, is_summed(plain.number) and is_mine
        if summed:
            begin_shoe(memory.sums, counting.count_bins)
        while _any_plays(gate < cutting.cut):
            if gate >= cutting.cut:
                continue
            start = index
            deck.state[START] = index
            count_bin = bin_at(deck, counting, index)
            if counting.moves:
                plays = next_play(counting, plays, count_bin)
            more = 1 if count_bin >= counting.second else 0
            index, used, wins, net, second = play(
                deck, game, counting, index, more, buffers, counters
            )
            for place in range(used):
                slot = counters.slots[place]
                if slot < shared:
                    cuda.atomic.add(counts, slot, _ONE)
                else:
                    cuda.atomic.add(total, slot, U64(1))
            _report(deck.number, turn, wins, counters.deferred, hits, tallied)
            at = counter_cell(counting, plays, gate, count_bin)
            _add_round(total, counting, at, net, second, more, buffers.rows)
            if summed and plays == 1:
                add_to_shoe(memory.sums, count_bin, net + second)
            see_cards(deck, counting, memory.left, start, index)
            turn += 1
            gate = start if counting.after_cut else index
        if summed:
            _add_shoe(total, counting, memory.sums, turn)
        return turn

    return _device(play_shoe)


@cache
def table_kernel(kind: RoundKind, threads: int, counters: int) -> Any:
    """Return a kernel that plays as `counting.shoes` does, in blocks of *threads*."""
    words_room, shared_room = 4 * threads, max(1, counters)
    play_shoe = _shoe_player(kind)

    def kernel(
        game: Any,
        squares: Any,
        blank: Array,
        cutting: Cutting,
        counting: Counting,
        launch: Launch,
        total: Array,
        played: Array,
        hits: Array,
        tallied: Array,
    ) -> None:
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared, shoe = cuda.shared.array(0, uint32), cuda.shared.array(0, uint8)
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
        cells, ended = cuda.local.array(_CELLS, uint32), cuda.local.array(SEATS_MAX, uint32)
        rows, cards = cuda.local.array(_ROWS, int64), cuda.local.array(LOOK_ROOM, uint32)
        sums = cuda.local.array(PARTS_ROOM, int64)
        buffers = RoundBuffers(hands, cells, ended, rows, cards, sums)
        slots = cuda.local.array(SLOTS_ROOM, int64)
        deferred = cuda.local.array((DEFERRED_ROOM, DEFERRED_FIELDS), int64)
        memory = CountMemory(
            cuda.local.array(2, int32),
            cuda.local.array(GROUPS_ROOM, int32),
            ShoeSums(cuda.local.array(BINS_ROOM, int64), cuda.local.array(3, int64)),
        )
        for part in range(PARTS_ROOM):
            sums[part] = 0
        _clear(counts, counters, threads)
        _clear_sums(memory.sums)
        cuda.syncthreads()
        shift, step, rounds = U64(cuda.grid(1)), U64(cuda.gridsize(1)), int64(0)
        for _ in range(launch.turns):
            number, is_mine = U64(launch.first + shift), shift < launch.shoes
            plain = Deck(shoe, state, words, lane, lanes, _ZERO, launch.size, number, launch.seed)
            if is_mine:
                _lay_out(blank, shared, lane, lanes)
                shuffle(plain, cutting.placed)
            both = CounterBuffers(slots, deferred)
            turn = play_shoe(
                plain,
                game,
                counting,
                cutting,
                is_mine,
                counters,
                memory,
                buffers,
                both,
                counts,
                total,
                hits,
                tallied,
            )
            if shift < len(played):
                played[shift] = turn
            rounds += turn
            shift += step
        cuda.syncthreads()
        cuda.atomic.add(tallied, 1, rounds)
        _add_squares(squares, sums, total)
        _add_up(counts, counters, threads, total)

    return _kernel(kernel)
