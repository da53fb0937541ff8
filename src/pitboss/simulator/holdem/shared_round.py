"""21-Hold 'em on a graphics card: blackjack from the first eight cards of a deck, then poker."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer, jit_inlined
from pitboss.patterns.five_card import FiveCard
from pitboss.simulator.backends.cuda_shuffle import choose_two, place_at, swap_places, swap_two
from pitboss.simulator.blackjack.play import COLUMNS, FIRST_RESULT
from pitboss.simulator.cells.five_cards import hands_by_number
from pitboss.simulator.holdem.looks import (
    DECK,
    FOLDED_FIRST,
    FOLDED_SECOND,
    classify_hands,
    is_in,
    suit_bit,
)
from pitboss.simulator.lanes.hands import BLACKJACK_ROW, NOT_DRAWN_ROW, RANKS, ROW_BITS
from pitboss.simulator.lanes.plan import NO_END, RoundEnds, SharedRound, SharedTables
from pitboss.simulator.machine.thread_deck import place_deck
from pitboss.simulator.random.philox import U32, U64, Words, philox

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob
    from pitboss.simulator.holdem.lane_looks import HoldemLanes

(
    _FIRST, _PEEKED, _DEALER_FIRST, _ROWS, _GOING, _DEALER_ROWS, _DEALER_GOING, _WAITS,
    _PEEKS, _HANDS, _WAYS, _SUITED, _WAYS_COUNT,
) = range(13)  # fmt: skip
"""The numbers of `SharedRound.places`: those of `SharedTables.add_hands` first."""
_ZERO, _ONE, _TWO, _THREE, _FOUR, _SIX = (U32(n) for n in (0, 1, 2, 3, 4, 6))
_DECK = U32(DECK)
_RANKS = U32(RANKS)
_COLUMNS = U32(COLUMNS)
_ROW_BITS = U32(ROW_BITS)
_BYTE = U32(255)
_BITS = U32(8)
_HALF = U64(32)
_THREE_EACH = U32(0x3333)
_FIVE = U32(0x8888)
"""What is added to the numbers of cards of each suit, and a bit where there are five then."""


class HoldemUnshared(NamedTuple):
    """What is not shared."""

    first_bets: Array
    """(pair of community cards): the set of first cards that are bet on."""
    second_bets: Array
    """(pair, first card): the set of second cards that are bet on."""


class _Cards(NamedTuple):
    """Eight cards in a row, the next in the lowest byte, and how many are left."""

    low: np.uint32
    high: np.uint32
    left: np.uint32


def holdem_round(job: CellJob, table: HoldemLanes, begin: int) -> SharedRound | None:
    """Return how threads play 21-Hold 'em; None where four cards of a suit are paid."""
    poker = job.layout.tables
    shared = SharedTables(begin)
    if any(poker.way_of[way] != poker.way_of[other] for way, other in _FOUR_SUITED):
        return None
    ranks = hands_by_number()
    suited = np.zeros(len(ranks), dtype=np.int64)
    classify_hands(4 * ranks, poker.way_of, suited)
    places = (
        *shared.add_hands(table.hands),
        int(table.hands.peeks),
        shared.halves(poker.hands.rows),
        shared.bytes(poker.ways),
        shared.bytes(suited),
        int(table.ways_count),
    )
    more = HoldemUnshared(poker.first_bets, poker.second_bets)
    return SharedRound(shared.words, places, more, is_deck=True)


_FOUR_SUITED = (
    (FiveCard.HIGH_CARD, FiveCard.HIGH_CARD_FOUR_FLUSH),
    (FiveCard.HIGH_CARD, FiveCard.HIGH_CARD_FOUR_STRAIGHT_FLUSH),
    (FiveCard.LOW_PAIR, FiveCard.LOW_PAIR_FOUR_FLUSH),
    (FiveCard.LOW_PAIR, FiveCard.LOW_PAIR_FOUR_STRAIGHT_FLUSH),
    (FiveCard.PAIR_OF_SEVENS_OR_BETTER, FiveCard.PAIR_OF_SEVENS_OR_BETTER_FOUR_FLUSH),
    (FiveCard.PAIR_OF_SEVENS_OR_BETTER, FiveCard.PAIR_OF_SEVENS_OR_BETTER_FOUR_STRAIGHT_FLUSH),
    (FiveCard.STRAIGHT, FiveCard.STRAIGHT_FOUR_FLUSH),
    (FiveCard.STRAIGHT, FiveCard.STRAIGHT_FOUR_STRAIGHT_FLUSH),
)
"""Hands with and without four cards of a suit."""


@jit_inlined
def _next(hand: _Cards) -> _Cards:
    """Return the cards without the next one."""
    low = U32(U32(hand.low >> _BITS) | U32(hand.high << U32(24)))
    return _Cards(low, U32(hand.high >> _BITS), U32(hand.left - _ONE))


@jit_inlined
def _draw(
    entries: Array, rows: Integer, going: Integer, code: np.uint32, hand: _Cards
) -> tuple[np.uint32, _Cards]:
    """Draw cards until a hand has ended, or none is left; return its code and the cards left."""
    while code >= going and hand.left > _ZERO:
        code = U32(entries[U32(rows + U32(code + U32(U32(hand.low & _BYTE) >> _TWO)))])
        hand = _next(hand)
    return code, hand


@jit_inlined
def _card(cards: Array, index: Integer, lanes: Integer, base: Integer) -> np.uint32:
    return U32(cards[place_at(index, lanes, base)])


