"""Ante Up 21 on a graphics card: a hand, the dealer's, and their best two cards.

The functions of any table play the hands of a split; the results are looked up like others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer, calling, jit_inlined
from pitboss.simulator.ante_up import looks
from pitboss.simulator.ante_up.looks import NATURAL, SPLIT_UP, UNSPLIT, AnteUpTables, table_row
from pitboss.simulator.backends.cuda_shuffle import place_at
from pitboss.simulator.blackjack import play as blackjack
from pitboss.simulator.blackjack.play import COLUMNS, FIRST_RESULT, I32
from pitboss.simulator.buffers import RoundBuffers
from pitboss.simulator.lanes.hands import BLACKJACK_ROW, CARDS, NOT_DRAWN_ROW, RANKS, ROW_BITS
from pitboss.simulator.lanes.plan import NO_END, RoundEnds, SharedRound, SharedTables
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at, dealt_card

if TYPE_CHECKING:
    from pitboss.simulator.ante_up.lane_looks import AnteUpLanes
    from pitboss.simulator.cells.job import CellJob

(
    _FIRST, _PEEKED, _DEALER_FIRST, _ROWS, _GOING, _DEALER_ROWS, _DEALER_GOING, _WAITS,
    _BETS, _OF_SETS, _WAYS, _NUMBERS, _WAYS_COUNT, _HAS_BONUS,
) = range(14)  # fmt: skip
"""The numbers of `SharedRound.places`: those of `SharedTables.add_hands` first."""
_ZERO, _ONE, _TWO, _THREE, _FOUR = (U32(number) for number in range(5))
_CARDS = U32(CARDS)
_RANKS = U32(RANKS)
_COLUMNS = U32(COLUMNS)
_ROW_BITS = U32(ROW_BITS)
_NATURAL = U32(NATURAL)
_UNSPLIT = U32(UNSPLIT)
_SPLIT_UP = U32(SPLIT_UP)
_BYTE = U32(255)
_BITS = U32(8)


class AnteUpUnshared(NamedTuple):
    """What is not shared."""

    bonus: Array
    """(first, second, up card): the end of the POKER BONUS."""


class _Drawn(NamedTuple):
    """A hand that has drawn its cards, or wants cards that are not placed yet."""

    next_card: Integer
    """Its index."""
    code: Integer
    seen: np.uint32
    """The ranks of its cards, as bits."""
    paired: np.uint32
    """Those of which it has two or more."""


def ante_up_round(_: CellJob, table: AnteUpLanes, begin: int) -> SharedRound:
    """Return how threads play Ante Up 21, each in lanes' ends."""
    shared = SharedTables(begin)
    of_sets = table.of_ranks.astype(np.uint16) | table.of_pairs.astype(np.uint16) << 8
    places = (
        *shared.add_hands(table.hands),
        shared.bytes(table.bets),
        shared.halves(of_sets),
        shared.bytes(table.ways),
        int(table.numbers),
        int(table.ways_count),
        int(table.has_bonus),
    )
    return SharedRound(shared.words, places, AnteUpUnshared(table.bonus.astype(np.uint16)))


@jit_inlined
def _draw(
    cards: Array, entries: Array, rows: Integer, going: Integer, base: Integer, lanes: Integer,
    frontier: Integer, hand: _Drawn,
) -> _Drawn:  # fmt: skip
    """Draw cards until the hand has ended."""
    index = hand.next_card
    code = hand.code
    seen = hand.seen
    paired = hand.paired
    while code >= going and index < frontier:
        drawn = U32(U32(cards[place_at(index, lanes, base)]) >> _TWO)
        index = U32(index + _ONE)
        bit = U32(_ONE << drawn)
        paired = U32(paired | U32(seen & bit))
        seen = U32(seen | bit)
        code = U32(entries[U32(rows + U32(code + drawn))])
    return _Drawn(index, code, seen, paired)


