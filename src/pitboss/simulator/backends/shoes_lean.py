"""Play one seat on the processor, four shoes at a time.

The cards of a shoe lead from round to round through `round_automaton`. A look-up in its table has a
long latency, so four shoes are played side by side. After every card the end of the round is
stored, whether the round ends or not, so the processor never mispredicts a branch. The ends are the
*log* of the shoe: when it is over, passes over the log count the rounds and settle side wagers.
What a table does not have is None, and so is its memory; the functions of that pass are then
compiled to nothing.

Who counts has the running counts in the high bits of the index of a card (`counting.lean_pass`).
"""

from __future__ import annotations

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_apart, jit_cached, jit_inlined
from pitboss.simulator.blackjack.log import (
    ENDS_ROOM,
    LeanMemory,
    Shoes,
    card_index,
    card_place,
    word_before,
)
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    FIRST_RESULT,
    I32,
    LeanGame,
    count_split,
    draw_dealer,
)
from pitboss.simulator.blackjack.round_automaton import LANES, ROW_BITS, SHOE_ROOM
from pitboss.simulator.blackjack.wager_looks import (
    draws_anyway,
    keep_played,
    keep_rows,
    looks_of,
    pass_wagers,
)
from pitboss.simulator.counting.lean_pass import (
    after,
    answer,
    column_of,
    count_rounds,
    enter,
    first_word,
    split_hands,
)
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import copy_cards, deck_in, shuffle_into
from pitboss.simulator.random.shuffle import (
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

_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_THREE = U32(3)
_UNIT = U64(1)
_LANE = U64(SHOE_ROOM)
_ENDS = U64(ENDS_ROOM)
_STATES = U64(STATE)
_ROW_BITS = U64(ROW_BITS)
_SPLITS = U64(FIRST_RESULT)


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
    rounds = 0
    shift = 0
    most = LANES * (len(full) // 4 + 1)
    while shift < shoes and rounds < limit:
        group = Shoes(U32(len(full)), U64(first + U64(shift)), seed)
        lanes = 1 if shift + LANES > shoes or rounds + most > limit else LANES
        for lane in range(lanes):
            _begin_lane(lean, full, cutting, group, U64(lane), memory)
        if lanes == 1:
            _play_alone(lean, group, cutting.cut, limit - rounds, counts, memory)
        else:
            _play_together(lean, group, cutting, counts, memory)
        for lane in range(lanes):
            count_rounds(lean.counts, lean, group, U64(lane), counts, memory)
            pass_wagers(lean.wagers, lean, group, U64(lane), counts, memory)
            played = memory.ended[lane] - U64(U64(lane) * _ENDS + _UNIT)
            keep_played(memory.wagers, shift + lane, played)
            rounds += played
        shift += lanes
    _count_ends(lean, counts, memory)
    enter(lean.counts, lean, counts, memory)
    return rounds


@jit_inlined
def _play_together(
    lean: LeanGame, shoes: Shoes, cutting: Cutting, counts: Array, memory: LeanMemory
) -> None:
    """Play the shoes of all lanes to their ends."""
    steps = U64(cutting.cut - cutting.burn)
    over = 0
    while over < LANES:
        if steps > U64(0):
            _take_cards(lean, memory, steps)
        else:  # a lane must be over before another draws behind the end of its shoe
            _finish_lane(lean, shoes, cutting.cut, U64(over), memory)
            over += 1 if memory.rows[over] >= lean.automaton.start else 0
        steps = U64(cutting.cut)
        for lane in range(LANES):
            if memory.rows[lane] < lean.automaton.start:
                _split_pair(lean, shoes, U64(lane), counts, memory)
            index = card_index(memory.words[lane])
            steps = min(steps, U64(U64(cutting.cut) - min(index, U64(cutting.cut))))


@jit_apart
def _play_alone(
    lean: LeanGame,
    shoes: Shoes,
    cut: np.uint32,
    limit: Integer,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Play the shoe of the first lane to its end; leave at most *limit* rounds in its log."""
    lane = U64(0)
    last = U64(U64(limit) + _UNIT)
    while True:
        _finish_lane(lean, shoes, cut, lane, memory)
        if memory.rows[lane] >= lean.automaton.start or memory.ended[lane] > last:
            break
        _split_pair(lean, shoes, lane, counts, memory)
    memory.ended[lane] = min(U64(memory.ended[lane]), last)


@jit_inlined
def _begin_lane(
    lean: LeanGame,
    full: Array,
    cutting: Cutting,
    shoes: Shoes,
    lane: np.uint64,
    memory: LeanMemory,
) -> None:
    """Shuffle the shoe of a lane, and begin behind the burned cards."""
    memory.taken[0] = U64(0)
    begins = U64(lane * _LANE)
    number = U64(shoes.number + lane)
    shuffle_into(memory.cards, begins, full, cutting, shoes.seed, number, memory.shoe)
    for field in range(STATE):
        memory.states[U64(lane * _STATES + U64(field))] = memory.shoe.state[field]
    word = first_word(lean.counts, U64(begins + U64(cutting.burn)))
    memory.words[lane] = word
    memory.rows[lane] = lean.automaton.start
    memory.ends[U64(lane * _ENDS)] = word
    memory.ended[lane] = U64(lane * _ENDS + _UNIT)


@jit_inlined
def _take_cards(lean: LeanGame, memory: LeanMemory, steps: np.uint64) -> None:
    """Take *steps* cards in every lane, or fewer if a pair is split in one of them."""
    next_rows = lean.automaton.rows
    kinds = lean.automaton.kinds
    cards = memory.cards
    ends = memory.ends
    words = memory.words
    rows = memory.rows
    ended = memory.ended
    split = U64(_SPLITS * U64(lean.automaton.columns))
    start = lean.automaton.start
    going = U64(U64(len(lean.automaton.cells)) * U64(lean.automaton.columns))
    w0 = U64(words[0])
    w1 = U64(words[1])
    w2 = U64(words[2])
    w3 = U64(words[3])
    p0 = card_place(w0)
    p1 = card_place(w1)
    p2 = card_place(w2)
    p3 = card_place(w3)
    r0 = U64(rows[0])
    r1 = U64(rows[1])
    r2 = U64(rows[2])
    r3 = U64(rows[3])
    e0 = U64(ended[0])
    e1 = U64(ended[1])
    e2 = U64(ended[2])
    e3 = U64(ended[3])
    while steps > U64(0):
        c0 = cards[p0]
        c1 = cards[p1]
        c2 = cards[p2]
        c3 = cards[p3]
        r0 = U64(next_rows[U64(r0 + column_of(kinds, c0))])
        r1 = U64(next_rows[U64(r1 + column_of(kinds, c1))])
        r2 = U64(next_rows[U64(r2 + column_of(kinds, c2))])
        r3 = U64(next_rows[U64(r3 + column_of(kinds, c3))])
        p0 = U64(p0 + _UNIT)
        p1 = U64(p1 + _UNIT)
        p2 = U64(p2 + _UNIT)
        p3 = U64(p3 + _UNIT)
        w0 = after(lean.counts, w0, p0, c0)
        w1 = after(lean.counts, w1, p1, c1)
        w2 = after(lean.counts, w2, p2, c2)
        w3 = after(lean.counts, w3, p3, c3)
        steps = U64(steps - _UNIT)
        ends[e0] = U64(w0 | r0)
        ends[e1] = U64(w1 | r1)
        ends[e2] = U64(w2 | r2)
        ends[e3] = U64(w3 | r3)
        e0 = U64(e0 + U64(r0 < going))
        e1 = U64(e1 + U64(r1 < going))
        e2 = U64(e2 + U64(r2 < going))
        e3 = U64(e3 + U64(r3 < going))
        if r0 < start or r1 < start or r2 < start or r3 < start:
            r0, e0 = answer(lean.counts, lean, memory, r0, w0, e0)
            r1, e1 = answer(lean.counts, lean, memory, r1, w1, e1)
            r2, e2 = answer(lean.counts, lean, memory, r2, w2, e2)
            r3, e3 = answer(lean.counts, lean, memory, r3, w3, e3)
            if r0 < split or r1 < split or r2 < split or r3 < split:
                break
    words[0] = w0
    words[1] = w1
    words[2] = w2
    words[3] = w3
    rows[0] = r0
    rows[1] = r1
    rows[2] = r2
    rows[3] = r3
    ended[0] = e0
    ended[1] = e1
    ended[2] = e2
    ended[3] = e3


@jit_inlined
def _take_up(memory: LeanMemory, shoes: Shoes, lane: np.uint64) -> Deck:
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
def _put_back(memory: LeanMemory, shoes: Shoes, lane: np.uint64) -> None:
    """Put the shoe of a lane back, if more cards of it were placed.

    Cards of earlier rounds stay as they were dealt, although they may be shuffled in again.
    """
    shoe = memory.shoe
    begins = U64(lane * _LANE)
    frontier = U32(shoe.state[FRONTIER])
    if frontier != memory.states[U64(lane * _STATES + U64(FRONTIER))]:
        start = U64(shoe.state[START])
        count = U64(U64(max(shoes.size, frontier)) - start)
        copy_cards(shoe.cards, start, memory.cards, U64(begins + start), count)
        for field in range(STATE):
            memory.states[U64(lane * _STATES + U64(field))] = shoe.state[field]


# Apart, as all that is rare: in the loop it would take registers from `_take_cards`.
@jit_apart
def _split_pair(
    lean: LeanGame, shoes: Shoes, lane: np.uint64, counts: Array, memory: LeanMemory
) -> None:
    """Play a round whose pair is split to its end."""
    ended = U64(memory.ended[lane] - _UNIT)
    memory.ended[lane] = ended
    word = word_before(memory, lane)
    deck = _take_up(memory, shoes, lane)
    free = _ONE if memory.rows[lane] == U64(lean.automaton.columns) else _ZERO
    index, net, outcome = _play_split_round(deck, lean, word, free, ended, counts, memory)
    _put_back(memory, shoes, lane)
    for card in range(deck.state[START], index):
        place = U64(lane * _LANE + U64(card) + _UNIT)
        word = after(lean.counts, word, place, dealt_card(deck, U32(card)))
    memory.words[lane] = word
    memory.rows[lane] = lean.automaton.start
    memory.ends[ended] = word
    memory.nets[ended] = (net << COLUMN_BITS) + outcome
    memory.ended[lane] = U64(ended + _UNIT)


@jit_apart
def _draw(shoes: Shoes, lane: np.uint64, index: np.uint32, memory: LeanMemory) -> np.uint32:
    """Return a card that has not been placed yet."""
    card = card_at(_take_up(memory, shoes, lane), index)
    _put_back(memory, shoes, lane)
    return card


@jit_inlined
def _finish_lane(
    lean: LeanGame, shoes: Shoes, cut: np.uint32, lane: np.uint64, memory: LeanMemory
) -> None:
    """Go on to the end of the round that the cut card comes in, or until a pair is split."""
    automaton = lean.automaton
    cards = memory.cards
    ends = memory.ends
    ended = memory.ended
    going = U64(U64(len(automaton.cells)) * U64(automaton.columns))
    word = U64(memory.words[lane])
    row = U64(memory.rows[lane])
    while (card_index(word) < U64(cut) or row >= going) and row >= automaton.start:
        place = card_place(word)
        index = U32(card_index(word))
        card = U32(cards[place])
        if index >= memory.states[U64(lane * _STATES + U64(FRONTIER))]:
            card = _draw(shoes, lane, index, memory)
        row = U64(automaton.rows[U64(row + column_of(automaton.kinds, card))])
        word = after(lean.counts, word, U64(place + _UNIT), card)
        ends[ended[lane]] = U64(word | row)
        last = U64(ended[lane] + U64(row < going))
        row, ended[lane] = answer(lean.counts, lean, memory, row, word, last)
    memory.words[lane] = word
    memory.rows[lane] = row


@jit_inlined
def _count_ends(lean: LeanGame, counts: Array, memory: LeanMemory) -> None:
    """Count the rounds by their results; those with a split were counted by their hands."""
    for state in range(1, len(memory.tally)):
        counts[lean.sections.whole + lean.automaton.cells[state]] += memory.tally[state]


@jit_inlined
def _play_split_round(
    deck: Deck,
    lean: LeanGame,
    word: np.uint64,
    free: np.uint32,
    line: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> tuple[np.uint32, Integer, np.uint32]:
    """Play on after the deal of a pair that is split.

    Return the index of the next card, what was won, and the dealer's outcome.
    """
    tables = lean.tables
    classes = lean.tables.classes
    hands = memory.hands
    start = U32(deck.state[START])
    one = dealt_card(deck, start)
    up = dealt_card(deck, U32(start + _ONE))
    two = dealt_card(deck, U32(start + _TWO))
    down = dealt_card(deck, U32(start + _THREE))
    hands.first[0] = one
    hands.second[0] = two
    hands.shown[0] = up
    hands.shown[1] = down
    split = split_hands(lean.counts, lean, deck, word, free, memory)
    hands.counts[0] = split.hands
    hands.waits[0] = split.waits
    hands.spans[0] = split.begins
    hands.spans[1] = split.stops
    hands.dealer[0] = up
    hands.dealer[1] = down
    draws = split.waits or draws_anyway(looks_of(lean.wagers), deck, hands)
    dealer = I32(tables.dealer_first[U32(up * classes + down)])
    index, outcome, dealer_count = draw_dealer(
        deck, tables, split.after, dealer, draws, hands.dealer
    )
    keep_rows(lean.wagers, deck, line, dealer_count, memory)
    return index, count_split(counts, lean, hands.results, split.hands, outcome), outcome
