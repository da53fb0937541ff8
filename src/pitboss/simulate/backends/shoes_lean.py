"""Play one seat with its main wager alone on the processor, four shoes at a time.

The cards of a shoe lead from round to round through `round_automaton`. A look-up in its table has a
long latency, so four shoes are played side by side. After every card the end of the round is
stored, whether the round ends or not, so the processor never mispredicts a branch. The ends are
counted when the shoe is over.

`counting.shoes_lean` plays a counter in the same way, with the running counts in the high bits of
the index of a card.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_apart, jit_cached, jit_inlined
from pitboss.simulate.blackjack.play import (
    COLUMN_BITS,
    FIRST_RESULT,
    I32,
    LeanGame,
    dealer_outcome,
    play_round,
    play_split,
)
from pitboss.simulate.blackjack.round_automaton import (
    LANES,
    ROW_BITS,
    SHOE_ROOM,
    RoundAutomaton,
)
from pitboss.simulate.buffers import HANDS_ROOM
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.random.shoes import (
    ShoeMemory,
    copy_cards,
    deck_in,
    open_shoe,
    shoe_memory,
    shuffle_into,
)
from pitboss.simulate.random.shuffle import (
    FILLED,
    FRONTIER,
    START,
    STATE,
    WORD,
    Cutting,
    Deck,
    card_at,
    dealt_card,
)
from pitboss.simulate.side_wager_kernels import is_ace, value

Array = Any
ENDS_ROOM = 256
"""More rounds than a shoe has."""
_ZERO, _ONE, _TWO, _THREE, _FOUR = U32(0), U32(1), U32(2), U32(3), U32(4)
_CARDS, _TEN = U64(52), 10
_UNIT, _LANE, _ENDS, _STATES = U64(1), U64(SHOE_ROOM), U64(ENDS_ROOM), U64(STATE)
_PLACE, _INDEX = U64(LANES * SHOE_ROOM - 1), U64(SHOE_ROOM - 1)
_ROW, _ROW_BITS = U64((1 << ROW_BITS) - 1), U64(ROW_BITS)
_HALF, _SPLITS = U64(32), U64(FIRST_RESULT)


class Shoes(NamedTuple):
    """The shoes of all lanes."""

    size: np.uint32
    """How many cards a shoe has."""
    number: np.uint64
    """The number of the first."""
    seed: np.uint64


class LeanMemory(NamedTuple):
    """Working memory for one thread."""

    shoe: ShoeMemory
    """The shoe of the lane that needs more than its next card."""
    cards: Array
    """(lane, card)."""
    states: Array
    """(lane, state of its shoe)."""
    ends: Array
    """(lane, round): the word behind it with the row of the state in which it ended. Before the
    first round is the word where that begins."""
    nets: Array
    """(lane, round): of a round with a split, what it won, and below it the dealer's outcome."""
    words: Array
    """(lane): the place of its next card among those of all lanes, with room for a row below it."""
    rows: Array
    """(lane): the row of its state."""
    ended: Array
    """(lane): where its next end is stored."""
    taken: Array
    """One more than the lane whose shoe is that of `shoe`, or 0."""
    tally: Array
    """(state in which a round has ended): rounds."""
    results: Array
    stack: Array
    counted: Any = ()
    """The memory of a counter, if there is one."""


def lean_memory(size: int, states: int) -> LeanMemory:
    """Return working memory for shoes of *size* cards; rounds end in *states* states."""
    shoe = shoe_memory(size)
    assert len(shoe.cards) <= SHOE_ROOM, "a shoe has room in its lane"
    return LeanMemory(
        shoe=shoe,
        cards=np.zeros(LANES * SHOE_ROOM, dtype=np.uint8),
        states=np.zeros(LANES * STATE, dtype=np.uint32),
        ends=np.zeros(LANES * ENDS_ROOM, dtype=np.uint64),
        nets=np.zeros(LANES * ENDS_ROOM, dtype=np.int64),
        words=np.zeros(LANES, dtype=np.uint64),
        rows=np.zeros(LANES, dtype=np.uint64),
        ended=np.zeros(LANES, dtype=np.uint64),
        taken=np.zeros(1, dtype=np.uint64),
        tally=np.zeros(states, dtype=np.int64),
        results=np.empty(HANDS_ROOM, dtype=np.uint32),
        stack=np.empty(HANDS_ROOM, dtype=np.uint32),
    )


