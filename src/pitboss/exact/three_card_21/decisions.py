"""What decisions of 3 Card 21 "N" Done are worth (2111, player rules (1) to (5))."""

from __future__ import annotations

from pitboss.engine.actions import Question
from pitboss.engine.state import State
from pitboss.exact.blackjack.decisions import BlackjackDecisions
from pitboss.exact.three_card_21.advice import Position, three_card_values
from pitboss.exact.worth import Worth


class ThreeCardDecisions(BlackjackDecisions):
    """Values the decisions of one table; insurance is valued as in any blackjack."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return what every choice is worth; `RefusedError` where that is not known."""
        if question.wager is not None:
            return super().worth(state, question)
        seat = state.seat(question.seat)
        hand = seat.hand(question.hand)
        others = tuple(other.cards[0] for other in seat.hands if other is not hand)
        position = Position(cards=hand.cards, up=state.dealer[0], others=others)
        return Worth(
            values=three_card_values(self.setup, position, question.choices, hand.stake),
            unit=hand.base,
            by=_basis(position),
        )


def _basis(position: Position) -> str:
    if position.is_before_peek:
        return "your cards and the up card, a dealer blackjack counted in"
    beside = ", the starts of your others" if position.others else ""
    return f"this hand{beside} and the up card, no dealer blackjack"