@jit_inlined
def _two(index: Integer, code: Integer, one: Integer, two: Integer) -> _Drawn:
    """Return a hand of two cards."""
    first = U32(_ONE << one)
    second = U32(_ONE << two)
    return _Drawn(index, code, U32(first | second), U32(first & second))


@jit_inlined
def _number(entries: Array, of_sets: Integer, hand: _Drawn) -> Integer:
    """Return the number of the poker hand in all cards of a hand (ruling A1)."""
    if hand.paired:
        return U32(U32(entries[U32(of_sets + hand.paired)]) >> _BITS)
    return U32(U32(entries[U32(of_sets + hand.seen)]) & _BYTE)


@jit_inlined
def play(
    cards: Array, entries: Array, places: Array, more: AnteUpUnshared, base: Integer,
    lanes: Integer, index: Integer, frontier: Integer,
) -> RoundEnds:  # fmt: skip
    """Play a round without a split."""
    first = place_at(index, lanes, base)
    up_card = place_at(U32(index + _ONE), lanes, base)
    first = U32(cards[first])
    up_card = U32(cards[up_card])
    second = U32(cards[place_at(U32(index + _TWO), lanes, base)])
    down = U32(U32(cards[place_at(U32(index + _THREE), lanes, base)]) >> _TWO)
    bonus = U32(U32(U32(first * _CARDS) + second) * _CARDS + up_card)
    bonus = U32(more.bonus[U32(bonus * U32(places[_HAS_BONUS]))])
    one = U32(first >> _TWO)
    two = U32(second >> _TWO)
    up = U32(up_card >> _TWO)
    row = U32(U32(U32(U32(up * _RANKS) + one) * _RANKS) + two)
    bets = U32(cards[U32(U32(places[_BETS]) + row)])
    code = U32(entries[U32(U32(places[_FIRST]) + row)])
    dealers = U32(entries[U32(U32(places[_DEALER_FIRST]) + U32(U32(up * _RANKS) + down))])
    is_over = dealers == BLACKJACK_ROW
    if is_over:
        code = U32(entries[U32(U32(places[_PEEKED]) + U32(U32(one * _RANKS) + two))])
    hand = _draw(
        cards, entries, U32(places[_ROWS]), U32(places[_GOING]), base, lanes, frontier,
        _two(U32(index + _FOUR), code, one, two),
    )  # fmt: skip
    result = U32(hand.code >> _ROW_BITS)
    is_kept: Flag = result >= FIRST_RESULT and hand.code < U32(places[_GOING])
    if not is_over and not U32(bets | U32(U32(U32(places[_WAITS]) >> result) & _ONE)):
        dealers = NOT_DRAWN_ROW
    dealer = _two(hand.next_card, dealers, up, down)
    if is_kept:
        dealer = _draw(
            cards, entries, U32(places[_DEALER_ROWS]), U32(places[_DEALER_GOING]), base, lanes,
            frontier, dealer,
        )  # fmt: skip
    is_kept = is_kept and dealer.code < U32(places[_DEALER_GOING]) and dealer.next_card <= frontier
    way = _ZERO
    numbers = U32(places[_NUMBERS])
    if bets and is_kept:
        how = _NATURAL if is_over else _UNSPLIT
        of_sets = U32(places[_OF_SETS])
        mine = _number(entries, of_sets, hand)
        against = _number(entries, of_sets, dealer)
        way = U32(U32(U32(U32(how * numbers) + mine) * numbers) + against)
        way = U32(cards[U32(U32(places[_WAYS]) + way)])
    cell = U32(U32(result * _COLUMNS) + U32(dealer.code >> _ROW_BITS))
    main = U32(U32(cell * U32(places[_WAYS_COUNT])) + way)
    return RoundEnds(dealer.next_card, is_kept, main, bonus, NO_END, NO_END)


