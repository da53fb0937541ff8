"""Several shoes side by side on one thread of a processor, a lane for each.

A processor mispredicts the end of a hand, and waits for every look-up in a table. So all lanes play
a round together: the deal of every lane, then one card to the hand of every lane until all hands
are over, and so on. Branches are fewer, and the look-ups of the lanes overlap.

Some rounds are played alone, as at any table: those with a split that their kind does not play in
lanes, and those that need cards that are not placed yet.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array, LongWords
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.buffers import DEFERRED_FIELDS, CounterBuffers, RoundBuffers
from pitboss.simulator.counting.lane_counter import LaneCounter
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shoes import (
    ShoeMemory,
    copy_cards,
    deck_in,
    shoe_memory,
    shuffle_there,
)
from pitboss.simulator.random.shuffle import FILLED, FRONTIER, START, STATE, WORD, Cutting, Deck

LANES = 128
"""Room for this many lanes; a kind of round uses all of them, or a few."""
FEW = 8
ROOM = 1088
"""More cards than a shoe has, with those that are shuffled in again: the lanes lie so far apart.
If it were a power of two, their cards would share a few lines of the nearest cache."""
HANDS = 4
"""The most hands of a round, the dealer's among them."""
ENDS_ROOM = 8
"""More ends than a round has."""
REGISTERS = 4
"""Rows of notes for the registers of a program; those behind them are a kind's own."""
NOTES = REGISTERS + 6
"""Rows of the notes that a kind of round keeps of every lane."""
_WORD = 8
_ROOM = U64(ROOM)
_ROOM_WORDS = U64(ROOM // _WORD)
_STATES = U64(STATE)
_BLOCK_BITS = U32(2)


class LaneJob(NamedTuple):
    """What lanes play: a table, and its shoes."""

    game: Any
    """All that a round needs that is played by itself."""
    table: Any
    """The arrays and numbers of `LanePlan`."""
    full: Array
    """The cards of a shoe in order."""
    cutting: Cutting
    seed: np.uint64
    more: np.int64
    """How many ends every round of a deck has beside those of any table of its kind."""


class LaneHits(NamedTuple):
    """Deferred wins, and the rounds of each shoe, among which they are put in order."""

    hits: Array
    """(hit, field): shoe, round of the shoe, seat, wager, combination."""
    found: Array
    """A single number: how many there are; those for which there is no room are not kept."""
    played: Array
    """(shoe): how many rounds it had."""
    first: np.uint64
    """The number of the first shoe."""


class LaneCounts(NamedTuple):
    """Where lanes count, and working memory for rounds that are played by themselves."""

    counts: Array
    """The counters of a whole table."""
    ends: Array
    """(end): how often rounds came to it."""
    deferred: Array
    """(end): whether a win of its round is deferred: then the round is played by itself. Empty if
    no win ever is."""
    hits: LaneHits
    buffers: RoundBuffers
    counters: CounterBuffers
    counter: LaneCounter | None
    """Who counts the cards; None: nobody."""


class Lanes(NamedTuple):
    """The shoes of all lanes, and the results of their rounds."""

    shoe: ShoeMemory
    """The shoe of a lane whose round is played by itself."""
    full: Array
    """The cards of a shoe in order, eight to a word."""
    words: Array
    """The same memory as `cards`."""
    cards: Array
    """(lane, card), and behind all lanes as much room again."""
    states: Array
    """(lane, state of its shoe)."""
    numbers: LongWords
    """(lane): the number of its shoe."""
    starts: LongWords
    """(lane): where its round begins, among the cards of all lanes."""
    places: LongWords
    """(lane): where its next card lies."""
    turns: Array
    """(lane): how many rounds of its shoe are over; before its first shoe none."""
    codes: Array
    """(hand, lane): where the row of its hand begins."""
    seen: Array
    """(hand, lane): the ranks of its cards, as bits."""
    paired: Array
    """(hand, lane): the ranks of which it has two cards or more."""
    waiting: Array
    """The lanes in which a hand wants a card, one behind the other."""
    playing: Array
    """A single number: how many lanes have a shoe, the first ones."""
    kept: Array
    """(lane): whether its round was played with the others; if not, it is played by itself."""
    ends: Array
    """(lane, ends): the numbers that its round came to."""
    more: Array
    """(lane): how many ends it has beside those that every round of its kind has."""
    notes: Array
    """(note, lane): what else a kind of round has to know."""
    moves: Array
    """What the lanes that want a card do with it."""
    split: Array
    """The lanes in which a pair is split, one behind the other."""


def make_lanes(full: Array, lanes: int = FEW) -> Lanes:
    """Return so many lanes for a shoe with these cards."""
    shoe = shoe_memory(len(full))
    assert len(shoe.cards) <= ROOM, "a shoe has room in its lane"
    cards = np.zeros((LANES + 1) * ROOM, dtype=np.uint8)
    padded = np.zeros(-(-len(full) // _WORD) * _WORD, dtype=np.uint8)
    padded[: len(full)] = full
    return Lanes(
        shoe=shoe,
        full=padded.view(np.uint64),
        words=cards.view(np.uint64),
        cards=cards,
        states=np.zeros(LANES * STATE, dtype=np.uint32),
        numbers=np.zeros(LANES, dtype=np.uint64),
        starts=np.zeros(LANES, dtype=np.uint64),
        places=np.zeros(LANES, dtype=np.uint64),
        turns=np.zeros(LANES, dtype=np.int64),
        codes=np.zeros(HANDS * LANES, dtype=np.uint32),
        seen=np.zeros(HANDS * LANES, dtype=np.uint32),
        paired=np.zeros(HANDS * LANES, dtype=np.uint32),
        waiting=np.zeros(LANES + 1, dtype=np.uint64),
        playing=np.zeros(1, dtype=np.uint64),
        kept=np.zeros(lanes, dtype=np.uint8),
        ends=np.zeros(LANES * ENDS_ROOM, dtype=np.uint32),
        more=np.zeros(LANES, dtype=np.uint64),
        notes=np.zeros(NOTES * LANES, dtype=np.uint32),
        moves=np.zeros(LANES, dtype=np.uint64),
        split=np.zeros(LANES + 1, dtype=np.uint64),
    )


@jit_inlined
def keep_hits(out: LaneCounts, number: np.uint64, turn: Integer, wins: Integer) -> None:
    """Keep the deferred wins of a round, while there is room."""
    hits = out.hits.hits
    found = out.hits.found
    for win in range(wins):
        at = found[0]
        if at < len(hits):
            hits[at, 0] = number
            hits[at, 1] = turn
            for column in range(DEFERRED_FIELDS):
                hits[at, 2 + column] = out.counters.deferred[win, column]
        found[0] = at + 1


@jit_inlined
def count(playing: Array) -> np.uint64:
    """Return how many lanes play.

    Compiled code that knew the number would repeat itself for every lane, which takes long to
    compile and is no faster.
    """
    return U64(playing[0])


@jit_inlined
def open_lane(lanes: Lanes, lane: Integer, job: LaneJob, number: np.uint64) -> None:
    """Shuffle the next shoe of a lane."""
    begins = U64(lane * _ROOM)
    for word in range(U64(len(lanes.full))):
        lanes.words[U64(lane * _ROOM_WORDS + word)] = lanes.full[word]
    shuffle_there(lanes.cards, begins, job.full, job.cutting, job.seed, number, lanes.shoe)
    lanes.states[U64(lane * _STATES + U64(FRONTIER))] = lanes.shoe.state[FRONTIER]
    lanes.states[U64(lane * _STATES + U64(WORD))] = lanes.shoe.state[WORD]
    lanes.numbers[lane] = number
    lanes.turns[lane] = 0
    lanes.starts[lane] = U64(begins + U64(job.cutting.burn))


@jit_inlined
def move_lane(lanes: Lanes, lane: Integer, other: Integer) -> None:
    """Let a lane go on with the shoe of another one, between two rounds."""
    words = lanes.words
    states = lanes.states
    for word in range(U64(len(lanes.full))):
        words[U64(lane * _ROOM_WORDS + word)] = words[U64(other * _ROOM_WORDS + word)]
    for which in (FRONTIER, WORD):
        states[U64(lane * _STATES + U64(which))] = states[U64(other * _STATES + U64(which))]
    lanes.numbers[lane] = lanes.numbers[other]
    lanes.turns[lane] = lanes.turns[other]
    lanes.places[lane] = U64(U64(lane * _ROOM) + U64(index_in(other, U64(lanes.places[other]))))


@jit_inlined
def is_placed(states: Array, places: LongWords, lane: Integer) -> bool:
    """Return whether all cards had been placed that a round took."""
    frontier = U64(states[U64(lane * _STATES + U64(FRONTIER))])
    return bool(places[lane] <= U64(lane * _ROOM + frontier))


@jit_inlined
def index_in(lane: Integer, place: np.uint64) -> np.uint32:
    """Return how many cards of its shoe lie before a place."""
    return U32(place - U64(lane * _ROOM))


@jit_inlined
def take_up(lanes: Lanes, lane: Integer, job: LaneJob) -> Deck:
    """Return the shoe of a lane, for a round that is played by itself."""
    shoe = lanes.shoe
    states = lanes.states
    size = U32(len(job.full))
    copy_cards(lanes.cards, U64(lane * _ROOM), shoe.cards, U64(0), size)
    shoe.state[FRONTIER] = states[U64(lane * _STATES + U64(FRONTIER))]
    shoe.state[WORD] = states[U64(lane * _STATES + U64(WORD))]
    # The words in its memory may be those of another lane: they are made again.
    shoe.state[FILLED] = U32(shoe.state[WORD] >> _BLOCK_BITS)
    shoe.state[START] = index_in(lane, U64(lanes.starts[lane]))
    return deck_in(shoe, size, U64(lanes.numbers[lane]), job.seed)


@jit_inlined
def put_back(lanes: Lanes, lane: Integer, size: np.uint32, index: np.uint32) -> None:
    """Put the shoe of a lane back; its next round begins at *index*."""
    shoe = lanes.shoe
    states = lanes.states
    copy_cards(shoe.cards, U64(0), lanes.cards, U64(lane * _ROOM), size)
    states[U64(lane * _STATES + U64(FRONTIER))] = shoe.state[FRONTIER]
    states[U64(lane * _STATES + U64(WORD))] = shoe.state[WORD]
    lanes.places[lane] = U64(U64(lane * _ROOM) + U64(index))


@jit_inlined
def end(ends: Array, lane: Integer, which: Integer, number: Integer) -> None:
    """Report an end of the round of a lane."""
    ends[U64(U64(lane * U64(ENDS_ROOM)) + U64(which))] = number
