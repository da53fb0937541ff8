"""Somebody who decides during the round: the answers that he gives to its questions.

A round cannot wait in the middle. So it is played again from its beginning with every answer: the
questions that were answered get their answers again, and the first other one stays open. While one
is open nobody draws a card, and the rest of the round means nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Flags, Ints, LongInts
from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.random.philox import U32

NOTHING, KEEPS, INSURES, PLAYS = range(4)
"""What is asked, in the order of a round: whether to keep a blackjack, to insure, how to play a
hand. The program looks at a blackjack behind insurance, which makes no difference to anybody else:
so the first of the open questions is asked."""
OPEN, QUESTION, AT, ANSWERED, HAND, HANDS, FIRST_CARD = range(7)
"""The state of a round: the open question, which one it is if it is about a hand, and where the
next card lies there. How many answers about hands were read; the number of the hand in play, how
many there are, and with which card a split began it."""
LEARNER_STATE = 7
KEPT, INSURED, COUNT, FIRST_ANSWER = range(4)
"""The answers of a round: `UNKNOWN`, or an action; how many are about hands, and these."""
UNKNOWN = 255
ANSWERS_ROOM = 200
"""More answers than a round has: of eight hands with the 21 cards that a hand may have."""
REST = 0
"""The column of `Learner.codes` for a hand whose only choice was a split too many."""
I32 = np.int32


class Learner(NamedTuple):
    """Who answers, and what each answer leads to."""

    first: np.uint32
    """Results from here on are questions about a hand."""
    codes: Ints
    """(question, action): the code that follows."""
    legal: LongInts
    """(question, whether there are as many hands as allowed): the actions, a bit for each."""
    blackjack: np.int32
    """The code of a blackjack that may be kept to be doubled; 0: none may."""
    kept: np.int32
    """The code of one that was kept."""
    insurable: Flags
    """(class of the up card): whether insurance is offered."""
    insures: np.uint8
    """The action that takes insurance."""
    takes: np.uint8
    """The action that takes the pay of a blackjack."""
    unanswered: np.int32
    """The code of some result that waits for nobody."""
    hands_max: LongInts
    """(question): as many hands as the pair may be split into."""
    answers: Bytes
    state: LongInts


@jit_inlined
def leave_open(learner: Learner, phase: Integer) -> bool:
    """Leave a question open; return whether it is the one that is asked first."""
    before = learner.state[OPEN]
    is_first = bool(before == NOTHING or phase < before)
    if is_first:
        learner.state[OPEN] = phase
    return is_first


@jit_inlined
def is_open(learner: Learner | None) -> bool:
    """Return whether a question is open, so that nobody draws."""
    if learner is None:
        return False
    return bool(learner.state[OPEN] != NOTHING)


@jit_inlined
def ask_insurance(learner: Learner | None, index: np.uint32, up: np.uint32) -> bool:
    """Return whether a learner insures; the round has been dealt, and its next card is at *index*.

    It is the first thing that a round asks.
    """
    if learner is None:
        return False
    state = learner.state
    state[OPEN] = NOTHING
    state[AT] = index
    state[ANSWERED] = 0
    state[HAND] = 1
    state[HANDS] = 1
    if not learner.insurable[up]:
        return False
    if learner.answers[INSURED] == UNKNOWN:
        leave_open(learner, INSURES)
    return bool(learner.answers[INSURED] == learner.insures)


@jit_inlined
def ask_blackjack(learner: Learner | None, code: np.int32) -> np.int32:
    """Return the code of two cards after the answer whether to keep a blackjack."""
    if learner is None:
        return code
    if learner.blackjack == 0 or code != learner.blackjack:
        return code
    answer = learner.answers[KEPT]
    if answer == UNKNOWN:
        leave_open(learner, KEEPS)
        return code
    return code if answer == learner.takes else learner.kept


@jit_inlined
def legal_actions(learner: Learner, question: Integer) -> Integer:
    """Return the actions with a hand now, a bit for each."""
    is_full = learner.state[HANDS] >= learner.hands_max[question]
    return learner.legal[question, 1 if is_full else 0]


@jit_inlined
def ask_hand(learner: Learner, code: np.int32, index: np.uint32) -> np.int32:
    """Return the code that follows a question about a hand."""
    question = U32(U32(~code) - learner.first)
    state = learner.state
    action = REST
    if legal_actions(learner, question):
        if state[ANSWERED] >= learner.answers[COUNT]:
            if leave_open(learner, PLAYS):
                state[QUESTION] = question
                state[AT] = index
            return learner.unanswered
        action = learner.answers[FIRST_ANSWER + state[ANSWERED]]
        state[ANSWERED] += 1
    return I32(learner.codes[question, action])


@jit_inlined
def note_hand(learner: Learner | None, first: Integer, number: Integer, hands: Integer) -> None:
    """Note which hand of a split is played next: its first card, its number, how many there are."""
    if learner is not None:
        learner.state[FIRST_CARD] = first
        learner.state[HAND] = number
        learner.state[HANDS] = hands
