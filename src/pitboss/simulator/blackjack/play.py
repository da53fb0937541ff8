"""Play a round: follow automata, card by card.

One source is compiled for processors and graphics cards. `BlackjackTables`, which `layout` makes
from the rules and a strategy, has the hands, their actions and their results.

A *code* of zero or more is a state of the automaton, a hand that takes a card; `~code` is the
number of a result.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array, LongInts, Words
from pitboss.compiled.dealer_graph import BLACKJACK, OUTCOMES
from pitboss.compiled.jit import jit_inlined, jit_linked
from pitboss.simulator.blackjack.learner import Learner, ask_hand, is_open, note_hand
from pitboss.simulator.counting.kernel import AnyDeck, Asks, answer_ask
from pitboss.simulator.random.philox import U32
from pitboss.simulator.random.shuffle import Deck, card_at

I32 = np.int32
NOT_DRAWN = OUTCOMES
"""The dealer did not have to draw."""
COLUMNS = OUTCOMES + 1
COLUMN_BITS = 4
"""Results have sixteen columns: one for each outcome of the dealer, and some to spare."""
SPLIT = 0
FREE_SPLIT = 1
"""Numbers that are not results of a hand: the pair is split, with money or free."""
FIRST_RESULT = U32(2)
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_THREE = U32(3)
_FOUR = U32(4)
_BYTE = U32(255)
_BYTE_BITS = U32(8)
_NUMBER_BITS = U32(16)
"""A hand of a split that waits: its card, whether a lammer carries it, its number."""
DEALER_BLACKJACK = U32(BLACKJACK)
DEALER_NOT_DRAWN = U32(NOT_DRAWN)
LATE_BLACKJACK = COLUMNS
"""A blackjack under the one up card under which the dealer does not look, where he looks under the
other: a column of its own until a run is counted up."""
DEALER_LATE_BLACKJACK = U32(LATE_BLACKJACK)


class BlackjackTables(NamedTuple):
    """The automaton of a strategy and the dealer's, as arrays of one dimension."""

    classes: np.uint32
    """How many classes of cards there are."""
    first: Array
    """(switched, up, first, second card): the code of two cards as dealt, or after a switch."""
    steps: Array
    """(state, card): the next code."""
    starts: Array
    """(carried by a lammer, up, card): the state of a hand that a split starts with one card."""
    refused: Array
    """(carried, up, first, second card): the code of a pair that cannot be split again."""
    peeked: Array
    """(up, first, second card): the result of two cards when the dealer shows a blackjack at once;
    only where surrender is early does it depend on the up card."""
    waits: Array
    """(result): whether it waits for the dealer."""
    dealer_first: Array
    """(up, down card): the code of the dealer's hand; `~code` is the dealer's outcome."""
    dealer_steps: Array
    """(state, card): the dealer's next code."""
    hands_max: Array
    """(class): into how many hands a pair of it may be split, 2 where it never is."""
    """How many hands a main wager may be split into."""
    peeks: bool
    """Whether the dealer looks for a blackjack before anybody plays."""

    @property
    def walked(self) -> tuple[Any, ...]:
        """Everything that rounds read, results that no up card changes once."""
        by_up = self.peeked.reshape(int(self.classes), -1)
        same = bool((by_up == by_up[0]).all())
        return tuple(self._replace(peeked=by_up[0] if same else self.peeked))


class LeanSections(NamedTuple):
    """Where the counters of one seat with its main wager alone begin."""

    whole: int
    """Results of hands that were not split, by the dealer's outcome."""
    split: int
    """Results of hands that a split made."""
    nets: int
    """Sums of the hands of a split, zero in the middle."""
    insurance: int
    """With side wagers: seats that could insure and would lose, and would win."""


