"""One seat that counts: what the loop of one seat asks a counter, and the pass that enters rounds.

The running counts are in the same word as the index of a card. Where the automaton of a round asks
for the count, the answer decides the next state. When a shoe is over, the words before and after
each round enter it in the cube. Without a counter the `LeanCounts` are None: then the functions
here only count rounds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array, LongInts
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.blackjack.log import (
    ENDS_ROOM,
    LeanMemory,
    Shoes,
    card_index,
    card_place,
    end_state,
)
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    FIRST_RESULT,
    LeanGame,
    SplitHands,
    play_split,
)
from pitboss.simulator.blackjack.round_automaton import LEVEL, ROW_BITS, SHOE_ROOM
from pitboss.simulator.blackjack.wager_looks import keep_cell
from pitboss.simulator.counting.kernel import (
    INDICES,
    CountMemory,
    add_result,
    add_shoe,
    add_to_shoe,
    begin_shoe,
    count_insurance,
    count_memory,
    counted_deck,
    counter_cell,
    is_summed,
    next_play,
)
from pitboss.simulator.counting.lean_game import (
    BETS_AT,
    COUNT_BITS,
    MARGIN,
    PACKED_ROUNDS,
    PLAYS_AT,
    LeanCounts,
)
from pitboss.simulator.counting.packed import add_packed
from pitboss.simulator.job import Job
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import HOLE, START, Deck

I64 = np.int64
_ZERO = U32(0)
_ONE = U32(1)
_THREE = U32(3)
_FOUR = U32(4)
_UNIT = U64(1)
_TWO = U64(2)
_HOLE = U64(3)
_DEALT = U64(4)
_BETS_AT = U64(BETS_AT)
_PLAYS_AT = U64(PLAYS_AT)
_ROW_BITS = U64(ROW_BITS)
_LANE = U64(SHOE_ROOM)
_COUNT = U64((1 << COUNT_BITS) - 1)
_ENDS = U64(ENDS_ROOM)
_SPLITS = U64(FIRST_RESULT)
_LEVEL = U64(LEVEL)
_MARGIN = U64(MARGIN)
_OUTCOME = (1 << COLUMN_BITS) - 1


class CountedMemory(NamedTuple):
    """What `LeanMemory` holds beside for a counter."""

    counting: CountMemory
    cube: Array
    """(cell of the cube): rounds that have not been entered yet, as `packed` has them."""
    kept: LongInts
    """A single number: how many rounds are in `cube`."""


def counted_memory(job: Job) -> CountedMemory:
    """Return working memory to count the cards of a job."""
    layout = job.count_layout
    return CountedMemory(
        counting=count_memory(layout.bins),
        cube=np.zeros(layout.cells, dtype=np.uint64),
        kept=np.zeros(1, dtype=np.int64),
    )


@jit_inlined
def first_word(counts: LeanCounts | None, place: np.uint64) -> np.uint64:
    """Return the word of the first place; its upper half holds the first running counts."""
    if counts is None:
        return U64(place << _ROW_BITS)
    return U64(counts.first + U64(place << _ROW_BITS))


@jit_inlined
def after(counts: LeanCounts | None, word: np.uint64, place: np.uint64, card: Integer) -> np.uint64:
    """Return the word of *place*, by the word before it and the card there, which is counted."""
    if counts is None:
        return U64(place << _ROW_BITS)
    return U64(word + counts.adds[card])


@jit_inlined
def column_of(kinds: Array | None, card: Integer) -> np.uint64:
    """Return the column of a card in the automaton."""
    if kinds is None:
        return U64(card)
    return U64(kinds[card])


@jit_inlined
def answer(
    counts: LeanCounts | None,
    lean: LeanGame,
    memory: LeanMemory,
    row: np.uint64,
    word: np.uint64,
    ended: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """Go on from states that ask for the count, which has not seen the down card yet.

    Return the row, and where the next end is stored.
    """
    if counts is None:
        return row, ended
    automaton = lean.automaton
    ends = memory.ends
    split = U64(_SPLITS * U64(automaton.columns))
    start = automaton.start
    if row < split or row >= start:
        return row, ended
    ended = U64(ended - _UNIT)
    hole = memory.cards[U64(card_place(ends[U64(ended - _UNIT)]) + _HOLE)]
    seen = U64(U64(word - counts.adds[hole]) >> _PLAYS_AT)
    while split <= row < start:
        level = U64(automaton.rows[U64(row + _LEVEL)])
        least = U64(counts.least[U64(level + card_index(word))])
        row = U64(automaton.rows[U64(row + U64(seen < least))])
    ends[ended] = U64(word | row)
    going = U64(U64(len(automaton.cells)) * U64(automaton.columns))
    return row, U64(ended + U64(row < going))


@jit_inlined
def split_hands(
    counts: LeanCounts | None,
    lean: LeanGame,
    deck: Deck,
    word: np.uint64,
    free: np.uint32,
    memory: LeanMemory,
) -> SplitHands:
    """Split a pair and play its hands; *word* is that of the beginning of the round."""
    hands = memory.hands
    tables = lean.tables
    index = U32(deck.state[START] + _FOUR)
    up = U32(hands.shown[0])
    one = U32(hands.first[0])
    two = U32(hands.second[0])
    results = hands.results
    stack = hands.stack
    if counts is None:
        return play_split(deck, tables, index, up, one, two, free, results, _ZERO, stack)
    counted = counted_deck(deck, lean.counting, memory.counted.counting)
    counted.running[INDICES] = I64(word >> _PLAYS_AT) + counts.plays_low
    counted.state[HOLE] = U32(counted.state[START] + _THREE)
    return play_split(counted, tables, index, up, one, two, free, results, _ZERO, stack, lean.asks)


@jit_inlined
def count_rounds(
    own: LeanCounts | None,
    lean: LeanGame,
    shoes: Shoes,
    lane: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Count all rounds of a shoe; with a counter, enter them in the cube too."""
    if own is None:
        for at in range(U64(lane * _ENDS + _UNIT), U64(memory.ended[lane])):
            memory.tally[end_state(lean.automaton, memory.ends[at])] += 1
        return
    _enter_rounds(own, lean, U64(shoes.number + lane), lane, counts, memory)
    memory.counted.kept[0] += I64(memory.ended[lane] - U64(lane * _ENDS))
    if memory.counted.kept[0] > PACKED_ROUNDS:
        enter(own, lean, counts, memory)


