"""Hands in lanes: automata by rank, in which a finished hand stays where it is.

So a lane with a finished hand takes part in every further step without effect, and needs no branch.
Where most hands end long before the last one, the lanes that go on are listed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.cards import Rank, Suit
from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    DEALER_NOT_DRAWN,
    BlackjackTables,
)
from pitboss.simulator.lanes.memory import LANES, Lanes, count
from pitboss.simulator.random.philox import U32, U64

RANKS = len(Rank)
SUITS = len(Suit)
CARDS = RANKS * SUITS
ROW_BITS = 4
"""A row has room for sixteen ranks."""
DEALER = 3
"""The dealer's hand, behind three of a seat."""
BLACKJACK_ROW = U32(DEALER_BLACKJACK << ROW_BITS)
NOT_DRAWN_ROW = U32(DEALER_NOT_DRAWN << ROW_BITS)
_COLUMNS = 1 << ROW_BITS
_OUTCOMES = 1 << COLUMN_BITS
_ROWS_MAX = 1 << 16
_SUIT_BITS = U32(2)
_ROW_BITS = U32(ROW_BITS)
_ONE = U32(1)


class Paths(NamedTuple):
    """Where cards lead hands; the results come first, and lead to themselves."""

    rows: Array
    """(result or state, rank): where the row of the next begins."""
    going: np.uint32
    """Rows from here on are those of hands that want a card."""


class HandLanes(NamedTuple):
    """Hands of blackjack and the dealer's as automata by rank."""

    first: Array
    """(switched, up, first, second rank): where the row of two cards begins."""
    peeked: Array
    """(first, second rank): the same when the dealer shows a blackjack at once."""
    dealer_first: Array
    """(up, down rank): where the row of the dealer's hand begins."""
    player: Paths
    dealer: Paths
    waits: Array
    """(result): whether it waits for the dealer."""
    peeks: np.uint32
    """Whether the dealer looks for a blackjack before anybody plays."""


def hand_lanes(tables: BlackjackTables) -> HandLanes:
    """Return the automata of a table on which suits do not matter."""
    results = len(tables.waits)
    return HandLanes(
        first=row_starts(by_rank(tables.first, 3), results).ravel(),
        peeked=row_starts(~by_rank(tables.peeked, 3)[:, 0], results).ravel(),
        dealer_first=dealer_rows(by_rank(tables.dealer_first, 2)),
        player=paths(by_rank(tables.steps, 1), results),
        dealer=dealer_paths(by_rank(tables.dealer_steps, 1)),
        waits=tables.waits,
        peeks=np.uint32(tables.peeks),
    )


def have_room(steps: Array, results: int) -> bool:
    """Return whether two bytes can number the rows of an automaton."""
    return (results + len(steps)) * _COLUMNS <= _ROWS_MAX


def paths(steps: Array, results: int) -> Paths:
    """Return the paths of an automaton: (state, rank) are its *steps*, as codes."""
    rows = np.zeros((results + len(steps), _COLUMNS), dtype=np.int64)
    rows[:results] = np.arange(results)[:, None] << ROW_BITS
    rows[results:, :RANKS] = row_starts(steps, results)
    assert have_room(steps, results), "the rows of a hand fit into two bytes"
    return Paths(rows.ravel().astype(np.uint16), np.uint32(results << ROW_BITS))


def row_starts(codes: Array, results: int) -> Array:
    """Return where the rows of codes begin."""
    codes = codes.astype(np.int64)
    return np.where(codes >= 0, results + codes, ~codes).astype(np.uint16) << ROW_BITS


def dealer_paths(steps: Array) -> Paths:
    """Return the paths of the dealer, who ends in outcomes."""
    return paths(steps, _OUTCOMES)


def dealer_rows(codes: Array) -> Array:
    """Return where the rows of the dealer's codes begin."""
    return row_starts(codes, _OUTCOMES).ravel()


