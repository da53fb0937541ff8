"""Playing shoes of any table on the processor: one loop, compiled for each kind of round.

A round is played and marked by one function of its kind, `play(deck, game, index, room, marking)`;
*game* is all that it knows of the table, *room* where it leaves what became of the round, and
*marking* where it puts the counters that are to be counted and what must be noted. It returns where
the next card lies, how many marks there are, and how many notes.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np

from pitboss.compiled.jit import Function, jit_cached
from pitboss.simulate.blackjack.play import HANDS_ROOM
from pitboss.simulate.blackjack.table import CARDS_ROOM, PLACES, SEATS_MAX
from pitboss.simulate.counters import MARKS_ROOM, NOTES_ROOM
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shuffle import BLOCKS, SPARE, START, STATE, open_shoe

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
CELLS_ROOM = 8
"""More cells than a seat comes to in a round."""
WAGERS_ROOM = 8
"""More side wagers than a table has."""
HAND_ROOM = 64
"""More cards than a kind of round looks at together."""
PARTS_ROOM = 4
"""As many parts as a main game has, at most."""


_play: Callable[..., Any]
"""What plays and marks a round, for which the loop below is compiled."""


def _play_shoes(
    game: Any,
    full: Array,
    cutting: Any,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    played: Array,
    hits: Array,
    memory: Any,
    room: Any,
    marking: Any,
    trace: Array,
) -> tuple[Integer, Integer]:
    """Play shoes from *first* on, at most *limit* rounds; return how many, and how many hits.

    *played* gets the rounds of each shoe, *hits* what has to be worked out in the order of rounds.
    The marks of rounds are kept in *trace* while there is room, each one higher than it is.
    """
    marks, noted = marking
    rounds, found = 0, 0
    for shift in range(shoes):
        number, turn = U64(first + U64(shift)), 0
        deck, index = open_shoe(full, cutting, seed, number, memory)
        while index < cutting[1] and rounds < limit:
            deck[1][START] = index
            index, marked, notes = _play(deck, game, index, room, marking)  # noqa: F821
            for mark in range(marked):
                counts[marks[mark]] += 1
                if rounds < len(trace):
                    trace[rounds, mark] = marks[mark] + 1
            for note in range(notes):
                if found < len(hits):
                    hits[found, 0], hits[found, 1] = number, turn
                    for field in range(3):
                        hits[found, 2 + field] = noted[note, field]
                found += 1
            rounds, turn = rounds + 1, turn + 1
        played[shift] = turn
    return rounds, found


def bound(function: Any, path: str, **names: Any) -> Any:
    """Return a function whose globals of those *names* are the ones given.

    What is compiled of it and kept on disk is kept beside the file at *path*, and compiled again
    when that file changes.
    """
    code = function.__code__.replace(co_filename=path)
    return FunctionType(code, {**function.__globals__, **names}, function.__name__)


def shoes_player(play: Function) -> Callable[..., tuple[int, int]]:
    """Return the loop over shoes, compiled for one kind of round."""
    path = getattr(play, "py_func", play).__code__.co_filename
    return cast(Callable[..., tuple[int, int]], jit_cached(bound(_play_shoes, path, _play=play)))


def shoe_memory(size: int) -> tuple[Array, ...]:
    """Return working memory for the shoe of one thread."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty(4 * BLOCKS, dtype=np.uint32),
    )


def round_room() -> tuple[Any, ...]:
    """Return where a round leaves what became of it.

    Blackjack hands, the cells that seats came to and how many, side wagers, cards to look at, and
    sums over all rounds.
    """
    return (
        _seated_room(),
        np.zeros(SEATS_MAX * CELLS_ROOM, dtype=np.uint32),
        np.zeros(SEATS_MAX, dtype=np.uint32),
        np.zeros(SEATS_MAX * WAGERS_ROOM, dtype=np.int64),
        np.zeros(HAND_ROOM, dtype=np.uint32),
        np.zeros(PARTS_ROOM, dtype=np.int64),
    )


def _seated_room() -> tuple[Array, ...]:
    """Return where `simulate.blackjack.table` leaves what became of a round."""
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


def marking_room() -> tuple[Array, Array]:
    """Return where the marks and notes of a round are put together."""
    return np.zeros(MARKS_ROOM, dtype=np.int64), np.zeros((NOTES_ROOM, 3), dtype=np.int64)
