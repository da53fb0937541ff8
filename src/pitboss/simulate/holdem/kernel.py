"""A round of 21-Hold 'em: blackjack as at any table, then poker from the deck shuffled again.

When to fold is stored in sets of cards, a bit for each card: for each pair of community cards the
first cards to bet on, and for each of those the second cards to bet on (2104(8), (10)).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.five_card import five_card
from pitboss.simulate.blackjack.play import COLUMNS, BlackjackTables
from pitboss.simulate.blackjack.table import Felt, play_table
from pitboss.simulate.buffers import CELLS_ROOM, HANDS_ROOM, SEATS_MAX, RoundBuffers
from pitboss.simulate.cells.five_cards import FiveCardTables, number_of_five
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import FRONTIER, Deck, card_at, swap
from pitboss.simulate.side_wagers import WagerTables

Array = Any
DECK = 52
CARDS = 3
"""The player's own cards in a poker hand, and the wagers on it."""
FOLDED_FIRST, FOLDED_SECOND, STAYED = range(3)
"""How poker ends for a seat: by one of two folds, or in one of the ways from the third on."""
_WAYS_AT = CARDS * SEATS_MAX
"""The place where `RoundBuffers.cards` has the ways in which poker ends, behind the cards."""
_ONE, _TWO = U32(1), U32(2)
_SUIT, FOUR_EACH, FOUR_OR_MORE = U32(3), U32(0x4444), U32(0x8888)
_BIT = U64(1)
_I64 = np.int64
"""Patterns count in 64 bits: 32 are not enough."""


class HoldemTables(NamedTuple):
    """The blackjack part, when to bet on in the poker part, and its pays."""

    blackjack: BlackjackTables
    no_switches: Array
    """Nothing is switched, and there are no lammers."""
    split_cells: np.int64
    """The cell of one split; those of more follow."""
    has_poker: bool
    """Whether the felt offers the poker part."""
    first_bets: Array
    """(pair of community cards): the set of first cards that are bet on."""
    second_bets: Array
    """(pair, first card): the set of second cards that are bet on."""
    way_of: Array
    """(kind of five cards): how poker ends for a seat."""
    hands: FiveCardTables
    """The numbers of hands by rank."""
    ways: Array
    """(number of a hand): how poker ends for a seat if no four cards share a suit."""
    dues: Array
    """(way): what is due on each wager, in units."""
    limited: Array
    """(due in a round): the row of cells; 0: within the limit."""
    poker_cells: Array
    """(row, way): the cell."""


def pair_number(one: int, two: int) -> int:
    """Return the number of two community cards, in either order.

    >>> pair_number(1, 0), pair_number(0, 2), pair_number(51, 50)
    (0, 1, 1325)
    """
    high, low = max(one, two), min(one, two)
    return high * (high - 1) // 2 + low


_five_card = jit_pattern(five_card)
number_of_pair = jit_pattern(pair_number)


