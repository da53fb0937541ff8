"""A session of a counting drill: questions one after another, and the score."""

from __future__ import annotations

from typing import Protocol

from pitboss.cards.shuffle import BitSource, SeededBits
from pitboss.counts.system import CountSystem
from pitboss.engine.setup import Setup
from pitboss.rulebook.problems import RulesError
from pitboss.simulator.counting.settings import is_counted, nothing_to_count
from pitboss.sitting.training.counting.index_plays import IndexPlays, listed_plays
from pitboss.sitting.training.counting.question import (
    Conversion,
    Countdown,
    CountQuestion,
    CountVerdict,
    judge,
    read_answer,
)
from pitboss.sitting.training.score import CountScore, CountSession
from pitboss.sitting.training.themes import COUNT_THEMES, COUNTDOWN, TRUE_COUNT
from pitboss.sitting.training.weights import owed_after


class Asker(Protocol):
    """Makes the questions of a drill."""

    def question(self, bits: BitSource) -> CountQuestion:
        """Return the next question."""
        ...


class CountDrill:
    """Asks, judges and keeps the score; the same seed and score give the same questions."""

    def __init__(
        self, asker: Asker, score: CountScore, seed: str, *, setup: Setup, system: CountSystem
    ) -> None:
        """Begin a session of *score*, which the first answer adds to it."""
        self.asker, self.score, self.seed = asker, score, seed
        self.setup, self.system = setup, system
        self.session = CountSession()
        self.streak = 0
        """Right answers since the last wrong one."""
        self.wrong: list[CountVerdict] = []
        self._number = len(score.sessions) + 1

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
    plays = listed_plays(setup, system)
    return IndexPlays(system=system, shoe=setup.shoe, plays=plays, owed=score.owed)
