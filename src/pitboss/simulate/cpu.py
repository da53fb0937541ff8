"""Playing shoes on the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.simulate.compiled import kept
from pitboss.simulate.marks import (
    MARKS_ROOM,
    NOTES_ROOM,
    mark_hands,
    mark_insurance,
    mark_wagers,
)
from pitboss.simulate.philox import U32, U64
from pitboss.simulate.play import COLUMN_BITS, DEALER_BLACKJACK, FIRST_END, HANDS_ROOM, play_round
from pitboss.simulate.shuffle import BLOCKS, START, STATE, begin
from pitboss.simulate.table import CARDS_ROOM, PLACES, play_table

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
SPARE = 200
"""Room behind the shoe for cards that are shuffled in again."""
_ONE = U32(1)


@kept
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
    burn, cut, placed, ahead = cutting
    whole_at, split_at, nets_at = sections
    shoe, state, words, ends, stack = room
    size, rounds = U32(len(full)), 0
    for shift in range(shoes):
        for place in range(len(full)):
            shoe[place] = full[place]
        number = U64(first + U64(shift))
        deck = shoe, state, words, U32(0), _ONE, U32(BLOCKS - 1), size, number, seed
        begin(deck, placed, ahead)
        index = burn
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


@kept
def play_full(
    game: Any,
    felt: Any,
    wagers: Any,
    full: Array,
    pays: Array,
    cutting: Any,
    sections: Any,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    played: Array,
    hits: Array,
    room: Any,
    trace: Array,
) -> tuple[Integer, Integer]:
    """Play shoes of a whole table; return how many rounds, and how many hits.

    *played* gets the rounds of each shoe, *hits* what has to be worked out in the order of rounds.
    The marks of rounds are kept in *trace* for as long as there is room.
    """
    burn, cut, placed, ahead = cutting
    shoe, state, words, seated, marks, noted = room
    size, rounds, found = U32(len(full)), 0, 0
    for shift in range(shoes):
        for place in range(len(full)):
            shoe[place] = full[place]
        number = U64(first + U64(shift))
        deck = shoe, state, words, U32(0), _ONE, U32(BLOCKS - 1), size, number, seed
        begin(deck, placed, ahead)
        index, turn = burn, 0
        while index < cut and rounds < limit:
            state[START] = index
            index, outcome, dealer_count = play_table(deck, game, felt, wagers, index, seated)
            over = bool(game[10]) and outcome == DEALER_BLACKJACK
            marked = mark_hands(felt, seated, outcome, pays, sections, marks)
            marked = mark_insurance(felt, seated, sections, marks, marked)
            marked, notes = mark_wagers(
                deck, felt, wagers, seated, dealer_count, over, sections, marks, marked, noted
            )
            for mark in range(marked):
                counts[marks[mark]] += 1
                if rounds < len(trace):
                    trace[rounds, mark] = marks[mark]
            for note in range(notes):
                if found < len(hits):
                    hits[found, 0], hits[found, 1] = number, turn
                    for field in range(3):
                        hits[found, 2 + field] = noted[note, field]
                found += 1
            rounds += 1
            turn += 1
        played[shift] = turn
    return rounds, found


def lean_room(size: int) -> tuple[Array, ...]:
    """Return working memory for one thread that plays one seat."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty(4 * BLOCKS, dtype=np.uint32),
        np.empty(HANDS_ROOM, dtype=np.uint32),
        np.empty(HANDS_ROOM, dtype=np.uint32),
    )


def full_room(size: int) -> tuple[Any, ...]:
    """Return working memory for one thread that plays a whole table."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty(4 * BLOCKS, dtype=np.uint32),
        seated_room(),
        np.zeros(MARKS_ROOM, dtype=np.int64),
        np.zeros((NOTES_ROOM, 3), dtype=np.int64),
    )


def seated_room() -> tuple[Array, ...]:
    """Return where `simulate.table` leaves what became of a round."""
    return (
        np.zeros(PLACES, dtype=np.uint32),
        np.zeros(PLACES, dtype=np.uint32),
        np.zeros(2 + CARDS_ROOM, dtype=np.uint32),
        np.zeros(PLACES * HANDS_ROOM, dtype=np.uint32),
        np.zeros(PLACES, dtype=np.uint32),
        np.zeros(PLACES, dtype=np.uint8),
        np.zeros(2 * PLACES, dtype=np.uint32),
        np.zeros(HANDS_ROOM, dtype=np.uint32),
        np.zeros(CARDS_ROOM, dtype=np.uint32),
        np.zeros(CARDS_ROOM, dtype=np.uint32),
    )
