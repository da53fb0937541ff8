"""What decisions of 21-Hold 'em are worth: those of blackjack, then to bet or to fold."""

from __future__ import annotations

from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.rounds.holdem import POKER, community
from pitboss.engine.state import State
from pitboss.exact.blackjack.decisions import BlackjackDecisions
from pitboss.exact.holdem.advice import advise_poker
from pitboss.exact.worth import Worth


class HoldemDecisions(BlackjackDecisions):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return what every choice is worth; `RefusedError` where that is not known."""
        if ActionKind.FOLD not in {choice.kind for choice in question.choices}:
            return super().worth(state, question)
        # 2104(8), (10): betting on, or folding
        seat = state.seat(question.seat)
        one, two = community(state)
        return Worth(
            values=tuple(advise_poker(self.setup, (one, two), seat.poker)),
            unit=seat.wagers[POKER],
            of="PK",
            by="your cards and the two in common",
        )
