"""A sitting at one table: shoe, seats, bots, bankroll, meters and the rounds played.

Both front ends use it the same way: `start` with the bets, `advance` while it deals or a bot
decides, `decide` where it stops, and `clear` the felt for the next round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING

from pitboss.cards import Shoe
from pitboss.cards.unseen import Unseen
from pitboss.engine.actions import Action, Question, Refusal, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.legal import refusal
from pitboss.engine.record import Replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.late import LateFunction
from pitboss.rulebook.house import House, house_data
from pitboss.sitting.bankroll import affordable, short_of_cost
from pitboss.sitting.basic_play import basic_play, bot_bets, least_action
from pitboss.sitting.bets import YOU, SeatBets, bets_by_spot, short_of_bets, your_bets
from pitboss.sitting.coach import Coach, Valuer, cost_words
from pitboss.sitting.deck_entry import begin_round, closed_wagers, refuse_entry
from pitboss.sitting.narrate import Line, Narrator, draw_and_tell, tell_shuffle, tell_void
from pitboss.sitting.purse import KeptMeters
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.shoe import hidden_cards, make_shoe, unseen_cards
from pitboss.sitting.sitting import FinishedRound, Sitting, Stage

if TYPE_CHECKING:
    from pitboss.counts import CountSystem
    from pitboss.exact.worth import Worth
    from pitboss.sitting.table_count import TableCount

BANKROLL_CENTS = 50_000
_count_table: LateFunction[[CountSystem | None, Unseen, Shoe], TableCount] = LateFunction(
    "pitboss.sitting.table_count:count_table"  # it imports numpy, and a table opens at once
)


class TableSession(Sitting):
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
        setup = prepare(house)
        first = bots // 2 + 1
        own = range(first, first + seats)
        shoe = make_shoe(setup, house.shoe, seed)
        super().__init__(setup, Coach(setup, valuer, counts=hints), shoe, own, bankroll)
        self.house = house_data(house)
        self.file = file
        others = [seat for seat in range(1, seats + bots + 1) if seat not in self.seats]
        self.bots = bot_bets(setup, others)
        self._narrator: Narrator | None = None
        self._number = 0
        """The round on the felt, counted from 1."""
        self._decisions: deque[int] = deque()
        """The lines of the decisions that are being judged."""

    file: SessionFile
    system: CountSystem | None = None
    """The count that is shown when you ask for it; None: Hi-Lo."""

    def set_meters(self, kept: KeptMeters) -> None:
        """Set the progressives to their amounts when this table was last played."""
        displays = {wager: meter.display for wager, meter in kept.items()}
        reserves = {wager: meter.reserve for wager, meter in kept.items()}
        self.meters = open_meters(self.setup, displays, reserves)

    def neighbours(self) -> Iterator[tuple[int, str | None]]:
        """Yield the seats of the bots with their names."""
        return ((bot.seat, bot.player) for bot in self.bots)

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
    def closed_wagers(self) -> Mapping[str, str]:
        """The wagers that you cannot make before the next shuffle, with the reason."""
        return closed_wagers(self.setup, self.shoe, YOU)

    # -- playing -------------------------------------------------------------------------------

    def start(self, bets: SeatBets) -> None:
        """Take the bets and open a round; raise `RefusedError` if the table does not take them."""
        mine = your_bets(bets, self.seats)
        refused = (
            refuse_bets(self.setup, mine)
            or refuse_entry(self.setup, self.shoe, mine)
            or short_of_bets(mine, self.bankroll)
        )
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        current = Round.start(self.setup, [*mine, *self.bots], self.meters)
        self.round = current
        self.last_bets = {bet.seat: bets_by_spot(bet) for bet in mine}
        self.hear(wait=self.coach.patient)
        self._number = len(self.history) + 1
        self.lines = []
        self._narrator = Narrator(current, self.seats)
        self.verdicts = {}
        if begin_round(self.shoe, self.setup, [*mine, *self.bots]):
            self.lines.append(tell_shuffle(self.shoe))
        self._tell()

    def advance(self) -> bool:
        """Deal a card, shuffle or let a bot decide; return False if there is nothing to do."""
        current = self.round
        if current is None or self.stage is not Stage.DEALING:
            return False
        if isinstance(current.due, CardNeeded):
            if not self._draw(current):
                return False
        elif isinstance(current.due, ReshuffleNeeded):
            self.shoe.reshuffle_but(current.due.keep)
            current.reshuffle()
        else:
            assert isinstance(current.due, Question)
            current.act(basic_play(current.state, current.due))
        self._after_step(current)
        return True

    def _draw(self, current: Round) -> bool:
        """Deal a card; if no card is left anywhere, the round is void."""
        if self.shoe.cards_left == 0 and self.shoe.round_start == 0:
            self.round = None
            self.lines.append(tell_void())
            return False
        current.deal(draw_and_tell(self.shoe, self.lines))
        return True

    def run(self) -> None:
        """Continue to your next decision or to the end of the round."""
        while self.advance():
            pass

    def _take_action(self, action: Action) -> None:
        current = self.round
        question = self.question
        assert current is not None
        assert question is not None
        if self.coach.counts:
            self.coach.judge_decision(current.state, question, action, self._number)
            self._decisions.append(len(self.lines))
        current.act(action)
        self.coach.give_time()
        self._after_step(current)

    def _refuse(self, action: Action) -> Refusal | None:
        current = self.round
        question = self._open_question
        money = self.money_left
        assert current is not None
        assert question is not None
        return refusal(question, action) or short_of_cost(current.state, question, action, money)

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
        current = self.round
        felt = self.felt
        hidden = hidden_cards(current.state, felt.table) if current and felt else ()
        return _count_table(self.system, unseen_cards(self.shoe, hidden), self.shoe.shoe)

    def hear(self, *, wait: bool = False) -> bool:
        """Add the coach's news to the lines; return whether there was any.

        The cost of a mistake comes right after the decision. *wait*: for all decisions.
        """
        heard = False
        for decision in self.coach.news(all_of_them=wait):
            place = self._decisions.popleft()
            heard = True
            if decision is None or decision.round != self._number:
                continue  # it is of a round that is gone from the felt
            self.verdicts[decision.seat, decision.hand] = decision
            if decision.judged.is_mistake:
                words = f"you     that {cost_words(decision.judged)}"
                self.lines.insert(place + 1, Line(words, decision.seat, mistake=True))
                self._decisions = deque(later + 1 for later in self._decisions)
        return heard

    def _after_step(self, current: Round) -> None:
        self._tell()
        self.hear()
        if current.due is None:
            self._finish(current)
        elif self.question is not None:
            self.coach.expect(current.state, self.question)

    def _tell(self) -> None:
        assert self._narrator is not None
        self.lines.extend(self._narrator.new_lines())

    def _finish(self, current: Round) -> None:
        net, tips = self._settle(current)
        self.meters = current.state.meters
        given = write_record(current, self.house)
        record = Replay(given=given, round=current).complete_record()
        number = len(self.history) + 1
        self.history.append(
            FinishedRound(number=number, lines=tuple(self.lines), record=record, net=net, tips=tips)
        )
        self.file.append(record)

    def clear(self) -> None:
        """Clear the felt after a finished round."""
        if self.stage is Stage.OVER:
            self.round = None

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
