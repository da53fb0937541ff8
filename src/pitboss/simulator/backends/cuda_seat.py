"""One seat with side wagers on a graphics card: whole rounds, then a pass over the log of a shoe.

A lane walks as in `cuda_walk`, but the cards it deals stay where they lie, and the end of a round
is one word of a log in the lane's own memory. When the shoe is over, all lanes of a warp go through
their logs together: two look-ups settle the side wagers of a round. Rounds whose cards have to be
looked at once more are listed, and come last; so the lanes do not wait for them one by one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int64, uint8, uint16, uint32

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
    report,
)
from pitboss.simulator.backends.cuda_eight import LaneShoe, deal_eight, next_card
from pitboss.simulator.backends.cuda_pin import nothing_of, pin
from pitboss.simulator.backends.cuda_shuffle import order_cards
from pitboss.simulator.backends.cuda_walk import (
    LaneSplit,
    WalkKernelPlan,
    after_event,
    count_split,
    lead,
    share_table,
)
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.blackjack.play import COLUMN_BITS, DEALER_BLACKJACK, I32
from pitboss.simulator.blackjack.seat_tables import (
    AT_CARDS,
    EVENT_BITS,
    INDEX_BITS,
    LOOK,
    SeatGame,
    SeatLooks,
)
from pitboss.simulator.blackjack.table import NOT_MADE, combination
from pitboss.simulator.blackjack.wager_looks import BY_CARDS
from pitboss.simulator.blackjack.walk_tables import CARDS_A_BLOCK, RESULT_BITS, WalkTables
from pitboss.simulator.buffers import (
    CARDS_ROOM,
    DEFERRED_FIELDS,
    HANDS_ROOM,
    WAGERS_ROOM,
    HandBuffers,
)
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import FRONTIER, STATE, Cutting, Deck, dealt_card
from pitboss.simulator.side_wager_kernels import is_ace, value
from pitboss.simulator.side_wagers import BASE, LIMIT
from pitboss.simulator.side_wagers import CARDS as DISTINCT

_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(n) for n in range(5))
_EIGHT = U32(CARDS_A_BLOCK)
_BITS = U32(8)
_BYTE = U32(255)
_NOWHERE = U32(0xFFFFFFFF)
_COLUMN_BITS = U32(COLUMN_BITS)
_OUTCOME = U32((1 << COLUMN_BITS) - 1)
_RESULT_BITS = U32(RESULT_BITS)
_RESULT = U32((1 << RESULT_BITS) - 1)
_INDEX_BITS = U32(INDEX_BITS)
_INDEX = U32((1 << INDEX_BITS) - 1)
_EVENT_AT = U32(2 * INDEX_BITS)
DISTINCT_CARDS = U32(DISTINCT)
_LOOK = U32(LOOK)
_NUMBER = U32(LOOK - 1)
_AT_CARDS = U32(AT_CARDS)
_TEN = 10
COLUMNS_ROOM = 64
"""Bytes for the columns of all cards."""
assert 2 * INDEX_BITS + EVENT_BITS == 32, "a line of the log is a word"


class SeatKernelPlan(NamedTuple):
    """What a kernel is compiled for."""

    walk: WalkKernelPlan
    rounds: int
    """More rounds than a shoe has."""
    has_down: bool
    """Whether a wager is on the down card."""
    has_looks: bool
    """Whether rounds without a split may need a look at their cards."""

    @property
    def columns_at(self) -> int:
        """Where the columns of cards lie behind the counters of ends, in bytes."""
        return 4 * (self.walk.ended_at + self.walk.walk.ends)


class Log(NamedTuple):
    """The rounds of a lane in the order in which they ended."""

    lines: Array
    """Of a split the event is 0; of other rounds no draws of the dealer are noted."""
    noted: Array
    """Of a split: the results of its hands, and the dealer's outcome."""
    listed: Array
    """The lines of rounds that need a look at their cards."""


@jit_inlined
def log_line(event: Integer, dealer_at: Integer, index: Integer) -> Any:
    """Return a line of the log."""
    return U32(U32(U32(event) << _EVENT_AT) | U32(U32(dealer_at << _INDEX_BITS) | index))


@_device
def share_columns(cards: Array, columns: Array, at: Integer, threads: Integer) -> None:
    """Copy the columns of cards into the memory that a block shares."""
    for card in range(cuda.threadIdx.x, len(columns), threads):
        cards[U32(U32(at) + U32(card))] = columns[card]


