"""A sitting at one table: shoe, seats, bots, bankroll, meters and the rounds played.

Both front ends drive it the same way: `start` with the bets, `advance` for as long as it deals or a
bot decides, `decide` where it stops, and `clear` the felt for the next round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

from pitboss.engine.actions import Action, ActionKind, Question, Refusal, RefusedError
from pitboss.engine.bots import basic_play
from pitboss.engine.dealing import DealingShoe
from pitboss.engine.events import WagerSettled
from pitboss.engine.fold import apply
from pitboss.engine.legal import refusal
from pitboss.engine.meter import Meter
from pitboss.engine.record import Replay, record_of
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.engine.state import State
from pitboss.engine.steps import CardNeeded
from pitboss.engine.table import Round
from pitboss.engine.view import TableView, view
from pitboss.engine.wagers import Bets, refused_bets
from pitboss.report.story import money, result, told
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import Problem
from pitboss.tui.bankroll import affordable, cost, in_hand, least_bet
from pitboss.tui.bots import bot_bets
from pitboss.tui.house_data import house_data
from pitboss.tui.session_file import SessionFile
from pitboss.tui.words import rule_words

YOU = "you"
SEATS_MAX = 7
"""The spots of the felt; the engine itself knows no such limit."""
BANKROLL_CENTS = 50_000

SeatBets = Mapping[int, Mapping[str, int]]
"""Seat -> wager -> cents, as a player puts them down."""


class Stage(Enum):
    """What the table is waiting for."""

    BETTING = auto()
    DEALING = auto()
    DECIDING = auto()
    OVER = auto()


class Line(NamedTuple):
    """One thing that happened, in words."""

    text: str
    seat: int = 0
    """Whose wager was settled, if this says so."""
    net: int = 0


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that has been played."""

    number: int
    lines: tuple[Line, ...]
    record: Mapping[str, Any]
    net: int
    """What your seats gained together, in cents."""


def seat_problems(setup: Setup, *, seats: int, bots: int, bankroll: int) -> tuple[Problem, ...]:
    """Return what keeps a player from sitting down like this; one sentence each."""
    found = []
    if seats < 1:
        found.append(("option/invalid", "seats", "you need at least one seat"))
    elif seats > 1 and not setup.configured.options.get("multiple_hands", True):
        found.append(("seat/one-each", "seats", "this house lets a player play one hand at a time"))
    if bots < 0:
        found.append(("option/invalid", "bots", "there cannot be fewer than no bots"))
    if seats + bots > SEATS_MAX:
        message = f"the table has {SEATS_MAX} seats, not {seats + bots}"
        found.append(("seat/too-many", "bots" if bots else "seats", message))
    if bankroll < least_bet(setup):
        message = f"{money(bankroll)} is less than the least wager, {money(least_bet(setup))}"
        found.append(("bankroll/short", "bankroll", message))
    return tuple(Problem(code=code, key=key, message=text) for code, key, text in found)


