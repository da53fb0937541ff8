"""A sitting at a server's table, with the same interface as a local sitting.

The server sends frames: the events that this player may see, the open question, and the chips in
front of the seats. The events are folded into a round as the engine folds its own, so screens and
lines show it like a local round. A frame is taken once everything before it was shown. A server
that says what no server of Pitboss says ends the sitting, in words.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.cards import format_cards
from pitboss.cli.remote.line import END, FAIR, TableLine
from pitboss.engine.actions import Action, Question, Refusal, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.drive import Round, open_table
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    CardHidden,
    CardsReshuffled,
    Shown,
    WagerPlaced,
)
from pitboss.engine.follow import FollowedRound, read_event, read_question
from pitboss.engine.legal import refusal
from pitboss.engine.meter import Meter, parse_units
from pitboss.engine.setup import open_meters, prepare
from pitboss.rulebook.house import House
from pitboss.sitting.bets import YOU, SeatBets, bets_by_spot, your_bets
from pitboss.sitting.coach import Coach, Valuer
from pitboss.sitting.narrate import (
    Line,
    Narrator,
    draw_and_tell,
    tell_absent,
    tell_hits,
    tell_shuffle,
)
from pitboss.sitting.shoe import make_shoe
from pitboss.sitting.sitting import FinishedRound, Sitting, Stage

if TYPE_CHECKING:
    from pitboss.engine.setup import Setup
    from pitboss.exact.worth import Worth
    from pitboss.sitting.table_count import TableCount

Json = dict[str, Any]
_WAIT_S = 0.25
LOST = "The connection is lost; trying to reach the server again."
WAITING = "Waiting for the other players' bets."
NO_SERVER = "it does not speak as a server of Pitboss"
_NONSENSE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""What reading or following a frame raises that no server of Pitboss sends."""
PLAYING = "The others are playing a round; your bets are taken when it is over."


@dataclass(frozen=True, slots=True)
class ServerBooks:
    """The keeper of rounds at a server's table."""

    place: str
    problem: str = ""

    @property
    def farewell(self) -> str:
        """The farewell, with the place of the rounds."""
        return f"Every round is in the books of {self.place}"


def _no_valuer(setup: Setup) -> Valuer:
    message = f"no advice is given at the live tables of {setup.configured.game.title}"
    raise RefusedError("hint/live-table", message)