@cache
def _deal_pass(plan: SeatKernelPlan) -> Any:
    """Return the function that settles what the deal decides; it lists the other rounds."""
    has_down = plan.has_down
    has_looks = plan.has_looks
    ended_at = U32(plan.walk.ended_at)

    def pass_deals(
        deck: Deck,
        game: SeatGame,
        begins: np.uint32,
        rounds: Integer,
        log: Log,
        counts: Array,
        shared: Array,
    ) -> Any:
        begin = begins
        left = _ZERO
        sections = game.sections
        for line in range(rounds):
            word = U32(log.lines[line])
            event = U32(word >> _EVENT_AT)
            one = dealt_card(deck, begin)
            up = dealt_card(deck, U32(begin + _ONE))
            two = dealt_card(deck, U32(begin + _TWO))
            down = dealt_card(deck, U32(begin + _THREE))
            row = U32(U32(one * DISTINCT_CARDS + two) * DISTINCT_CARDS)
            by_up = U32(game.by_up[U32(row + up)])
            by_down = _ZERO
            if has_down:
                by_down = U32(game.by_down[U32(row + down)])
            needs = U32(U32(by_up | by_down) & _LOOK)
            kind = _AT_CARDS
            if has_looks:
                kind = U32(game.looks.by_event[event])
            elif event != _ZERO:
                kind = _ZERO
            if kind == _AT_CARDS:
                needs = _LOOK
            if event != _ZERO:
                cuda.atomic.add(shared, U32(ended_at + event), _ONE)
            if needs == _ZERO:
                cuda.atomic.add(counts, U32(U32(sections.up) + U32(by_up & _NUMBER)), _ONE)
                if has_down:
                    cuda.atomic.add(counts, U32(U32(sections.down) + U32(by_down & _NUMBER)), _ONE)
            if is_ace(up):
                wins = _ONE if value(down) == _TEN else _ZERO
                cuda.atomic.add(counts, U32(U32(sections.insurance) + wins), _ONE)
            needs = U32(needs | kind)
            log.listed[left] = line
            left = U32(left + (_ONE if needs != _ZERO else _ZERO))
            begin = U32(word & _INDEX)
        return left

    return _device(pass_deals)


@jit_inlined
def _find_dealer(deck: Deck, looks: SeatLooks, begin: np.uint32) -> Any:
    """Return where the cards lie that the dealer draws: behind those of the player."""
    hands = looks.hands
    kinds = looks.kinds
    one = U32(kinds[dealt_card(deck, begin)])
    up = U32(kinds[dealt_card(deck, U32(begin + _ONE))])
    two = U32(kinds[dealt_card(deck, U32(begin + _TWO))])
    classes = hands.classes
    code = I32(hands.first[U32(U32(up * classes + one) * classes + two)])
    index = U32(begin + _FOUR)
    while code >= 0:
        card = U32(kinds[dealt_card(deck, index)])
        code = I32(hands.steps[U32(U32(code) * classes + card)])
        index = U32(index + _ONE)
    return index


@jit_inlined
def _fill_hands(
    deck: Deck, begin: np.uint32, dealer_at: np.uint32, after: np.uint32, hands: HandBuffers
) -> Any:
    """Put the cards of a round where patterns look for them; return how many the dealer has."""
    up = dealt_card(deck, U32(begin + _ONE))
    down = dealt_card(deck, U32(begin + _THREE))
    hands.first[0], hands.second[0] = dealt_card(deck, begin), dealt_card(deck, U32(begin + _TWO))
    hands.shown[0] = up
    hands.shown[1] = down
    hands.dealer[0] = up
    hands.dealer[1] = down
    hands.spans[0] = U32(begin + _FOUR)
    hands.spans[1] = dealer_at
    count = _TWO
    for index in range(dealer_at, after):
        hands.dealer[count] = dealt_card(deck, U32(index))
        count = U32(count + _ONE)
    return count


@jit_inlined
def _fill_results(looks: SeatLooks, noted: Integer, hands: HandBuffers) -> None:
    """Put the results of a split where wagers look for them."""
    results = U32(noted >> _COLUMN_BITS)
    count = _ZERO
    waits = uint8(0)
    while results > _ZERO:
        result = U32(results & _RESULT)
        hands.results[count] = result
        waits = uint8(waits | looks.waits[result])
        count = U32(count + _ONE)
        results = U32(results >> _RESULT_BITS)
    hands.counts[0] = count
    hands.waits[0] = waits


@jit_inlined
def recall(
    deck: Deck, looks: SeatLooks, cell: Integer, begin: np.uint32, dealer_at: np.uint32,
    after: np.uint32, hands: HandBuffers,
) -> Any:  # fmt: skip
    """Put a round without a split where wagers look for it; return how many cards the dealer has.

    Return whether his blackjack ended it at once, too.
    """
    result = U32(cell >> _COLUMN_BITS)
    hands.results[0], hands.counts[0], hands.waits[0] = result, _ONE, looks.waits[result]
    over = looks.hands.peeks and U32(cell & _OUTCOME) == DEALER_BLACKJACK
    return _fill_hands(deck, begin, after if over else dealer_at, after, hands), over


