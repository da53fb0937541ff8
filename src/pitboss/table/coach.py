"""The coach: the expected values of choices, and the cost of your mistakes so far.

The values are computed in a thread of their own, so play never waits. A hint waits for them, and so
does the plain mode, which prints everything in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.table.coach_text import cost_words, decision_words, loss_words, margin_words

if TYPE_CHECKING:
    from pitboss.exact.worth import DecisionJudgement, Worth

_WORST_SHOWN = 3
_MOMENT_S = 0.3
_MARGIN_MIN = 0.00005
"""Units: a smaller margin would be written as zero."""


class Valuer(Protocol):
    """Values the decisions of one table, as `exact.decisions.Decisions` does."""

    def worth(self, state: State, question: Question, /) -> Worth:
        """Return the value of every choice."""

    def judge(self, state: State, question: Question, action: Action, /) -> DecisionJudgement:
        """Return the cost of a decision."""


class JudgedDecision(NamedTuple):
    """A decision of yours with its expected value."""

    words: str
    """The decision and the hand, in words."""
    judged: DecisionJudgement
    round: int
    """The number of the round, from 1."""
    seat: int
    hand: int


@dataclass(slots=True)
class Tally:
    """The decisions of a sitting."""

    decisions: int = 0
    not_valued: int = 0
    """How many of them have no known values."""
    judged: list[JudgedDecision] = field(default_factory=list)

    @property
    def mistakes(self) -> list[JudgedDecision]:
        """The decisions that were not the best."""
        return [decision for decision in self.judged if decision.judged.is_mistake]

    @property
    def worst(self) -> list[JudgedDecision]:
        """The mistakes, the most costly first."""
        return sorted(self.mistakes, key=lambda decision: decision.judged.cost_cents, reverse=True)

    @property
    def hardest(self) -> JudgedDecision | None:
        """The right decision that was closest to a mistake."""
        right = [decision for decision in self.judged if not decision.judged.is_mistake]
        close = [decision for decision in right if decision.judged.worth.gap > _MARGIN_MIN]
        return min(close, key=lambda decision: decision.judged.worth.gap, default=None)

    @property
    def loss(self) -> float:
        """The cost of the mistakes, in units of the first wagers."""
        return sum(mistake.judged.cost for mistake in self.mistakes)

    @property
    def loss_cents(self) -> float:
        """The same in cents."""
        return sum(mistake.judged.cost_cents for mistake in self.mistakes)

    def words(self) -> Iterator[str]:
        """Return a summary of the sitting with the worst mistakes; empty without values."""
        valued = self.decisions - self.not_valued
        if not valued:
            return
        taken = "1 decision" if valued == 1 else f"{valued} decisions"
        if not self.mistakes:
            yield f"You took {taken} and made no mistake."
        else:
            count = len(self.mistakes)
            made = "1 mistake" if count == 1 else f"{count} mistakes"
            lost = loss_words(self.loss, self.loss_cents)
            yield f"You took {taken} and made {made}: an expected loss of {lost}."
        for decision in self.worst[:_WORST_SHOWN]:
            yield f"  Worst: {decision.words}: {cost_words(decision.judged)}"
        if best := self.hardest:
            yield f"  Best: {best.words}: {margin_words(best.judged)}"
        if self.not_valued:
            yield f"  Not counted: {self.not_valued} more that nobody has valued yet."


class _Waiting(NamedTuple):
    seat: int
    hand: int
    round: int
    words: str
    judged: Future[DecisionJudgement]


class Coach:
    """Values the decisions of one table."""

    def __init__(
        self,
        setup: Setup,
        valuer: Callable[[Setup], Valuer],
        *,
        counts: bool = False,
        patient: bool = False,
    ) -> None:
        """Coach at the table of *setup*; *valuer* makes the object that values its decisions.

        *counts*: mistakes are reported and counted. *patient*: wait for the values of a decision
        before the next line.
        """
        self.setup, self.valuer = setup, valuer
        self.counts, self.patient = counts, patient
        self.tally = Tally()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="coach")
        self._decisions: Valuer | None = None
        self._expected: tuple[State, Question, Future[Worth]] | None = None
        self._waiting: deque[_Waiting] = deque()

    def hint(self, state: State, question: Question) -> Future[Worth]:
        """Value the choices of *question*; raise `RefusedError` where they are not known."""
        if self._expected is not None:
            known, expected, worth = self._expected
            if known is state and expected == question:
                return worth
        worth = self._pool.submit(self._worth, state, question)
        self._expected = (state, question, worth)
        return worth

    def expect(self, state: State, question: Question) -> None:
        """Start to value a decision while its player thinks."""
        if self.counts:
            self.hint(state, question)

    def judge_decision(self, state: State, question: Question, action: Action, number: int) -> None:
        """Judge a decision of the round with that *number*."""
        if self.counts:
            self.tally.decisions += 1
            words = decision_words(state, question, action)
            judged = self._pool.submit(self._judge, state, question, action)
            self._waiting.append(_Waiting(question.seat, question.hand, number, words, judged))

    @property
    def is_behind(self) -> bool:
        """Whether a decision is not judged yet, or not reported."""
        return bool(self._waiting)

    def news(self, *, all_of_them: bool = False) -> Iterator[JudgedDecision | None]:
        """Yield the decisions judged since the last call; None for one without known values."""
        while self._waiting and (all_of_them or self.patient or self._waiting[0].judged.done()):
            seat, hand, number, words, waited = self._waiting.popleft()
            try:
                judged = waited.result()
            except RefusedError:
                self.tally.not_valued += 1
                yield None
                continue
            decision = JudgedDecision(words, judged, number, seat, hand)
            self.tally.judged.append(decision)
            yield decision

    def give_time(self) -> None:
        """Wait a moment for the last decision, if its values were known before it was taken."""
        known = self._expected is not None and self._expected[2].done()
        if known and self._waiting:
            wait([self._waiting[-1].judged], _MOMENT_S)

    # -- in the coach's own thread ---------------------------------------------------------------

    def _worth(self, state: State, question: Question) -> Worth:
        return self._table().worth(state, question)

    def _judge(self, state: State, question: Question, action: Action) -> DecisionJudgement:
        return self._table().judge(state, question, action)

    def _table(self) -> Valuer:
        if self._decisions is None:
            self._decisions = self.valuer(
                self.setup
            )  # solvers are heavy, and only a hint needs one
        return self._decisions
