"""Values the decisions of 3 Card 21 "N" Done (2111, player rules (1) to (5))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import Card, Unseen
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import KINDS, make_hand
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.any_shoe import check_shoe
from pitboss.exact.blackjack.arithmetic import FLOATS, Arithmetic, Number
from pitboss.exact.blackjack.decisions import BlackjackDecisions, largest_amount
from pitboss.exact.blackjack.solver import HandValues
from pitboss.exact.cache import Keep, load_or_compute
from pitboss.exact.three_card_21.solver import ACE, CARDS, Others, ThreeCardGame
from pitboss.exact.worth import Advice, Worth, best_first
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.totals import value as value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeCardPosition:
    """A hand that must be played."""

    cards: tuple[Card, ...]
    up: Card
    others: tuple[Card, ...] = ()
    """After a split, the two cards that start the other hands."""

    @property
    def values(self) -> tuple[int, ...]:
        """The values of its cards."""
        return tuple(map(value_of, self.cards))

    @property
    def is_before_peek(self) -> bool:
        """2111(6): whether it is a 21 as dealt, which is decided before the dealer looks."""
        dealt = len(self.cards) == CARDS and not self.others
        return dealt and make_hand(self.cards).total == TWENTY_ONE


class ThreeCardAdviser:
    """Values hands of one table; solved hands are kept."""

    def __init__(
        self, setup: Setup, arithmetic: Arithmetic = FLOATS, unseen: Unseen | None = None
    ) -> None:
        """Advise at the table of *setup*; *unseen*: with these cards left."""
        cards = None if unseen is None else unseen.cards()
        self.game = ThreeCardGame(setup, arithmetic, cards)
        self._beside: dict[tuple[int, Others], dict[bool, HandValues]] = {}

    def values(self, position: ThreeCardPosition) -> dict[ActionKind, Number]:
        """Return the expected values of choices; that of an illegal one means nothing.

        For a 21 as dealt that is before the dealer looks, for other hands without a dealer
        blackjack.
        """
        up = value_of(position.up)
        if position.others:
            low, high = sorted(map(value_of, position.others))
            values = self._beside_starts(up, (low, high))[position.values[0] == ACE].values
        elif len(position.cards) == CARDS:
            low, middle, high = sorted(position.values)
            dealt = self.game.first_hand(up, (low, middle, high))
            assert dealt is not None, "the shoe has these cards"
            return dealt.choices
        else:
            values = self.game.against(up).up.first.values
        node = hand_graph().node(*position.values)
        return {kind: values[node, place] for kind, place in KINDS.items()}

    def _beside_starts(self, up: int, others: Others) -> dict[bool, HandValues]:
        key = up, others
        if key not in self._beside:
            self._beside.clear()  # each has megabytes: one split after another is asked about
            self._beside[key] = self.game.against(up).value_hands(others)
        return self._beside[key]


class ThreeCardDecisions(BlackjackDecisions):
    """Values the decisions of one table; insurance is valued as in blackjack."""

    def __init__(
        self, setup: Setup, arithmetic: Arithmetic = FLOATS, unseen: Unseen | None = None
    ) -> None:
        """Value the decisions at the table of *setup*; *unseen*: with these cards left."""
        super().__init__(setup, arithmetic, unseen)
        if unseen is not None:
            check_shoe(setup, unseen, hands=CARDS)

    @cached_property
    def _of_three_cards(self) -> ThreeCardAdviser:
        if self.unseen is None:
            return adviser(self.setup)
        return ThreeCardAdviser(self.setup, unseen=self.unseen)

    def worth(self, state: State, question: Question) -> Worth:
        """Return the expected value of every choice; raise `RefusedError` if it is not known."""
        if question.wager is not None:
            return super().worth(state, question)
        seat = state.seat(question.seat)
        hand = seat.hand(question.hand)
        others = tuple(other.cards[0] for other in seat.hands if other is not hand)
        position = ThreeCardPosition(cards=hand.cards, up=state.dealer[0], others=others)
        values = self._of_three_cards.values(position)
        choices = (_scale_choice(values, choice, hand.stake) for choice in question.choices)
        return Worth(values=best_first(choices), unit=hand.base, by=_basis(position))


def adviser(setup: Setup) -> ThreeCardAdviser:
    """Return the adviser of a table, with everything solved for it."""
    return load_or_compute(setup, "adviser", lambda: ThreeCardAdviser(setup), keep=Keep.MEMORY)


def _scale_choice(values: Mapping[ActionKind, Number], choice: Choice, stake: int) -> Advice:
    """Return a choice for the amount that is offered.

    A double for less has its part of the value of a whole one: it draws one card and has no later
    decisions.
    """
    value = values[choice.kind]
    if choice.kind is ActionKind.DOUBLE:
        value = value * (stake + (largest_amount(choice) or 0)) / (2 * stake)
    return Advice(choice.kind, value)


def _basis(position: ThreeCardPosition) -> str:
    if position.is_before_peek:
        return "your cards and the up card, a dealer blackjack counted in"
    beside = ", the starts of your others" if position.others else ""
    return f"this hand{beside} and the up card, no dealer blackjack"
