"""Play a round of a whole table: every seat, every wager on the felt.

The cards are dealt, the hands played and the dealer's cards drawn in the order of the table engine;
then every side wager is classified by its patterns.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.patterns.straights import LAMMERS_MAX
from pitboss.simulator.blackjack.play import (
    DEALER_BLACKJACK,
    FIRST_RESULT,
    I32,
    BlackjackTables,
    SplitHands,
    deal_cards,
    draw_dealer,
    play_on,
    play_split,
)
from pitboss.simulator.buffers import HANDS_ROOM, HandBuffers
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at
from pitboss.simulator.side_wager_kernels import (
    HIT_BITS,
    JACKPOT_UP_AND_DOWN,
    LAMMERS,
    MATCH_EACH_CARD,
    PATTERN,
    STRAIGHT_LENGTH,
    best_total,
    classify_deal,
    classify_dealer,
    classify_straight,
    is_ace,
    value,
)
from pitboss.simulator.side_wagers import (
    BEFORE_DEAL,
    FAMILY,
    LATE,
    LOSES_ON,
    MADE,
    OF_DEALER,
    ROLE,
    STRIDE,
    WagerTables,
    classify_words,
)

Array = Any
NOT_MADE = -1
"""Instead of a combination: the wager is not made in this round."""
_ZERO, _ONE, _TWO = U32(0), U32(1), U32(2)
_HANDS_ROOM = U32(HANDS_ROOM)
_CLASS = (1 << HIT_BITS) - 1
_TWENTY_ONE = 21


class Felt(NamedTuple):
    """The players of a table, and what a round of blackjack needs beside the automaton."""

    seats: np.int64
    hands_each: np.int64
    """Hands that are dealt to a seat: two in Blackjack Switch."""
    bonus_cards: np.int64
    """Bonus cards that are dealt after the dealer's."""
    suit: np.int64
    """The suit of rows that name one."""
    switches: Array
    """(up, values of both hands): whether to switch."""
    lammers: Array
    """(result): the number of lammers on a hand with this result."""
    counted: np.int64 = np.int64(0)
    """The seats of the table, without the second hand of a counter."""


@jit_inlined
def turn_to(deck: Deck, felt: Felt, seat: Integer) -> None:
    """Begin a seat's turn; with a counter another function records whether it is his."""


@jit_inlined
def play_hand(
    deck: Deck,
    tables: BlackjackTables,
    index: np.uint32,
    up: np.uint32,
    one: np.uint32,
    two: np.uint32,
    code: np.int32,
    results: Array,
    base: np.uint32,
    stack: Array,
) -> SplitHands:
    """Play two cards on from *code*; leave results from *base* on."""
    begins = index
    index, code, _ = play_on(deck, tables, index, code)
    result = U32(~code)
    if result < FIRST_RESULT:
        return play_split(deck, tables, index, up, one, two, result, results, base, stack)
    results[base] = result
    return SplitHands(index, _ONE, bool(tables.waits[result]), begins, index)


@jit_inlined
def play_table(
    deck: Deck,
    tables: BlackjackTables,
    felt: Felt,
    wagers: WagerTables,
    index: np.uint32,
    buffers: HandBuffers,
) -> tuple[np.uint32, np.uint32, np.uint32]:
    """Play a round; return the next index, the dealer's outcome and the number of his cards.

    *buffers* gets the results of the hands, and the cards that wagers need.
    """
    cards, hands = buffers.dealer, U32(felt.seats * felt.hands_each)
    index, up, down = deal_cards(
        deck, hands, felt.bonus_cards, index, buffers.first, buffers.second, buffers.shown
    )
    cards[0], cards[1] = up, down
    dealer = I32(tables.dealer_first[U32(up * tables.classes + down)])
    if tables.peeks and U32(~dealer) == DEALER_BLACKJACK:
        _all_over(tables, hands, index, up, buffers)
        return index, DEALER_BLACKJACK, _TWO
    index, draws = _play_seats(deck, tables, felt, index, up, buffers)
    draws = draws or dealer_draws_for(deck, felt, wagers, buffers)
    return draw_dealer(deck, tables, index, dealer, draws, cards)


