"""Perfect play of side wagers: the exact value of a wager before every round decides.

This bounds what any counter wins with a side wager. The same shoes are dealt again beside the
journal of their rounds; a polynomial in the cards that are left is the value of the wager.
"""

from __future__ import annotations

import numpy as np

from pitboss.cards.unseen import Unseen
from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked, jit_side_by_side
from pitboss.exact.any_wager.polynomial import (
    SIDE_BY_SIDE,
    Polynomial,
    ShoesAtOnce,
    add_up_groups,
    shoes_at_once,
    value_at_once,
)
from pitboss.exact.any_wager.terms import FIRST_CARD, form_array
from pitboss.exact.any_wager.wager_value import wager_value
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.cube import PER, SideBet
from pitboss.simulator.counting.kernel import CARDS_GONE, FIRST_SIDE, NOT_MADE, PLAYS
from pitboss.simulator.counting.settings import ValueBet
from pitboss.simulator.job import Job
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import ShoeMemory, open_shoe, shoe_memory
from pitboss.simulator.random.shuffle import Cutting, card_at

ROUNDS_MOST = 20_000_000
"""So many rounds are looked at: some seconds."""
_SHOES_AT_ONCE = 1 << 12
I32 = np.int32
BLOCK = 8
"""Shoes whose cards one instruction changes; `SIDE_BY_SIDE` is a multiple of it."""
_BLOCK = U64(BLOCK)
_ROOM = U64(SIDE_BY_SIDE)
_CARDS_AT = U64(FIRST_CARD * SIDE_BY_SIDE)


def wager_polynomial(job: Job, wager: str) -> Polynomial | None:
    """Return the value of a side wager for any cards left; None if it is no polynomial."""
    return wager_value(job.setup, job.setup.configured.spots[wager]).polynomial


def perfect_bet(job: Job, bet: ValueBet, rounds: int) -> SideBet:
    """Return what a side wager wins in the first *rounds* rounds of a run, within a limit."""
    polynomial = wager_polynomial(job, bet.wager)
    assert polynomial is not None, "checked before the run"
    place = [wager.id for wager in job.wagers].index(bet.wager)
    unit = job.count_layout.side_units[place] / job.wagers[place].stake
    sums = np.zeros(4, dtype=np.int64)
    left = min(rounds, ROUNDS_MOST)
    first = 0
    full = form_array(Unseen.from_shoe(job.setup.shoe))
    memory = shoe_memory(len(job.full_shoe))
    full = full[FIRST_CARD:].copy()
    journal = job.count_layout.journal(min(_SHOES_AT_ONCE * (job.cut // 3 + 2), left))
    shoes = shoes_at_once(polynomial)
    wins = np.zeros(SIDE_BY_SIDE, dtype=np.int64)
    while left > 0:
        shoes_left = min(_SHOES_AT_ONCE, left)  # every shoe has a round
        played = cpu.play(job, first, shoes_left, left, journal).rounds
        add_values(
            job.full_shoe,
            job.cutting,
            U64(job.seed),
            U64(first),
            journal[:played],
            FIRST_SIDE + place,
            polynomial,
            full,
            full.copy(),
            bet.least,
            memory,
            shoes,
            wins,
            sums,
        )
        first = first + _SHOES_AT_ONCE
        left = left - played
    return _side_bet(bet, sums, unit)


def _side_bet(bet: ValueBet, sums: Array, unit: float) -> SideBet:
    rounds, made, won, squares = (int(total) for total in sums)
    mean = won * unit / made if made else None
    error = None
    if mean is not None:
        error = (max(0.0, squares * unit**2 / made - mean**2) / made) ** 0.5
    return SideBet(
        wager=bet.wager,
        rule=bet.rule,
        frequency=made / rounds if rounds else 0.0,
        edge=mean,
        standard_error=error,
        per_100=PER * won * unit / rounds if rounds else 0.0,
    )


@jit_side_by_side
def add_values(
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    first: np.uint64,
    journal: Array,
    column: Integer,
    polynomial: Polynomial,
    full_counts: Array,
    counts: Array,
    least: float,
    memory: ShoeMemory,
    shoes: ShoesAtOnce,
    wins: Array,
    sums: Array,
) -> None:
    """Go through the rounds of a journal; add up those whose value is at least *least*.

    *counts* are those of all cards that are left. *sums* gets the rounds, those that are bet on,
    what they won, and its squares. *wins* is room for what was won in those rounds that are valued
    at once.
    """
    number = U64(first)
    before = U32(0)
    waiting = U64(0)
    deck = open_shoe(full, cutting, seed, number, memory)
    is_first = True
    _begin_block(shoes.forms, counts, waiting)
    for turn in range(len(journal)):
        gone = U32(journal[turn, CARDS_GONE])
        if is_first or gone <= before:
            if not is_first:
                number = U64(number + U64(1))
                deck = open_shoe(full, cutting, seed, number, memory)
            is_first = False
            before = cutting.burn
            for card in range(len(counts)):
                _change(shoes.forms, U64(card), waiting, I32(counts[card] - full_counts[card]))
                counts[card] = full_counts[card]
        for place in range(before, gone):
            dealt = U64(card_at(deck, U32(place)))
            counts[dealt] -= I32(1)
            _change(shoes.forms, dealt, waiting, I32(1))
        before = gone
        sums[0] += 1
        won = journal[turn, column]
        if journal[turn, PLAYS] == 1 and won != NOT_MADE:
            wins[waiting] = won
            waiting = U64(waiting + U64(1))
            if waiting == U64(SIDE_BY_SIDE):
                _add_bets(polynomial, shoes, waiting, wins, least, sums)
                waiting = U64(0)
            if waiting % _BLOCK == U64(0):
                _begin_block(shoes.forms, counts, waiting)
    _add_bets(polynomial, shoes, waiting, wins, least, sums)


@jit_inlined
def _begin_block(forms: Array, counts: Array, waiting: np.uint64) -> None:
    """Put the cards that are left into the next few shoes; they change as cards are dealt."""
    at = U64(_CARDS_AT + waiting)
    for card in range(len(counts)):
        left = counts[card]
        for shoe in range(BLOCK):
            forms[U64(at + U64(shoe))] = left
        at = U64(at + _ROOM)


@jit_inlined
def _change(forms: Array, card: np.uint64, waiting: np.uint64, fewer: np.int32) -> None:
    """Take so many cards out of the shoes of the block from the *waiting* one on."""
    block = U64(waiting // _BLOCK * _BLOCK)
    at = U64(U64(_CARDS_AT + U64(card * _ROOM)) + block)
    begin = I32(waiting - block)
    for shoe in range(BLOCK):
        forms[U64(at + U64(shoe))] -= fewer if I32(shoe) >= begin else I32(0)


@jit_linked
def _add_bets(
    polynomial: Polynomial,
    shoes: ShoesAtOnce,
    count: Integer,
    wins: Array,
    least: float,
    sums: Array,
) -> None:
    """Add up those of the first *count* rounds whose value is at least *least*."""
    add_up_groups(shoes, count)
    value_at_once(polynomial, shoes, count)
    for place in range(count):
        if shoes.values[place] >= least:
            sums[1] += 1
            sums[2] += wins[place]
            sums[3] += wins[place] * wins[place]
