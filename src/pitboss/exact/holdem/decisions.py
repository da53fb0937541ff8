"""Values the decisions of 21-Hold 'em: those of blackjack, then to bet or to fold."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.rounds.holdem import POKER, community
from pitboss.engine.state import State
from pitboss.exact.blackjack.decisions import BlackjackDecisions
from pitboss.exact.holdem.poker import Community, count_community, poker_pays
from pitboss.exact.worth import Advice, Worth, best_first

ASKED = (1, 2)
"""The number of the player's own cards at the two decisions."""


class HoldemDecisions(BlackjackDecisions):
    """Values the decisions of one table; community cards are kept."""

    @cached_property
    def _communities(self) -> dict[tuple[Card, Card], Community]:
        return {}

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""
        if ActionKind.FOLD not in {choice.kind for choice in question.choices}:
            return super().worth(state, question)
        seat = state.seat(question.seat)
        one, two = community(state)
        return Worth(
            values=self.poker_values((one, two), seat.poker),
            unit=seat.wagers[POKER],
            of="PK",
            by="your cards and the two in common",
        )

    def poker_values(self, common: tuple[Card, Card], held: tuple[Card, ...]) -> tuple[Advice, ...]:
        """2104(8), (10): value betting on and folding with one card or two, in units of PK.

        All wagers made so far count: a fold with two cards has the value -2.

        >>> from pitboss.cards import parse_cards
        >>> from pitboss.engine.setup import prepare
        >>> from pitboss.rulebook.house import House
        >>> decisions = HoldemDecisions(prepare(House(game="co/21-holdem")))
        >>> one, two, *held = parse_cards("Ks 7d 8h 2c")
        >>> for advice in decisions.poker_values((one, two), tuple(held)):
        ...     print(advice.action, advice.value)
        bet -15/8
        fold -2
        """
        assert len(held) in ASKED
        if common not in self._communities:
            deck = tuple(self.setup.shoe.cards())
            self._communities[common] = count_community(common, deck, poker_pays(self.setup))
        bet = self._communities[common].bet_value(*held)
        values = {ActionKind.BET: bet, ActionKind.FOLD: Fraction(-len(held))}
        return best_first(Advice.exactly(kind, value) for kind, value in values.items())
