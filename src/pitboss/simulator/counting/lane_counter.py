"""Somebody counts in lanes: the pass over the rounds of all lanes that enters them in the cube.

A round in a lane leaves its ends, where it began and where the next one begins. That is enough: the
ends say what was won, and the cards between are seen when the round is over. No play may depend on
the count here; where one does, the loop for any table plays (`counts_in_lanes`). Without a counter
the `LaneCounter` is None, and numba leaves these functions out of the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Ints, LongInts
from pitboss.compiled.jit import Integer, jit_apart, jit_inlined
from pitboss.counts.system import Counted
from pitboss.simulator.counting.fields import FIELDS
from pitboss.simulator.counting.kernel import (
    Counting,
    CountMemory,
    ShoeSums,
    add_result,
    add_shoe,
    add_to_shoe,
    begin_shoe,
    count_memory,
    counter_cell,
    is_summed,
    next_play,
    side_result,
)
from pitboss.simulator.random.philox import U32, U64

if TYPE_CHECKING:
    from pitboss.simulator.job import Job

I32, I64 = np.int32, np.int64


class LaneCounter(NamedTuple):
    """A counter who sits at every lane, and what he has seen there."""

    counting: Counting
    pays: LongInts
    """(end, wager): what an end wins in the main game and on every side wager, each in units."""
    won: LongInts
    """(wager): the same for the round that is being entered."""
    running: Ints
    """(lane): the running count of its shoe."""
    plays: LongInts
    """(lane): 1 if he plays, 0 if he watches, -1 if he is gone."""
    results: LongInts
    """(lane, bin): the sums of a shoe that is summed up whole."""
    states: LongInts
    """(lane, 3): the first and last bin of those, and the number of rounds."""
    memory: CountMemory
    """For a round that is played by itself."""


def counts_in_lanes(job: Job) -> bool:
    """Whether a counter does not change a round, but for what he enters in the cube."""
    counter = job.counter
    if counter is None:
        return True
    is_tagged = counter.system.kind is Counted.TAGS
    return is_tagged and not (counter.after_cut or counter.hands or job.asks_counter)


def lane_counter(job: Job, lanes: int, slots: LongInts, nets: LongInts) -> LaneCounter | None:
    """Return the counter of a job at so many *lanes*; None if nobody counts.

    *slots* are the counters to which each end adds one, and *nets* what it wins.
    """
    if job.counter is None:
        return None
    counting, bins = job.counting, job.count_layout.bins
    own = np.zeros((len(slots), 1 + len(job.wagers)), dtype=np.int64)
    own[:, 0] = nets[:, 0]
    for wager, (low, high) in enumerate(
        zip(counting.side_bases[:-1], counting.side_bases[1:], strict=True)
    ):
        places = {int(slot): place for place, slot in enumerate(job.combination_slots[low:high])}
        for end, reached in enumerate(slots.tolist()):
            own[end, 1 + wager] = sum(
                counting.side_pays[low + places[slot]] for slot in reached if slot in places
            )
    return LaneCounter(
        counting=counting,
        pays=own,
        won=np.zeros(1 + len(job.wagers), dtype=np.int64),
        running=np.zeros(lanes, dtype=np.int32),
        plays=np.zeros(lanes, dtype=np.int64),
        results=np.zeros((lanes, bins), dtype=np.int64),
        states=np.zeros((lanes, 3), dtype=np.int64),
        memory=count_memory(bins),
    )


@jit_inlined
def _sums(own: LaneCounter, lane: Integer) -> ShoeSums:
    return ShoeSums(own.results[lane], own.states[lane])


@jit_inlined
def begin_count(own: LaneCounter | None, lane: Integer, number: np.uint64) -> None:
    """Begin to count a shoe."""
    if own is None:
        return
    own.running[lane] = own.counting.start
    own.plays[lane] = 0 if own.counting.enter >= 0 else 1
    if is_summed(number):
        begin_shoe(_sums(own, lane), own.counting.count_bins)


@jit_inlined
def end_count(
    own: LaneCounter | None, counts: LongInts, lane: Integer, number: np.uint64, rounds: Integer
) -> None:
    """Add up a shoe that was dealt to its cut card."""
    if own is None:
        return
    if is_summed(number):
        _add_shoe(own, counts, lane, rounds)


@jit_apart
def _add_shoe(own: LaneCounter, counts: LongInts, lane: Integer, rounds: Integer) -> None:
    add_shoe(counts, own.counting, _sums(own, lane), rounds)


@jit_inlined
def move_count(own: LaneCounter | None, lane: Integer, other: Integer) -> None:
    """Let a lane go on with the count of another one, whose shoe it has."""
    if own is None:
        return
    own.running[lane], own.plays[lane] = own.running[other], own.plays[other]
    for place in range(own.results.shape[1]):
        own.results[lane, place] = own.results[other, place]
    for place in range(own.states.shape[1]):
        own.states[lane, place] = own.states[other, place]


@jit_inlined
def begin_round(own: LaneCounter | None) -> None:
    """Begin to add up the ends of a round."""
    if own is None:
        return
    for wager in range(len(own.won)):
        own.won[wager] = 0


@jit_inlined
def add_end(own: LaneCounter | None, end: np.uint64) -> None:
    """Add what an end of the round wins."""
    if own is None:
        return
    for wager in range(len(own.won)):
        own.won[wager] += own.pays[end, wager]


@jit_inlined
def add_alone(own: LaneCounter, net: Integer, rows: LongInts) -> None:
    """Take what a round won that was played by itself."""
    own.won[0] = net
    for wager in range(len(own.won) - 1):
        own.won[1 + wager] = side_result(own.counting, rows, wager)


@jit_inlined
def enter_round(
    own: LaneCounter | None, counts: LongInts, lane: Integer, number: np.uint64, gone: np.uint32
) -> None:
    """Enter a round in the cube by the cards that were seen before it, *gone* of them dealt."""
    if own is None:
        return
    counting = own.counting
    count_bin = I64(counting.bins[U32(counting.bins_from[gone] + own.running[lane])])
    plays = own.plays[lane]
    if counting.moves:
        plays = next_play(counting, plays, count_bin)
        own.plays[lane] = plays
    at = counter_cell(counting, plays, gone, count_bin)
    for wager in range(len(own.won)):
        add_result(counts, at + FIELDS * wager, own.won[wager])
    if is_summed(number) and plays == 1:
        add_to_shoe(_sums(own, lane), count_bin, own.won[0])


@jit_inlined
def see_cards(
    own: LaneCounter | None, lane: Integer, cards: Bytes, begin: np.uint64, end: np.uint64
) -> None:
    """Count the cards of a round that is over; they lie from *begin* to before *end*."""
    if own is None:
        return
    count = I32(0)
    for place in range(U64(begin), U64(end)):
        count = I32(count + own.counting.tags[U64(cards[place])])
    own.running[lane] += count
