"""A session of a counting drill: questions one after another, and the score."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple, Protocol

from msgspec import json
from pydantic import Field, ValidationError

from pitboss.cards.shuffle import BitSource, SeededBits
from pitboss.counts.system import CountSystem
from pitboss.engine.setup import Setup
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.counting.settings import is_counted, nothing_to_count
from pitboss.sitting.training.counting.estimates import BetByCount, DeckEstimate
from pitboss.sitting.training.counting.index_plays import IndexPlays, listed_plays
from pitboss.sitting.training.counting.question import (
    Conversion,
    Countdown,
    CountQuestion,
    CountVerdict,
    judge,
    read_answer,
)
from pitboss.sitting.training.score import CountScore, CountSession, ScorePart
from pitboss.sitting.training.themes import BETS, COUNT_THEMES, COUNTDOWN, DECKS, TRUE_COUNT
from pitboss.sitting.training.weights import owed_after

SESSIONS_MAX: Final = 200
"""Sessions that a page keeps of one drill."""


class Asker(Protocol):
    """Makes the questions of a drill."""

    def question(self, bits: BitSource) -> CountQuestion:
        """Return the next question."""
        ...


class CountProgress(ScorePart):
    """What a page keeps of one drill between two questions."""

    version: Literal[1] = 1
    score: CountScore
    open: bool = False
    """The last session of the score goes on."""
    streak: Annotated[int, Field(ge=0)] = 0


class CountStep(NamedTuple):
    """The verdict on the last answer, and the next question."""

    drill: CountDrill
    verdict: CountVerdict | None
    question: CountQuestion
    progress: CountProgress


def read_count_progress(data: object, *, game: str, theme: str, system: str) -> CountProgress:
    """Read a progress that a page has kept, or begin one; raise `RulesError` if it is spoiled."""
    if data is None:
        return CountProgress(score=CountScore(game=game, theme=theme, system=system))
    try:
        progress = CountProgress.model_validate_json(json.encode(data))
    except ValidationError as error:
        raise _wrong("progress/malformed", error.errors()[0]["msg"]) from None
    score = progress.score
    if len(score.sessions) > SESSIONS_MAX or len(score.owed) > SESSIONS_MAX:
        raise _wrong("progress/malformed", "it is longer than any that was handed out")
    if progress.open and not score.sessions:
        raise _wrong("progress/malformed", "it goes on with a session that it has not")
    if (score.game, score.theme, score.system) != (game, theme, system):
        raise _wrong("progress/other-table", "this is the progress of another drill; start anew")
    return progress


def _wrong(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="progress", message=message)])


def count_step(
    setup: Setup,
    system: CountSystem,
    progress: CountProgress,
    *,
    seed: str,
    fresh: bool = False,
    answer: tuple[str, float] | None = None,
    group: int = 1,
) -> CountStep:
    """Judge an answer and its seconds, and ask the next question; nothing is kept here.

    Every question has a shoe of its own, so the same seed and progress ask the same one.
    """
    score = progress.score
    asker = open_asker(score.theme, setup, system, score, group=group)
    drill = CountDrill(asker, score, seed, setup=setup, system=system)
    if progress.open and not fresh:
        drill.resume(progress.streak)
    verdict = drill.answer(drill.next_question(), *answer) if answer is not None else None
    if score.theme == COUNTDOWN:  # its shoe goes on, and nothing here does
        drill.asker = open_asker(score.theme, setup, system, score, group=group)
    following = drill.next_question()
    score.sessions = score.sessions[-SESSIONS_MAX:]
    progress.open = drill.session.asked > 0
    progress.streak = drill.streak
    return CountStep(drill, verdict, following, progress)


class CountDrill:
    """Asks, judges and keeps the score; the same seed and score give the same questions."""

    def __init__(
        self, asker: Asker, score: CountScore, seed: str, *, setup: Setup, system: CountSystem
    ) -> None:
        """Begin a session of *score*, which the first answer adds to it."""
        self.asker = asker
        self.score = score
        self.seed = seed
        self.setup = setup
        self.system = system
        self.session = CountSession()
        self.streak = 0
        """Right answers since the last wrong one."""
        self.wrong: list[CountVerdict] = []
        self._number = len(score.sessions) + 1

    def resume(self, streak: int) -> None:
        """Go on with the last session of the score, which an earlier drill began."""
        self.session = self.score.sessions[-1]
        self.streak = streak
        self._number = len(self.score.sessions)

    @property
    def title(self) -> str:
        """What is practised."""
        return COUNT_THEMES[self.score.theme]

    def next_question(self) -> CountQuestion:
        """Return the next question."""
        place = f"{self.score.theme}/{self._number}/{self.session.asked}"
        return self.asker.question(SeededBits(f"{self.seed}/{place}"))

    def answer(self, question: CountQuestion, text: str, seconds: float) -> CountVerdict:
        """Judge an answer that took some time; raise `RefusedError` if it cannot be read."""
        verdict = judge(question, read_answer(question, text))
        session = self.session
        if not session.asked:
            self.score.sessions.append(session)
        session.asked += 1
        session.cards += question.cards
        session.seconds += max(0.0, seconds)
        session.off += float(verdict.off)
        self.streak = self.streak + 1 if verdict.is_right else 0
        session.best_streak = max(session.best_streak, self.streak)
        if not verdict.is_right:
            session.wrong += 1
            self.wrong.append(verdict)
        self._note(question.key, wrong=not verdict.is_right)
        return verdict

    def _note(self, key: str, *, wrong: bool) -> None:
        """Make a missed question come more often, until enough right answers."""
        if key and (wrong or key in self.score.owed):
            owed = owed_after(self.score.owed.get(key, 0), wrong=wrong)
            self.score.owed[key] = owed
            if not owed:
                del self.score.owed[key]


def open_asker(
    theme: str,
    setup: Setup,
    system: CountSystem,
    score: CountScore,
    *,
    group: int = 1,
    stop: int = 26,
    step: int = 26,
) -> Asker:
    """Return the asker of a drill; raise `RulesError` if there is nothing to ask."""
    if not is_counted(setup):
        raise RulesError([nothing_to_count(setup)])
    if theme == COUNTDOWN:
        return Countdown(system=system, shoe=setup.shoe, group=group, stop=stop)
    if theme == TRUE_COUNT:
        return Conversion(system=system, shoe=setup.shoe, step=step)
    if theme == DECKS:
        return DeckEstimate(shoe=setup.shoe)
    if theme == BETS:
        return BetByCount(system=system)
    plays = listed_plays(setup, system)
    return IndexPlays(system=system, shoe=setup.shoe, plays=plays, owed=score.owed)
