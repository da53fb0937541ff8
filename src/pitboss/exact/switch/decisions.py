"""Values the decisions of Blackjack Switch: whether to switch, then how to play each hand."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.state import State
from pitboss.exact.blackjack.advice import Position
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.decisions import BlackjackDecisions, is_insurance
from pitboss.exact.blackjack.solver import UpCard
from pitboss.exact.switch.cases import TwoCards
from pitboss.exact.switch.play import SwitchUpCard, switch_is_solved
from pitboss.exact.switch.solver import value_together
from pitboss.exact.worth import Worth
from pitboss.patterns.totals import value as value_of

_OF_SWITCHING = frozenset({ActionKind.SWITCH, ActionKind.KEEP})
Cards = tuple[Card, Card]


def switch_cards(first: Cards, second: Cards) -> tuple[Cards, Cards]:
    """Return the two hands after a switch: their second cards change places (2105(8)(b))."""
    return (first[0], second[1]), (second[0], first[1])


def switch_values(up: UpCard, first: Cards, second: Cards) -> dict[ActionKind, Number]:
    """Return the expected value of both hands together, kept and switched, in units of one wager.

    Each hand is then played optimally by its own cards, with the cards of the other gone. The
    dealer has no blackjack. If both are equal the hands are kept: that comes first.
    """
    kept = (_values(first), _values(second))
    made = tuple(map(_values, switch_cards(first, second)))
    solved = SwitchUpCard(up, others={*kept, *made})
    return {
        ActionKind.KEEP: value_together(solved.kept, *kept),
        ActionKind.SWITCH: value_together(solved.switched, *made),
    }


def _values(hand: Cards) -> TwoCards:
    low, high = sorted(map(value_of, hand))
    return low, high


def is_switching(question: Question) -> bool:
    """Return whether the second cards of both hands may be switched."""
    return _OF_SWITCHING.issuperset(choice.kind for choice in question.choices)


class SwitchDecisions(BlackjackDecisions):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice, and the hands that it makes."""
        worth = super().worth(state, question)
        if not is_switching(question):
            return worth
        first, second = (cast("Cards", hand.cards) for hand in state.hands_to_decide(question))
        made = {ActionKind.KEEP: (first, second), ActionKind.SWITCH: switch_cards(first, second)}
        values = (
            replace(advice, facts={"hands": [format_cards(hand) for hand in made[advice.action]]})
            for advice in worth.values
        )
        return replace(worth, values=tuple(values))

    def values(self, state: State, question: Question) -> dict[ActionKind, Number]:
        """Return the expected values of the choices, in units of the first wager of one hand."""
        if is_insurance(question):
            return super().values(state, question)
        if not switch_is_solved(self.setup):
            title = self.setup.configured.game.title
            raise RefusedError("game/not-solved", f"the main game of {title} is not solved yet")
        if is_switching(question):
            return self._switch(state, question)
        return super().values(state, question)

    def _switch(self, state: State, question: Question) -> dict[ActionKind, Number]:
        """2105(8)(b): value both hands together, in units of one of the two equal wagers."""
        first, second = (cast("Cards", hand.cards) for hand in state.hands_to_decide(question))
        up = self.adviser.play(Position(cards=first, up=state.dealer[0])).up
        return switch_values(up, first, second)
