"""Play shoes in lanes: one loop, compiled for each kind of round.

Each kind has a function `play(lanes, table)` that plays a round in every lane. The kind's
function for any table plays the rounds that it does not keep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_linked
from pitboss.simulator.backends.shoes import Game, PlayAsking, PlayRound
from pitboss.simulator.counting.kernel import counted_deck
from pitboss.simulator.counting.lane_counter import (
    LaneCounter,
    add_alone,
    add_end,
    begin_count,
    begin_round,
    end_count,
    enter_round,
    finish_count,
    move_count,
)
from pitboss.simulator.lanes.memory import (
    ENDS_ROOM,
    ROOM,
    LaneCounts,
    LaneJob,
    Lanes,
    count,
    index_in,
    is_placed,
    keep_hits,
    move_lane,
    open_lane,
    put_back,
    take_up,
)
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import open_shoe
from pitboss.simulator.random.shuffle import START, Deck

_ONE = U64(1)
CARDS_LEAST = 4
"""The fewest cards of a round."""


@jit_inlined
def _end_shoe(lanes: Lanes, lane: Integer, out: LaneCounts) -> None:
    """End the shoe of a lane, if it has had one."""
    if lanes.turns[lane]:
        number = U64(lanes.numbers[lane])
        end_count(out.counter, out.counts, lane, number, lanes.turns[lane])
        out.hits.played[U64(number - out.hits.first)] = lanes.turns[lane]
        lanes.turns[lane] = 0


@jit_inlined
def _begin_rounds(
    lanes: Lanes, job: LaneJob, number: np.uint64, stops: np.uint64, out: LaneCounts
) -> np.uint64:
    """Begin a round in every lane; return the *number* of the next shoe.

    A lane whose shoe has been dealt gets the next one. When *stops* is reached there is none left:
    then the last lane moves there.
    """
    lane = U64(0)
    playing = count(lanes.playing)
    while lane < playing:
        if index_in(lane, lanes.places[lane]) < job.cutting.cut:
            lanes.starts[lane] = lanes.places[lane]
            lane = U64(lane + _ONE)
            continue
        _end_shoe(lanes, lane, out)
        if number < stops:
            open_lane(lanes, lane, job, number)
            begin_count(out.counter, lane, number, lanes.cards, job.cutting)
            number = U64(number + _ONE)
            lane = U64(lane + _ONE)
        else:
            playing = U64(playing - _ONE)
            move_lane(lanes, lane, playing)
            move_count(out.counter, lane, playing)
    lanes.playing[0] = playing
    return number


@jit_inlined
def _is_deferred(ends: Array, lane: Integer, size: Integer, deferred: Array) -> bool:
    """Return whether a win of the round of a lane is deferred."""
    late = np.uint8(0)
    for which in range(size):
        late |= deferred[U64(ends[U64(U64(lane * U64(ENDS_ROOM)) + which)])]
    return bool(late)


@jit_inlined
def _count_lane(lanes: Lanes, lane: Integer, size: Integer, out: LaneCounts) -> None:
    """Count the ends of a round; if somebody counts, he enters it."""
    counter = out.counter
    start = U64(lanes.starts[lane])
    begin_round(counter)
    for which in range(size):
        end = U64(lanes.ends[U64(U64(lane * U64(ENDS_ROOM)) + which)])
        out.ends[end] += 1
        add_end(counter, end)
    enter_round(counter, out.counts, lane, U64(lanes.numbers[lane]), index_in(lane, start))


PlayLanes = Callable[[Lanes, tuple[Any, ...]], None]
"""Plays a round in every lane, as `emit_lanes` makes it."""


def _player_alone(
    play_round: PlayRound, play_counted: PlayAsking
) -> Callable[..., tuple[np.uint32, Integer]]:
    """Return the function that plays rounds by themselves, with a counter or without."""

    def play_and_enter(
        own: LaneCounter | None,
        deck: Deck,
        game: Game,
        index: np.uint32,
        lane: Integer,
        out: LaneCounts,
    ) -> tuple[np.uint32, Integer, Integer]:
        """Play and count a round by itself; if somebody counts, he enters it."""
        if own is None:
            index, used, wins = play_round(deck, game, index, out.buffers, out.counters)
            return index, used, wins
        start = index
        counting = own.counting
        counted = counted_deck(deck, counting, own.memory)
        index, used, wins, net, _ = play_counted(
            counted, game, counting, index, 0, out.buffers, out.counters
        )
        add_alone(own, net, out.buffers.rows)
        enter_round(own, out.counts, lane, deck.number, start)
        return index, used, wins

    play_either = jit_inlined(play_and_enter)

    def play_on(
        deck: Deck,
        game: Game,
        index: np.uint32,
        cut: np.uint32,
        limit: Integer,
        lane: Integer,
        turn: Integer,
        out: LaneCounts,
    ) -> tuple[np.uint32, Integer]:
        """Play a shoe on, at most *limit* rounds; return the next index and the rounds."""
        rounds = 0
        slots = out.counters.slots
        while index < cut and rounds < limit:
            deck.state[START] = index
            index, used, wins = play_either(out.counter, deck, game, index, lane, out)
            for place in range(used):
                out.counts[slots[place]] += 1
            keep_hits(out, deck.number, turn + rounds, wins)
            rounds += 1
        return index, rounds

    return jit_linked(play_on)


def _player_together(
    play: PlayLanes,
    play_alone: Callable[..., tuple[np.uint32, Integer]],
    ends: int,
    *,
    has_more: bool,
) -> Callable[..., Integer]:
    """Return the function that plays shoes in all lanes until there is none left."""

    def play_one(lanes: Lanes, lane: Integer, job: LaneJob, out: LaneCounts) -> None:
        """Play the round of a lane by itself."""
        deck = take_up(lanes, lane, job)
        index = deck.state[START]
        index, _ = play_alone(
            deck, job.game, index, U32(index + U32(1)), 1, lane, lanes.turns[lane], out
        )
        put_back(lanes, lane, deck.size, index)

    play_lane = jit_linked(play_one)

    def play_in_lanes(
        job: LaneJob, first: np.uint64, shoes: Integer, lanes: Lanes, out: LaneCounts
    ) -> Integer:
        """Play shoes from *first* on; return how many rounds."""
        number = first
        stops = U64(first + U64(shoes))
        rounds = U64(0)
        lanes.playing[0] = min(shoes, len(lanes.kept))
        for lane in range(count(lanes.playing)):
            lanes.places[lane] = U64(lane * U64(ROOM) + U64(job.cutting.cut))
            lanes.turns[lane] = 0
        while lanes.playing[0]:
            number = _begin_rounds(lanes, job, number, stops, out)
            play(lanes, job.table)
            rounds = U64(rounds + lanes.playing[0])
            for lane in range(count(lanes.playing)):
                more = lanes.more[lane] if has_more else U64(0)
                size = U64(U64(ends) + more)
                kept = lanes.kept[lane] and is_placed(lanes.states, lanes.places, lane)
                if kept and len(out.deferred):
                    kept = not _is_deferred(lanes.ends, lane, size, out.deferred)
                if kept:
                    _count_lane(lanes, lane, size, out)
                else:
                    play_lane(lanes, lane, job, out)
                lanes.turns[lane] += 1
        return np.int64(rounds)

    return jit_inlined(play_in_lanes)


def lanes_player(
    play: PlayLanes, ends: int, play_round: PlayRound, play_counted: PlayAsking, *, has_more: bool
) -> Callable[..., int]:
    """Return the loop over shoes in lanes, compiled for one kind of round.

    Every round has this many *ends*; if it *has more*, the lane holds their number. By itself a
    round is played by *play_round*, and with a counter by *play_counted*.
    """
    play_alone = _player_alone(play_round, play_counted)
    play_together = _player_together(play, play_alone, ends, has_more=has_more)

    def play_shoes(
        job: LaneJob,
        first: np.uint64,
        shoes: Integer,
        limit: Integer,
        lanes: Lanes,
        out: LaneCounts,
    ) -> Integer:
        """Play shoes from *first* on, at most *limit* rounds; return the number of rounds."""
        burn = job.cutting.burn
        cut = job.cutting.cut
        rounds: Integer = 0
        done: Integer = 0
        most = (cut - burn) // CARDS_LEAST + 1
        while done < shoes and rounds < limit:
            number = U64(first + U64(done))
            together = min(shoes - done, (limit - rounds) // most)
            if together:
                rounds += play_together(job, number, together, lanes, out)
                done += together
            else:
                deck = open_shoe(job.full, job.cutting, job.seed, number, lanes.shoe)
                lane = U64(0)
                begin_count(out.counter, lane, number, deck.cards, job.cutting)
                index, more = play_alone(deck, job.game, burn, cut, limit - rounds, lane, 0, out)
                if index >= cut:
                    end_count(out.counter, out.counts, lane, number, more)
                out.hits.played[done] = more
                rounds = rounds + more
                done = done + 1
        finish_count(out.counter, out.counts)
        return rounds

    return cast(Callable[..., int], jit_cached(play_shoes))