@jit_inlined
def _enter_rounds(
    own: LeanCounts,
    lean: LeanGame,
    shoe: np.uint64,
    lane: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Count all rounds of a shoe, and enter them in the cube."""
    automaton = lean.automaton
    ends = memory.ends
    begins = U64(lane * _ENDS)
    ended = U64(memory.ended[lane])
    counting = lean.counting
    cards = memory.cards
    kept = memory.counted
    cube = kept.cube
    sums = kept.counting.sums
    summed = is_summed(shoe)
    slowly = counting.moves or summed
    plays: Integer = 0 if counting.enter >= 0 else 1
    if summed:
        begin_shoe(sums, counting.count_bins)
    for at in range(U64(begins + _UNIT), ended):
        state = end_state(automaton, ends[at])
        before = U64(ends[U64(at - _UNIT)])
        memory.tally[state] += 1
        gone = card_index(before)
        count = U64(U64(U64(before >> _BETS_AT) & _COUNT) - _MARGIN)
        spot = U64(own.spots[U64(count * own.cut + gone)])
        up = cards[U64(card_place(before) + _UNIT)]
        may_insure = U64(before >> _PLAYS_AT) >= U64(own.insures[gone]) and counting.insurable[up]
        if slowly or may_insure or own.packed[state] == U64(0):
            cell = U64(automaton.cells[state])
            net = I64(lean.pays[cell])
            outcome = I64(cell) & _OUTCOME
            if state == U64(0):
                net = memory.nets[at] >> COLUMN_BITS
                outcome = memory.nets[at] & _OUTCOME
            if may_insure and _insures(lean, cards, before):
                net += count_insurance(counts, counting, outcome)
            count_bin = I64(counting.bins[U64(gone * own.width + count)])
            if counting.moves:
                plays = next_play(counting, plays, count_bin)
            add_result(counts, counter_cell(counting, plays, U32(gone), count_bin), net)
            if summed and plays == 1:
                add_to_shoe(sums, count_bin, net)
            if counting.moves and plays == 1:
                spot = U64(spot + own.watched)
        else:
            cube[spot] += own.packed[state]
        keep_cell(memory.wagers, at, spot)
    if summed and card_index(ends[U64(ended - _UNIT)]) >= own.cut:
        add_shoe(counts, counting, sums, I64(ended - begins) - 1)


@jit_inlined
def enter(own: LeanCounts | None, lean: LeanGame, counts: Array, memory: LeanMemory) -> None:
    """Enter the rounds of `CountedMemory.cube` in the cube."""
    if own is None:
        return
    cube = memory.counted.cube
    memory.counted.kept[0] = 0
    for spot in range(len(cube)):
        packed = U64(cube[spot])
        if packed:
            cube[spot] = U64(0)
            at = lean.counting.cube + lean.counting.fields * spot
            add_packed(counts, at, packed)


@jit_inlined
def _insures(game: LeanGame, cards: Array, before: np.uint64) -> bool:
    """Return whether the counter insures in a round, with three cards of the deal seen."""
    place = card_place(before)
    adds = game.counts.adds
    seen = U64(before + adds[cards[place]] + adds[cards[U64(place + _UNIT)]])
    seen = U64(U64(seen + adds[cards[U64(place + _TWO)]]) >> _PLAYS_AT)
    level = U64(U64(game.counting.insurance) * _LANE)
    return bool(seen >= U64(game.counts.least[U64(level + card_index(before) + _DEALT)]))