@jit_inlined
def _place_again(cards: Array, words: Words, lanes: Integer, base: Integer) -> Flag:
    """2104(5), (6): shuffle all cards but the dealer's two again, and place four of them."""
    w0, w1, _, _ = words
    a1, a2, rest, ways = choose_two(w0, _TWO, _DECK)
    doubt = rest < ways
    b1, b2, rest, ways = choose_two(w1, _FOUR, _DECK)
    doubt = doubt or rest < ways
    one = place_at(_ONE, lanes, base)
    two = place_at(_THREE, lanes, base)
    swap_places(cards, place_at(_ZERO, lanes, base), one)
    swap_places(cards, one, two)
    swap_two(cards, _TWO, a1, a2, lanes, base)
    swap_two(cards, _FOUR, b1, b2, lanes, base)
    return doubt


@jit_inlined
def _way_of_poker(
    cards: Array, entries: Array, places: Array, more: HoldemUnshared, lanes: Integer, base: Integer
) -> Integer:
    """2104(7)-(10): return how poker ends."""
    one = _card(cards, _ZERO, lanes, base)
    two = _card(cards, _ONE, lanes, base)
    three = _card(cards, _TWO, lanes, base)
    four = _card(cards, _THREE, lanes, base)
    five = _card(cards, _FOUR, lanes, base)
    high = U32(max(one, two))
    low = U32(min(one, two))
    pair = U32(U32(U32(high * U32(high - _ONE)) >> _ONE) + low)
    stays = is_in(more.second_bets[U32(U32(pair * _DECK) + three)], four)
    bets = is_in(more.first_bets[pair], three)
    rows = U32(places[_HANDS])
    row = U32(entries[U32(rows + U32(one >> _TWO))])
    row = U32(entries[U32(U32(rows + row) + U32(two >> _TWO))])
    row = U32(entries[U32(U32(rows + row) + U32(three >> _TWO))])
    row = U32(entries[U32(U32(rows + row) + U32(four >> _TWO))])
    row = U32(entries[U32(U32(rows + row) + U32(five >> _TWO))])
    suits = U32(suit_bit(one) + suit_bit(two) + suit_bit(three) + suit_bit(four) + suit_bit(five))
    is_suited = U32(U32(suits + _THREE_EACH) & _FIVE) != _ZERO
    at = U32(places[_SUITED]) if is_suited else U32(places[_WAYS])
    way = U32(cards[U32(at + row)])
    way = way if stays else U32(FOLDED_SECOND)
    return way if bets else U32(FOLDED_FIRST)


@jit_inlined
def play(
    cards: Array, entries: Array, places: Array, more: HoldemUnshared, base: Integer,
    lanes: Integer, number: Integer, seed: Integer,
) -> RoundEnds:  # fmt: skip
    """Play a round from a deck in order."""
    k0 = U32(seed)
    k1 = U32(seed >> _HALF)
    c1 = U32(number)
    c2 = U32(number >> _HALF)
    doubt = place_deck(cards, _DECK, 8, number, seed, base, lanes)
    one = _card(cards, _ZERO, lanes, base)
    up = _card(cards, _ONE, lanes, base)
    two = _card(cards, _TWO, lanes, base)
    down = _card(cards, _THREE, lanes, base)
    low = U32(_card(cards, _FOUR, lanes, base) | U32(_card(cards, U32(5), lanes, base) << _BITS))
    high = U32(_card(cards, _SIX, lanes, base) | U32(_card(cards, U32(7), lanes, base) << _BITS))
    hand = _Cards(U32(low | U32(high << U32(16))), _ZERO, _FOUR)
    one = U32(one >> _TWO)
    up = U32(up >> _TWO)
    two = U32(two >> _TWO)
    down = U32(down >> _TWO)
    dealer = U32(entries[U32(U32(places[_DEALER_FIRST]) + U32(U32(up * _RANKS) + down))])
    row = U32(U32(U32(U32(up * _RANKS) + one) * _RANKS) + two)
    code = U32(entries[U32(U32(places[_FIRST]) + row)])
    if places[_PEEKS] and dealer == BLACKJACK_ROW:
        code = U32(entries[U32(U32(places[_PEEKED]) + U32(U32(one * _RANKS) + two))])
    code, hand = _draw(entries, U32(places[_ROWS]), U32(places[_GOING]), code, hand)
    result = U32(code >> _ROW_BITS)
    is_kept: Flag = result >= FIRST_RESULT and code < U32(places[_GOING])
    if dealer != BLACKJACK_ROW and not U32(U32(U32(places[_WAITS]) >> result) & _ONE):
        dealer = NOT_DRAWN_ROW
    if is_kept:
        dealer, hand = _draw(
            entries, U32(places[_DEALER_ROWS]), U32(places[_DEALER_GOING]), dealer, hand
        )
    is_kept = is_kept and dealer < U32(places[_DEALER_GOING]) and not doubt
    doubt = _place_again(cards, philox(_ONE, c1, c2, _ZERO, k0, k1), lanes, base)
    way = _way_of_poker(cards, entries, places, more, lanes, base)
    cell = U32(U32(result * _COLUMNS) + U32(dealer >> _ROW_BITS))
    main = U32(U32(cell * U32(places[_WAYS_COUNT])) + way)
    return RoundEnds(_ZERO, is_kept and not doubt, main, NO_END, NO_END, NO_END)
