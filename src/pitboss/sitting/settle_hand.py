"""Settle a hand of a physical table, line by line: bets, cards, decisions, each seat's result.

The engine asks, exactly as at a table of the server, but the cards come from people, a scanner or a
shoe. They are due in the order in which they are dealt; cards that are named for a place ("3: 7h
8d", "d: Ah 6c") wait there until they are due. The terminal, the page of the browser and a physical
table of the floor drive this one object, so no rule is known anywhere else. Undo goes back a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pitboss.cards import Card, CardNotInShoe, NotationError, format_cards, read_cards
from pitboss.cards.typed import split_cards
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.events import (
    TIP,
    CardDealt,
    CardHidden,
    CardsReshuffled,
    CardsTurned,
    Place,
    Shown,
    WagerSettled,
)
from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.engine.rounds.pai_jack import house_way_low
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.view import mask_event
from pitboss.sitting.lines import UNKNOWN, parse_bets, parse_decision
from pitboss.text.actions import parse_cents
from pitboss.text.history import describe_pay, event_words, pretty_cards, title
from pitboss.text.numbers import money

SEATS_MAX: Final = 99
_DEALER: Final = "d"
FACE_DOWN: Final = "??"
"""What stands for a card that nobody may see yet."""
_SEATS: Final = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?:?")
_PLACE: Final = re.compile(r"(d|b|r|\d{1,2}):\s*(.*)")
_PLACES: Final = {Place.DEALER: _DEALER, Place.BONUS: "b", Place.REPLACEMENT: "r"}
"""Where a card goes -> how a line names it; cards of players go by the seat."""
UNDO: Final = frozenset({"u", "undo"})
_DEAL: Final = frozenset({"deal", "."})
Cite = Callable[[Setup, WagerSettled], str]
"""Returns the clause behind a settled wager."""


class WagerResult(NamedTuple):
    """What became of one wager."""

    hand: int
    wager: str
    title: str
    stake: int
    outcome: str
    pays: str
    net: int
    clause: str
    words: str
    """The whole line, as the terminal prints it."""


class SeatResult(NamedTuple):
    """What a seat won or lost, wager by wager, and what the dealer says."""

    seat: int
    net: int
    words: str
    wagers: tuple[WagerResult, ...]
    say: str


class _Named(NamedTuple):
    """A card that a line named."""

    card: Card
    line: int
    """The number of the line, from 0."""
    place: int
    """The place of the card in that line, from 0."""


class _Moment(NamedTuple):
    """Everything that a line changes: undo goes back to the one before."""

    bets: Mapping[int, Mapping[str, int]] = {}
    displays: Mapping[str, int] = {}
    """Wager -> what its meter shows before the bets, in units."""
    round: Round | None = None
    waiting: Mapping[str, tuple[_Named, ...]] = {}
    """Place -> its cards that are not due yet."""
    dealt: tuple[_Named, ...] = ()
    """The cards of the round in the order in which they were dealt."""
    not_dealt: tuple[Card, ...] = ()
    """Cards that were named, and not dealt because the round was over."""


class SettleHand:
    """One round of a physical table, as far as its lines tell."""

    def __init__(self, setup: Setup, meters: Mapping[str, Meter] | None = None) -> None:
        """Wait for the bets; *meters*: what the jackpots hold, if something else keeps them."""
        self.setup = setup
        self.lines: list[str] = []
        """The lines that were taken, without those that undo took back."""
        self._meters = meters
        self._past: list[_Moment] = []
        self._now = _Moment()

    @property
    def round(self) -> Round | None:
        """The round; None as long as the bets are not in."""
        return self._now.round

    @property
    def bets(self) -> Mapping[int, Mapping[str, int]]:
        """Seat -> wager -> cents; a tip for the dealer is "tip:main"."""
        return self._now.bets

    @property
    def waiting(self) -> Mapping[str, tuple[Card, ...]]:
        """Place -> the cards that were named for it and are not due yet."""
        return {place: _cards(held) for place, held in self._now.waiting.items()}

    @property
    def not_dealt(self) -> tuple[Card, ...]:
        """Cards of the last line that the round had no use for."""
        return self._now.not_dealt

    @property
    def is_over(self) -> bool:
        """Whether every wager is settled."""
        return self._now.round is not None and self._now.round.due is None

    def lines_seen(self, is_hidden: Sequence[bool]) -> list[str]:
        """Return the lines, and "??" for each card that is not due yet or lies face down.

        *is_hidden*: of each card of the round, as it was dealt, whether it lies face down.
        """
        dealt = zip(self._now.dealt, is_hidden, strict=True)
        hidden = [named for named, is_down in dealt if is_down]
        lines = [*self.lines]
        for named in (*hidden, *_all_named(self._now.waiting)):
            head, colon, tail = lines[named.line].rpartition(":")
            words = [*map(_word, split_cards(tail))]
            words[named.place] = FACE_DOWN
            lines[named.line] = f"{head}{colon} {' '.join(words)}".strip()
        return lines

    def take(self, line: str) -> None:
        """Take a line, or raise `RefusedError` and change nothing."""
        line = line.strip()
        if line in UNDO:
            self.undo()
            return
        try:
            after = _deal_waiting(self._after(line))
        except (NotationError, CardNotInShoe) as error:
            raise RefusedError(error.code, str(error)) from None
        self._past.append(self._now)
        self.lines.append(line)
        self._now = after

    def undo(self) -> None:
        """Take the last line back."""
        if not self._past:
            raise RefusedError(UNKNOWN, "there is nothing to take back")
        self._now = self._past.pop()
        self.lines.pop()

    def told(self) -> Iterator[str]:
        """Yield everything that has happened in the round, in words."""
        if self._now.round is None:
            return
        round_ = self._now.round
        befores = (round_.opening, *round_.states)
        for before, after, event in zip(befores, round_.states, round_.events, strict=False):
            yield event_words(before, after, event)

    def told_to(self, seat: int) -> Iterator[str]:
        """Yield what has happened as *seat* may know it; a seat that is not there only watches."""
        if self._now.round is None:
            return
        round_ = self._now.round
        befores = (round_.opening, *round_.states)
        for before, after, event in zip(befores, round_.states, round_.events, strict=False):
            for shown in mask_event(before, event, after, seat):
                yield _shown_words(before, after, shown)

    def results(self, cite: Cite) -> list[SeatResult]:
        """Return the result of each seat of a round that is over."""
        assert self._now.round is not None
        state = self._now.round.state
        nets = state.net()
        return [_seat_result(state, seat, nets[seat], cite) for seat in sorted(nets)]

    # -- one line --------------------------------------------------------------------------------

    def _after(self, line: str) -> _Moment:
        now = self._now
        if now.round is None:
            return self._open() if line in _DEAL else self._bet(line)
        round_ = now.round.again()
        if named := _PLACE.fullmatch(line):
            return self._with_cards(round_, named[1], read_cards(named[2]))
        if isinstance(round_.due, Question):
            _decide(round_, round_.due, line)
            return now._replace(round=round_)
        if round_.due is None:
            raise RefusedError(UNKNOWN, 'the round is settled; "undo", or "quit" to end')
        return self._with_cards(round_, "", read_cards(line))

    def _with_cards(self, round_: Round, place: str, cards: Sequence[Card]) -> _Moment:
        """Put cards down for a place; "" is wherever the next cards are due."""
        waiting = self._now.waiting
        line = len(self.lines)
        named = [_Named(card, line, number) for number, card in enumerate(cards)]
        self.setup.shoe.check_dealt([*_on_table(round_), *_cards(_all_named(waiting)), *cards])
        held = {**waiting, place: (*waiting.get(place, ()), *named)}
        return self._now._replace(round=round_, waiting=held)

    # -- bets ------------------------------------------------------------------------------------

    def _bet(self, line: str) -> _Moment:
        words = line.split()
        if words and words[0] == "meter":
            return self._read_meter(words[1:])
        seats = _SEATS.fullmatch(words[0]) if words else None
        if seats is None or len(words) < 2:
            message = 'write a seat and its bets, as "1 25 match-up 5", or "deal"'
            raise RefusedError(UNKNOWN, message)
        first, last = int(seats[1]), int(seats[2] or seats[1])
        if not 1 <= first <= last:
            raise RefusedError(UNKNOWN, 'seats go up from 1, as "1-7"')
        numbers = range(first, last + 1)
        bets = {seat: dict(own) for seat, own in self._now.bets.items()}
        if words[1:] == ["none"]:
            return self._now._replace(bets={s: b for s, b in bets.items() if s not in numbers})
        bets |= parse_bets(words[1:], self.setup, numbers)
        refused = refuse_bets(self.setup, _placed(bets))
        if refused is not None:
            raise RefusedError(refused.code, refused.message)
        return self._now._replace(bets=bets)

    def _read_meter(self, words: Sequence[str]) -> _Moment:
        if self._meters is not None:
            raise RefusedError(UNKNOWN, "the meters of this table are kept by the floor")
        meters = open_meters(self.setup, {}, {})
        if len(words) != 2 or words[0] not in meters:
            known = ", ".join(meters) or "none"
            raise RefusedError(UNKNOWN, f"meter WAGER DOLLARS; the meters here: {known}")
        try:
            units = parse_cents(words[1]) * UNITS_PER_CENT
        except ValueError as error:
            raise RefusedError("action/amount", str(error)) from None
        return self._now._replace(displays={**self._now.displays, words[0]: units})

    def _open(self) -> _Moment:
        meters = self._meters
        if meters is None:
            meters = open_meters(self.setup, self._now.displays, {})
        return self._now._replace(round=Round.start(self.setup, _placed(self._now.bets), meters))


def settle_lines(
    setup: Setup, lines: Iterable[str], meters: Mapping[str, Meter] | None = None
) -> SettleHand:
    """Return the round that lines tell; the refusal of a line names it.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack"))
    >>> hand = settle_lines(setup, ["1 25", "deal", "1: Kh 9s", "d: 7c Jd", "stand"])
    >>> hand.is_over, hand.round.state.net()
    (True, {1: 2500})
    """
    hand = SettleHand(setup, meters)
    for number, line in enumerate(lines, start=1):
        try:
            hand.take(line)
        except RefusedError as error:
            refused = error.refusal
            raise RefusedError(refused.code, f"line {number}: {refused.message}") from None
    return hand


def _shown_words(before: State, after: State, shown: Shown) -> str:
    match shown:
        case CardHidden(place=Place.DEALER):
            return "dealer  takes a card face down"
        case CardHidden():
            return f"seat {shown.seat}  gets a card face down"
        case CardsTurned():
            return f"seat {shown.seat}  turns up {pretty_cards(shown.cards)}"
        case _:
            return event_words(before, after, shown)


def _word(text: str) -> str:
    return text if text == FACE_DOWN else format_cards(read_cards(text))


def _all_named(waiting: Mapping[str, Sequence[_Named]]) -> list[_Named]:
    return [named for held in waiting.values() for named in held]


def _cards(held: Iterable[_Named]) -> tuple[Card, ...]:
    return tuple(named.card for named in held)


def _on_table(round_: Round) -> list[Card]:
    """Return the cards that have left the shoe since it was last shuffled."""
    out: list[Card] = []
    for event in round_.events:
        if isinstance(event, CardsReshuffled):
            out = [*event.kept]
        elif isinstance(event, CardDealt):
            out.append(event.card)
    return out


def _deal_waiting(moment: _Moment) -> _Moment:
    """Deal every card that has been named and is due."""
    if moment.round is None:
        return moment
    round_ = moment.round.again()
    waiting = {**moment.waiting}
    dealt = [*moment.dealt]
    while round_.due is not None and not isinstance(round_.due, Question):
        if isinstance(round_.due, ReshuffleNeeded):
            round_.reshuffle()
            continue
        assert isinstance(round_.due, CardNeeded), "the meters of a physical table are at hand"
        place = place_name(round_.due)
        held = place if waiting.get(place) else ""
        if not waiting.get(held):
            break
        named, *rest = waiting[held]
        waiting[held] = tuple(rest)
        round_.deal(named.card)
        dealt.append(named)
    left = {place: cards for place, cards in waiting.items() if cards}
    if round_.due is None:
        unused = _cards(_all_named(left))
        return moment._replace(round=round_, waiting={}, dealt=tuple(dealt), not_dealt=unused)
    return moment._replace(round=round_, waiting=left, dealt=tuple(dealt), not_dealt=())


def _decide(round_: Round, question: Question, line: str) -> None:
    kind, amount, tip, low = parse_decision(line.split(), question)
    if low == ():
        cards = round_.state.seat(question.seat).hand(question.hand).cards
        low = house_way_low(round_.state.setup, cards)
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


def place_name(due: CardNeeded) -> str:
    """Return how a line names the place where a card is due: "3", "d", "b" or "r"."""
    return _PLACES.get(due.place) or str(due.seat)


def place_words(due: CardNeeded) -> str:
    """Return where a card is due, in words."""
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


# -- results -------------------------------------------------------------------------------------


def result_lines(results: Iterable[SeatResult]) -> Iterator[str]:
    """Yield each seat's result to the cent, its wagers with their clauses, and what to say."""
    for result in results:
        yield f"seat {result.seat}  {result.words}"
        yield from (f"  {wager.words}" for wager in result.wagers)
        yield f'  Say: "{result.say}"'


