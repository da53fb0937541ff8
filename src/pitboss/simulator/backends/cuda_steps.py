"""Blackjack on a graphics card, a card at a time: see `blackjack.steps`.

The lanes of a warp synchronize between the stages of a step. Otherwise each group of lanes would
run through all stages by itself, and the warp would take several times as long.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import int16, int32, uint8, uint16, uint32

from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.simulator.backends.cuda import (
    _device,
    _kernel,
    add_up,
    any_plays,
    clear,
    cuda,
    registers_per_thread,
    stay_together,
)
from pitboss.simulator.backends.cuda_shuffle import (
    UNDONE_MAX,
    order_cards,
    place_at,
    place_to,
    reopen,
    shuffle,
)
from pitboss.simulator.backends.launch import Launch
from pitboss.simulator.blackjack.dealt_wagers import (
    BY_FOUR,
    CARDS,
    DEFERRED,
    DealTables,
    place_of_three,
)
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    I32,
    is_natural,
)
from pitboss.simulator.blackjack.step_job import StepGame
from pitboss.simulator.blackjack.steps import (
    CLASSES_MAX,
    StepHand,
    StepTables,
    after_end,
    dealt_hand,
    is_waiting,
    with_code,
)
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import (
    FRONTIER,
    START,
    STATE,
    Cutting,
    Deck,
)

HIT_FIELDS = 4
"""Of a deferred win: shoe, round of the shoe, seat, class of deals."""
_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX, _EIGHT = (U32(n) for n in (0, 1, 2, 3, 4, 6, 8))
_HALF = U64(32)
_BYTE = U32(255)
_BITS = U32(8)
_COLUMN_BITS = U32(COLUMN_BITS)
_CARDS = U32(CARDS)
_ACE = 1
_TEN = VALUES
_CLASS = U32(CLASSES_MAX - 1)
_DEFERRED = U32(DEFERRED)
_BY_FOUR = U32(BY_FOUR)
_IDLE, _OPENS, _PLAYS, _DEALER = (U32(n) for n in range(4))
"""What a lane is at: between rounds, before a hand, in a hand, at the dealer's."""


class StepKernelPlan(NamedTuple):
    """What a kernel is compiled for."""

    threads: int
    counters: int
    padded: int
    """Bytes of a shoe with the room behind it."""
    first: int
    """How many codes of two cards there are."""
    steps: int
    seats: int
    hands_each: int
    has_wagers: bool
    is_fresh: bool
    is_listed: bool
    """Whether only the fresh shoes in the list of the block are played."""
    deals: tuple[tuple[int, int], ...]
    """Where the memory of a block holds the tables of `_sharing`; empty if nothing."""


class StepShape(NamedTuple):
    """Numbers of a table that its kernel is compiled for."""

    seats: int
    hands_each: int
    hands: int
    has_wagers: bool
    is_fresh: bool
    by_three: bool
    """Whether three cards of a deal decide its class."""
    room: Integer
    """Cards of a shoe that there is room for."""
    first_at: Integer
    steps_at: Integer
    """Where the codes of two cards, and those of one more, are in the memory of a block."""
    deals_at: Integer
    """Where the classes of deals are in it, in words."""


class Placed(NamedTuple):
    """How many cards of a shoe are placed, and whether some cannot be put back."""

    frontier: Integer
    is_mixed: Flag


class StepLane(NamedTuple):
    """Where a lane is in its shoe and in its round."""

    phase: Integer
    next_card: Integer
    """Its index."""
    begin: Integer
    """The first card of the round."""
    turn: Integer
    """The number of the round in the shoe."""
    up: Integer
    down: Integer
    dealer: np.int32
    """The code of the dealer's hand."""
    number: Integer
    """The hand that is played."""
    hand: StepHand
    drawn: np.uint32
    """The card that came last."""
    waits: np.uint32
    """Whether a hand waits for the dealer, in one of its bits."""
    deal: Integer
    """The class of deals of the seat's first cards."""
    switched: Integer
    """One if the seat has switched its second cards."""


