"""Play one seat with its main wager alone that counts, on the processor.

Four shoes are played side by side, as in `backends.shoes_lean`. The running counts are in the same
word as the index of a card. Where the automaton of a round asks for the count, the answer decides
the next state. A round enters the cube when its shoe is over.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_apart, jit_cached, jit_inlined
from pitboss.simulate.backends import shoes_lean
from pitboss.simulate.backends.shoes import bound
from pitboss.simulate.backends.shoes_lean import (
    ENDS_ROOM,
    LeanMemory,
    Shoes,
    card_index,
    card_place,
    count_split,
    end_state,
    take_up,
    word_before,
)
from pitboss.simulate.blackjack.play import COLUMN_BITS, FIRST_RESULT
from pitboss.simulate.blackjack.round_automaton import LEVEL, ROW_BITS, SHOE_ROOM
from pitboss.simulate.counting.fields import FIELDS
from pitboss.simulate.counting.kernel import (
    INDICES,
    AnyDeck,
    CountMemory,
    add_result,
    add_shoe,
    add_to_shoe,
    begin_shoe,
    bin_at,
    count_insurance,
    count_memory,
    counted_deck,
    counter_cell,
    is_summed,
    keep_round,
    next_play,
)
from pitboss.simulate.counting.lean_game import (
    BETS_AT,
    COUNT_BITS,
    MARGIN,
    NET_LIMIT,
    PACKED_ROUNDS,
    PLAYS_AT,
    SQUARES_AT,
    SUM_AT,
)
from pitboss.simulate.counting.lean_round import insures, play_round, see_deal
from pitboss.simulate.counting.rounds import play_split, rebound
from pitboss.simulate.job import Job
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shuffle import HOLE, START, Cutting, Deck, card_at

Array = Any
AnyGame = Any
"""A `CountedGame`: the plain simulator's functions take it for a `LeanGame`."""
I64 = np.int64
_ONE, _THREE, _FOUR = U32(1), U32(3), U32(4)
_UNIT, _TWO, _HOLE, _DEALT = U64(1), U64(2), U64(3), U64(4)
_BETS_AT, _PLAYS_AT, _ROW_BITS = U64(BETS_AT), U64(PLAYS_AT), U64(ROW_BITS)
_LANE, _COUNT = U64(SHOE_ROOM), U64((1 << COUNT_BITS) - 1)
_ENDS, _SPLITS, _LEVEL = U64(ENDS_ROOM), U64(FIRST_RESULT), U64(LEVEL)
_SUM_AT, _SQUARES_AT = U64(SUM_AT), U64(SQUARES_AT)
_NUMBER, _SUM = U64((1 << SUM_AT) - 1), U64((1 << SQUARES_AT - SUM_AT) - 1)
_MARGIN, _OUTCOME = U64(MARGIN), (1 << COLUMN_BITS) - 1


class CountedMemory(NamedTuple):
    """What `LeanMemory` holds beside for a counter."""

    counting: CountMemory
    cube: Array
    """(cell of the cube): rounds that have not been entered yet, as `packed` has them."""
    journal: Array
    """The rounds of the counter, while it has room."""
    kept: Array
    """How many rounds were offered to the journal, and how many are in `cube`."""


def counted_memory(job: Job, journal: Array | None) -> CountedMemory:
    """Return working memory to count the cards of a job."""
    layout = job.count_layout
    return CountedMemory(
        counting=count_memory(layout.bins),
        cube=np.zeros(layout.cells, dtype=np.uint64),
        journal=layout.journal(0) if journal is None else journal,
        kept=np.zeros(2, dtype=np.int64),
    )


@jit_inlined
def first_word(game: AnyGame, place: np.uint64) -> np.uint64:
    """Return the word of the first place, with the first running counts."""
    return U64(game.counts.first + U64(place << _ROW_BITS))


@jit_inlined
def after(game: AnyGame, word: np.uint64, _: np.uint64, card: Integer) -> np.uint64:
    """Return the word behind a card, which has been counted."""
    return U64(word + game.counts.adds[card])


@jit_inlined
def column_of(_: Array, card: Integer) -> np.uint64:
    """Return the column of a card in the automaton: its class."""
    return U64(card)


