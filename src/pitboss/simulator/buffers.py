"""Working memory for the result of a round, one set for each thread.

Processors keep these arrays between rounds; on graphics cards every thread has its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.questions import runs

SEATS_MAX = runs.SEATS_MAX
HANDS_DEALT = 2 * SEATS_MAX
"""Hands that may be dealt: Blackjack Switch deals two a seat."""
HANDS_ROOM = 8
"""More hands than a main wager may be split into."""
CARDS_ROOM = 32
"""More cards than a hand of blackjack has."""
CELLS_ROOM = 8
"""More cells than a seat reaches in a round."""
WAGERS_ROOM = 16
"""More side wagers than a table has."""
STORED_AT = 64
"""More cards than a kind of round classifies together; behind them it keeps registers of seats."""
LOOK_ROOM = 2 * STORED_AT
PARTS_ROOM = 4
"""The most parts of a main game."""
SLOTS_ROOM = 256
DEFERRED_ROOM = 192
"""More counters than a round adds to, and more deferred wins than it has."""
DEFERRED_FIELDS = 3


class HandBuffers(NamedTuple):
    """The hands of blackjack of one round."""

    first: Array
    """(hand): its first card."""
    second: Array
    shown: Array
    """The dealer's up and down card, and bonus cards."""
    results: Array
    """(hand, hands of its splits): the numbers of their results."""
    counts: Array
    """(hand): how many hands it was split into, itself included."""
    waits: Array
    """(hand): whether one of those waits for the dealer."""
    spans: Array
    """(hand, 2): the indices between which the cards drawn to the first of them lie."""
    stack: Array
    """Hands of a split that wait for their turn."""
    dealer: Array
    """The dealer's cards."""
    cards: Array
    """Cards that a side wager looks at together."""


class RoundBuffers(NamedTuple):
    """The result of one round."""

    hands: HandBuffers
    cells: Array
    """(seat, cells): the cells that it reached."""
    ended: Array
    """(seat): the number of its cells."""
    rows: Array
    """(seat, side wagers): the combination of rows that is paid."""
    cards: Array
    """Cards that are classified together, and other data of a kind of round."""
    squares: Array
    """(part): the squares of round results, summed over all rounds."""


class CounterBuffers(NamedTuple):
    """The counters of one round."""

    slots: Array
    """The counters to which one is added."""
    deferred: Array
    """(deferred wins, 3): seat, wager and combination, for the meter pass."""


def round_buffers() -> RoundBuffers:
    """Return the buffers of a round on a processor."""
    return RoundBuffers(
        hands=HandBuffers(
            first=np.zeros(HANDS_DEALT, dtype=np.uint32),
            second=np.zeros(HANDS_DEALT, dtype=np.uint32),
            shown=np.zeros(2 + CARDS_ROOM, dtype=np.uint32),
            results=np.zeros(HANDS_DEALT * HANDS_ROOM, dtype=np.uint32),
            counts=np.zeros(HANDS_DEALT, dtype=np.uint32),
            waits=np.zeros(HANDS_DEALT, dtype=np.uint8),
            spans=np.zeros(2 * HANDS_DEALT, dtype=np.uint32),
            stack=np.zeros(HANDS_ROOM, dtype=np.uint32),
            dealer=np.zeros(CARDS_ROOM, dtype=np.uint32),
            cards=np.zeros(CARDS_ROOM, dtype=np.uint32),
        ),
        cells=np.zeros(SEATS_MAX * CELLS_ROOM, dtype=np.uint32),
        ended=np.zeros(SEATS_MAX, dtype=np.uint32),
        rows=np.zeros(SEATS_MAX * WAGERS_ROOM, dtype=np.int64),
        cards=np.zeros(LOOK_ROOM, dtype=np.uint32),
        squares=np.zeros(PARTS_ROOM, dtype=np.int64),
    )


def counter_buffers() -> CounterBuffers:
    """Return the buffers of the counters of a round, on a processor."""
    return CounterBuffers(
        slots=np.zeros(SLOTS_ROOM, dtype=np.int64),
        deferred=np.zeros((DEFERRED_ROOM, DEFERRED_FIELDS), dtype=np.int64),
    )