_PLACED = {card_at: dealt_card}
_split_alone = calling(blackjack.play_split, _PLACED)
_split_both = calling(looks.play_split, _PLACED)
"""Splits whose cards are placed."""


@jit_inlined
def _see(
    cards: Array, index: Integer, after: Integer, base: Integer, lanes: Integer, hand: _Drawn
) -> _Drawn:
    """Return a hand with the cards between two indices."""
    seen = hand.seen
    paired = hand.paired
    while index < after:
        bit = U32(_ONE << U32(U32(cards[place_at(index, lanes, base)]) >> _TWO))
        paired = U32(paired | U32(seen & bit))
        seen = U32(seen | bit)
        index = U32(index + _ONE)
    return _Drawn(after, hand.code, seen, paired)


@jit_inlined
def play_split(
    deck: Deck, tables: AnteUpTables, cards: Array, entries: Array, places: Array,
    more: AnteUpUnshared, base: Integer, lanes: Integer, index: Integer, frontier: Integer,
    buffers: RoundBuffers,
) -> RoundEnds:  # fmt: skip
    """Play a round with a split; its cells are stored, and its only end is that of the bonus."""
    one = U32(cards[place_at(index, lanes, base)])
    up = U32(index + _ONE)
    up = U32(cards[place_at(up, lanes, base)])
    two = U32(index + _TWO)
    two = U32(cards[place_at(two, lanes, base)])
    down = U32(index + _THREE)
    down = U32(U32(cards[place_at(down, lanes, base)]) >> _TWO)
    bonus = U32(U32(U32(U32(one * _CARDS) + two) * _CARDS + up) * U32(places[_HAS_BONUS]))
    bonus = U32(more.bonus[bonus])
    begins = U32(index + _FOUR)
    row = table_row(up, one, two)
    bets = U32(cards[U32(U32(places[_BETS]) + row)])
    results = buffers.hands.results
    hands = tables.blackjack
    if bets and tables.bet.together:
        after, count, waits = _split_both(
            deck, tables.bet, hands.waits, begins, tables.bet.splits[row], one, results, _ZERO
        )
    else:
        free = I32(hands.first[U32(U32(U32(up * _CARDS) + one) * _CARDS + two)])
        split = _split_alone(
            deck, hands, begins, up, one, two, U32(~free), results, _ZERO, buffers.hands.stack
        )
        after = split.after
        count = split.hands
        waits = split.waits
    hand = _two(begins, _ZERO, U32(one >> _TWO), U32(two >> _TWO))
    hand = _see(cards, begins, after, base, lanes, hand)
    dealers = U32(U32(U32(up >> _TWO) * _RANKS) + down)
    dealers = U32(entries[U32(U32(places[_DEALER_FIRST]) + dealers)])
    if not (bets or waits):
        dealers = NOT_DRAWN_ROW
    dealer = _draw(
        cards, entries, U32(places[_DEALER_ROWS]), U32(places[_DEALER_GOING]), base, lanes,
        frontier, _two(after, dealers, U32(up >> _TWO), down),
    )  # fmt: skip
    way = _ZERO
    numbers = U32(places[_NUMBERS])
    of_sets = U32(places[_OF_SETS])
    if bets:
        mine = _number(entries, of_sets, hand)
        against = _number(entries, of_sets, dealer)
        way = U32(U32(U32(U32(_SPLIT_UP * numbers) + mine) * numbers) + against)
        way = U32(cards[U32(U32(places[_WAYS]) + way)])
    for place in range(count):
        cell = U32(U32(results[place] * _COLUMNS) + U32(dealer.code >> _ROW_BITS))
        buffers.cells[place] = cell
    buffers.cells[count] = U32(tables.poker_cells) + way
    buffers.ended[0] = U32(count + _ONE)
    is_kept = dealer.code < U32(places[_DEALER_GOING]) and dealer.next_card <= frontier
    return RoundEnds(dealer.next_card, is_kept, bonus, NO_END, NO_END, NO_END)