@jit_inlined
def recall_split(
    deck: Deck, looks: SeatLooks, noted: Integer, begin: np.uint32, word: Integer,
    hands: HandBuffers,
) -> Any:  # fmt: skip
    """Do the same for a round with a split; no blackjack of the dealer's ended it."""
    _fill_results(looks, noted, hands)
    dealer_at = U32(U32(word >> _INDEX_BITS) & _INDEX)
    count = _fill_hands(deck, begin, dealer_at, U32(word & _INDEX), hands)
    hands.spans[1] = hands.spans[0]  # no hand reaches a total that loses a wager: `is_passed`
    return count, False


@cache
def settle_by_cards(count: Any) -> Any:
    """Return the function that settles side wagers by the cards of a round.

    *count* counts a combination, *counts* and *at* are handed to it.
    """

    def settle(
        deck: Deck, looks: SeatLooks, event: Integer, at_cards: Flag, dealer_count: Integer,
        over: bool, hands: HandBuffers, deferred: Array, counts: Array, at: Integer,  # noqa: FBT001
    ) -> Any:  # fmt: skip
        tables = looks.wagers
        columns = looks.wagers.columns
        wins = 0
        for wager in range(tables.size):
            is_counted: Any = at_cards
            paid: Any = int64(NOT_MADE)
            if looks.of_event[wager] and event != _ZERO:
                paid = int64(looks.rows[event, wager])
                is_counted = paid == BY_CARDS
            if is_counted:
                paid = int64(
                    combination(deck, looks.felt, tables, hands, 0, wager, dealer_count, over)
                )
            if paid < 0:
                continue
            won = columns[BASE, wager] + paid
            if is_counted:
                count(counts, U32(at + U32(won)))
            limit = columns[LIMIT, wager]
            if tables.from_meter[won] or (limit and tables.paid[won] > limit):
                deferred[wins, 0] = 0
                deferred[wins, 1] = wager
                deferred[wins, 2] = paid
                wins += 1
        return wins

    return _device(settle)


@_device
def _count_shared(counts: Array, at: Integer) -> None:
    """Count in the counters of a block."""
    cuda.atomic.add(counts, at, _ONE)


_settle = settle_by_cards(_count_shared)


@jit_inlined
def needs_cards(game: SeatGame, event: Integer, hands: HandBuffers) -> Any:
    """Return whether all wagers of a round are settled by its cards."""
    row = U32(U32(hands.first[0] * DISTINCT_CARDS + hands.second[0]) * DISTINCT_CARDS)
    needs = U32(game.by_up[U32(row + hands.shown[0])])
    if len(game.by_down):
        needs = U32(needs | U32(game.by_down[U32(row + hands.shown[1])]))
    return U32(game.looks.by_event[event]) == _AT_CARDS or U32(needs & _LOOK) != _ZERO


@_device
def _look_again(
    deck: Deck, game: SeatGame, walk: WalkTables, begins: np.uint32, left: Integer, log: Log,
    counts: Array, hits: Array, tallied: Array,
) -> None:  # fmt: skip
    """Settle the side wagers of the rounds that are listed."""
    none = cuda.local.array(1, uint32)
    looks = game.looks
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
        line = U32(log.listed[number])
        begin = begins
        if line > _ZERO:
            begin = U32(U32(log.lines[U32(line - _ONE)]) & _INDEX)
        word = U32(log.lines[line])
        event = U32(word >> _EVENT_AT)
        after = U32(word & _INDEX)
        if event == _ZERO:
            count_split(counts, game, U32(log.noted[line]))
            dealer_count, over = recall_split(deck, looks, U32(log.noted[line]), begin, word, hands)
        else:
            cell = U32(walk.cells[event])
            dealer_at = _find_dealer(deck, looks, begin)
            dealer_count, over = recall(deck, looks, cell, begin, dealer_at, after, hands)
        at_cards = needs_cards(game, event, hands)
        at = U32(game.sections.combinations)
        wins = _settle(
            deck, looks, event, at_cards, dealer_count, over, hands, deferred, counts, at
        )
        report(deck.number, line, wins, deferred, hits, tallied)
        number = U32(number + _ONE)


