"""Rounds at many tables at once, one decision a step, and what a learner sees there: all compiled.

No rule and no order of a round is written here. A round is played by its program, as at a whole
table of the simulator, and a `Learner` answers what it asks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Flags, LongInts, LongWords, ShortInts, SmallInts, Words
from pitboss.compiled.dealer_graph import BLACKJACK
from pitboss.compiled.jit import Integer, jit_cached, jit_inlined, jit_pattern
from pitboss.engine.actions import ActionKind
from pitboss.gym.actions import BEFORE_THE_DEAL, action_mask
from pitboss.gym.observations import FACT, Phase
from pitboss.patterns import totals
from pitboss.simulator.backends.shoes import PlayProgram
from pitboss.simulator.blackjack.learner import (
    AT,
    COUNT,
    FIRST_ANSWER,
    FIRST_CARD,
    HAND,
    HANDS,
    INSURED,
    INSURES,
    KEEPS,
    KEPT,
    NOTHING,
    OPEN,
    QUESTION,
    UNKNOWN,
    Learner,
    legal_actions,
)
from pitboss.simulator.blackjack.looks import DEALER_AT, INSURED_AT, OUTCOME, TableHands
from pitboss.simulator.blackjack.play import BlackjackTables
from pitboss.simulator.blackjack.table import Felt
from pitboss.simulator.buffers import RoundBuffers
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import HOLE, START, Deck, begin, dealt_card

ROUND_AT, SHOWN, LEGAL = range(3)
"""The state of a table: where its round began, before which card all have been seen but the
dealer's down card, and the legal actions, a bit for each."""
STATE = 3

_OVER = int(Phase.OVER)
_WAGER = int(Phase.WAGER)
_BLACKJACK = int(Phase.BLACKJACK)
_INSURANCE = int(Phase.INSURANCE)
_HAND_PHASE = int(Phase.HAND)
_RESCUE = int(Phase.RESCUE)
_ASK_BLACKJACK = action_mask((ActionKind.TAKE_BLACKJACK, ActionKind.KEEP_BLACKJACK))
_ASK_INSURANCE = action_mask((ActionKind.INSURE, ActionKind.DECLINE))
_ZERO = U32(0)
_ONE = U32(1)
_PHASE = FACT["phase"]
_TOTAL = FACT["total"]
_SOFT = FACT["soft"]
_PAIR = FACT["pair"]
_UP = FACT["up"]
_UP_SUIT = FACT["up_suit"]
_DOUBLINGS = FACT["doublings"]
_HAND = FACT["hand"]
_HANDS = FACT["hands"]
_SPLIT = FACT["split"]
_CARRIED = FACT["carried"]
_FREE = FACT["free"]

value = jit_pattern(totals.value)
is_ace = jit_pattern(totals.is_ace)
best_total = jit_pattern(totals.best_total)
is_soft = jit_pattern(totals.is_soft)


class QuestionFacts(NamedTuple):
    """What is seen of a hand at a question, beside its cards."""

    cards: LongInts
    """(question): how many it has."""
    doublings: LongInts
    split: LongInts
    carried: LongInts
    lammers: LongInts


class LaneRules(NamedTuple):
    """A table as arrays."""

    full: Bytes
    """The cards of the shoe in order."""
    burn: int
    cut: int
    insurance_won: int
    insurance_lost: int
    """Cents; zero if there is no insurance."""
    blackjack: BlackjackTables
    felt: Felt
    pays: LongInts
    """(result, the dealer's outcome): cents."""
    learner: Learner
    """Whose answers are those of the table in play."""
    hands: QuestionFacts


class TableLanes(NamedTuple):
    """All tables: their shoes, and the answers of the learner in the round in play."""

    state: LongInts
    shoes: Bytes
    shuffles: Words
    words: Words
    seeds: LongWords
    """The seed of its shoes."""
    numbers: LongWords
    """The number of the current shoe."""
    apart: LongWords
    """How many numbers further the next shoe is."""
    answers: Bytes


class Sights(NamedTuple):
    """What is seen at every table: the arrays of observations."""

    facts: LongInts
    """(fact, table)."""
    ranks: SmallInts
    suits: SmallInts
    cards: SmallInts
    card_suits: SmallInts
    seen: ShortInts
    mask: SmallInts


def copy_sights(sights: Sights) -> Sights:
    """Return what is seen now; later steps write over the other."""
    return Sights._make(array.copy() for array in sights)


