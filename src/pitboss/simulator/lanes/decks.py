"""Rounds with a fresh deck each, many decks side by side: a lane for each.

No deck is laid out and no card is moved. A shuffle takes the card for each place from that place or
a later one, and leaves its own card there. So a card is computed by going back over the earlier
places: where one of them took its card from the same place, it left its own. All lanes do that
together, thirty-two to an instruction.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Integer, jit_apart, jit_cached, jit_inlined, jit_linked
from pitboss.simulator.backends.shoes import PlayRound
from pitboss.simulator.lanes.memory import ENDS_ROOM, REGISTERS, LaneCounts, LaneJob, keep_hits
from pitboss.simulator.random.philox import U32, U64, philox
from pitboss.simulator.random.shoes import (
    CARD,
    CARD_BITS,
    ShoeMemory,
    choose_two,
    copy_cards,
    deck_in,
    shoe_memory,
)
from pitboss.simulator.random.shuffle import (
    FILLED,
    FRONTIER,
    START,
    WORD,
    begin,
)

LANES = 64
ROWS = 64
"""More cards than a round may take."""
_WORDS_A_BLOCK = 4
_U8 = np.uint8
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_LANES = U32(LANES)
_SUIT_BITS = U32(2)
_HALF = U64(32)


class Decks(NamedTuple):
    """The first cards of all lanes, and the results of their rounds."""

    shoe: ShoeMemory
    """The deck of a round that is played by itself."""
    origins: Array
    """(card, lane): the place that it was taken from."""
    words: Array
    """(word, lane): a block of random words."""
    doubts: Array
    """(lane): whether one of its random words may have to be skipped."""
    rows: Array
    """(card, lane)."""
    cards: Array
    """The same memory."""
    again: Array
    """(card, lane): where cards come from that are shuffled once more."""
    next: Array
    """(lane): where its next card lies."""
    mine: Array
    """(lane): where the row of the seat's hand begins."""
    dealers: Array
    """(lane): where the row of the dealer's hand begins."""
    notes: Array
    """(note, lane): what a later loop over the lanes has to know."""
    waiting: Array
    """Lanes whose hands want a card."""
    kept: Array
    """(lane): whether its round was played with the others; if not, it is played by itself."""
    ends: Array
    """(end, lane): the numbers that its round came to."""


class DeckTurn(NamedTuple):
    """The decks of a round in every lane."""

    seed: np.uint64
    number: np.uint64
    """The number of the first deck."""
    placed: np.uint32
    """How many cards of each are placed."""


def make_decks(full: Array) -> Decks:
    """Return lanes for a deck with these cards."""
    rows = np.zeros((ROWS, LANES), dtype=np.uint8)
    return Decks(
        shoe=shoe_memory(len(full)),
        origins=np.zeros((ROWS, LANES), dtype=np.uint8),
        words=np.zeros((_WORDS_A_BLOCK, LANES), dtype=np.uint32),
        doubts=np.zeros(LANES, dtype=np.uint8),
        rows=rows,
        cards=rows.reshape(-1),
        again=np.zeros((_WORDS_A_BLOCK, LANES), dtype=np.uint8),
        next=np.zeros(LANES, dtype=np.uint32),
        mine=np.zeros(LANES, dtype=np.uint32),
        dealers=np.zeros(LANES, dtype=np.uint32),
        notes=np.zeros(REGISTERS * LANES, dtype=np.uint32),
        waiting=np.zeros(LANES + 1, dtype=np.uint32),
        kept=np.zeros(LANES, dtype=np.uint8),
        ends=np.zeros(ENDS_ROOM * LANES, dtype=np.uint32),
    )


@jit_apart
def draw_words(words: Array, seed: np.uint64, number: np.uint64, block: np.uint32) -> None:
    """Make a block of random words of the decks from *number* on."""
    k0 = U32(seed)
    k1 = U32(seed >> _HALF)
    first = words[0]
    second = words[1]
    third = words[2]
    fourth = words[3]
    for lane in range(LANES):
        deck = U64(number + U64(lane))
        w0, w1, w2, w3 = philox(block, U32(deck), U32(deck >> _HALF), _ZERO, k0, k1)
        first[lane] = w0
        second[lane] = w1
        third[lane] = w2
        fourth[lane] = w3


@jit_apart
def choose_places(
    one: Array, two: Array, doubts: Array, words: Array, frontier: np.uint32, size: np.uint32
) -> None:
    """Choose the places from which two cards of all decks are taken, each by a word."""
    for lane in range(LANES):
        both, doubt = choose_two(words[lane], frontier, size)
        one[lane] = _U8(both & CARD)
        two[lane] = _U8(both >> CARD_BITS)
        doubts[lane] |= _U8(doubt)