class RemoteSession(Sitting):
    """One player's sitting at a table of a server."""

    is_live = True

    def __init__(
        self, table: TableLine, house: House, *, seats: Sequence[int], cents: int, place: str
    ) -> None:
        """Play at *table*, with *cents* bought in altogether at the taken seats."""
        setup = prepare(house)
        shoe = make_shoe(setup, house.shoe)
        shoe.shuffler = lambda _, cards: tuple(cards)  # only how many are left is known
        super().__init__(setup, Coach(setup, _no_valuer), shoe, seats, cents)
        self.table = table
        self.file = ServerBooks(place)
        self._stage = Stage.BETTING
        self._followed: FollowedRound | None = None
        self._narrator: Narrator | None = None
        self._number = 0
        """The server's number of the round that is followed."""
        self._received = 0
        """How many events of it have come."""
        self._frame: Json = {}
        """The last frame: what the table waits for."""
        self._asked: tuple[Question, int, int | None] | None = None
        """Your decision, its number, and the milliseconds for it."""
        self._asked_at = 0.0
        self._names: dict[int, str] = {}
        self._stacks: dict[int, int] = {}
        self._closed: dict[str, str] = {}
        self._shown_meters: Mapping[str, Meter] = self.meters
        self._hits: set[tuple[str, int]] = set()
        """Hits of shared jackpots that were shown."""
        self._is_lost = self._is_leaving = False
        self._silence = ""
        """What the server says of books that do not answer; empty: they do."""
        self.ended = ""
        """Why the server has ended the connection; empty: it has not."""

    # -- what the front ends look at ---------------------------------------------------------------

    def neighbours(self) -> list[tuple[int, str]]:
        """Return the other players that the server names."""
        return sorted(item for item in self._names.items() if item[0] not in self.seats)

    @property
    def stage(self) -> Stage:
        """What happens next."""
        return self._stage

    @property
    def notice(self) -> str:
        """A message about the table or the connection; usually empty."""
        if self.ended:
            return f"The server has ended the connection: {self.ended}. Leave with Q."
        if self._is_lost:
            return LOST
        if self._silence or (self._stage is Stage.DEALING and self._followed is None):
            return self._silence or WAITING
        if self._stage is Stage.BETTING and self._frame.get("stage") == "deciding":
            return PLAYING
        why = self._closed.get(self.setup.mains[0]) if self._stage is Stage.BETTING else None
        return f"{why}." if why else ""

    @property
    def closed_wagers(self) -> Mapping[str, str]:
        """The wagers that you cannot make before the next shuffle, with the reason."""
        return self._closed

    @property
    def seconds_left(self) -> int | None:
        """How long you have to decide; None: as long as you like."""
        if self._stage is not Stage.DECIDING or self._asked is None or self._asked[2] is None:
            return None
        passed = time.monotonic() - self._asked_at
        return max(0, round(self._asked[2] / 1000 - passed))

    @property
    def question(self) -> Question | None:
        """Your decision, with the choices that you can pay for."""
        return self._asked[0] if self._asked and self._stage is Stage.DECIDING else None

    def hint(self) -> Future[Worth]:
        """Refuse: nobody is advised at a live table."""
        message = "no advice is given at a live table; 'pitboss advise' answers afterwards"
        raise RefusedError("hint/live-table", message)

    def count(self) -> TableCount:
        """Refuse: no count is kept for a player at a live table."""
        raise RefusedError("hint/live-table", "no count is shown at a live table")

    # -- playing -----------------------------------------------------------------------------------

    def start(self, bets: SeatBets) -> None:
        """Put the bets down; raise `RefusedError` if the table does not take them."""
        mine = your_bets(bets, self.seats)
        refused = refuse_bets(self.setup, mine)
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        self.hear()
        self._check_connection()
        placed = {bet.seat: bets_by_spot(bet) for bet in mine}
        for seat in self.seats:
            self.table.ask("bet", seat=seat, wagers=placed.get(seat, {}))
        self.last_bets = placed
        state = open_table(self.setup, mine, self.meters)
        self.round = Round(state, state)
        self._followed = None
        self.lines = []
        self._stage = Stage.DEALING

    def _refuse(self, action: Action) -> Refusal | None:
        return refusal(self.question, action)

    def _take_action(self, action: Action) -> None:
        amounts: Json = {"amount": action.amount, "tip": action.tip}
        details = {name: cents for name, cents in amounts.items() if cents is not None}
        if action.low:
            details["low"] = format_cards(action.low)
        self._check_connection()
        assert self._asked is not None
        n = self._asked[1]
        try:
            kind = action.kind.value
            self.table.ask("act", seat=action.seat, n=n, action=kind, **details)
        except RefusedError as error:
            if error.refusal.code != "action/stale":
                raise
            self.lines.append(Line("clock   your time was over, and the table played for you"))
        self._stage = Stage.DEALING

    def advance(self) -> bool:
        """Show the next step, if it is known; return False if it is not."""
        if self._stage is not Stage.DEALING:
            return False
        if self._step():
            return True
        frame = self._next_frame()
        if frame is None:
            return False
        self.take(frame)
        return self._stage is Stage.DEALING

    def run(self) -> None:
        """Wait for your next decision or for the end of the round."""
        while self._stage is Stage.DEALING:
            if not self.advance() and self._stage is Stage.DEALING:
                frame = self._next_frame(_WAIT_S)
                if frame is not None:
                    self.take(frame)

    def hear(self, *, wait: bool = False) -> bool:
        """Take the server's frames while nothing is dealt; return whether the screen changes."""
        del wait
        before = self._shown_values()
        while self._stage in {Stage.BETTING, Stage.DECIDING}:
            frame = self._next_frame()
            if frame is None:
                break
            self.take(frame)
        return before != self._shown_values()

    def _shown_values(self) -> tuple[object, ...]:
        """Return the values that a screen shows besides the cards."""
        facts = (self.notice, self._stage, self.bankroll, self._names, self._closed)
        return (*facts, self.seconds_left)

    def clear(self) -> None:
        """Take the cards of a finished round off the felt."""
        if self._stage is Stage.OVER:
            self.round = None
            self._followed = None
            self._stage = Stage.BETTING
            self.hear()

    def buy_in(self) -> None:
        """Buy as many chips as you sat down with, from your wallet."""
        self.table.ask("buy-in", seat=self.seats[0], cents=self.bought_in)
        super().buy_in()

    def walk_away(self) -> bool:
        """Leave in the middle of a round: the server stands with your hands and settles them."""
        if self._stage in {Stage.BETTING, Stage.OVER} or not self.table.is_connected:
            return False
        self._is_leaving = True
        self.leave()
        self._stage = Stage.DEALING
        self.run()
        return True

    def leave(self) -> None:
        """Give the seats up: at once, or when the hands on them are settled."""
        for seat in self.seats:
            self.table.ask("leave", seat=seat)

    def _check_connection(self) -> None:
        """Refuse a command at once while the server cannot be reached."""
        if self.ended or not self.table.is_connected:
            raise RefusedError("server/unreachable", "the server cannot be reached just now")
        if self._silence:
            raise RefusedError("store/unavailable", self._silence)

    # -- frames ------------------------------------------------------------------------------------

    def _next_frame(self, seconds: float = 0.0) -> Json | None:
        frame = self.table.take(seconds)
        is_lost = frame is None and not self.table.is_connected
        if is_lost != self._is_lost:
            self._is_lost = is_lost
            words = "lost; trying to reach the server again" if is_lost else "there again"
            if self._stage is not Stage.BETTING:
                self.lines.append(Line(f"line    the connection is {words}"))
        return frame

    def take(self, frame: Json) -> None:
        """Apply one frame; everything before it was shown."""
        with self._ending_at_nonsense():
            self._take(frame)

    @contextmanager
    def _ending_at_nonsense(self) -> Iterator[None]:
        """End the sitting where a frame has another form, or tells of what cannot happen."""
        try:
            yield
        except _NONSENSE:
            self._end(NO_SERVER)

    def _end(self, why: str) -> None:
        self.ended = why
        self.round = None
        self._followed = None
        self._stage = Stage.BETTING

    def _take(self, frame: Json) -> None:
        if frame["t"] == END:
            self._end(str(frame["message"]))
            return
        if frame["t"] in {"books", FAIR}:
            self._take_notice(frame)
        if frame["t"] not in {"ev", "view"}:
            return
        self._frame = frame
        self._asked_at = time.monotonic()
        self._take_facts(frame)
        events = [read_event(line) for line in frame.get("events", ())]
        if frame["t"] == "view":
            self._take_view(frame, events)
        elif events and isinstance(events[0], WagerPlaced):
            self._begin(frame, events)
        elif self._followed is not None and self._stage is not Stage.OVER:
            if "autoplay" in frame and events and isinstance(events[0], ActionTaken):
                self.lines.append(tell_absent(events[0].seat, frame["autoplay"]))
            self._received += len(events)
            self._followed.waiting += events
        if self._followed is None or not self._followed.waiting:
            self._come_to_rest()
        elif self._stage is Stage.DECIDING:  # the clock has played
            self._stage = Stage.DEALING

    def _take_notice(self, frame: Json) -> None:
        """Say that the books are silent or answer again, or that a shoe is not as promised."""
        self.lines.append(Line(f"{frame['t']:<8}{frame['message']}"))
        if frame["t"] == "books":
            self._silence = "" if frame["answer"] else str(frame["message"])

    def _take_facts(self, frame: Json) -> None:
        if "seats" in frame:
            self._names = {_whole(seat["seat"]): str(seat["name"]) for seat in frame["seats"]}
            own = [seat for seat in frame["seats"] if seat["seat"] in self.seats]
            closed: Json = next((seat["closed"] for seat in own if "closed" in seat), {})
            self._closed = {str(wager): str(why) for wager, why in closed.items()}
        if "stacks" in frame:
            self._stacks = {int(seat): _whole(cents) for seat, cents in frame["stacks"].items()}
        if "meters" in frame:
            displays = {wager: parse_units(amount) for wager, amount in frame["meters"].items()}
            self._shown_meters = open_meters(self.setup, displays, {})
        if "jackpots" in frame:
            self.lines += tell_hits(frame["jackpots"], self._hits)
        if self._stage is Stage.BETTING:
            self._settle_up()

    def _settle_up(self) -> None:
        """Take over the server's figures for your chips and the meters, between two rounds."""
        if all(seat in self._stacks for seat in self.seats):
            self.bankroll = sum(self._stacks[seat] for seat in self.seats)
        self.meters = self._shown_meters

    def _take_view(self, frame: Json, events: list[Shown]) -> None:
        """Apply a whole table: on joining, and after a lost connection."""
        if self._followed is not None and self._stage is not Stage.OVER:
            if events and frame["round"] == self._number:
                self._followed.waiting += events[self._received :]
                self._received = len(events)
            else:
                self._finish_unseen()
            return
        if self._stage is Stage.DEALING and not events and self._are_bets_gone(frame):
            self.lines.append(Line("line    the table has moved; your bets came back: bet again"))
            self.round = None
            self._stage = Stage.BETTING
            self._settle_up()
        left = frame["shuffles"]
        if left["cards"]:
            self.shoe.shoes = left["current"]
            self.shoe.cards = self.shoe.shoe.cards()
            self.shoe.position = len(self.shoe.cards) - left["left"]
        if events:
            self._begin(frame, events)

    def _are_bets_gone(self, frame: Json) -> bool:
        """Return whether nothing lies on your seats: bets do not move with their table."""
        return not any(seat["bets"] for seat in frame["seats"] if seat["seat"] in self.seats)

    def _begin(self, frame: Json, events: list[Shown]) -> None:
        """Follow a round from its first wager, if one of your seats is in it."""
        seats = {event.seat for event in events if isinstance(event, WagerPlaced)}
        if not seats & set(self.seats):
            return
        players = {seat: YOU if seat in self.seats else self._name(seat) for seat in seats}
        self._followed = FollowedRound(self.setup, events, self.meters, players)
        self.round = self._followed.round
        self._narrator = Narrator(self.round, self.seats)
        self._number = frame["round"]
        self._received = len(events)
        self.lines = []
        self._stage = Stage.DEALING
        self.shoe.past = ()
        if self.shoe.begin_round():
            self.lines.append(tell_shuffle(self.shoe))

    def _name(self, seat: int) -> str:
        name = self._names.get(seat, "guest")
        return f"{name} at seat {seat}" if name == YOU else name  # nobody is taken for you

    def _step(self) -> bool:
        """Show events up to and including the next card; False if none waits."""
        if self._followed is None or not self._followed.waiting:
            return False
        with self._ending_at_nonsense():
            self._show_events(self._followed)
        return True

    def _show_events(self, followed: FollowedRound) -> None:
        assert self._narrator is not None
        is_card = False
        while followed.waiting and not is_card:
            shoe_lines: list[Line] = []
            is_card = self._deal_from_shoe(followed.waiting[0], shoe_lines)
            followed.step()
            self.lines += shoe_lines
            self.lines.extend(self._narrator.new_lines())
        if not followed.waiting:
            self._come_to_rest()

    def _deal_from_shoe(self, shown: Shown, lines: list[Line]) -> bool:
        """Count an event that takes a card from the shoe; return whether it does."""
        if isinstance(shown, CardsReshuffled):
            assert self.round is not None
            self.shoe.reshuffle_but(self.round.state.dealer[:2])
            return False
        is_card = isinstance(shown, CardDealt | CardHidden)
        if is_card:
            draw_and_tell(self.shoe, lines)
        return is_card

    def _come_to_rest(self) -> None:
        """Update the stage once every frame was shown."""
        if self._followed is None or self._stage is Stage.OVER:
            return
        current = self._followed.round
        question = self._frame.get("ask")
        if current.state.over:
            self._finish(current)
        elif question is None:
            self.lines.append(Line("shoe    used up: the round is void, every wager comes back"))
            self.round = None
            self._followed = None
            self._stage = Stage.BETTING
            self._settle_up()
        elif "choices" in question and not self._is_leaving:
            self._asked = _read_asked(question)
            self._check_asked(self._asked[0])
            self._stage = Stage.DECIDING
        else:
            self._stage = Stage.DEALING

    def _check_asked(self, question: Question) -> None:
        """Refuse a question about a hand that is not on the felt."""
        felt = self.felt
        assert felt is not None
        hands = {
            seat.number: {0, *(hand.number for hand in seat.hands)} for seat in felt.table.seats
        }
        if question.hand not in hands[question.seat]:
            raise LookupError(question.hand)

    def _finish(self, played: Round) -> None:
        net, tips = self._settle(played)
        self._stage = Stage.OVER
        self._settle_up()
        number = len(self.history) + 1
        self.history.append(
            FinishedRound(number=number, lines=tuple(self.lines), record={}, net=net, tips=tips)
        )

    def _finish_unseen(self) -> None:
        """End a round that was settled while the connection was lost."""
        self.lines.append(Line("line    the round was settled while you were away"))
        before = self.bankroll
        self._stage = Stage.OVER
        self._settle_up()
        number = len(self.history) + 1
        net = self.bankroll - before
        self.history.append(FinishedRound(number, tuple(self.lines), {}, net))


def _read_asked(question: Json) -> tuple[Question, int, int | None]:
    """Read what you are asked, its number and the time for it; every amount is a whole number."""
    asked = read_question(question)
    for choice in asked.choices:
        for amount in (choice.low, choice.high, choice.default, choice.step, choice.tip):
            if amount is not None:
                _whole(amount)
    return asked, _whole(question["n"]), _whole(question["ms"]) if "ms" in question else None


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a whole number is missing")
    return value
