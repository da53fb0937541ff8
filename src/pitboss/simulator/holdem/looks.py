"""What a whole table of 21-Hold 'em looks up (`rounds/holdem.py`).

When to fold is stored in sets of cards, a bit for each card: for each pair of community cards the
first cards to bet on, and for each of those the second cards to bet on (2104(8), (10)).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, LongInts, LongWords
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns.five_card import five_card
from pitboss.simulator.blackjack.play import (
    COLUMNS,
    DEALER_BLACKJACK,
    I32,
    BlackjackTables,
    dealer_outcome,
)
from pitboss.simulator.blackjack.play import play_hand as play_two
from pitboss.simulator.buffers import HANDS_ROOM, RoundBuffers
from pitboss.simulator.cells.five_cards import FiveCardTables, number_of_five
from pitboss.simulator.machine.table_looks import Card, add_cell
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import FRONTIER, Deck, swap

DECK = 52
CARDS = 3
"""The player's own cards in a poker hand, and the wagers on it."""
FOLDED_FIRST, FOLDED_SECOND, STAYED = range(3)
"""How poker ends for a seat: by one of two folds, or in one of the ways from the third on."""
_ONE = U32(1)
_TWO = U32(2)
_SUIT = U32(3)
FOUR_EACH = U32(0x4444)
FOUR_OR_MORE = U32(0x8888)
_BIT = U64(1)
_I64 = np.int64
"""Patterns count in 64 bits: 32 are not enough."""


class HoldemTables(NamedTuple):
    """The blackjack part, when to bet on in the poker part, and its pays."""

    blackjack: BlackjackTables
    no_switches: Bytes
    """Nothing is switched, and there are no lammers."""
    split_cells: np.int64
    """The cell of one split; those of more follow."""
    has_poker: bool
    """Whether the felt offers the poker part."""
    first_bets: LongWords
    """(pair of community cards): the set of first cards that are bet on."""
    second_bets: LongWords
    """(pair, first card): the set of second cards that are bet on."""
    way_of: LongInts
    """(kind of five cards): how poker ends for a seat."""
    hands: FiveCardTables
    """The numbers of hands by rank."""
    ways: LongInts
    """(number of a hand): how poker ends for a seat if no four cards share a suit."""
    dues: LongInts
    """(way): what is due on each wager, in units."""
    limited: LongInts
    """(due in a round): the row of cells; 0: within the limit."""
    poker_cells: LongInts
    """(row, way): the cell."""


def pair_number(one: int, two: int) -> int:
    """Return the number of two community cards, in either order.

    >>> pair_number(1, 0), pair_number(0, 2), pair_number(51, 50)
    (0, 1, 1325)
    """
    high = max(one, two)
    low = min(one, two)
    return high * (high - 1) // 2 + low


_five_card = jit_pattern(five_card)
number_of_pair = jit_pattern(pair_number)


@jit_inlined
def dealer_start(tables: HoldemTables, up: Card, down: Card) -> np.int32:
    """Return the code of the dealer's first two cards."""
    return I32(tables.blackjack.dealer_first[U32(up * tables.blackjack.classes + down)])


@jit_inlined
def is_over(tables: HoldemTables, dealer: np.int32) -> bool:
    """Return whether the dealer looks for a blackjack, and has one."""
    return bool(tables.blackjack.peeks and U32(~dealer) == DEALER_BLACKJACK)


@jit_inlined
def first_hand(
    tables: HoldemTables,
    over: bool,  # noqa: FBT001
    up: Card,
    one: Card,
    two: Card,
) -> np.int32:
    """Return the code of two cards."""
    blackjack = tables.blackjack
    if over:
        return I32(~I32(blackjack.peeked[U32(one * blackjack.classes + two)]))
    return I32(blackjack.first[U32(U32(up * blackjack.classes + one) * blackjack.classes + two)])


@jit_inlined
def play_hand(
    deck: Deck,
    tables: HoldemTables,
    index: np.uint32,
    code: np.int32,
    up: Card,
    one: Card,
    two: Card,
    buffers: RoundBuffers,
    seat: Integer,
) -> tuple[np.uint32, np.uint32]:
    """Play a hand, and those it is split into; return the next index, and whether one waits."""
    hands = buffers.hands
    base = U32(seat * HANDS_ROOM)
    played = play_two(
        deck, tables.blackjack, index, up, one, two, code, hands.results, base, hands.stack
    )
    hands.counts[seat] = played.hands
    return played.after, U32(played.waits)


