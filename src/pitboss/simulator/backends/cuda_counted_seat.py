"""One seat with side wagers that counts, on a graphics card: whole rounds, then passes over a log.

Lanes walk as in `cuda_counted_walk`; the log is that of `cuda_seat`, with the running counts after
each round. When a shoe is over, all lanes enter their rounds in the cube of the block, and look the
number of each deal up; then come rounds with a split or insurance, and those whose cards decide.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
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
    report,
)
from pitboss.simulator.backends.cuda_counted import add_result, add_shoe, count_insurance
from pitboss.simulator.backends.cuda_counted_walk import (
    BlockCube,
    Questions,
    WalkShape,
    add_cube,
    answer_questions,
    ends_room,
    enter_round,
    find_cube,
    find_questions,
    go_on_split,
    walk_shape,
)
from pitboss.simulator.backends.cuda_eight import LaneShoe, deal_eight, next_card
from pitboss.simulator.backends.cuda_pin import nothing_of, pin
from pitboss.simulator.backends.cuda_seat import (
    DISTINCT_CARDS,
    Log,
    log_line,
    needs_cards,
    recall,
    recall_split,
    settle_by_cards,
    share_columns,
)
from pitboss.simulator.backends.cuda_shuffle import order_cards
from pitboss.simulator.backends.cuda_walk import (
    LaneSplit,
    Rows,
    WalkKernelPlan,
    add_ends,
    count_split,
    lead,
    share_table,
)
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.blackjack.play import COLUMN_BITS, I32
from pitboss.simulator.blackjack.seat_tables import (
    AT_CARDS,
    EVENT_BITS,
    INDEX_BITS,
    LOOK,
    CountedSeatGame,
    SeatAsks,
    SeatLooks,
)
from pitboss.simulator.blackjack.steps import StepTables
from pitboss.simulator.blackjack.walk_tables import CARDS_A_BLOCK, WalkTables
from pitboss.simulator.buffers import (
    CARDS_ROOM,
    DEFERRED_FIELDS,
    HANDS_ROOM,
    WAGERS_ROOM,
    HandBuffers,
)
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
from pitboss.simulator.counting.walk_game import ODD, PLAYS_AT, CountPlan, WalkCounts
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import FRONTIER, STATE, Cutting, Deck, dealt_card
from pitboss.simulator.side_wager_kernels import is_ace, value

_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(n) for n in range(5))
_EIGHT = U32(CARDS_A_BLOCK)
_BITS = U32(8)
_BYTE = U32(255)
_NOWHERE = U32(0xFFFFFFFF)
_WARP = U32(32)
_COLUMN_BITS = U32(COLUMN_BITS)
_OUTCOME = U32((1 << COLUMN_BITS) - 1)
_PLAYS_AT = U32(PLAYS_AT)
_BETS = U32((1 << PLAYS_AT) - 1)
_INDEX = U32((1 << INDEX_BITS) - 1)
_EVENT_AT = U32(2 * INDEX_BITS)
_INSURED_AT = U32(EVENT_BITS - 1)
_EVENT = U32((1 << EVENT_BITS - 1) - 1)
_LOOK = U32(LOOK)
_NUMBER = U32(LOOK - 1)
_AT_CARDS = U32(AT_CARDS)
_TEN = 10


class CountedSeatPlan(NamedTuple):
    """What a kernel is compiled for."""

    walk: WalkKernelPlan
    counts: CountPlan
    rounds: int
    """More rounds than a shoe has."""
    has_down: bool
    has_kinds: bool
    """Whether the ends of rounds decide a wager."""

    @property
    def columns_at(self) -> int:
        """Where the columns of cards lie behind the cube of a block, in bytes."""
        return 4 * (self.walk.ended_at + ends_room(self.walk) + FIELDS * self.counts.cells)


class SeatLane(NamedTuple):
    """Where a lane is in its shoe and in its round."""

    entry: Integer
    dealer: Integer
    split: LaneSplit
    seen: Integer
    """The columns of the last four cards, in bytes."""
    running: Integer
    """Both running counts."""
    hole: Integer
    """The tags of the down card."""
    due: Integer
    """The index behind the down card."""
    insured: Integer
    rounds: Integer
    """How many have ended."""
    dealer_at: Integer
    """Where the last hand of a split ended."""


class CountedLog(NamedTuple):
    """The rounds of a lane, and both running counts after each."""

    log: Log
    counts: Array
    spots: Array
    """(listed round): its cell of the cube."""


@jit_inlined
def _new_lane(shape: WalkShape, is_mine: Flag, counts: Integer, burn: Integer) -> SeatLane:
    """Return a lane before the first card of its shoe."""
    entry = shape.begins if is_mine else shape.over
    split = LaneSplit(_ZERO, I32(0), _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
    due = U32(burn + _FOUR)
    return SeatLane(entry, _ZERO, split, _ZERO, counts, _ZERO, due, _ZERO, _ZERO, _ZERO)


@jit_inlined
def _take_card(
    tables: StepTables, walk: WalkTables, shared: Array, cards: Array, entries: Array, rows: Rows,
    questions: Questions, shape: WalkShape, lane: SeatLane, own: CountedLog, columns_at: Integer,
    end_bits: Integer, card: Integer, index: Integer, cut: Integer, burn: Integer,
) -> SeatLane:  # fmt: skip
    """Take the card before *index*; note the round if it ends with that."""
    entry = lane.entry
    dealer = lane.dealer
    split = lane.split
    insured = lane.insured
    due = lane.due
    rounds = lane.rounds
    dealer_at = lane.dealer_at
    column = U32(cards[U32(columns_at + card)])
    tag = U32(shared[U32(shape.tags + card)])
    tag = tag if index > burn else _ZERO  # burned cards are not seen
    seen = U32(U32(lane.seen << _BITS) | column)
    count = U32(lane.running + tag)
    hole = tag if index == due else lane.hole
    entry, dealer = lead(entries, rows, entry, column, dealer, shape.has_wide, shape.has_levels)
    if rows.events <= entry < questions.stop:
        entry, dealer, insured = answer_questions(
            shared, entries, rows, questions, entry, dealer, U32(count - hole), index, insured,
            shape.has_levels,
        )  # fmt: skip
    if shape.specials <= entry < rows.ends:
        end = U32(U32(U32(insured >> end_bits) << _INSURED_AT) | entry)
        own.log.lines[rounds] = log_line(end, _ZERO, index)
        own.counts[rounds] = count
        rounds = U32(rounds + _ONE)
        insured = _ZERO
        due = U32(index + _FOUR)
        entry = shape.start if index < cut else shape.over
    elif entry < shape.specials:
        dealer_at = index if entry < shape.hands else dealer_at
        split, entry, dealer, insured, code = go_on_split(
            tables, walk, shared, entries, rows, questions, shape, entry, split, seen,
            U32(count - hole), index, insured,
        )  # fmt: skip
        if code < 0:
            end = U32(U32(insured >> end_bits) << _INSURED_AT)
            own.log.lines[rounds] = log_line(end, dealer_at, index)
            own.counts[rounds] = count
            own.log.noted[rounds] = U32(U32(split.results << _COLUMN_BITS) | U32(~code))
            rounds = U32(rounds + _ONE)
            insured = _ZERO
            due = U32(index + _FOUR)
            entry = shape.start if index < cut else shape.over
    return SeatLane(entry, dealer, split, seen, count, hole, due, insured, rounds, dealer_at)


@_device
def _count_cell(settled: Array, at: Integer) -> None:
    """Count in the row of a cell of the cube."""
    cuda.atomic.add(settled, at, U64(1))


_settle = settle_by_cards(_count_cell)


@cache
def _enter_pass(plan: CountedSeatPlan) -> Any:
    """Return the function that enters the rounds of a shoe; it lists those that take longer."""
    has_down = plan.has_down
    has_kinds = plan.has_kinds

    def enter_rounds(
        deck: Deck, game: CountedSeatGame, shared: Array, cube: BlockCube, counts: WalkCounts,
        counting: Counting, sums: ShoeSums, is_added: Flag, begins: np.uint32, cut: Integer,
        rounds: Integer, own: CountedLog, offers: Array, settled: Array,
    ) -> Any:  # fmt: skip
        seat = game.seat
        cells = game.cells
        looks = game.seat.looks
        plays: Integer = 0 if counting.enter >= 0 else 1
        moves = cube.watched > _ZERO
        key = counts.key
        begin = begins
        left = _ZERO
        end_bits = U32(cube.bits - _ONE)
        for line in range(rounds):
            word = U32(own.log.lines[line])
            event = U32(U32(word >> _EVENT_AT) & _EVENT)
            insured = U32(U32(word >> _EVENT_AT) >> _INSURED_AT)
            end = _ZERO if event == _ZERO else U32(event - cube.specials)
            spot = U32(counts.spots[key])
            net = I32(counts.nets[U32(end | U32(insured << end_bits))])
            cuda.atomic.add(shared, U32(cube.ended + end), _ONE)
            if moves:
                plays = next_play(counting, plays, int64(spot % cube.bins))
                spot = U32(spot + cube.watched) if plays == 1 else spot
            if net != ODD:
                enter_round(shared, cube, spot, net)
                if is_added and plays == 1:
                    add_to_shoe(sums, int64(spot % cube.bins), int64(net))
            one = dealt_card(deck, begin)
            up = dealt_card(deck, U32(begin + _ONE))
            two = dealt_card(deck, U32(begin + _TWO))
            down = dealt_card(deck, U32(begin + _THREE))
            row = U32(U32(one * DISTINCT_CARDS + two) * DISTINCT_CARDS)
            by_up = U32(seat.by_up[U32(row + up)])
            by_down = _ZERO
            if has_down:
                by_down = U32(seat.by_down[U32(row + down)])
            look = U32(looks.by_event[event])
            at = U32(spot * U32(cells.size))
            if look == _AT_CARDS or U32(U32(by_up | by_down) & _LOOK) != _ZERO:
                look = _AT_CARDS
                _count_cell(settled, U32(at + U32(cells.up)))
            else:
                if by_up != _ZERO:
                    _count_cell(settled, U32(at + U32(cells.up) + by_up))
                if by_down != _ZERO:
                    _count_cell(settled, U32(at + U32(cells.down) + by_down))
            if has_kinds:
                kind = U32(game.kinds[event])
                if kind != _ZERO:
                    _count_cell(settled, U32(at + U32(cells.kinds) + kind))
            if is_ace(up):
                wins = _ONE if value(down) == _TEN else _ZERO
                cuda.atomic.add(offers, U32(U32(seat.sections.insurance) + wins), _ONE)
            own.log.listed[left] = line
            own.spots[left] = spot
            left = U32(left + (_ONE if look != _ZERO or net == ODD else _ZERO))
            key = U32(U32(U32(U32(own.counts[line]) & _BETS) * cut) + U32(word & _INDEX))
            begin = U32(word & _INDEX)
        return left

    return _device(enter_rounds)


@jit_inlined
def _find_dealer(
    deck: Deck, looks: SeatLooks, asking: SeatAsks, begin: np.uint32, count: Integer
) -> Any:
    """Return where the cards lie that the dealer draws; *count* is that before the round."""
    hands = looks.hands
    kinds = looks.kinds
    asks = asking.asks
    tags = asking.asks.tags
    one = dealt_card(deck, begin)
    up = dealt_card(deck, U32(begin + _ONE))
    two = dealt_card(deck, U32(begin + _TWO))
    classes = hands.classes
    index = U32(begin + _FOUR)
    # He has not seen the down card, which lies at the end of the deal.
    known = int32(int32(count >> _PLAYS_AT) + tags[one] + tags[up] + tags[two])
    row = U32(U32(U32(kinds[up]) * classes + U32(kinds[one])) * classes + U32(kinds[two]))
    code = I32(hands.first[row])
    while True:
        while code >= 0:
            card = dealt_card(deck, index)
            known = int32(known + tags[card])
            code = I32(hands.steps[U32(U32(code) * classes + U32(kinds[card]))])
            index = U32(index + _ONE)
        if U32(~code) < asks.first:
            return index
        ask = U32(U32(~code) - asks.first)
        least = int32(asking.least[U32(U32(U32(asks.level[ask]) * asking.room) + index)])
        code = I32(asks.yes[ask]) if known >= least else I32(asks.no[ask])


@_device
def _enter_listed(
    deck: Deck, game: CountedSeatGame, walk: WalkTables, shared: Array, cube: BlockCube,
    counts: WalkCounts, counting: Counting, sums: ShoeSums, is_added: Flag, begins: np.uint32,
    left: Integer, own: CountedLog, offers: Array, settled: Array, total: Array, hits: Array,
    tallied: Array,
) -> None:  # fmt: skip
    """Enter the rounds that are listed, and settle their side wagers by their cards."""
    none = cuda.local.array(1, uint32)
    seat = game.seat
    looks = game.seat.looks
    hands = HandBuffers(
        cuda.local.array(1, uint32),  # first
        cuda.local.array(1, uint32),  # second
        cuda.local.array(2, uint32),  # shown
        cuda.local.array(HANDS_ROOM, uint32),  # results
        cuda.local.array(1, uint32),  # counts
        cuda.local.array(1, uint8),  # waits
        cuda.local.array(2, uint32),  # spans
        none,
        cuda.local.array(CARDS_ROOM, uint32),  # dealer
        cuda.local.array(CARDS_ROOM, uint32),  # cards
    )
    deferred = cuda.local.array((WAGERS_ROOM, DEFERRED_FIELDS), int64)
    number = _ZERO
    while any_plays(number < left):  # the lanes of a warp wait for one another
        if number >= left:
            continue
        line = U32(own.log.listed[number])
        spot = U32(own.spots[number])
        begin = begins
        word = U32(own.log.lines[line])
        count = counts.counts
        if line > _ZERO:
            begin = U32(U32(own.log.lines[U32(line - _ONE)]) & _INDEX)
            count = U32(own.counts[U32(line - _ONE)])
        event = U32(U32(word >> _EVENT_AT) & _EVENT)
        insured = U32(U32(word >> _EVENT_AT) >> _INSURED_AT)
        end = _ZERO if event == _ZERO else U32(event - cube.specials)
        end_bits = U32(cube.bits - _ONE)
        if event == _ZERO:
            noted = U32(own.log.noted[line])
            net = int64(count_split(offers, seat, noted))
            outcome = U32(noted & _OUTCOME)
            dealer_count, over = recall_split(deck, looks, noted, begin, word, hands)
        else:
            cell = U32(walk.cells[event])
            net = int64(seat.pays[cell])
            outcome = U32(cell & _OUTCOME)
            dealer_at = _find_dealer(deck, looks, game.asks, begin, count)
            after = U32(word & _INDEX)
            dealer_count, over = recall(deck, looks, cell, begin, dealer_at, after, hands)
        if I32(counts.nets[U32(end | U32(insured << end_bits))]) == ODD:
            if insured != _ZERO:
                net += count_insurance(total, counting, outcome)
            if -NET_LIMIT < net < NET_LIMIT:
                enter_round(shared, cube, spot, I32(net))
            else:
                add_result(total, counting.cube + FIELDS * int64(spot), net)
            if is_added and spot >= cube.watched:
                add_to_shoe(sums, int64(spot % cube.bins), net)
        at = U32(U32(spot * U32(game.cells.size)) + U32(game.cells.combinations))
        at_cards = needs_cards(seat, event, hands)
        wins = _settle(
            deck, looks, event, at_cards, dealer_count, over, hands, deferred, settled, at
        )
        report(deck.number, line, wins, deferred, hits, tallied)
        number = U32(number + _ONE)


@cache
def counted_seat_kernel(plan: CountedSeatPlan) -> Any:
    """Return the kernel that deals shoes with a counter and side wagers to the cut card.

    *tallied* gets the number of hits and of rounds, and the shoes whose cards did not suffice: then
    nothing it counted holds.
    """
    threads = plan.walk.threads
    counters = plan.walk.counters
    bins = plan.counts.bins
    shape = walk_shape(plan.walk, plan.counts)
    questions = find_questions(plan.walk, plan.counts)
    rows = plan.walk.rows
    cube = find_cube(plan.walk, plan.counts)
    splits_at = plan.counts.splits
    table_at = plan.walk.table_at
    entries_size = plan.walk.walk.entries
    ended_at = plan.walk.ended_at
    cells = plan.counts.cells
    most = plan.rounds
    first_end = plan.walk.walk.specials
    ends = plan.walk.walk.ends
    cube_at = ended_at + ends_room(plan.walk)
    behind = ends_room(plan.walk) + FIELDS * cells
    columns_at = U32(plan.columns_at)
    end_bits = U32(plan.counts.end_bits)
    enter_rounds = _enter_pass(plan)

    def kernel(
        game: CountedSeatGame, walk: WalkTables, blank: Array, cutting: Cutting,
        counting: Counting, counts: WalkCounts, launch: Launch, total: Array, settled: Array,
        played: Array, hits: Array, tallied: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        size = launch.size
        shared = pin(cuda.shared.array(0, uint32), nothing_of(size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(size))
        offers = cuda.shared.array(counters, uint32)
        state = cuda.local.array(STATE, uint32)
        lines = cuda.local.array(most, uint32)
        noted = cuda.local.array(most, uint32)
        log = CountedLog(
            Log(lines, noted, cuda.local.array(most, uint8)),
            cuda.local.array(most, uint32),
            cuda.local.array(most, uint16),
        )
        sums = ShoeSums(cuda.local.array(bins, int32), cuda.local.array(3, int64))
        state[FRONTIER] = _NOWHERE  # every card is placed when somebody looks at it
        clear(offers, counters, threads)
        share_table(shared, entries, walk, table_at, ended_at, behind, entries_size, threads)
        share_columns(cards, game.seat.columns, columns_at, threads)
        for count_bin in range(bins):
            sums.results[count_bin] = 0
        sums.state[0] = 0
        sums.state[1] = -1
        cuda.syncthreads()
        over = shape.over
        all_rounds = int64(0)
        before = U64(cuda.blockIdx.x * threads)
        step = U64(cuda.gridsize(1))
        place = own
        for _ in range(launch.turns):
            shift = U64(before + U64(place))
            number = U64(launch.first + shift)
            is_mine = shift < launch.shoes
            shoe = LaneShoe(U32(own << _TWO), lanes, size, number, launch.seed)
            order_cards(blank, shared, own, lanes)
            lane = _new_lane(shape, is_mine, counts.counts, cutting.burn)
            block = _ZERO
            skipped = _ZERO
            while any_plays(lane.entry != over) and U32(U32(block * _EIGHT) + _EIGHT) < size:
                low, high, skipped = deal_eight(cards, shoe, block, skipped)
                at = U32(U32(block + block) * lanes + own)
                # where they were dealt
                shared[at] = low
                shared[U32(at + lanes)] = high
                index = U32(block * _EIGHT)
                stop = U32(U32(block * _EIGHT) + _EIGHT)
                while index < stop:
                    card, low, high = next_card(low, high)
                    index = U32(index + _ONE)
                    lane = _take_card(
                        game.seat.tables, walk, shared, cards, entries, rows, questions, shape,
                        lane, log, columns_at, end_bits, card, index, cutting.cut, cutting.burn,
                    )  # fmt: skip
                block = U32(block + _ONE)
            rounds = lane.rounds
            is_added = is_summed(number) and is_mine
            if lane.entry != over:
                cuda.atomic.add(tallied, 2, 1)
                rounds = _ZERO
            deck = Deck(cards, state, shared, own, lanes, _ZERO, size, number, launch.seed)
            if is_added:
                begin_shoe(sums, cube.bins)
            left = enter_rounds(
                deck, game, shared, cube, counts, counting, sums, is_added, cutting.burn,
                cutting.cut, rounds, log, offers, settled,
            )  # fmt: skip
            _enter_listed(
                deck, game, walk, shared, cube, counts, counting, sums, is_added, cutting.burn,
                left, log, offers, settled, total, hits, tallied,
            )  # fmt: skip
            if is_added:
                add_shoe(total, counting, sums, int64(rounds))
            if shift < len(played):
                played[shift] = rounds
            all_rounds += rounds
            # The lanes of a warp move on within the block: else some would add up all whole shoes.
            before = U64(before + step)
            place = U32(U32(place + _WARP) % lanes)
        cuda.syncthreads()
        cuda.atomic.add(tallied, 1, all_rounds)
        ends_at = ended_at + 1 - first_end
        add_ends(shared, ends_at, walk.cells, first_end, ends, threads, total)
        add_cube(shared, cube_at, cells, threads, total, counting.cube)
        for counter in range(cuda.threadIdx.x, counters, threads):
            cuda.atomic.add(total, splits_at + counter, U64(offers[counter]))

    return _kernel(kernel, registers_per_thread(threads))