class LeanGame(NamedTuple):
    """All data that a round of one seat needs."""

    tables: BlackjackTables
    pays: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    sections: LeanSections
    counters: int
    automaton: Any
    """The automaton of whole rounds; if it is empty, hands are played one by one."""
    wagers: Any = None
    """The `WagerPass` of side wagers, if there are any: the counters of second looks come behind
    all others, after those of insurance that would lose and would win."""
    counting: Any = None
    """The `Counting` of a counter, if there is one."""
    counts: Any = None
    """His `LeanCounts`."""
    asks: Any = None
    """His `Asks`."""


class SplitHands(NamedTuple):
    """The result of two cards that were played."""

    after: np.uint32
    """The index of the next card."""
    hands: np.uint32
    """How many hands they made."""
    waits: bool
    """Whether one of them waits for the dealer."""
    begins: np.uint32
    """The cards drawn to the first of them lie from here ..."""
    stops: np.uint32
    """... to before this."""


@jit_inlined
def walk(
    deck: Deck, index: np.uint32, code: np.int32, steps: Array, classes: np.uint32
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Draw cards until the hand is a result; return the next index and the last card."""
    card = _ZERO
    while code >= 0:
        card = card_at(deck, index)
        index = U32(index + _ONE)
        code = I32(steps[U32(U32(code) * classes + card)])
    return index, code, card


@jit_inlined
def play_on(
    deck: Deck,
    tables: BlackjackTables,
    index: np.uint32,
    code: np.int32,
    asks: Asks | None = None,
    learner: Learner | None = None,
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Play a hand on from *code* as `walk` does, and answer whatever the automaton asks."""
    index, code, last = walk(deck, index, code, tables.steps, tables.classes)
    index, code, last = _answer_questions(deck, tables, index, code, last, learner)
    return _answer_asks(deck, tables, index, code, last, asks)


@jit_inlined
def _answer_questions(
    deck: Deck,
    tables: BlackjackTables,
    index: np.uint32,
    code: np.int32,
    last: np.uint32,
    learner: Learner | None,
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Play on while a code asks a learner; without one this is compiled to nothing."""
    if learner is None:
        return index, code, last
    while U32(~code) >= learner.first:
        code = ask_hand(learner, code, index)
        if code >= 0:
            index, code, last = walk(deck, index, code, tables.steps, tables.classes)
    return index, code, last


@jit_inlined
def _answer_asks(
    deck: AnyDeck,
    tables: BlackjackTables,
    index: np.uint32,
    code: np.int32,
    last: np.uint32,
    asks: Asks | None,
) -> tuple[np.uint32, np.int32, np.uint32]:
    """Play on while a code asks for the count; without a counter this is compiled to nothing."""
    if asks is None:
        return index, code, last
    while U32(~code) >= asks.first:
        code = answer_ask(deck, asks, index, U32(U32(~code) - asks.first))
        if code >= 0:
            index, code, last = walk(deck, index, code, tables.steps, tables.classes)
    return index, code, last


@jit_inlined
def is_natural(dealer: np.int32) -> bool:
    """Return whether the dealer's code is that of a blackjack."""
    outcome = U32(~dealer)
    # fmt: off
    return bool(outcome == DEALER_BLACKJACK or outcome == DEALER_LATE_BLACKJACK)  # noqa: PLR1714, SIM109
    # fmt: on


@jit_inlined
def dealer_outcome(
    deck: Deck,
    index: np.uint32,
    dealer: np.int32,
    draws: bool,  # noqa: FBT001
    steps: Array,
    classes: np.uint32,
) -> tuple[np.uint32, np.uint32]:
    """Let the dealer draw if a hand waits; return the next index and the dealer's outcome."""
    outcome = DEALER_NOT_DRAWN
    if draws:
        index, dealer, _ = walk(deck, index, dealer, steps, classes)
        outcome = U32(~dealer)
    elif is_natural(dealer):  # nobody looked, and it may yet push a blackjack
        outcome = U32(~dealer)
    return index, outcome


@jit_inlined
def draw_dealer(
    deck: Deck,
    tables: BlackjackTables,
    index: np.uint32,
    dealer: np.int32,
    draws: bool,  # noqa: FBT001
    cards: Words,
) -> tuple[np.uint32, np.uint32, np.uint32]:
    """Do as `dealer_outcome` does, store the dealer's cards, and return their number too.

    Threads of a graphics card diverge where some dealers draw and others do not: all drawing is in
    one branch.
    """
    if not draws:
        return index, U32(~dealer) if is_natural(dealer) else DEALER_NOT_DRAWN, _TWO
    begins = index
    index, dealer, _ = walk(deck, index, dealer, tables.dealer_steps, tables.classes)
    for place in range(U32(index - begins)):
        cards[2 + place] = card_at(deck, U32(begins + U32(place)))
    return index, U32(~dealer), U32(_TWO + U32(index - begins))


@jit_linked
def play_split(
    deck: Deck,
    tables: BlackjackTables,
    index: np.uint32,
    up: np.uint32,
    one: np.uint32,
    two: np.uint32,
    free: np.uint32,
    results: Words,
    base: np.uint32,
    stack: Words,
    asks: Asks | None = None,
    learner: Learner | None = None,
) -> SplitHands:
    """Split a pair and play its hands, the first of them first.

    W30: a hand made by a split is played right after the hand it was split from. A *free* split
    puts down a lammer, which carries the new hand. *results* gets the result numbers from *base*
    on.
    """
    classes = tables.classes
    count = _ZERO
    made = _TWO
    top = _TWO
    waiting = False
    begins = index
    stops = index
    stack[0] = U32(U32(two | (free << _BYTE_BITS)) | (_TWO << _NUMBER_BITS))
    stack[1] = U32(one | (_ONE << _NUMBER_BITS))
    while top > _ZERO and not is_open(learner):
        top = U32(top - _ONE)
        first = U32(stack[top] & _BYTE)
        carried = U32((stack[top] >> _BYTE_BITS) & _BYTE)
        row = U32(U32(carried * classes + up) * classes + first)
        if count == _ZERO:
            begins = index
        note_hand(learner, first, U32(stack[top] >> _NUMBER_BITS), made)
        index, code, last = play_on(deck, tables, index, I32(tables.starts[row]), asks, learner)
        result = U32(~code)
        if result < FIRST_RESULT:
            if made < tables.hands_max[last]:
                made = U32(made + _ONE)
                stack[U32(top + _ONE)] = stack[top]
                stack[top] = U32(U32(last | (result << _BYTE_BITS)) | (made << _NUMBER_BITS))
                top = U32(top + _TWO)
                continue
            code = I32(tables.refused[U32(row * classes + last)])
            index, code, last = play_on(deck, tables, index, code, asks, learner)
            result = U32(~code)
        if count == _ZERO:
            stops = index
        results[U32(base + count)] = result
        count = U32(count + _ONE)
        waiting = waiting or bool(tables.waits[result])
    return SplitHands(index, count, waiting, begins, stops)


@jit_inlined
def play_hand(
    deck: Deck,
    tables: BlackjackTables,
    index: np.uint32,
    up: np.uint32,
    one: np.uint32,
    two: np.uint32,
    code: np.int32,
    results: Words,
    base: np.uint32,
    stack: Words,
    asks: Asks | None = None,
    learner: Learner | None = None,
) -> SplitHands:
    """Play two cards on from *code*; leave results from *base* on."""
    begins = index
    index, code, _ = play_on(deck, tables, index, code, asks, learner)
    result = U32(~code)
    if result < FIRST_RESULT:
        return play_split(
            deck, tables, index, up, one, two, result, results, base, stack, asks, learner
        )
    results[base] = result
    return SplitHands(index, _ONE, bool(tables.waits[result]), begins, index)


@jit_inlined
def count_split(
    counts: LongInts, lean: LeanGame, results: Words, hands: np.uint32, outcome: np.uint32
) -> Any:
    """Count the hands of a split, and return what they won together."""
    net = 0
    for hand in range(hands):
        cell = (results[hand] << COLUMN_BITS) + outcome
        counts[lean.sections.split + cell] += 1
        net += lean.pays[cell]
    counts[lean.sections.nets + net] += 1
    return net