@jit_inlined
def waits(_: HoldemTables, hand: np.uint32) -> np.uint32:
    """Return whether a hand of a seat waits for the dealer."""
    return hand


@jit_inlined
def play_dealer(
    deck: Deck, tables: HoldemTables, index: np.uint32, code: np.int32, waiting: Integer
) -> tuple[np.uint32, np.uint32]:
    """Draw cards to the dealer if a hand waits; return the next index and the outcome."""
    blackjack = tables.blackjack
    draws = bool(waiting != 0)
    steps = blackjack.dealer_steps
    return dealer_outcome(deck, index, code, draws, steps, blackjack.classes)


@jit_inlined
def has_poker(tables: HoldemTables) -> bool:
    """Return whether the felt offers the poker part."""
    return tables.has_poker


@jit_inlined
def shuffle_again(deck: Deck, up: np.uint32, down: np.uint32) -> np.uint32:
    """Let two cards stay in front, and shuffle all others; return the next index.

    Placing the cards one by one makes every order equally likely, from any order before.
    """
    swap(deck, U32(0), up)
    swap(deck, _ONE, down)
    deck.state[FRONTIER] = _TWO
    return _TWO


@jit_inlined
def bets_on_first(tables: HoldemTables, up: Card, down: Card, one: Card) -> np.uint32:
    """Return whether the first card is bet on."""
    return U32(is_in(tables.first_bets[number_of_pair(up, down)], one))


@jit_inlined
def bets_on_second(tables: HoldemTables, up: Card, down: Card, one: Card, two: Card) -> np.uint32:
    """Return whether the second card is bet on."""
    pair = number_of_pair(up, down)
    return U32(is_in(tables.second_bets[pair * DECK + one], two))


@jit_inlined
def end_poker(
    tables: HoldemTables,
    bets: np.uint32,
    stays: np.uint32,
    up: Card,
    down: Card,
    one: Card,
    two: Card,
    three: Card,
) -> np.uint32:
    """Return how poker ends for a seat."""
    if not bets:
        return U32(FOLDED_FIRST)
    if not stays:
        return U32(FOLDED_SECOND)
    return U32(way_of_five(tables, up, down, one, two, three))


@jit_inlined
def is_in(cards: np.uint64, card: np.uint32) -> bool:
    """Whether a card is in a set of cards."""
    return bool((cards >> U64(card)) & _BIT)


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
    way_of: LongInts,
    one: np.uint32,
    two: np.uint32,
    three: np.uint32,
    four: np.uint32,
    five: np.uint32,
) -> Integer:
    """Return how poker ends with five cards, by the pattern itself."""
    return way_of[_five_card((_I64(one), _I64(two), _I64(three), _I64(four), _I64(five)))]


@jit_cached
def classify_hands(hands: LongInts, way_of: LongInts, ways: LongInts) -> None:
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
def due_on_poker(tables: HoldemTables, way: np.uint32) -> Integer:
    """Return what is due to a seat on each wager, in units."""
    return tables.dues[way]


@jit_inlined
def share_poker(tables: HoldemTables, due: Integer) -> Integer:
    """Return the row of cells by which all are paid; 0: within the limit."""
    return tables.limited[due]


@jit_inlined
def end_seat(
    tables: HoldemTables,
    buffers: RoundBuffers,
    seat: Integer,
    hand: np.uint32,
    outcome: np.uint32,
    way: np.uint32,
    row: Integer,
) -> None:
    """Store the cells of the hands of a seat, of its splits, and of poker."""
    results = buffers.hands.results
    count = U32(buffers.hands.counts[seat])
    for place in range(count):
        add_cell(buffers, seat, results[seat * HANDS_ROOM + place] * COLUMNS + outcome)
    if count > _ONE:
        add_cell(buffers, seat, tables.split_cells + count - _TWO)
    if tables.has_poker:
        add_cell(buffers, seat, tables.poker_cells[row, way])
