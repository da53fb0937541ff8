"""Playing shoes of one seat and its main wager on the processor."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import jit_cached
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    FIRST_RESULT,
    BlackjackTables,
    play_round,
)
from pitboss.simulate.buffers import HANDS_ROOM
from pitboss.simulate.counters import LeanSections
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shuffle import START, Cutting, ShoeMemory, open_shoe, shoe_memory

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""


class LeanBuffers(NamedTuple):
    """Working memory for one thread that plays one seat."""

    memory: ShoeMemory
    results: Array
    stack: Array


@jit_cached
def play_lean(
    tables: BlackjackTables,
    full: Array,
    pays: Array,
    cutting: Cutting,
    sections: LeanSections,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    buffers: LeanBuffers,
) -> Integer:
    """Play shoes from *first* on, at most *limit* rounds of one seat with its main wager alone.

    A hand that is not split is counted by its result, which says what it won; of a split its hands
    are counted apart, and what they won together.
    """
    results, rounds = buffers.results, 0
    for shift in range(shoes):
        number = U64(first + U64(shift))
        deck, index = open_shoe(full, cutting, seed, number, buffers.memory), cutting.burn
        while index < cutting.cut:
            if rounds == limit:
                return rounds
            deck.state[START] = index
            index, outcome, result, count = play_round(deck, tables, index, results, buffers.stack)
            rounds += 1
            if result >= FIRST_RESULT:
                counts[sections.whole + (result << COLUMN_BITS) + outcome] += 1
            else:
                net = 0
                for hand in range(count):
                    cell = (results[hand] << COLUMN_BITS) + outcome
                    counts[sections.split + cell] += 1
                    net += pays[cell]
                counts[sections.nets + net] += 1
    return rounds


def lean_buffers(size: int) -> LeanBuffers:
    """Return working memory for shoes of so many cards."""
    return LeanBuffers(
        memory=shoe_memory(size),
        results=np.empty(HANDS_ROOM, dtype=np.uint32),
        stack=np.empty(HANDS_ROOM, dtype=np.uint32),
    )
