"""A sitting at one table: shoe, seats, bots, bankroll, meters and the rounds played.

Both front ends use it the same way: `start` with the bets, `advance` while it deals or a bot
decides, `decide` where it stops, and `clear` the felt for the next round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

from pitboss.cards import Card, Shoe
from pitboss.cards.unseen import Unseen
from pitboss.engine.actions import Action, ActionKind, Question, Refusal, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.legal import refusal
from pitboss.engine.meter import Meter
from pitboss.engine.record import Replay, write_record
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.engine.view import TableView
from pitboss.late import LateFunction
from pitboss.rulebook.house import House, house_data
from pitboss.table.amounts import full_amount
from pitboss.table.bankroll import affordable, in_hand, least_bet, short_of_cost, sum_tips
from pitboss.table.basic_play import basic_play, least_action
from pitboss.table.bets import SeatBets, bets_by_spot, short_of_bets, your_bets
from pitboss.table.bots import bot_bets
from pitboss.table.coach import Coach, JudgedDecision, Valuer
from pitboss.table.coach_text import cost_words
from pitboss.table.narrate import Line, Narrator
from pitboss.table.narrate_shoe import VOID, draw_and_tell, tell_shuffle
from pitboss.table.purse import KeptMeters
from pitboss.table.session_file import SessionFile
from pitboss.table.shoe import make_shoe
from pitboss.table.stages import FinishedRound, Stage
from pitboss.table.unseen_cards import hidden_cards, unseen_cards
from pitboss.table.views import FeltView, view_table
from pitboss.text.felt import rule_words
from pitboss.text.history import result
from pitboss.text.numbers import money

if TYPE_CHECKING:
    from pitboss.counts import CountSystem
    from pitboss.exact.worth import Worth
    from pitboss.table.table_count import TableCount

BANKROLL_CENTS = 50_000
_count_table: LateFunction[[CountSystem | None, Unseen, Shoe], TableCount] = LateFunction(
    "pitboss.table.table_count:count_table"  # it imports numpy, and a table opens at once
)


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
        """Open the table; raise `RulesError` if the house is not allowed.

        *valuer* makes the object that values decisions; *hints*: report and count your mistakes.
        """
        self.setup = prepare(house)
        self.coach = Coach(self.setup, valuer, counts=hints)
        self.house = house_data(house)
        self.file = file
        self.shoe = make_shoe(self.setup, house.shoe, seed)
        first = bots // 2 + 1
        self.seats = tuple(range(first, first + seats))
        others = [seat for seat in range(1, seats + bots + 1) if seat not in self.seats]
        self.bots = bot_bets(self.setup, others)
        self.bought_in = bankroll
        self.bankroll = bankroll
        """Cents before the current round."""
        self.meters: Mapping[str, Meter] = open_meters(self.setup, {}, {})
        self.added = 0
        """Cents bought in after the beginning."""
        self.history: list[FinishedRound] = []
        self.lines: list[Line] = []
        """The current round in words so far."""
        self.round: Round | None = None
        self.last_bets: SeatBets = {}
        self._narrator: Narrator | None = None
        self.verdicts: dict[tuple[int, int], JudgedDecision] = {}
        """Seat and hand -> the last judged decision about it in this round."""
        self._number = 0
        """The round on the felt, counted from 1."""
        self._decisions: deque[int] = deque()
        """The lines of the decisions that are being judged."""

    notice = ""
    """A table that is played here has nothing to say but its lines."""
    seconds_left = None
    """The table waits as long as you like."""
    is_live = False
    """Nobody waits for you: a round you leave is over."""
    system: CountSystem | None = None
    """The count that is shown when you ask for it; None: Hi-Lo."""

    def set_meters(self, kept: KeptMeters) -> None:
        """Set the progressives to their amounts when this table was last played."""
        displays = {wager: meter.display for wager, meter in kept.items()}
        reserves = {wager: meter.reserve for wager, meter in kept.items()}
        self.meters = open_meters(self.setup, displays, reserves)

    def welcome(self) -> list[str]:
        """Return the game, the seats and the bankroll in words."""
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
        return Stage.DECIDING if self._open_question is not None else Stage.DEALING

    @property
    def _open_question(self) -> Question | None:
        due = self.round.due if self.round else None
        return due if isinstance(due, Question) and due.seat in self.seats else None

    @property
    def question(self) -> Question | None:
        """Your decision, with the choices that you can pay for."""
        if self._open_question is None or self.round is None:
            return None
        return affordable(self.round.state, self._open_question, self.money_left)

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
        """Take the bets and open a round; raise `RefusedError` if the table does not take them."""
        mine = your_bets(bets, self.seats)
        refused = refuse_bets(self.setup, mine) or short_of_bets(mine, self.bankroll)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        this = Round.start(self.setup, [*mine, *self.bots], self.meters)
        self.round, self.last_bets = this, {bet.seat: bets_by_spot(bet) for bet in mine}
        self.hear(wait=self.coach.patient)
        self._number = len(self.history) + 1
        self.lines, self._narrator, self.verdicts = [], Narrator(this, self.seats), {}
        if self.shoe.begin_round():
            self.lines.append(tell_shuffle(self.shoe))
        self._tell()

    def advance(self) -> bool:
        """Deal a card, shuffle or let a bot decide; return False if there is nothing to do."""
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
        """Deal a card; if no card is left anywhere, the round is void."""
        if self.shoe.cards_left == 0 and self.shoe.round_start == 0:
            self.round = None
            self.lines.append(VOID)
            return False
        this.deal(draw_and_tell(self.shoe, self.lines))
        return True

    def run(self) -> None:
        """Continue to your next decision or to the end of the round."""
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
        """Take your decision; raise `RefusedError` with the reason, and change nothing."""
        refused = self.refuse(kind, amount, tip, low=low)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        this, asked = self.round, self.question
        assert this is not None
        assert asked is not None
        action = self._action(kind, amount, tip, low)
        if self.coach.counts:
            self.coach.judge_decision(this.state, asked, action, self._number)
            self._decisions.append(len(self.lines))
        this.act(action)
        self.coach.give_time()
        self._after_step(this)

    def refuse(
        self,
        kind: ActionKind,
        amount: int | None = None,
        tip: int | None = None,
        *,
        low: tuple[Card, ...] | None = None,
    ) -> Refusal | None:
        """Return why a decision cannot be taken now, or None."""
        this, asked = self.round, self._open_question
        if this is None or asked is None:
            return Refusal("action/illegal", f"{kind} answers nothing: you are not asked now")
        action = self._action(kind, amount, tip, low)
        return refusal(asked, action) or short_of_cost(this.state, asked, action, self.money_left)

    def _action(
        self,
        kind: ActionKind,
        amount: int | None,
        tip: int | None,
        low: tuple[Card, ...] | None,
    ) -> Action:
        """Make an action; without an amount, for as much as you can pay."""
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
        """Return the low hand of the house way for you, if the house shows it."""
        asked, this = self._open_question, self.round
        if this is None or asked is None or asked.choices[0].kind is not ActionKind.SET:
            raise RefusedError("action/illegal", "there is no hand to be set now")
        if not self.shows_house_way:
            raise RefusedError("house-way/not-shown", "this house does not show the house way")
        return house_way_low(this.state.seat(asked.seat).hand(asked.hand).cards)

    def hint(self) -> Future[Worth]:
        """Value your choices; raise `RefusedError` where they are not known."""
        if self.round is None or self.question is None:
            raise RefusedError("action/illegal", "there is nothing to decide now")
        return self.coach.hint(self.round.state, self.question)

    def count(self) -> TableCount:
        """Count the cards that you have seen; raise `RefusedError` if there is nothing to count."""
        if self.shoe.every_round:
            message = "there is nothing to count: the cards are shuffled before every round"
            raise RefusedError("count/not-counted", message)
        this, felt = self.round, self.felt
        hidden = hidden_cards(this.state, felt.table) if this and felt else ()
        return _count_table(self.system, unseen_cards(self.shoe, hidden), self.shoe.shoe)

    def hear(self, *, wait: bool = False) -> bool:
        """Add the coach's news to the lines; return whether there was any.

        The cost of a mistake comes right after the decision. *wait*: for all decisions.
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
        assert self._narrator is not None
        self.lines.extend(self._narrator.new_lines())

    def _finish(self, this: Round) -> None:
        self.lines.append(Line(result(this.state)))
        net = sum(net for seat, net in this.state.net().items() if seat in self.seats)
        tips = sum_tips(this.state, self.seats)
        self.bankroll += net - tips
        self.meters = this.state.meters
        given = write_record(this, self.house)
        record = Replay(given=given, round=this).complete_record()
        number = len(self.history) + 1
        self.history.append(FinishedRound(number, tuple(self.lines), record, net, tips))
        self.file.append(record)

    def clear(self) -> None:
        """Clear the felt after a finished round."""
        if self.stage is Stage.OVER:
            self.round = None

    def buy_in(self) -> None:
        """Add as much to the bankroll as you sat down with."""
        self.bankroll += self.bought_in
        self.added += self.bought_in

    @property
    def net(self) -> int:
        """The net of the sitting, in cents, with tips."""
        return self.bankroll - self.bought_in - self.added

    def walk_away(self) -> bool:
        """Leave during a round: your hands stand, and it is settled.

        No document covers such a round; a wager on the felt is not taken back. Return False without
        a round.
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
