"""One step of a drill: judge the last answer, and deal the next decision.

Nothing is kept here: a page keeps the progress between two questions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from msgspec import json
from pydantic import Field, ValidationError

from pitboss.cards import NotationError, parse_cards
from pitboss.engine.actions import Action, ActionKind, RefusedError
from pitboss.engine.legal import refusal
from pitboss.engine.setup import Setup
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.sitting.training.dealing import Dealing, DealtDecision
from pitboss.sitting.training.score import Missed, ScorePart, Session, TableScore, add_up
from pitboss.sitting.training.themes import ALL
from pitboss.sitting.training.trainer import NOT_AGAIN, Answer, Trainer


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
    progress.streak = trainer.streak
    progress.recent = trainer.recent
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


MISSED_MAX: Final = 200
"""Missed decisions that are kept; those that are learned go first."""
SESSIONS_MAX: Final = 200
"""Sessions that are kept one by one; older ones are kept as one."""
DAYS_MAX: Final = 800
"""Days that are kept; the oldest go first."""
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


class Progress(ScorePart):
    """The score at one table, and where its last session stands."""

    version: Literal[1] = 1
    digest: str = Field(max_length=64)
    """Of the rules: a score is of one table."""
    score: TableScore
    streak: int = Field(default=0, ge=0)
    """Right answers since the last wrong one."""
    recent: list[str] = Field(default_factory=list, max_length=NOT_AGAIN)
    """The names of the last decisions."""
    open: bool = False
    """Whether the last session continues."""

    def trim(self) -> None:
        """Leave out the oldest entries, so a page can keep the progress for years."""
        score = self.score
        if len(score.missed) > MISSED_MAX:
            kept = dict(sorted(score.missed.items(), key=_weight, reverse=True)[:MISSED_MAX])
            score.missed = {key: missed for key, missed in score.missed.items() if key in kept}
        extra = len(score.sessions) - SESSIONS_MAX
        if extra > 0:
            older = add_up(Session, score.sessions[: extra + 1])
            score.sessions = [older, *score.sessions[extra + 1 :]]
        score.days = dict(sorted(score.days.items())[-DAYS_MAX:])

    def as_json(self) -> dict[str, object]:
        """Return the progress as `read_progress` reads it."""
        return self.model_dump(mode="json")


def _weight(item: tuple[str, Missed]) -> tuple[int, int]:
    return item[1].owed, item[1].wrong


def new_progress(setup: Setup) -> Progress:
    """Return the progress of a player who has answered nothing at a table."""
    configured = setup.configured
    score = TableScore(game=configured.game.id, options=dict(configured.options))
    return Progress(digest=configured.digest, score=score)


def read_progress(data: object, setup: Setup) -> Progress:
    """Read a progress that a page has kept; raise `RulesError` if it is spoiled.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack"))
    >>> read_progress(new_progress(setup).as_json(), setup) == new_progress(setup)
    True
    >>> read_progress({"version": 2}, setup)
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: progress: version: input should be 1 [progress/malformed]
    """
    try:
        progress = Progress.model_validate_json(json.encode(data))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        message = f"{first['msg'][0].lower()}{first['msg'][1:]}"
        raise _malformed_progress(f"{where}: {message}" if where else message) from None
    score = progress.score
    sizes = (len(score.missed), len(score.sessions), len(score.days))
    if any(size > most for size, most in zip(sizes, _MOST, strict=True)):
        raise _malformed_progress("it is longer than any that was handed out")
    if not all(_DATE.fullmatch(day) for day in score.days):
        raise _malformed_progress("a day is written as 2026-11-16")
    if progress.digest != setup.configured.digest:
        message = "this is the progress of another game or set-up; start anew for this one"
        raise RulesError([Problem(code="progress/other-table", key="progress", message=message)])
    return progress


_MOST = (MISSED_MAX, SESSIONS_MAX, DAYS_MAX)


def _malformed_progress(message: str) -> RulesError:
    return RulesError([Problem(code="progress/malformed", key="progress", message=message)])
