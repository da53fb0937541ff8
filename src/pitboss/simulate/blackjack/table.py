"""Playing a round of a whole table: every seat, every wager on the felt.

The cards are dealt, the hands played and the dealer's cards drawn in the order of the table engine;
then every side wager looks at what its patterns look at.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import jit_inlined
from pitboss.patterns.straights import LAMMERS_MAX
from pitboss.simulate.blackjack.play import (
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    FIRST_END,
    HANDS_ROOM,
    I32,
    Game,
    card_at,
    play_split,
    walk,
)
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import Deck
from pitboss.simulate.side_wager_kernels import (
    HIT_BITS,
    LAMMERS,
    STRAIGHT_LENGTH,
    best_total,
    is_ace,
    of_the_deal,
    of_the_dealer,
    straight,
    value,
)
from pitboss.simulate.side_wagers import BEFORE_DEAL, LATE

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
SEATS_MAX = 7
PLACES = 2 * SEATS_MAX
"""Hands that may be dealt: Blackjack Switch deals two a seat."""
CARDS_ROOM = 32
FAMILY, MADE, ROLE, LOSES_ON, BASE, STRIDE, OF_DEALER, LIMIT = range(8)
"""The rows of a wager's column."""

_ZERO, _ONE, _TWO = U32(0), U32(1), U32(2)
_HANDS_ROOM = U32(HANDS_ROOM)
_CLASS = (1 << HIT_BITS) - 1
_TWENTY_ONE = 21


@jit_inlined
def play_hand(
    deck: Deck,
    game: Game,
    index: np.uint32,
    up: np.uint32,
    one: np.uint32,
    two: np.uint32,
    code: np.int32,
    ends: Array,
    base: np.uint32,
    stack: Array,
) -> tuple[np.uint32, np.uint32, bool, np.uint32, np.uint32]:
    """Play two cards on from *code*; return what `play_split` returns."""
    columns, _, steps, _, _, _, waits, _, _, _, _ = game
    begins = index
    index, code, _ = walk(deck, index, code, steps, columns)
    end = U32(~code)
    if end < FIRST_END:
        return play_split(deck, game, index, up, one, two, end, ends, base, stack)
    ends[base] = end
    return index, _ONE, bool(waits[end]), begins, index


@jit_inlined
def play_table(
    deck: Deck, game: Game, felt: Any, wagers: Any, index: np.uint32, room: Any
) -> tuple[np.uint32, np.uint32, np.uint32]:
    """Play a round; return where we are, the dealer's outcome and how many cards he has.

    What became of the hands, and the cards that wagers look at, is left in *room*.
    """
    columns, _, _, _, _, _, _, dealer_first, dealer_steps, _, peeks = game
    seats, each, bonus, _, _, _ = felt
    one, two, shown, _, _, _, _, _, dealer_cards, _ = room
    hands = U32(seats * each)
    for hand in range(hands):
        one[hand] = card_at(deck, U32(index + U32(hand)))
    up = card_at(deck, U32(index + hands))
    index = U32(index + hands + _ONE)
    for hand in range(hands):
        two[hand] = card_at(deck, U32(index + U32(hand)))
    down = card_at(deck, U32(index + hands))
    index = U32(index + hands + _ONE)
    shown[0], shown[1] = up, down
    dealer_cards[0], dealer_cards[1] = up, down
    for extra in range(bonus):
        shown[2 + extra] = card_at(deck, U32(index + U32(extra)))
    index = U32(index + U32(bonus))
    dealer = I32(dealer_first[U32(up * columns + down)])
    if peeks and U32(~dealer) == DEALER_BLACKJACK:
        _all_over(game, hands, index, room)
        return index, DEALER_BLACKJACK, _TWO
    index, draws = _play_seats(deck, game, felt, index, up, room)
    if not draws and not _drawn_for(deck, felt, wagers, room):
        blackjack = U32(~dealer) == DEALER_BLACKJACK  # nobody looked, and it may yet push one
        return index, DEALER_BLACKJACK if blackjack else DEALER_NOT_DRAWN, _TWO
    begins = index
    index, dealer, _ = walk(deck, index, dealer, dealer_steps, columns)
    for place in range(U32(index - begins)):
        dealer_cards[2 + place] = card_at(deck, U32(begins + U32(place)))
    return index, U32(~dealer), U32(_TWO + U32(index - begins))


@jit_inlined
def _all_over(game: Game, hands: np.uint32, index: np.uint32, room: Any) -> None:
    """The dealer shows a blackjack: nobody plays."""
    columns, _, _, _, _, peeked, _, _, _, _, _ = game
    one, two, _, ends, counts, waits, spans, _, _, _ = room
    for hand in range(hands):
        ends[U32(U32(hand) * _HANDS_ROOM)] = peeked[U32(one[hand] * columns + two[hand])]
        counts[hand], waits[hand] = _ONE, 0
        spans[2 * hand], spans[2 * hand + 1] = index, index


