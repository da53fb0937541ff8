"""Play shoes with a counter on a graphics card, as `counting` does on the processor.

A block shares the counters of the plain simulator. The cube is in global memory: its rounds fall
into so many cells that two threads seldom add to the same one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from numba import int32, int64

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Flag, Integer, calling
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends.cuda import _device, any_plays, cuda, report, table_kernel
from pitboss.simulator.buffers import CounterBuffers, RoundBuffers
from pitboss.simulator.counting import kernel
from pitboss.simulator.counting.kernel import (
    BINS_ROOM,
    GROUPS_ROOM,
    Counting,
    CountMemory,
    ShoeSums,
    add_to_shoe,
    bin_at,
    counted_deck,
    counter_cell,
    is_summed,
    next_play,
    see_cards,
)
from pitboss.simulator.players import COUNTED_ROUNDS, COUNTED_SEAT
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import START, Cutting, Deck

_ONE = U32(1)


class CountedOnCard(NamedTuple):
    """A table with a counter in its first seat."""

    game: Any
    counting: Counting


@_device
def add(total: Array, at: Integer, value: Integer) -> None:
    """Add to a counter of all blocks; a negative number wraps round and comes out right."""
    cuda.atomic.add(total, at, U64(int64(value)))


_ON_CARDS = {kernel.add: add}
add_result = calling(kernel.add_result, _ON_CARDS)
add_shoe = calling(kernel.add_shoe, _ON_CARDS)
count_insurance = calling(kernel.count_insurance, _ON_CARDS)
_add_round = calling(kernel.add_round, _ON_CARDS)


@_device
def _begin_shoe(sums: ShoeSums, bins: Integer) -> None:
    """Begin to sum up a shoe in memory that holds anything."""
    for place in range(bins):
        sums.results[place] = 0
    sums.state[0] = bins
    sums.state[1] = -1
    sums.state[2] = 0


@cache
def _shoe_player(play: Any, see: Any, shared: int) -> Any:
    """Return the function that plays a shoe together with the threads of the warp.

    *play* plays a round, *see* counts its cards, and the first *shared* counters are those of the
    block.
    """

    def play_shoe(
        plain: Deck, table: CountedOnCard, cutting: Cutting, is_mine: Flag, buffers: RoundBuffers,
        counters: CounterBuffers, counts: Array, total: Array, hits: Array, tallied: Array,
    ) -> Any:  # fmt: skip
        memory = CountMemory(
            cuda.local.array(2, int32),
            cuda.local.array(GROUPS_ROOM, int32),
            ShoeSums(cuda.local.array(BINS_ROOM, int64), cuda.local.array(3, int64)),
        )
        counting = table.counting
        deck = counted_deck(plain, counting, memory)
        turn = int64(0)
        index = cutting.burn
        gate = index if is_mine else cutting.cut
        plays: Integer = 0 if counting.enter >= 0 else 1
        summed = is_summed(plain.number) and is_mine
        if summed:
            _begin_shoe(memory.sums, counting.count_bins)
        while any_plays(gate < cutting.cut):
            if gate >= cutting.cut:
                continue
            start = index
            deck.state[START] = index
            count_bin = bin_at(deck, counting, index)
            if counting.moves:
                plays = next_play(counting, plays, count_bin)
            more = 1 if count_bin >= counting.second else 0
            index, used, wins, net, second = play(
                deck, table.game, counting, index, more, buffers, counters
            )
            for place in range(used):
                slot = counters.slots[place]
                if slot < shared:
                    cuda.atomic.add(counts, slot, _ONE)
                else:
                    cuda.atomic.add(total, slot, U64(1))
            report(deck.number, turn, wins, counters.deferred, hits, tallied)
            at = counter_cell(counting, plays, gate, count_bin)
            _add_round(total, counting, at, net, second, more, buffers.rows)
            if summed and plays == 1:
                add_to_shoe(memory.sums, count_bin, net + second)
            see(deck, counting, memory.left, start, index)
            turn += 1
            gate = start if counting.after_cut else index
        if summed:
            add_shoe(total, counting, memory.sums, turn)
        return turn

    return _device(play_shoe)


def counted_kernel(kind: RoundKind, is_alone: bool, threads: int, counters: int) -> Any:  # noqa: FBT001
    """Return a kernel that plays a table of a kind with a counter, in blocks of *threads*.

    With *is_alone* it plays one seat of blackjack with its main wager alone.
    """
    play = COUNTED_SEAT if is_alone else COUNTED_ROUNDS[kind]
    play_shoe = _shoe_player(play, see_cards, counters)
    return table_kernel(play_shoe, threads, counters)