def not_dealt_words(cards: Iterable[Card]) -> str:
    """Return what is said of cards that a round had no use for."""
    return f"not dealt, because the round is over: {pretty_cards(cards)}"


def _seat_result(state: State, seat: int, net: int, cite: Cite) -> SeatResult:
    lines = [line for line in state.settled if line.seat == seat]
    is_split = len(state.seat(seat).hands) > 1
    wagers = tuple(_wager_result(state, line, cite, is_split=is_split) for line in lines)
    return SeatResult(
        seat=seat, net=net, words=net_words(net), wagers=wagers, say=_sentence(state, lines, net)
    )


def _wager_result(state: State, line: WagerSettled, cite: Cite, *, is_split: bool) -> WagerResult:
    clause = cite(state.setup, line)
    name = title(state, line.wager)
    pays = describe_pay(line)
    hand = f"hand {line.hand}, " if is_split else ""
    words = f"{hand}{name} {money(line.stake)}: {line.outcome}{pays}, {net_words(line.net)}"
    return WagerResult(
        hand=line.hand,
        wager=line.wager,
        title=name,
        stake=line.stake,
        outcome=line.outcome,
        pays=pays.strip(),
        net=line.net,
        clause=clause,
        words=words + (f"  ({clause})" if clause else ""),
    )


def net_words(cents: int) -> str:
    """Write a result as the trade says it.

    >>> net_words(3750), net_words(-500), net_words(0)
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
