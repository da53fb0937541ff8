"""Blackjack on a graphics card, a card at a time: see `blackjack.steps`.

A warp's lanes are held together between the stages of a step: compiled code would otherwise let
each group of lanes run through all stages on its own, and the warp would take several times as
long. Whole shoes are shuffled eight cards at a time; multiplications replace shifts, because the
units that multiply are otherwise idle.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from numba import int16, int32, uint8, uint16, uint32

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import jit_inlined
from pitboss.simulate.backends.cuda import (
    any_plays,
    clear,
    cuda,
    make_device,
    make_kernel,
    stay_together,
)
from pitboss.simulate.backends.gpu import Launch
from pitboss.simulate.blackjack.dealt_wagers import CARDS, DEFERRED
from pitboss.simulate.blackjack.play import COLUMN_BITS, DEALER_BLACKJACK, DEALER_NOT_DRAWN, I32
from pitboss.simulate.blackjack.stepped import SteppedGame
from pitboss.simulate.blackjack.steps import (
    CLASSES_MAX,
    after_end,
    dealt_hand,
    is_waiting,
    with_code,
)
from pitboss.simulate.random.philox import U32, U64, philox
from pitboss.simulate.random.shuffle import (
    FILLED,
    FRONTIER,
    START,
    STATE,
    WORD,
    Cutting,
    Deck,
    draw_on,
    is_uneven,
    shuffle_to,
)

Array = Any
HIT_FIELDS = 4
"""Of a deferred win: shoe, round of the shoe, seat, class of deals."""
UNDONE_MAX = 64
"""Cards of a fresh shoe whose places are kept, so that the next round can put them back."""
_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX, _EIGHT = (U32(n) for n in (0, 1, 2, 3, 4, 6, 8))
_HALF, _BYTE, _BITS = U64(32), U32(255), U32(8)
_COLUMN_BITS, _CARDS = U32(COLUMN_BITS), U32(CARDS)
_ACE, _TEN = 1, VALUES
_CLASS = U32(CLASSES_MAX - 1)
_DEFERRED = U32(DEFERRED)
_IDLE, _OPENS, _PLAYS, _DEALER = range(4)
"""What a lane is at: between rounds, before a hand, in a hand, at the dealer's."""


class Plan(NamedTuple):
    """What a kernel is compiled for."""

    threads: int
    padded: int
    """Bytes of a shoe with the room behind it."""
    counters: int
    first: int
    """How many codes of two cards there are."""
    steps: int
    seats: int
    hands_each: int
    has_wagers: bool
    is_fresh: bool


@jit_inlined
def _at(index: Any, lanes: Any, base: Any) -> Any:
    """Return the place of a card: four cards to a word, the lanes side by side."""
    return U32(U32(U32(index * lanes) + base) - U32(U32(index & _THREE) * U32(lanes - _ONE)))


@jit_inlined
def _swap(shoe: Array, one: Any, two: Any) -> None:
    kept = shoe[two]
    shoe[two] = shoe[one]
    shoe[one] = kept


@jit_inlined
def _choose_two(word: Any, frontier: Any, size: Any) -> Any:
    """Return the cards for two places, and the rest of the word with the number of ways."""
    left = U32(size - frontier)
    less = U32(left - _ONE)
    product = U64(word) * U64(left)
    one = U32(U32(product >> _HALF) + frontier)
    product = U64(U32(product)) * U64(less)
    two = U32(U32(product >> _HALF) + U32(frontier + _ONE))
    return one, two, U32(product), U32(left * less)


@jit_inlined
def _swap_two(shoe: Array, frontier: Any, one: Any, two: Any, lanes: Any, base: Any) -> None:
    """Put two cards at the frontier, which is even: its two places lie in one word."""
    here = _at(frontier, lanes, base)
    _swap(shoe, here, _at(one, lanes, base))
    _swap(shoe, U32(here + _ONE), _at(two, lanes, base))


