"""A player's sitting at a table as a front end sees it: a table here, or one at a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Question, Refusal, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.view import TableView
from pitboss.sitting.amounts import full_amount
from pitboss.sitting.bankroll import in_hand, least_bet
from pitboss.sitting.bets import SeatBets
from pitboss.sitting.coach import Coach, JudgedDecision
from pitboss.sitting.narrate import Line, tell_result
from pitboss.sitting.shoe import DealingShoe
from pitboss.sitting.views import FeltView, view_table
from pitboss.text.felt import rule_words
from pitboss.text.numbers import money
from pitboss.text.results import sum_tips

if TYPE_CHECKING:
    from pitboss.exact.worth import Worth
    from pitboss.sitting.table_count import TableCount


class Stage(Enum):
    """What the table is waiting for."""

    BETTING = auto()
    DEALING = auto()
    DECIDING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A finished round."""

    number: int
    lines: tuple[Line, ...]
    record: Mapping[str, Any]
    net: int
    """The net of your seats, in cents."""
    tips: int = 0
    """Your tips; they do not come back."""


class RoundKeeper(Protocol):
    """Where the rounds of a sitting are kept."""

    @property
    def place(self) -> str:
        """The file or the server, in words."""

    @property
    def problem(self) -> str:
        """Why the last round is not kept; empty: it is."""

    @property
    def farewell(self) -> str:
        """The words about it when the player leaves."""