@jit_inlined
def _new_lane(index: Integer) -> StepLane:
    """Return a lane before its first round."""
    hand = dealt_hand(I32(0), _ZERO, _ZERO)
    return StepLane(
        _IDLE, index, index, _ZERO, _ZERO, _ZERO, I32(0), _ZERO, hand, _ZERO, _ZERO, _ZERO, _ZERO
    )


@jit_inlined
def _card(deck: Deck, index: Integer) -> Any:
    """Return a card that is placed, as a byte."""
    return U32(deck.cards[place_at(index, deck.lanes, U32(deck.lane << _TWO))])


@jit_inlined
def _card_class(card: Integer, has_wagers: Flag) -> Any:
    """Return the class of a card; without side wagers its byte is the class."""
    return U32(card & _CLASS) if has_wagers else card


@jit_inlined
def _open_round(
    deck: Deck, tables: StepTables, lane: StepLane, hands: Integer, has_wagers: Flag
) -> StepLane:
    """Deal: a card to every hand, the up card, a second to every hand, the down card."""
    begin = lane.next_card
    after = U32(lane.next_card + U32(2 * hands + 2))
    up = _card(deck, U32(begin + U32(hands)))
    down = _card(deck, U32(after - _ONE))
    row = U32(_card_class(up, has_wagers) * tables.classes)
    dealer = tables.dealer_first[U32(row + _card_class(down, has_wagers))]
    return StepLane(
        _OPENS, after, begin, lane.turn, up, down, I32(dealer), _ZERO, lane.hand, lane.drawn,
        _ZERO, lane.deal, _ZERO,
    )  # fmt: skip


@jit_inlined
def _open_hand(
    deck: Deck, game: StepGame, codes: Array, shape: StepShape, lane: StepLane
) -> StepLane:
    """Look the two cards of a hand up; a seat with two hands may first switch."""
    hands = shape.hands
    hands_each = shape.hands_each
    has_wagers = shape.has_wagers
    tables = game.tables
    begin = lane.begin
    number = lane.number if hands > 1 else _ZERO
    classes = tables.classes
    behind = U32(begin + U32(hands + 1))
    up = _card_class(lane.up, has_wagers)
    one = _card(deck, U32(begin + number))
    two = _card(deck, U32(behind + number))
    is_over = tables.peeks and U32(~lane.dealer) == DEALER_BLACKJACK
    deal = lane.deal
    switched = lane.switched
    if hands_each == 2:
        other = U32(number ^ _ONE)
        three = _card(deck, U32(begin + other))
        four = _card(deck, U32(behind + other))
        if other > number:
            if has_wagers:
                deal = _class_of_deal(game, one, two, three, four, False)  # noqa: FBT003
            switched = _ZERO if is_over else _switches(game, up, one, two, three, four)
        two = four if switched else two
    elif has_wagers:
        deal = _class_of_deal(game, one, two, lane.up, lane.down, shape.by_three)
    one = _card_class(one, has_wagers)
    two = _card_class(two, has_wagers)
    row = U32(up * classes + one)
    if is_over:
        code = I32(tables.peeked[U32(row * classes + two)])
    else:
        place = U32(row * classes + two)
        if hands_each == 2:
            place = U32(place + U32(U32(switched * classes) * U32(classes * classes)))
        code = I32(codes[U32(shape.first_at + place)])
    return StepLane(
        _PLAYS, lane.next_card, begin, lane.turn, lane.up, lane.down, lane.dealer, number,
        dealt_hand(code, row, two), lane.drawn, lane.waits, deal, switched,
    )  # fmt: skip


@jit_inlined
def _switches(
    game: StepGame, up: Integer, one: Integer, two: Integer, three: Integer, four: Integer
) -> Any:
    """Ask a seat of Blackjack Switch; return 1 if it switches its second cards."""
    values = game.values
    row = U32(values[up] - _ONE)
    for card in (one, two, three, four):
        row = U32(row * U32(VALUES) + U32(values[U32(card & _CLASS)] - _ONE))
    return U32(game.switches[row])