@jit_inlined
def _place_two(shoe: Array, word: Any, frontier: Any, size: Any, lanes: Any, base: Any) -> Any:
    """Place two cards by a word, or none if it is uneven; return how many are placed."""
    one, two, rest, ways = _choose_two(word, frontier, size)
    if is_uneven(rest, ways):
        return frontier
    _swap_two(shoe, frontier, one, two, lanes, base)
    return U32(frontier + _TWO)


@jit_inlined
def _shuffle(deck: Deck, wanted: Any) -> None:
    """Shuffle a shoe in order, eight cards at a time, until *wanted* or a few more are placed.

    The same cards come to the same places as by `random.shuffle.shuffle_to`.
    """
    shoe, size, lanes = deck.cards, deck.size, deck.lanes
    base, frontier, block = U32(deck.lane << _TWO), _ZERO, _ZERO
    k0, k1 = U32(deck.seed), U32(deck.seed >> _HALF)
    c1, c2 = U32(deck.number), U32(deck.number >> _HALF)
    w0, w1, w2, w3 = _ZERO, _ZERO, _ZERO, _ZERO
    while frontier < wanted and U32(frontier + _EIGHT) < size:
        w0, w1, w2, w3 = philox(block, c1, c2, _ZERO, k0, k1)
        block = U32(block + _ONE)
        a1, a2, rest, ways = _choose_two(w0, frontier, size)
        uneven = rest < ways
        b1, b2, rest, ways = _choose_two(w1, U32(frontier + _TWO), size)
        uneven = uneven or rest < ways
        d1, d2, rest, ways = _choose_two(w2, U32(frontier + _FOUR), size)
        uneven = uneven or rest < ways
        e1, e2, rest, ways = _choose_two(w3, U32(frontier + _SIX), size)
        if uneven or rest < ways:  # perhaps: look at one word after the other
            for word in (w0, w1, w2, w3):
                frontier = _place_two(shoe, word, frontier, size, lanes, base)
        else:
            _swap_two(shoe, frontier, a1, a2, lanes, base)
            _swap_two(shoe, U32(frontier + _TWO), b1, b2, lanes, base)
            _swap_two(shoe, U32(frontier + _FOUR), d1, d2, lanes, base)
            _swap_two(shoe, U32(frontier + _SIX), e1, e2, lanes, base)
            frontier = U32(frontier + _EIGHT)
    _keep_state(deck, frontier, block, w0, w1, w2, w3)
    if frontier < wanted:
        shuffle_to(deck, wanted)


@jit_inlined
def _keep_state(deck: Deck, frontier: Any, block: Any, w0: Any, w1: Any, w2: Any, w3: Any) -> None:
    """Keep what `draw_on` needs to place more cards; all words of the last block are used."""
    words, lane, lanes, state = deck.words, deck.lane, deck.lanes, deck.state
    words[lane] = w0
    words[U32(lane + lanes)] = w1
    words[U32(lane + lanes + lanes)] = w2
    words[U32(lane + lanes + lanes + lanes)] = w3
    state[FRONTIER], state[WORD], state[FILLED] = frontier, U32(block << _TWO), block


@jit_inlined
def _place_recorded(deck: Deck, targets: Array) -> None:
    """Place up to eight more cards of a fresh shoe, and keep where they came from."""
    shoe, state, size, lanes = deck.cards, deck.state, deck.size, deck.lanes
    base, frontier, block = U32(deck.lane << _TWO), U32(state[FRONTIER]), U32(state[FILLED])
    k0, k1 = U32(deck.seed), U32(deck.seed >> _HALF)
    c1, c2 = U32(deck.number), U32(deck.number >> _HALF)
    for word in philox(block, c1, c2, _ZERO, k0, k1):
        one, two, rest, ways = _choose_two(word, frontier, size)
        if not is_uneven(rest, ways):
            _swap_two(shoe, frontier, one, two, lanes, base)
            targets[frontier], targets[U32(frontier + _ONE)] = one, two
            frontier = U32(frontier + _TWO)
    block = U32(block + _ONE)
    state[FRONTIER], state[WORD], state[FILLED] = frontier, U32(block << _TWO), block