@jit_inlined
def _all_over(
    tables: BlackjackTables,
    hands: np.uint32,
    index: np.uint32,
    up: np.uint32,
    buffers: HandBuffers,
) -> None:
    """End the round: the dealer shows a blackjack, and no hand is played."""
    classes = tables.classes
    for hand in range(hands):
        row = U32(U32(up * classes + buffers.first[hand]) * classes + buffers.second[hand])
        buffers.results[U32(U32(hand) * _HANDS_ROOM)] = tables.peeked[row]
        buffers.counts[hand], buffers.waits[hand] = _ONE, 0
        buffers.spans[2 * hand], buffers.spans[2 * hand + 1] = index, index


@jit_inlined
def _play_seats(
    deck: Deck,
    tables: BlackjackTables,
    felt: Felt,
    index: np.uint32,
    up: np.uint32,
    buffers: HandBuffers,
) -> tuple[np.uint32, bool]:
    """Play every hand in turn; return the next index, and whether a hand waits for the dealer."""
    classes, hands_each = tables.classes, felt.hands_each
    one, two = buffers.first, buffers.second
    draws = False
    for seat in range(felt.seats):
        turn_to(deck, felt, seat)
        switched = _ZERO
        if hands_each == 2:
            switched = _switch(felt.switches, one, two, 2 * seat, up)
        for hand in range(hands_each * seat, hands_each * seat + hands_each):
            row = U32(U32(switched * classes + up) * classes + one[hand])
            played = play_hand(
                deck,
                tables,
                index,
                up,
                one[hand],
                two[hand],
                I32(tables.first[U32(row * classes + two[hand])]),
                buffers.results,
                U32(U32(hand) * _HANDS_ROOM),
                buffers.stack,
            )
            index = played.after
            buffers.counts[hand], buffers.waits[hand] = played.hands, played.waits
            buffers.spans[2 * hand], buffers.spans[2 * hand + 1] = played.begins, played.stops
            draws = draws or played.waits
    return index, draws


@jit_inlined
def _switch(switches: Array, one: Array, two: Array, hand: Integer, up: np.uint32) -> np.uint32:
    """Ask a seat of Blackjack Switch; return 1 if its second cards are switched."""
    row = value(up) - 1
    for place in range(hand, hand + 2):
        row = (row * VALUES + value(one[place]) - 1) * VALUES + value(two[place]) - 1
    if not switches[row]:
        return _ZERO
    two[hand], two[hand + 1] = two[hand + 1], two[hand]
    return _ONE


@jit_inlined
def dealer_draws_for(deck: Deck, felt: Felt, wagers: WagerTables, buffers: HandBuffers) -> bool:
    """Return whether the dealer draws for a wager on his hand, though no hand waits (W28)."""
    columns = wagers.columns
    for seat in range(felt.seats):
        for number in range(wagers.size):
            if (
                columns[OF_DEALER, number]
                and columns[MADE, number] != LATE
                and not is_void(deck, columns[LOSES_ON, number], felt.hands_each * seat, buffers)
            ):
                return True
    return False


@jit_inlined
def is_void(deck: Deck, loses_on: Integer, hand: Integer, buffers: HandBuffers) -> bool:
    """C24, C45, C46: whether the first hand ended with the total that loses the wager."""
    return bool(loses_on != 0 and _total_of_first(deck, hand, buffers) == loses_on)


