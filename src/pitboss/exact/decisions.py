"""The expected value of a decision, for screens, trainers and programs alike.

The input is a round's state and its question; the output is the value of every choice, in units of
the first wager and in cents. A value uses what the player sees: the hand and the up card. The rest
of the shoe is full, a card that started the other hand of a split is gone, and if the dealer looks
for a blackjack he has none. Later decisions are optimal, and the player can always pay for them.
"""

from __future__ import annotations

from dataclasses import replace

from pitboss.cards import Unseen
from pitboss.engine.actions import Action, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.any_shoe import check_shoe
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic
from pitboss.exact.blackjack.decisions import BlackjackDecisions, largest_amount
from pitboss.exact.kinds import SOLVERS
from pitboss.exact.worth import DecisionJudgement, Worth
from pitboss.rulebook.problems import Problem, RulesError


class Decisions:
    """Values the decisions of one table; solved hands are kept."""

    def __init__(
        self, setup: Setup, arithmetic: Arithmetic = FLOATS, unseen: Unseen | None = None
    ) -> None:
        """Value the decisions at the table of *setup*, its shoe full before the round.

        With *unseen* these cards were left instead; what the player sees is among them. Raise
        `RulesError` if they may not last for a round, or if each round has a whole deck.
        """
        self.setup = setup
        if unseen is not None:
            _check_unseen(setup, unseen)
        self._kind = SOLVERS[setup.round].decisions(setup, arithmetic, unseen)

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""
        worth = self._kind.worth(state, question)
        legal = {c.kind for c in question.choices}
        return replace(
            worth, values=tuple(advice for advice in worth.values if advice.action in legal)
        )

    def explain(self, state: State, question: Question, worth: Worth) -> Worth:
        """Return *worth* with how the round ends after each choice, if that is followed."""
        if type(self._kind) is not BlackjackDecisions:  # other rounds build on it
            return worth
        return replace(worth, outcomes=self._kind.outcomes(state, question))

    def judge(self, state: State, question: Question, action: Action) -> DecisionJudgement:
        """Return the expected value of *action*, a legal answer to *question*, beside the best."""
        worth = self.worth(state, question)
        taken = next(choice for choice in question.choices if choice.kind is action.kind)
        if action.amount in (None, largest_amount(taken)):
            value = worth.choice_value(action.kind, action.low)
            return DecisionJudgement(worth=worth, action=action.kind, value=value)
        choice = Choice(action.kind, action.amount, action.amount, action.amount)
        exactly = Question(question.seat, question.hand, (choice,), question.wager)
        return DecisionJudgement(
            worth=worth, action=action.kind, value=self.worth(state, exactly).best.value
        )


def _check_unseen(setup: Setup, unseen: Unseen) -> None:
    if SOLVERS[setup.round].any_shoe is None:
        title = setup.configured.game.title
        message = f"every round of {title} starts with a whole deck: no card is gone before it"
        raise RulesError([Problem(code="shoe/whole-deck", key="--gone", message=message)])
    check_shoe(setup, unseen)
