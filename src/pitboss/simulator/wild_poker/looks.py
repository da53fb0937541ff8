"""What a whole table of Deuces Wild Xtreme looks up (`rounds/wild_poker.py`).

The value of a hand decides the comparison and whether it is played. It depends on how many cards of
each rank a hand has, how many wild ones, and whether the others share a suit: a table has it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.cards import JOKER
from pitboss.compiled.arrays import Bytes, LongInts
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_pattern
from pitboss.patterns import five_card, wild
from pitboss.simulator.buffers import RoundBuffers
from pitboss.simulator.cells.five_cards import FiveCardTables, number_of_five
from pitboss.simulator.machine.table_looks import Card, add_cell
from pitboss.simulator.side_wager_kernels import BAD_BEAT, WILD_CARDS, WILD_POKER
from pitboss.simulator.side_wagers import FAMILY, WagerTables

Hand = tuple[np.int64, np.int64, np.int64, np.int64, np.int64]
"""Five cards, each an integer of 64 bits: patterns count ranks in more than 32 bits."""
FOLDED, LOST, TIED, WON = range(4)
"""The cells; from the last on one for each rank of a winning hand, because Odds pay by rank."""
I64 = np.int64
RANKS = len(wild.WildRank)
_RANK_SHIFT = five_card.RANK_SHIFT
_value = jit_pattern(wild.wild_value)
_hand_of = jit_pattern(wild.classify_wild_value)
_wild_cards = jit_pattern(wild.wild_cards)
_bad_beat_of = jit_pattern(wild.compare_wild_values)
_five_card = jit_pattern(five_card.five_card)


class WildPokerTables(NamedTuple):
    """When to play a hand, and the house's limit on Odds."""

    turns: LongInts
    """The values from which hands are played, and folded again, in turn."""
    hands: FiveCardTables
    """The numbers of hands by rank, with all wild cards as one."""
    suits: Bytes
    """(card): its suit as a bit; a wild card has all."""
    values: LongInts
    """(number of a hand, whether it shares a suit): twice its value, and 1 if it is played."""
    replaces_joker: np.int64
    """Whether a card is dealt in place of the joker."""
    dues: LongInts
    """(cell): what is due on Odds, in units."""
    times: LongInts
    """(due in a round): how many sets of cells to skip for winners; 0: within the limit."""


@jit_inlined
def number_hand(
    tables: WildPokerTables, one: Card, two: Card, three: Card, four: Card, five: Card
) -> Integer:
    """Return twice the number of a hand, and 1 if its cards share a suit."""
    suits = tables.suits
    shared = suits[one] & suits[two] & suits[three] & suits[four] & suits[five]
    number = number_of_five(tables.hands, one, two, three, four, five)
    return 2 * I64(number) + I64(shared != 0)


@jit_inlined
def value_hand(tables: WildPokerTables, number: Integer) -> Integer:
    """Return twice the value of a hand, and 1 if it is played."""
    return tables.values[number]


@jit_inlined
def compare(_: WildPokerTables, value: Integer, against: Integer) -> Integer:
    """Return the cell of a hand against the dealer's, each as `value_hand` has it."""
    return settle(value, against >> 1)


@jit_inlined
def replaces_joker(tables: WildPokerTables) -> Integer:
    """Return whether a card is dealt in place of the joker."""
    return tables.replaces_joker


@jit_inlined
def settle(value: Integer, against: Integer) -> Integer:
    """2118(8), (9): fold, or play and be compared; without a branch that could only be guessed."""
    mine = value >> 1
    cell = LOST + (TIED - LOST) * I64(mine == against)
    cell += (WON - LOST + (mine >> _RANK_SHIFT)) * I64(mine > against)
    return cell * (value & 1)


@jit_cached
def value_hands(hands: LongInts, values: LongInts) -> None:
    """Write down the value of every hand of five cards."""
    for row in range(len(hands)):
        hand = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        values[row] = _value(hand)


@jit_inlined
def due_on_odds(tables: WildPokerTables, cell: Integer) -> Integer:
    """Return what is due to a seat on Odds, in units."""
    return tables.dues[cell]


@jit_inlined
def share_odds(tables: WildPokerTables, due: Integer) -> Integer:
    """Return how many sets of cells winners skip; 0: the house pays all that is due."""
    return tables.times[due]


@jit_inlined
def end_hand(
    _: WildPokerTables, buffers: RoundBuffers, seat: Integer, cell: Integer, times: Integer
) -> None:
    """Store the cell of a seat; C74: the pay of a winner may depend on all that is due."""
    add_cell(buffers, seat, cell + (times * RANKS if cell >= WON else 0))


@jit_inlined
def end_bonus(_: WildPokerTables, __: RoundBuffers, ___: Integer) -> None:
    """Report nothing: a whole table has stored the rows of all bonus wagers."""


@jit_inlined
def end_wilds(_: WildPokerTables, __: RoundBuffers, ___: Integer, ____: Integer) -> None:
    """Report nothing, as `end_bonus` does."""


@jit_cached
def classify_examples(hands: LongInts, wild: LongInts, wilds: LongInts, five: LongInts) -> None:
    """Write down the classes of hands of five cards: those of wild hands, and as they stand."""
    for row in range(len(hands)):
        hand = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3], hands[row, 4]
        wild[row] = _hand_of(hand, _value(hand))
        wilds[row] = _wild_cards(hand)
        five[row] = _five_card(hand)


@jit_inlined
def beaten(mine: Integer, against: Integer) -> Integer:
    """Return the class of Bad Beat by the values of both hands."""
    return _bad_beat_of(mine, against)


@jit_inlined
def bonus_row(
    _: WildPokerTables,
    wagers: WagerTables,
    wager: Integer,
    one: Card,
    two: Card,
    three: Card,
    four: Card,
    five: Card,
    _number: Integer,
    value: Integer,
    against: Integer,
    stand_in: Card,
) -> Integer:
    """Return the row of a bonus wager; it stays after a fold (2118(8)(b)(i))."""
    hand = I64(one), I64(two), I64(three), I64(four), I64(five)
    family = wagers.columns[FAMILY, wager]
    kind = _class(family, hand, value >> 1, against >> 1, I64(stand_in))
    return wagers.rows[wager, 0, kind]


@jit_inlined
def _class(
    family: Integer, hand: Hand, mine: Integer, against: Integer, stand_in: np.int64
) -> Integer:
    """Return the class of a bonus wager."""
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
