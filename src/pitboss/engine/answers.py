"""The answers of a record: its cards, decisions and readings, each given when the round asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.events import IrregularityRuled, MeterRead
from pitboss.engine.rounds.plan import CardNeeded, MeterDue, ReshuffleNeeded
from pitboss.rulebook.limits import printable, shorten


class TimedRuling(NamedTuple):
    """A ruling, at the first moment when so many cards are out and decisions are made."""

    ruled: IrregularityRuled
    cards: int = 0
    decisions: int = 0


@dataclass(slots=True)
class Answers:
    """What a record says, in the order in which it is asked for.

    A reading is found by its wager: in older records meters were read in another order.
    """

    cards: Sequence[Card]
    decisions: Sequence[Action]
    readings: Sequence[MeterRead]
    rulings: Sequence[TimedRuling] = ()
    dealt: int = field(default=0, init=False)
    decided: int = field(default=0, init=False)
    unsaid: list[int] = field(default_factory=list, init=False)
    """The places among the events of decisions that the record leaves out."""
    ruled: int = field(default=0, init=False)
    unread: list[MeterRead] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with every reading unused."""
        self.unread = list(self.readings)

    def play(self, round_: Round) -> None:
        """Play a round to its end; nothing may lack, nor be left over."""
        self._rule(round_)
        while round_.due is not None:
            if isinstance(round_.due, CardNeeded):
                self._deal(round_, round_.due)
            elif isinstance(round_.due, ReshuffleNeeded):
                round_.reshuffle()
            elif isinstance(round_.due, MeterDue):
                self._read(round_, round_.due)
            else:
                assert isinstance(round_.due, Question)
                self._act(round_, round_.due)
            self._rule(round_)
        self._check_none_left()

    def _rule(self, round_: Round) -> None:
        """Make the rulings that are due now."""
        for ruled, cards, decisions in self.rulings[self.ruled :]:
            if self.dealt < cards or self.decided < decisions:
                break
            round_.rule(ruled)
            self.ruled += 1

    def _deal(self, round_: Round, due: CardNeeded) -> None:
        if self.dealt == len(self.cards):
            where = f"seat {due.seat} hand {due.hand}" if due.seat else "the dealer"
            message = f"the round needs a card for {where} after {self.dealt}, and none is left"
            raise RefusedError("record/cards-missing", message)
        round_.deal(self.cards[self.dealt])
        self.dealt += 1

    def _act(self, round_: Round, question: Question) -> None:
        if self._leaves_out(round_, question):
            self.unsaid.append(len(round_.events))
            round_.act(Action(seat=question.seat, hand=question.hand, kind=ActionKind.DECLINE))
            return
        if self.decided == len(self.decisions):
            choices = ", ".join(choice.kind for choice in question.choices)
            message = f"seat {question.seat} hand {question.hand} must decide: {choices}"
            raise RefusedError("record/decision-missing", message)
        round_.act(self.decisions[self.decided])
        self.decided += 1

    def _leaves_out(self, round_: Round, question: Question) -> bool:
        """C73: a seat without a main wager that does not take what it is offered need not say so.

        Records from before such a seat was offered anything are played as they were.
        """
        if round_.state.seat(question.seat).units or question.choice(ActionKind.DECLINE) is None:
            return False
        following = self.decisions[self.decided : self.decided + 1]
        return not following or following[0].seat != question.seat

    def _read(self, round_: Round, due: MeterDue) -> None:
        reading = next((read for read in self.unread if read.wager == due.wager), None)
        if reading is None:
            message = f"the round needs a reading of {due.wager}, and none is left"
            raise RefusedError("record/reading-missing", message)
        self.unread.remove(reading)
        round_.take((reading,))

    def _check_none_left(self) -> None:
        if self.ruled < len(self.rulings):
            kind = self.rulings[self.ruled].ruled.kind
            message = f"the round is over before the moment of irregularity {self.ruled + 1}"
            raise RefusedError("record/irregularity-left-over", f"{message}, {kind}")
        if self.decided < len(self.decisions):
            left = self.decisions[self.decided]
            message = f"the round is over, but decision {self.decided + 1} says {left.kind}"
            raise RefusedError("record/decision-left-over", message)
        if self.dealt < len(self.cards):
            left_over = format_cards(self.cards[self.dealt :])
            message = f"the round is over after {self.dealt} cards, but {left_over} is left over"
            raise RefusedError("record/cards-left-over", message)
        if self.unread:
            wager = shorten(printable(self.unread[0].wager))
            message = f"the round is over, but there is one more reading, of {wager}"
            raise RefusedError("record/reading-left-over", message)
