"""Play shoes of any table with a counter on the processor: one loop, compiled for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached, jit_linked
from pitboss.rulebook.model import RoundKind
from pitboss.simulate.backends.shoes import bound
from pitboss.simulate.buffers import (
    DEFERRED_FIELDS,
    CounterBuffers,
    RoundBuffers,
)
from pitboss.simulate.counting.kernel import (
    BIN,
    CARDS_GONE,
    FIRST_SIDE,
    HANDS,
    NET,
    PLAYS,
    SECOND_NET,
    Counting,
    CountMemory,
    add_round,
    add_shoe,
    add_to_shoe,
    begin_shoe,
    bin_at,
    counted_deck,
    counter_cell,
    is_summed,
    next_play,
    see_cards,
    side_result,
)
from pitboss.simulate.random.philox import U64
from pitboss.simulate.random.shoes import ShoeMemory, open_shoe
from pitboss.simulate.random.shuffle import START, Cutting
from pitboss.simulate.rounds import COUNTED_ROUNDS

Array = Any

_play: Callable[..., Any]
"""The function that plays and counts a round; the loop below is compiled for it."""


def _play_counted_shoes(
    game: Any,
    counting: Counting,
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    played: Array,
    hits: Array,
    memory: ShoeMemory,
    buffers: RoundBuffers,
    counters: CounterBuffers,
    count_memory: CountMemory,
    journal: Array,
) -> tuple[Integer, Integer]:
    """Play as `backends.shoes` does, and count the rounds of the counter in the cube.

    *journal* keeps them, while it has room.
    """
    slots, deferred = counters.slots, counters.deferred
    rounds, count = 0, 0
    for shift in range(shoes):
        number, turn = U64(first + U64(shift)), 0
        shoe = open_shoe(full, cutting, seed, number, memory)
        deck = counted_deck(shoe, counting, count_memory)
        index, gate, summed = cutting.burn, cutting.burn, is_summed(number)
        plays = 0 if counting.enter >= 0 else 1
        if summed:
            begin_shoe(count_memory.sums, counting.count_bins)
        while gate < cutting.cut and rounds < limit:
            start = index
            deck.state[START] = index
            count_bin = bin_at(deck, counting, index)
            if counting.moves:
                plays = next_play(counting, plays, count_bin)
            more = 1 if count_bin >= counting.second else 0
            index, used, wins, net, second = _play(  # noqa: F821
                deck, game, counting, index, more, buffers, counters
            )
            for place in range(used):
                counts[slots[place]] += 1
            for win in range(wins):
                if count < len(hits):
                    hits[count, 0], hits[count, 1] = number, turn
                    for field in range(DEFERRED_FIELDS):
                        hits[count, 2 + field] = deferred[win, field]
                count += 1
            at = counter_cell(counting, plays, gate, count_bin)
            add_round(counts, counting, at, net, second, more, buffers.rows)
            if summed and plays == 1:
                add_to_shoe(count_memory.sums, count_bin, net + second)
            if rounds < len(journal):
                journal[rounds, CARDS_GONE], journal[rounds, BIN] = start, count_bin
                journal[rounds, PLAYS], journal[rounds, NET] = plays, net
                journal[rounds, SECOND_NET], journal[rounds, HANDS] = second, 1 + more
                keep_side(journal[rounds], counting, buffers.rows)
            see_cards(deck, counting, count_memory.left, start, index)
            rounds, turn = rounds + 1, turn + 1
            gate = start if counting.after_cut else index
        played[shift] = turn
        if summed and gate >= cutting.cut:
            add_shoe(counts, counting, count_memory.sums, turn)
    return rounds, count


@jit_linked
def keep_side(line: Array, counting: Counting, rows: Array) -> None:
    """Keep what the side wagers won in a line of the journal."""
    for wager in range(len(counting.side_bases) - 1):
        line[FIRST_SIDE + wager] = side_result(counting, rows, wager)


def _shoes_player(play: Callable[..., Any]) -> Callable[..., tuple[int, int]]:
    path = getattr(play, "py_func", play).__code__.co_filename
    compiled = jit_cached(bound(_play_counted_shoes, path, _play=play))
    return cast(Callable[..., tuple[int, int]], compiled)


_LOOPS = {play: _shoes_player(play) for play in COUNTED_ROUNDS.values()}
PLAY: Mapping[RoundKind, Callable[..., tuple[int, int]]] = {
    kind: _LOOPS[play] for kind, play in COUNTED_ROUNDS.items()
}
"""Kind of round -> the function that plays shoes on the processor."""
