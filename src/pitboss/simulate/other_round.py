"""What every round that is not blackjack alone leaves behind, and what it is counted as.

A round is played by a function of its kind, `play(deck, tables, seats, wagers, index, room)`, which
returns where the next card lies. In the *room* it leaves the cells that each seat came to, and for
each side wager of each seat the combination of rows that is paid.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np

from pitboss.exact.compiled import Function
from pitboss.simulate.compiled import inlined, kept
from pitboss.simulate.cpu import SPARE, seated_room
from pitboss.simulate.marks import MARKS_ROOM, NOTES_ROOM, note, note_all
from pitboss.simulate.philox import U32, U64
from pitboss.simulate.play import card_at
from pitboss.simulate.shuffle import BLOCKS, START, STATE, Deck, begin
from pitboss.simulate.table import BASE, LIMIT, SEATS_MAX

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
NOT_MADE = -1
_ONE = U32(1)


@inlined
def deal_hand(deck: Deck, index: np.uint32, count: Integer, hand: Array) -> np.uint32:
    """Put so many cards into *hand*; return where the next one lies."""
    for place in range(count):
        hand[place] = card_at(deck, U32(index + U32(place)))
    return U32(index + U32(count))


@inlined
def mark_parts(seats: Integer, sections: Any, pays: Array, room: Any, marks: Array) -> Integer:
    """Mark the cells of every seat, and what it won on every part; sum the squares of rounds."""
    nets_at, _, _, _ = sections
    _, cells, ended, _, _, sums = room
    marked = 0
    for seat in range(seats):
        for place in range(ended[seat]):
            marks[marked] = cells[seat * CELLS_ROOM + place]
            marked += 1
    for part in range(len(nets_at)):
        total = 0
        for seat in range(seats):
            net = 0
            for place in range(ended[seat]):
                net += pays[part, cells[seat * CELLS_ROOM + place]]
            marks[marked] = nets_at[part] + net
            marked += 1
            total += net
        sums[part] += total * total
    return marked


@inlined
def mark_found(
    seats: Integer,
    wagers: Any,
    envied: Array,
    sections: Any,
    room: Any,
    marks: Array,
    marked: Integer,
    noted: Array,
) -> tuple[Integer, Integer]:
    """Mark what came of every side wager; return how many marks, and how many notes."""
    count, columns, _, _, fed, paid = wagers
    _, combinations_at, envy_at, _ = sections
    found, notes = room[3], 0
    for wager in range(count):
        base, due, before, first, most = columns[BASE, wager], 0, notes, marked, 0
        for seat in range(seats):
            combination = base + found[seat * WAGERS_ROOM + wager]
            marks[marked] = combinations_at + combination
            marked += 1
            due += paid[combination]
            most = max(most, envied[combination])
            if fed[combination]:
                notes = note(noted, notes, seat, wager, combination - base)
        if columns[LIMIT, wager] and due > columns[LIMIT, wager]:
            notes = note_all(noted, before, wager, marks, first, marked, combinations_at + base)
        if most:  # 2118(13)(f)(i)(D); ruling D4: everybody who did not win such a row
            for seat in range(seats):
                if not envied[base + found[seat * WAGERS_ROOM + wager]]:
                    marks[marked] = envy_at + most - 1
                    marked += 1
    return marked, notes


@inlined
def open_shoe(
    full: Array, cutting: Any, seed: np.uint64, number: np.uint64, memory: Any
) -> tuple[Any, np.uint32]:
    """Shuffle a shoe; return it, and where its first round begins."""
    burn, _, placed, ahead = cutting
    shoe, state, words = memory
    for place in range(len(full)):
        shoe[place] = full[place]
    deck = shoe, state, words, U32(0), _ONE, U32(BLOCKS - 1), U32(len(full)), U64(number), seed
    begin(deck, placed, ahead)
    state[START] = burn
    return deck, burn


@inlined
def book(
    seats: Integer,
    job: Any,
    room: Any,
    marking: Any,
    counts: Array,
    hits: Array,
    found: Integer,
    number: np.uint64,
    turn: Integer,
    trace: Array,
    rounds: Integer,
) -> Integer:
    """Count a round on the processor; return how many hits there are."""
    wagers, envied, pays, sections = job
    marks, noted = marking
    marked = mark_parts(seats, sections, pays, room, marks)
    marked, notes = mark_found(seats, wagers, envied, sections, room, marks, marked, noted)
    for mark in range(marked):
        counts[marks[mark]] += 1
        if rounds < len(trace):
            trace[rounds, mark] = marks[mark] + 1
    for place in range(notes):
        if found < len(hits):
            hits[found, 0], hits[found, 1] = number, turn
            for field in range(3):
                hits[found, 2 + field] = noted[place, field]
        found += 1
    return found


@inlined
def book_squares(sections: Any, room: Any, counts: Array) -> None:
    """Count what was summed over all rounds."""
    squares_at, sums = sections[3], room[5]
    for part in range(len(sections[0])):
        counts[squares_at + part] += sums[part]
        sums[part] = 0


_play_round: Callable[..., Any]
"""The round of a kind, for which the loop below is compiled."""


def _play_shoes(
    tables: Any,
    counting: Any,
    full: Array,
    cutting: Any,
    seats: Integer,
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
    """Play shoes on the processor; return how many rounds, and how many hits."""
    rounds, found = 0, 0
    for shift in range(shoes):
        number, turn = U64(first + U64(shift)), 0
        deck, index = open_shoe(full, cutting, seed, number, memory)
        while index < cutting[1] and rounds < limit:
            deck[1][START] = index
            index = _play_round(deck, tables, seats, counting[0], index, room)  # noqa: F821
            found = book(
                seats, counting, room, marking, counts, hits, found, number, turn, trace, rounds
            )
            rounds, turn = rounds + 1, turn + 1
        played[shift] = turn
    book_squares(counting[3], room, counts)
    return rounds, found


def shoes_player(play_round: Function) -> Function:
    """Return the loop over shoes compiled for one kind of round.

    It is kept on disk under the name of the file that has the round, and compiled again when that
    file changes.
    """
    path = getattr(play_round, "py_func", play_round).__code__.co_filename
    names = {**globals(), "_play_round": play_round}
    return cast(
        Function,
        kept(FunctionType(_play_shoes.__code__.replace(co_filename=path), names, "play_shoes")),
    )


def shoe_memory(size: int) -> tuple[Array, ...]:
    """Return working memory for the shoe of one thread."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty(4 * BLOCKS, dtype=np.uint32),
    )


def round_room() -> tuple[Any, ...]:
    """Return where a round leaves what became of it: blackjack hands, cells, wagers, cards."""
    return (
        seated_room(),
        np.zeros(SEATS_MAX * CELLS_ROOM, dtype=np.uint32),
        np.zeros(SEATS_MAX, dtype=np.uint32),
        np.zeros(SEATS_MAX * WAGERS_ROOM, dtype=np.int64),
        np.zeros(HAND_ROOM, dtype=np.uint32),
        np.zeros(PARTS_ROOM, dtype=np.int64),
    )


def marking_room() -> tuple[Array, Array]:
    """Return where the marks and notes of a round are put together."""
    return np.zeros(MARKS_ROOM, dtype=np.int64), np.zeros((NOTES_ROOM, 3), dtype=np.int64)