class TableSession:
    """One player's sitting; `seats` are the player's own."""

    def __init__(
        self,
        house: House,
        file: SessionFile,
        *,
        seats: int = 1,
        bots: int = 0,
        bankroll: int = BANKROLL_CENTS,
        seed: str | None = None,
    ) -> None:
        """Open the table; `RulesError` if the house may not run it."""
        self.setup = prepare(house)
        self.house = house_data(house)
        self.file = file
        self.shoe = DealingShoe(self.setup.shoe, house.shoe, seed)
        first = bots // 2 + 1
        self.seats = tuple(range(first, first + seats))
        others = [seat for seat in range(1, seats + bots + 1) if seat not in self.seats]
        self.bots = bot_bets(self.setup, others)
        self.bought_in = bankroll
        self.bankroll = bankroll
        """Cents at the start of the round under way."""
        self.meters: Mapping[str, Meter] = open_meters(self.setup, {}, {})
        self.history: list[Finished] = []
        self.lines: list[Line] = []
        """The round under way in words, as far as it has got."""
        self.round: Round | None = None
        self.last_bets: SeatBets = {}
        self._told_count = 0
        self._told_state: State | None = None

    def welcome(self) -> list[str]:
        """Say which game this is, who sits where and with what."""
        game, yours = self.setup.configured.game, ", ".join(map(str, self.seats))
        where = f"seat {yours}" if len(self.seats) == 1 else f"seats {yours}"
        return [
            f"{game.title} ({game.id}): {', '.join(rule_words(self.setup))}",
            f"You have {where} and {money(self.bankroll)}.",
            *(f"{bot.player} has seat {bot.seat}." for bot in self.bots),
        ]

    # -- where the round stands ------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """What happens next."""
        if self.round is None:
            return Stage.BETTING
        if self.round.due is None:
            return Stage.OVER
        return Stage.DECIDING if self._asked is not None else Stage.DEALING

    @property
    def _asked(self) -> Question | None:
        due = self.round.due if self.round else None
        return due if isinstance(due, Question) and due.seat in self.seats else None

    @property
    def question(self) -> Question | None:
        """What you must decide, with the choices your money reaches."""
        if self._asked is None or self.round is None:
            return None
        return affordable(self.round.state, self._asked, self.money_left)

    @property
    def view(self) -> TableView | None:
        """The table as you may see it; None while bets are taken."""
        return view(self.round.state, self.seats[0]) if self.round else None

    @property
    def money_left(self) -> int:
        """Your cents that are not on the table."""
        if self.round is None or self.round.due is None:
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

    # -- playing -------------------------------------------------------------------------------

    def start(self, bets: SeatBets) -> None:
        """Take the bets and open a round; `RefusedError` if the table does not take them."""
        mine = self._my_bets(bets)
        refused = refused_bets(self.setup, mine) or self._short_for(mine)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        this = Round.start(self.setup, [*mine, *self.bots], self.meters)
        self.round, self.last_bets = this, {bet.seat: dict(bet.wagers) for bet in mine}
        self.lines, self._told_count, self._told_state = [], 0, this.opening
        if self.shoe.begin_round():
            size, burned = self.shoe.shoe.size, len(self.shoe.burned)
            self.lines.append(Line(f"shoe    shuffled: {size} cards, {burned} burned"))
        self._tell()

    def _my_bets(self, bets: SeatBets) -> list[Bets]:
        for seat in bets:
            if seat not in self.seats:
                yours = " and ".join(map(str, self.seats))
                message = f"seat {seat} is not yours; you have {yours}"
                raise RefusedError("seat/not-yours", message)
        placed = {seat: {w: a for w, a in bets[seat].items() if a} for seat in sorted(bets)}
        mine = [Bets(seat, wagers, YOU) for seat, wagers in placed.items() if wagers]
        if not mine:
            raise RefusedError("wager/needs-main", "a round needs a main wager from you")
        return mine

    def _short_for(self, bets: list[Bets]) -> Refusal | None:
        total = sum(sum(bet.wagers.values()) for bet in bets)
        if total <= self.bankroll:
            return None
        message = f"these wagers are {money(total)} and you have {money(self.bankroll)}"
        return Refusal("bankroll/short", message)

    def advance(self) -> bool:
        """Deal one card or let one bot decide; False where there is nothing of the kind to do."""
        this = self.round
        if this is None or self.stage is not Stage.DEALING:
            return False
        if isinstance(this.due, CardNeeded):
            if not self._draw(this):
                return False
        else:
            assert isinstance(this.due, Question)
            this.act(basic_play(this.state, this.due))
        self._after_step(this)
        return True

    def _draw(self, this: Round) -> bool:
        """Deal a card; a round for which no card is left anywhere is void."""
        if self.shoe.cards_left == 0 and self.shoe.round_start == 0:
            self.round = None
            self.lines.append(Line("shoe    used up: the round is void, every wager comes back"))
            return False
        was_last, shuffles = self.shoe.last_round, self.shoe.shoes
        card = self.shoe.draw()
        if self.shoe.shoes > shuffles:
            self.lines.append(Line("shoe    empty: the discards are shuffled in"))
        if self.shoe.last_round and not was_last:
            self.lines.append(Line("shoe    the cut card is out: the last round of this shoe"))
        this.deal(card)
        return True

    def run(self) -> None:
        """Go on to your next decision or to the end of the round."""
        while self.advance():
            pass

    def decide(self, kind: ActionKind, amount: int | None = None) -> None:
        """Take your decision; `RefusedError` says why it cannot be, and nothing has changed."""
        this, asked, reach = self.round, self._asked, self.question
        if this is None or asked is None or reach is None:
            raise RefusedError("action/illegal", f"{kind} answers nothing: you are not asked now")
        if amount is None:
            amount = next((c.default for c in reach.choices if c.kind == kind), None)
        action = Action(seat=asked.seat, hand=asked.hand, kind=kind, amount=amount)
        refused = refusal(asked, action) or self._too_dear(this.state, asked, action)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        this.act(action)
        self._after_step(this)

    def _too_dear(self, state: State, asked: Question, action: Action) -> Refusal | None:
        choice = next(choice for choice in asked.choices if choice.kind == action.kind)
        price = cost(state, asked, action.kind, action.amount or choice.default or 0)
        if price <= self.money_left:
            return None
        left = money(self.money_left)
        return Refusal("bankroll/short", f"{action.kind} needs {money(price)} and you have {left}")

    def _after_step(self, this: Round) -> None:
        self._tell()
        if this.due is None:
            self._finish(this)

    def _tell(self) -> None:
        assert self.round is not None
        assert self._told_state is not None
        for event in self.round.events[self._told_count :]:
            before, self._told_state = self._told_state, apply(self._told_state, event)
            text = told(before, self._told_state, event)
            if text and isinstance(event, WagerSettled):
                self.lines.append(Line(text, event.seat, event.net))
            elif text:
                self.lines.append(Line(text))
        self._told_count = len(self.round.events)

    def _finish(self, this: Round) -> None:
        self.lines.append(Line(result(this.state)))
        net = sum(net for seat, net in this.state.net().items() if seat in self.seats)
        self.bankroll += net
        self.meters = this.state.meters
        given = record_of(this, self.house)
        record = Replay(given=given, round=this).completed()
        number = len(self.history) + 1
        self.history.append(Finished(number, tuple(self.lines), record, net))
        self.file.append(record)

    def clear(self) -> None:
        """Take the cards of a finished round off the felt."""
        if self.stage is Stage.OVER:
            self.round = None

    def buy_in(self) -> None:
        """Put as much on the bankroll as you sat down with."""
        self.bankroll += self.bought_in