@jit_inlined
def answer(
    game: AnyGame, memory: LeanMemory, row: np.uint64, word: np.uint64, ended: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Go on from states that ask for the count, which has not seen the down card yet."""
    automaton, ends = game.automaton, memory.ends
    split, start = U64(_SPLITS * U64(automaton.columns)), automaton.start
    if row < split or row >= start:
        return row, ended
    ended = U64(ended - _UNIT)
    hole = memory.cards[U64(card_place(ends[U64(ended - _UNIT)]) + _HOLE)]
    seen = U64(U64(word - game.counts.adds[hole]) >> _PLAYS_AT)
    while split <= row < start:
        level = U64(automaton.rows[U64(row + _LEVEL)])
        least = U64(game.counts.least[U64(level + card_index(word))])
        row = U64(automaton.rows[U64(row + U64(seen < least))])
    ends[ended] = U64(word | row)
    going = U64(U64(len(automaton.cells)) * U64(automaton.columns))
    return row, U64(ended + U64(row < going))


@jit_inlined
def deck_to_split(game: AnyGame, shoes: Shoes, lane: np.uint64, memory: LeanMemory) -> AnyDeck:
    """Return the shoe of a lane whose pair is split, with the running count before the round."""
    deck = counted_deck(take_up(memory, shoes, lane), game.counting, memory.counted.counting)
    count = I64(word_before(memory, lane) >> _PLAYS_AT)
    deck.running[INDICES] = count + game.counts.plays_low
    deck.state[HOLE] = U32(deck.state[START] + _THREE)
    return deck


@jit_inlined
def count_rounds(
    game: AnyGame, shoes: Shoes, lane: np.uint64, counts: Array, memory: LeanMemory
) -> None:
    """Count all rounds of a shoe, and enter them in the cube."""
    counting, own, automaton = game.counting, game.counts, game.automaton
    ends, cards, kept = memory.ends, memory.cards, memory.counted
    cube, sums = kept.cube, kept.counting.sums
    summed = is_summed(U64(shoes.number + lane))
    slowly, plays = counting.moves or summed, 0 if counting.enter >= 0 else 1
    if summed:
        begin_shoe(sums, counting.count_bins)
    begins, ended = U64(lane * _ENDS), U64(memory.ended[lane])
    for at in range(U64(begins + _UNIT), ended):
        state, before = end_state(automaton, ends[at]), U64(ends[U64(at - _UNIT)])
        memory.tally[state] += 1
        gone, count = card_index(before), U64(U64(U64(before >> _BETS_AT) & _COUNT) - _MARGIN)
        up = cards[U64(card_place(before) + _UNIT)]
        may_insure = U64(before >> _PLAYS_AT) >= U64(own.insures[gone]) and counting.insurable[up]
        if slowly or may_insure or own.packed[state] == U64(0):
            cell = U64(automaton.cells[state])
            net, outcome = I64(game.pays[cell]), I64(cell) & _OUTCOME
            if state == U64(0):
                net, outcome = memory.nets[at] >> COLUMN_BITS, memory.nets[at] & _OUTCOME
            if may_insure and _insures(game, cards, before):
                net += count_insurance(counts, counting, outcome)
            count_bin = I64(counting.bins[U64(gone * own.width + count)])
            if counting.moves:
                plays = next_play(counting, plays, count_bin)
            add_result(counts, counter_cell(counting, plays, U32(gone), count_bin), net)
            if summed and plays == 1:
                add_to_shoe(sums, count_bin, net)
        else:
            cube[own.spots[U64(count * own.cut + gone)]] += own.packed[state]
    if summed:
        add_shoe(counts, counting, sums, I64(ended - begins) - 1)
    kept.kept[1] += I64(ended - begins)
    if kept.kept[1] > PACKED_ROUNDS:
        enter(game, counts, memory)


@jit_inlined
def enter(game: AnyGame, counts: Array, memory: LeanMemory) -> None:
    """Enter the rounds of `CountedMemory.cube` in the cube."""
    cube = memory.counted.cube
    memory.counted.kept[1] = 0
    for spot in range(len(cube)):
        packed = U64(cube[spot])
        if packed:
            cube[spot] = U64(0)
            at = game.counting.cube + FIELDS * spot
            number = I64(packed & _NUMBER)
            counts[at] += number
            counts[at + 1] += I64(U64(packed >> _SUM_AT) & _SUM) - number * NET_LIMIT
            counts[at + 2] += I64(packed >> _SQUARES_AT)


@jit_inlined
def _insures(game: AnyGame, cards: Array, before: np.uint64) -> bool:
    """Return whether the counter insures in a round, with three cards of the deal seen."""
    place, adds = card_place(before), game.counts.adds
    seen = U64(before + adds[cards[place]] + adds[cards[U64(place + _UNIT)]])
    seen = U64(U64(seen + adds[cards[U64(place + _TWO)]]) >> _PLAYS_AT)
    level = U64(U64(game.counting.insurance) * _LANE)
    return bool(seen >= U64(game.counts.least[U64(level + card_index(before) + _DEALT)]))


@jit_apart
def play_rounds(
    shoe: Deck,
    game: AnyGame,
    cutting: Cutting,
    limit: Integer,
    counts: Array,
    memory: LeanMemory,
) -> Integer:
    """Play a shoe round by round, and at most *limit* rounds of it."""
    counting, results, counted = game.counting, memory.results, memory.counted
    sums, deck = counted.counting.sums, counted_deck(shoe, counting, counted.counting)
    index, gate, rounds, summed = cutting.burn, cutting.burn, 0, is_summed(shoe.number)
    plays = 0 if counting.enter >= 0 else 1
    if summed:
        begin_shoe(sums, counting.count_bins)
    while gate < cutting.cut and rounds < limit:
        start = index
        deck.state[START] = index
        count_bin = bin_at(deck, counting, index)
        if counting.moves:
            plays = next_play(counting, plays, count_bin)
        insured = False
        if counting.insurance >= 0 and counting.insurable[card_at(deck, U32(index + _ONE))]:
            insured = insures(deck, counting, game.tables.asks, U32(index + _FOUR))
        index, outcome, result, hands = play_round(deck, game.tables, index, results, memory.stack)
        if result >= FIRST_RESULT:
            cell = (result << COLUMN_BITS) + outcome
            counts[game.sections.whole + cell] += 1
            net = I64(game.pays[cell])
        else:
            net = I64(count_split(counts, game, results, hands, outcome))
        if insured:
            net += count_insurance(counts, counting, outcome)
        add_result(counts, counter_cell(counting, plays, gate, count_bin), net)
        if summed and plays == 1:
            add_to_shoe(sums, count_bin, net)
        line = counted.kept[0]
        if line < len(counted.journal):
            keep_round(counted.journal[line], start, count_bin, plays, net, 0, 1)
        counted.kept[0], rounds = line + 1, rounds + 1
        see_deal(deck, counting, counted.counting.left, start, index)
        gate = start if counting.after_cut else index
    if summed and gate >= cutting.cut:
        add_shoe(counts, counting, sums, rounds)
    return rounds


_end_shoes = shoes_lean.end_shoes


@jit_inlined
def end_shoes(game: AnyGame, counts: Array, memory: LeanMemory) -> None:
    """Count the rounds by their results, and enter those in the cube that are left."""
    _end_shoes(game, counts, memory)
    enter(game, counts, memory)


_ANSWERS = {"after": after, "answer": answer, "column_of": column_of}
_begin_lanes = jit_inlined(rebound(shoes_lean.begin_lanes, first_word=first_word))
_take_cards = jit_inlined(rebound(shoes_lean.take_cards, **_ANSWERS))
_play_split_round = jit_inlined(rebound(shoes_lean.play_split_round, play_split=play_split))
_split_pair = jit_apart(
    rebound(
        shoes_lean.split_pair,
        after=after,
        deck_to_split=deck_to_split,
        play_split_round=_play_split_round,
    )
)
_finish_lane = jit_inlined(rebound(shoes_lean.finish_lane, **_ANSWERS))
play_lean = jit_cached(
    bound(
        getattr(shoes_lean.play_lean, "py_func", shoes_lean.play_lean),
        __file__,
        begin_lanes=_begin_lanes,
        take_cards=_take_cards,
        split_pair=_split_pair,
        finish_lane=_finish_lane,
        count_rounds=count_rounds,
        end_shoes=end_shoes,
        play_rounds=play_rounds,
    )
)
"""Play shoes as `shoes_lean.play_lean` does, of a `CountedGame`."""
