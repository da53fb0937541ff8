"""Somebody counts in lanes: the pass over the rounds of all lanes that enters them in the cube.

A round in a lane leaves its ends, and where it began: the ends say what was won, and where it began
says which cards were seen before. Their tags are summed up card by card when a shoe is shuffled, in
one loop whose length a processor can predict; the rounds of a shoe have none. No play may depend on
the count here; where one does, the loop for any table plays (`counts_in_lanes`). Without a counter
the `LaneCounter` is None, and numba leaves these functions out of the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, LongInts, LongWords, ShortInts
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
from pitboss.simulator.counting.lean_game import NET_LIMIT, PACKED_ROUNDS
from pitboss.simulator.counting.packed import add_packed, pack_net
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import Cutting

if TYPE_CHECKING:
    from pitboss.simulator.job import Job

I32 = np.int32
I64 = np.int64
_ROUNDS = PACKED_ROUNDS // 2
"""After so many rounds words are entered: every lane may add a shoe before the next look."""


class LaneCounter(NamedTuple):
    """A counter who sits at every lane, and what he has seen there."""

    counting: Counting
    pays: LongInts
    """(end, wager): what an end wins in the main game and on every side wager, each in units."""
    paying: np.uint64
    """The first end that wins anything; those of single hands come before it."""
    won: LongInts
    """(wager): the same for the round that is being entered."""
    running: ShortInts
    """(lane, card): the running count before each card, as far from lane to lane as the cards."""
    room: np.uint64
    """How far that is."""
    plays: LongInts
    """(lane): 1 if he plays, 0 if he watches, -1 if he is gone."""
    results: LongInts
    """(lane, bin): the sums of a shoe that is summed up whole."""
    states: LongInts
    """(lane, 3): the first and last bin of those, and the number of rounds."""
    packed: LongWords
    """(cell of the cube, wager): rounds that have not been entered yet, as `packed` has them."""
    kept: LongInts
    """A single number: about how many rounds those are."""
    memory: CountMemory
    """For a round that is played by itself."""


def counts_in_lanes(job: Job) -> bool:
    """Whether a counter does not change a round, but for what he enters in the cube."""
    counter = job.counter
    if counter is None:
        return True
    is_tagged = counter.system.kind is Counted.TAGS
    return is_tagged and not (counter.after_cut or counter.hands or job.asks_counter)


def lane_counter(
    job: Job, lanes: int, room: int, slots: LongInts, nets: LongInts
) -> LaneCounter | None:
    """Return the counter of a job at so many *lanes*; None if nobody counts.

    The cards of each lie *room* places apart. *slots* are the counters to which each end adds one,
    and *nets* what it wins.
    """
    if job.counter is None:
        return None
    counting = job.counting
    bins = job.count_layout.bins
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
        paying=np.uint64(np.flatnonzero(own.any(axis=1))[0]),
        running=np.zeros(lanes * room, dtype=np.int16),
        room=np.uint64(room),
        plays=np.zeros(lanes, dtype=np.int64),
        results=np.zeros((lanes, bins), dtype=np.int64),
        states=np.zeros((lanes, 3), dtype=np.int64),
        packed=np.zeros(job.count_layout.cells * int(counting.fields), dtype=np.uint64),
        kept=np.zeros(1, dtype=np.int64),
        memory=count_memory(bins),
    )


@jit_inlined
def _sums(own: LaneCounter, lane: Integer) -> ShoeSums:
    return ShoeSums(own.results[lane], own.states[lane])


@jit_inlined
def begin_count(
    own: LaneCounter | None, lane: Integer, number: np.uint64, cards: Bytes, cutting: Cutting
) -> None:
    """Begin to count a shoe, whose *cards* are placed beyond the cut card."""
    if own is None:
        return
    _sum_tags(own, lane, cards, cutting)
    own.plays[lane] = 0 if own.counting.enter >= 0 else 1
    if is_summed(number):
        begin_shoe(_sums(own, lane), own.counting.count_bins)


@jit_apart
def _sum_tags(own: LaneCounter, lane: Integer, cards: Bytes, cutting: Cutting) -> None:
    """Sum up the tags of the cards of a shoe: a round begins with one before the cut card."""
    tags = own.counting.tags
    running = own.running
    begins = U64(lane * own.room)
    count = I32(own.counting.start)
    for index in range(U64(cutting.burn), U64(cutting.cut)):
        place = U64(begins + index)
        running[place] = count
        count = I32(count + tags[U64(cards[place])])


@jit_inlined
def end_count(
    own: LaneCounter | None, counts: LongInts, lane: Integer, number: np.uint64, rounds: Integer
) -> None:
    """Add up a shoe that was dealt to its cut card."""
    if own is None:
        return
    if is_summed(number):
        _add_shoe(own, counts, lane, rounds)
    own.kept[0] += rounds
    if own.kept[0] > _ROUNDS:
        enter_packed(own, counts)


@jit_apart
def _add_shoe(own: LaneCounter, counts: LongInts, lane: Integer, rounds: Integer) -> None:
    add_shoe(counts, own.counting, _sums(own, lane), rounds)


@jit_inlined
def finish_count(own: LaneCounter | None, counts: LongInts) -> None:
    """Enter what has not been entered when the last shoe is over."""
    if own is None:
        return
    enter_packed(own, counts)


@jit_apart
def enter_packed(own: LaneCounter, counts: LongInts) -> None:
    """Enter the rounds of `LaneCounter.packed` in the cube."""
    own.kept[0] = 0
    for spot in range(0, len(own.packed), own.counting.fields):
        for wager in range(len(own.won)):
            place = U64(spot + wager)
            if own.packed[place]:
                add_packed(counts, own.counting.cube + spot + FIELDS * wager, own.packed[place])
                own.packed[place] = U64(0)


@jit_inlined
def move_count(own: LaneCounter | None, lane: Integer, other: Integer) -> None:
    """Let a lane go on with the count of another one, whose shoe it has."""
    if own is None:
        return
    own.plays[lane] = own.plays[other]
    for place in range(own.room):
        here = U64(lane * own.room + place)
        there = U64(other * own.room + place)
        own.running[here] = own.running[there]
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
    if end >= own.paying:
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
    count = I32(own.running[U64(U64(lane * own.room) + U64(gone))])
    count_bin = I64(counting.bins[U32(counting.bins_from[gone] + count)])
    plays = own.plays[lane]
    if counting.moves:
        plays = next_play(counting, plays, count_bin)
        own.plays[lane] = plays
    at = counter_cell(counting, plays, gone, count_bin)
    spot = at - counting.cube
    for wager in range(len(own.won)):
        net = own.won[wager]
        if -NET_LIMIT < net < NET_LIMIT:
            own.packed[U64(spot + wager)] += pack_net(net)
        else:
            add_result(counts, at + FIELDS * wager, net)
    if is_summed(number) and plays == 1:
        add_to_shoe(_sums(own, lane), count_bin, own.won[0])
