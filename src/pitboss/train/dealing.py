"""Decisions as the table deals them: rounds from a full shoe, played for the best.

So a decision comes about as often as it does for somebody who plays well, and no hand is made up.
The cards that led to it, and what was decided on the way, deal the same decision again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import SUIT_LETTERS, Card, suit_of
from pitboss.engine.actions import Action, ActionKind, IllegalAction, Question, RefusedError
from pitboss.engine.asked_hands import asked_hands
from pitboss.engine.bots import basic_play
from pitboss.engine.events import Phase
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, State
from pitboss.engine.steps import CardNeeded
from pitboss.engine.table import Round
from pitboss.engine.wagers import Bets
from pitboss.exact.decisions import Decisions, Worth
from pitboss.patterns.totals import value

SEAT = 1
_LETTERS = ("", "A", *map(str, range(2, 10)), "T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A decision that came about, and how it came about."""

    state: State
    asked: Question
    worth: Worth
    cards: tuple[Card, ...]
    """All that have left the shoe, the down card too."""
    actions: tuple[ActionKind, ...]
    """What was decided before."""

    @property
    def key(self) -> str:
        """What tells it from other decisions: "T6 v T: hit stand double surrender"."""
        return decision_key(self.state, self.asked)


class Dealing:
    """Deals the decisions of one table to one seat."""

    def __init__(self, setup: Setup, bets: Bets) -> None:
        """Deal rounds with *bets* on them, on the seat that decides."""
        self.setup, self.bets = setup, bets
        self.decisions = Decisions(setup)

    def round(self, cards: Sequence[Card]) -> Iterator[Dealt]:
        """Play one round for the best, and yield every decision about its hands."""
        this, place = Round.start(self.setup, [self.bets]), 0
        taken: tuple[ActionKind, ...] = ()
        while _is_open(this):
            if isinstance(this.due, CardNeeded):
                this.deal(cards[place])
                place += 1
                continue
            assert isinstance(this.due, Question)
            dealt = self._decision(this, tuple(cards[:place]), taken)
            if dealt is not None:
                yield dealt
            action = _best(dealt) if dealt else basic_play(this.state, this.due)
            this.act(action)
            taken = (*taken, action.kind)

    def again(self, cards: Sequence[Card], actions: Sequence[ActionKind]) -> Dealt | None:
        """Deal the decision that those cards and actions led to; None where they lead to none."""
        short = Counter(cards) - Counter(self.setup.shoe.cards())
        this, left, todo = Round.start(self.setup, [self.bets]), list(cards), list(actions)
        while not short and _is_open(this) and (left or todo):
            if isinstance(this.due, CardNeeded):
                if not left:
                    return None
                this.deal(left.pop(0))
                continue
            if not todo or not _taken(this, todo.pop(0)):
                return None
        if short or not isinstance(this.due, Question):
            return None
        return self._decision(this, tuple(cards), tuple(actions))

    def _decision(
        self, this: Round, cards: tuple[Card, ...], taken: tuple[ActionKind, ...]
    ) -> Dealt | None:
        """What is asked now with its values; None where it is no decision about a hand."""
        asked = this.due
        assert isinstance(asked, Question)
        if asked.wager is not None:  # insurance and late wagers: the same answer every time
            return None
        try:
            worth = self.decisions.worth(this.state, asked)
        except RefusedError:
            return None
        return Dealt(state=this.state, asked=asked, worth=worth, cards=cards, actions=taken)


def _is_open(this: Round) -> bool:
    """Whether hands are still to be played: nothing that comes after them is decided here."""
    return this.due is not None and this.state.phase <= Phase.HANDS


def _best(dealt: Dealt) -> Action:
    return Action(seat=SEAT, hand=dealt.asked.hand, kind=dealt.worth.best.action)


def _taken(this: Round, kind: ActionKind) -> bool:
    assert isinstance(this.due, Question)
    try:
        this.act(Action(seat=SEAT, hand=this.due.hand, kind=kind))
    except IllegalAction:
        return False
    return True


def decision_key(state: State, asked: Question) -> str:
    """Return what tells a decision from others: cards by value, up card, what may be done.

    Suits are told apart only for two cards of one suit where Bonus 21s are paid.
    """
    hands = asked_hands(state, asked)
    names = [f"{_cards(hand, ordered=len(hands) > 1)}{_marks(state, hand)}" for hand in hands]
    up = _LETTERS[value(state.dealer[0])]
    choices = " ".join(choice.kind for choice in asked.choices)
    return f"{' and '.join(names)} v {up}: {choices}"


def _cards(hand: Hand, *, ordered: bool) -> str:
    """A hand by its values; the card it began with comes first where that matters."""
    first = [value(hand.cards[0])] if hand.split or ordered else []
    rest = sorted(map(value, hand.cards[len(first) :]), reverse=True)
    return "".join(_LETTERS[each] for each in (*first, *rest))


def _marks(state: State, hand: Hand) -> str:
    suits = {suit_of(card) for card in hand.cards}
    suited = state.setup.bonus_21 and len(hand.cards) == 2 and len(suits) == 1
    marks = (
        ("spades" if suits == {SUIT_LETTERS.index("s")} else "suited") if suited else "",
        "free" if hand.made_free else "split" if hand.split else "",
        f"doubled {hand.doublings}" if hand.doublings else "",
    )
    return "".join(f" {mark}" for mark in marks if mark)
