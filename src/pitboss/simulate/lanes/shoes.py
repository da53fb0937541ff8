"""Playing shoes in lanes: one loop, compiled for each kind of round.

A kind has a function of its own, `play(lanes, table, seed)`, that plays a round in every lane. A
round that was not played so is played by the kind's function for any table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from pitboss.compiled.jit import Function, Integer, jit_cached, jit_inlined, jit_linked
from pitboss.simulate.backends.shoes import bound
from pitboss.simulate.buffers import CounterBuffers, RoundBuffers
from pitboss.simulate.lanes.memory import (
    ENDS_ROOM,
    ROOM,
    Lanes,
    count,
    index_in,
    is_placed,
    open_lane,
    put_back,
    take_up,
)
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shoes import open_shoe
from pitboss.simulate.random.shuffle import START, Cutting, Deck

Array = Any
CARDS_LEAST = 4
"""The fewest cards of a round."""

_play: Callable[..., Any]
_play_alone: Callable[..., Any]
_play_round: Callable[..., Any]
_play_lane: Callable[..., Any]
_play_together: Callable[..., Any]
_ends: int
"""The functions of a kind, and how many ends its rounds have; those below are compiled for them."""


def _play_on(
    deck: Deck,
    game: Any,
    index: np.uint32,
    cut: np.uint32,
    limit: Integer,
    counts: Array,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> tuple[np.uint32, Integer]:
    """Play a shoe on by itself, at most *limit* rounds; return the next index and the rounds."""
    rounds = 0
    while index < cut and rounds < limit:
        deck.state[START] = index
        index, used, _ = _play_round(deck, game, index, buffers, counters)  # noqa: F821
        for place in range(used):
            counts[counters.slots[place]] += 1
        rounds += 1
    return index, rounds


def _play_lane_on(
    lanes: Lanes,
    lane: Integer,
    game: Any,
    size: np.uint32,
    cut: np.uint32,
    seed: np.uint64,
    limit: Integer,
    counts: Array,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> Integer:
    """Play the shoe of a lane on by itself, at most *limit* rounds; return how many there were."""
    deck = take_up(lanes, lane, size, seed)
    index, rounds = _play_alone(  # noqa: F821
        deck, game, deck.state[START], cut, limit, counts, buffers, counters
    )
    put_back(lanes, lane, size, index)
    return rounds


def _play_in_lanes(
    game: Any,
    table: Any,
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    counts: Array,
    ends: Array,
    lanes: Lanes,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> Integer:
    """Play shoes from *first* on, as many as there are lanes or more; return how many rounds.

    A lane whose shoe has been dealt gets the next one. When there is none left, the shoes of the
    other lanes are dealt to their ends by themselves.
    """
    opened, rounds, goes_on, size, cut = U64(0), 0, True, U32(len(full)), cutting.cut
    for lane in range(count(lanes.kept)):
        lanes.places[lane] = U64(lane * U64(ROOM) + U64(cut))
    while goes_on:
        for lane in range(count(lanes.kept)):
            if index_in(lane, lanes.places[lane]) < cut:
                lanes.starts[lane] = lanes.places[lane]
            elif opened < U64(shoes):
                open_lane(lanes, lane, full, cutting, seed, U64(first + opened))
                opened = U64(opened + U64(1))
            else:
                lanes.starts[lane] = lanes.places[lane]
                goes_on = False
        if goes_on:
            _play(lanes, table, seed)  # noqa: F821
            rounds += len(lanes.kept)
            for lane in range(count(lanes.kept)):
                if lanes.kept[lane] and is_placed(lanes.states, lanes.places, lane):
                    for which in range(_ends):  # noqa: F821
                        ends[U64(lanes.ends[U64(U64(lane * U64(ENDS_ROOM)) + U64(which))])] += 1
                else:
                    _play_lane(  # noqa: F821
                        lanes, lane, game, size, cut, seed, 1, counts, buffers, counters
                    )
    for lane in range(count(lanes.kept)):
        rounds += _play_lane(  # noqa: F821
            lanes, lane, game, size, cut, seed, len(full), counts, buffers, counters
        )
    return rounds


def _play_shoes(
    game: Any,
    table: Any,
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    ends: Array,
    lanes: Lanes,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> Integer:
    """Play shoes from *first* on, at most *limit* rounds; return the number of rounds."""
    rounds, done, most = 0, 0, (cutting.cut - cutting.burn) // CARDS_LEAST + 1
    while done < shoes and rounds < limit:
        number = U64(first + U64(done))
        together = min(shoes - done, (limit - rounds) // most)
        if together >= len(lanes.kept):
            rounds += _play_together(  # noqa: F821
                game,
                table,
                full,
                cutting,
                seed,
                number,
                together,
                counts,
                ends,
                lanes,
                buffers,
                counters,
            )
            done += together
        else:
            deck = open_shoe(full, cutting, seed, number, lanes.shoe)
            _, more = _play_alone(  # noqa: F821
                deck, game, cutting.burn, cutting.cut, limit - rounds, counts, buffers, counters
            )
            rounds, done = rounds + more, done + 1
    return rounds


def lanes_player(play: Function, ends: int, play_round: Function) -> Callable[..., int]:
    """Return the loop over shoes in lanes, compiled for one kind of round."""
    path = getattr(play, "py_func", play).__code__.co_filename
    alone = jit_linked(bound(_play_on, path, _play_round=play_round))
    lane = jit_linked(bound(_play_lane_on, path, _play_alone=alone))
    together = jit_inlined(bound(_play_in_lanes, path, _play=play, _ends=ends, _play_lane=lane))
    loop = bound(_play_shoes, path, _play_together=together, _play_alone=alone)
    return cast(Callable[..., int], jit_cached(loop))
