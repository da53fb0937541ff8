"""What decisions of Blackjack Switch are worth: whether to switch, then how to play each hand."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from pitboss.cards import format_cards
from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.state import State
from pitboss.exact.blackjack.advice import Position
from pitboss.exact.blackjack.arithmetic import Number
from pitboss.exact.blackjack.decisions import BlackjackDecisions, is_insurance
from pitboss.exact.switch.advice import Cards, advise_against, exchanged
from pitboss.exact.switch.play import switch_is_solved
from pitboss.exact.worth import Worth

_OF_SWITCHING = frozenset({ActionKind.SWITCH, ActionKind.KEEP})


def is_switching(question: Question) -> bool:
    """Whether the second cards of both hands may be exchanged."""
    return _OF_SWITCHING.issuperset(choice.kind for choice in question.choices)


class SwitchDecisions(BlackjackDecisions):
    """Values the decisions of one table."""

    def worth(self, state: State, question: Question) -> Worth:
        """Return what every choice is worth, with the hands that switching or keeping makes."""
        worth = super().worth(state, question)
        if not is_switching(question):
            return worth
        first, second = (cast("Cards", hand.cards) for hand in state.hands_of(question))
        made = {ActionKind.KEEP: (first, second), ActionKind.SWITCH: exchanged(first, second)}
        values = (
            replace(each, facts={"hands": [format_cards(hand) for hand in made[each.action]]})
            for each in worth.values
        )
        return replace(worth, values=tuple(values))

    def values(self, state: State, question: Question) -> dict[ActionKind, Number]:
        """Return what the choices are worth, in units of the first wager of one hand."""
        if is_insurance(question):
            return super().values(state, question)
        if not switch_is_solved(self.setup):
            title = self.setup.configured.game.title
            raise RefusedError("game/not-solved", f"the main game of {title} is not solved yet")
        if is_switching(question):
            return self._switch(state, question)
        return super().values(state, question)

    def _switch(self, state: State, question: Question) -> dict[ActionKind, Number]:
        """2105(8)(b): both hands together, in units of one of the two equal wagers."""
        first, second = (cast("Cards", hand.cards) for hand in state.hands_of(question))
        up = self.adviser.play(Position(cards=first, up=state.dealer[0])).up
        return {each.action: each.value for each in advise_against(up, first, second)}