@jit_inlined
def _play_seats(
    deck: Deck, game: Game, felt: Any, index: np.uint32, up: np.uint32, room: Any
) -> tuple[np.uint32, bool]:
    """Play every hand in its turn; return where we are, and whether one waits for the dealer."""
    columns, first, _, _, _, _, _, _, _, _, _ = game
    seats, each, _, _, switches, _ = felt
    one, two, _, ends, counts, waits, spans, stack, _, _ = room
    draws = False
    for seat in range(seats):
        switched = _ZERO
        if each == 2:
            switched = _switch(switches, one, two, 2 * seat, up)
        for hand in range(each * seat, each * seat + each):
            row = U32(U32(switched * columns + up) * columns + one[hand])
            index, count, waiting, begins, stops = play_hand(
                deck,
                game,
                index,
                up,
                one[hand],
                two[hand],
                I32(first[U32(row * columns + two[hand])]),
                ends,
                U32(U32(hand) * _HANDS_ROOM),
                stack,
            )
            counts[hand], waits[hand] = count, waiting
            spans[2 * hand], spans[2 * hand + 1] = begins, stops
            draws = draws or waiting
    return index, draws


@jit_inlined
def _switch(switches: Array, one: Array, two: Array, hand: Integer, up: np.uint32) -> np.uint32:
    """Ask a seat of Blackjack Switch; return 1 where its second cards have changed places."""
    row = value(up) - 1
    for place in range(hand, hand + 2):
        row = (row * VALUES + value(one[place]) - 1) * VALUES + value(two[place]) - 1
    if not switches[row]:
        return _ZERO
    two[hand], two[hand + 1] = two[hand + 1], two[hand]
    return _ONE


@jit_inlined
def _drawn_for(deck: Deck, felt: Any, wagers: Any, room: Any) -> bool:
    """Whether the dealer draws for a wager on his hand, though no hand waits (W28)."""
    count, columns, _, _, _, _ = wagers
    seats, each, _, _, _, _ = felt
    for seat in range(seats):
        for number in range(count):
            if (
                columns[OF_DEALER, number]
                and columns[MADE, number] != LATE
                and not is_void(deck, columns[LOSES_ON, number], each * seat, room)
            ):
                return True
    return False


@jit_inlined
def is_void(deck: Deck, loses_on: Integer, hand: Integer, room: Any) -> bool:
    """C24, C45, C46: whether the first hand ended with the total that loses the wager."""
    return bool(loses_on != 0 and _total_of_first(deck, hand, room) == loses_on)


@jit_inlined
def _total_of_first(deck: Deck, hand: Integer, room: Any) -> Integer:
    one, two, _, _, counts, _, spans, _, _, _ = room
    hard, ace = value(one[hand]), is_ace(one[hand])
    if counts[hand] == _ONE:
        hard += value(two[hand])
        ace = ace or is_ace(two[hand])
    for index in range(spans[2 * hand], spans[2 * hand + 1]):
        card = card_at(deck, U32(index))
        hard += value(card)
        ace = ace or is_ace(card)
    return best_total(hard, ace)


@jit_inlined
def combination(
    deck: Deck,
    felt: Any,
    wagers: Any,
    room: Any,
    seat: Integer,
    number: Integer,
    dealer_count: Integer,
    over: bool,  # noqa: FBT001
) -> Integer:
    """Return what came of one wager of a seat: a combination of rows, or -1 if it was not made."""
    _, columns, rows, alone, _, _ = wagers
    _, each, _, suit, _, lammers = felt
    one, two, shown, ends, counts, waits, _, _, dealer_cards, _ = room
    hand, family = each * seat, columns[FAMILY, number]
    made = columns[MADE, number]
    if made != BEFORE_DEAL and over:
        return -1
    if made == LATE and not waits[hand]:
        return -1
    if is_void(deck, columns[LOSES_ON, number], hand, room):
        return 0
    if family == LAMMERS:
        found = 0
        for place in range(counts[hand]):
            found += lammers[ends[hand * HANDS_ROOM + place]]
        found = min(found, LAMMERS_MAX)
    elif family == STRAIGHT_LENGTH:
        found = _straight_of(deck, hand, room)
    elif columns[OF_DEALER, number]:
        hard, ace = 0, False
        for place in range(dealer_count):
            hard += value(dealer_cards[place])
            ace = ace or is_ace(dealer_cards[place])
        found = of_the_dealer(family, dealer_cards, dealer_count, best_total(hard, ace))
    else:
        third, fourth = 0, 0
        if each == 2:
            third, fourth = one[hand + 1], two[hand + 1]
        found = of_the_deal(
            family,
            one[hand],
            two[hand],
            third,
            fourth,
            shown[0],
            shown[1],
            shown[columns[ROLE, number]],
            suit,
        )
    return _paid_rows(rows, alone, columns[STRIDE, number], number, family, found)


@jit_inlined
def _paid_rows(
    rows: Array, alone: Array, stride: Integer, number: Integer, family: Integer, found: Integer
) -> Integer:
    """Return the combination of rows that the classes found are paid on."""
    first = found & _CLASS
    total = rows[number, 0, first]
    if alone[number, first]:
        return total
    if family == 0:
        return total + stride * rows[number, 0, found >> HIT_BITS & _CLASS]
    if family == 3:
        total += stride * rows[number, 1, found >> HIT_BITS & _CLASS]
        total += stride * stride * rows[number, 1, found >> 2 * HIT_BITS & _CLASS]
    return total


@jit_inlined
def _straight_of(deck: Deck, hand: Integer, room: Any) -> Integer:
    """C50, C51: every card but one that busts; a split freezes the first two."""
    one, two, _, _, counts, _, spans, _, _, cards = room
    cards[0], cards[1] = one[hand], two[hand]
    count = 2
    if counts[hand] == _ONE:
        for index in range(spans[2 * hand], spans[2 * hand + 1]):
            cards[count] = card_at(deck, U32(index))
            count += 1
        if _total_of_first(deck, hand, room) > _TWENTY_ONE:
            count -= 1
    return straight(cards, count)
