"""Whole rounds of one seat on a graphics card: see `blackjack.walk_tables`.

All lanes of a warp take the card at the same index of their shoes, so no lane waits for another. A
card is looked up when it is placed, and never again. So dealt cards are not kept, and a swap writes
to one place instead of two.

After its round a fresh shoe is put back into order. Three rounds in a hundred are only listed, for
`cuda_steps` to play: those with a split, with many cards, or with a random word that may have to be
skipped.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

from numba import int32, uint8, uint16, uint32

from pitboss.compiled.jit import jit_inlined, jit_linked
from pitboss.simulate.backends import cuda as plain_cuda
from pitboss.simulate.backends.cuda import _device, _kernel, any_plays, cuda, registers_per_thread
from pitboss.simulate.backends.cuda_pin import nothing_of, pin
from pitboss.simulate.backends.cuda_shuffle import choose_two, place_at
from pitboss.simulate.backends.cuda_steps import _lay_out
from pitboss.simulate.backends.launch import Launch
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    FIRST_RESULT,
    I32,
)
from pitboss.simulate.blackjack.step_job import StepGame
from pitboss.simulate.blackjack.steps import StepTables, is_waiting
from pitboss.simulate.blackjack.walk_tables import (
    CARDS_A_BLOCK,
    RESULT_BITS,
    UNIT,
    WIDE_BITS,
    WalkPlan,
    WalkTables,
)
from pitboss.simulate.random.philox import U32, U64, philox
from pitboss.simulate.random.shuffle import Cutting, is_uneven

Array = Any
_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX = (U32(n) for n in (0, 1, 2, 3, 4, 6))
_EIGHT, _HALF, _BYTE, _BITS = U32(CARDS_A_BLOCK), U64(32), U32(255), U32(8)
_COLUMN_BITS, _OUTCOME = U32(COLUMN_BITS), U32((1 << COLUMN_BITS) - 1)
_RESULT_BITS, _RESULT = U32(RESULT_BITS), U32((1 << RESULT_BITS) - 1)
_CARRIED, _CARD = U32(7), U32(127)
"""The bit of a waiting hand that a lammer carries, and the bits of its card."""
_UNIT, _WIDE_BITS, _COLUMN = U32(UNIT), U32(WIDE_BITS), U32((1 << WIDE_BITS) - 1)


_copied = partial(plain_cuda.copy_into, globals())
_add_up = _copied(plain_cuda.add_up)
_clear = _copied(plain_cuda.clear)


class WalkKernelPlan(NamedTuple):
    """What a kernel is compiled for."""

    threads: int
    padded: int
    """Bytes of a shoe."""
    counters: int
    walk: WalkPlan


class LaneShoe(NamedTuple):
    """The shoe of a lane; its cards are apart, or compiled code would forget where they lie."""

    base: Any
    """Where its cards begin."""
    lanes: Any
    size: Any
    number: Any
    seed: Any


class Eight(NamedTuple):
    """Where eight cards come from, and the eight cards themselves."""

    one: Any
    two: Any
    three: Any
    four: Any
    five: Any
    six: Any
    seven: Any
    eight: Any


class Rows(NamedTuple):
    """Where the table lies in the memory of a block, and how it is divided."""

    at: Any
    """Where the row of number zero would lie."""
    wide: Any
    """Rows before this are wide."""
    ends: Any
    results: Any
    events: Any
    """Events from `ends` on end a hand, those from `results` on deal one; then there are rows."""
    finals: Any
    """Where (result, dealer's hand) leads."""
    dealers: Any
    deals: Any
    """Where the row and the dealer's hand of event zero would lie, if it dealt a hand."""


class PairPlaces(NamedTuple):
    """Where two cards come from, and how many words of the shoe were skipped before."""

    one: Any
    two: Any
    skipped: Any


class LaneSplit(NamedTuple):
    """The hands of a lane after a split."""

    up: Any
    dealer: Any
    """The code of the dealer's hand."""
    hand: Any
    """(carried, up, first card) of the hand in play: the index of its start."""
    stack: Any
    """A byte for every hand that waits for its turn: the card, and a bit if it is carried."""
    waiting: Any
    """How many these are."""
    made: Any
    results: Any
    """Seven bits for every hand that has ended; none is zero."""
    waits: Any
    """Whether a hand waits for the dealer, in one of its bits."""


@jit_inlined
def _words(shoe: LaneShoe, block: Any) -> Any:
    """Return a block of four random words."""
    k0, k1 = U32(shoe.seed), U32(shoe.seed >> _HALF)
    return philox(block, U32(shoe.number), U32(shoe.number >> _HALF), _ZERO, k0, k1)


@jit_inlined
def _places(shoe: LaneShoe, block: Any, frontier: Any) -> Any:
    """Return where the next eight cards come from, and whether that is in doubt."""
    w0, w1, w2, w3 = _words(shoe, block)
    size = shoe.size
    a1, a2, rest, ways = choose_two(w0, frontier, size)
    doubt = rest < ways
    b1, b2, rest, ways = choose_two(w1, U32(frontier + _TWO), size)
    doubt = doubt or rest < ways
    d1, d2, rest, ways = choose_two(w2, U32(frontier + _FOUR), size)
    doubt = doubt or rest < ways
    e1, e2, rest, ways = choose_two(w3, U32(frontier + _SIX), size)
    return Eight(a1, a2, b1, b2, d1, d2, e1, e2), doubt or rest < ways


@jit_linked
def _pair(shoe: LaneShoe, word: Any, skipped: Any, frontier: Any) -> PairPlaces:
    """Return where two cards come from, by the first word from *word* on that is even."""
    while True:
        w0, w1, w2, w3 = _words(shoe, U32(U32(word + skipped) >> _TWO))
        which = U32(U32(word + skipped) & _THREE)
        drawn = w3 if which == _THREE else w2
        drawn = w1 if which == _ONE else drawn
        drawn = w0 if which == _ZERO else drawn
        one, two, rest, ways = choose_two(drawn, frontier, shoe.size)
        if not is_uneven(rest, ways):
            return PairPlaces(one, two, skipped)
        skipped = U32(skipped + _ONE)


@jit_inlined
def _places_in_doubt(shoe: LaneShoe, block: Any, frontier: Any, skipped: Any) -> Any:
    """Do as `_places` word by word; return how many words of the shoe were skipped too."""
    word = U32(block << _TWO)
    a = _pair(shoe, word, skipped, frontier)
    b = _pair(shoe, U32(word + _ONE), a.skipped, U32(frontier + _TWO))
    d = _pair(shoe, U32(word + _TWO), b.skipped, U32(frontier + _FOUR))
    e = _pair(shoe, U32(word + _THREE), d.skipped, U32(frontier + _SIX))
    return Eight(a.one, a.two, b.one, b.two, d.one, d.two, e.one, e.two), e.skipped


@jit_inlined
def _addresses(shoe: LaneShoe, places: Eight) -> Eight:
    """Return where the cards of a lane lie in the memory of the block."""
    lanes, base = shoe.lanes, shoe.base
    return Eight(
        place_at(places.one, lanes, base),
        place_at(places.two, lanes, base),
        place_at(places.three, lanes, base),
        place_at(places.four, lanes, base),
        place_at(places.five, lanes, base),
        place_at(places.six, lanes, base),
        place_at(places.seven, lanes, base),
        place_at(places.eight, lanes, base),
    )


@jit_inlined
def _take(cards: Array, place: Any, front: Any) -> Any:
    """Take a card; the first that is left moves to its place."""
    card = U32(cards[place])
    cards[place] = cards[front]
    return card


@jit_inlined
def _take_eight(cards: Array, shoe: LaneShoe, at: Eight, frontier: Any) -> Eight:
    """Take the next eight cards; the frontier is a multiple of eight."""
    low = place_at(frontier, shoe.lanes, shoe.base)
    high = place_at(U32(frontier + _FOUR), shoe.lanes, shoe.base)
    one = _take(cards, at.one, low)
    two = _take(cards, at.two, U32(low + _ONE))
    three = _take(cards, at.three, U32(low + _TWO))
    four = _take(cards, at.four, U32(low + _THREE))
    five = _take(cards, at.five, high)
    six = _take(cards, at.six, U32(high + _ONE))
    seven = _take(cards, at.seven, U32(high + _TWO))
    eight = _take(cards, at.eight, U32(high + _THREE))
    return Eight(one, two, three, four, five, six, seven, eight)


@jit_inlined
def _put_back(cards: Array, at: Eight, taken: Eight) -> None:
    """Put eight cards back where they came from, the last first."""
    cards[at.eight] = taken.eight
    cards[at.seven] = taken.seven
    cards[at.six] = taken.six
    cards[at.five] = taken.five
    cards[at.four] = taken.four
    cards[at.three] = taken.three
    cards[at.two] = taken.two
    cards[at.one] = taken.one


@jit_inlined
def _pack(one: Any, two: Any, three: Any, four: Any) -> Any:
    """Return four cards as the bytes of a word."""
    low = U32(one | U32(two << _BITS))
    return U32(low | U32(U32(three | U32(four << _BITS)) << U32(16)))


@jit_inlined
def _deal_eight(cards: Array, shoe: LaneShoe, block: Any, skipped: Any) -> Any:
    """Take the next eight cards; return them in two words, and how many words were skipped."""
    frontier = U32(block * _EIGHT)  # the same for all lanes, and known to be
    places, doubt = _places(shoe, block, frontier)
    if doubt or skipped > _ZERO:
        places, skipped = _places_in_doubt(shoe, block, frontier, skipped)
    taken = _take_eight(cards, shoe, _addresses(shoe, places), frontier)
    low = _pack(taken.one, taken.two, taken.three, taken.four)
    return low, _pack(taken.five, taken.six, taken.seven, taken.eight), skipped


@jit_inlined
def _next_card(low: Any, high: Any) -> Any:
    """Return the first of eight cards in two words, and the words with the others."""
    return U32(low & _BYTE), U32(U32(low >> _BITS) | U32(high << U32(24))), U32(high >> _BITS)


@jit_inlined
def _next(entries: Array, rows: Rows, entry: Any, card: Any, has_wide: Any) -> Any:
    """Return where a card leads from a row."""
    column = card
    if has_wide:
        column = U32(card & _COLUMN)
        if entry < rows.wide:
            column = U32(column + U32(card >> _WIDE_BITS))
    return U32(entries[U32(U32(entry * _UNIT) + U32(column + rows.at))])


@jit_inlined
def _lead(
    entries: Array, rows: Rows, entry: Any, card: Any, dealer: Any, has_wide: Any, has_levels: Any
) -> Any:  # fmt: skip
    """Return where a card leads, to a row or to the end of a round or a split; and the dealer."""
    entry = _next(entries, rows, entry, card, has_wide)
    return _resolve(entries, rows, entry, dealer, has_levels)


@jit_inlined
def _resolve(entries: Array, rows: Rows, entry: Any, dealer: Any, has_levels: Any) -> Any:
    """Go on where a hand was dealt or has ended, if the dealer's hand is apart."""
    if has_levels and rows.ends <= entry < rows.events:
        if entry >= rows.results:
            place = U32(U32(entry * _TWO) + rows.deals)
            dealer, entry = U32(entries[U32(place + _ONE)]), U32(entries[place])
        else:
            place = U32(U32(entry - rows.ends) * rows.dealers + U32(rows.finals + dealer))
            entry = U32(entries[place])
    return entry, dealer


@jit_inlined
def _open_split(tables: StepTables, walk: WalkTables, event: Any, seen: Any) -> LaneSplit:
    """Return the hands of a pair that is split; *seen* has the four cards of the deal."""
    classes, own = tables.classes, walk.classes
    one, up = U32(own[U32(seen >> U32(24))]), U32(own[U32(U32(seen >> U32(16)) & _BYTE)])
    two, down = U32(own[U32(U32(seen >> _BITS) & _BYTE)]), U32(own[U32(seen & _BYTE)])
    dealer = I32(tables.dealer_first[U32(up * classes + down)])
    stack = U32(two | U32(event << _CARRIED))
    return LaneSplit(up, dealer, U32(up * classes + one), stack, _ONE, _TWO, _ZERO, _ZERO)


@jit_inlined
def _split_again(split: LaneSplit, free: Any, drawn: Any) -> LaneSplit:
    """Put the second card of a pair aside as a hand of its own."""
    stack = U32(U32(split.stack << _BITS) | U32(drawn | U32(free << _CARRIED)))
    return LaneSplit(
        split.up, split.dealer, split.hand, stack, U32(split.waiting + _ONE),
        U32(split.made + _ONE), split.results, split.waits,
    )  # fmt: skip


@jit_inlined
def _end_hand(split: LaneSplit, end: Any, classes: Any) -> LaneSplit:
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
def _after_hand(
    tables: StepTables, walk: WalkTables, event: Any, split: LaneSplit, seen: Any
) -> Any:
    """Go on after the end of a hand; return the hands, the next row, and the dealer's code.

    The dealer's code is that of his end if the round is over, and 0 if it is not.
    """
    end, row, code = U32(~I32(walk.codes[event])), _ZERO, I32(0)
    if end < FIRST_RESULT:
        drawn = U32(walk.classes[U32(seen & _BYTE)])
        if split.made < tables.hands_max:
            split = _split_again(split, end, drawn)
            row = U32(walk.starts[split.hand])
        else:
            code = I32(tables.refused[U32(split.hand * tables.classes + drawn)])
            end = U32(~code)
            if code >= 0:
                row, end = U32(walk.rows[U32(code)]), _ZERO
            code = I32(0)
    if end >= FIRST_RESULT:
        is_last = split.waiting == _ZERO
        split = _end_hand(split, end, tables.classes)
        if not is_last:
            row = U32(walk.starts[split.hand])
        else:
            code = split.dealer
            if not is_waiting(split.waits):  # he draws no card, but may yet push a blackjack
                is_natural = U32(~code) == DEALER_BLACKJACK
                code = I32(~I32(DEALER_BLACKJACK if is_natural else DEALER_NOT_DRAWN))
            if code >= 0:
                row, code = U32(walk.rows[U32(code)]), I32(0)
    return split, row, code


@jit_inlined
def _after_event(
    tables: StepTables, walk: WalkTables, splits: Any, hands: Any,
    event: Any, split: LaneSplit, seen: Any,
) -> Any:  # fmt: skip
    """Go on after an event of a split; return the hands, the next row, and the dealer's code."""
    row, code = _ZERO, I32(0)
    if event < splits:
        split = _open_split(tables, walk, event, seen)
        row = U32(walk.starts[split.hand])
    elif event < hands:
        split, row, code = _after_hand(tables, walk, event, split, seen)
    else:
        code = I32(walk.codes[event])
    return split, row, code


@_device
def _count_split(counts: Array, game: StepGame, noted: Any) -> Any:
    """Count how the hands of a split ended, and what they won together; return that."""
    sections, net = game.sections, int32(0)
    outcome, results = U32(noted & _OUTCOME), U32(noted >> _COLUMN_BITS)
    while results > _ZERO:
        cell = U32(U32(U32(results & _RESULT) << _COLUMN_BITS) + outcome)
        cuda.atomic.add(counts, U32(sections.split + cell), _ONE)
        net += game.pays[cell]
        results = U32(results >> _RESULT_BITS)
    cuda.atomic.add(counts, U32(sections.nets + net), _ONE)
    return net


@_device
def _add_ends(
    shared: Array, at: Any, cells: Array, first: Any, size: Any, threads: Any, total: Array
) -> None:
    """Add the rounds that ended to the counters of their cells."""
    for event in range(first + cuda.threadIdx.x, size, threads):
        cuda.atomic.add(total, cells[event], U64(shared[at + event]))


def _has_levels(plan: WalkPlan) -> bool:
    """Return whether the dealer's hand is apart from the player's."""
    return plan.events > plan.ends


def _numbers(plan: WalkKernelPlan) -> tuple[int, ...]:
    """Return the fields of `Rows`; words wrap round, and come out right."""
    walk, at = plan.walk, _table_at(plan)
    wrapped = (1 << 32) - 1
    return (
        at - UNIT * walk.rows & wrapped,
        walk.wide,
        walk.ends,
        walk.results,
        walk.events,
        at + walk.finals,
        walk.dealers,
        at + walk.deals - 2 * walk.results & wrapped,
    )


def _table_at(plan: WalkKernelPlan) -> int:
    """Return where the table lies behind the shoes, in halves of a word."""
    return plan.threads * plan.padded // 2


def _ended_at(plan: WalkKernelPlan) -> int:
    """Return where the counters of ends lie behind the table, in words."""
    return (plan.threads * plan.padded + 2 * plan.walk.entries) // 4


@jit_inlined
def _rows(numbers: Any) -> Rows:
    """Return numbers that a kernel is compiled for as words."""
    at, wide, ends, results, events, finals, dealers, deals = numbers
    return Rows(
        U32(at), U32(wide), U32(ends), U32(results), U32(events), U32(finals), U32(dealers),
        U32(deals),
    )  # fmt: skip


@_device
def _set_up(
    shared: Array, entries: Array, walk: WalkTables, table_at: Any, ended_at: Any, ends: Any,
    size: Any, threads: Any,
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
    threads, _, counters, walk_plan = plan
    specials, ends, has_wide = U32(walk_plan.specials), walk_plan.ends, walk_plan.has_wide
    has_levels, numbers, entries_size = _has_levels(walk_plan), _numbers(plan), walk_plan.entries
    table_at, first_ended = _table_at(plan), _ended_at(plan)
    splits, hands, first_end = U32(walk_plan.splits), U32(walk_plan.hands), walk_plan.specials

    def kernel(
        game: StepGame, walk: WalkTables, blank: Array, cutting: Cutting, launch: Launch,
        total: Array, unplayed: Array,
    ) -> None:  # fmt: skip
        own, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared = pin(cuda.shared.array(0, uint32), nothing_of(launch.size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(launch.size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(launch.size))
        counts = cuda.shared.array(counters, uint32)
        ended_at, rows = U32(first_ended), _rows(numbers)
        _clear(counts, counters, threads)
        _set_up(shared, entries, walk, table_at, ended_at, ends, entries_size, threads)
        cuda.syncthreads()
        shift, step = U64(cuda.grid(1)), U64(cuda.gridsize(1))
        size, over, start = launch.size, U32(walk_plan.over), U32(walk_plan.start)
        begins = U32(walk_plan.begins)
        for _ in range(launch.turns):
            number = U64(launch.first + shift)
            shoe = LaneShoe(U32(own << _TWO), lanes, size, number, launch.seed)
            entry = begins if shift < launch.shoes else over
            _lay_out(blank, shared, own, lanes)
            block, skipped, seen, dealer = _ZERO, _ZERO, _ZERO, _ZERO
            split = LaneSplit(_ZERO, I32(0), _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
            ended_splits = _ZERO
            while any_plays(entry != over) and U32(U32(block * _EIGHT) + _EIGHT) < size:
                low, high, skipped = _deal_eight(cards, shoe, block, skipped)
                index, stop = U32(block * _EIGHT), U32(U32(block * _EIGHT) + _EIGHT)
                while index < stop:
                    card, low, high = _next_card(low, high)
                    index = U32(index + _ONE)
                    seen = U32(U32(seen << _BITS) | card)
                    entry, dealer = _lead(entries, rows, entry, card, dealer, has_wide, has_levels)
                    if entry < rows.ends:
                        event = entry
                        entry = start if index < cutting.cut else over
                        if event >= specials:
                            cuda.atomic.add(shared, U32(ended_at + event), _ONE)
                        else:
                            dealer = U32(rows.dealers - _ONE)  # that of a hand of a split
                            split, row, code = _after_event(
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
                _count_split(counts, game, shared[U32(U32(place) * lanes + own)])
            if entry != over:
                cuda.atomic.add(unplayed, 0, 1)
            shift = U64(shift + step)
        cuda.syncthreads()
        _add_ends(shared, ended_at, walk.cells, first_end, ends, threads, total)
        _add_up(counts, counters, threads, total)

    return _kernel(kernel, registers_per_thread(threads))


@jit_inlined
def _walk_fresh(
    entries: Array, rows: Rows, at: Any, card: Any, over: Any, has_wide: Any, has_levels: Any
) -> Any:  # fmt: skip
    """Take a card; return the next row, the dealer, and the event that ended the round, if any."""
    entry, dealer, event = at
    entry, dealer = _lead(entries, rows, entry, card, dealer, has_wide, has_levels)
    if entry < rows.ends:
        event, entry = entry, over
    return entry, dealer, event


@jit_inlined
def _walk_eight(
    entries: Array, rows: Rows, at: Any, cards: Eight, over: Any, has_wide: Any, has_levels: Any
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
    threads, _, _, walk_plan = plan
    specials, ends, has_wide = U32(walk_plan.specials), walk_plan.ends, walk_plan.has_wide
    has_levels, numbers, entries_size = _has_levels(walk_plan), _numbers(plan), walk_plan.entries
    table_at, first_ended, first_end = _table_at(plan), _ended_at(plan), walk_plan.specials

    def kernel(
        walk: WalkTables, blank: Array, launch: Launch, total: Array, later: Array, lengths: Array
    ) -> None:
        own, lanes = U32(cuda.threadIdx.x), U32(threads)
        shared = pin(cuda.shared.array(0, uint32), nothing_of(launch.size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(launch.size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(launch.size))
        ended_at, rows = U32(first_ended), _rows(numbers)
        listed = cuda.shared.array(1, uint32)
        _clear(listed, 1, threads)
        _set_up(shared, entries, walk, table_at, ended_at, ends, entries_size, threads)
        _lay_out(blank, shared, own, lanes)
        cuda.syncthreads()
        shift, step, shoes = U64(cuda.grid(1)), U64(cuda.gridsize(1)), launch.shoes
        over, nowhere, dealer = U32(walk_plan.over), rows.events, _ZERO
        begins = U32(walk_plan.begins)
        shoe = LaneShoe(U32(own << _TWO), lanes, launch.size, launch.first, launch.seed)
        entry, block, number = over, _ZERO, launch.first
        nothing = Eight(_ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
        at_first, first_taken = nothing, nothing
        while any_plays(entry != over or shift < shoes):
            is_mine = entry != over
            if not is_mine and shift < shoes:
                number, block, entry, is_mine = U64(launch.first + shift), _ZERO, begins, True
                shift = U64(shift + step)
                shoe = LaneShoe(U32(own << _TWO), lanes, launch.size, number, launch.seed)
            frontier = U32(block * _EIGHT)
            places, doubt = _places(shoe, block, frontier)
            addresses = _addresses(shoe, places)
            taken = _take_eight(cards, shoe, addresses, frontier)
            event = _ZERO if doubt else nowhere
            entry = over if doubt else entry
            entry, dealer, event = _walk_eight(
                entries, rows, (entry, dealer, event), taken, over, has_wide, has_levels
            )
            if entry != over and block > _ZERO:
                entry, event = over, _ZERO
            if entry == over:
                _put_back(cards, addresses, taken)
                if block > _ZERO:
                    _put_back(cards, at_first, first_taken)
                if is_mine:
                    if event >= specials:
                        cuda.atomic.add(shared, U32(ended_at + event), _ONE)
                    else:
                        place = cuda.atomic.add(listed, 0, _ONE)
                        if place < later.shape[1]:
                            later[cuda.blockIdx.x, place] = number
            at_first, first_taken, block = addresses, taken, _ONE
        cuda.syncthreads()
        _add_ends(shared, ended_at, walk.cells, first_end, ends, threads, total)
        if cuda.threadIdx.x == 0:
            lengths[cuda.blockIdx.x] = listed[0]

    return _kernel(kernel, registers_per_thread(threads))
