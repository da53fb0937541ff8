"""A round of blackjack at a whole table, played and counted as a list of slots.

Playing and counting are separate because processors and graphics cards count differently. The
counters are in sections, one after another; the job reads them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.blackjack.play import COLUMN_BITS, DEALER_BLACKJACK, BlackjackTables
from pitboss.simulator.blackjack.table import NOT_MADE, Felt, combination, play_table
from pitboss.simulator.buffers import (
    HANDS_ROOM,
    WAGERS_ROOM,
    CounterBuffers,
    HandBuffers,
    RoundBuffers,
)
from pitboss.simulator.random.shuffle import Deck
from pitboss.simulator.side_wager_kernels import is_ace, value
from pitboss.simulator.side_wagers import BASE, LIMIT, WagerTables

Array = Any
_TEN = 10


class TableSections(NamedTuple):
    """Where the counters of a whole table of blackjack begin."""

    hands: int
    """Results of hands by the dealer's outcome."""
    nets: int
    """The result of a seat, zero in the middle."""
    totals: int
    """The result of all seats together, zero in the middle."""
    combinations: int
    """Combinations of rows of side wagers, wager after wager."""
    insurance: int
    """Seats that could insure: those that would lose it, and those that would win."""


@jit_inlined
def count_hands(
    felt: Felt,
    buffers: HandBuffers,
    outcome: np.uint32,
    pays: Array,
    sections: TableSections,
    slots: Array,
) -> Integer:
    """Count how every hand ended, what every seat won, and what all of them won together."""
    hands_each, total, used = felt.hands_each, 0, 0
    for seat in range(felt.seats):
        net = 0
        for hand in range(hands_each * seat, hands_each * seat + hands_each):
            for place in range(buffers.counts[hand]):
                result = buffers.results[hand * HANDS_ROOM + place]
                cell = (result << COLUMN_BITS) + outcome
                slots[used] = sections.hands + cell
                used += 1
                net += pays[cell]
        slots[used] = sections.nets + net
        used += 1
        total += net
    slots[used] = sections.totals + total
    return used + 1


@jit_inlined
def count_insurance(
    felt: Felt, buffers: HandBuffers, sections: TableSections, slots: Array, used: Integer
) -> Integer:
    """Count seats that may insure, and those that would win."""
    if is_ace(buffers.shown[0]):
        for _ in range(felt.seats):
            slots[used] = sections.insurance + (1 if value(buffers.shown[1]) == _TEN else 0)
            used += 1
    return used


@jit_inlined
def count_wagers(
    deck: Deck,
    felt: Felt,
    wagers: WagerTables,
    buffers: HandBuffers,
    dealer_count: Integer,
    over: bool,  # noqa: FBT001
    combinations_at: Integer,
    rows: Array,
    counters: CounterBuffers,
    used: Integer,
) -> tuple[Integer, Integer]:
    """Count the result of every side wager; return the number of slots and of deferred wins.

    *rows* gets the combination of each seat, or `NOT_MADE`. A win is deferred if a meter pays for
    it or if it passes the limit of a wager: its amount depends on earlier rounds and other seats,
    and the meter pass works it out.
    """
    columns, slots, deferred = wagers.columns, counters.slots, counters.deferred
    wins = 0
    for wager in range(wagers.size):
        base, due, before, first = columns[BASE, wager], 0, wins, used
        for seat in range(felt.seats):
            paid = combination(deck, felt, wagers, buffers, seat, wager, dealer_count, over)
            rows[seat * WAGERS_ROOM + wager] = paid
            if paid != NOT_MADE:
                slots[used] = combinations_at + base + paid
                used += 1
                due += wagers.paid[base + paid]
                if wagers.from_meter[base + paid]:
                    wins = defer(deferred, wins, seat, wager, paid)
        if columns[LIMIT, wager] and due > columns[LIMIT, wager]:
            wins = defer_all(deferred, before, wager, slots, first, used, combinations_at + base)
    return used, wins


@jit_inlined
def defer_all(
    deferred: Array,
    wins: Integer,
    wager: Integer,
    slots: Array,
    first: Integer,
    used: Integer,
    base: Integer,
) -> Integer:
    """Defer the wins of every seat on a wager whose limit is passed (ruling C74)."""
    for place in range(first, used):
        wins = defer(deferred, wins, place - first, wager, slots[place] - base)
    return wins


@jit_inlined
def defer(deferred: Array, wins: Integer, seat: Integer, wager: Integer, paid: Integer) -> Integer:
    """Defer the win of a seat on a wager; return the number of deferred wins."""
    deferred[wins, 0] = seat
    deferred[wins, 1] = wager
    deferred[wins, 2] = paid
    return wins + 1


class BlackjackGame(NamedTuple):
    """All data that a round of blackjack at a whole table needs."""

    tables: BlackjackTables
    felt: Felt
    wagers: WagerTables
    pays: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    sections: TableSections


@jit_inlined
def play_counted(
    deck: Deck,
    game: BlackjackGame,
    index: np.uint32,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> tuple[np.uint32, Integer, Integer]:
    """Play a round and count it; return the index of the next card, and how much was counted.

    That is the number of slots and the number of deferred wins in *counters*.
    """
    felt, hands, sections = game.felt, buffers.hands, game.sections
    index, outcome, dealer_count = play_table(deck, game.tables, felt, game.wagers, index, hands)
    over = bool(game.tables.peeks) and outcome == DEALER_BLACKJACK
    used = count_hands(felt, hands, outcome, game.pays, sections, counters.slots)
    used = count_insurance(felt, hands, sections, counters.slots, used)
    used, wins = count_wagers(
        deck,
        felt,
        game.wagers,
        hands,
        dealer_count,
        over,
        sections.combinations,
        buffers.rows,
        counters,
        used,
    )
    return index, used, wins
