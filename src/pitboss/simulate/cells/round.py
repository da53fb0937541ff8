"""What every round that is not blackjack alone leaves behind, and what it is counted as.

A round is played by a function of its kind, `play(deck, tables, seats, wagers, index, room)`, which
returns where the next card lies. In the *room* it leaves the cells that each seat came to, and for
each side wager of each seat the combination of rows that is paid.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from pitboss.compiled.jit import Function, jit_inlined
from pitboss.simulate.backends.shoes import CELLS_ROOM, WAGERS_ROOM, bound
from pitboss.simulate.blackjack.play import card_at
from pitboss.simulate.blackjack.table import BASE, LIMIT
from pitboss.simulate.counters import note, note_all
from pitboss.simulate.random.philox import U32
from pitboss.simulate.random.shuffle import Deck

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""


@jit_inlined
def deal_hand(deck: Deck, index: np.uint32, count: Integer, hand: Array) -> np.uint32:
    """Put so many cards into *hand*; return where the next one lies."""
    for place in range(count):
        hand[place] = card_at(deck, U32(index + U32(place)))
    return U32(index + U32(count))


@jit_inlined
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


@jit_inlined
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


_play_round: Callable[..., Any]
"""The round of a kind, for which the function below is compiled."""


def _play_marked(
    deck: Deck, game: Any, index: np.uint32, room: Any, marking: Any
) -> tuple[np.uint32, Integer, Integer]:
    """Play a round and mark it; return where the next card lies, how many marks and notes."""
    tables, counting, seats = game
    wagers, envied, pays, sections = counting
    marks, noted = marking
    index = _play_round(deck, tables, seats, wagers, index, room)  # noqa: F821
    marked = mark_parts(seats, sections, pays, room, marks)
    marked, notes = mark_found(seats, wagers, envied, sections, room, marks, marked, noted)
    return index, marked, notes


def marked_round(play_round: Function) -> Function:
    """Return what plays and marks a round of the kind that *play_round* plays."""
    path = getattr(play_round, "py_func", play_round).__code__.co_filename
    return cast(Function, jit_inlined(bound(_play_marked, path, _play_round=play_round)))