@jit_linked
def _choose_all(
    decks: Decks, seed: np.uint64, number: np.uint64, placed: np.uint32, size: np.uint32
) -> None:
    """Choose the places from which the first cards of the decks from *number* on are taken."""
    origins = decks.origins
    words = decks.words
    doubts = decks.doubts
    for lane in range(LANES):
        doubts[lane] = 0
    for pair in range(np.int64(placed >> _ONE)):
        if pair % _WORDS_A_BLOCK == 0:
            draw_words(words, seed, number, U32(pair // _WORDS_A_BLOCK))
        choose_places(
            origins[2 * pair],
            origins[2 * pair + 1],
            doubts,
            words[pair % _WORDS_A_BLOCK],
            U32(2 * pair),
            size,
        )


@jit_inlined
def _go_back(cards: Array, places: Array, origins: Array, move: Integer) -> None:
    """Go back over one move: where it took the card from, the one of its own place was left."""
    left = _U8(move)
    taken = origins[move]
    for lane in range(LANES):
        here = places[lane]
        cards[lane] = left if here == taken[lane] else here


@jit_apart
def find_cards(cards: Array, places: Array, origins: Array, moves: Integer) -> None:
    """Find the cards that lie at *places* of all decks after so many moves, which are not none."""
    _go_back(cards, places, origins, moves - 1)
    for back in range(1, moves):
        _go_back(cards, cards, origins, moves - 1 - back)


@jit_inlined
def lane_card(cards: Array, row: Integer, lane: Integer) -> np.uint32:
    """Return a card of a lane."""
    return U32(cards[U32(U32(U32(row) * _LANES) + U32(lane))])


@jit_apart
def draw(
    cards: Array,
    after: Array,
    codes: Array,
    rows: Array,
    going: np.uint32,
    stops: np.uint32,
    waiting: Array,
) -> None:
    """Let a hand of every lane draw cards until it has ended, or none is left that was placed."""
    wanted = np.int64(0)
    for lane in range(LANES):
        waiting[wanted] = lane
        wanted += np.int64(codes[lane] >= going)
    while wanted:
        more = np.int64(0)
        for turn in range(wanted):
            which = U64(waiting[turn])
            place = U32(after[which])
            code = U32(rows[U32(codes[which] + U32(U32(cards[place]) >> _SUIT_BITS))])
            place = U32(place + _LANES)
            codes[which] = code
            after[which] = place
            waiting[more] = which
            more += np.int64(code >= going and place < stops)
        wanted = more


@jit_linked
def _begin(decks: Decks, lane: Integer, job: LaneJob, number: np.uint64, placed: np.uint32) -> None:
    """Lay out the deck of a lane, for a round that is played by itself."""
    shoe = decks.shoe
    origins = decks.origins
    size = U32(len(job.full))
    copy_cards(job.full, U64(0), shoe.cards, U64(0), len(job.full))
    if decks.doubts[U64(lane)]:
        begin(deck_in(shoe, size, number, job.seed), job.cutting.placed, job.cutting.ahead)
        return
    for row in range(np.int64(placed)):
        taken = U64(origins[U64(row), U64(lane)])
        kept = shoe.cards[taken]
        shoe.cards[taken] = shoe.cards[U64(row)]
        shoe.cards[U64(row)] = kept
    state = shoe.state
    state[FRONTIER] = placed
    state[WORD] = U32(placed >> _ONE)
    # The block of the next word is made again where it is wanted.
    state[FILLED] = U32(state[WORD] >> _TWO)


@jit_inlined
def _is_deferred(decks: Decks, lane: Integer, ends: Integer, deferred: Array) -> bool:
    """Return whether a win of the round of a lane is deferred."""
    late = _U8(0)
    for which in range(ends):
        late |= deferred[U64(decks.ends[U64(U64(which * LANES) + U64(lane))])]
    return bool(late)


PlayDecks = Callable[[Decks, tuple[Any, ...], DeckTurn], None]
"""Plays a round in every lane, as `emit_lanes` makes it."""


def decks_player(play: PlayDecks, ends: int, play_round: PlayRound) -> Callable[..., int]:
    """Return the loop over decks in lanes, compiled for one kind of round with so many *ends*.

    A round that lanes leave is played by *play_round*.
    """

    def play_one(
        decks: Decks,
        lane: Integer,
        job: LaneJob,
        number: np.uint64,
        placed: np.uint32,
        out: LaneCounts,
    ) -> None:
        """Play the round of a lane by itself."""
        _begin(decks, lane, job, number, placed)
        deck = deck_in(decks.shoe, U32(len(job.full)), number, job.seed)
        burn = job.cutting.burn
        deck.state[START] = burn
        _, used, wins = play_round(deck, job.game, burn, out.buffers, out.counters)
        for place in range(used):
            out.counts[out.counters.slots[place]] += 1
        keep_hits(out, number, 0, wins)

    play_alone = jit_apart(play_one)

    def play_decks(
        job: LaneJob,
        first: np.uint64,
        shoes: Integer,
        limit: Integer,
        decks: Decks,
        out: LaneCounts,
    ) -> Integer:
        """Play decks from *first* on, at most *limit*; return the number of rounds, one each."""
        rounds = min(shoes, limit)
        size = U32(len(job.full))
        placed = U32(U32(min(job.cutting.placed, U32(size - _ONE)) + _ONE) & ~_ONE)
        done = np.int64(0)
        each = np.int64(ends) + job.more
        while done < rounds:
            number = U64(first + U64(done))
            _choose_all(decks, job.seed, number, placed, size)
            for lane in range(LANES):
                decks.cards[lane] = decks.origins[0, lane]
            for row in range(1, np.int64(min(job.cutting.placed, placed))):
                find_cards(decks.rows[row], decks.origins[row], decks.origins, row)
            play(decks, job.table, DeckTurn(job.seed, number, placed))
            for lane in range(min(rounds - done, np.int64(LANES))):
                kept = bool(decks.kept[U64(lane)])
                if kept and len(out.deferred):
                    kept = not _is_deferred(decks, lane, each, out.deferred)
                if kept:
                    for which in range(each):
                        out.ends[U64(decks.ends[U64(U64(which * LANES) + U64(lane))])] += 1
                else:
                    play_alone(decks, lane, job, U64(number + U64(lane)), placed, out)
            done += LANES
        return rounds

    return cast(Callable[..., int], jit_cached(play_decks))
