"""Play shoes of any table on the processor: one loop, compiled for each kind of round.

Each kind has a function `play(deck, game, index, buffers, counters)` that plays and counts a round.
*game* holds everything about the table. The function returns the index of the next card, the number
of slots to count, and the number of deferred wins. `counting.shoes` compiles the same loop for a
table with a counter, who also looks at every shoe when it begins and ends.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Function, Integer, jit_cached, jit_inlined
from pitboss.simulator.buffers import DEFERRED_FIELDS, CounterBuffers, RoundBuffers
from pitboss.simulator.random.philox import U64
from pitboss.simulator.random.shoes import ShoeMemory, open_shoe
from pitboss.simulator.random.shuffle import START, Cutting, Deck

_play: Callable[..., Any]
"""The function that plays and counts a round; the loop below is compiled for it."""


@jit_inlined
def prepare_shoe(deck: Deck, _: Any) -> Deck:
    """Return the shoe as rounds take it: a counter keeps his running counts in it."""
    return deck


@jit_inlined
def before_cut(_: Any, index: np.uint32) -> np.uint32:
    """Return the index that must lie before the cut card for another round."""
    return index


@jit_inlined
def end_shoe(_: Deck, __: Any, ___: Cutting, ____: Integer) -> None:
    """End a shoe after its last round: a counter adds it up."""


def _play_shoes(
    game: Any,
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
    trace: Array,
) -> tuple[Integer, Integer]:
    """Play shoes from *first* on, at most *limit* rounds; return the number of rounds and of hits.

    *played* gets the rounds of each shoe, *hits* the deferred wins in the order of rounds. *trace*
    keeps the slots of rounds, plus one, while it has room.
    """
    slots, deferred = counters.slots, counters.deferred
    rounds, count = 0, 0
    for shift in range(shoes):
        number, turn = U64(first + U64(shift)), 0
        deck = prepare_shoe(open_shoe(full, cutting, seed, number, memory), game)
        index = cutting.burn
        while before_cut(game, index) < cutting.cut and rounds < limit:
            deck.state[START] = index
            index, used, wins = _play(deck, game, index, buffers, counters)  # noqa: F821
            for place in range(used):
                counts[slots[place]] += 1
            if rounds < len(trace):
                for place in range(used):
                    trace[rounds, place] = slots[place] + 1
            for win in range(wins):
                if count < len(hits):
                    hits[count, 0], hits[count, 1] = number, turn
                    for field in range(DEFERRED_FIELDS):
                        hits[count, 2 + field] = deferred[win, field]
                count += 1
            rounds, turn = rounds + 1, turn + 1
        played[shift] = turn
        end_shoe(deck, game, cutting, turn)
    return rounds, count


def bound(function: Any, path: str, **names: Any) -> Any:
    """Return a copy of a function whose globals *names* have the given values.

    Its compiled code is cached beside the file at *path*, and compiled again when that file
    changes.
    """
    code = function.__code__.replace(co_filename=path)
    return FunctionType(code, {**function.__globals__, **names}, function.__name__)


def shoes_player(play: Function, **hooks: Function) -> Callable[..., tuple[int, int]]:
    """Return the loop over shoes, compiled for one kind of round; *hooks* replace those above."""
    path = getattr(play, "py_func", play).__code__.co_filename
    loop = jit_cached(bound(_play_shoes, path, _play=play, **hooks))
    return cast(Callable[..., tuple[int, int]], loop)
