"""A round of Deuces Wild Xtreme: five cards a seat and five for the dealer, or a fold (2118).

The value of a hand decides the comparison and whether it is played. It depends on how many cards of
each rank a hand has, how many wild ones, and whether the others share a suit: a table has it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import JOKER
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns import five_card, wild
from pitboss.simulate.buffers import CELLS_ROOM, WAGERS_ROOM, RoundBuffers
from pitboss.simulate.cells.five_cards import FiveCardTables, number_of_five
from pitboss.simulate.cells.round import PACKET
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import Deck, card_at
from pitboss.simulate.side_wager_kernels import BAD_BEAT, WILD_CARDS, WILD_POKER
from pitboss.simulate.side_wagers import FAMILY, WagerTables

Array = Any
Hand = Any
"""Five cards, each an integer of 64 bits: patterns count ranks in more than 32 bits."""
FOLDED, LOST, TIED, WON = range(4)
"""The cells; from the last on one for each rank of a winning hand, because Odds pay by rank."""
I64 = np.int64
_ONE, _TWO, _THREE, _FOUR = U32(1), U32(2), U32(3), U32(4)
RANKS = len(wild.WildRank)
_RANK_SHIFT = five_card.RANK_SHIFT
_value = jit_pattern(wild.wild_value)
_hand_of = jit_pattern(wild.classify_wild_value)
_wild_cards = jit_pattern(wild.wild_cards)
_bad_beat_of = jit_pattern(wild.compare_wild_values)
_five_card = jit_pattern(five_card.five_card)


class WildPokerTables(NamedTuple):
    """When to play a hand, and the house's limit on Odds."""

    turns: Array
    """The values from which hands are played, and folded again, in turn."""
    hands: FiveCardTables
    """The numbers of hands by rank, with all wild cards as one."""
    suits: Array
    """(card): its suit as a bit; a wild card has all."""
    values: Array
    """(number of a hand, whether it shares a suit): twice its value, and 1 if it is played."""
    replaces_joker: np.int64
    """Whether a card is dealt in place of the joker."""
    dues: Array
    """(cell): what is due on Odds, in units."""
    times: Array
    """(due in a round): how many sets of cells to skip for winners; 0: within the limit."""


@jit_inlined
def _packet(deck: Deck, index: np.uint32) -> Hand:
    """Return five cards that lie together."""
    return (
        I64(card_at(deck, index)),
        I64(card_at(deck, U32(index + _ONE))),
        I64(card_at(deck, U32(index + _TWO))),
        I64(card_at(deck, U32(index + _THREE))),
        I64(card_at(deck, U32(index + _FOUR))),
    )


@jit_linked
def play_round(
    deck: Deck,
    tables: WildPokerTables,
    seats: Integer,
    wagers: WagerTables,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round; return where the next card lies."""
    start, stand_in = index, I64(JOKER)
    index = U32(index + U32(PACKET) * U32(seats))
    against = look_up(tables, _packet(deck, index)) >> 1
    index = U32(index + U32(PACKET))
    if tables.replaces_joker:  # 2118(13)(f)(i)(F); ruling D5
        stand_in = I64(card_at(deck, index))
        index = U32(index + _ONE)
    for seat in range(seats):
        hand = _packet(deck, U32(start + U32(PACKET) * U32(seat)))
        value = look_up(tables, hand)
        mine = value >> 1
        buffers.cells[seat * CELLS_ROOM] = settle(value, against)
        buffers.ended[seat] = 1
        for wager in range(wagers.size):
            family = wagers.columns[FAMILY, wager]
            kind = _class(family, hand, mine, against, stand_in)
            buffers.rows[seat * WAGERS_ROOM + wager] = wagers.rows[wager, 0, kind]
    _share(tables, seats, buffers.cells)
    return index


@jit_inlined
def look_up(tables: WildPokerTables, hand: Hand) -> Integer:
    """Return twice the value of a hand, and 1 if it is played."""
    one, two, three, four, five = hand
    suits = tables.suits
    shared = suits[one] & suits[two] & suits[three] & suits[four] & suits[five]
    number = number_of_five(tables.hands, one, two, three, four, five)
    return tables.values[2 * I64(number) + I64(shared != 0)]


@jit_inlined
def settle(value: Integer, against: Integer) -> Integer:
    """2118(8), (9): fold, or play and be compared; without a branch that could only be guessed."""
    mine = value >> 1
    cell = LOST + (TIED - LOST) * I64(mine == against)
    cell += (WON - LOST + (mine >> _RANK_SHIFT)) * I64(mine > against)
    return cell * (value & 1)


@jit_cached
def value_hands(hands: Array, values: Array) -> None:
    """Write down the value of every hand of five cards."""
    for row in range(len(hands)):
        hand = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        values[row] = _value(hand)


@jit_inlined
def _share(tables: WildPokerTables, seats: Integer, cells: Array) -> None:
    """C74: if more is due on Odds than the house pays, the winners' pay depends on the total."""
    due = 0
    for seat in range(seats):
        due += tables.dues[cells[seat * CELLS_ROOM]]
    times = tables.times[due]
    if times:
        for seat in range(seats):
            if cells[seat * CELLS_ROOM] >= WON:
                cells[seat * CELLS_ROOM] += times * RANKS


@jit_inlined
def _class(
    family: Integer, hand: Hand, mine: Integer, against: Integer, stand_in: np.int64
) -> Integer:
    """Return the class of a bonus wager; it stays after a fold (2118(8)(b)(i))."""
    if family == WILD_POKER:
        return _hand_of(hand, mine)
    if family == WILD_CARDS:
        return _wild_cards(hand)
    if family == BAD_BEAT:
        return _bad_beat_of(mine, against)
    return _five_card(_without_joker(hand, stand_in))


@jit_inlined
def _without_joker(hand: Hand, stand_in: np.int64) -> Hand:
    one, two, three, four, five = hand
    return (
        stand_in if one == JOKER else one,
        stand_in if two == JOKER else two,
        stand_in if three == JOKER else three,
        stand_in if four == JOKER else four,
        stand_in if five == JOKER else five,
    )
