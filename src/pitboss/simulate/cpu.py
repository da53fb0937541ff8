"""Playing shoes on the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.simulate.compiled import compiled, inlined
from pitboss.simulate.philox import U32, U64
from pitboss.simulate.play import FIRST_END, HANDS_ROOM, play_round
from pitboss.simulate.shuffle import START, STATE, begin
from pitboss.simulate.table import (
    BASE,
    CARDS_ROOM,
    HIT_FIELDS,
    LIMIT,
    PLACES,
    combination,
    play_table,
)

Array = Any
BLOCKS = 128
"""Room for so many blocks of random words, a power of two."""
SPARE = 200
"""Room behind the shoe for cards that are shuffled in again."""
_ONE = U32(1)
_AHEAD = U32(24)
"""Cards placed beyond the cut card: few rounds need more."""


@compiled
def play_lean(
    game: Any,
    full: Array,
    pays: Array,
    cutting: Any,
    seed: np.uint64,
    first: np.uint64,
    shoes: int,
    limit: int,
    counts: Any,
    room: Any,
) -> int:
    """Play shoes from *first* on, at most *limit* rounds of one seat with its main wager alone.

    Counts ends of hands that were not split, ends of those that were, and what splits came to.
    """
    burn, cut, unit = cutting
    whole, split, nets = counts
    shoe, state, words, ends, stack = room
    size, rounds = U32(len(full)), 0
    for shift in range(shoes):
        for place in range(len(full)):
            shoe[place] = full[place]
        number = U64(first + U64(shift))
        deck = shoe, state, words, U32(0), _ONE, U32(BLOCKS - 1), size, number, seed
        begin(deck, U32(cut + _AHEAD), U32(min(U32(cut + U32(31)) >> U32(3), U32(BLOCKS))))
        index = burn
        while index < cut:
            if rounds == limit:
                return rounds
            state[START] = index
            index, outcome, end, count = play_round(deck, game, index, ends, stack)
            rounds += 1
            if end >= FIRST_END:
                whole[end, outcome] += 1
            else:
                net = 0
                for hand in range(count):
                    split[ends[hand], outcome] += 1
                    net += pays[ends[hand], outcome]
                nets[net // unit + len(nets) // 2] += 1
    return rounds


@compiled
def play_full(
    game: Any,
    felt: Any,
    wagers: Any,
    full: Array,
    pays: Array,
    cutting: Any,
    seed: np.uint64,
    first: np.uint64,
    shoes: int,
    limit: int,
    counts: Any,
    room: Any,
    trace: Array,
) -> tuple[int, int]:
    """Play shoes of a whole table; return how many rounds, and how many hits were noted."""
    burn, cut, unit = cutting
    hands, nets, totals, combinations, insured, hits = counts
    shoe, state, words, seated = room
    size, rounds, noted = U32(len(full)), 0, 0
    for shift in range(shoes):
        for place in range(len(full)):
            shoe[place] = full[place]
        number = U64(first + U64(shift))
        deck = shoe, state, words, U32(0), _ONE, U32(BLOCKS - 1), size, number, seed
        begin(deck, U32(cut + _AHEAD), U32(min(U32(cut + U32(31)) >> U32(3), U32(BLOCKS))))
        index, turn = burn, 0
        while index < cut:
            if rounds == limit:
                return rounds, noted
            state[START] = index
            index, outcome, dealer_count = play_table(deck, game, felt, wagers, index, seated)
            _count_hands(felt, seated, outcome, pays, unit, hands, nets, totals, trace, rounds)
            _count_insurance(felt, seated, insured)
            over = dealer_count == 2 and bool(game[10]) and outcome == U32(7)
            noted = _count_wagers(
                deck, felt, wagers, seated, dealer_count, over, combinations,
                hits, noted, number, turn, trace, rounds,
            )  # fmt: skip
            rounds += 1
            turn += 1
    return rounds, noted


@inlined
def _count_hands(
    felt: Any, seated: Any, outcome: np.uint32, pays: Array, unit: int,
    hands: Array, nets: Array, totals: Array, trace: Array, rounds: int,
) -> None:  # fmt: skip
    seats, each, _, _, _, _ = felt
    _, _, _, ends, counts, _, _, _, _, _ = seated
    total = 0
    for seat in range(seats):
        net = 0
        for hand in range(each * seat, each * seat + each):
            for place in range(counts[hand]):
                end = ends[hand * HANDS_ROOM + place]
                hands[end, outcome] += 1
                net += pays[end, outcome]
        nets[net // unit + len(nets) // 2] += 1
        total += net
        if rounds < len(trace):
            trace[rounds, seat, 0] = net
    totals[total // unit + len(totals) // 2] += 1


@inlined
def _count_insurance(felt: Any, seated: Any, insured: Array) -> None:
    """Count seats that may insure, and those that would have won."""
    shown = seated[2]
    if shown[0] < 4:
        insured[0] += felt[0]
        if shown[1] >> 2 >= 9:
            insured[1] += felt[0]


@inlined
def _count_wagers(
    deck: Any, felt: Any, wagers: Any, seated: Any, dealer_count: int, over: bool,  # noqa: FBT001
    combinations: Array, hits: Array, noted: int, number: np.uint64, turn: int,
    trace: Array, rounds: int,
) -> int:  # fmt: skip
    count, columns, _, _, fed, paid = wagers
    for wager in range(count):
        base, due = columns[BASE, wager], 0
        before = noted
        for seat in range(felt[0]):
            found = combination(deck, felt, wagers, seated, seat, wager, dealer_count, over)
            if rounds < len(trace):
                trace[rounds, seat, 1 + wager] = found
            if found < 0:
                continue
            combinations[base + found] += 1
            due += paid[base + found]
            if fed[base + found]:
                noted = _note(hits, noted, number, turn, seat, wager, found)
        if columns[LIMIT, wager] and due > columns[LIMIT, wager]:
            noted = before
            for seat in range(felt[0]):
                found = combination(deck, felt, wagers, seated, seat, wager, dealer_count, over)
                if found > 0:
                    noted = _note(hits, noted, number, turn, seat, wager, found)
    return noted


@inlined
def _note(
    hits: Array, noted: int, number: np.uint64, turn: int, seat: int, wager: int, found: int
) -> int:
    if noted < len(hits):
        hits[noted, 0] = number
        hits[noted, 1] = turn
        hits[noted, 2] = seat
        hits[noted, 3] = wager
        hits[noted, 4] = found
    return noted + 1


def lean_room(size: int) -> tuple[Array, ...]:
    """Return working memory for one thread that plays one seat."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty((4, BLOCKS), dtype=np.uint32),
        np.empty(HANDS_ROOM, dtype=np.uint32),
        np.empty(HANDS_ROOM, dtype=np.uint32),
    )


def full_room(size: int) -> tuple[Any, ...]:
    """Return working memory for one thread that plays a whole table."""
    return (
        np.empty(size + SPARE, dtype=np.uint8),
        np.zeros(STATE, dtype=np.uint32),
        np.empty((4, BLOCKS), dtype=np.uint32),
        seated_room(),
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


assert HIT_FIELDS == 5
