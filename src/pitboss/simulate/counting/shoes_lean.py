"""Playing one seat with its main wager alone, by somebody who counts, on the processor."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import Integer, jit_cached
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    FIRST_RESULT,
    LeanSections,
)
from pitboss.simulate.counting.fields import INSURANCE_WON, INSURED
from pitboss.simulate.counting.kernel import (
    BIN,
    CARDS_GONE,
    HANDS,
    NET,
    PLAYS,
    Counting,
    CountMemory,
    add_result,
    add_shoe,
    add_to_shoe,
    begin_shoe,
    bin_at,
    cell_of,
    counted_deck,
    is_summed,
    next_play,
)
from pitboss.simulate.counting.lean_round import insures, play_round, see_deal
from pitboss.simulate.counting.rounds import AnyTables
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shoes import open_shoe
from pitboss.simulate.random.shuffle import START, Cutting, card_at

Array = Any
AnyBuffers = Any
"""Working memory for one thread that plays one seat."""
_ONE, _FOUR = U32(1), U32(4)


@jit_cached
def play_lean(
    tables: AnyTables,
    full: Array,
    pays: Array,
    cutting: Cutting,
    sections: LeanSections,
    counting: Counting,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    buffers: AnyBuffers,
    memory: CountMemory,
    journal: Array,
) -> Integer:
    """Play shoes from *first* on, at most *limit* rounds, and count them in the cube too.

    *journal* keeps the rounds of the counter, while it has room.
    """
    results, rounds = buffers.results, 0
    for shift in range(shoes):
        number = U64(first + U64(shift))
        shoe = open_shoe(full, cutting, seed, number, buffers.memory)
        deck = counted_deck(shoe, counting, memory)
        index, gate, turn, summed = cutting.burn, cutting.burn, 0, is_summed(number)
        plays = 0 if counting.enter >= 0 else 1
        if summed:
            begin_shoe(memory.sums, counting.count_bins)
        while gate < cutting.cut:
            if rounds == limit:
                return rounds
            start = index
            deck.state[START] = index
            count_bin = bin_at(deck, counting, index)
            if counting.moves:
                plays = next_play(counting, plays, count_bin)
            insured = False
            if counting.insurance >= 0 and counting.insurable[card_at(deck, U32(index + _ONE))]:
                insured = insures(deck, counting, tables.asks, U32(index + _FOUR))
            index, outcome, result, count = play_round(deck, tables, index, results, buffers.stack)
            net: Integer = 0
            if result >= FIRST_RESULT:
                cell = (result << COLUMN_BITS) + outcome
                counts[sections.whole + cell] += 1
                net += pays[cell]
            else:
                for hand in range(count):
                    cell = (results[hand] << COLUMN_BITS) + outcome
                    counts[sections.split + cell] += 1
                    net += pays[cell]
                counts[sections.nets + net] += 1
            if insured:
                counts[counting.extras + INSURED] += 1
                if outcome == DEALER_BLACKJACK:
                    counts[counting.extras + INSURANCE_WON] += 1
                    net += counting.insurance_won
                else:
                    net += counting.insurance_lost
            add_result(counts, cell_of(counting, plays, gate, count_bin), net)
            if summed and plays == 1:
                add_to_shoe(memory.sums, count_bin, net)
            if rounds < len(journal):
                journal[rounds, CARDS_GONE], journal[rounds, BIN] = start, count_bin
                journal[rounds, PLAYS], journal[rounds, NET] = plays, net
                journal[rounds, HANDS] = 1
            rounds, turn = rounds + 1, turn + 1
            see_deal(deck, counting, memory.left, start, index)
            gate = start if counting.after_cut else index
        if summed:
            add_shoe(counts, counting, memory.sums, turn)
    return rounds
