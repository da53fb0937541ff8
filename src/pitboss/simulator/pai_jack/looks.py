"""What a whole table of Pai Jack looks up (`rounds/pai_jack.py`).

No rule of the main wager uses suits or distinguishes ten-value cards: a table has the setting of
five cards by the number of cards of each value.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, LongInts, ShortInts
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_pattern
from pitboss.patterns import pai_jack
from pitboss.patterns.totals import value
from pitboss.simulator.buffers import RoundBuffers
from pitboss.simulator.machine.table_looks import Card, add_cell
from pitboss.simulator.side_wagers import WagerTables

PAID, WON, PUSHED, LOST, BUSTED, LOST_TO_PAI_JACK = range(6)
"""The cells: a Pai Jack that is paid at once, and the results of another hand."""
VALUES = 10
_I64 = np.int64
"""Patterns count in 64 bits."""
_BUST = pai_jack.BUST
_HOLDS_PAI_JACK = pai_jack.HOLDS_PAI_JACK
class_of = jit_pattern(pai_jack.pai_jack)
_compare = jit_pattern(pai_jack.compare_settings)
_value = jit_pattern(value)


class PaiJackTables(NamedTuple):
    """The setting of five cards by the number of the hand: the sum of its steps."""

    steps: LongInts
    """(value less one)."""
    player: ShortInts
    """(number): the totals that the player sets them to."""
    dealer: ShortInts
    """(number): the totals of the house way."""


@jit_inlined
def number_hand(
    tables: PaiJackTables, one: Card, two: Card, three: Card, four: Card, five: Card
) -> Integer:
    """Return the number of a hand: the sum of its steps, which is unique to its values."""
    steps = tables.steps
    number = steps[_value(one) - 1] + steps[_value(two) - 1] + steps[_value(three) - 1]
    return number + steps[_value(four) - 1] + steps[_value(five) - 1]


@jit_inlined
def classify_hand(
    tables: PaiJackTables,
    number: Integer,
    one: Card,
    two: Card,
    three: Card,
    four: Card,
    five: Card,
) -> Integer:
    """Return the class of a Pai Jack; 0: it is none, as the house way knows by the values."""
    if tables.dealer[number] != _HOLDS_PAI_JACK:
        return 0
    return class_of((_I64(one), _I64(two), _I64(three), _I64(four), _I64(five)))


@jit_inlined
def house_way(tables: PaiJackTables, number: Integer) -> Integer:
    """Return the totals to which the dealer sets a hand."""
    return tables.dealer[number]


@jit_inlined
def set_hand(tables: PaiJackTables, number: Integer) -> Integer:
    """Return the totals to which the strategy sets a hand."""
    return tables.player[number]


@jit_inlined
def settle_hand(_: PaiJackTables, kind: Integer, mine: Integer, against: Integer) -> Integer:
    """Return the cell of a hand."""
    return PAID if kind else settle(mine, against)


@jit_inlined
def bonus_row(_: PaiJackTables, wagers: WagerTables, wager: Integer, kind: Integer) -> Integer:
    """Return the row that a wager on the class of the hand is paid by."""
    return wagers.rows[wager, 0, kind]


@jit_inlined
def end_hand(
    _: PaiJackTables, buffers: RoundBuffers, seat: Integer, cell: Integer, __: Integer
) -> None:
    """Store the cell of a seat."""
    add_cell(buffers, seat, cell)


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
def settle_all(mine: ShortInts, against: ShortInts, cells: Bytes) -> None:
    """Write down the cell of every setting against every other."""
    for row in range(len(mine)):
        for column in range(len(against)):
            cells[row, column] = settle(mine[row], against[column])


@jit_cached
def classify_hands(hands: LongInts, kinds: LongInts) -> None:
    """Write down the class of every hand."""
    for row in range(len(hands)):
        kinds[row] = class_of(hands[row])
