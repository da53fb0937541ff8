"""3 Card 21 "N" Done on a graphics card: the hands of a seat, then the dealer's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.simulator.backends.cuda_shuffle import place_at
from pitboss.simulator.blackjack.play import COLUMN_BITS, DEALER_BLACKJACK, DEALER_NOT_DRAWN, SPLIT
from pitboss.simulator.lanes.hands import CARDS
from pitboss.simulator.lanes.plan import (
    NO_END,
    RoundEnds,
    SharedRound,
    SharedTables,
    pack_bits,
)
from pitboss.simulator.random.philox import U32
from pitboss.simulator.three_card_21.looks import row_of_four

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob
    from pitboss.simulator.three_card_21.lane_looks import ThreeCardLanes

_DEAL = U32(5)
_HANDS = U32(3)
_OUTCOMES = 1 << COLUMN_BITS
(
    _FIRST, _STARTS, _STEPS, _RESULTS, _DEALER_FIRST, _DEALER_STEPS, _NETS, _BIAS, _WAITS, _PAID,
    _LOST, _ENDS, _ROWS,
) = range(13)  # fmt: skip
"""The numbers of `SharedRound.places`."""
_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(number) for number in range(5))
_CARDS = U32(CARDS)
_VALUES = U32(VALUES)
_TEN = U32(VALUES - 1)
_SPLIT = U32(SPLIT)
_BYTE = U32(255)
_BITS = U32(8)
_COLUMN_BITS = U32(COLUMN_BITS)


class ThreeCardUnshared(NamedTuple):
    """What is not shared."""

    bonus: Array
    """(first, second, third card): the row of the bonus."""


def three_card_round(job: CellJob, lanes: ThreeCardLanes, begin: int) -> SharedRound:
    """Return how threads play 3 Card 21, each in lanes' ends."""
    tables = job.layout.tables
    shared = SharedTables(begin)
    results = len(tables.waits)
    bias = -int(lanes.nets.min())
    places = (
        shared.halves(_codes(tables.first, results)),
        shared.halves(_codes(tables.starts, results)),
        shared.halves(_codes(tables.steps, results)) - results,
        results,
        shared.halves(_codes(tables.dealer_first, _OUTCOMES)),
        shared.halves(_codes(tables.dealer_steps, _OUTCOMES)) - _OUTCOMES,
        shared.halves(lanes.nets + bias),
        bias,
        pack_bits(tables.waits),
        pack_bits(tables.paid),
        int(tables.lost),
        int(lanes.ends),
        int(lanes.rows),
    )
    return SharedRound(shared.words, places, ThreeCardUnshared(lanes.bonus))


def _codes(codes: Array, ends: int) -> Array:
    """Return codes of which those below *ends* are ends, and others where the row of a state is."""
    codes = codes.astype(np.int64)
    return np.where(codes >= 0, ends + VALUES * codes, ~codes)


@jit_inlined
def _value(card: Integer) -> np.uint32:
    """Return what a card counts, less one."""
    return U32(min(U32(card >> _TWO), _TEN))


@jit_inlined
def _play_hands(
    cards: Array, entries: Array, places: Array, base: Integer, lanes: Integer, frontier: Integer,
    index: Integer, left: Integer, codes: tuple[np.uint32, ...], dealer: np.uint32, is_over: Flag,
) -> tuple[Integer, Integer, Integer]:  # fmt: skip
    """Play the hands of a seat and the dealer's; return the next index, results and outcome.

    It is zero if cards are wanted that are not placed yet.
    """
    code, two, three = codes
    limit = U32(places[_RESULTS])
    rows = U32(places[_STEPS])
    outcome = DEALER_BLACKJACK if is_over else DEALER_NOT_DRAWN
    results = _ZERO
    waiting = _ZERO
    is_dealers = False
    goes = True
    while goes:
        if code >= limit:
            if index >= frontier:
                index = _ZERO
                goes = False
            else:
                drawn = _value(U32(cards[place_at(index, lanes, base)]))
                code = U32(entries[U32(rows + U32(code + drawn))])
                index = U32(index + _ONE)
        if code < limit:
            if is_dealers:
                outcome = code
                goes = False
            else:
                results = U32(U32(results << _BITS) | code)
                waiting = U32(waiting | U32(U32(places[_WAITS]) >> code))
                left = U32(left - _ONE)
                if left > _ZERO:
                    code = two
                    two = three
                elif is_over or not U32(waiting & _ONE):
                    goes = False
                else:
                    code = dealer
                    limit = U32(_OUTCOMES)
                    rows = U32(places[_DEALER_STEPS])
                    is_dealers = True
    return index, results, outcome


@jit_inlined
def play(
    cards: Array, entries: Array, places: Array, more: ThreeCardUnshared, base: Integer,
    lanes: Integer, index: Integer, frontier: Integer,
) -> RoundEnds:  # fmt: skip
    """Play a round; 2111(3): the third card comes after the dealer's second.

    Ruling T2: a split has three hands. Ruling T3: a dealer blackjack takes all but a paid 21.
    """
    one = U32(cards[place_at(index, lanes, base)])
    two = U32(index + _TWO)
    two = U32(cards[place_at(two, lanes, base)])
    three = U32(index + _FOUR)
    three = U32(cards[place_at(three, lanes, base)])
    up = _value(U32(cards[place_at(U32(index + _ONE), lanes, base)]))
    down = _value(U32(cards[place_at(U32(index + _THREE), lanes, base)]))
    row = U32(more.bonus[U32(U32(U32(one * _CARDS) + two) * _CARDS + three)])
    one = _value(one)
    two = _value(two)
    three = _value(three)
    dealer = U32(entries[U32(U32(places[_DEALER_FIRST]) + U32(U32(up * _VALUES) + down))])
    first = U32(entries[U32(U32(places[_FIRST]) + row_of_four(up, one, two, three))])
    is_over = dealer == DEALER_BLACKJACK
    starts = U32(places[_STARTS])
    codes = (first, _ZERO, _ZERO)
    hands = _ONE
    if is_over:
        is_paid = first < U32(places[_RESULTS]) and U32(U32(U32(places[_PAID]) >> first) & _ONE)
        codes = (first if is_paid else U32(places[_LOST]), _ZERO, _ZERO)
    elif first == _SPLIT:
        hands = _HANDS
        codes = (
            U32(entries[U32(starts + row_of_four(up, one, two, three))]),
            U32(entries[U32(starts + row_of_four(up, two, three, one))]),
            U32(entries[U32(starts + row_of_four(up, three, one, two))]),
        )
    after, results, outcome = _play_hands(
        cards, entries, places, base, lanes, frontier, U32(index + _DEAL), hands, codes, dealer,
        is_over,
    )  # fmt: skip
    nets = U32(places[_NETS])
    last = U32(U32(U32(results & _BYTE) << _COLUMN_BITS) + outcome)
    net = U32(entries[U32(nets + last)])
    second = NO_END
    third = NO_END
    split = _ZERO
    if hands == _HANDS:
        second = U32(U32(U32(U32(results >> _BITS) & _BYTE) << _COLUMN_BITS) + outcome)
        third = U32(U32(U32(results >> U32(16)) << _COLUMN_BITS) + outcome)
        net = U32(net + U32(entries[U32(nets + second)]) + U32(entries[U32(nets + third)]))
        split = U32(places[_ROWS])
    net = U32(U32(net - U32(hands * U32(places[_BIAS]))) * U32(2 * places[_ROWS]))
    fourth = U32(U32(places[_ENDS]) + U32(net + U32(row + split)))
    return RoundEnds(after, _ZERO < after <= frontier, last, second, third, fourth)
