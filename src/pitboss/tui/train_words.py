"""What the trainer says, on screen and line by line."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.engine.view import HandView
from pitboss.exact.decisions import Judged
from pitboss.train.dealing import SEAT, Dealt
from pitboss.train.score import Session, TableScore
from pitboss.train.trainer import Trainer
from pitboss.tui.coach_words import cost_words
from pitboss.tui.commands import parse_decision
from pitboss.tui.seen import seen
from pitboss.tui.stage_words import question_words
from pitboss.tui.words import doubled_words

_ROOM = 40
"""Columns that a line has for saying how often a hand was doubled."""


def asked_words(trainer: Trainer, dealt: Dealt) -> str:
    """Say what is to be decided: "16 against K♠"."""
    felt = seen(dealt.state, (SEAT,))
    words = question_words(trainer.setup, felt, dealt.asked)
    words = words.removeprefix(f"seat {SEAT}").removeprefix(": ").strip()
    return f"{words}{_situation(felt.hand(SEAT, dealt.asked.hand))}"


def _situation(hand: HandView) -> str:
    """Say how a hand came about, where it is not as it was dealt."""
    said = (
        "a free hand" if hand.made_free else "after a split" if hand.split else "",
        doubled_words(hand, _ROOM),
    )
    return "".join(f", {words}" for words in said if words)


def verdict_words(judged: Judged) -> str:
    """Say whether an answer was right, and what another would have cost."""
    if judged.is_mistake:
        return f"Wrong: {cost_words(judged)}"
    others = [each for each in judged.worth.values if each.action is not judged.action]
    if not others:
        return "Right."
    after = float(judged.value - others[0].value)
    if after <= 0:
        return f"Right: {others[0].action} is as good"
    return f"Right: {others[0].action} is next, {after:.4f} worse"


def answer_of(dealt: Dealt, words: list[str]) -> ActionKind:
    """Read an answer: the word, the beginning of it or its key; `RefusedError` says why not."""
    kind, amount, *_ = parse_decision(words, dealt.asked)
    offered = [choice.kind for choice in dealt.asked.choices]
    if kind not in offered:
        message = f"{kind} is not possible now; choose {', '.join(offered)}"
        raise RefusedError("action/illegal", message)
    if amount is not None:
        raise RefusedError("action/amount", f"{kind} is for the whole wager here: say no amount")
    return kind


def score_words(session: Session, score: TableScore) -> Iterator[str]:
    """Sum up this session, and all of them."""
    if not session.asked:
        yield "No decision was answered."
        return
    yield f"{_counted(session.asked, session.wrong)}; an expected loss of {_units(session.loss)}."
    if len(score.sessions) > 1:
        total = _counted(score.asked, score.wrong)
        yield f"Over {len(score.sessions)} sessions: {total}; a loss of {_units(score.loss)}."
    if score.owed:
        hands = "1 decision" if score.owed == 1 else f"{score.owed} decisions"
        yield f"{hands} answered wrongly will come again more often."


def _counted(asked: int, wrong: int) -> str:
    """Write how many were right.

    >>> _counted(8, 2), _counted(1, 0)
    ('8 decisions, 6 right (75.0%)', '1 decision, 1 right (100.0%)')
    """
    right = asked - wrong
    noun = "decision" if asked == 1 else "decisions"
    return f"{asked} {noun}, {right} right ({100 * right / asked:.1f}%)"


def _units(units: float) -> str:
    return f"{units:.4f} units"