@jit_inlined
def _deck_at(rules: LaneRules, lanes: TableLanes, at: Integer) -> Deck:
    """Return a shoe: cards are placed when needed, with room for one block of words."""
    return Deck(
        lanes.shoes[at],
        lanes.shuffles[at],
        lanes.words[at],
        _ZERO,
        _ONE,
        _ZERO,
        U32(len(rules.full)),
        U64(lanes.numbers[at]),
        U64(lanes.seeds[at]),
    )


@jit_inlined
def _learner_at(rules: LaneRules, lanes: TableLanes, at: Integer) -> Learner:
    """Return the learner with the answers that were given at a table."""
    known = rules.learner
    return Learner(
        known.first,
        known.codes,
        known.legal,
        known.blackjack,
        known.kept,
        known.insurable,
        known.insures,
        known.takes,
        known.unanswered,
        known.hands_max,
        lanes.answers[at],
        known.state,
    )


@jit_inlined
def _open(rules: LaneRules, lanes: TableLanes, at: Integer, out: Sights) -> None:
    """Start an episode with a shoe."""
    shoe = lanes.shoes[at]
    for place in range(len(rules.full)):
        shoe[place] = rules.full[place]
    begin(_deck_at(rules, lanes, at), _ZERO, _ZERO)
    lanes.state[at, ROUND_AT] = rules.burn
    lanes.state[at, SHOWN] = rules.burn
    for rank in range(out.seen.shape[1]):
        out.seen[at, rank] = 0
    _wait(lanes, at, out, _WAGER, BEFORE_THE_DEAL)


@jit_inlined
def _wait(lanes: TableLanes, at: Integer, out: Sights, phase: Integer, legal: Integer) -> None:
    """Show what is asked at a table: nothing of a hand yet."""
    lanes.state[at, LEGAL] = legal
    for action in range(out.mask.shape[1]):
        out.mask[at, action] = (legal >> action) & 1
    for fact in range(out.facts.shape[0]):
        out.facts[fact, at] = 0
    out.facts[_PHASE, at] = phase
    for rank in range(out.ranks.shape[1]):
        out.ranks[at, rank] = 0
    for suit in range(out.suits.shape[1]):
        out.suits[at, suit] = 0
    for place in range(2):
        out.cards[at, place] = 0
        out.card_suits[at, place] = 0


@jit_inlined
def _answer(lanes: TableLanes, at: Integer, phase: Integer, act: Integer) -> None:
    """Note an answer; to deal is to ask everything anew."""
    answers = lanes.answers[at]
    if phase == _WAGER:
        answers[KEPT] = UNKNOWN
        answers[INSURED] = UNKNOWN
        answers[COUNT] = 0
    elif phase == _BLACKJACK:
        answers[KEPT] = act
    elif phase == _INSURANCE:
        answers[INSURED] = act
    else:
        answers[FIRST_ANSWER + answers[COUNT]] = act
        answers[COUNT] += 1


@jit_inlined
def _show(
    rules: LaneRules,
    lanes: TableLanes,
    at: Integer,
    learner: Learner,
    deck: Deck,
    index: np.uint32,
    buffers: RoundBuffers,
    out: Sights,
) -> Integer:
    """Show a round that was played with all answers there are.

    If it is over, its last card lies before *index*. Return what it won in cents then.
    """
    state = lanes.state[at]
    hole = np.int64(deck.state[HOLE])
    is_over = learner.state[OPEN] == NOTHING
    stop = np.int64(index) if is_over else learner.state[AT]
    for place in range(state[SHOWN], stop):
        if place != hole:
            out.seen[at, dealt_card(deck, U32(place)) >> 2] += 1
    state[SHOWN] = stop
    if not is_over:
        _ask(rules, lanes, at, learner, deck, buffers, out)
        return 0
    out.seen[at, dealt_card(deck, U32(hole)) >> 2] += 1
    state[ROUND_AT] = stop
    if stop >= rules.cut:
        _wait(lanes, at, out, _OVER, 0)
    else:
        _wait(lanes, at, out, _WAGER, BEFORE_THE_DEAL)
    return _net(rules, buffers)


@jit_inlined
def _net(rules: LaneRules, buffers: RoundBuffers) -> Integer:
    """Return what a round won, in cents."""
    outcome = buffers.cards[DEALER_AT] & OUTCOME
    net = 0
    for hand in range(buffers.hands.counts[0]):
        net += rules.pays[buffers.hands.results[hand], outcome]
    if buffers.cards[INSURED_AT]:
        net += rules.insurance_won if outcome == BLACKJACK else rules.insurance_lost
    return net