@jit_inlined
def _class_of_deal(
    game: StepGame, one: Integer, two: Integer, three: Integer, four: Integer, by_three: Integer
) -> Any:
    """Return the class of a deal; the cards are bytes of the shoe."""
    cards = game.cards
    deals = game.deals
    one = U32(cards[one])
    two = U32(cards[two])
    three = U32(cards[three])
    four = U32(cards[four])
    number = _BY_FOUR
    if by_three:
        up = U32(deals.by_up[place_of_three(one, two, three)])
        down = U32(deals.by_down[place_of_three(one, two, four)])
        number = U32(deals.by_both[U32(U32(down * deals.step) + up)])
    if number == _BY_FOUR:
        row = U32(deals.rows[U32(U32(U32(one * _CARDS) + two) * _CARDS + three)])
        number = U32(deals.classes[U32(row * _CARDS + four)])
    return number


@jit_inlined
def _draw(deck: Deck, classes: Integer, codes: Array, shape: StepShape, lane: StepLane) -> StepLane:
    """Give the hand, or the dealer, the next card."""
    drawn = _card_class(_card(deck, lane.next_card), shape.has_wagers)
    code = I32(codes[U32(shape.steps_at + U32(U32(lane.hand.code) * classes + drawn))])
    return StepLane(
        lane.phase, U32(lane.next_card + _ONE), lane.begin, lane.turn, lane.up, lane.down,
        lane.dealer, lane.number, with_code(lane.hand, code), drawn, lane.waits, lane.deal,
        lane.switched,
    )  # fmt: skip


@jit_inlined
def _go_on(
    tables: StepTables, lane: StepLane, ended: Array, hands: Integer, has_wagers: Flag
) -> StepLane:
    """Go on after the end of a hand: with its split, with the next hand, with the dealer."""
    hand, is_done = after_end(tables, lane.hand, _card_class(lane.up, has_wagers), lane.drawn)
    phase = lane.phase
    number = lane.number
    waits = lane.waits
    if is_done:
        if hands > 1:
            ended[number] = hand.results
        phase = _OPENS
        number = U32(number + _ONE)
        waits = U32(waits | hand.waits)
        if hands == 1 or number == U32(hands):
            phase = _DEALER
            code = lane.dealer
            if not is_waiting(waits):  # he draws no card, but may yet push a blackjack
                code = code if is_natural(code) else I32(~I32(DEALER_NOT_DRAWN))
            hand = with_code(hand, code)
    return StepLane(
        phase, lane.next_card, lane.begin, lane.turn, lane.up, lane.down, lane.dealer, number, hand,
        lane.drawn, waits, lane.deal, lane.switched,
    )  # fmt: skip


@jit_inlined
def _close_round(lane: StepLane, index: Integer, turn: Integer) -> StepLane:
    """Return the lane between two rounds; the next begins at *index* and is number *turn*."""
    return StepLane(
        _IDLE, index, lane.begin, turn, lane.up, lane.down, lane.dealer,
        lane.number, lane.hand, lane.drawn, lane.waits, lane.deal, lane.switched,
    )  # fmt: skip


@jit_inlined
def _end_round(lane: StepLane, burn: Integer, is_fresh: Flag) -> StepLane:
    """Return the lane after a round; the next one is dealt from the same shoe, or a fresh one."""
    if is_fresh:
        return _close_round(lane, burn, _ZERO)
    return _close_round(lane, lane.next_card, U32(lane.turn + _ONE))


@_device
def _leave(lane: StepLane, room: Integer, tallied: Array) -> StepLane:
    """Leave a shoe that has no room for more cards: its launch is played again with more."""
    cuda.atomic.add(tallied, 2, 1)
    return _close_round(lane, room, lane.turn)


