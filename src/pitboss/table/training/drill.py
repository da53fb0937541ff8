"""One step of a drill: judge the last answer, and deal the next decision; nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from pitboss.cards import NotationError, parse_cards
from pitboss.engine.actions import Action, ActionKind, RefusedError
from pitboss.engine.legal import refusal
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.table.training.dealing import Dealing, DealtDecision
from pitboss.table.training.progress import Progress
from pitboss.table.training.themes import ALL
from pitboss.table.training.trainer import Answer, Trainer


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillAnswer:
    """An answer, with the deal that leads to its question."""

    cards: str
    decisions: tuple[str, ...] = ()
    action: str
    low: str = ""
    """The low hand, if a hand is set."""


class DrillStep(NamedTuple):
    """The verdict on the last answer, and the next decision."""

    trainer: Trainer
    answer: Answer | None
    dealt: DealtDecision
    progress: Progress


def drill(
    dealing: Dealing,
    progress: Progress,
    *,
    seed: str,
    day: str,
    theme: str = ALL,
    fresh: bool = False,
    answer: DrillAnswer | None = None,
) -> DrillStep:
    """Judge *answer*, count it in *progress* for *day*, and deal the next decision.

    *fresh*: a new session begins. The same seed and progress ask the same decision.
    """
    trainer = _trainer(dealing, progress, seed, theme, day)
    if progress.open and not fresh:
        trainer.resume(progress.streak, progress.recent)
    judged = None
    if answer is not None:
        dealt, action = _read(dealing, answer)
        judged = Answer(dealt, trainer.answer(dealt, action.kind, action.low))
    following = trainer.next_decision()
    progress.open = trainer.session.asked > 0
    progress.streak, progress.recent = trainer.streak, trainer.recent
    progress.trim()
    return DrillStep(trainer, judged, following, progress)


def _trainer(dealing: Dealing, progress: Progress, seed: str, theme: str, day: str) -> Trainer:
    """Return the trainer of a progress; name problems by the keys of the request."""
    try:
        return Trainer(
            dealing.setup, dealing.bets, progress.score, seed, theme, dealing=dealing, day=day
        )
    except RulesError as error:
        raise RulesError([_as_sent(problem) for problem in error.problems]) from None


def _as_sent(problem: Problem) -> Problem:
    if problem.code == "score/malformed":
        return replace(problem, code="progress/malformed", key="progress")
    return replace(problem, key=problem.key.removeprefix("--"))


def _read(dealing: Dealing, answer: DrillAnswer) -> tuple[DealtDecision, Action]:
    """Return the decision of an answer and the answer as an action, or refuse it."""
    try:
        cards = parse_cards(answer.cards)
        low = parse_cards(answer.low) if answer.low else None
    except NotationError as error:
        raise RefusedError(error.code, f"answer: {error}") from None
    try:
        kind = ActionKind(answer.action)
        dealt = dealing.again(cards, [ActionKind(decision) for decision in answer.decisions])
    except ValueError:
        message = "answer: there is no such decision"
        raise RefusedError("action/unknown", message) from None
    if dealt is None:
        message = "answer: these cards and decisions lead to no question of this table"
        raise RefusedError("drill/unknown", message)
    action = dealt.action(kind, low)
    refused = refusal(dealt.question, action)
    if refused is not None:
        raise RefusedError(refused.code, f"answer: {refused.message}")
    return dealt, action
