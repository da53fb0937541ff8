"""Whole rounds of one seat that counts on a graphics card: see `counting.walk_game`.

Lanes walk as in `cuda_walk`, with the running counts in a register. Where the play depends on the
count, the count decides the next row. A finished round becomes one word, stored where the dealt
cards lay. At the end of a shoe all lanes enter their rounds in the cube of the block; rounds with a
split, with insurance or with a large win follow in a second pass.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from numba import int32, int64, uint8, uint16, uint32

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.simulator.backends.cuda import (
    _device,
    _kernel,
    any_plays,
    clear,
    cuda,
    registers_per_thread,
)
from pitboss.simulator.backends.cuda_counted import add, add_result, add_shoe, count_insurance
from pitboss.simulator.backends.cuda_eight import LaneShoe, deal_eight, next_card
from pitboss.simulator.backends.cuda_pin import nothing_of, pin
from pitboss.simulator.backends.cuda_shuffle import order_cards
from pitboss.simulator.backends.cuda_walk import (
    LaneSplit,
    Rows,
    WalkKernelPlan,
    add_ends,
    after_event,
    after_hand,
    count_split,
    lead,
    resolve,
    share_table,
)
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.blackjack.play import COLUMN_BITS, I32
from pitboss.simulator.blackjack.steps import StepTables
from pitboss.simulator.blackjack.walk_tables import CARDS_A_BLOCK, WalkTables
from pitboss.simulator.counting.fields import FIELDS
from pitboss.simulator.counting.kernel import (
    Counting,
    ShoeSums,
    add_to_shoe,
    begin_shoe,
    is_summed,
    next_play,
)
from pitboss.simulator.counting.lean_game import NET_LIMIT
from pitboss.simulator.counting.walk_game import ODD, PLAYS_AT, CountPlan, WalkCounts, WalkGame
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import Cutting

SPARE_WORDS = 2
"""Words before the cards of a shoe. A split is two words, and may have taken fewer than eight cards
since the last: a launch in which that would not suffice is played again by another kernel."""
_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(n) for n in range(5))
_WARP = U32(32)
_EIGHT = U32(CARDS_A_BLOCK)
_BYTE = U32(255)
_BITS = U32(8)
_COLUMN_BITS = U32(COLUMN_BITS)
_OUTCOME = U32((1 << COLUMN_BITS) - 1)
_PLAYS_AT = U32(PLAYS_AT)
_BETS = U32((1 << PLAYS_AT) - 1)
_HALF_BITS = U32(16)
_HALF = U32((1 << 16) - 1)


class BlockCube(NamedTuple):
    """Where a block counts rounds, and how these are read."""

    ended: Integer
    """Where the counters of ends are; the first is one for splits."""
    at: Integer
    """Where the cube is: the numbers of all cells, then the sums, then the squares."""
    cells: Integer
    bins: Integer
    watched: Integer
    """Cells of rounds that he watches; none if he plays every round."""
    specials: Integer
    """The event of end number one, less one."""
    bits: Integer
    """Bits of a word below its key."""
    end: Integer
    """The bits of a word that hold the end of a round."""


class Questions(NamedTuple):
    """Where the questions are in the memory of a block."""

    at: Integer
    """Where the question of event zero would be, in words."""
    table: Integer
    """Where the table begins: behind that are the least counts that answer them."""
    stop: Integer
    """Questions end here, and rows begin."""


class WalkShape(NamedTuple):
    """Numbers of a walk with a counter that its kernel is compiled for."""

    specials: Integer
    splits: Integer
    hands: Integer
    """Events before these end no round, split a pair, and end a hand of a split."""
    begins: Integer
    start: Integer
    over: Integer
    """The rows before the first round, before another one, and behind the last."""
    tags: Integer
    """Where the tags are in the memory of a block, in words."""
    spare: Integer
    """Words before the cards of a shoe."""
    has_wide: bool
    has_levels: bool


class CountedLane(NamedTuple):
    """Where a lane is in its shoe and in its round."""

    entry: Integer
    dealer: Integer
    split: LaneSplit
    seen: Integer
    """The last four cards, in bytes."""
    running: Integer
    """Both running counts."""
    hole: Integer
    """The tags of the down card."""
    due: Integer
    """The index behind the down card."""
    insured: Integer
    noted: Integer
    """Where the word of the next round is stored."""
    is_short: Flag
    """Whether there was no room for a split."""


@jit_inlined
def answer_questions(
    shared: Array, entries: Array, rows: Rows, questions: Questions, entry: Integer,
    dealer: Integer, count: Integer, index: Integer, insured: Integer, has_levels: Flag,
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
        entry, dealer = resolve(entries, rows, entry, dealer, has_levels)
    return entry, dealer, insured


@jit_inlined
def go_on_split(
    tables: StepTables, walk: WalkTables, shared: Array, entries: Array, rows: Rows,
    questions: Questions, shape: WalkShape, entry: Integer, split: LaneSplit, seen: Integer,
    count: Integer, index: Integer, insured: Integer,
) -> Any:  # fmt: skip
    """Go on after an event of a split; return the hands, where that leads, and the dealer's code.

    The code is negative if the round is over.
    """
    dealer = U32(rows.dealers - _ONE)  # that of a hand of a split
    split, entry, code = after_event(tables, walk, shape.splits, shape.hands, entry, split, seen)
    while code >= 0 and entry < questions.stop:  # a pair cannot be split again, and asks what else
        entry, dealer, insured = answer_questions(
            shared, entries, rows, questions, entry, dealer, count, index, insured, shape.has_levels
        )
        if entry < rows.ends:
            split, entry, code = after_hand(tables, walk, entry, split, seen)
    return split, entry, dealer, insured, code


@jit_inlined
def _burned(shared: Array, tags_at: Integer, low: Integer, high: Integer, cards: Integer) -> Any:
    """Return the tags of the first cards of eight, which are burned unseen."""
    tags = _ZERO
    for place in range(min(cards, _EIGHT)):
        word = low if place < _FOUR else high
        card = U32(U32(word >> U32(U32(U32(place) & _THREE) * _BITS)) & _BYTE)
        tags = U32(tags + shared[U32(tags_at + card)])
    return tags


@jit_inlined
def _word(count: Integer, cut: Integer, index: Integer, bits: Integer, end: Integer) -> Any:
    """Return a round that has ended as a word; *end* has a bit for insurance."""
    key = U32(U32(U32(count & _BETS) * cut) + index)
    return U32(U32(key << bits) | end)


@jit_inlined
def _store_split(
    shared: Array, noted: Integer, lanes: Integer, word: Integer, results: Integer, code: Integer
) -> Any:  # fmt: skip
    """Store a round with a split as two words; return the place of the next round."""
    shared[noted] = word
    shared[U32(noted + lanes)] = U32(U32(results << _COLUMN_BITS) | U32(~code))
    return U32(noted + U32(lanes + lanes))


@_device
def enter_round(shared: Array, cube: BlockCube, spot: Integer, net: Integer) -> None:
    """Enter a round in the cube of the block."""
    at = U32(cube.at + spot)
    cuda.atomic.add(shared, at, _ONE)
    cuda.atomic.add(shared, U32(at + cube.cells), U32(net))
    cuda.atomic.add(shared, U32(at + U32(cube.cells + cube.cells)), U32(net * net))


@_device
def _enter_rounds(
    shared: Array, cube: BlockCube, rounds: WalkCounts, counting: Counting, sums: ShoeSums,
    is_added: Flag, own: Integer, noted: Integer, lanes: Integer,
) -> Any:  # fmt: skip
    """Enter the rounds of a shoe; return their number, and where those end that are put aside."""
    plays: Integer = 0 if counting.enter >= 0 else 1
    moves = cube.watched > _ZERO
    key = rounds.key
    at = own
    odd = own
    played = int64(0)
    while at < noted:
        word = U32(shared[at])
        end = U32(word & U32(U32(_ONE << cube.bits) - _ONE))
        spot = U32(rounds.spots[key])
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
            enter_round(shared, cube, spot, net)
            if is_added and plays == 1:
                add_to_shoe(sums, int64(spot % cube.bins), int64(net))
        at = U32(at + lanes)
        played = played + 1
        key = U32(word >> cube.bits)
    return played, odd


@_device
def _enter_odd(
    shared: Array, cube: BlockCube, game: WalkGame, walk: WalkTables, counting: Counting,
    sums: ShoeSums, is_added: Flag, own: Integer, odd: Integer, lanes: Integer, counts: Array,
    total: Array,
) -> None:  # fmt: skip
    """Enter rounds with a split or insurance, and those that won much."""
    at = own
    while at < odd:
        word = U32(shared[at])
        end = U32(word & cube.end)
        spot = U32(word >> cube.bits)
        at = U32(at + lanes)
        if end == _ZERO:
            results = U32(shared[at])
            net = int64(count_split(counts, game, results))
            outcome = U32(results & _OUTCOME)
            at = U32(at + lanes)
        else:
            cell = U32(walk.cells[U32(end + cube.specials)])
            net = int64(game.pays[cell])
            outcome = U32(cell & _OUTCOME)
        if word & U32(cube.end + _ONE):
            net += count_insurance(total, counting, outcome)
        if -NET_LIMIT < net < NET_LIMIT:
            enter_round(shared, cube, spot, I32(net))
        else:
            add_result(total, counting.cube + FIELDS * int64(spot), net)
        if is_added and spot >= cube.watched:
            add_to_shoe(sums, int64(spot % cube.bins), net)


@_device
def add_cube(
    shared: Array, cube_at: Integer, cells: Integer, threads: Integer, total: Array, first: Integer
) -> None:
    """Add the cube of a block to that of all blocks."""
    for cell in range(cuda.threadIdx.x, cells, threads):
        at = cube_at + cell
        place = first + FIELDS * cell
        if shared[at]:
            add(total, place, shared[at])
            add(total, place + 1, int32(shared[at + cells]))
            add(total, place + 2, shared[at + 2 * cells])


@jit_inlined
def new_lane(
    shape: WalkShape, is_mine: Flag, counts: Integer, burn: Integer, own: Integer
) -> CountedLane:
    """Return a lane before the first card of its shoe."""
    entry = shape.begins if is_mine else shape.over
    split = LaneSplit(_ZERO, I32(0), _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
    due = U32(burn + _FOUR)
    return CountedLane(entry, _ZERO, split, _ZERO, counts, _ZERO, due, _ZERO, own, False)  # noqa: FBT003


@jit_inlined
def _take_card(
    tables: StepTables, walk: WalkTables, shared: Array, entries: Array, rows: Rows,
    questions: Questions, shape: WalkShape, cube: BlockCube, lane: CountedLane, card: Integer,
    index: Integer, cut: Integer, own: Integer, lanes: Integer,
) -> CountedLane:  # fmt: skip
    """Take the card before *index*; store the round if it ends with that."""
    entry = lane.entry
    dealer = lane.dealer
    split = lane.split
    insured = lane.insured
    due = lane.due
    noted = lane.noted
    is_short = lane.is_short
    seen = U32(U32(lane.seen << _BITS) | card)
    tag = U32(shared[U32(shape.tags + card)])
    count = U32(lane.running + tag)
    hole = tag if index == due else lane.hole
    entry, dealer = lead(entries, rows, entry, card, dealer, shape.has_wide, shape.has_levels)
    if rows.events <= entry < questions.stop:
        entry, dealer, insured = answer_questions(
            shared, entries, rows, questions, entry, dealer, U32(count - hole), index, insured,
            shape.has_levels,
        )  # fmt: skip
    if shape.specials <= entry < rows.ends:
        end = U32(insured | U32(entry - cube.specials))
        shared[noted] = _word(count, cut, index, cube.bits, end)
        noted = U32(noted + lanes)
        insured = _ZERO
        due = U32(index + _FOUR)
        entry = shape.start if index < cut else shape.over
    elif entry < shape.specials:
        split, entry, dealer, insured, code = go_on_split(
            tables, walk, shared, entries, rows, questions, shape, entry, split, seen,
            U32(count - hole), index, insured,
        )  # fmt: skip
        if code < 0:
            room = U32(U32(U32(index >> _TWO) + shape.spare) * lanes)
            if U32(noted + lanes) >= room:
                noted = own
                is_short = True
            word = _word(count, cut, index, cube.bits, insured)
            noted = _store_split(shared, noted, lanes, word, split.results, code)
            insured = _ZERO
            due = U32(index + _FOUR)
            entry = shape.start if index < cut else shape.over
    return CountedLane(entry, dealer, split, seen, count, hole, due, insured, noted, is_short)


@jit_inlined
def miss_burned(
    shared: Array, tags_at: Integer, lane: CountedLane, low: Integer, high: Integer, cards: Integer
) -> CountedLane:  # fmt: skip
    """Take the tags of the next cards from the counts: these are burned unseen."""
    count = U32(lane.running - _burned(shared, tags_at, low, high, cards))
    return CountedLane(
        lane.entry, lane.dealer, lane.split, lane.seen, count, lane.hole, lane.due, lane.insured,
        lane.noted, lane.is_short,
    )  # fmt: skip


@_device
def _enter_shoe(
    shared: Array, cube: BlockCube, game: WalkGame, walk: WalkTables, counting: Counting,
    rounds: WalkCounts, sums: ShoeSums, is_added: Flag, own: Integer, noted: Integer,
    lanes: Integer, counts: Array, total: Array,
) -> None:  # fmt: skip
    """Enter the rounds of a shoe in the cube; add it up if that is due."""
    if is_added:
        begin_shoe(sums, cube.bins)
    played, odd = _enter_rounds(shared, cube, rounds, counting, sums, is_added, own, noted, lanes)
    _enter_odd(shared, cube, game, walk, counting, sums, is_added, own, odd, lanes, counts, total)
    if is_added:
        add_shoe(total, counting, sums, played)


def walk_shape(plan: WalkKernelPlan, count_plan: CountPlan) -> WalkShape:
    """Return the numbers of a walk for which a kernel is compiled."""
    walk = plan.walk
    return WalkShape(
        specials=U32(walk.specials),
        splits=U32(walk.splits),
        hands=U32(walk.hands),
        begins=U32(walk.begins),
        start=U32(walk.start),
        over=U32(walk.over),
        tags=U32(plan.table_at // 2 + count_plan.tags),
        spare=U32(SPARE_WORDS),
        has_wide=walk.has_wide,
        has_levels=plan.has_levels,
    )


def find_questions(plan: WalkKernelPlan, count_plan: CountPlan) -> Questions:
    """Return where the questions are in the memory of a block."""
    at = plan.table_at // 2 + count_plan.questions - 2 * plan.walk.events
    return Questions(at=U32(at & 0xFFFFFFFF), table=U32(plan.table_at), stop=U32(plan.walk.rows))


def find_cube(plan: WalkKernelPlan, count_plan: CountPlan) -> BlockCube:
    """Return where a block counts rounds, and how these are read."""
    return BlockCube(
        ended=U32(plan.ended_at),
        at=U32(plan.ended_at + ends_room(plan)),
        cells=U32(count_plan.cells),
        bins=U32(count_plan.bins),
        watched=U32(count_plan.cells // 2 if count_plan.moves else 0),
        specials=U32(plan.walk.specials - 1 & 0xFFFFFFFF),
        bits=U32(count_plan.end_bits + 1),
        end=U32((1 << count_plan.end_bits) - 1),
    )


def ends_room(plan: WalkKernelPlan) -> int:
    """Return how many ends there are, one of them for splits."""
    return plan.walk.ends - plan.walk.specials + 1


@cache
def counted_kernel(plan: WalkKernelPlan, count_plan: CountPlan) -> Any:
    """Return the kernel that deals shoes with a counter to the cut card.

    *unplayed* gets the number of shoes that it could not play: if there are any, no count holds.
    """
    threads = plan.threads
    counters = plan.counters
    bins = count_plan.bins
    cells = count_plan.cells
    shape = walk_shape(plan, count_plan)
    questions = find_questions(plan, count_plan)
    rows = plan.rows
    cube = find_cube(plan, count_plan)
    splits_at = count_plan.splits
    table_at = plan.table_at
    entries_size = plan.walk.entries
    ended_at = plan.ended_at
    first_end = plan.walk.specials
    ends = plan.walk.ends
    cube_at = ended_at + ends_room(plan)
    behind = ends_room(plan) + FIELDS * cells

    def kernel(
        game: WalkGame, walk: WalkTables, blank: Array, cutting: Cutting, counting: Counting,
        rounds: WalkCounts, launch: Launch, total: Array, unplayed: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        shared = pin(cuda.shared.array(0, uint32), nothing_of(launch.size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(launch.size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(launch.size))
        counts = cuda.shared.array(counters, uint32)
        sums = ShoeSums(cuda.local.array(bins, int32), cuda.local.array(3, int64))
        clear(counts, counters, threads)
        share_table(shared, entries, walk, table_at, ended_at, behind, entries_size, threads)
        for count_bin in range(bins):
            sums.results[count_bin] = 0
        sums.state[0] = 0
        sums.state[1] = -1
        cuda.syncthreads()
        size = launch.size
        over = shape.over
        base = U32(U32(own + U32(shape.spare * lanes)) << _TWO)
        before = U64(cuda.blockIdx.x * threads)
        step = U64(cuda.gridsize(1))
        place = own
        for _ in range(launch.turns):
            shift = U64(before + U64(place))
            number = U64(launch.first + shift)
            is_mine = shift < launch.shoes
            shoe = LaneShoe(base, lanes, size, number, launch.seed)
            order_cards(blank, shared, own, lanes)
            lane = new_lane(shape, is_mine, rounds.counts, cutting.burn, own)
            block = _ZERO
            skipped = _ZERO
            while any_plays(lane.entry != over) and U32(U32(block * _EIGHT) + _EIGHT) < size:
                low, high, skipped = deal_eight(cards, shoe, block, skipped)
                index = U32(block * _EIGHT)
                stop = U32(U32(block * _EIGHT) + _EIGHT)
                if index < cutting.burn:
                    unseen = U32(cutting.burn - index)
                    lane = miss_burned(shared, shape.tags, lane, low, high, unseen)
                while index < stop:
                    card, low, high = next_card(low, high)
                    index = U32(index + _ONE)
                    lane = _take_card(
                        game.tables, walk, shared, entries, rows, questions, shape, cube, lane,
                        card, index, cutting.cut, own, lanes,
                    )  # fmt: skip
                block = U32(block + _ONE)
            noted = lane.noted
            if lane.entry != over or lane.is_short:
                cuda.atomic.add(unplayed, 0, 1)
                noted = own
            _enter_shoe(
                shared, cube, game, walk, counting, rounds, sums, is_summed(number) and is_mine,
                own, noted, lanes, counts, total,
            )  # fmt: skip
            # The lanes of a warp move on within the block: else some would add up all whole shoes.
            before = U64(before + step)
            place = U32(U32(place + _WARP) % lanes)
        cuda.syncthreads()
        at = ended_at + 1 - first_end
        add_ends(shared, at, walk.cells, first_end, ends, threads, total)
        add_cube(shared, cube_at, cells, threads, total, counting.cube)
        for counter in range(cuda.threadIdx.x, counters, threads):
            cuda.atomic.add(total, splits_at + counter, U64(counts[counter]))

    return _kernel(kernel, registers_per_thread(threads))