@cache
def seat_kernel(plan: SeatKernelPlan) -> Any:
    """Return the kernel that deals shoes to a cut card.

    *tallied* gets the number of hits and of rounds, and the shoes whose cards did not suffice: then
    nothing it counted holds.
    """
    walk_plan = plan.walk.walk
    threads = plan.walk.threads
    counters = plan.walk.counters
    first_end = walk_plan.specials
    ends = walk_plan.ends
    has_wide = walk_plan.has_wide
    has_levels = plan.walk.has_levels
    rows = plan.walk.rows
    entries_size = walk_plan.entries
    table_at = plan.walk.table_at
    ended_at = U32(plan.walk.ended_at)
    specials = U32(first_end)
    splits = U32(walk_plan.splits)
    hands = U32(walk_plan.hands)
    most = plan.rounds
    over = U32(walk_plan.over)
    start = U32(walk_plan.start)
    begins = U32(walk_plan.begins)
    columns_at = U32(plan.columns_at)
    pass_deals = _deal_pass(plan)

    def kernel(
        game: SeatGame, walk: WalkTables, blank: Array, cutting: Cutting, launch: Launch,
        total: Array, ended: Array, played: Array, hits: Array, tallied: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        size = launch.size
        shared = pin(cuda.shared.array(0, uint32), nothing_of(size))
        cards = pin(cuda.shared.array(0, uint8), nothing_of(size))
        entries = pin(cuda.shared.array(0, uint16), nothing_of(size))
        counts = cuda.shared.array(counters, uint32)
        state = cuda.local.array(STATE, uint32)
        lines = cuda.local.array(most, uint32)
        noted = cuda.local.array(most, uint32)
        log = Log(lines, noted, cuda.local.array(most, uint8))
        state[FRONTIER] = _NOWHERE  # every card is placed when somebody looks at it
        clear(counts, counters, threads)
        share_table(shared, entries, walk, table_at, ended_at, ends, entries_size, threads)
        share_columns(cards, game.columns, columns_at, threads)
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        all_rounds = int64(0)
        for _ in range(launch.turns):
            number = U64(launch.first + shift)
            is_mine = shift < launch.shoes
            shoe = LaneShoe(U32(own << _TWO), lanes, size, number, launch.seed)
            entry = begins if is_mine else over
            order_cards(blank, shared, own, lanes)
            block = _ZERO
            skipped = _ZERO
            seen = _ZERO
            dealer = _ZERO
            split = LaneSplit(_ZERO, I32(0), _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO)
            rounds = _ZERO
            dealer_at = _ZERO
            while any_plays(entry != over) and U32(U32(block * _EIGHT) + _EIGHT) < size:
                low, high, skipped = deal_eight(cards, shoe, block, skipped)
                place = U32(U32(block + block) * lanes + own)
                # where they were dealt
                shared[place] = low
                shared[U32(place + lanes)] = high
                index = U32(block * _EIGHT)
                stop = U32(U32(block * _EIGHT) + _EIGHT)
                while index < stop:
                    card, low, high = next_card(low, high)
                    card = U32(cards[U32(columns_at + card)])
                    index = U32(index + _ONE)
                    seen = U32(U32(seen << _BITS) | card)
                    entry, dealer = lead(entries, rows, entry, card, dealer, has_wide, has_levels)
                    if entry < rows.ends:
                        event = entry
                        entry = start if index < cutting.cut else over
                        if event >= specials:
                            lines[rounds] = log_line(event, _ZERO, index)
                            rounds = U32(rounds + _ONE)
                        else:
                            dealer = U32(rows.dealers - _ONE)  # that of a hand of a split
                            split, row, code = after_event(
                                game.tables, walk, splits, hands, event, split, seen
                            )
                            dealer_at = index if event < hands else dealer_at
                            if code < 0:
                                lines[rounds] = log_line(_ZERO, dealer_at, index)
                                noted[rounds] = U32(U32(split.results << _COLUMN_BITS) | U32(~code))
                                rounds = U32(rounds + _ONE)
                            else:
                                entry = row
                block = U32(block + _ONE)
            if entry != over:
                cuda.atomic.add(tallied, 2, 1)
            words = shared  # no card is left to be placed: nobody reads them
            deck = Deck(cards, state, words, own, lanes, _ZERO, size, number, launch.seed)
            left = pass_deals(deck, game, cutting.burn, rounds, log, counts, shared)
            _look_again(deck, game, walk, cutting.burn, left, log, counts, hits, tallied)
            if shift < len(played):
                played[shift] = rounds
            all_rounds += rounds
            shift = U64(shift + step)
        cuda.syncthreads()
        cuda.atomic.add(tallied, 1, all_rounds)
        for event in range(first_end + cuda.threadIdx.x, ends, threads):
            cuda.atomic.add(ended, event, U64(shared[U32(ended_at + U32(event))]))
        add_up(counts, counters, threads, total)

    return _kernel(kernel, registers_per_thread(threads))
