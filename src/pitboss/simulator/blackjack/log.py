"""The log of a shoe: a line for every round of one seat, read by the passes when the shoe is over.

A line is one word: the place behind the last card of a round among the cards of all lanes, with the
row of the state in which the round ended below it. So the line before says where a round begins.
With a counter the upper half of the word holds the running counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.blackjack.round_automaton import LANES, ROW_BITS, SHOE_ROOM, RoundAutomaton
from pitboss.simulator.buffers import HandBuffers, round_buffers
from pitboss.simulator.random.philox import U64
from pitboss.simulator.random.shoes import ShoeMemory, shoe_memory
from pitboss.simulator.random.shuffle import STATE

ENDS_ROOM = 256
"""More rounds than a shoe has."""
_PLACE = U64(LANES * SHOE_ROOM - 1)
_INDEX = U64(SHOE_ROOM - 1)
_ROW = U64((1 << ROW_BITS) - 1)
_ROW_BITS = U64(ROW_BITS)
_HALF = U64(32)
_UNIT = U64(1)


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
    """(lane, round): the log. Its first line is the word where the first round begins."""
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
    hands: HandBuffers
    """The hands of a round with a split, or of one that gets a second look."""
    wagers: Any = None
    """The memory of side wagers, a `WagerMemory`."""
    counted: Any = None
    """The memory of a counter, a `CountedMemory`."""


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
        hands=round_buffers().hands,
    )


@jit_inlined
def card_place(word: np.uint64) -> np.uint64:
    """Return the place of a card among those of all lanes."""
    return U64(U64(word >> _ROW_BITS) & _PLACE)


@jit_inlined
def card_index(word: np.uint64) -> np.uint64:
    """Return the place of a card in its shoe."""
    return U64(U64(word >> _ROW_BITS) & _INDEX)


@jit_inlined
def word_before(memory: LeanMemory, lane: np.uint64) -> np.uint64:
    """Return the word where the round of a lane begins."""
    return U64(memory.ends[U64(memory.ended[lane] - _UNIT)] & ~_ROW)


@jit_inlined
def end_state(automaton: RoundAutomaton, end: np.uint64) -> np.uint64:
    """Return the number of the state in which a round has ended."""
    return U64(U64(U64(end & _ROW) * automaton.state_of) >> _HALF)
