"""Count a round that ends in cells.

A function of its kind plays the round, `play(deck, tables, seats, wagers, index, buffers)`, and
returns the index of the next card. It stores the cells of each seat in *buffers*, and the
combination of rows paid for each side wager of each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.backends.shoes import PlayProgram, PlayRound
from pitboss.simulator.blackjack.kernel import defer, defer_all
from pitboss.simulator.buffers import CELLS_ROOM, WAGERS_ROOM, CounterBuffers, RoundBuffers
from pitboss.simulator.random.shuffle import Deck
from pitboss.simulator.side_wagers import BASE, LIMIT, WagerTables

I64 = np.int64
PACKET = 5
"""Cards of a poker hand, which are dealt together."""


class CellSections(NamedTuple):
    """Where the counters begin; those of the cells come first."""

    nets: Array
    """(part): what a seat won, nothing in the middle."""
    combinations: int
    """Combinations of rows of side wagers, wager after wager."""
    envy: int
    """Rows that pay envy, wager after wager."""
    squares: int
    """(part): the squares of round results, summed."""


class CellGame(NamedTuple):
    """All data that a round needs of the table, and what counts it."""

    tables: Any
    """The arrays of the kind of round: a NamedTuple of its own."""
    wagers: WagerTables
    envied: Array
    """(combination): the number of its row with envy, from one; 0: none."""
    pays: Array
    """(part, cell): what is won, in the units that are counted."""
    sections: CellSections
    seats: np.int64


@jit_inlined
def count_parts(game: CellGame, buffers: RoundBuffers, slots: Array) -> Integer:
    """Count the cells of every seat and its result on every part; sum the squares of rounds."""
    cells = buffers.cells
    ended = buffers.ended
    nets_at = game.sections.nets
    used = 0
    for seat in range(game.seats):
        for place in range(ended[seat]):
            slots[used] = cells[seat * CELLS_ROOM + place]
            used += 1
    for part in range(len(nets_at)):
        total = 0
        for seat in range(game.seats):
            net = 0
            for place in range(ended[seat]):
                net += game.pays[part, cells[seat * CELLS_ROOM + place]]
            slots[used] = nets_at[part] + net
            used += 1
            total += net
        buffers.squares[part] += total * total
    return used


@jit_inlined
def count_combinations(
    game: CellGame, rows: Array, counters: CounterBuffers, used: Integer
) -> tuple[Integer, Integer]:
    """Count the result of every side wager; return the number of slots and of deferred wins."""
    wagers = game.wagers
    sections = game.sections
    envied = game.envied
    columns = wagers.columns
    slots = counters.slots
    deferred = counters.deferred
    wins: Integer = 0
    for wager in range(wagers.size):
        base = columns[BASE, wager]
        due = 0
        before = wins
        first = used
        most = 0
        for seat in range(game.seats):
            combination = base + rows[seat * WAGERS_ROOM + wager]
            slots[used] = sections.combinations + combination
            used += 1
            due += wagers.paid[combination]
            most = max(most, envied[combination])
            if wagers.from_meter[combination]:
                wins = defer(deferred, wins, seat, wager, combination - base)
        if columns[LIMIT, wager] and due > columns[LIMIT, wager]:
            wins = defer_all(
                deferred, before, wager, slots, first, used, sections.combinations + base
            )
        if most:  # 2118(13)(f)(i)(D); ruling D4: everybody who did not win such a row
            for seat in range(game.seats):
                if not envied[base + rows[seat * WAGERS_ROOM + wager]]:
                    slots[used] = sections.envy + most - 1
                    used += 1
    return used, wins


@jit_inlined
def count_seat(game: CellGame, buffers: RoundBuffers, slots: Array) -> Integer:
    """Count the cells of the only seat, and its result on every part."""
    cells = buffers.cells
    nets_at = game.sections.nets
    count = buffers.ended[0]
    for place in range(count):
        slots[place] = cells[place]
    used = I64(count)
    for part in range(len(nets_at)):
        net = 0
        for place in range(count):
            net += game.pays[part, cells[place]]
        slots[used] = nets_at[part] + net
        used += 1
    return used


@jit_inlined
def count_cell(game: CellGame, buffers: RoundBuffers, slots: Array) -> Integer:  # noqa: ARG001
    """Count the only cell of the only seat: its result on every part follows from that."""
    slots[0] = buffers.cells[0]
    return I64(1)


CountSeat = Callable[[CellGame, RoundBuffers, LongInts], Integer]
"""What counts the only seat: `count_seat` or `count_cell`."""


def counting_round(play_round: PlayProgram) -> PlayRound:
    """Return the function that plays and counts a round that *play_round* plays."""

    def play_counted(
        deck: Deck,
        game: CellGame,
        index: np.uint32,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer]:
        """Play a round and count it; return the index of the next card, and how much it counted."""
        index = play_round(deck, game.tables, game.seats, game.wagers, index, buffers)
        used = count_parts(game, buffers, counters.slots)
        used, wins = count_combinations(game, buffers.rows, counters, used)
        return index, used, wins

    return cast(PlayRound, jit_inlined(play_counted))


def counting_one_seat(play_round: PlayProgram, count: CountSeat) -> PlayRound:
    """Return the function that plays and counts one seat; `CellJob.with_parts` does the rest."""

    def play_one_seat(
        deck: Deck,
        game: CellGame,
        index: np.uint32,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer]:
        """Do as `play_counted` does, but sum no squares: they follow from the results."""
        # a known number lets loops over seats be left out
        wagers = game.wagers
        one = I64(1)
        alone = CellGame(game.tables, wagers, game.envied, game.pays, game.sections, one)
        index = play_round(deck, game.tables, one, wagers, index, buffers)
        used = count(alone, buffers, counters.slots)
        used, wins = count_combinations(alone, buffers.rows, counters, used)
        return index, used, wins

    return cast(PlayRound, jit_inlined(play_one_seat))
