"""A round of 21-Hold 'em: blackjack as at any table, then poker from the deck shuffled again.

When to fold is in sets of cards, a bit for each card: for a pair of community cards those that are
bet on with as one's first card, and for each of these those that are as the second (2104(8), (10)).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.five_card import five_card
from pitboss.simulate.backends.shoes import CELLS_ROOM
from pitboss.simulate.blackjack.play import HANDS_ROOM, card_at
from pitboss.simulate.blackjack.table import SEATS_MAX, play_table
from pitboss.simulate.hand_results import COLUMNS
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import FRONTIER, Deck, swap

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
DECK = 52
CARDS = 3
"""Cards of one's own in a poker hand, and as many wagers on it."""
HAS_POKER = 13
"""Of the tables the place that says whether there is a poker part; what it needs comes behind."""
FOLDED_FIRST, FOLDED_SECOND, STAYED = range(3)
"""How poker ends for a seat: by one of two folds, or in any of the ways from the third on."""
_GAME = 11
"""So many tables are those of the blackjack part."""
_WAYS_AT = CARDS * SEATS_MAX
"""Where it is kept how poker ends for the seats, behind their cards."""
_ONE, _TWO = U32(1), U32(2)
_BIT = U64(1)
_I64 = np.int64
"""What patterns count in: 32 bits would not do."""


def pair_number(one: int, two: int) -> int:
    """Return the number of two community cards, in whichever order.

    >>> pair_number(1, 0), pair_number(0, 2), pair_number(51, 50)
    (0, 1, 1325)
    """
    high, low = max(one, two), min(one, two)
    return high * (high - 1) // 2 + low


_five_card = jit_pattern(five_card)
_pair_number = jit_pattern(pair_number)


@jit_linked
def play_round(
    deck: Deck, tables: Any, seats: Integer, wagers: Any, index: np.uint32, room: Any
) -> np.uint32:
    """Play a round; return where the next card lies: the deck is shuffled anew for every round."""
    switches, splits_at = tables[11], tables[12]
    up, down = U32(index + U32(seats)), U32(index + U32(2 * seats + 1))
    felt = seats, 1, 0, 0, switches, switches  # nothing is switched, and there are no lammers
    _, outcome, _ = play_table(deck, tables[:_GAME], felt, wagers, index, room[0])
    _end_hands(seats, splits_at, outcome, room)
    if tables[HAS_POKER]:
        _shuffle_again(deck, up, down)
        _deal_poker(deck, tables[14:17], seats, room)
        _end_poker(tables[17:], seats, room)
    return U32(deck[6])


@jit_inlined
def _end_hands(seats: Integer, splits_at: Integer, outcome: np.uint32, room: Any) -> None:
    """Leave how the hands of every seat ended, and how often it split."""
    seated, cells, ended, _, _, _ = room
    ends, counts = seated[3], seated[4]
    for seat in range(seats):
        hands, first = counts[seat], seat * CELLS_ROOM
        for hand in range(hands):
            cells[first + hand] = ends[seat * HANDS_ROOM + hand] * COLUMNS + outcome
        if hands > _ONE:
            cells[first + hands] = splits_at + hands - _TWO
            hands = U32(hands + _ONE)
        ended[seat] = hands


@jit_inlined
def _shuffle_again(deck: Deck, up: np.uint32, down: np.uint32) -> None:
    """2104(5), (6): the dealer's first two cards stay, and all others are shuffled again.

    In whatever order the deck lies, placing them one by one makes every order equally likely.
    """
    shoe, state, _, lane, lanes, _, _, _, _ = deck
    swap(shoe, U32(0), up, lane, lanes)
    swap(shoe, _ONE, down, lane, lanes)
    state[FRONTIER] = _TWO


@jit_inlined
def _is_in(cards: np.uint64, card: np.uint32) -> bool:
    """Whether a card is in a set of cards."""
    return bool((cards >> U64(card)) & _BIT)


@jit_inlined
def _deal_poker(deck: Deck, tables: Any, seats: Integer, room: Any) -> None:
    """2104(7)-(10): a card to every seat still in, three times, and a fold where one is wise."""
    first_bets, second_bets, way_of = tables
    shown, hand = room[0][2], room[4]
    one, two = shown[0], shown[1]
    pair, index = _pair_number(one, two), _TWO
    for seat in range(seats):
        card = card_at(deck, index)
        index = U32(index + _ONE)
        hand[CARDS * seat] = card
        hand[_WAYS_AT + seat] = STAYED if _is_in(first_bets[pair], card) else FOLDED_FIRST
    for seat in range(seats):
        if hand[_WAYS_AT + seat] == STAYED:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            hand[CARDS * seat + 1] = card
            if not _is_in(second_bets[pair * DECK + hand[CARDS * seat]], card):
                hand[_WAYS_AT + seat] = FOLDED_SECOND
    for seat in range(seats):
        if hand[_WAYS_AT + seat] == STAYED:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            first, second = _I64(hand[CARDS * seat]), _I64(hand[CARDS * seat + 1])
            kind = _five_card((_I64(one), _I64(two), first, second, _I64(card)))
            hand[_WAYS_AT + seat] = way_of[kind]


@jit_inlined
def _end_poker(tables: Any, seats: Integer, room: Any) -> None:
    """Leave how poker ended: what is paid may depend on all that is due in the round."""
    gains, limited, poker_cells = tables
    _, cells, ended, _, hand, _ = room
    due = 0
    for seat in range(seats):
        due += gains[hand[_WAYS_AT + seat]]
    for seat in range(seats):
        cells[seat * CELLS_ROOM + ended[seat]] = poker_cells[limited[due], hand[_WAYS_AT + seat]]
        ended[seat] += _ONE
