"""Settle this hand: a round of a physical table, keyed in line by line, with undo.

Bets, cards and decisions come as they lie on the felt. Cards are asked for in the order in which
they are dealt; cards that are named for a place ("3: 7h 8d", "d: Ah 6c") wait there until they are
due. A scanner that types cards and an end of line needs nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TextIO

from pitboss.cards import Card, CardNotInShoe, NotationError, read_cards
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.events import TIP, CardDealt, CardsReshuffled, Place, WagerSettled
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.sitting.amounts import spots_before_deal
from pitboss.sitting.questions import offer_words, question_words
from pitboss.sitting.views import FeltView
from pitboss.text.actions import parse_cents, wager_title
from pitboss.text.history import describe_pay, event_words, pretty_cards, title
from pitboss.text.numbers import money
from pitboss.text.rules import limit_words
from pitboss.tui.plain.lines import PlainLines
from pitboss.tui.plain.table import UNKNOWN, choice_words, parse_bets, parse_decision

SEATS_MAX: Final = 99
DEALER: Final = "d"
_SEATS: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?:?")
_PLACE: Final = re.compile(r"(d|b|r|\d{1,2}):\s*(.*)")
_PLACES: Final = {Place.DEALER: DEALER, Place.BONUS: "b", Place.REPLACEMENT: "r"}
"""Where a card goes -> how a line names it; cards of players go by the seat."""
_HELP_BETS: Final = (
    'Bets: "1 25" is $25 on seat 1, "1-7 25" on seats 1 to 7, "3 25 match-up 5 tip main 1" with',
    'more wagers. "3 none" takes seat 3 out. "meter WAGER DOLLARS" says what a meter shows.',
    '"deal" when all bets are in; "undo" takes the last line back; "quit" ends.',
)
_HELP_CARDS: Final = (
    'Cards: "7h", "10s Kd" or "7h8dKc", in the order in which they are dealt; or for a place:',
    '"3: 7h 8d" for seat 3, "d: Ah 6c" for the dealer, "b: 9s" a bonus card. "undo", "quit".',
)
Cite = Callable[[Setup, WagerSettled], str]
"""Returns the clause behind a settled wager."""


class _Moment(NamedTuple):
    """Everything that a line changes: undo goes back to the one before."""

    bets: Mapping[int, Mapping[str, int]] = {}
    displays: Mapping[str, int] = {}
    """Wager -> what its meter shows before the bets, in units."""
    round: Round | None = None
    waiting: Mapping[str, tuple[Card, ...]] = {}
    """Place -> its cards that are not due yet."""
    told: int = 0
    """How many events of the round have been told."""


class SettleDesk(PlainLines):
    """Asks for a round, and says what each seat is paid."""

    def __init__(self, setup: Setup, source: TextIO, out: TextIO, cite: Cite) -> None:
        """Read lines from *source*, write to *out*."""
        super().__init__(source, out)
        self._setup, self._cite = setup, cite
        self._past: list[_Moment] = []
        self._now = _Moment()

    def settle(self) -> Round | None:
        """Return the round, settled; None where the input ends or somebody quits before."""
        spots = spots_before_deal(self._setup).items()
        offered = (f"{name} ({limit_words(spot)})" for name, spot in spots)
        self.say(f"{self._setup.configured.game.title}: {', '.join(offered)}", *_HELP_BETS)
        while True:
            self._ask()
            line = self.read()
            if line is None or line in {"q", "quit"}:
                return self._now.round if self.is_over else None
            if line in {"", "ok"} and self.is_over:
                return self._now.round
            try:
                self._take(line)
            except RefusedError as error:
                self.refuse(error)
            except (NotationError, CardNotInShoe) as error:
                self.say(f"refused: {error}")

    @property
    def is_over(self) -> bool:
        """Whether every wager is settled."""
        return self._now.round is not None and self._now.round.due is None

    # -- one line --------------------------------------------------------------------------------

    def _take(self, line: str) -> None:
        if line in {"u", "undo"}:
            if not self._past:
                raise RefusedError(UNKNOWN, "there is nothing to take back")
            self._now = self._past.pop()
            self.say("taken back")
            return
        if line in {"?", "help"}:
            self.say(*(_HELP_BETS if self._now.round is None else _HELP_CARDS))
            return
        after = self._after(line)
        self._past.append(self._now)
        self._now = after
        self._deal_waiting()

    def _after(self, line: str) -> _Moment:
        """Return what a line makes of this moment, or raise `RefusedError` and change nothing."""
        now = self._now
        if now.round is None:
            return self._open() if line in {"deal", "."} else self._bet(line)
        round_ = now.round.again()
        if named := _PLACE.fullmatch(line):
            cards = read_cards(named[2])
            self._check_shoe(round_, cards)
            before = now.waiting.get(named[1], ())
            return now._replace(round=round_, waiting={**now.waiting, named[1]: (*before, *cards)})
        if isinstance(round_.due, Question):
            self._decide(round_, round_.due, line)
            return now._replace(round=round_)
        if round_.due is None:
            raise RefusedError(UNKNOWN, 'the round is settled; "undo", or "quit" to end')
        cards = read_cards(line)
        self._check_shoe(round_, cards)
        return now._replace(round=round_, waiting={**now.waiting, "": cards})

    # -- bets ------------------------------------------------------------------------------------

    def _bet(self, line: str) -> _Moment:
        words = line.split()
        if words[0] == "meter":
            return self._read_meter(words[1:])
        seats = _SEATS.fullmatch(words[0])
        if seats is None or len(words) < 2:
            message = 'write a seat and its bets, as "1 25 match-up 5", or "deal"'
            raise RefusedError(UNKNOWN, message)
        first, last = int(seats[1]), int(seats[2] or seats[1])
        numbers = range(first, last + 1)
        bets = {seat: dict(own) for seat, own in self._now.bets.items()}
        if words[1:] == ["none"]:
            return self._now._replace(bets={s: b for s, b in bets.items() if s not in numbers})
        bets |= parse_bets(words[1:], self._setup, numbers)
        refused = refuse_bets(self._setup, _placed(bets))
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        return self._now._replace(bets=bets)

    def _read_meter(self, words: Sequence[str]) -> _Moment:
        meters = open_meters(self._setup, {}, {})
        if len(words) != 2 or words[0] not in meters:
            known = ", ".join(meters) or "none"
            raise RefusedError(UNKNOWN, f"meter WAGER DOLLARS; the meters here: {known}")
        try:
            units = parse_cents(words[1]) * UNITS_PER_CENT
        except ValueError as error:
            raise RefusedError("action/amount", str(error)) from None
        return self._now._replace(displays={**self._now.displays, words[0]: units})

    def _open(self) -> _Moment:
        meters = open_meters(self._setup, self._now.displays, {})
        return self._now._replace(
            round=Round.start(self._setup, _placed(self._now.bets), meters), told=0
        )

    # -- cards and decisions -----------------------------------------------------------------------

    def _check_shoe(self, round_: Round, cards: Iterable[Card]) -> None:
        """Refuse cards that the shoe does not hold, beside those that lie on the table."""
        out: list[Card] = []
        for event in round_.events:
            if isinstance(event, CardsReshuffled):
                out = [*event.kept]
            elif isinstance(event, CardDealt):
                out.append(event.card)
        waiting = [card for held in self._now.waiting.values() for card in held]
        self._setup.shoe.check_dealt([*out, *waiting, *cards])

    def _deal_waiting(self) -> None:
        """Deal every card that has been named and is due."""
        moment = self._now
        if moment.round is None:
            return
        round_, waiting = moment.round, {**moment.waiting}
        while round_.due is not None and not isinstance(round_.due, Question):
            if isinstance(round_.due, ReshuffleNeeded):
                round_.reshuffle()
                continue
            assert isinstance(round_.due, CardNeeded), "a physical table has its own meters"
            place = _place_name(round_.due)
            held = place if waiting.get(place) else ""
            if not waiting.get(held):
                break
            card, *rest = waiting[held]
            waiting[held] = tuple(rest)
            round_.deal(card)
        left = {place: cards for place, cards in waiting.items() if cards}
        if round_.due is None and left:
            extra = pretty_cards(card for cards in left.values() for card in cards)
            self.say(f"not dealt, because the round is over: {extra}")
            left = {}
        self._now = moment._replace(waiting=left)

    @staticmethod
    def _decide(round_: Round, question: Question, line: str) -> None:
        decision = parse_decision(line.split(), question)
        kind, amount, tip, low = decision
        if low == ():
            raise RefusedError(UNKNOWN, "name the two cards that the player set, as 'set Kd 9h'")
        action = Action(
            seat=question.seat,
            hand=question.hand,
            kind=kind,
            amount=amount,
            low=low,
            tip=tip,
            wager=question.wager,
        )
        round_.act(action)

    # -- what is said ------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Tell what happened since, and ask what is due."""
        now = self._now
        if now.round is None:
            self.say(*self._bets_so_far(), "Bets:")
            return
        befores = (now.round.opening, *now.round.states)
        told = zip(befores, now.round.states, now.round.events, strict=False)
        lines = [event_words(*step) for step in [*told][now.told :]]
        self.say(*filter(None, lines))
        self._now = now._replace(told=len(now.round.events))
        due = now.round.due
        if isinstance(due, CardNeeded):
            self.say(f"{_place_words(due)}:")
        elif isinstance(due, Question):
            self.say(*self._question(now.round.state, due))
        elif due is None and now.told < len(now.round.events):
            self.say("", *result_lines(now.round.state, self._cite))

    def _bets_so_far(self) -> Iterator[str]:
        for seat, wagers in sorted(self._now.bets.items()):
            words = (f"{wager_title(self._setup, w)} {money(c)}" for w, c in wagers.items())
            yield f"seat {seat}  {', '.join(words)}"

    def _question(self, state: State, question: Question) -> Iterator[str]:
        felt = FeltView(view(state, question.seat), (question.seat,))
        if offer := offer_words(self._setup, felt, question):
            yield offer
        yield f"{question_words(self._setup, felt, question)}"
        yield f"  {', '.join(map(choice_words, question.choices))}"