@jit_inlined
def _put_back(deck: Deck, targets: Array) -> None:
    """Put the cards of a fresh shoe back into order, the last one first."""
    base, place = U32(deck.lane << _TWO), U32(deck.state[FRONTIER])
    while place > _ZERO:
        place = U32(place - _ONE)
        here, there = _at(place, deck.lanes, base), _at(U32(targets[place]), deck.lanes, base)
        _swap(deck.cards, here, there)


@jit_inlined
def _place_to(deck: Deck, index: Any, targets: Array, mixed: Any, is_fresh: Any) -> Any:
    """Place the cards up to *index*; return whether cards were placed that cannot be put back."""
    state = deck.state
    while index >= U32(state[FRONTIER]):
        room = U32(min(deck.size, U32(UNDONE_MAX)))
        if is_fresh and not mixed and U32(state[FRONTIER] + _EIGHT) < room:
            _place_recorded(deck, targets)
        else:
            draw_on(deck, U32(state[FRONTIER]))
            mixed = True
    return mixed


@jit_inlined
def _switched(game: SteppedGame, up: Any, one: Any, two: Any, three: Any, four: Any) -> Any:
    """Ask a seat of Blackjack Switch whether it switches its second cards."""
    values = game.values
    row = U32(values[up] - _ONE)
    for card in (one, two, three, four):
        row = U32(row * U32(VALUES) + U32(values[card] - _ONE))
    return bool(game.switches[row])


@jit_inlined
def _class_of_deal(game: SteppedGame, one: Any, two: Any, three: Any, four: Any) -> Any:
    """Return the class of a deal; the cards are bytes of the shoe."""
    cards = game.cards
    row = U32(U32(cards[one]) * _CARDS + U32(cards[two]))
    row = U32(game.deals.rows[U32(row * _CARDS + U32(cards[three]))])
    return U32(game.deals.classes[U32(row * _CARDS + U32(cards[four]))])


@make_device
def _count_hand(counts: Array, game: SteppedGame, results: Any, outcome: Any) -> Any:
    """Count how a wager's hands ended, and a split's sum; return what they won together."""
    sections, net = game.sections, int32(0)
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


@make_device
def _count_round(
    counts: Array, game: SteppedGame, ended: Array, outcome: Any, seats: Any, each: Any
) -> None:
    """Count all hands of a round, what each seat won, and what all won together."""
    sections, total = game.sections, int32(0)
    for seat in range(seats):
        net = int32(0)
        for hand in range(each * seat, each * seat + each):
            net += _count_hand(counts, game, ended[hand], outcome)
        if each > 1 or ended[seat] > _BYTE:
            cuda.atomic.add(counts, U32(sections.nets + net), _ONE)
        total += net
    if seats > 1:
        cuda.atomic.add(counts, U32(sections.totals + total), _ONE)


@make_device
def _report(hits: Array, found: Array, number: Any, turn: Any, seat: Any, deal: Any) -> None:
    """Report a deal whose win is deferred."""
    at = cuda.atomic.add(found, 0, 1)
    if at < len(hits):
        hits[at, 0], hits[at, 1], hits[at, 2], hits[at, 3] = number, turn, seat, deal


