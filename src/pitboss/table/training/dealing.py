"""Decisions as the table deals them: rounds from a full shoe, played for the best.

So a decision occurs as often as it does for somebody who plays well, and no hand is made up. The
cards that led to it, and what was decided on the way, deal the same decision again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.cards.shuffle import BitSource, shuffled
from pitboss.engine.actions import Action, ActionKind, IllegalAction, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import check_parts
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.decisions import Decisions
from pitboss.exact.worth import Judged, Worth
from pitboss.table.amounts import full_amount
from pitboss.table.basic_play import basic_play
from pitboss.table.kinds import decision_key

SEAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A decision that came about, and how it came about."""

    state: State
    asked: Question
    worth: Worth
    cards: tuple[Card, ...]
    """All that have been dealt, the down card too."""
    actions: tuple[ActionKind, ...]
    """What was decided before."""

    @property
    def key(self) -> str:
        """What tells it from other decisions: "T6 v T: hit stand double surrender"."""
        return decision_key(self.state, self.asked)

    @property
    def gap(self) -> float:
        """By how much the best choice is better than the next; 0 where there is none.

        Low hands that are worth the same are one choice: any two ten-values are set alike.
        """
        best = self.worth.best.value
        if self.worth.best.low is None:
            return self.worth.gap
        return next((lost for e in self.worth.values if (lost := float(best - e.value)) > 0), 0.0)

    def action(self, kind: ActionKind, low: tuple[Card, ...] | None = None) -> Action:
        """Return an answer to it as the table takes one; an insurance is in full."""
        insured = (full_amount(each) for each in self.asked.choices if each.kind is kind)
        amount = next(insured, None) if kind is ActionKind.INSURE else None
        return Action(seat=SEAT, hand=self.asked.hand, kind=kind, amount=amount, low=low)

    def judged(self, action: Action) -> Judged:
        """Return the expected value of a legal answer beside the best."""
        value = self.worth.value_of(action.kind, action.low)
        return Judged(worth=self.worth, action=action.kind, value=value)


class Dealing:
    """Deals the decisions of one table to one seat."""

    def __init__(self, setup: Setup, bets: Bets, *, insurance: bool = False) -> None:
        """Deal rounds with *bets* on them, on the seat that decides.

        *insurance*: ask about it too; for somebody who counts no cards the answer is always no.
        """
        self.setup, self.bets, self.insurance = setup, bets, insurance
        self.decisions = Decisions(setup)

    def rounds(self, bits: BitSource) -> Iterator[Dealt]:
        """Play round after round, each from a full shoe, and yield every decision."""
        cards = self.setup.shoe.cards()
        while True:
            first = shuffled(cards, bits)
            yield from self.round(first, shuffled(cards, bits) if self._reshuffles else ())

    @property
    def _reshuffles(self) -> bool:
        """2104(6): whether the poker part is dealt from the cards shuffled once more."""
        return self.setup.plan.reshuffles

    def round(self, cards: Sequence[Card], reshuffled: Sequence[Card] = ()) -> Iterator[Dealt]:
        """Play one round for the best, and yield every decision about its hands.

        *reshuffled* is the deck in another order, for a poker part after the blackjack.
        """
        this = Round.start(self.setup, [self.bets])
        left = iter(cards)
        dealt_cards: tuple[Card, ...] = ()
        taken: tuple[ActionKind, ...] = ()
        while this.due is not None:
            if isinstance(this.due, CardNeeded):
                card = next(left)
                this.deal(card)
                dealt_cards = (*dealt_cards, card)
                continue
            if isinstance(this.due, ReshuffleNeeded):
                left = _without(reshuffled, this.due.keep)
                this.reshuffle()
                continue
            assert isinstance(this.due, Question)
            dealt = self._decision(this, dealt_cards, taken)
            if dealt is not None:
                yield dealt
            action = _best(dealt) if dealt else basic_play(this.state, this.due)
            this.act(action)
            taken = (*taken, action.kind)

    def again(self, cards: Sequence[Card], actions: Sequence[ActionKind]) -> Dealt | None:
        """Deal the decision that those cards and actions led to; None where they lead to none."""
        this, left, todo = Round.start(self.setup, [self.bets]), list(cards), list(actions)
        while this.due is not None and (left or todo):
            if isinstance(this.due, CardNeeded):
                if not left:
                    return None
                this.deal(left.pop(0))
                continue
            if isinstance(this.due, ReshuffleNeeded):
                this.reshuffle()
                continue
            if not todo or not _taken(this, todo.pop(0)):
                return None
        if not isinstance(this.due, Question) or not _can_be_dealt(this):
            return None
        return self._decision(this, tuple(cards), tuple(actions))

    def _decision(
        self, this: Round, cards: tuple[Card, ...], taken: tuple[ActionKind, ...]
    ) -> Dealt | None:
        """What is asked now with its values; None where it is no decision about a hand."""
        asked = this.due
        assert isinstance(asked, Question)
        if not _is_about_a_hand(asked) and not (self.insurance and _is_insurance(asked)):
            return None
        try:
            worth = self.decisions.worth(this.state, asked)
        except RefusedError:
            return None
        return Dealt(state=this.state, asked=asked, worth=worth, cards=cards, actions=taken)


def _is_about_a_hand(asked: Question) -> bool:
    """Whether the answer depends on the hand: to insurance and late wagers it is always no."""
    return asked.wager is None or any(c.kind is ActionKind.FOLD for c in asked.choices)


def _is_insurance(asked: Question) -> bool:
    return any(choice.kind is ActionKind.INSURE for choice in asked.choices)


def _without(cards: Iterable[Card], kept: tuple[Card, ...]) -> Iterator[Card]:
    """The cards of one deck in order, but those that stay on the table."""
    return (card for card in cards if card not in kept)


def _best(dealt: Dealt) -> Action:
    return dealt.action(dealt.worth.best.action, dealt.worth.best.low)


def _taken(this: Round, kind: ActionKind) -> bool:
    assert isinstance(this.due, Question)
    try:
        this.act(Action(seat=SEAT, hand=this.due.hand, kind=kind))
    except IllegalAction:
        return False
    return True


def _can_be_dealt(this: Round) -> bool:
    """Whether the shoe has all the cards that were dealt."""
    try:
        check_parts(this)
    except RefusedError:
        return False
    return True