@jit_linked
def play_round(
    deck: Deck,
    tables: HoldemTables,
    seats: Integer,
    wagers: WagerTables,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round; return the next card's index: the deck is shuffled again for every round."""
    up, down = U32(index + U32(seats)), U32(index + U32(2 * seats + 1))
    felt = Felt(seats, _I64(1), _I64(0), _I64(0), tables.no_switches, tables.no_switches)
    _, outcome, _ = play_table(deck, tables.blackjack, felt, wagers, index, buffers.hands)
    _end_hands(seats, tables.split_cells, outcome, buffers)
    if tables.has_poker:
        _shuffle_again(deck, up, down)
        _deal_poker(deck, tables, seats, buffers)
        _end_poker(tables, seats, buffers)
    return U32(deck.size)


@jit_inlined
def _end_hands(
    seats: Integer, split_cells: Integer, outcome: np.uint32, buffers: RoundBuffers
) -> None:
    """Store the results of the hands of every seat, and its number of splits."""
    cells, results = buffers.cells, buffers.hands.results
    for seat in range(seats):
        hands, first = buffers.hands.counts[seat], seat * CELLS_ROOM
        for hand in range(hands):
            cells[first + hand] = results[seat * HANDS_ROOM + hand] * COLUMNS + outcome
        if hands > _ONE:
            cells[first + hands] = split_cells + hands - _TWO
            hands = U32(hands + _ONE)
        buffers.ended[seat] = hands


@jit_inlined
def _shuffle_again(deck: Deck, up: np.uint32, down: np.uint32) -> None:
    """2104(5), (6): the dealer's first two cards stay, and all others are shuffled again.

    Placing the cards one by one makes every order equally likely, from any order before.
    """
    swap(deck, U32(0), up)
    swap(deck, _ONE, down)
    deck.state[FRONTIER] = _TWO


@jit_inlined
def is_in(cards: np.uint64, card: np.uint32) -> bool:
    """Whether a card is in a set of cards."""
    return bool((cards >> U64(card)) & _BIT)


@jit_inlined
def _deal_poker(deck: Deck, tables: HoldemTables, seats: Integer, buffers: RoundBuffers) -> None:
    """2104(7)-(10): deal a card to every seat still in, three times; a seat may fold."""
    hand = buffers.cards
    one, two = buffers.hands.shown[0], buffers.hands.shown[1]
    pair, index = number_of_pair(one, two), _TWO
    for seat in range(seats):
        card = card_at(deck, index)
        index = U32(index + _ONE)
        hand[CARDS * seat] = card
        stays = is_in(tables.first_bets[pair], card)
        hand[_WAYS_AT + seat] = STAYED if stays else FOLDED_FIRST
    for seat in range(seats):
        if hand[_WAYS_AT + seat] == STAYED:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            hand[CARDS * seat + 1] = card
            if not is_in(tables.second_bets[pair * DECK + hand[CARDS * seat]], card):
                hand[_WAYS_AT + seat] = FOLDED_SECOND
    for seat in range(seats):
        if hand[_WAYS_AT + seat] == STAYED:
            card = card_at(deck, index)
            index = U32(index + _ONE)
            first, second = hand[CARDS * seat], hand[CARDS * seat + 1]
            hand[_WAYS_AT + seat] = way_of_five(tables, one, two, first, second, card)


@jit_inlined
def way_of_five(
    tables: HoldemTables,
    one: np.uint32,
    two: np.uint32,
    three: np.uint32,
    four: np.uint32,
    five: np.uint32,
) -> Integer:
    """Return how poker ends with five cards: a look at a table, unless four share a suit."""
    suits = suit_bit(one) + suit_bit(two) + suit_bit(three) + suit_bit(four) + suit_bit(five)
    if U32(U32(suits) + FOUR_EACH) & FOUR_OR_MORE:
        return way_by_pattern(tables.way_of, one, two, three, four, five)
    return tables.ways[number_of_five(tables.hands, one, two, three, four, five)]


@jit_inlined
def suit_bit(card: np.uint32) -> np.uint32:
    """Return a number with four bits for the cards of each suit."""
    return U32(_ONE << U32(U32(card & _SUIT) << _TWO))


@jit_linked
def way_by_pattern(
    way_of: Array,
    one: np.uint32,
    two: np.uint32,
    three: np.uint32,
    four: np.uint32,
    five: np.uint32,
) -> Integer:
    """Return how poker ends with five cards, by the pattern itself."""
    return way_of[_five_card((_I64(one), _I64(two), _I64(three), _I64(four), _I64(five)))]


@jit_cached
def classify_hands(hands: Array, way_of: Array, ways: Array) -> None:
    """Write down how poker ends for every hand of five cards."""
    for row in range(len(hands)):
        ways[row] = way_by_pattern(
            way_of,
            U32(hands[row, 0]),
            U32(hands[row, 1]),
            U32(hands[row, 2]),
            U32(hands[row, 3]),
            U32(hands[row, 4]),
        )


@jit_inlined
def _end_poker(tables: HoldemTables, seats: Integer, buffers: RoundBuffers) -> None:
    """Store how poker ended: the pays may depend on all that is due in the round."""
    ended, hand, due = buffers.ended, buffers.cards, 0
    for seat in range(seats):
        due += tables.dues[hand[_WAYS_AT + seat]]
    row = tables.limited[due]
    for seat in range(seats):
        cell = tables.poker_cells[row, hand[_WAYS_AT + seat]]
        buffers.cells[seat * CELLS_ROOM + ended[seat]] = cell
        ended[seat] += _ONE
