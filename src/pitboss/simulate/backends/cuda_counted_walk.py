"""Whole rounds of one seat that counts on a graphics card: see `counting.walk_game`.

Lanes walk as in `cuda_walk`, with the running counts in a register. Where the play depends on the
count, the count decides the next row. A finished round becomes one word, stored where the dealt
cards lay. At the end of a shoe all lanes enter their rounds in the cube of the block; rounds with a
split, with insurance or with a large win follow in a second pass.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

from numba import int32, int64, uint8, uint16, uint32

from pitboss.compiled.jit import jit_inlined
from pitboss.simulate.backends import cuda_counted, cuda_walk
from pitboss.simulate.backends.cuda import (
    _device,
    _kernel,
    any_plays,
    copy_into,
    cuda,
    registers_per_thread,
)
from pitboss.simulate.backends.cuda_pin import nothing_of, pin
from pitboss.simulate.backends.cuda_steps import _lay_out
from pitboss.simulate.backends.cuda_walk import (
    LaneShoe,
    LaneSplit,
    Rows,
    WalkKernelPlan,
    _after_event,
    _after_hand,
    _deal_eight,
    _ended_at,
    _has_levels,
    _lead,
    _next_card,
    _numbers,
    _resolve,
    _rows,
    _table_at,
)
from pitboss.simulate.backends.launch import Launch
from pitboss.simulate.blackjack.play import COLUMN_BITS, DEALER_BLACKJACK, I32
from pitboss.simulate.blackjack.steps import StepTables
from pitboss.simulate.blackjack.walk_tables import CARDS_A_BLOCK, RESULT_BITS, WalkTables
from pitboss.simulate.counting import kernel
from pitboss.simulate.counting.fields import FIELDS, INSURANCE_WON, INSURED
from pitboss.simulate.counting.kernel import (
    Counting,
    ShoeSums,
    add_to_shoe,
    begin_shoe,
    is_summed,
    next_play,
)
from pitboss.simulate.counting.lean_game import NET_LIMIT
from pitboss.simulate.counting.rounds import rebound
from pitboss.simulate.counting.walk_game import ODD, PLAYS_AT, CountPlan, WalkCounts, WalkGame
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import Cutting

Array = Any
SPARE_WORDS = 2
"""Words before the cards of a shoe. A split is two words, and may have taken fewer than eight cards
since the last: a launch in which that would not suffice is played again by another kernel."""
_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(n) for n in range(5))
_WARP = U32(32)
_EIGHT, _BYTE, _BITS = U32(CARDS_A_BLOCK), U32(255), U32(8)
_COLUMN_BITS, _OUTCOME = U32(COLUMN_BITS), U32((1 << COLUMN_BITS) - 1)
_RESULT_BITS, _RESULT = U32(RESULT_BITS), U32((1 << RESULT_BITS) - 1)
_PLAYS_AT, _BETS = U32(PLAYS_AT), U32((1 << PLAYS_AT) - 1)
_HALF_BITS, _HALF = U32(16), U32((1 << 16) - 1)
_NAMES = (_RESULT_BITS, _RESULT, INSURED, INSURANCE_WON, DEALER_BLACKJACK)
"""Names that the copied functions below use."""

_copied = partial(copy_into, globals())
_add = _copied(cuda_counted._add)  # noqa: SLF001 - of the other kernels for counters
_count_insurance = _copied(cuda_counted._count_insurance)  # noqa: SLF001
_add_ends = _copied(cuda_walk._add_ends)  # noqa: SLF001
_clear = _copied(cuda_walk._clear)  # noqa: SLF001
_count_split = _copied(cuda_walk._count_split)  # noqa: SLF001
_set_up = _copied(cuda_walk._set_up)  # noqa: SLF001
_add_result = _device(rebound(kernel.add_result, add=_add))
_add_shoe = _device(rebound(kernel.add_shoe, add=_add))


class BlockCube(NamedTuple):
    """Where a block counts rounds, and how these are read."""

    ended: Any
    """Where the counters of ends are; the first is one for splits."""
    at: Any
    """Where the cube is: the numbers of all cells, then the sums, then the squares."""
    cells: Any
    bins: Any
    watched: Any
    """Cells of rounds that he watches; none if he plays every round."""
    specials: Any
    """The event of end number one, less one."""
    bits: Any
    """Bits of a word below its key."""
    end: Any
    """The bits of a word that hold the end of a round."""


class Questions(NamedTuple):
    """Where the questions are in the memory of a block."""

    at: Any
    """Where the question of event zero would be, in words."""
    table: Any
    """Where the table begins: behind that are the least counts that answer them."""
    stop: Any
    """Questions end here, and rows begin."""


@jit_inlined
def _answer(
    shared: Array, entries: Array, rows: Rows, questions: Questions, entry: Any, dealer: Any,
    count: Any, index: Any, insured: Any, has_levels: Any,
) -> Any:  # fmt: skip
    """Answer questions by the cards that were seen; return where that leads, the dealer, insurance.

    *count* has seen all cards but the down card.
    """
    known = U32(count >> _PLAYS_AT)
    while rows.events <= entry < questions.stop:
        place = U32(U32(entry * _TWO) + questions.at)
        low, high = U32(shared[place]), U32(shared[U32(place + _ONE)])
        least = U32(entries[U32(U32(U32(low & _HALF) + questions.table) + index)])
        is_reached = known >= least
        entry = U32(low >> _HALF_BITS) if is_reached else U32(high & _HALF)
        insured = U32(insured | U32(high >> _HALF_BITS)) if is_reached else insured
        entry, dealer = _resolve(entries, rows, entry, dealer, has_levels)
    return entry, dealer, insured


@jit_inlined
def _play_split(
    tables: StepTables, walk: WalkTables, shared: Array, entries: Array, rows: Rows,
    questions: Questions, splits: Any, hands: Any, entry: Any, split: LaneSplit, seen: Any,
    count: Any, index: Any, insured: Any, has_levels: Any,
) -> Any:  # fmt: skip
    """Go on after an event of a split; return the hands, where that leads, and the dealer's code.

    The code is negative if the round is over.
    """
    dealer = U32(rows.dealers - _ONE)  # that of a hand of a split
    split, entry, code = _after_event(tables, walk, splits, hands, entry, split, seen)
    while code >= 0 and entry < questions.stop:  # a pair cannot be split again, and asks what else
        entry, dealer, insured = _answer(
            shared, entries, rows, questions, entry, dealer, count, index, insured, has_levels
        )
        if entry < rows.ends:
            split, entry, code = _after_hand(tables, walk, entry, split, seen)
    return split, entry, dealer, insured, code


@jit_inlined
def _burned(shared: Array, tags_at: Any, low: Any, high: Any, cards: Any) -> Any:
    """Return the tags of the first cards of eight, which are burned unseen."""
    tags = _ZERO
    for place in range(min(cards, _EIGHT)):
        word = low if place < _FOUR else high
        card = U32(U32(word >> U32(U32(U32(place) & _THREE) * _BITS)) & _BYTE)
        tags = U32(tags + shared[U32(tags_at + card)])
    return tags


@jit_inlined
def _word(count: Any, cut: Any, index: Any, bits: Any, end: Any) -> Any:
    """Return a round that has ended as a word; *end* has a bit for insurance."""
    key = U32(U32(U32(count & _BETS) * cut) + index)
    return U32(U32(key << bits) | end)


@jit_inlined
def _store_split(
    shared: Array, noted: Any, lanes: Any, word: Any, results: Any, code: Any
) -> Any:  # fmt: skip
    """Store a round with a split as two words; return the place of the next round."""
    shared[noted] = word
    shared[U32(noted + lanes)] = U32(U32(results << _COLUMN_BITS) | U32(~code))
    return U32(noted + U32(lanes + lanes))


@_device
def _enter(shared: Array, cube: BlockCube, spot: Any, net: Any) -> None:
    """Enter a round in the cube of the block."""
    at = U32(cube.at + spot)
    cuda.atomic.add(shared, at, _ONE)
    cuda.atomic.add(shared, U32(at + cube.cells), U32(net))
    cuda.atomic.add(shared, U32(at + U32(cube.cells + cube.cells)), U32(net * net))


@_device
def _enter_rounds(
    shared: Array, cube: BlockCube, rounds: WalkCounts, counting: Counting, sums: ShoeSums,
    is_added: Any, own: Any, noted: Any, lanes: Any,
) -> Any:  # fmt: skip
    """Enter the rounds of a shoe; return their number, and where those end that are put aside."""
    plays, moves = 0 if counting.enter >= 0 else 1, cube.watched > _ZERO
    key, at, odd, played = rounds.key, own, own, int64(0)
    while at < noted:
        word = U32(shared[at])
        end, spot = U32(word & U32(U32(_ONE << cube.bits) - _ONE)), U32(rounds.spots[key])
        net = I32(rounds.nets[end])
        is_split = U32(end & cube.end) == _ZERO
        cuda.atomic.add(shared, U32(cube.ended + U32(end & cube.end)), _ONE)
        if moves:
            plays = next_play(counting, plays, int64(spot % cube.bins))
            spot = U32(spot + cube.watched) if plays == 1 else spot
        if net == ODD:
            shared[odd] = U32(U32(spot << cube.bits) | end)
            odd = U32(odd + lanes)
            if is_split:
                at = U32(at + lanes)
                shared[odd] = shared[at]
                odd = U32(odd + lanes)
        else:
            _enter(shared, cube, spot, net)
            if is_added and plays == 1:
                add_to_shoe(sums, int64(spot % cube.bins), int64(net))
        at, played = U32(at + lanes), played + 1
        key = U32(word >> cube.bits)
    return played, odd


@_device
def _enter_odd(
    shared: Array, cube: BlockCube, game: WalkGame, walk: WalkTables, counting: Counting,
    sums: ShoeSums, is_added: Any, own: Any, odd: Any, lanes: Any, counts: Array, total: Array,
) -> None:  # fmt: skip
    """Enter rounds with a split or insurance, and those that won much."""
    at = own
    while at < odd:
        word = U32(shared[at])
        end, spot = U32(word & cube.end), U32(word >> cube.bits)
        at = U32(at + lanes)
        if end == _ZERO:
            results = U32(shared[at])
            net = int64(_count_split(counts, game, results))
            outcome, at = U32(results & _OUTCOME), U32(at + lanes)
        else:
            cell = U32(walk.cells[U32(end + cube.specials)])
            net, outcome = int64(game.pays[cell]), U32(cell & _OUTCOME)
        if word & U32(cube.end + _ONE):
            net += _count_insurance(total, counting, outcome)
        if -NET_LIMIT < net < NET_LIMIT:
            _enter(shared, cube, spot, I32(net))
        else:
            _add_result(total, counting.cube + FIELDS * int64(spot), net)
        if is_added and spot >= cube.watched:
            add_to_shoe(sums, int64(spot % cube.bins), net)


@_device
def _add_cube(
    shared: Array, cube_at: Any, cells: Any, threads: Any, total: Array, first: Any
) -> None:
    """Add the cube of a block to that of all blocks."""
    for cell in range(cuda.threadIdx.x, cells, threads):
        at, place = cube_at + cell, first + FIELDS * cell
        if shared[at]:
            _add(total, place, shared[at])
            _add(total, place + 1, int32(shared[at + cells]))
            _add(total, place + 2, shared[at + 2 * cells])


@cache
def counted_kernel(plan: WalkKernelPlan, count_plan: CountPlan) -> Any:
    """Return the kernel that deals shoes with a counter to the cut card.

    *unplayed* gets the number of shoes that it could not play: if there are any, no count holds.
    """
    threads, _, counters, walk_plan = plan
    end_bits, bins, cells = count_plan.end_bits, count_plan.bins, count_plan.cells
    moves, splits_at = count_plan.moves, count_plan.splits
    spare, watched = SPARE_WORDS, cells // 2 if moves else 0
    has_wide, has_levels = walk_plan.has_wide, _has_levels(walk_plan)
    numbers, entries_size = _numbers(plan), walk_plan.entries
    table_at, first_ended = _table_at(plan), _ended_at(plan)
    ends_room = walk_plan.ends - walk_plan.specials + 1
    cube_first = first_ended + ends_room
    questions_at = table_at // 2 + count_plan.questions - 2 * walk_plan.events & 0xFFFFFFFF
    tags_first = table_at // 2 + count_plan.tags

    def kernel(
        game: WalkGame, walk: WalkTables, blank: Array, cutting: Cutting, counting: Counting,
        rounds: WalkCounts, launch: Launch, total: Array, unplayed: Array,
    ) -> None:  # fmt: skip
        own, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared = pin(cuda.shared.array(0, uint32), nothing_of(launch.size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(launch.size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(launch.size))
        counts = cuda.shared.array(counters, uint32)
        sums = ShoeSums(cuda.local.array(bins, int32), cuda.local.array(3, int64))
        _clear(counts, counters, threads)
        _set_up(
            shared, entries, walk, table_at, first_ended, ends_room + FIELDS * cells,
            entries_size, threads,
        )  # fmt: skip
        for count_bin in range(bins):
            sums.results[count_bin] = 0
        sums.state[0], sums.state[1] = 0, -1
        cuda.syncthreads()
        rows, specials = _rows(numbers), U32(walk_plan.specials)
        splits, hands = U32(walk_plan.splits), U32(walk_plan.hands)
        questions = Questions(U32(questions_at), U32(table_at), U32(walk_plan.rows))
        cube = BlockCube(
            U32(first_ended), U32(cube_first), U32(cells), U32(bins), U32(watched),
            U32(specials - _ONE), U32(end_bits + 1), U32((1 << end_bits) - 1),
        )  # fmt: skip
        size, cut, tags_at, spare_words = launch.size, cutting.cut, U32(tags_first), U32(spare)
        over, start, begins = U32(walk_plan.over), U32(walk_plan.start), U32(walk_plan.begins)
        base = U32(U32(own + U32(spare_words * lanes)) << _TWO)
        before, step, place = U64(cuda.blockIdx.x * threads), U64(cuda.gridsize(1)), own
        for _ in range(launch.turns):
            shift = U64(before + U64(place))
            number, is_mine = U64(launch.first + shift), shift < launch.shoes
            shoe = LaneShoe(base, lanes, size, number, launch.seed)
            entry = begins if is_mine else over
            _lay_out(blank, shared, own, lanes)
            block, skipped, seen, dealer = _ZERO, _ZERO, _ZERO, _ZERO
            split = LaneSplit(_ZERO, I32(0), _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
            count, hole, due, insured = rounds.counts, _ZERO, U32(cutting.burn + _FOUR), _ZERO
            noted, is_short = own, False
            while any_plays(entry != over) and U32(U32(block * _EIGHT) + _EIGHT) < size:
                low, high, skipped = _deal_eight(cards, shoe, block, skipped)
                frontier = U32(block * _EIGHT)
                if frontier < cutting.burn:
                    unseen = U32(cutting.burn - frontier)
                    count = U32(count - _burned(shared, tags_at, low, high, unseen))
                index, stop = frontier, U32(frontier + _EIGHT)
                while index < stop:
                    card, low, high = _next_card(low, high)
                    index = U32(index + _ONE)
                    seen = U32(U32(seen << _BITS) | card)
                    tag = U32(shared[U32(tags_at + card)])
                    count = U32(count + tag)
                    if index == due:
                        hole = tag
                    entry, dealer = _lead(entries, rows, entry, card, dealer, has_wide, has_levels)
                    if rows.events <= entry < questions.stop:
                        entry, dealer, insured = _answer(
                            shared, entries, rows, questions, entry, dealer, U32(count - hole),
                            index, insured, has_levels,
                        )  # fmt: skip
                    if specials <= entry < rows.ends:
                        end = U32(insured | U32(entry - cube.specials))
                        shared[noted] = _word(count, cut, index, cube.bits, end)
                        noted, insured, due = U32(noted + lanes), _ZERO, U32(index + _FOUR)
                        entry = start if index < cut else over
                    elif entry < specials:
                        split, entry, dealer, insured, code = _play_split(
                            game.tables, walk, shared, entries, rows, questions, splits, hands,
                            entry, split, seen, U32(count - hole), index, insured, has_levels,
                        )  # fmt: skip
                        if code < 0:
                            room = U32(U32(U32(index >> _TWO) + spare_words) * lanes)
                            if U32(noted + lanes) >= room:
                                noted, is_short = own, True
                            word = _word(count, cut, index, cube.bits, insured)
                            noted = _store_split(shared, noted, lanes, word, split.results, code)
                            insured, due = _ZERO, U32(index + _FOUR)
                            entry = start if index < cut else over
                block = U32(block + _ONE)
            if entry != over or is_short:
                cuda.atomic.add(unplayed, 0, 1)
                noted = own
            is_added = is_summed(number) and is_mine
            if is_added:
                begin_shoe(sums, bins)
            played, odd = _enter_rounds(
                shared, cube, rounds, counting, sums, is_added, own, noted, lanes
            )
            _enter_odd(
                shared, cube, game, walk, counting, sums, is_added, own, odd, lanes, counts, total
            )
            if is_added:
                _add_shoe(total, counting, sums, played)
            # The lanes of a warp move on within the block: else some would add up all whole shoes.
            before, place = U64(before + step), U32(U32(place + _WARP) % lanes)
        cuda.syncthreads()
        _add_ends(
            shared, first_ended + 1 - walk_plan.specials, walk.cells, walk_plan.specials,
            walk_plan.ends, threads, total,
        )  # fmt: skip
        _add_cube(shared, cube_first, cells, threads, total, counting.cube)
        for counter in range(cuda.threadIdx.x, counters, threads):
            cuda.atomic.add(total, splits_at + counter, U64(counts[counter]))

    return _kernel(kernel, registers_per_thread(threads))
