"""The dealer's school: the program plays seven seats, and the learner deals.

Every question comes out of a round that the engine plays: what comes next, what a wager is paid,
who is settled first, and whether a pay that somebody else has laid out is right. So it knows the
rules of every game, and each answer comes with its clause.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pitboss.cards import Card
from pitboss.engine.actions import Question, RefusedError
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.drive import Round
from pitboss.engine.events import MeterFed, WagerSettled
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.rulebook.model import RoundKind
from pitboss.sitting.amounts import main_wagers
from pitboss.sitting.basic_play import basic_play, bot_bets
from pitboss.sitting.questions import question_words
from pitboss.sitting.settle_hand import Cite, place_name, place_words
from pitboss.sitting.views import FeltView
from pitboss.text.actions import parse_cents
from pitboss.text.history import describe_pay, event_words, title
from pitboss.text.numbers import money

SEATS: Final = 7
SHUFFLE: Final = "s"
RIGHT = "right"
PUSH = "push"
_MAINS: Final = (500, 1_000, 1_500, 2_500, 3_500, 4_500, 6_000, 7_500, 11_500)
"""Cents of main wagers: $35 at 3 to 2 takes more thought than $10."""
_PAYS_ASKED: Final = 5
_WINS_ASKED: Final = 4
_MISTAKES: Final = (0.5, 2.0, 1.5)
"""By how much a planted pay is wrong."""


class Drill(StrEnum):
    """What is asked of a dealer."""

    NEXT = "next"
    """What comes next: a card to whom, or a question to whom."""
    PAY = "pay"
    """What a wager is paid, or that it is taken."""
    ORDER = "order"
    """Who is settled first."""
    CHECK = "check"
    """Whether a pay is right."""


@dataclass(frozen=True, slots=True)
class DealerQuestion:
    """One question, its answer, and why."""

    drill: Drill
    words: str
    answer: str
    """As a learner writes it: "3", "d", "52.50", "-10", "push", "right"."""
    because: str
    state: State
    """The felt when it is asked."""
    told: tuple[str, ...] = ()
    """What has happened since the last question, in words."""
    choices: tuple[str, ...] = ()
    """What can be answered besides an amount."""
    watcher: int | None = None
    """Whose cards lie open: the seat that is asked, 0: nobody's, None: all."""

    def is_right(self, text: str) -> bool:
        """Return whether an answer is right; raise `RefusedError` if it cannot be read."""
        given = text.strip().lower().removeprefix("seat ").strip()
        if self.drill in {Drill.NEXT, Drill.ORDER}:
            return given == self.answer
        if given in {RIGHT, PUSH}:
            return given == self.answer
        is_taken = given.startswith(("-", "take"))
        try:
            cents = parse_cents(given.removeprefix("take").lstrip("-").strip())
        except ValueError as error:
            raise RefusedError("action/amount", str(error)) from None
        return _signed(-cents if is_taken else cents) == self.answer


@dataclass(slots=True)
class DealerTally:
    """Answers of one kind."""

    asked: int = 0
    wrong: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class DealerScore:
    """How a learner does, drill by drill."""

    drills: dict[Drill, DealerTally] = field(default_factory=dict)

    def count(self, drill: Drill, seconds: float, *, is_right: bool) -> None:
        """Count an answer, and the time that it took."""
        tally = self.drills.setdefault(drill, DealerTally())
        tally.asked += 1
        tally.wrong += not is_right
        tally.seconds += seconds

    def words(self) -> Iterator[str]:
        """Yield a line for each drill: how many, how many right, how fast."""
        for drill, tally in self.drills.items():
            right = tally.asked - tally.wrong
            pace = tally.seconds / tally.asked
            yield f"{drill:6} {right} of {tally.asked} right, {pace:.1f} s each"


def dealer_questions(setup: Setup, seed: str, cite: Cite) -> Iterator[DealerQuestion]:
    """Yield questions without end: rounds are dealt, one after the other.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack"))
    >>> first = next(dealer_questions(setup, "a", lambda *_: ""))
    >>> first.drill, first.answer
    (<Drill.NEXT: 'next'>, '1')
    """
    number = 0
    while True:
        number += 1
        yield from round_questions(setup, seed, number, cite)