@jit_cached
def play_lean(
    lean: LeanGame,
    full: Array,
    cutting: Cutting,
    seed: np.uint64,
    first: np.uint64,
    shoes: Integer,
    limit: Integer,
    counts: Array,
    memory: LeanMemory,
) -> Integer:
    """Play shoes from *first* on, at most *limit* rounds of one seat with its main wager alone.

    A hand that is not split is counted by its result. The hands of a split are counted one by one,
    and their sum is counted too.
    """
    rounds, shift, most = 0, 0, LANES * (len(full) // 4 + 1)
    while shift < shoes and rounds < limit:
        number = U64(first + U64(shift))
        if not len(lean.automaton.cells) or shift + LANES > shoes or rounds + most > limit:
            deck = open_shoe(full, cutting, seed, number, memory.shoe)
            rounds += play_rounds(deck, lean, cutting, limit - rounds, counts, memory)
            shift += 1
            continue
        group = Shoes(U32(len(full)), number, seed)
        begin_lanes(lean, full, cutting, group, memory)
        steps, over = U64(cutting.cut - cutting.burn), 0
        while over < LANES:
            if steps > U64(0):
                take_cards(lean, memory, steps)
            else:  # a lane must be over before another draws behind the end of its shoe
                finish_lane(lean, group, cutting.cut, U64(over), memory)
                over += 1 if memory.rows[over] >= lean.automaton.start else 0
            steps = U64(cutting.cut)
            for lane in range(LANES):
                if memory.rows[lane] < lean.automaton.start:
                    split_pair(lean, group, U64(lane), counts, memory)
                index = card_index(memory.words[lane])
                steps = min(steps, U64(U64(cutting.cut) - min(index, U64(cutting.cut))))
        for lane in range(LANES):
            count_rounds(lean, group, U64(lane), counts, memory)
            rounds += memory.ended[lane] - U64(U64(lane) * _ENDS + _UNIT)
        shift += LANES
    end_shoes(lean, counts, memory)
    return rounds


@jit_inlined
def card_place(word: np.uint64) -> np.uint64:
    """Return the place of a card among those of all lanes."""
    return U64(U64(word >> _ROW_BITS) & _PLACE)


@jit_inlined
def card_index(word: np.uint64) -> np.uint64:
    """Return the place of a card in its shoe."""
    return U64(U64(word >> _ROW_BITS) & _INDEX)


@jit_inlined
def first_word(_: LeanGame, place: np.uint64) -> np.uint64:
    """Return the word of the first place; its upper half holds the counts of a counter."""
    return U64(place << _ROW_BITS)


@jit_inlined
def after(_: LeanGame, __: np.uint64, place: np.uint64, ___: Integer) -> np.uint64:
    """Return the word of *place*, by the word before it and the card there."""
    return U64(place << _ROW_BITS)


@jit_inlined
def column_of(kinds: Array, card: Integer) -> np.uint64:
    """Return the column of a card in the automaton; who counts has one for every class."""
    return U64(kinds[card])


@jit_inlined
def answer(
    _: LeanGame, __: LeanMemory, row: np.uint64, ___: np.uint64, ended: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Go on from a state that asks for the count; return the row, and where the next end is."""
    return row, ended


@jit_inlined
def begin_lanes(
    lean: LeanGame, full: Array, cutting: Cutting, shoes: Shoes, memory: LeanMemory
) -> None:
    """Shuffle the shoe of every lane, and begin behind the burned cards."""
    memory.taken[0] = U64(0)
    for turn in range(LANES):
        lane = U64(turn)
        begins = U64(lane * _LANE)
        number = U64(shoes.number + lane)
        shuffle_into(memory.cards, begins, full, cutting, shoes.seed, number, memory.shoe)
        for field in range(STATE):
            memory.states[U64(lane * _STATES + U64(field))] = memory.shoe.state[field]
        word = first_word(lean, U64(begins + U64(cutting.burn)))
        memory.words[lane], memory.rows[lane] = word, lean.automaton.start
        memory.ends[U64(lane * _ENDS)] = word
        memory.ended[lane] = U64(lane * _ENDS + _UNIT)


@jit_inlined
def take_cards(lean: LeanGame, memory: LeanMemory, steps: np.uint64) -> None:
    """Take *steps* cards in every lane, or fewer if a pair is split in one of them."""
    next_rows, kinds = lean.automaton.rows, lean.automaton.kinds
    cards, ends = memory.cards, memory.ends
    words, rows, ended = memory.words, memory.rows, memory.ended
    split, start = U64(_SPLITS * U64(lean.automaton.columns)), lean.automaton.start
    going = U64(U64(len(lean.automaton.cells)) * U64(lean.automaton.columns))
    w0, w1, w2, w3 = U64(words[0]), U64(words[1]), U64(words[2]), U64(words[3])
    p0, p1, p2, p3 = card_place(w0), card_place(w1), card_place(w2), card_place(w3)
    r0, r1, r2, r3 = U64(rows[0]), U64(rows[1]), U64(rows[2]), U64(rows[3])
    e0, e1, e2, e3 = U64(ended[0]), U64(ended[1]), U64(ended[2]), U64(ended[3])
    while steps > U64(0):
        c0, c1, c2, c3 = cards[p0], cards[p1], cards[p2], cards[p3]
        r0 = U64(next_rows[U64(r0 + column_of(kinds, c0))])
        r1 = U64(next_rows[U64(r1 + column_of(kinds, c1))])
        r2 = U64(next_rows[U64(r2 + column_of(kinds, c2))])
        r3 = U64(next_rows[U64(r3 + column_of(kinds, c3))])
        p0, p1, p2, p3 = U64(p0 + _UNIT), U64(p1 + _UNIT), U64(p2 + _UNIT), U64(p3 + _UNIT)
        w0, w1 = after(lean, w0, p0, c0), after(lean, w1, p1, c1)
        w2, w3 = after(lean, w2, p2, c2), after(lean, w3, p3, c3)
        steps = U64(steps - _UNIT)
        ends[e0], ends[e1] = U64(w0 | r0), U64(w1 | r1)
        ends[e2], ends[e3] = U64(w2 | r2), U64(w3 | r3)
        e0, e1 = U64(e0 + U64(r0 < going)), U64(e1 + U64(r1 < going))
        e2, e3 = U64(e2 + U64(r2 < going)), U64(e3 + U64(r3 < going))
        if r0 < start or r1 < start or r2 < start or r3 < start:
            r0, e0 = answer(lean, memory, r0, w0, e0)
            r1, e1 = answer(lean, memory, r1, w1, e1)
            r2, e2 = answer(lean, memory, r2, w2, e2)
            r3, e3 = answer(lean, memory, r3, w3, e3)
            if r0 < split or r1 < split or r2 < split or r3 < split:
                break
    words[0], words[1], words[2], words[3] = w0, w1, w2, w3
    rows[0], rows[1], rows[2], rows[3] = r0, r1, r2, r3
    ended[0], ended[1], ended[2], ended[3] = e0, e1, e2, e3


@jit_inlined
def take_up(memory: LeanMemory, shoes: Shoes, lane: np.uint64) -> Deck:
    """Return the shoe of a lane, for more than its next card."""
    shoe = memory.shoe
    if memory.taken[0] != U64(lane + _UNIT):
        count = max(shoes.size, memory.states[U64(lane * _STATES + U64(FRONTIER))])
        copy_cards(memory.cards, U64(lane * _LANE), shoe.cards, U64(0), count)
        for field in range(STATE):
            shoe.state[field] = memory.states[U64(lane * _STATES + U64(field))]
        # The words in its memory may be those of another lane: they are made again.
        shoe.state[FILLED] = U32(shoe.state[WORD] >> _TWO)
        memory.taken[0] = U64(lane + _UNIT)
    shoe.state[START] = U32(card_index(word_before(memory, lane)))
    return deck_in(shoe, shoes.size, U64(shoes.number + lane), shoes.seed)


@jit_inlined
def word_before(memory: LeanMemory, lane: np.uint64) -> np.uint64:
    """Return the word where the round of a lane begins."""
    return U64(memory.ends[U64(memory.ended[lane] - _UNIT)] & ~_ROW)


@jit_inlined
def _put_back(memory: LeanMemory, shoes: Shoes, lane: np.uint64) -> None:
    """Put the shoe of a lane back, if more cards of it were placed.

    Cards of earlier rounds stay as they were dealt, although they may be shuffled in again.
    """
    shoe, begins = memory.shoe, U64(lane * _LANE)
    frontier = U32(shoe.state[FRONTIER])
    if frontier != memory.states[U64(lane * _STATES + U64(FRONTIER))]:
        start = U64(shoe.state[START])
        count = U64(U64(max(shoes.size, frontier)) - start)
        copy_cards(shoe.cards, start, memory.cards, U64(begins + start), count)
        for field in range(STATE):
            memory.states[U64(lane * _STATES + U64(field))] = shoe.state[field]


@jit_inlined
def deck_to_split(_: LeanGame, shoes: Shoes, lane: np.uint64, memory: LeanMemory) -> Deck:
    """Return the shoe of a lane whose pair is split; who counts has one of his own."""
    return take_up(memory, shoes, lane)


# Apart, as all that is rare: in the loop it would take registers from `take_cards`.
@jit_apart
def split_pair(
    lean: LeanGame, shoes: Shoes, lane: np.uint64, counts: Array, memory: LeanMemory
) -> None:
    """Play a round whose pair is split to its end."""
    ended = U64(memory.ended[lane] - _UNIT)
    memory.ended[lane] = ended
    deck, word = deck_to_split(lean, shoes, lane, memory), word_before(memory, lane)
    free = _ONE if memory.rows[lane] == U64(lean.automaton.columns) else _ZERO
    index, net, outcome = play_split_round(deck, lean, free, counts, memory)
    _put_back(memory, shoes, lane)
    for card in range(deck.state[START], index):
        place = U64(lane * _LANE + U64(card) + _UNIT)
        word = after(lean, word, place, dealt_card(deck, U32(card)))
    memory.words[lane], memory.rows[lane], memory.ends[ended] = word, lean.automaton.start, word
    memory.nets[ended] = (net << COLUMN_BITS) + outcome
    memory.ended[lane] = U64(ended + _UNIT)


@jit_apart
def _draw(shoes: Shoes, lane: np.uint64, index: np.uint32, memory: LeanMemory) -> np.uint32:
    """Return a card that has not been placed yet."""
    card = card_at(take_up(memory, shoes, lane), index)
    _put_back(memory, shoes, lane)
    return card


@jit_inlined
def finish_lane(
    lean: LeanGame, shoes: Shoes, cut: np.uint32, lane: np.uint64, memory: LeanMemory
) -> None:
    """Go on to the end of the round that the cut card comes in, or until a pair is split."""
    automaton, cards, ends, ended = lean.automaton, memory.cards, memory.ends, memory.ended
    going = U64(U64(len(automaton.cells)) * U64(automaton.columns))
    word, row = U64(memory.words[lane]), U64(memory.rows[lane])
    while (card_index(word) < U64(cut) or row >= going) and row >= automaton.start:
        place, index = card_place(word), U32(card_index(word))
        card = U32(cards[place])
        if index >= memory.states[U64(lane * _STATES + U64(FRONTIER))]:
            card = _draw(shoes, lane, index, memory)
        row = U64(automaton.rows[U64(row + column_of(automaton.kinds, card))])
        word = after(lean, word, U64(place + _UNIT), card)
        ends[ended[lane]] = U64(word | row)
        row, ended[lane] = answer(lean, memory, row, word, U64(ended[lane] + U64(row < going)))
    memory.words[lane], memory.rows[lane] = word, row


@jit_inlined
def end_shoes(lean: LeanGame, counts: Array, memory: LeanMemory) -> None:
    """Count the rounds by their results; those with a split were counted by their hands."""
    for state in range(1, len(memory.tally)):
        counts[lean.sections.whole + lean.automaton.cells[state]] += memory.tally[state]


@jit_inlined
def count_rounds(
    lean: LeanGame,
    shoes: Shoes,  # noqa: ARG001 - somebody who counts looks at their numbers
    lane: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Count all rounds of a shoe but those with a split."""
    ends, begins, ended = memory.ends, U64(lane * _ENDS), U64(memory.ended[lane])
    for at in range(U64(begins + _UNIT), ended):
        memory.tally[end_state(lean.automaton, ends[at])] += 1
    if len(lean.deals.by_up):
        for at in range(begins, U64(ended - _UNIT)):
            _count_deal(lean, memory.cards, card_place(ends[at]), counts)


@jit_inlined
def end_state(automaton: RoundAutomaton, end: np.uint64) -> np.uint64:
    """Return the number of the state in which a round has ended."""
    return U64(U64(U64(end & _ROW) * automaton.state_of) >> _HALF)


@jit_inlined
def _count_deal(lean: LeanGame, cards: Array, place: np.uint64, counts: Array) -> None:
    """Count what the side wagers of a round came to, and whether the seat could insure."""
    deals, insurance = lean.deals, U64(lean.sections.insurance)
    one, up = U64(cards[place]), U64(cards[U64(place + _UNIT)])
    two, down = U64(cards[U64(place + U64(2))]), U64(cards[U64(place + U64(3))])
    row = U64(U64(one * _CARDS + two) * _CARDS)
    by_down = U64(deals.by_down[U64(row + down)])
    code = U64(U64(deals.by_up[U64(row + up)]) + U64(by_down * deals.step))
    counts[U64(insurance + U64(2) + code)] += 1
    if is_ace(up):
        counts[U64(insurance + U64(value(down) == _TEN))] += 1


@jit_inlined
def play_split_round(
    deck: Deck, lean: LeanGame, free: np.uint32, counts: Array, memory: LeanMemory
) -> tuple[np.uint32, Integer, np.uint32]:
    """Play on after the deal of a pair that is split.

    Return the index of the next card, what was won, and the dealer's outcome.
    """
    tables, classes, results = lean.tables, lean.tables.classes, memory.results
    start = U32(deck.state[START])
    one, up = dealt_card(deck, start), dealt_card(deck, U32(start + _ONE))
    two, down = dealt_card(deck, U32(start + _TWO)), dealt_card(deck, U32(start + _THREE))
    index = U32(start + _FOUR)
    split = play_split(deck, tables, index, up, one, two, free, results, _ZERO, memory.stack)
    dealer = I32(tables.dealer_first[U32(up * classes + down)])
    index, outcome = dealer_outcome(
        deck, split.after, dealer, split.waits, tables.dealer_steps, classes
    )
    return index, count_split(counts, lean, results, split.hands, outcome), outcome


@jit_inlined
def count_split(
    counts: Array, lean: LeanGame, results: Array, hands: np.uint32, outcome: np.uint32
) -> Integer:
    """Count the hands of a split, and return what they won together."""
    net = 0
    for hand in range(hands):
        cell = (results[hand] << COLUMN_BITS) + outcome
        counts[lean.sections.split + cell] += 1
        net += lean.pays[cell]
    counts[lean.sections.nets + net] += 1
    return net


@jit_apart
def play_rounds(
    deck: Deck, lean: LeanGame, cutting: Cutting, limit: Integer, counts: Array, memory: LeanMemory
) -> Integer:
    """Play a shoe round by round, and at most *limit* rounds of it."""
    results, rounds, index = memory.results, 0, cutting.burn
    while index < cutting.cut and rounds < limit:
        deck.state[START] = index
        index, outcome, result, count = play_round(deck, lean.tables, index, results, memory.stack)
        rounds += 1
        if result >= FIRST_RESULT:
            counts[lean.sections.whole + (result << COLUMN_BITS) + outcome] += 1
        else:
            count_split(counts, lean, results, count, outcome)
        if len(lean.deals.by_up):
            _count_deal(lean, deck.cards, U64(deck.state[START]), counts)
    return rounds
