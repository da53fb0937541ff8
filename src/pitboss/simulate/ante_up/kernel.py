"""A round of Ante Up 21: one hand played for 21 and for poker at once (2106).

Whoever bets plays by an automaton of hands by rank, and after a split by what the solver remembers
of all cards drawn; whoever folds plays on for 21 alone, by the automaton of blackjack.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_inlined, jit_linked, jit_pattern
from pitboss.exact.ante_up.hands import RANKS, SUITS
from pitboss.patterns.families import SIGHTS
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.two_card_poker import best_two
from pitboss.simulate.backends.shoes import CELLS_ROOM, WAGERS_ROOM
from pitboss.simulate.blackjack.play import (
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    FIRST_END,
    HANDS_ROOM,
    I32,
    card_at,
    walk,
)
from pitboss.simulate.blackjack.table import play_hand
from pitboss.simulate.hand_results import COLUMNS
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import Deck
from pitboss.simulate.side_wager_kernels import best_total, is_ace, value

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
GAME = 11
"""So many tables are those of blackjack; behind them come those of hands that are bet."""
TOGETHER, BETS, HANDS, POKER = 11, 12, 13, 20
"""Whether such hands are played for both, when to bet, how to play on, and the poker part."""
TOTALS = 32
"""More than any total."""
STAND, HIT, DOUBLE, SPLIT = range(4)
"""What is done with the second card of a hand of a split: two bits for each value of it."""
TWO_AT = 2 * (TWENTY_ONE + 1)
"""Where those bits are; below, a bit for each hard total without and with an ace says to hit."""
UNSPLIT, SPLIT_UP, NATURAL = range(3)
"""How a bet came to be compared: with one hand, with several, against a dealer blackjack."""
FOLDED = 0
"""The poker hand of who folded: less than any other."""
_ZERO, _ONE, _TWO, _RANKS, _SUITS = U32(0), U32(1), U32(2), U32(RANKS), U32(SUITS)
_best_two = jit_pattern(best_two)
_pair_and_up = jit_pattern(SIGHTS["pair-and-up-card"].hits)


@jit_inlined
def rank(card: np.uint32) -> np.uint32:
    """Return the rank of a card, the ace as 0."""
    return U32(card // _SUITS)


@jit_inlined
def row_of(up: np.uint32, one: np.uint32, two: np.uint32) -> np.uint32:
    """Return where tables by the ranks of the up card and of two cards keep these."""
    return U32(U32(rank(up) * _RANKS + rank(one)) * _RANKS + rank(two))


@jit_linked
def play_round(
    deck: Deck, tables: Any, seats: Integer, wagers: Any, index: np.uint32, room: Any
) -> np.uint32:
    """Play a round; return where the next card lies."""
    columns, dealer_first, dealer_steps = tables[0], tables[7], tables[8]
    one, two, _, _, _, _, _, _, dealers, _ = room[0]
    for seat in range(seats):
        one[seat] = card_at(deck, U32(index + U32(seat)))
    up = card_at(deck, U32(index + U32(seats)))
    index = U32(index + U32(seats) + _ONE)
    for seat in range(seats):
        two[seat] = card_at(deck, U32(index + U32(seat)))
    down = card_at(deck, U32(index + U32(seats)))
    index = U32(index + U32(seats) + _ONE)
    dealers[0], dealers[1], count = up, down, _TWO
    _see_bonus(seats, wagers, up, room)
    dealer = I32(dealer_first[U32(up * columns + down)])
    outcome = U32(~dealer)
    if outcome == DEALER_BLACKJACK:
        _all_over(tables, seats, up, room)
    else:
        index, draws = _play_seats(deck, tables, seats, up, index, room)
        outcome = DEALER_NOT_DRAWN
        if draws:
            begins = index
            index, dealer, _ = walk(deck, index, dealer, dealer_steps, columns)
            outcome, count = U32(~dealer), U32(_TWO + U32(index - begins))
            for place in range(U32(index - begins)):
                dealers[2 + place] = card_at(deck, U32(begins + U32(place)))
    _end(tables, seats, outcome, count, room)
    return index


@jit_inlined
def _see_bonus(seats: Integer, wagers: Any, up: np.uint32, room: Any) -> None:
    """2106(8): the POKER BONUS is about two cards and the up card."""
    one, two, found = room[0][0], room[0][1], room[3]
    count, _, rows, _, _, _ = wagers
    for seat in range(seats):
        for wager in range(count):
            kind = _pair_and_up(one[seat], two[seat], up, 0)[0][1]
            found[seat * WAGERS_ROOM + wager] = rows[wager, 0, kind]


@jit_inlined
def _all_over(tables: Any, seats: Integer, up: np.uint32, room: Any) -> None:
    """2106(10): two cards against a dealer blackjack, which is looked for after fold or bet."""
    columns, peeked, bets = tables[0], tables[5], tables[BETS]
    one, two, _, ends, counts, _, poker, _, _, _ = room[0]
    hand = room[4]
    for seat in range(seats):
        ends[seat * HANDS_ROOM] = peeked[U32(one[seat] * columns + two[seat])]
        counts[seat], poker[seat] = _ONE, FOLDED
        if bets[row_of(up, one[seat], two[seat])]:
            hand[0], hand[1] = one[seat], two[seat]
            poker[seat] = _best_two(hand, 2)


@jit_inlined
def _play_seats(
    deck: Deck, tables: Any, seats: Integer, up: np.uint32, index: np.uint32, room: Any
) -> tuple[np.uint32, bool]:
    """Play every seat in its turn; return where we are, and whether the dealer draws (A3)."""
    columns, first, together, bets = tables[0], tables[1], tables[TOGETHER], tables[BETS]
    one, two, _, ends, counts, _, poker, stack, _, _ = room[0]
    hand, draws = room[4], False
    for seat in range(seats):
        base, begins, row = U32(seat * HANDS_ROOM), index, row_of(up, one[seat], two[seat])
        bet = bool(bets[row])
        if bet and together:
            index, count, waiting = _play_joint(
                deck, tables[HANDS:POKER], columns, tables[6], index, row, one[seat], ends, base
            )
        else:
            place = U32(U32(up * columns + one[seat]) * columns + two[seat])
            index, count, waiting, _, _ = play_hand(
                deck,
                tables[:GAME],
                index,
                up,
                one[seat],
                two[seat],
                I32(first[place]),
                ends,
                base,
                stack,
            )
        counts[seat], poker[seat] = count, FOLDED
        draws = draws or waiting or bet
        if bet:  # ruling A1: all cards of all hands, which were drawn one after another
            hand[0], hand[1], drawn = one[seat], two[seat], U32(index - begins)
            for at in range(drawn):
                hand[2 + at] = card_at(deck, U32(begins + U32(at)))
            poker[seat] = _best_two(hand, 2 + drawn)
    return index, draws


@jit_inlined
def _play_joint(
    deck: Deck,
    tables: Any,
    columns: np.uint32,
    waits: Array,
    index: np.uint32,
    row: np.uint32,
    one: np.uint32,
    ends: Array,
    base: np.uint32,
) -> tuple[np.uint32, np.uint32, bool]:
    """Play two cards for both wagers; return where we are, how many hands, whether one waits."""
    first, steps, splits, _, _, _, _ = tables
    index, code, _ = walk(deck, index, I32(first[row]), steps, columns)
    end = U32(~code)
    if end < FIRST_END:
        return _play_split(deck, tables[3:7], waits, index, splits[row], one, ends, base)
    ends[base] = end
    return index, _ONE, bool(waits[end])


@jit_linked
def _play_split(
    deck: Deck,
    tables: Any,
    waits: Array,
    index: np.uint32,
    split: Integer,
    one: np.uint32,
    ends: Array,
    base: np.uint32,
) -> tuple[np.uint32, np.uint32, bool]:
    """Play the hands of a split, which all have one poker hand; return what `_play_joint` does.

    What is done depends on how many hands are made, how many of them wait, and on the *sight*: what
    is remembered of all cards.
    """
    placed, following, moves, after = tables
    sights_at, moves_at = placed[split, 0], placed[split, 1]
    size, most = placed[split, 2], placed[split, 3]
    sight, made, to_play, count, waiting = 0, 2, 2, _ZERO, False
    while to_play:
        moves_from = moves_at + ((made - 2) * most + to_play - 1) * size
        card = card_at(deck, index)
        index = U32(index + _ONE)
        sight = following[sights_at + RANKS * sight + rank(card)]
        hard, ace = value(one) + value(card), is_ace(one) or is_ace(card)
        bits = U64(TWO_AT + 2 * (value(card) - 1))
        todo = int(U64(moves[moves_from + sight] >> bits) & U64(3))
        if todo == SPLIT:
            made, to_play = made + 1, to_play + 1
            continue
        doubled = todo == DOUBLE
        while todo != STAND:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            sight = following[sights_at + RANKS * sight + rank(card)]
            hard, ace = hard + value(card), ace or is_ace(card)
            todo = STAND
            if not doubled and hard <= TWENTY_ONE:
                bits = U64(2 * hard + (1 if ace else 0))
                todo = int(U64(moves[moves_from + sight] >> bits) & U64(1))
        end = after[(TOTALS if doubled else 0) + best_total(hard, ace)]
        ends[U32(base + count)] = end
        waiting = waiting or bool(waits[end])
        count, to_play = U32(count + _ONE), to_play - 1
    return index, count, waiting


@jit_inlined
def _end(
    tables: Any, seats: Integer, outcome: np.uint32, dealers_count: np.uint32, room: Any
) -> None:
    """Leave how every hand ended, and the poker part."""
    numbers, ways, poker_at = tables[POKER:]
    seated, cells, ended, _, _, _ = room
    ends, counts, poker, dealers = seated[3], seated[4], seated[6], seated[8]
    against = numbers[_best_two(dealers, dealers_count)]
    for seat in range(seats):
        hands, at = counts[seat], seat * CELLS_ROOM
        for hand in range(hands):
            cells[at + hand] = ends[seat * HANDS_ROOM + hand] * COLUMNS + outcome
        cells[at + hands] = poker_at
        if poker[seat] != FOLDED:
            how = SPLIT_UP if hands > _ONE else UNSPLIT
            if outcome == DEALER_BLACKJACK:
                how = NATURAL
            cells[at + hands] += ways[how, numbers[poker[seat]], against]
        ended[seat] = hands + 1