def by_rank(table: Array, cards: int) -> Array:
    """Return a table that is indexed by *cards* cards last for their ranks alone."""
    every = table.reshape(-1, *(CARDS,) * cards)
    ranks = np.arange(CARDS) // SUITS * SUITS
    for axis in range(1, cards + 1):
        assert (every == every.take(ranks, axis)).all(), "suits do not matter"
        every = every.take(ranks[::SUITS], axis)
    return every


@jit_inlined
def hand_result(codes: Array, hand: Integer, lane: Integer) -> np.uint32:
    """Return how a hand has ended."""
    return U32(codes[U64(U64(hand * LANES) + lane)] >> _ROW_BITS)


@jit_inlined
def walk(lanes: Lanes, along: Paths, hand: Integer) -> None:
    """Let a hand of every lane draw cards until all have ended."""
    codes = lanes.codes
    places = lanes.places
    cards = lanes.cards
    rows = along.rows
    going = U32(along.going)
    wanted = True
    while wanted:
        more = U32(0)
        for lane in range(count(lanes.playing)):
            at = U64(U64(hand * LANES) + lane)
            code = U32(codes[at])
            place = U64(places[lane])
            places[lane] = U64(place + U64(code >= going))
            code = U32(rows[U32(code + U32(U32(cards[place]) >> _SUIT_BITS))])
            codes[at] = code
            more = U32(more | U32(code >= going))
        wanted = more != U32(0)


@jit_inlined
def _list_going(lanes: Lanes, along: Paths, hand: Integer) -> np.uint64:
    """List the lanes in which a hand wants a card; return how many there are."""
    codes = lanes.codes
    waiting = lanes.waiting
    going = U32(along.going)
    left = U64(0)
    for lane in range(count(lanes.playing)):
        waiting[left] = lane
        left = U64(left + U64(U32(codes[U64(U64(hand * LANES) + lane)]) >= going))
    return left


@jit_inlined
def walk_listed(lanes: Lanes, along: Paths, hand: Integer) -> None:
    """Do as `walk` does, but ask only lanes that want a card: better where few do."""
    codes = lanes.codes
    places = lanes.places
    cards = lanes.cards
    rows = along.rows
    going = U32(along.going)
    waiting = lanes.waiting
    left = _list_going(lanes, along, hand)
    while left:
        more = U64(0)
        for number in range(left):
            lane = U64(waiting[number])
            at = U64(U64(hand * LANES) + lane)
            place = U64(places[lane])
            places[lane] = U64(place + U64(1))
            code = U32(rows[U32(U32(codes[at]) + U32(U32(cards[place]) >> _SUIT_BITS))])
            codes[at] = code
            waiting[more] = lane
            more = U64(more + U64(code >= going))
        left = more


@jit_inlined
def see_two(
    seen: Array,
    paired: Array,
    hand: Integer,
    lane: Integer,
    one: np.uint32,
    two: np.uint32,
) -> None:
    """Note the ranks of the first two cards of a hand."""
    at = U64(U64(hand * LANES) + lane)
    seen[at] = U32(U32(_ONE << one) | U32(_ONE << two))
    paired[at] = U32(U32(_ONE << one) & U32(_ONE << two))


@jit_inlined
def walk_seeing(lanes: Lanes, along: Paths, hand: Integer) -> None:
    """Do as `walk_listed` does, and note the ranks of the cards."""
    codes = lanes.codes
    places = lanes.places
    cards = lanes.cards
    rows = along.rows
    seen = lanes.seen
    paired = lanes.paired
    going = U32(along.going)
    waiting = lanes.waiting
    left = _list_going(lanes, along, hand)
    while left:
        more = U64(0)
        for number in range(left):
            lane = U64(waiting[number])
            at = U64(U64(hand * LANES) + lane)
            place = U64(places[lane])
            places[lane] = U64(place + U64(1))
            rank = U32(U32(cards[place]) >> _SUIT_BITS)
            bit = U32(_ONE << rank)
            before = U32(seen[at])
            paired[at] |= U32(before & bit)
            seen[at] = U32(before | bit)
            code = U32(rows[U32(U32(codes[at]) + rank)])
            codes[at] = code
            waiting[more] = lane
            more = U64(more + U64(code >= going))
        left = more
