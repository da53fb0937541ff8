"""What a whole table of blackjack counts: passes over a round that was played.

A pass reads `RoundBuffers` and makes a list of slots, because processors and graphics cards count
differently. The counters are in sections, one after another; the job reads them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.backends.shoes import PlayAsking, PlayProgram, PlayRound
from pitboss.simulator.blackjack.looks import DEALER_AT, INSURED_AT, OUTCOME, TableHands
from pitboss.simulator.blackjack.play import COLUMN_BITS, BlackjackTables
from pitboss.simulator.blackjack.table import NOT_MADE, Felt
from pitboss.simulator.buffers import (
    HANDS_ROOM,
    WAGERS_ROOM,
    CounterBuffers,
    HandBuffers,
    RoundBuffers,
)
from pitboss.simulator.counting.kernel import AnyDeck, Asks, Counting, insure
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck
from pitboss.simulator.side_wager_kernels import is_ace, value
from pitboss.simulator.side_wagers import BASE, LIMIT, WagerTables

_TEN = 10
I64 = np.int64


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
    hands_each = felt.hands_each
    total = 0
    used = 0
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
    felt: Felt,
    wagers: WagerTables,
    combinations_at: Integer,
    rows: LongInts,
    counters: CounterBuffers,
    used: Integer,
) -> tuple[Integer, Integer]:
    """Count the result of every side wager; return the number of slots and of deferred wins.

    *rows* has the combination of each seat, or `NOT_MADE`. A win is deferred if a meter pays for
    it or if it passes the limit of a wager: its amount depends on earlier rounds and other seats,
    and the meter pass works it out.
    """
    columns = wagers.columns
    slots = counters.slots
    deferred = counters.deferred
    wins: Integer = 0
    for wager in range(wagers.size):
        base = columns[BASE, wager]
        due = 0
        before = wins
        first = used
        for seat in range(felt.seats):
            paid = rows[seat * WAGERS_ROOM + wager]
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
    pays: LongInts
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    sections: TableSections


class AskingGame(NamedTuple):
    """The same with a counter in the first seat, who is asked."""

    tables: BlackjackTables
    felt: Felt
    wagers: WagerTables
    pays: LongInts
    sections: TableSections
    asks: Asks

    @property
    def walked(self) -> tuple[Any, ...]:
        """Everything that rounds read."""
        tables, *others, asks = self
        return (*tables, asks, *others)


@jit_inlined
def count_round(
    game: BlackjackGame | AskingGame, buffers: RoundBuffers, counters: CounterBuffers
) -> tuple[Integer, Integer]:
    """Count a round that was played; return the number of slots and of deferred wins."""
    felt = game.felt
    hands = buffers.hands
    sections = game.sections
    outcome = U32(buffers.cards[DEALER_AT] & OUTCOME)
    used = count_hands(felt, hands, outcome, game.pays, sections, counters.slots)
    used = count_insurance(felt, hands, sections, counters.slots, used)
    combinations = sections.combinations
    return count_wagers(felt, game.wagers, combinations, buffers.rows, counters, used)


@jit_inlined
def net_of(game: AskingGame, buffers: RoundBuffers, seat: Integer) -> Integer:
    """Return what a seat won with its main wagers."""
    net: Integer = 0
    hands_each = game.felt.hands_each
    hands = buffers.hands
    outcome = U32(buffers.cards[DEALER_AT] & OUTCOME)
    for hand in range(hands_each * seat, hands_each * seat + hands_each):
        for place in range(hands.counts[hand]):
            net += game.pays[(hands.results[hand * HANDS_ROOM + place] << COLUMN_BITS) + outcome]
    return net


def counting_round(play_round: PlayProgram) -> PlayRound:
    """Return the function that plays a round by its program and counts it."""

    def play_counted(
        deck: Deck,
        game: BlackjackGame,
        index: np.uint32,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer]:
        """Return the index of the next card, the number of slots and of deferred wins."""
        tables = TableHands(game.tables, game.felt, None, None, None)
        index = play_round(deck, tables, game.felt.seats, game.wagers, index, buffers)
        used, wins = count_round(game, buffers, counters)
        return index, used, wins

    return cast(PlayRound, jit_inlined(play_counted))


def asking_round(play_round: PlayProgram) -> PlayAsking:
    """Return the same with a counter in the first seat.

    If he plays two hands, the second one is behind all other seats. It depends on the count too,
    but only the cube counts it. What both hands won is returned too.
    """

    def play_asking(
        deck: AnyDeck,
        game: AskingGame,
        counting: Counting,
        index: np.uint32,
        more: Integer,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer, Integer, Integer]:
        """Play a round with *more* hands behind the seats."""
        seats = game.felt.seats
        tables = TableHands(game.tables, game.felt, game.asks, counting, None)
        index = play_round(deck, tables, seats + more, game.wagers, index, buffers)
        used, wins = count_round(game, buffers, counters)
        net = net_of(game, buffers, 0)
        second: Integer = 0
        if more:
            second = net_of(game, buffers, seats)
        if buffers.cards[INSURED_AT]:
            outcome = buffers.cards[DEALER_AT] & OUTCOME
            gain, used = insure(counting, outcome, counters.slots, used)
            net += gain
            if more:
                second += gain
        return index, used, wins, net, second

    return cast(PlayAsking, jit_inlined(play_asking))


def asking_seat(play_round: PlayProgram) -> PlayAsking:
    """Return the same for one seat with its main wager alone: its loops have a known length."""

    def play_seat(
        deck: AnyDeck,
        game: AskingGame,
        counting: Counting,
        index: np.uint32,
        _: Integer,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer, Integer, Integer]:
        """Play a round; no side wager is settled and no second hand played."""
        one = I64(1)
        zero = I64(0)
        known = game.felt
        felt = Felt(one, one, zero, known.suit, known.switches, known.lammers, one)
        wagers = game.wagers
        wagers = WagerTables(
            zero,
            wagers.columns,
            wagers.rows,
            wagers.alone,
            wagers.from_meter,
            wagers.paid,
            wagers.words,
        )
        tables = TableHands(game.tables, felt, game.asks, counting, None)
        index = play_round(deck, tables, one, wagers, index, buffers)
        outcome = U32(buffers.cards[DEALER_AT] & OUTCOME)
        slots = counters.slots
        sections = game.sections
        used = count_hands(felt, buffers.hands, outcome, game.pays, sections, slots)
        at: Integer = used - 1
        net = slots[at] - sections.totals
        if buffers.cards[INSURED_AT]:
            gain, used = insure(counting, outcome, slots, used)
            net += gain
        return index, used, zero, net, zero

    return cast(PlayAsking, jit_inlined(play_seat))
