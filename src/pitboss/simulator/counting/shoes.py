"""Play shoes of any table with a counter: the loop of `backends.shoes`, with the count of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_apart, jit_inlined
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.backends.shoes import Game, PlayAsking, PlayShoes, shoes_player
from pitboss.simulator.buffers import CounterBuffers, RoundBuffers
from pitboss.simulator.counting.kernel import (
    FIRST_SIDE,
    AnyDeck,
    Counting,
    CountMemory,
    add_round,
    add_shoe,
    add_to_shoe,
    begin_shoe,
    bin_at,
    count_memory,
    counted_deck,
    counter_cell,
    is_summed,
    keep_round,
    next_play,
    see_cards,
    side_result,
)
from pitboss.simulator.job import Job
from pitboss.simulator.players import COUNTED_ROUNDS, COUNTED_SEAT
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Cutting, Deck

_PLAYS, _GATE, _ROUNDS = range(3)


class CountedTable(NamedTuple):
    """A table with a counter in its first seat, and what he counts with."""

    game: Game
    counting: Counting
    counts: Array
    """All counters of the run."""
    memory: CountMemory
    journal: Array
    """The rounds of the counter, while it has room."""
    state: Array
    """Whether he plays, the index that must lie before the cut card, and how many rounds he saw."""


def counted_table(job: Job, counts: Array, journal: Array | None) -> CountedTable:
    """Return the table of a job with a counter."""
    return CountedTable(
        game=job.asking_game,
        counting=job.counting,
        counts=counts,
        memory=count_memory(job.count_layout.bins),
        journal=job.count_layout.journal(0) if journal is None else journal,
        state=np.zeros(3, dtype=np.int64),
    )


@jit_inlined
def prepare_shoe(deck: Deck, table: CountedTable) -> AnyDeck:
    """Begin to count a shoe."""
    counting = table.counting
    state = table.state
    state[_PLAYS] = 0 if counting.enter >= 0 else 1
    state[_GATE] = counting.burn
    if is_summed(deck.number):
        begin_shoe(table.memory.sums, counting.count_bins)
    return counted_deck(deck, counting, table.memory)


@jit_inlined
def before_cut(table: CountedTable, _: np.uint32) -> np.uint32:
    """Return the index that must lie before the cut card for another round."""
    return U32(table.state[_GATE])


@jit_inlined
def end_shoe(deck: AnyDeck, table: CountedTable, cutting: Cutting, rounds: Integer) -> None:
    """Add up a shoe that was dealt to its cut card."""
    if is_summed(deck.number) and before_cut(table, U32(0)) >= cutting.cut:
        add_shoe(table.counts, table.counting, table.memory.sums, rounds)


# Apart, because it is rare: in the loop it would take registers from the rounds.
@jit_apart
def _keep_side(line: Array, counting: Counting, rows: Array) -> None:
    """Keep what the side wagers won in a line of the journal."""
    for wager in range(len(counting.side_bases) - 1):
        line[FIRST_SIDE + wager] = side_result(counting, rows, wager)


def _counted_player(play: PlayAsking) -> PlayShoes:
    """Return the loop over shoes of a kind of round, in which a counter sits in the first seat."""

    def play_and_enter(
        deck: AnyDeck,
        table: CountedTable,
        index: np.uint32,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer]:
        """Play a round, enter it in the cube and in the journal, and count its cards."""
        counting = table.counting
        journal = table.journal
        state = table.state
        start = index
        count_bin = bin_at(deck, counting, index)
        plays = state[_PLAYS]
        if counting.moves:
            plays = next_play(counting, plays, count_bin)
        more = 1 if count_bin >= counting.second else 0
        index, used, wins, net, second = play(
            deck, table.game, counting, index, more, buffers, counters
        )
        at = counter_cell(counting, plays, before_cut(table, start), count_bin)
        add_round(table.counts, counting, at, net, second, more, buffers.rows)
        if is_summed(deck.number) and plays == 1:
            add_to_shoe(table.memory.sums, count_bin, net + second)
        line = state[_ROUNDS]
        if line < len(journal):
            keep_round(journal[line], start, count_bin, plays, net, second, 1 + more)
            _keep_side(journal[line], counting, buffers.rows)
        see_cards(deck, counting, table.memory.left, start, index)
        state[_PLAYS] = plays
        state[_GATE] = start if counting.after_cut else index
        state[_ROUNDS] = line + 1
        return index, used, wins

    return shoes_player(
        jit_inlined(play_and_enter),
        prepare_shoe=prepare_shoe,
        before_cut=before_cut,
        end_shoe=end_shoe,
    )


PLAY: Mapping[RoundKind, PlayShoes] = {
    kind: _counted_player(play) for kind, play in COUNTED_ROUNDS.items()
}
"""Kind of round -> the function that plays shoes on the processor."""

PLAY_SEAT: PlayShoes = _counted_player(COUNTED_SEAT)
"""The same for one seat of blackjack with its main wager alone."""