def round_questions(setup: Setup, seed: str, number: int, cite: Cite) -> Iterator[DealerQuestion]:
    """Yield the questions of one round of a seed: rounds are numbered from 1."""
    chance = random.Random(f"dealer/{seed}/{number}")  # noqa: S311 - a school, no game
    most = min(SEATS, setup.configured.game.seats_max or SEATS)
    bets = _bets(setup, most, chance)
    round_ = Round.start(setup, bets, open_meters(setup, {}, {}))
    shoe = [*setup.shoe.cards()]
    chance.shuffle(shoe)
    told = 0
    while round_.due is not None:
        if _is_asked(round_, chance):
            yield _next_question(round_, tuple(_told(round_, told)))
            told = len(round_.events)
        if isinstance(round_.due, CardNeeded):
            round_.deal(shoe.pop())
        elif isinstance(round_.due, ReshuffleNeeded):
            shoe = _without(setup, round_.due.keep, chance)
            round_.reshuffle()
        else:
            assert isinstance(round_.due, Question)
            round_.act(basic_play(round_.state, round_.due))
    lines = [event for event in round_.events if isinstance(event, WagerSettled)]
    words = tuple(_told(round_, told, is_settling=False))
    yield from _settling_questions(round_.state, lines, words, chance, cite)


def _bets(setup: Setup, most: int, chance: random.Random) -> tuple[Bets, ...]:
    """Return the bets of the bots, with main wagers that are not easy to pay, where they may be."""
    bets = []
    for own in bot_bets(setup, range(1, most + 1)):
        wagers = {**own.wagers, **main_wagers(setup, chance.choice(_MAINS))}
        for name, spot in setup.configured.spots.items():
            if name in own.wagers and spot.wager.equals:
                wagers[name] = wagers[spot.wager.equals]
        other = Bets(own.seat, wagers, own.player)
        bets.append(other if refuse_bets(setup, [other]) is None else own)
    return tuple(bets)


def _without(setup: Setup, kept: Sequence[Card], chance: random.Random) -> list[Card]:
    shoe = [*setup.shoe.cards()]
    for card in kept:
        shoe.remove(card)
    chance.shuffle(shoe)
    return shoe


def _told(round_: Round, since: int, *, is_settling: bool = True) -> Iterator[str]:
    befores = (round_.opening, *round_.states)
    steps = [*zip(befores, round_.states, round_.events, strict=False)][since:]
    for before, after, event in steps:
        if isinstance(event, MeterFed):
            continue
        if is_settling or not isinstance(event, WagerSettled):
            line = event_words(before, after, event)
            if line:
                yield line


def _is_asked(round_: Round, chance: random.Random) -> bool:
    """Ask at the first card, at about a fifth of the other cards, at half of all decisions."""
    if not any(round_.state.seats[0].hands[0].cards) and len(round_.state.dealer) == 0:
        return not round_.state.dealt
    if isinstance(round_.due, Question):
        return chance.random() < 0.5
    return isinstance(round_.due, CardNeeded) and chance.random() < 0.2


def _next_question(round_: Round, told: tuple[str, ...]) -> DealerQuestion:
    state = round_.state
    due = round_.due
    if isinstance(due, Question):
        felt = FeltView(view(state, due.seat), (due.seat,))
        asked = question_words(state.setup, felt, due)
        because = f"you ask: {asked} ({', '.join(c.kind.value for c in due.choices)})"
        watcher = due.seat
        place = str(due.seat)
    elif isinstance(due, CardNeeded):
        because = place_words(due).lower()
        watcher = 0
        place = place_name(due)
    else:
        because = "you shuffle the rest again"
        watcher = 0
        place = SHUFFLE
    others = _other_places(state.setup)
    return DealerQuestion(
        drill=Drill.NEXT,
        words=f"What comes next? A seat's number, or {', '.join(others.values())}.",
        answer=place,
        because=because,
        state=state,
        told=told,
        choices=(*(str(seat.number) for seat in state.seats), *others),
        watcher=watcher,
    )


