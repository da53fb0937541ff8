"""A sitting at one table: shoe, seats, bots, bankroll, meters and the rounds played.

Both front ends drive it the same way: `start` with the bets, `advance` for as long as it deals or a
bot decides, `decide` where it stops, and `clear` the felt for the next round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.engine.actions import Action, ActionKind, Question, Refusal, RefusedError
from pitboss.engine.bets import Bets, refused_bets
from pitboss.engine.drive import Round
from pitboss.engine.legal import refusal
from pitboss.engine.meter import Meter
from pitboss.engine.record import Replay, record_of
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.engine.state import State
from pitboss.engine.view import TableView
from pitboss.rulebook.house import House, house_data
from pitboss.table.amounts import full_amount
from pitboss.table.bankroll import affordable, cost, in_hand, keeps_in_vain, least_bet, tipped
from pitboss.table.basic_play import basic_play, least_action
from pitboss.table.bets import SeatBets, bets_of, put_down
from pitboss.table.bots import bot_bets
from pitboss.table.coach import Coach, JudgedDecision, Valuer
from pitboss.table.coach_text import cost_words
from pitboss.table.narrate import Line, Telling
from pitboss.table.purse import KeptMeters
from pitboss.table.session_file import SessionFile
from pitboss.table.shoe import shoe_of
from pitboss.table.stages import Finished, Stage
from pitboss.table.telling_shoe import draw_and_tell, tell_shuffle
from pitboss.table.views import Seen, seen
from pitboss.text.felt import rule_words
from pitboss.text.history import result
from pitboss.text.numbers import money

if TYPE_CHECKING:
    from pitboss.exact.worth import Worth

BANKROLL_CENTS = 50_000


class TableSession:
    """One player's sitting; `seats` are the player's own."""

    def __init__(
        self,
        house: House,
        file: SessionFile,
        *,
        valuer: Callable[[Setup], Valuer],
        seats: int = 1,
        bots: int = 0,
        bankroll: int = BANKROLL_CENTS,
        seed: str | None = None,
        hints: bool = False,
    ) -> None:
        """Open the table; `RulesError` if the house may not run it.

        *valuer* makes what values decisions; *hints*: your mistakes are told and counted.
        """
        self.setup = prepare(house)
        self.coach = Coach(self.setup, valuer, counts=hints)
        self.house = house_data(house)
        self.file = file
        self.shoe = shoe_of(self.setup, house.shoe, seed)
        first = bots // 2 + 1
        self.seats = tuple(range(first, first + seats))
        others = [seat for seat in range(1, seats + bots + 1) if seat not in self.seats]
        self.bots = bot_bets(self.setup, others)
        self.bought_in = bankroll
        self.bankroll = bankroll
        """Cents at the start of the round under way."""
        self.meters: Mapping[str, Meter] = open_meters(self.setup, {}, {})
        self.added = 0
        """Cents bought in beyond those of the beginning."""
        self.history: list[Finished] = []
        self.lines: list[Line] = []
        """The round under way in words, as far as it has got."""
        self.round: Round | None = None
        self.last_bets: SeatBets = {}
        self._telling: Telling | None = None
        self.verdicts: dict[tuple[int, int], JudgedDecision] = {}
        """Seat and hand -> the last decision about it in this round that has been judged."""
        self._number = 0
        """The round on the felt, counted from 1."""
        self._decisions: deque[int] = deque()
        """Where the decisions that are being judged stand in the lines."""

    notice = ""
    """A table that is played here has nothing to say but its lines."""
    seconds_left = None
    """The table waits as long as you like."""
    is_live = False
    """Nobody waits for you: a round you leave is over."""

    def set_meters(self, kept: KeptMeters) -> None:
        """Set the progressives to what they stood at when this table was last played."""
        displays = {wager: meter.display for wager, meter in kept.items()}
        reserves = {wager: meter.reserve for wager, meter in kept.items()}
        self.meters = open_meters(self.setup, displays, reserves)

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
        """The table as the engine shows it to you; None while bets are taken."""
        return self.felt.table if self.felt else None

    @property
    def felt(self) -> Seen | None:
        """The table as you see it; None while bets are taken."""
        if self.round is None:
            return None
        return replace(seen(self.round.state, self.seats), verdicts=dict(self.verdicts))

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
        self.round, self.last_bets = this, {bet.seat: put_down(bet) for bet in mine}
        self.hear(wait=self.coach.patient)
        self._number = len(self.history) + 1
        self.lines, self._telling, self.verdicts = [], Telling(this, self.seats), {}
        if self.shoe.begin_round():
            self.lines.append(tell_shuffle(self.shoe))
        self._tell()

    def _my_bets(self, bets: SeatBets) -> list[Bets]:
        for seat in bets:
            if seat not in self.seats:
                yours = " and ".join(map(str, self.seats))
                message = f"seat {seat} is not yours; you have {yours}"
                raise RefusedError("seat/not-yours", message)
        placed = {seat: {w: a for w, a in bets[seat].items() if a} for seat in sorted(bets)}
        mine = [bets_of(seat, wagers) for seat, wagers in placed.items() if wagers]
        if not mine:
            raise RefusedError("wager/needs-main", "a round needs a main wager from you")
        return mine

    def _short_for(self, bets: list[Bets]) -> Refusal | None:
        total = sum(sum(put_down(bet).values()) for bet in bets)
        if total <= self.bankroll:
            return None
        message = f"these wagers are {money(total)} and you have {money(self.bankroll)}"
        return Refusal("bankroll/short", message)

    def advance(self) -> bool:
        """Deal a card, shuffle or let a bot decide; False where none of it is to be done."""
        this = self.round
        if this is None or self.stage is not Stage.DEALING:
            return False
        if isinstance(this.due, CardNeeded):
            if not self._draw(this):
                return False
        elif isinstance(this.due, ReshuffleNeeded):
            self.shoe.reshuffle_but(this.due.keep)
            this.reshuffle()
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
        this.deal(draw_and_tell(self.shoe, self.lines))
        return True

    def run(self) -> None:
        """Go on to your next decision or to the end of the round."""
        while self.advance():
            pass

    def decide(
        self,
        kind: ActionKind,
        amount: int | None = None,
        tip: int | None = None,
        *,
        low: tuple[Card, ...] | None = None,
    ) -> None:
        """Take your decision; `RefusedError` says why it cannot be, and nothing has changed."""
        refused = self.refused(kind, amount, tip, low=low)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        this, asked = self.round, self.question
        assert this is not None
        assert asked is not None
        action = self._action(kind, amount, tip, low)
        if self.coach.counts:
            self.coach.decided(this.state, asked, action, self._number)
            self._decisions.append(len(self.lines))
        this.act(action)
        self.coach.give_time()
        self._after_step(this)

    def refused(
        self,
        kind: ActionKind,
        amount: int | None = None,
        tip: int | None = None,
        *,
        low: tuple[Card, ...] | None = None,
    ) -> Refusal | None:
        """Say why a decision cannot be taken now, or None if it can."""
        this, asked = self.round, self._asked
        if this is None or asked is None:
            return Refusal("action/illegal", f"{kind} answers nothing: you are not asked now")
        action = self._action(kind, amount, tip, low)
        return refusal(asked, action) or self._too_dear(this.state, asked, action)

    def _action(
        self,
        kind: ActionKind,
        amount: int | None,
        tip: int | None,
        low: tuple[Card, ...] | None,
    ) -> Action:
        """Make a decision of what was asked; where no amount is said, for what you can afford."""
        asked = self.question
        assert asked is not None
        if amount is None:
            amount = next((full_amount(c) for c in asked.choices if c.kind == kind), None)
        return Action(seat=asked.seat, hand=asked.hand, kind=kind, amount=amount, tip=tip, low=low)

    @property
    def shows_house_way(self) -> bool:
        """2112(11)(j): whether this house helps a player to set a hand."""
        return self.setup.configured.options.get("house_way_help") is True

    def house_way(self) -> tuple[Card, ...]:
        """Return the low hand that the house way sets for you now, where the house shows it."""
        asked, this = self._asked, self.round
        if this is None or asked is None or asked.choices[0].kind is not ActionKind.SET:
            raise RefusedError("action/illegal", "there is no hand to be set now")
        if not self.shows_house_way:
            raise RefusedError("house-way/not-shown", "this house does not show the house way")
        return house_way_low(this.state.seat(asked.seat).hand(asked.hand).cards)

    def _too_dear(self, state: State, asked: Question, action: Action) -> Refusal | None:
        if keeps_in_vain(state, asked, action.kind, self.money_left):
            message = "the blackjack cannot be doubled later: your money does not reach"
            return Refusal("bankroll/short", message)
        choice = next(choice for choice in asked.choices if choice.kind == action.kind)
        amount = action.amount or choice.default or 0
        price = cost(state, asked, action.kind, amount, action.tip or 0)
        if price <= self.money_left:
            return None
        left = money(self.money_left)
        return Refusal("bankroll/short", f"{action.kind} needs {money(price)} and you have {left}")

    def hint(self) -> Future[Worth]:
        """Value your choices; raise `RefusedError` where they are not known."""
        if self.round is None or self.question is None:
            raise RefusedError("action/illegal", "there is nothing to decide now")
        return self.coach.hint(self.round.state, self.question)

    def hear(self, *, wait: bool = False) -> bool:
        """Take down what the coach has found out by now; whether there was anything.

        What a mistake cost is told right after the decision. *wait*: for all decisions.
        """
        heard = False
        for decision in self.coach.news(all_of_them=wait):
            place, heard = self._decisions.popleft(), True
            if decision is None or decision.round != self._number:
                continue  # it is of a round that is gone from the felt
            self.verdicts[decision.seat, decision.hand] = decision
            if decision.judged.is_mistake:
                words = f"seat {decision.seat}  {cost_words(decision.judged)}"
                self.lines.insert(place + 1, Line(words, decision.seat, mistake=True))
                self._decisions = deque(later + 1 for later in self._decisions)
        return heard

    def _after_step(self, this: Round) -> None:
        self._tell()
        self.hear()
        if this.due is None:
            self._finish(this)
        elif self.question is not None:
            self.coach.expect(this.state, self.question)

    def _tell(self) -> None:
        assert self._telling is not None
        self.lines.extend(self._telling.news())

    def _finish(self, this: Round) -> None:
        self.lines.append(Line(result(this.state)))
        net = sum(net for seat, net in this.state.net().items() if seat in self.seats)
        tips = tipped(this.state, self.seats)
        self.bankroll += net - tips
        self.meters = this.state.meters
        given = record_of(this, self.house)
        record = Replay(given=given, round=this).completed()
        number = len(self.history) + 1
        self.history.append(Finished(number, tuple(self.lines), record, net, tips))
        self.file.append(record)

    def clear(self) -> None:
        """Take the cards of a finished round off the felt."""
        if self.stage is Stage.OVER:
            self.round = None

    def buy_in(self) -> None:
        """Put as much on the bankroll as you sat down with."""
        self.bankroll += self.bought_in
        self.added += self.bought_in

    @property
    def net(self) -> int:
        """What the sitting gained or cost, in cents, tips included."""
        return self.bankroll - self.bought_in - self.added

    def walk_away(self) -> bool:
        """Leave in the middle of a round: your hands stand, and it is settled.

        No document says what becomes of such a round; a wager on the felt is not taken back.
        Return False where no round is under way.
        """
        if self.stage in {Stage.BETTING, Stage.OVER}:
            return False
        self.coach.counts = False
        while self.stage in {Stage.DEALING, Stage.DECIDING}:
            self.run()
            if self.question is not None and self.round is not None:
                action = least_action(self.round.state, self.question)
                self.decide(action.kind, low=action.low)
        return True
