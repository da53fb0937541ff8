"""The protocol of a table for a front end: a table here, or one at a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind, Question, Refusal
from pitboss.engine.drive import Round
from pitboss.engine.meter import Meter
from pitboss.engine.setup import Setup
from pitboss.engine.view import TableView
from pitboss.table.bets import SeatBets
from pitboss.table.coach import Coach
from pitboss.table.narrate import Line
from pitboss.table.shoe import DealingShoe
from pitboss.table.stages import FinishedRound, Stage
from pitboss.table.views import FeltView

if TYPE_CHECKING:
    from pitboss.exact.worth import Worth
    from pitboss.table.table_count import TableCount


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


class Sitting(Protocol):
    """One player's sitting at a table.

    `start` takes the bets, `advance` goes on for as long as there is something to show, `decide`
    answers what is asked, `clear` makes room for the next round. `run` waits for your next decision
    or for the end of the round.
    """

    @property
    def setup(self) -> Setup:
        """The rules of the table."""

    @property
    def seats(self) -> Sequence[int]:
        """Your seats."""

    @property
    def shoe(self) -> DealingShoe:
        """The shoe, as far as everybody sees it."""

    @property
    def coach(self) -> Coach:
        """What values your decisions, where that is allowed."""

    @property
    def file(self) -> RoundKeeper:
        """Where the rounds are kept."""

    @property
    def stage(self) -> Stage:
        """What happens next."""

    @property
    def notice(self) -> str:
        """A message about the table or the connection; usually empty."""

    @property
    def seconds_left(self) -> int | None:
        """How long you have to decide; None: as long as you like."""

    @property
    def is_live(self) -> bool:
        """Whether a round goes on without you."""

    @property
    def round(self) -> Round | None:
        """The round on the felt; None while bets are taken."""

    @property
    def round_number(self) -> int:
        """The number of the round on the felt, or of the one to be dealt."""

    @property
    def question(self) -> Question | None:
        """What you must decide, with the choices your money reaches."""

    @property
    def view(self) -> TableView | None:
        """The table as the engine shows it to you; None while bets are taken."""

    @property
    def felt(self) -> FeltView | None:
        """The table as you see it; None while bets are taken."""

    @property
    def lines(self) -> list[Line]:
        """The round in words, as far as it has got."""

    @property
    def history(self) -> Sequence[FinishedRound]:
        """The rounds played."""

    @property
    def last_bets(self) -> SeatBets:
        """What you put down last."""

    @property
    def meters(self) -> Mapping[str, Meter]:
        """What the progressives stood at before the round on the felt."""

    @property
    def bankroll(self) -> int:
        """Your cents at the start of the round under way."""

    @property
    def money_left(self) -> int:
        """Your cents that are not on the table."""

    @property
    def bought_in(self) -> int:
        """Cents that you sat down with."""

    @property
    def added(self) -> int:
        """Cents bought in beyond those of the beginning."""

    @property
    def net(self) -> int:
        """What the sitting gained or cost, in cents, tips included."""

    @property
    def broke(self) -> bool:
        """Whether the least wager is more than you have."""

    @property
    def shows_house_way(self) -> bool:
        """2112(11)(j): whether this house helps a player to set a hand."""

    def welcome(self) -> Iterable[str]:
        """Say which game this is, who sits where and with what."""

    def start(self, bets: SeatBets) -> None:
        """Take the bets for a round; `RefusedError` if the table does not take them."""

    def advance(self) -> bool:
        """Show the next step; return False if there is none."""

    def run(self) -> None:
        """Go on to your next decision or to the end of the round."""

    def decide(
        self,
        kind: ActionKind,
        amount: int | None = None,
        tip: int | None = None,
        *,
        low: tuple[Card, ...] | None = None,
    ) -> None:
        """Take your decision; `RefusedError` says why it cannot be."""

    def refuse(
        self,
        kind: ActionKind,
        amount: int | None = None,
        tip: int | None = None,
        *,
        low: tuple[Card, ...] | None = None,
    ) -> Refusal | None:
        """Say why a decision cannot be taken now, or None if it can."""

    def house_way(self) -> tuple[Card, ...]:
        """Return the low hand that the house way sets for you now, where the house shows it."""

    def hint(self) -> Future[Worth]:
        """Work out what your choices are worth; it raises `RefusedError` where nobody knows."""

    def count(self) -> TableCount:
        """Count the cards that you have seen; `RefusedError` where that is not shown."""

    def hear(self, *, wait: bool = False) -> bool:
        """Take down what has become known by now; whether there was anything."""

    def clear(self) -> None:
        """Take the cards of a finished round off the felt."""

    def buy_in(self) -> None:
        """Put as much on the bankroll as you sat down with."""

    def walk_away(self) -> bool:
        """Leave in the middle of a round; False where none is under way."""
