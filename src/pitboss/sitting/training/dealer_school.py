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
from pitboss.engine.drive import Round
from pitboss.engine.events import WagerSettled
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import Setup, open_meters
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.sitting.basic_play import basic_play, bot_bets
from pitboss.sitting.questions import question_words
from pitboss.sitting.settle_hand import Cite, place_words
from pitboss.sitting.views import FeltView
from pitboss.text.actions import parse_cents
from pitboss.text.history import describe_pay, event_words, title
from pitboss.text.numbers import money

SEATS: Final = 7
RIGHT = "right"
PUSH = "push"
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
    told: tuple[str, ...] = ()
    """What has happened since the last question, in words."""

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
        chance = random.Random(f"dealer/{seed}/{number}")  # noqa: S311 - a school, no game
        yield from _round_questions(setup, chance, cite)


def _round_questions(setup: Setup, chance: random.Random, cite: Cite) -> Iterator[DealerQuestion]:
    most = min(SEATS, setup.configured.game.seats_max or SEATS)
    bets = bot_bets(setup, range(1, most + 1))
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
    words = "What comes next? A seat's number, or d for the dealer, b for a bonus card."
    due = round_.due
    if isinstance(due, Question):
        felt = FeltView(view(round_.state, due.seat), (due.seat,))
        asked = question_words(round_.state.setup, felt, due)
        because = f"you ask: {asked} ({', '.join(c.kind.value for c in due.choices)})"
        return DealerQuestion(
            drill=Drill.NEXT, words=words, answer=str(due.seat), because=because, told=told
        )
    if isinstance(due, CardNeeded):
        place = str(due.seat) if due.seat else due.place.name[0].lower()
        return DealerQuestion(
            drill=Drill.NEXT, words=words, answer=place, because=place_words(due).lower(), told=told
        )
    return DealerQuestion(
        drill=Drill.NEXT, words=words, answer="r", because="the cards are shuffled again", told=told
    )


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
            told=told,
        )
        told = ()
    for line in chance.sample(own, min(4, len(own))):
        yield _pay_question(state, line, told, chance, cite)
        told = ()


def _pay_question(
    state: State, line: WagerSettled, told: tuple[str, ...], chance: random.Random, cite: Cite
) -> DealerQuestion:
    clause = cite(state.setup, line)
    what = f"Seat {line.seat}, {title(state, line.wager)} {money(line.stake)}: {line.outcome}"
    because = f"{line.outcome}{describe_pay(line)}{f' ({clause})' if clause else ''}"
    answer = _signed(line.net)
    if chance.random() < 0.6 or line.net <= 0:
        words = f"{what}. What do you pay? (52.50, push, or -10 to take)"
        return DealerQuestion(
            drill=Drill.PAY, words=words, answer=answer, because=because, told=told
        )
    is_wrong = chance.random() < 0.5
    laid = round(line.net * chance.choice(_MISTAKES)) if is_wrong else line.net
    words = f"{what}. {money(laid)} is laid out: 'right', or what it should be?"
    return DealerQuestion(
        drill=Drill.CHECK,
        words=words,
        answer=answer if is_wrong else RIGHT,
        because=because,
        told=told,
    )


def _signed(cents: int) -> str:
    return f"{cents / 100:.2f}" if cents else PUSH