@_device
def _count_insurance(counts: Array, game: StepGame, lane: StepLane, seats: Integer) -> None:
    """Count the seats that may insure, and those that would win."""
    values = game.values
    if values[U32(lane.up & _CLASS)] == _ACE:
        wins = _ONE if values[U32(lane.down & _CLASS)] == _TEN else _ZERO
        cuda.atomic.add(counts, U32(game.sections.insurance + wins), U32(seats))


@_device
def _count_deal(
    counts: Array, game: StepGame, number: Integer, lane: StepLane, seat: Integer, hits: Array,
    tallied: Array,
) -> None:  # fmt: skip
    """Count the class of a seat's first cards; report a win that is deferred."""
    kind = U32(lane.deal & U32(_DEFERRED - _ONE))
    cuda.atomic.add(counts, U32(game.sections.deals + kind), _ONE)
    if lane.deal & _DEFERRED:
        at = cuda.atomic.add(tallied, 0, 1)
        if at < len(hits):
            hits[at, 0] = number
            hits[at, 1] = lane.turn
            hits[at, 2] = seat
            hits[at, 3] = kind


@_device
def _count_hand(counts: Array, game: StepGame, results: Integer, outcome: Integer) -> Any:
    """Count how a wager's hands ended; return what they won together."""
    sections = game.sections
    net = int32(0)
    if results <= _BYTE:
        cell = U32(U32(results << _COLUMN_BITS) + outcome)
        cuda.atomic.add(counts, U32(sections.whole + cell), _ONE)
        return int32(game.pays[cell])
    while results > _ZERO:
        cell = U32(U32(U32(results & _BYTE) << _COLUMN_BITS) + outcome)
        cuda.atomic.add(counts, U32(sections.split + cell), _ONE)
        net += game.pays[cell]
        results = U32(results >> _BITS)
    return net


@_device
def _count_alone(counts: Array, game: StepGame, results: Integer, outcome: Integer) -> None:
    """Count the hand or hands of the only wager."""
    net = _count_hand(counts, game, results, outcome)
    if results > _BYTE:
        cuda.atomic.add(counts, U32(game.sections.nets + net), _ONE)


@_device
def _count_round(
    counts: Array, game: StepGame, ended: Array, lane: StepLane, shape: StepShape
) -> None:
    """Count all hands of a round, what each seat won, and what all won together."""
    sections = game.sections
    total = int32(0)
    outcome = U32(~lane.hand.code)
    seats = shape.seats
    hands_each = shape.hands_each
    if shape.hands == 1:
        _count_alone(counts, game, lane.hand.results, outcome)
        return
    for seat in range(seats):
        net = int32(0)
        for hand in range(hands_each * seat, hands_each * seat + hands_each):
            net += _count_hand(counts, game, ended[hand], outcome)
        if hands_each > 1 or ended[seat] > _BYTE:
            cuda.atomic.add(counts, U32(sections.nets + net), _ONE)
        total += net
    if seats > 1:
        cuda.atomic.add(counts, U32(sections.totals + total), _ONE)


def _sharing(places: tuple[tuple[int, int], ...]) -> Any:
    """Return the function that reads classes of deals and pays from the memory of a block."""
    if not places:
        return _device(lambda game, _bytes, _halves, _words: game)
    (cards, cards_end), (up, up_end), (down, down_end), (both, both_end), (pays, end) = places

    def share(game: StepGame, shoe: Array, halves: Array, words: Array) -> StepGame:
        deals = DealTables(
            game.deals.rows, game.deals.classes, shoe[up:up_end], shoe[down:down_end],
            halves[both:both_end], game.deals.step,
        )  # fmt: skip
        return StepGame(
            game.tables, words[pays:end], game.values, game.switches, shoe[cards:cards_end],
            deals, game.sections,
        )  # fmt: skip

    return _device(share)


