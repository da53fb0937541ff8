"""A round of Pai Jack: five cards a seat and five for the dealer, set by a strategy (2112).

No rule of the main wager uses suits or distinguishes ten-value cards: a table has the setting of
five cards by the number of cards of each value.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_linked, jit_pattern
from pitboss.patterns import pai_jack
from pitboss.patterns.totals import value
from pitboss.simulate.buffers import CELLS_ROOM, WAGERS_ROOM, RoundBuffers
from pitboss.simulate.cells.round import PACKET, deal_hand
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import Deck
from pitboss.simulate.side_wagers import WagerTables

Array = Any
PAID, WON, PUSHED, LOST, BUSTED, LOST_TO_PAI_JACK = range(6)
"""The cells: a Pai Jack that is paid at once, and the results of another hand."""
VALUES = 10
_BUST, _HOLDS_PAI_JACK = pai_jack.BUST, pai_jack.HOLDS_PAI_JACK
class_of = jit_pattern(pai_jack.pai_jack)
_compare = jit_pattern(pai_jack.compare_settings)
_value = jit_pattern(value)


class PaiJackTables(NamedTuple):
    """The setting of five cards by the number of the hand: the sum of its steps."""

    steps: Array
    """(value less one)."""
    player: Array
    """(number): the totals that the player sets them to."""
    dealer: Array
    """(number): the totals of the house way."""


@jit_inlined
def hand_number(cards: Array, steps: Array) -> Integer:
    """Return the number of a hand: the sum of its steps, which is unique to its values."""
    number = 0
    for place in range(PACKET):
        number += steps[_value(cards[place]) - 1]
    return number


@jit_linked
def play_round(
    deck: Deck,
    tables: PaiJackTables,
    seats: Integer,
    wagers: WagerTables,
    index: np.uint32,
    buffers: RoundBuffers,
) -> np.uint32:
    """Play a round; return where the next card lies."""
    hand, start = buffers.cards, index
    index = U32(index + U32(PACKET) * U32(seats))
    index = deal_hand(deck, index, PACKET, hand)
    against = tables.dealer[hand_number(hand, tables.steps)]
    for seat in range(seats):
        deal_hand(deck, U32(start + U32(PACKET) * U32(seat)), PACKET, hand)
        kind = class_of(hand)
        mine = tables.player[hand_number(hand, tables.steps)]
        buffers.cells[seat * CELLS_ROOM] = PAID if kind else settle(mine, against)
        buffers.ended[seat] = 1
        for wager in range(wagers.size):
            buffers.rows[seat * WAGERS_ROOM + wager] = wagers.rows[wager, 0, kind]
    return index


@jit_inlined
def settle(mine: Integer, against: Integer) -> Integer:
    """Return the cell of a hand without a Pai Jack."""
    won = _compare(mine, against)
    if won > 0:
        return WON
    if won == 0:
        return PUSHED
    if against == _HOLDS_PAI_JACK:
        return LOST_TO_PAI_JACK
    return BUSTED if mine == _BUST else LOST


@jit_cached
def settle_all(mine: Array, against: Array, cells: Array) -> None:
    """Write down the cell of every setting against every other."""
    for row in range(len(mine)):
        for column in range(len(against)):
            cells[row, column] = settle(mine[row], against[column])


@jit_cached
def classify_hands(hands: Array, kinds: Array) -> None:
    """Write down the class of every hand."""
    for row in range(len(hands)):
        kinds[row] = class_of(hands[row])