@cache
def step_kernel(plan: Plan) -> Any:
    """Return the kernel for a plan: it plays as `blackjack.kernel` does, and counts the same."""
    threads, seats, each, is_fresh = plan.threads, plan.seats, plan.hands_each, plan.is_fresh
    has_wagers, counters, first_size, steps_size = (
        plan.has_wagers, plan.counters, plan.first, plan.steps,
    )  # fmt: skip
    words_room, hands = 4 * threads, seats * each
    codes_at = threads * plan.padded // 2
    targets_room = UNDONE_MAX if is_fresh else 1
    is_alone = hands == 1 and not has_wagers

    def kernel(
        game: SteppedGame,
        blank: Array,
        cutting: Cutting,
        launch: Launch,
        total: Array,
        played: Array,
        hits: Array,
        found: Array,
    ) -> None:
        lane, lanes = U32(cuda.threadIdx.x), U32(threads)
        base = U32(lane << _TWO)
        shared, shoe = cuda.shared.array(0, uint32), cuda.shared.array(0, uint8)
        codes = cuda.shared.array(0, int16)
        words = cuda.shared.array(words_room, uint32)
        counts = cuda.shared.array(counters, uint32)
        state = cuda.local.array(STATE, uint32)
        targets = cuda.local.array(targets_room, uint16)
        ended = cuda.local.array(hands, uint32)
        tables, sections = game.tables, game.sections
        clear(counts, counters, cuda.threadIdx.x, threads)
        for at in range(cuda.threadIdx.x, first_size, threads):
            codes[codes_at + at] = tables.first[at]
        for at in range(cuda.threadIdx.x, steps_size, threads):
            codes[codes_at + first_size + at] = tables.steps[at]
        first_at, steps_at = U32(codes_at), U32(codes_at + first_size)
        cuda.syncthreads()
        classes = tables.classes
        shift, step = U64(cuda.grid(1)), U64(cuda.gridsize(1))
        state[FRONTIER] = _ZERO
        mixed = True
        for _ in range(1 if is_fresh else launch.turns):
            stay_together()
            number, index, cut = U64(launch.first + shift), cutting.burn, cutting.cut
            if shift >= launch.shoes:
                cut = _ZERO
            if not is_fresh:
                for at in range(len(blank)):
                    shared[U32(U32(at) * lanes + lane)] = blank[at]
                deck = Deck(
                    shoe, state, words, lane, lanes, _ZERO, launch.size, number, launch.seed
                )
                _shuffle(deck, cutting.placed)
            phase, turn, begin, seat_hand = _IDLE, _ZERO, index, _ZERO
            up, down, drawn, deal, waits = _ZERO, _ZERO, _ZERO, _ZERO, _ZERO
            dealer, is_switched = I32(0), False
            hand = dealt_hand(I32(0), _ZERO, _ZERO)
            while any_plays(phase != _IDLE or index < cut):
                deck = Deck(
                    shoe, state, words, lane, lanes, _ZERO, launch.size, number, launch.seed
                )
                if phase == _IDLE and index < cut:
                    if is_fresh:
                        number = U64(launch.first + shift)
                        deck = Deck(
                            shoe, state, words, lane, lanes, _ZERO, launch.size, number,
                            launch.seed,
                        )  # fmt: skip
                        if mixed:
                            for at in range(len(blank)):
                                shared[U32(U32(at) * lanes + lane)] = blank[at]
                        else:
                            _put_back(deck, targets)
                        mixed = False
                        state[FRONTIER], state[WORD], state[FILLED] = _ZERO, _ZERO, _ZERO
                        shift += step
                    begin = index
                    state[START] = index
                    index = U32(index + U32(2 * hands + 2))
                    mixed = _place_to(deck, U32(index - _ONE), targets, mixed, is_fresh)
                    up = U32(shoe[_at(U32(begin + U32(hands)), lanes, base)])
                    down = U32(shoe[_at(U32(index - _ONE), lanes, base)])
                    dealer = I32(
                        tables.dealer_first[U32(U32(up & _CLASS) * classes + U32(down & _CLASS))]
                    )
                    if not is_alone and game.values[U32(up & _CLASS)] == _ACE:
                        wins = _ONE if game.values[U32(down & _CLASS)] == _TEN else _ZERO
                        cuda.atomic.add(counts, U32(sections.insurance + wins), U32(seats))
                    waits, seat_hand, phase = _ZERO, _ZERO, _OPENS
                stay_together()
                if phase == _OPENS:
                    one = U32(shoe[_at(U32(begin + seat_hand), lanes, base)])
                    behind = U32(begin + U32(hands + 1))
                    two = U32(shoe[_at(U32(behind + seat_hand), lanes, base)])
                    is_over = tables.peeks and U32(~dealer) == DEALER_BLACKJACK
                    if each == 2:
                        other = U32(seat_hand ^ _ONE)
                        three = U32(shoe[_at(U32(begin + other), lanes, base)])
                        four = U32(shoe[_at(U32(behind + other), lanes, base)])
                        if other > seat_hand:
                            if has_wagers:
                                deal = _class_of_deal(game, one, two, three, four)
                            is_switched = not is_over and _switched(
                                game, U32(up & _CLASS), U32(one & _CLASS), U32(two & _CLASS),
                                U32(three & _CLASS), U32(four & _CLASS),
                            )  # fmt: skip
                        if is_switched:
                            two = four
                    elif has_wagers:
                        deal = _class_of_deal(game, one, two, up, down)
                    one, two = U32(one & _CLASS), U32(two & _CLASS)
                    row = U32(U32(up & _CLASS) * classes + one)
                    if is_over:
                        code = I32(tables.peeked[U32(one * classes + two)])
                    else:
                        place = U32(row * classes + two)
                        if each == 2 and is_switched:
                            place = U32(place + U32(U32(classes * classes) * classes))
                        code = I32(codes[U32(first_at + place)])
                    hand = dealt_hand(code, row, two)
                    phase = _PLAYS
                stay_together()
                if phase >= _PLAYS and hand.code >= 0:
                    if index >= U32(state[FRONTIER]):
                        mixed = _place_to(deck, index, targets, mixed, is_fresh)
                    drawn = U32(U32(shoe[_at(index, lanes, base)]) & _CLASS)
                    index = U32(index + _ONE)
                    place = U32(U32(hand.code) * classes + drawn)
                    hand = with_code(hand, I32(codes[U32(steps_at + place)]))
                stay_together()
                if phase == _PLAYS and hand.code < 0:
                    hand, is_done = after_end(tables, hand, U32(up & _CLASS), drawn)
                    if is_done:
                        waits = U32(waits | hand.waits)
                        ended[seat_hand] = hand.results
                        if has_wagers and (each == 1 or U32(seat_hand & _ONE) == _ZERO):
                            seat = U32(seat_hand // U32(each))
                            kind = U32(deal & U32(_DEFERRED - _ONE))
                            cuda.atomic.add(counts, U32(sections.deals + kind), _ONE)
                            if deal & _DEFERRED:
                                _report(hits, found, number, turn, seat, kind)
                        seat_hand = U32(seat_hand + _ONE)
                        phase = _OPENS
                        if seat_hand == U32(hands):
                            phase, code = _DEALER, dealer
                            if not is_waiting(waits):
                                is_natural = U32(~dealer) == DEALER_BLACKJACK
                                code = I32(
                                    ~I32(DEALER_BLACKJACK if is_natural else DEALER_NOT_DRAWN)
                                )
                            hand = with_code(hand, code)
                stay_together()
                if phase == _DEALER and hand.code < 0:
                    _count_round(counts, game, ended, U32(~hand.code), seats, each)
                    turn, phase = U32(turn + _ONE), _IDLE
                    if is_fresh:
                        turn, index = _ZERO, cutting.burn
                        if shift >= launch.shoes:
                            cut = _ZERO
            if not is_fresh:
                if shift < len(played):
                    played[shift] = turn
                shift += step
        cuda.syncthreads()
        for at in range(cuda.threadIdx.x, counters, threads):
            cuda.atomic.add(total, at, U64(counts[at]))

    return make_kernel(kernel)