def deals_begin(shoes: int, codes: int) -> int:
    """Return how many bytes shoes and codes take, in whole words."""
    return -(-(shoes + 2 * codes) // 4) * 4


def _step_shape(plan: StepKernelPlan) -> StepShape:
    codes_at = plan.threads * plan.padded // 2
    return StepShape(
        seats=plan.seats,
        hands_each=plan.hands_each,
        hands=plan.seats * plan.hands_each,
        has_wagers=plan.has_wagers,
        is_fresh=plan.is_fresh,
        by_three=bool(plan.deals),
        room=U32(plan.padded),
        first_at=U32(codes_at),
        steps_at=U32(codes_at + plan.first),
        deals_at=U32(deals_begin(plan.threads * plan.padded, plan.first + plan.steps) // 4),
    )


@_device
def _share_tables(
    codes: Array,
    shared: Array,
    tables: StepTables,
    deals: Array,
    shape: StepShape,
    threads: Integer,
) -> None:
    """Copy codes and classes of deals to the memory of a block."""
    for at in range(cuda.threadIdx.x, len(tables.first), threads):
        codes[U32(shape.first_at + U32(at))] = tables.first[at]
    for at in range(cuda.threadIdx.x, len(tables.steps), threads):
        codes[U32(shape.steps_at + U32(at))] = tables.steps[at]
    for at in range(cuda.threadIdx.x, len(deals), threads):
        shared[U32(shape.deals_at + U32(at))] = deals[at]


@jit_inlined
def _place(deck: Deck, index: Integer, shape: StepShape, placed: Placed, targets: Array) -> Placed:
    """Place the cards up to *index*."""
    if index >= placed.frontier:
        is_mixed = place_to(deck, index, targets, placed.is_mixed, shape.is_fresh)
        placed = Placed(U32(deck.state[FRONTIER]), is_mixed)
    return placed


@_device
def _fresh_number(later: Array, first: Integer, shift: Integer, is_listed: Flag) -> Any:
    """Return the number of a fresh shoe: in the list of the block, or from *first* on."""
    if is_listed:
        return U64(later[cuda.blockIdx.x, shift])
    return U64(first + shift)


@_device
def _begin_round(
    deck: Deck, game: StepGame, codes: Array, counts: Array, shape: StepShape, lane: StepLane,
    placed: Placed, targets: Array, tallied: Array,
) -> Any:  # fmt: skip
    """Deal a round, if there is room for its cards; return the lane, and what is placed."""
    last = U32(lane.next_card + U32(2 * shape.hands + 1))
    deck.state[START] = lane.next_card
    if last >= shape.room:
        return _leave(lane, shape.room, tallied), placed
    placed = _place(deck, last, shape, placed, targets)
    lane = _open_round(deck, game.tables, lane, shape.hands, shape.has_wagers)
    if shape.hands > 1 or shape.has_wagers:
        _count_insurance(counts, game, lane, shape.seats)
    if shape.hands == 1:
        lane = _open_hand(deck, game, codes, shape, lane)
    return lane, placed


@_device
def _draw_card(
    deck: Deck, game: StepGame, codes: Array, shape: StepShape, lane: StepLane, placed: Placed,
    targets: Array, tallied: Array,
) -> Any:  # fmt: skip
    """Draw the next card, if there is room for it; return the lane, and what is placed."""
    if lane.next_card >= shape.room:
        return _leave(lane, shape.room, tallied), placed
    placed = _place(deck, lane.next_card, shape, placed, targets)
    return _draw(deck, game.tables.classes, codes, shape, lane), placed


@_device
def _end_hand(
    counts: Array, game: StepGame, shape: StepShape, number: Integer, lane: StepLane, ended: Array,
    hits: Array, tallied: Array,
) -> StepLane:  # fmt: skip
    """Go on after the end of a hand; after the first of a seat, count the seat's deal."""
    before = lane.number
    hands_each = U32(shape.hands_each)
    lane = _go_on(game.tables, lane, ended, shape.hands, shape.has_wagers)
    if shape.has_wagers and lane.number != before and before % hands_each == _ZERO:
        _count_deal(counts, game, number, lane, U32(before // hands_each), hits, tallied)
    return lane


@cache
def step_kernel(plan: StepKernelPlan) -> Any:
    """Return the kernel for a plan: it plays as `blackjack.kernel` does, and counts the same."""
    threads = plan.threads
    counters = plan.counters
    hands = plan.seats * plan.hands_each
    is_fresh = plan.is_fresh
    is_listed = plan.is_listed
    share = _sharing(plan.deals)
    words_room = 4 * threads
    targets_room = UNDONE_MAX if is_fresh else 1
    shape = _step_shape(plan)

    def kernel(
        game: StepGame, deals: Array, blank: Array, cutting: Cutting, launch: Launch,
        later: Array, lengths: Array, total: Array, played: Array, hits: Array, tallied: Array,
    ) -> None:  # fmt: skip
        own = U32(cuda.threadIdx.x)
        lanes = U32(threads)
        size = launch.size
        seed = launch.seed
        shared = cuda.shared.array(0, uint32)
        shoe = cuda.shared.array(0, uint8)
        words = cuda.shared.array(words_room, uint32)
        codes = cuda.shared.array(0, int16)
        counts = cuda.shared.array(counters, uint32)
        ended = cuda.local.array(hands, uint32)
        state = cuda.local.array(STATE, uint32)
        targets = cuda.local.array(targets_room, uint16)
        clear(counts, counters, threads)
        _share_tables(codes, shared, game.tables, deals, shape, threads)
        game = share(game, shoe, cuda.shared.array(0, uint16), cuda.shared.array(0, int32))
        cuda.syncthreads()
        shift = U64(cuda.grid(1))
        step = U64(cuda.gridsize(1))
        shoes = launch.shoes
        if is_listed:
            shift = U64(cuda.threadIdx.x)
            step = U64(threads)
            shoes = U64(lengths[cuda.blockIdx.x])
        placed = Placed(_ZERO, True)  # noqa: FBT003
        for _ in range(1 if is_fresh else launch.turns):
            stay_together()
            number = U64(launch.first + shift)
            lane = _new_lane(cutting.burn)
            deck = Deck(shoe, state, words, own, lanes, _ZERO, size, number, seed)
            cut = cutting.cut if shift < shoes else _ZERO
            if not is_fresh:
                order_cards(blank, shared, own, lanes)
                shuffle(deck, cutting.placed)
                placed = Placed(U32(state[FRONTIER]), True)  # noqa: FBT003
            while any_plays(lane.phase != _IDLE or lane.next_card < cut):
                if lane.phase == _IDLE and lane.next_card < cut:
                    if is_fresh:
                        number = _fresh_number(later, launch.first, shift, is_listed)
                        deck = Deck(shoe, state, words, own, lanes, _ZERO, size, number, seed)
                        reopen(deck, blank, shared, targets, placed.is_mixed)
                        shift = U64(shift + step)
                        placed = Placed(_ZERO, False)  # noqa: FBT003
                    lane, placed = _begin_round(
                        deck, game, codes, counts, shape, lane, placed, targets, tallied
                    )
                stay_together()
                if hands > 1:
                    if lane.phase == _OPENS:
                        lane = _open_hand(deck, game, codes, shape, lane)
                    stay_together()
                if lane.phase >= _PLAYS and lane.hand.code >= 0:
                    lane, placed = _draw_card(
                        deck, game, codes, shape, lane, placed, targets, tallied
                    )
                stay_together()
                if lane.phase == _PLAYS and lane.hand.code < 0:
                    lane = _end_hand(counts, game, shape, number, lane, ended, hits, tallied)
                stay_together()
                if lane.phase == _DEALER and lane.hand.code < 0:
                    _count_round(counts, game, ended, lane, shape)
                    lane = _end_round(lane, cutting.burn, is_fresh)
                    cut = _ZERO if is_fresh and shift >= shoes else cut
            if not is_fresh:
                if shift < len(played):
                    played[shift] = lane.turn
                shift = U64(shift + step)
        cuda.syncthreads()
        add_up(counts, counters, threads, total)

    return _kernel(kernel, registers_per_thread(threads))
