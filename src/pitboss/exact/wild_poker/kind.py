"""Wild poker as one of the kinds of round that are solved: playing or folding (2118(8))."""

from __future__ import annotations

from pitboss.cards import Unseen
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.rounds.wild_poker import ANTE
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic
from pitboss.exact.solved_kind import SolvedKind
from pitboss.exact.wild_poker.solution import wild_solution
from pitboss.exact.worth import Advice, Worth, best_first


class WildDecisions:
    """Values the decisions of one table; they are exact in any arithmetic."""

    def __init__(self, setup: Setup, _: Arithmetic = FLOATS, __: Unseen | None = None) -> None:
        """Value the decisions at the table of *setup*; every round has a whole deck."""
        self.setup = setup

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of playing for twice the ante, and folding."""
        seat = state.seat(question.seat)
        hand = wild_solution(self.setup).hand(seat.hand(question.hand).cards)
        values = {ActionKind.BET: hand.play, ActionKind.FOLD: hand.fold}
        return Worth(
            values=best_first(Advice.exactly(kind, value) for kind, value in values.items()),
            unit=seat.wagers[ANTE],
            of="the ante",
            by="your five cards",
        )


KIND = SolvedKind(solve=wild_solution, decisions=WildDecisions)
