"""Blackjack hands a card at a time: for graphics cards, where many lanes play side by side.

`blackjack.play` follows one hand to its end and then the next, which is best on a processor. On a
graphics card 32 lanes do the same thing at the same moment or wait for each other. So a lane takes
one step at a time here: one automaton leads the hands of the player and of the dealer, and a lane
that ends its round deals the next at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.blackjack.play import FIRST_RESULT, I32, BlackjackTables
from pitboss.simulator.blackjack.round_automaton import Ask
from pitboss.simulator.random.philox import U32

STACK_MAX = 4
"""Hands of a wager: each is a byte of a word."""
RESULTS_MAX = 256
CLASSES_MAX = 32
"""Classes of cards; the other bits of a card's byte number the card within its class."""
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_BYTE = U32(255)
_BITS = U32(8)
_CARRIED = U32(7)
"""The bit of a waiting hand that a lammer carries."""
_CARD = U32(127)
_WAITS = U32(RESULTS_MAX)


class StepTables(NamedTuple):
    """The automata of the player and the dealer as one.

    A code that is not negative is a state. `~code` is how a hand ends: a player's by the number of
    its result, with `RESULTS_MAX` added if it waits for the dealer; a dealer's by his outcome.
    """

    classes: np.uint32
    first: Array
    """(switched, up, first, second card): the code of two cards."""
    steps: Array
    """(state, card): the next code; the states of the dealer are behind the player's, and behind
    them those that ask for the count."""
    starts: Array
    """(carried, up, card): the state of a hand that a split starts."""
    refused: Array
    """(carried, up, first, second card): the code of a pair that cannot be split again."""
    peeked: Array
    """(up, first, second card): the code of two cards when the dealer shows a blackjack at once."""
    dealer_first: Array
    """(up, down card): the code of the dealer's hand."""
    hands_max: Array
    peeks: bool


class StepHand(NamedTuple):
    """The hand that a lane plays, and those of the same wager."""

    code: np.int32
    row: np.uint32
    """(carried, up, first card): where a split starts again."""
    second: np.uint32
    """The second card as dealt."""
    results: np.uint32
    """A byte for every hand that has ended; none is zero."""
    stack: np.uint32
    """A byte for every hand that a split made and that waits for its turn: card, carried."""
    waiting: np.uint32
    """How many these are."""
    made: np.uint32
    """How many hands the wager has."""
    waits: np.uint32
    """Whether a hand waits for the dealer, in one of its bits."""


def step_tables(tables: BlackjackTables, asks: Sequence[Ask] = ()) -> StepTables:
    """Return both automata as one.

    Behind the states of the dealer are those that ask for the count, as if two cards answered: the
    first leads to where the count is at or above the level, every other to where it is below.
    """
    count = int(tables.classes)
    states = len(tables.steps) // count
    results = len(tables.waits)
    asks_at = states + len(tables.dealer_steps) // count
    waits = tables.waits.astype(np.int32) * RESULTS_MAX

    def own(codes: Array) -> Array:
        codes = codes.astype(np.int32)
        question = ~codes - results
        result = np.where((codes >= 0) | (question >= 0), 0, ~codes)
        ended = np.where(question >= 0, asks_at + question, ~(result | waits[result]))
        return np.where(codes >= 0, codes, ended).astype(np.int16)

    def shift_dealer(codes: Array) -> Array:
        return np.where(codes >= 0, codes.astype(np.int32) + states, codes).astype(np.int16)

    answers = [own(np.array([yes, *[no] * (count - 1)])) for _, yes, no in asks]
    return StepTables(
        classes=tables.classes,
        first=own(tables.first),
        steps=np.concatenate((own(tables.steps), shift_dealer(tables.dealer_steps), *answers)),
        starts=own(tables.starts),
        refused=own(tables.refused),
        peeked=(~tables.peeked.astype(np.int32)).astype(np.int16),
        dealer_first=shift_dealer(tables.dealer_first),
        hands_max=tables.hands_max,
        peeks=tables.peeks,
    )


@jit_inlined
def dealt_hand(code: np.int32, row: np.uint32, second: np.uint32) -> StepHand:
    """Return two cards as a hand."""
    return StepHand(code, row, second, _ZERO, _ZERO, _ZERO, _ONE, _ZERO)


@jit_inlined
def after_end(
    tables: StepTables, hand: StepHand, up: np.uint32, drawn: np.uint32
) -> tuple[StepHand, bool]:
    """Go on after the end of a hand, with a split or the next hand; return whether none is left.

    *drawn* is the card that came last.
    """
    end = U32(~hand.code)
    if end < FIRST_RESULT:
        return _split(tables, hand, end, drawn), False
    results = U32(U32(hand.results << _BITS) | U32(end & _BYTE))
    code = hand.code
    row = hand.row
    stack = hand.stack
    waiting = hand.waiting
    waits = U32(hand.waits | end)
    is_over = waiting == _ZERO
    if not is_over:
        entry = U32(stack & _BYTE)
        classes = tables.classes
        carried = U32(U32(entry >> _CARRIED) * classes + up)
        row = U32(carried * classes + U32(entry & _CARD))
        stack = U32(stack >> _BITS)
        waiting = U32(waiting - _ONE)
        code = I32(tables.starts[row])
    return StepHand(code, row, hand.second, results, stack, waiting, hand.made, waits), is_over


@jit_inlined
def _split(tables: StepTables, hand: StepHand, free: np.uint32, drawn: np.uint32) -> StepHand:
    """Split a pair, as `play.play_split` does; a pair that cannot be split again plays on."""
    if hand.made >= tables.hands_max[drawn]:
        code = I32(tables.refused[U32(hand.row * tables.classes + drawn)])
        return StepHand(
            code, hand.row, hand.second, hand.results, hand.stack, hand.waiting, hand.made,
            hand.waits,
        )  # fmt: skip
    other = hand.second if hand.made == _ONE else drawn
    stack = U32(U32(hand.stack << _BITS) | U32(other | U32(free << _CARRIED)))
    code = I32(tables.starts[hand.row])
    return StepHand(
        code, hand.row, hand.second, hand.results, stack, U32(hand.waiting + _ONE),
        U32(hand.made + _ONE), hand.waits,
    )  # fmt: skip


@jit_inlined
def is_waiting(waits: np.uint32) -> bool:
    """Return whether a hand waits for the dealer."""
    return bool(waits & _WAITS)


@jit_inlined
def with_code(hand: StepHand, code: np.int32) -> StepHand:
    """Return the hand after a card."""
    return StepHand(
        code, hand.row, hand.second, hand.results, hand.stack, hand.waiting, hand.made, hand.waits
    )