@jit_inlined
def _ask(
    rules: LaneRules,
    lanes: TableLanes,
    at: Integer,
    learner: Learner,
    deck: Deck,
    buffers: RoundBuffers,
    out: Sights,
) -> None:
    """Show the open question of a round, and the hand that it is about."""
    state = learner.state
    one = np.int64(buffers.hands.first[0])
    two = np.int64(buffers.hands.second[0])
    more = 0
    if state[OPEN] == KEEPS:
        _wait(lanes, at, out, _BLACKJACK, _ASK_BLACKJACK)
    elif state[OPEN] == INSURES:
        _wait(lanes, at, out, _INSURANCE, _ASK_INSURANCE)
    else:
        question = state[QUESTION]
        doublings = rules.hands.doublings[question]
        phase = _RESCUE if doublings else _HAND_PHASE
        _wait(lanes, at, out, phase, legal_actions(learner, question))
        more = rules.hands.cards[question] - 2
        if rules.hands.split[question]:  # its second card was drawn before the others
            one = state[FIRST_CARD]
            two = np.int64(dealt_card(deck, U32(state[AT] - more - 1)))
        out.facts[_DOUBLINGS, at] = doublings
        out.facts[_SPLIT, at] = rules.hands.split[question]
        out.facts[_CARRIED, at] = rules.hands.carried[question]
        out.facts[_FREE, at] = rules.hands.lammers[question]
    hard = _show_card(out, at, one) + _show_card(out, at, two)
    for place in range(state[AT] - more, state[AT]):
        hard += _show_card(out, at, np.int64(dealt_card(deck, U32(place))))
    has_ace = out.ranks[at, 0] > 0
    up = np.int64(buffers.hands.shown[0])
    out.facts[_TOTAL, at] = best_total(hard, has_ace)
    out.facts[_SOFT, at] = is_soft(hard, has_ace)
    out.facts[_PAIR, at] = more == 0 and value(one) == value(two)
    out.facts[_UP, at] = (up >> 2) + 1
    out.facts[_UP_SUIT, at] = (up & 3) + 1
    out.facts[_HAND, at] = state[HAND]
    out.facts[_HANDS, at] = state[HANDS]
    out.cards[at, 0] = (one >> 2) + 1
    out.cards[at, 1] = (two >> 2) + 1
    out.card_suits[at, 0] = (one & 3) + 1
    out.card_suits[at, 1] = (two & 3) + 1


@jit_inlined
def _show_card(out: Sights, at: Integer, card: Integer) -> Integer:
    """Show a card of the hand; return its value."""
    out.ranks[at, card >> 2] += 1
    out.suits[at, card & 3] += 1
    return value(card)


@jit_cached
def open_all(rules: LaneRules, lanes: TableLanes, out: Sights) -> None:
    """Start an episode at every table."""
    for at in range(len(lanes.state)):
        _open(rules, lanes, at, out)


@cache
def stepping(play_round: PlayProgram) -> Callable[..., None]:
    """Return the function that takes a step at every table of one kind of round."""

    def step_all(
        rules: LaneRules,
        lanes: TableLanes,
        buffers: RoundBuffers,
        actions: LongInts,
        out: Sights,
        nets: LongInts,
        ended: Flags,
        illegal: Flags,
    ) -> None:
        """Take one action at every table.

        A table whose episode has ended starts the next one instead, with its next shoe. An illegal
        action does nothing.
        """
        for at in range(len(lanes.state)):
            phase = out.facts[_PHASE, at]
            if phase == _OVER:
                lanes.numbers[at] += lanes.apart[at]
                _open(rules, lanes, at, out)
            elif not (lanes.state[at, LEGAL] >> actions[at]) & 1:
                illegal[at] = True
            else:
                _answer(lanes, at, phase, actions[at])
                deck = _deck_at(rules, lanes, at)
                learner = _learner_at(rules, lanes, at)
                start = U32(lanes.state[at, ROUND_AT])
                deck.state[START] = start
                tables = TableHands(rules.blackjack, rules.felt, None, None, learner)
                index = play_round(deck, tables, np.int64(1), None, start, buffers)
                nets[at] = _show(rules, lanes, at, learner, deck, index, buffers, out)
                ended[at] = out.facts[_PHASE, at] == _OVER

    return jit_cached(step_all)
