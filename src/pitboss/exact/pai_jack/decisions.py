"""What every way to set a Pai Jack hand is worth (2112(6))."""

from __future__ import annotations

from pitboss.engine.actions import Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic
from pitboss.exact.pai_jack.advice import advise_setting
from pitboss.exact.worth import Worth


class PaiJackDecisions:
    """Values the decisions of one table; they are exact in any arithmetic."""

    def __init__(self, setup: Setup, _: Arithmetic = FLOATS) -> None:
        """Value the decisions at the table of *setup*."""
        self.setup = setup

    def worth(self, state: State, question: Question) -> Worth:
        """Return what every low hand that may be set apart is worth."""
        hand = state.seat(question.seat).hand(question.hand)
        settings = advise_setting(self.setup, hand.cards)
        return Worth(
            values=tuple(setting.as_advice() for setting in settings),
            unit=hand.stake,
            of="the main wager",
            by="your five cards",
        )
