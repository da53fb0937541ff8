"""Play shoes of any table on the processor: one loop, compiled for each kind of round.

Each kind has a function `play(deck, game, index, buffers, counters)` that plays and counts a round.
*game* holds everything about the table. The function returns the index of the next card, the number
of slots to count, and the number of deferred wins. `counting.shoes` compiles the same loop for a
table with a counter, who also looks at every shoe when it begins and ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined
from pitboss.simulator.buffers import DEFERRED_FIELDS, CounterBuffers, RoundBuffers
from pitboss.simulator.random.philox import U64
from pitboss.simulator.random.shoes import ShoeMemory, open_shoe
from pitboss.simulator.random.shuffle import START, Cutting, Deck

Game = tuple[Any, ...]
"""All data that a round needs: a NamedTuple of its kind."""
PlayRound = Callable[..., tuple[np.uint32, Integer, Integer]]
"""Plays and counts a round; its arguments are as they stand above."""
PlayAsking = Callable[..., tuple[np.uint32, Integer, Integer, Integer, Integer]]
"""Does so with a counter, who is asked; it returns what both his hands won too."""
PlayProgram = Callable[..., np.uint32]
"""Plays a round at a whole table and counts nothing, as `emit_scalar` makes it."""
PlayShoes = Callable[..., tuple[int, int]]


@jit_inlined
def prepare_shoe(deck: Deck, _: Game) -> Deck:
    """Return the shoe as rounds take it: a counter keeps his running counts in it."""
    return deck


@jit_inlined
def before_cut(_: Game, index: np.uint32) -> np.uint32:
    """Return the index that must lie before the cut card for another round."""
    return index


@jit_inlined
def end_shoe(_: Deck, __: Game, ___: Cutting, ____: Integer) -> None:
    """End a shoe after its last round: a counter adds it up."""


@jit_inlined
def keep_slots(trace: LongInts, rounds: Integer, slots: LongInts, used: Integer) -> None:
    """Keep the slots of a round, plus one, while there is room."""
    if rounds < len(trace):
        for place in range(used):
            trace[rounds, place] = slots[place] + 1


@jit_inlined
def keep_wins(
    hits: LongInts,
    count: Integer,
    number: np.uint64,
    turn: Integer,
    deferred: LongInts,
    wins: Integer,
) -> Integer:
    """Keep the deferred wins of a round while there is room; return how many there are by now."""
    for win in range(wins):
        if count < len(hits):
            hits[count, 0] = number
            hits[count, 1] = turn
            for field in range(DEFERRED_FIELDS):
                hits[count, 2 + field] = deferred[win, field]
        count += 1
    return count


def shoes_player(
    play: PlayRound,
    *,
    prepare_shoe: Callable[..., Any] = prepare_shoe,
    before_cut: Callable[..., Any] = before_cut,
    end_shoe: Callable[..., Any] = end_shoe,
) -> PlayShoes:
    """Return the loop over shoes of one kind of round; a counter has hooks of his own."""

    def play_shoes(
        game: Game,
        full: Array,
        cutting: Cutting,
        seed: np.uint64,
        first: np.uint64,
        shoes: Integer,
        limit: Integer,
        counts: LongInts,
        played: LongInts,
        hits: LongInts,
        memory: ShoeMemory,
        buffers: RoundBuffers,
        counters: CounterBuffers,
        trace: LongInts,
    ) -> tuple[Integer, Integer]:
        """Play shoes from *first* on, at most *limit* rounds; return how many rounds and hits.

        *played* gets the rounds of each shoe, *hits* the deferred wins in the order of rounds.
        """
        slots = counters.slots
        rounds = 0
        count: Integer = 0
        for shift in range(shoes):
            number = U64(first + U64(shift))
            turn = 0
            deck = prepare_shoe(open_shoe(full, cutting, seed, number, memory), game)
            index = cutting.burn
            while before_cut(game, index) < cutting.cut and rounds < limit:
                deck.state[START] = index
                index, used, wins = play(deck, game, index, buffers, counters)
                for place in range(used):
                    counts[slots[place]] += 1
                keep_slots(trace, rounds, slots, used)
                count = keep_wins(hits, count, number, turn, counters.deferred, wins)
                rounds = rounds + 1
                turn = turn + 1
            played[shift] = turn
            end_shoe(deck, game, cutting, turn)
        return rounds, count

    return cast(PlayShoes, jit_cached(play_shoes))