@jit_inlined
def _total_of_first(deck: Deck, hand: Integer, buffers: HandBuffers) -> Integer:
    """Return the total of a hand, or of the first of those it was split into."""
    one, two = buffers.first, buffers.second
    hard, ace = value(one[hand]), is_ace(one[hand])
    if buffers.counts[hand] == _ONE:
        hard += value(two[hand])
        ace = ace or is_ace(two[hand])
    for index in range(buffers.spans[2 * hand], buffers.spans[2 * hand + 1]):
        card = card_at(deck, U32(index))
        hard += value(card)
        ace = ace or is_ace(card)
    return best_total(hard, ace)


@jit_inlined
def combination(
    deck: Deck,
    felt: Felt,
    wagers: WagerTables,
    buffers: HandBuffers,
    seat: Integer,
    number: Integer,
    dealer_count: Integer,
    over: bool,  # noqa: FBT001
) -> Integer:
    """Return the result of one wager of a seat: a combination of rows, or `NOT_MADE`."""
    columns, hand = wagers.columns, felt.hands_each * seat
    family, made = columns[FAMILY, number], columns[MADE, number]
    if made != BEFORE_DEAL and over:
        return NOT_MADE
    if made == LATE and not buffers.waits[hand]:
        return NOT_MADE
    if is_void(deck, columns[LOSES_ON, number], hand, buffers):
        return 0
    if family == LAMMERS:
        outcomes = 0
        for place in range(buffers.counts[hand]):
            outcomes += felt.lammers[buffers.results[hand * HANDS_ROOM + place]]
        outcomes = min(outcomes, LAMMERS_MAX)
    elif family == STRAIGHT_LENGTH:
        outcomes = _classify_straight(deck, hand, buffers)
    elif columns[OF_DEALER, number]:
        hard, ace = 0, False
        for place in range(dealer_count):
            hard += value(buffers.dealer[place])
            ace = ace or is_ace(buffers.dealer[place])
        outcomes = classify_dealer(family, buffers.dealer, dealer_count, best_total(hard, ace))
    elif family == PATTERN:
        one, two = buffers.first[hand], buffers.second[hand]
        outcomes = classify_words(wagers, number, one, two, buffers.shown[0], buffers.shown[1])
    else:
        third, fourth = 0, 0
        if felt.hands_each == 2:
            third, fourth = buffers.first[hand + 1], buffers.second[hand + 1]
        outcomes = classify_deal(
            family,
            buffers.first[hand],
            buffers.second[hand],
            third,
            fourth,
            buffers.shown[0],
            buffers.shown[1],
            buffers.shown[columns[ROLE, number]],
            felt.suit,
        )
    return paid_rows(wagers, number, family, outcomes)


@jit_inlined
def paid_rows(wagers: WagerTables, number: Integer, family: Integer, outcomes: Integer) -> Integer:
    """Return the combination of rows that the classes are paid on."""
    rows, stride = wagers.rows, wagers.columns[STRIDE, number]
    first = outcomes & _CLASS
    total = rows[number, 0, first]
    if wagers.alone[number, first]:
        return total
    if family == MATCH_EACH_CARD:
        return total + stride * rows[number, 0, outcomes >> HIT_BITS & _CLASS]
    if family == JACKPOT_UP_AND_DOWN:
        total += stride * rows[number, 1, outcomes >> HIT_BITS & _CLASS]
        total += stride * stride * rows[number, 1, outcomes >> 2 * HIT_BITS & _CLASS]
    return total


@jit_inlined
def _classify_straight(deck: Deck, hand: Integer, buffers: HandBuffers) -> Integer:
    """C50, C51: count every card except one that busts; a split freezes the first two."""
    cards = buffers.cards
    cards[0], cards[1] = buffers.first[hand], buffers.second[hand]
    count = 2
    if buffers.counts[hand] == _ONE:
        for index in range(buffers.spans[2 * hand], buffers.spans[2 * hand + 1]):
            cards[count] = card_at(deck, U32(index))
            count += 1
        if _total_of_first(deck, hand, buffers) > _TWENTY_ONE:
            count -= 1
    return classify_straight(cards, count)
