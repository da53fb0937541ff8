"""What decisions of Ante Up 21 are worth: to bet or fold, then one hand for 21 and poker.

2106(9), (11). Once folded the hand is one of blackjack. After a split all hands make one poker hand
(ruling A1), which a hand by itself does not show.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.engine.actions import Question, RefusedError
from pitboss.engine.rounds.ante_up import ANTE, BET, is_live
from pitboss.engine.state import State
from pitboss.exact.ante_up.advice import advise_ante_up, with_amounts
from pitboss.exact.blackjack.decisions import BlackjackDecisions
from pitboss.exact.worth import Worth


class AnteUpDecisions(BlackjackDecisions):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return what every choice is worth; `RefusedError` where that is not known."""
        seat = state.seat(question.seat)
        hand, folds = seat.hand(question.hand), question.wager == BET
        if not (folds or (question.wager is None and is_live(seat))):
            return super().worth(state, question)
        if hand.split:
            message = "the poker hand is made of all hands of a split: one of them is not valued"
            raise RefusedError("decision/not-valued", message)
        ante = Fraction(seat.wagers[ANTE], hand.base)
        advice = advise_ante_up(self.setup, hand.cards, state.dealer[0], ante)
        choices = advice.first if folds else advice.hand
        values = with_amounts(choices, question.choices, hand.base, ante)
        basis = "this hand and the up card, for 21 and poker together"
        return Worth(
            values=tuple(choice.as_advice() for choice in values),
            unit=hand.base,
            of="the 21 wager",
            by=basis + (", a dealer blackjack counted in" if folds else ", no dealer blackjack"),
        )
