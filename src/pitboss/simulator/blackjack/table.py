"""The felt of a blackjack table, and what came of every side wager on it.

When a round is over its cards lie in `HandBuffers`; the patterns of side wagers look at them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.patterns.straights import LAMMERS_MAX
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

NOT_MADE = -1
"""Instead of a combination: the wager is not made in this round."""
_ONE = U32(1)
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
def dealer_draws_for(
    deck: Deck, felt: Felt, seats: Integer, wagers: WagerTables, buffers: HandBuffers
) -> bool:
    """Return whether the dealer draws for a wager on his hand, though no hand waits (W28)."""
    columns = wagers.columns
    for seat in range(seats):
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
    one = buffers.first
    two = buffers.second
    hard = value(one[hand])
    ace = is_ace(one[hand])
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
    columns = wagers.columns
    hand: Integer = felt.hands_each * seat
    family = columns[FAMILY, number]
    made = columns[MADE, number]
    if made != BEFORE_DEAL and over:
        return NOT_MADE
    if made == LATE and not buffers.waits[hand]:
        return NOT_MADE
    if is_void(deck, columns[LOSES_ON, number], hand, buffers):
        return 0
    if family == LAMMERS:
        outcomes: Integer = 0
        for place in range(buffers.counts[hand]):
            outcomes += felt.lammers[buffers.results[hand * HANDS_ROOM + place]]
        outcomes = min(outcomes, LAMMERS_MAX)
    elif family == STRAIGHT_LENGTH:
        outcomes = _classify_straight(deck, hand, buffers)
    elif columns[OF_DEALER, number]:
        hard = 0
        ace = False
        for place in range(dealer_count):
            hard += value(buffers.dealer[place])
            ace = ace or is_ace(buffers.dealer[place])
        outcomes = classify_dealer(family, buffers.dealer, dealer_count, best_total(hard, ace))
    elif family == PATTERN:
        one = buffers.first[hand]
        two = buffers.second[hand]
        outcomes = classify_words(wagers, number, one, two, buffers.shown[0], buffers.shown[1])
    else:
        third: Integer = 0
        fourth: Integer = 0
        if felt.hands_each == 2:
            other: Integer = hand + 1
            third = buffers.first[other]
            fourth = buffers.second[other]
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
    rows = wagers.rows
    stride = wagers.columns[STRIDE, number]
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