def _placed(bets: Mapping[int, Mapping[str, int]]) -> list[Bets]:
    return [
        Bets(
            seat,
            {wager: cents for wager, cents in own.items() if not wager.startswith(TIP)},
            tips={
                wager.removeprefix(TIP): cents
                for wager, cents in own.items()
                if wager.startswith(TIP)
            },
        )
        for seat, own in sorted(bets.items())
    ]


def _place_name(due: CardNeeded) -> str:
    return _PLACES.get(due.place) or str(due.seat)


def _place_words(due: CardNeeded) -> str:
    match due.place:
        case Place.DEALER:
            return "Card for the dealer"
        case Place.BONUS:
            return "Bonus card"
        case Place.REPLACEMENT:
            return "Card that stands for the joker"
        case Place.POKER:
            return f"Card for seat {due.seat}, poker"
        case _:
            return f"Card for seat {due.seat}" + (f", hand {due.hand}" if due.hand > 1 else "")


def result_lines(state: State, cite: Cite) -> Iterator[str]:
    """Yield each seat's result to the cent, its wagers with their clauses, and what to say."""
    nets = state.net()
    for seat in sorted(nets):
        lines = [line for line in state.settled if line.seat == seat]
        yield f"seat {seat}  {_net_words(nets[seat])}"
        for line in lines:
            clause = cite(state.setup, line)
            hand = f"hand {line.hand}, " if len(state.seat(seat).hands) > 1 else ""
            words = f"{hand}{title(state, line.wager)} {money(line.stake)}: {line.outcome}"
            words += f"{describe_pay(line)}, {_net_words(line.net)}"
            yield f"  {words}" + (f"  ({clause})" if clause else "")
        yield f'  Say: "{_sentence(state, lines, nets[seat])}"'


def _net_words(cents: int) -> str:
    """Write a result as the trade says it.

    >>> _net_words(3750), _net_words(-500), _net_words(0)
    ('wins $37.50', 'loses $5.00', 'even')
    """
    if not cents:
        return "even"
    return f"{'wins' if cents > 0 else 'loses'} {money(abs(cents))}"


_YOU: Final = {1: "win", 0: "are even", -1: "lose"}


def _sentence(state: State, lines: Sequence[WagerSettled], net: int) -> str:
    """Return what the dealer says to the player: what is paid, pushed and taken."""
    paid = [line for line in lines if line.net > 0 and line.is_players]
    pushed = [line for line in lines if not line.net]
    taken = sum(-line.net for line in lines if line.net < 0)
    said = [
        f"{title(state, line.wager)}, {line.outcome}{describe_pay(line)}: {money(line.net)}"
        for line in paid
    ]
    said += [f"{title(state, line.wager)} pushes" for line in pushed]
    if taken:
        said.append(f"I take {money(taken)}")
    total = f"; in all you {_YOU[(net > 0) - (net < 0)]}" if len(said) > 1 else ""
    total += f" {money(abs(net))}" if net and total else ""
    return f"{'; '.join(said)}{total}."
