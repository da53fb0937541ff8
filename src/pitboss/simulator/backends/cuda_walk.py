"""Whole rounds of one seat on a graphics card: see `blackjack.walk_tables`.

After its round a fresh shoe is put back into order. Three rounds in a hundred are only listed, for
`cuda_steps` to play: those with a split, with many cards, or with a random word that may have to be
skipped.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int32, uint8, uint16, uint32

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.simulator.backends.cuda import (
    _device,
    _kernel,
    add_up,
    any_plays,
    clear,
    cuda,
    registers_per_thread,
)
from pitboss.simulator.backends.cuda_eight import (
    Eight,
    LaneShoe,
    addresses_of,
    deal_eight,
    next_card,
    places_of,
    put_back,
    take_eight,
)
from pitboss.simulator.backends.cuda_pin import nothing_of, pin
from pitboss.simulator.backends.cuda_shuffle import order_cards
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_NOT_DRAWN,
    FIRST_RESULT,
    I32,
    is_natural,
)
from pitboss.simulator.blackjack.step_job import StepGame
from pitboss.simulator.blackjack.steps import StepTables, is_waiting
from pitboss.simulator.blackjack.walk_tables import (
    CARDS_A_BLOCK,
    RESULT_BITS,
    UNIT,
    WIDE_BITS,
    WalkPlan,
    WalkTables,
)
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import Cutting

_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX = (U32(n) for n in (0, 1, 2, 3, 4, 6))
_EIGHT = U32(CARDS_A_BLOCK)
_HALF = U64(32)
_BYTE = U32(255)
_BITS = U32(8)
_COLUMN_BITS = U32(COLUMN_BITS)
_OUTCOME = U32((1 << COLUMN_BITS) - 1)
_RESULT_BITS = U32(RESULT_BITS)
_RESULT = U32((1 << RESULT_BITS) - 1)
_CARRIED = U32(7)
_CARD = U32(127)
"""The bit of a waiting hand that a lammer carries, and the bits of its card."""
_UNIT = U32(UNIT)
_WIDE_BITS = U32(WIDE_BITS)
_COLUMN = U32((1 << WIDE_BITS) - 1)


class Rows(NamedTuple):
    """Where the table lies in the memory of a block, and how it is divided."""

    at: Integer
    """Where the row of number zero would lie."""
    wide: Integer
    """Rows before this are wide."""
    ends: Integer
    results: Integer
    events: Integer
    """Events from `ends` on end a hand, those from `results` on deal one; then there are rows."""
    finals: Integer
    """Where (result, dealer's hand) leads."""
    dealers: Integer
    deals: Integer
    """Where the row and the dealer's hand of event zero would lie, if it dealt a hand."""


class WalkKernelPlan(NamedTuple):
    """What a kernel is compiled for."""

    threads: int
    padded: int
    """Bytes of a shoe."""
    counters: int
    walk: WalkPlan

    @property
    def table_at(self) -> int:
        """Where the table lies behind the shoes, in halves of a word."""
        return self.threads * self.padded // 2

    @property
    def ended_at(self) -> int:
        """Where the counters of ends lie behind the table, in words."""
        return (self.threads * self.padded + 2 * self.walk.entries) // 4

    @property
    def has_levels(self) -> bool:
        """Whether the dealer's hand is apart from the player's."""
        return self.walk.events > self.walk.ends

    @property
    def rows(self) -> Rows:
        """How the table is divided; words wrap round, and come out right."""
        walk = self.walk
        at = self.table_at
        wrapped = (1 << 32) - 1
        return Rows(
            at=U32(at - UNIT * walk.rows & wrapped),
            wide=U32(walk.wide),
            ends=U32(walk.ends),
            results=U32(walk.results),
            events=U32(walk.events),
            finals=U32(at + walk.finals),
            dealers=U32(walk.dealers),
            deals=U32(at + walk.deals - 2 * walk.results & wrapped),
        )


class LaneSplit(NamedTuple):
    """The hands of a lane after a split."""

    up: Integer
    dealer: np.int32
    """The code of the dealer's hand."""
    hand: Integer
    """(carried, up, first card) of the hand in play: the index of its start."""
    stack: Integer
    """A byte for every hand that waits for its turn: the card, and a bit if it is carried."""
    waiting: Integer
    """How many these are."""
    made: Integer
    results: Integer
    """Seven bits for every hand that has ended; none is zero."""
    waits: np.uint32
    """Whether a hand waits for the dealer, in one of its bits."""


@jit_inlined
def _next(entries: Array, rows: Rows, entry: Integer, card: Integer, has_wide: Flag) -> Any:
    """Return where a card leads from a row."""
    column = card
    if has_wide:
        column = U32(card & _COLUMN)
        if entry < rows.wide:
            column = U32(column + U32(card >> _WIDE_BITS))
    return U32(entries[U32(U32(entry * _UNIT) + U32(column + rows.at))])


@jit_inlined
def lead(
    entries: Array, rows: Rows, entry: Integer, card: Integer, dealer: Integer, has_wide: Flag,
    has_levels: Flag,
) -> Any:  # fmt: skip
    """Return where a card leads, to a row or to the end of a round or a split; and the dealer."""
    entry = _next(entries, rows, entry, card, has_wide)
    return resolve(entries, rows, entry, dealer, has_levels)


@jit_inlined
def resolve(entries: Array, rows: Rows, entry: Integer, dealer: Integer, has_levels: Flag) -> Any:
    """Go on where a hand was dealt or has ended, if the dealer's hand is apart."""
    if has_levels and rows.ends <= entry < rows.events:
        if entry >= rows.results:
            place = U32(U32(entry * _TWO) + rows.deals)
            dealer = U32(entries[U32(place + _ONE)])
            entry = U32(entries[place])
        else:
            place = U32(U32(entry - rows.ends) * rows.dealers + U32(rows.finals + dealer))
            entry = U32(entries[place])
    return entry, dealer


@jit_inlined
def _open_split(tables: StepTables, walk: WalkTables, event: Integer, seen: Integer) -> LaneSplit:
    """Return the hands of a pair that is split; *seen* has the four cards of the deal."""
    classes = tables.classes
    own = walk.classes
    one = U32(own[U32(seen >> U32(24))])
    up = U32(own[U32(U32(seen >> U32(16)) & _BYTE)])
    two = U32(own[U32(U32(seen >> _BITS) & _BYTE)])
    down = U32(own[U32(seen & _BYTE)])
    dealer = I32(tables.dealer_first[U32(up * classes + down)])
    stack = U32(two | U32(event << _CARRIED))
    return LaneSplit(up, dealer, U32(up * classes + one), stack, _ONE, _TWO, _ZERO, _ZERO)


@jit_inlined
def _split_again(split: LaneSplit, free: Integer, drawn: Integer) -> LaneSplit:
    """Put the second card of a pair aside as a hand of its own."""
    stack = U32(U32(split.stack << _BITS) | U32(drawn | U32(free << _CARRIED)))
    return LaneSplit(
        split.up, split.dealer, split.hand, stack, U32(split.waiting + _ONE),
        U32(split.made + _ONE), split.results, split.waits,
    )  # fmt: skip


@jit_inlined
def _end_hand(split: LaneSplit, end: Integer, classes: Integer) -> LaneSplit:
    """Keep how a hand ended, and take up the next."""
    results = U32(U32(split.results << _RESULT_BITS) | U32(end & _RESULT))
    entry = U32(split.stack & _BYTE)
    carried = U32(U32(entry >> _CARRIED) * classes + split.up)
    return LaneSplit(
        split.up, split.dealer, U32(carried * classes + U32(entry & _CARD)),
        U32(split.stack >> _BITS), U32(split.waiting - _ONE), split.made, results,
        U32(split.waits | end),
    )  # fmt: skip


@jit_inlined
def after_hand(
    tables: StepTables, walk: WalkTables, event: Integer, split: LaneSplit, seen: Integer
) -> Any:
    """Go on after the end of a hand; return the hands, the next row, and the dealer's code.

    The dealer's code is that of his end if the round is over, and 0 if it is not.
    """
    end = U32(~I32(walk.codes[event]))
    row = _ZERO
    code = I32(0)
    if end < FIRST_RESULT:
        drawn = U32(walk.classes[U32(seen & _BYTE)])
        if split.made < tables.hands_max[drawn]:
            split = _split_again(split, end, drawn)
            row = U32(walk.starts[split.hand])
        else:
            code = I32(tables.refused[U32(split.hand * tables.classes + drawn)])
            end = U32(~code)
            if code >= 0:
                row = U32(walk.rows[U32(code)])
                end = _ZERO
            code = I32(0)
    if end >= FIRST_RESULT:
        is_last = split.waiting == _ZERO
        split = _end_hand(split, end, tables.classes)
        if not is_last:
            row = U32(walk.starts[split.hand])
        else:
            code = split.dealer
            if not is_waiting(split.waits):  # he draws no card, but may yet push a blackjack
                code = code if is_natural(code) else I32(~I32(DEALER_NOT_DRAWN))
            if code >= 0:
                row = U32(walk.rows[U32(code)])
                code = I32(0)
    return split, row, code


@jit_inlined
def after_event(
    tables: StepTables, walk: WalkTables, splits: Integer, hands: Integer,
    event: Integer, split: LaneSplit, seen: Integer,
) -> Any:  # fmt: skip
    """Go on after an event of a split; return the hands, the next row, and the dealer's code."""
    row = _ZERO
    code = I32(0)
    if event < splits:
        split = _open_split(tables, walk, event, seen)
        row = U32(walk.starts[split.hand])
    elif event < hands:
        split, row, code = after_hand(tables, walk, event, split, seen)
    else:
        code = I32(walk.codes[event])
    return split, row, code


@_device
def count_split(counts: Array, game: StepGame, noted: Integer) -> Any:
    """Count how the hands of a split ended, and what they won together; return that."""
    sections = game.sections
    net = int32(0)
    outcome = U32(noted & _OUTCOME)
    results = U32(noted >> _COLUMN_BITS)
    while results > _ZERO:
        cell = U32(U32(U32(results & _RESULT) << _COLUMN_BITS) + outcome)
        cuda.atomic.add(counts, U32(sections.split + cell), _ONE)
        net += game.pays[cell]
        results = U32(results >> _RESULT_BITS)
    cuda.atomic.add(counts, U32(sections.nets + net), _ONE)
    return net


@_device
def add_ends(
    shared: Array,
    at: Integer,
    cells: Array,
    first: Integer,
    size: Integer,
    threads: Integer,
    total: Array,
) -> None:
    """Add the rounds that ended to the counters of their cells."""
    for event in range(first + cuda.threadIdx.x, size, threads):
        cuda.atomic.add(total, cells[event], U64(shared[at + event]))


@_device
def share_table(
    shared: Array, entries: Array, walk: WalkTables, table_at: Integer, ended_at: Integer,
    ends: Integer, size: Integer, threads: Integer,
) -> None:  # fmt: skip
    """Copy the table into the memory that a block shares, and begin to count."""
    for place in range(cuda.threadIdx.x, size, threads):
        entries[U32(U32(table_at) + U32(place))] = walk.entries[place]
    for place in range(cuda.threadIdx.x, ends, threads):
        shared[U32(U32(ended_at) + U32(place))] = 0


@cache
def shoe_kernel(plan: WalkKernelPlan) -> Any:
    """Return the kernel that deals shoes to a cut card.

    *unplayed* gets the number of shoes whose cards did not suffice: then nothing it counted holds.
    """
    walk_plan = plan.walk
    threads = plan.threads
    counters = plan.counters
    first_end = walk_plan.specials
    ends = walk_plan.ends
    has_wide = walk_plan.has_wide
    has_levels = plan.has_levels
    rows = plan.rows
    entries_size = walk_plan.entries
    table_at = plan.table_at
    ended_at = U32(plan.ended_at)
    specials = U32(first_end)
    splits = U32(walk_plan.splits)
    hands = U32(walk_plan.hands)
    over = U32(walk_plan.over)
    start = U32(walk_plan.start)
    begins = U32(walk_plan.begins)

    def kernel(
        game: StepGame, walk: WalkTables, blank: Array, cutting: Cutting, launch: Launch,
        total: Array, unplayed: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        shared = pin(cuda.shared.array(0, uint32), nothing_of(launch.size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(launch.size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(launch.size))
        counts = cuda.shared.array(counters, uint32)
        clear(counts, counters, threads)
        share_table(shared, entries, walk, table_at, ended_at, ends, entries_size, threads)
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        size = launch.size
        for _ in range(launch.turns):
            number = U64(launch.first + shift)
            shoe = LaneShoe(U32(own << _TWO), lanes, size, number, launch.seed)
            entry = begins if shift < launch.shoes else over
            order_cards(blank, shared, own, lanes)
            block = _ZERO
            skipped = _ZERO
            seen = _ZERO
            dealer = _ZERO
            split = LaneSplit(_ZERO, I32(0), _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
            ended_splits = _ZERO
            while any_plays(entry != over) and U32(U32(block * _EIGHT) + _EIGHT) < size:
                low, high, skipped = deal_eight(cards, shoe, block, skipped)
                index = U32(block * _EIGHT)
                stop = U32(U32(block * _EIGHT) + _EIGHT)
                while index < stop:
                    card, low, high = next_card(low, high)
                    index = U32(index + _ONE)
                    seen = U32(U32(seen << _BITS) | card)
                    entry, dealer = lead(entries, rows, entry, card, dealer, has_wide, has_levels)
                    if entry < rows.ends:
                        event = entry
                        entry = start if index < cutting.cut else over
                        if event >= specials:
                            cuda.atomic.add(shared, U32(ended_at + event), _ONE)
                        else:
                            dealer = U32(rows.dealers - _ONE)  # that of a hand of a split
                            split, row, code = after_event(
                                game.tables, walk, splits, hands, event, split, seen
                            )
                            if code < 0:  # its cards are dealt: there is room for a word
                                noted = U32(U32(split.results << _COLUMN_BITS) | U32(~code))
                                shared[U32(ended_splits * lanes + own)] = noted
                                ended_splits = U32(ended_splits + _ONE)
                            else:
                                entry = row
                block = U32(block + _ONE)
            for place in range(ended_splits):
                count_split(counts, game, shared[U32(U32(place) * lanes + own)])
            if entry != over:
                cuda.atomic.add(unplayed, 0, 1)
            shift = U64(shift + step)
        cuda.syncthreads()
        add_ends(shared, ended_at, walk.cells, first_end, ends, threads, total)
        add_up(counts, counters, threads, total)

    return _kernel(kernel, registers_per_thread(threads))


@jit_inlined
def _walk_fresh(
    entries: Array, rows: Rows, at: tuple[Integer, ...], card: Integer, over: Integer,
    has_wide: Flag, has_levels: Flag,
) -> Any:  # fmt: skip
    """Take a card; return the next row, the dealer, and the event that ended the round, if any."""
    entry, dealer, event = at
    entry, dealer = lead(entries, rows, entry, card, dealer, has_wide, has_levels)
    if entry < rows.ends:
        event = entry
        entry = over
    return entry, dealer, event


@jit_inlined
def _walk_eight(
    entries: Array, rows: Rows, at: tuple[Integer, ...], cards: Eight, over: Integer,
    has_wide: Flag, has_levels: Flag,
) -> Any:  # fmt: skip
    """Take eight cards, as `_walk_fresh` takes one."""
    at = _walk_fresh(entries, rows, at, cards.one, over, has_wide, has_levels)
    at = _walk_fresh(entries, rows, at, cards.two, over, has_wide, has_levels)
    at = _walk_fresh(entries, rows, at, cards.three, over, has_wide, has_levels)
    at = _walk_fresh(entries, rows, at, cards.four, over, has_wide, has_levels)
    at = _walk_fresh(entries, rows, at, cards.five, over, has_wide, has_levels)
    at = _walk_fresh(entries, rows, at, cards.six, over, has_wide, has_levels)
    at = _walk_fresh(entries, rows, at, cards.seven, over, has_wide, has_levels)
    return _walk_fresh(entries, rows, at, cards.eight, over, has_wide, has_levels)


@cache
def fresh_kernel(plan: WalkKernelPlan) -> Any:
    """Return the kernel that plays one round of every shoe.

    *later* gets the shoes whose round is left to another kernel, *lengths* their number, for every
    block.
    """
    walk_plan = plan.walk
    threads = plan.threads
    rows = plan.rows
    first_end = walk_plan.specials
    ends = walk_plan.ends
    has_wide = walk_plan.has_wide
    has_levels = plan.has_levels
    entries_size = walk_plan.entries
    table_at = plan.table_at
    ended_at = U32(plan.ended_at)
    specials = U32(first_end)
    over = U32(walk_plan.over)
    begins = U32(walk_plan.begins)

    def kernel(
        walk: WalkTables, blank: Array, launch: Launch, total: Array, later: Array, lengths: Array
    ) -> None:
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        shared = pin(cuda.shared.array(0, uint32), nothing_of(launch.size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(launch.size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(launch.size))
        listed = cuda.shared.array(1, uint32)
        clear(listed, 1, threads)
        share_table(shared, entries, walk, table_at, ended_at, ends, entries_size, threads)
        order_cards(blank, shared, own, lanes)
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        shoes = launch.shoes
        nowhere = rows.events
        dealer = _ZERO
        shoe = LaneShoe(U32(own << _TWO), lanes, launch.size, launch.first, launch.seed)
        entry = over
        block = _ZERO
        number = launch.first
        nothing = Eight(_ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
        at_first = nothing
        first_taken = nothing
        while any_plays(entry != over or shift < shoes):
            is_mine = entry != over
            if not is_mine and shift < shoes:
                number = U64(launch.first + shift)
                block = _ZERO
                entry = begins
                is_mine = True
                shift = U64(shift + step)
                shoe = LaneShoe(U32(own << _TWO), lanes, launch.size, number, launch.seed)
            frontier = U32(block * _EIGHT)
            places, doubt = places_of(shoe, block, frontier)
            addresses = addresses_of(shoe, places)
            taken = take_eight(cards, shoe, addresses, frontier)
            event = _ZERO if doubt else nowhere
            entry = over if doubt else entry
            entry, dealer, event = _walk_eight(
                entries, rows, (entry, dealer, event), taken, over, has_wide, has_levels
            )
            if entry != over and block > _ZERO:
                entry = over
                event = _ZERO
            if entry == over:
                put_back(cards, addresses, taken)
                if block > _ZERO:
                    put_back(cards, at_first, first_taken)
                if is_mine:
                    if event >= specials:
                        cuda.atomic.add(shared, U32(ended_at + event), _ONE)
                    else:
                        place = cuda.atomic.add(listed, 0, _ONE)
                        if place < later.shape[1]:
                            later[cuda.blockIdx.x, place] = number
            at_first = addresses
            first_taken = taken
            block = _ONE
        cuda.syncthreads()
        add_ends(shared, ended_at, walk.cells, first_end, ends, threads, total)
        if cuda.threadIdx.x == 0:
            lengths[cuda.blockIdx.x] = listed[0]

    return _kernel(kernel, registers_per_thread(threads))