def _other_places(setup: Setup) -> dict[str, str]:
    """Return what may come next besides a seat: the letter, and its words."""
    others = {"d": "d for the dealer"}
    if setup.bonus_cards:
        others["b"] = "b for a bonus card"
    if setup.replacement:
        others["r"] = "r for the card that stands for the joker"
    if setup.round is RoundKind.HOLDEM:
        others[SHUFFLE] = f"{SHUFFLE} to shuffle"
    return others


def _settling_questions(
    state: State,
    lines: Sequence[WagerSettled],
    told: tuple[str, ...],
    chance: random.Random,
    cite: Cite,
) -> Iterator[DealerQuestion]:
    own = [line for line in lines if line.is_players]
    last = [line for line in own if line.wager in state.setup.mains and line.net]
    paid_late = [line for line in last if line.outcome not in {"bust", "surrendered", "blackjack"}]
    seats = [*dict.fromkeys(line.seat for line in paid_late)]
    if len(seats) > 1:
        side = state.setup.settled_from
        yield DealerQuestion(
            drill=Drill.ORDER,
            words=f"Of seats {', '.join(map(str, sorted(seats)))}, who is settled first?",
            answer=str(seats[0]),
            because=f"hands are settled from the {side}",
            state=state,
            told=told,
            choices=tuple(map(str, sorted(seats))),
        )
        told = ()
    for line in _to_pay(own, chance):
        yield _pay_question(state, line, told, chance, cite)
        told = ()


def _to_pay(own: Sequence[WagerSettled], chance: random.Random) -> list[WagerSettled]:
    """Choose the wagers that are asked for: most win, since losing ones are quickly taken."""
    wins = [line for line in own if line.net > 0]
    others = [line for line in own if line.net <= 0]
    chosen = chance.sample(wins, min(_WINS_ASKED, len(wins)))
    chosen += chance.sample(others, min(_PAYS_ASKED - len(chosen), len(others)))
    chance.shuffle(chosen)
    return chosen


def _pay_question(
    state: State, line: WagerSettled, told: tuple[str, ...], chance: random.Random, cite: Cite
) -> DealerQuestion:
    clause = cite(state.setup, line)
    hand = f", hand {line.hand}" if len(state.seat(line.seat).hands) > 1 else ""
    bet = f"{title(state, line.wager)} {money(line.stake)}{_lammer(line)}"
    is_named = line.net > 0 and chance.random() < 0.5  # else the cards on the felt say it
    what = f"Seat {line.seat}{hand}, {bet}" + (f": {line.outcome}" if is_named else "")
    because = f"{line.outcome}{describe_pay(line)}{_taken(line)}{f' ({clause})' if clause else ''}"
    # What the dealer puts down; negative: takes. A win "for 1" has the wager in it, which is taken.
    out = line.net + line.stake if _takes_the_wager(line) else line.net
    answer = _signed(out)
    drill = Drill.PAY
    right = answer
    choices = (PUSH,)
    words = f"{what}. What do you pay? (52.50, push, or -10 to take)"
    if out > 0 and chance.random() < 0.4:
        is_wrong = chance.random() < 0.5
        laid = round(out * chance.choice(_MISTAKES)) if is_wrong else out
        words = f"{what}. {money(laid)} is laid out: 'right', or what it should be?"
        drill = Drill.CHECK
        right = answer if is_wrong else RIGHT
        choices = (RIGHT,)
    return DealerQuestion(
        drill=drill,
        words=words,
        answer=right,
        because=because,
        state=state,
        told=told,
        choices=choices,
    )


def _takes_the_wager(line: WagerSettled) -> bool:
    """Whether a win is paid "for 1" or as an award: the wager itself is taken."""
    return line.net > 0 and line.stake > 0 and bool(line.pays) and " to " not in line.pays


def _lammer(line: WagerSettled) -> str:
    """Return what rides free on a wager that wins even money."""
    free = line.net - line.stake if line.pays == "1 to 1" else 0
    return f" and lammers for {money(free)}" if free > 0 else ""


def _taken(line: WagerSettled) -> str:
    return f", and the {money(line.stake)} is taken" if _takes_the_wager(line) else ""


def _signed(cents: int) -> str:
    return f"{cents / 100:.2f}" if cents else PUSH
