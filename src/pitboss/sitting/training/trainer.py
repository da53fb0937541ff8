"""The trainer: the choice of the next decision, and the score."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.cards import Card, NotationError, format_cards, parse_cards
from pitboss.cards.shuffle import BitSource, SeededBits
from pitboss.engine.actions import ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.setup import Setup
from pitboss.exact.worth import DecisionJudgement
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.sitting.training.dealing import Dealing, DealtDecision
from pitboss.sitting.training.score import Missed, Session, TableScore
from pitboss.sitting.training.themes import ALL, THEMES, check_theme
from pitboss.sitting.training.weights import (
    POOL,
    THEME_POOL,
    difficulty,
    draw_place,
    owed_after,
    owed_weight,
)


class Answer(NamedTuple):
    """A decision, and the answer to it."""

    dealt: DealtDecision
    judged: DecisionJudgement


_DEALT_MAX = 20_000
"""The most decisions dealt to find those of a theme."""
NOT_AGAIN = 3
"""The least distance between a decision and its repetition."""


def asks_insurance(theme: str) -> bool:
    """Return whether a theme asks about insurance, which every other one declines."""
    return theme == "insurance"


class Trainer:
    """Asks decisions of one table; the same seed and score give the same ones."""

    def __init__(
        self,
        setup: Setup,
        bets: Bets,
        score: TableScore,
        seed: str,
        theme: str = ALL,
        *,
        dealing: Dealing | None = None,
        day: str = "",
    ) -> None:
        """Train at *setup*; raise `RulesError` if the score names an impossible decision.

        *theme*: ask decisions of this kind alone. *dealing*: deals the decisions, where one is at
        hand that has solved some. *day*: the date for which answers are counted.
        """
        check_theme(setup, theme)
        self.setup = setup
        self.score = score
        self.seed = seed
        self.theme = theme
        self.day = day
        self.dealing = dealing or Dealing(setup, bets, insurance=asks_insurance(theme))
        self.session = Session()
        self.streak = 0
        """Right answers since the last wrong one."""
        self.wrong: list[Answer] = []
        """The answers of this session that were not the best."""
        self._number = len(score.sessions) + 1
        self._recent: deque[str] = deque(maxlen=NOT_AGAIN)
        self._owed = {key: self._again(key, missed) for key, missed in score.missed.items()}

    def resume(self, streak: int, recent: Sequence[str]) -> None:
        """Continue the last session of the score after *streak* right answers in a row.

        *recent* are the names of the last decisions.
        """
        if self.score.sessions:
            self.session = self.score.sessions[-1]
            self.streak = streak
            self._number = len(self.score.sessions)
            self._recent.extend(recent)

    @property
    def recent(self) -> list[str]:
        """The names of the last decisions, which are not asked again at once."""
        return [*self._recent]

    def _again(self, key: str, missed: Missed) -> DealtDecision:
        """Deal a missed decision again from its score."""
        try:
            cards = parse_cards(missed.cards)
            dealt = self.dealing.again(
                cards, [ActionKind(decision) for decision in missed.decisions]
            )
        except (NotationError, ValueError):
            dealt = None
        if dealt is None or dealt.key != key:
            message = f"the score's cards do not lead to '{key}'"
            raise RulesError([Problem(code="score/malformed", key="", message=message)])
        return dealt

    def get_ready(self) -> None:
        """Solve what the first decision needs, which is most of the work."""
        self.pool(self._bits())

    def _bits(self) -> SeededBits:
        return SeededBits(f"{self.seed}/train/{self._number}/{self.session.asked}")

    def next_decision(self) -> DealtDecision:
        """Deal some decisions, and return one of them or an owed one, by their weights."""
        bits = self._bits()
        pool = self.pool(bits)
        weights = [self.weight(dealt) for dealt in pool]
        fresh = [0.0 if d.key in self._recent else w for d, w in zip(pool, weights, strict=True)]
        chosen = pool[draw_place(fresh if any(fresh) else weights, bits)]
        self._recent.append(chosen.key)
        return chosen

    def pool(self, bits: BitSource) -> list[DealtDecision]:
        """Return the candidates: decisions dealt from full shoes, then those owed.

        An owed one that is dealt as well is there once, with its owed weight.
        """
        owed = [self._owed[key] for key, missed in self.score.missed.items() if missed.owed]
        owed = [dealt for dealt in owed if self._is_asked(dealt)]
        names = {dealt.key for dealt in owed}
        fresh: list[DealtDecision] = []
        wanted = POOL if self.theme == ALL else THEME_POOL
        for count, dealt in enumerate(self.dealing.rounds(bits)):
            if dealt.key not in names and difficulty(dealt.gap) and self._is_asked(dealt):
                fresh.append(dealt)
            if len(fresh) == wanted or count == _DEALT_MAX:
                break
        if not fresh and not owed:
            message = f"no decision of the theme '{self.theme}' came up in {_DEALT_MAX:,}"
            raise RulesError([Problem(code="option/invalid", key="--theme", message=message)])
        return [*fresh, *owed]

    def _is_asked(self, dealt: DealtDecision) -> bool:
        return self.theme == ALL or THEMES[self.theme].holds(dealt.state, dealt.question)

    def weight(self, dealt: DealtDecision) -> float:
        """Return the weight of a decision: by its owed answers, or by its difficulty."""
        missed = self.score.missed.get(dealt.key)
        owed = missed.owed if missed else 0
        return owed_weight(owed) or difficulty(dealt.gap)

    def answer(
        self, dealt: DealtDecision, kind: ActionKind, low: tuple[Card, ...] | None = None
    ) -> DecisionJudgement:
        """Judge an answer and record it; the first answer adds the session to the score.

        *low* is the low hand, if a hand is set.
        """
        judged = dealt.judge(dealt.action(kind, low))
        if not self.session.asked:
            self.score.sessions.append(self.session)
        self.session.asked += 1
        self.streak = 0 if judged.is_mistake else self.streak + 1
        self.session.best_streak = max(self.session.best_streak, self.streak)
        if judged.is_mistake:
            self.wrong.append(Answer(dealt, judged))
            self.session.wrong += 1
            self.session.loss += judged.cost
        self._note(dealt, wrong=judged.is_mistake)
        if self.day:
            self.score.count_day(self.day, judged.cost, wrong=judged.is_mistake)
        return judged

    def describe_missed(self, key: str, name: Callable[[Trainer, DealtDecision], str]) -> str:
        """Return a missed decision as *name* writes it."""
        return name(self, self._owed[key])

    def _note(self, dealt: DealtDecision, *, wrong: bool) -> None:
        missed = self.score.missed.get(dealt.key)
        if missed is not None:
            missed.owed = owed_after(missed.owed, wrong=wrong)
            missed.wrong += wrong
        elif wrong:
            self._owed[dealt.key] = dealt
            self.score.missed[dealt.key] = Missed(
                owed=owed_after(0, wrong=True),
                wrong=1,
                cards=format_cards(dealt.cards),
                decisions=[str(kind) for kind in dealt.actions],
            )
