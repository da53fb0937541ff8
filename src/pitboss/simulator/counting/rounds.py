"""The rounds of every kind with a counter in the first seat: the same functions, with questions.

Where a hand depends on the count, the automaton leads to an *ask* instead of a state or a result;
`play_on` answers it and plays on.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.jit import Function, jit_inlined, jit_linked
from pitboss.simulator.backends.shoes import bound
from pitboss.simulator.blackjack import play
from pitboss.simulator.blackjack.play import walk
from pitboss.simulator.counting.kernel import AnyDeck, Asks, answer_ask
from pitboss.simulator.random.philox import U32


class AskingTables(NamedTuple):
    """The arrays of `BlackjackTables`, and the asks of its automaton."""

    classes: np.uint32
    first: Array
    steps: Array
    starts: Array
    refused: Array
    peeked: Array
    waits: Array
    dealer_first: Array
    dealer_steps: Array
    hands_max: np.uint32
    peeks: bool
    asks: Asks


AnyTables = Any
"""`AskingTables`: the plain simulator's functions take them for `BlackjackTables`."""


@jit_inlined
def play_on(
    deck: AnyDeck, tables: AnyTables, index: np.uint32, code: np.int32
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Play a hand on from *code*, and answer whatever the automaton asks."""
    index, code, last = walk(deck, index, code, tables.steps, tables.classes)
    while U32(~code) >= tables.asks.first:
        code = answer_ask(deck, tables.asks, index, U32(U32(~code) - tables.asks.first))
        if code >= 0:
            index, code, last = walk(deck, index, code, tables.steps, tables.classes)
    return index, code, last


def rebound(function: Function, **names: Any) -> Function:
    """Return a function of the simulator that calls other functions by the *names* it uses."""
    python = getattr(function, "py_func", function)
    return cast(Function, bound(python, __file__, **names))


play_split = jit_linked(rebound(play.play_split, play_on=play_on))