class Sitting(ABC):
    """One player's sitting at a table.

    `start` takes the bets, `advance` shows the next step while there is one, `decide` answers the
    question, `clear` makes room for the next round. `run` waits for your next decision or for the
    end of the round.
    """

    file: RoundKeeper
    """Where the rounds are kept."""
    is_live = False
    """Whether a round goes on without you."""

    def __init__(
        self, setup: Setup, coach: Coach, shoe: DealingShoe, seats: Sequence[int], cents: int
    ) -> None:
        """Sit down at *seats* with *cents*; the shoe shows what everybody at the table sees."""
        self.setup = setup
        self.coach = coach
        self.shoe = shoe
        self.seats = tuple(seats)
        self.bought_in = self.bankroll = cents
        """`bankroll`: cents before the current round."""
        self.added = 0
        """Cents bought in after the beginning."""
        self.meters: Mapping[str, Meter] = open_meters(setup, {}, {})
        """The progressives before the round on the felt."""
        self.history: list[FinishedRound] = []
        self.lines: list[Line] = []
        """The current round in words so far."""
        self.last_bets: SeatBets = {}
        self.round: Round | None = None
        """The round on the felt; None while bets are taken."""
        self.verdicts: dict[tuple[int, int], JudgedDecision] = {}
        """Seat and hand -> the last judged decision about it in this round."""

    # -- the same at every table -------------------------------------------------------------------

    def welcome(self) -> list[str]:
        """Return the game, the seats and the bankroll in words."""
        game = self.setup.configured.game
        yours = ", ".join(map(str, self.seats))
        where = f"seat {yours}" if len(self.seats) == 1 else f"seats {yours}"
        return [
            f"{game.title} ({game.id}): {', '.join(rule_words(self.setup))}",
            f"You have {where} and {money(self.bankroll)}.",
            *(f"{name} has seat {seat}." for seat, name in self.neighbours()),
        ]

    @property
    def view(self) -> TableView | None:
        """The table as the engine shows it to you; None while bets are taken."""
        return self.felt.table if self.felt else None

    @property
    def felt(self) -> FeltView | None:
        """The table as you see it; None while bets are taken."""
        if self.round is None:
            return None
        return replace(view_table(self.round.state, self.seats), verdicts=dict(self.verdicts))

    @property
    def money_left(self) -> int:
        """Your cents that are not on the table."""
        if self.round is None or self.stage is Stage.OVER:
            return self.bankroll
        return in_hand(self.round.state, self.seats, self.bankroll)

    @property
    def round_number(self) -> int:
        """The number of the round on the felt, or of the one to be dealt."""
        return len(self.history) + (0 if self.stage is Stage.OVER else 1)

    @property
    def broke(self) -> bool:
        """Whether the least wager is more than you have."""
        return self.bankroll < least_bet(self.setup)

    @property
    def net(self) -> int:
        """The net of the sitting, in cents, with tips."""
        return self.bankroll - self.bought_in - self.added

    @property
    def shows_house_way(self) -> bool:
        """2112(11)(j): whether this house helps a player to set a hand."""
        return self.setup.configured.options.get("house_way_help") is True

    def house_way(self) -> tuple[Card, ...]:
        """Return the low hand of the house way for you, if the house shows it."""
        question = self.question
        if self.round is None or not question or question.choices[0].kind is not ActionKind.SET:
            raise RefusedError("action/illegal", "there is no hand to be set now")
        if not self.shows_house_way:
            raise RefusedError("house-way/not-shown", "this house does not show the house way")
        cards = self.round.state.seat(question.seat).hand(question.hand).cards
        return house_way_low(self.setup, cards)

    def buy_in(self) -> None:
        """Add as much to the bankroll as you sat down with."""
        self.bankroll += self.bought_in
        self.added += self.bought_in

    def decide(
        self,
        kind: ActionKind,
        amount: int | None = None,
        tip: int | None = None,
        *,
        low: tuple[Card, ...] | None = None,
    ) -> None:
        """Take your decision; raise `RefusedError` with the reason, and change nothing."""
        action = self._action(kind, amount, tip, low)
        refused = self._refuse(action)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        self._take_action(action)

    def refuse(
        self, kind: ActionKind, amount: int | None = None, tip: int | None = None
    ) -> Refusal | None:
        """Return why a decision cannot be taken now, or None."""
        try:
            return self._refuse(self._action(kind, amount, tip, None))
        except RefusedError as error:
            return error.refusal

    def _action(
        self,
        kind: ActionKind,
        amount: int | None,
        tip: int | None,
        low: tuple[Card, ...] | None,
    ) -> Action:
        """Make an action; without an amount, for as much as you can pay."""
        question = self.question
        if question is None:
            message = f"{kind} answers nothing: you are not asked now"
            raise RefusedError("action/illegal", message)
        if amount is None:
            amount = next((full_amount(c) for c in question.choices if c.kind == kind), None)
        return Action(
            seat=question.seat, hand=question.hand, kind=kind, amount=amount, tip=tip, low=low
        )

    def _settle(self, played: Round) -> tuple[int, int]:
        """Add the result of a round to the lines and the bankroll; return its net and its tips."""
        self.lines.append(tell_result(played.state, self.seats))
        net = sum(net for seat, net in played.state.net().items() if seat in self.seats)
        tips = sum_tips(played.state, self.seats)
        self.bankroll += net - tips
        return net, tips

    # -- what each table does in its own way -------------------------------------------------------

    @abstractmethod
    def neighbours(self) -> Iterable[tuple[int, str | None]]:
        """Return the other seats that are taken, with the names of their players."""

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """What happens next."""

    @property
    def notice(self) -> str:
        """A message about the table or the connection; usually empty."""
        return ""

    @property
    @abstractmethod
    def closed_wagers(self) -> Mapping[str, str]:
        """The wagers that you cannot make before the next shuffle, with the reason."""

    @property
    def seconds_left(self) -> int | None:
        """How long you have to decide; None: as long as you like."""
        return None

    @property
    @abstractmethod
    def question(self) -> Question | None:
        """Your decision, with the choices that you can pay for."""

    @abstractmethod
    def start(self, bets: SeatBets) -> None:
        """Take the bets for a round; raise `RefusedError` if the table does not take them."""

    @abstractmethod
    def advance(self) -> bool:
        """Show the next step; return False if there is none."""

    @abstractmethod
    def run(self) -> None:
        """Continue to your next decision or to the end of the round."""

    @abstractmethod
    def _refuse(self, action: Action) -> Refusal | None:
        """Return why an answer to the open question is refused, or None."""

    @abstractmethod
    def _take_action(self, action: Action) -> None:
        """Answer the open question with a legal action."""

    @abstractmethod
    def hint(self) -> Future[Worth]:
        """Value your choices; raise `RefusedError` where they are not known."""

    @abstractmethod
    def count(self) -> TableCount:
        """Count the cards that you have seen; raise `RefusedError` where no count is shown."""

    @abstractmethod
    def hear(self, *, wait: bool = False) -> bool:
        """Take in the news of the coach or the server; return whether there was any."""

    @abstractmethod
    def clear(self) -> None:
        """Clear the felt after a finished round."""

    @abstractmethod
    def walk_away(self) -> bool:
        """Leave during a round; return False without a round."""


def farewell_words(session: Sitting) -> Iterator[str]:
    """Return the game, the result, and the best and worst decisions."""
    game = session.setup.configured.game
    hands = len(session.history)
    if not hands:
        yield f"{game.title}: no round was played. You leave with {money(session.bankroll)}."
        return
    rounds = "1 round" if hands == 1 else f"{hands} rounds"
    yield f"{game.title}: {rounds} played, {net_words(session.net)}."
    tips = sum(played.tips for played in session.history)
    given = f" You tipped {money(tips)}." if tips else ""
    added = f" You bought in for {money(session.added)} more." if session.added else ""
    yield f"You leave with {money(session.bankroll)}.{added}{given}"
    session.hear(wait=True)
    yield from session.coach.tally.words()


def net_words(cents: int) -> str:
    """Return the net in words.

    >>> net_words(-1500), net_words(0), net_words(250)
    ('you lost $15.00', 'you broke even', 'you won $2.50')
    """
    if cents == 0:
        return "you broke even"
    return f"you {'won' if cents > 0 else 'lost'} {money(abs(cents))}"
