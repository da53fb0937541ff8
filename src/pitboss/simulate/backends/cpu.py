"""Playing shoes of one seat and its main wager on the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_cached
from pitboss.simulate.blackjack.play import COLUMN_BITS, FIRST_END, HANDS_ROOM, play_round
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shuffle import BLOCKS, SPARE, START, STATE, open_shoe

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""


@jit_cached
def play_lean(
    game: Any,
    full: Array,
    pays: Array,
    cutting: Any,
    sections: Any,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    room: Any,
) -> Integer:
    """Play shoes from *first* on, at most *limit* rounds of one seat with its main wager alone.

    A hand that is not split is counted by its end, which says what it won; of a split its hands
    are counted apart, and what they won together.
    """
    cut = cutting[1]
    whole_at, split_at, nets_at = sections
    shoe, state, words, ends, stack = room
    rounds = 0
    for shift in range(shoes):
        number = U64(first + U64(shift))
        deck, index = open_shoe(full, cutting, seed, number, (shoe, state, words))
        while index < cut:
            if rounds == limit:
                return rounds
            state[START] = index
            index, outcome, end, count = play_round(deck, game, index, ends, stack)
            rounds += 1
            if end >= FIRST_END:
                counts[whole_at + (end << COLUMN_BITS) + outcome] += 1
            else:
                net = 0
                for hand in range(count):
                    cell = (ends[hand] << COLUMN_BITS) + outcome
                    counts[split_at + cell] += 1
                    net += pays[cell]
                counts[nets_at + net] += 1
    return rounds


def lean_room(size: int) -> tuple[Array, ...]:
    """Return working memory for one thread that plays one seat."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty(4 * BLOCKS, dtype=np.uint32),
        np.empty(HANDS_ROOM, dtype=np.uint32),
        np.empty(HANDS_ROOM, dtype=np.uint32),
    )
