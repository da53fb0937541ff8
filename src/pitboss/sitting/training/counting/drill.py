"""Counting drills: what is asked, the answers, and a session of questions with its score.

Beside the count itself two things are practised that a counter does between counts, judging the
tray and betting by the count, and the index plays of a game: a hand, an up card and a count; which
of two plays is right?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Annotated, Final, Literal, NamedTuple, Protocol

from msgspec import json
from pydantic import Field, ValidationError

from pitboss.advantage.indices.plays import index_plays
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.cards import Card, Shoe, card_rank, card_suit
from pitboss.cards.shuffle import BitSource, SeededBits, below
from pitboss.counts.index_play import INSURANCE, hand_row
from pitboss.counts.ramp import Ramp, parse_ramp
from pitboss.counts.system import CountSystem
from pitboss.counts.true_count import TrueCount
from pitboss.engine.actions import ActionKind
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import value
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.counting.settings import is_counted, nothing_to_count
from pitboss.sitting.training.counting.question import (
    DECK,
    Conversion,
    Countdown,
    CountQuestion,
    CountVerdict,
    halves,
    judge,
    read_answer,
)
from pitboss.sitting.training.score import CountScore, CountSession, ScorePart
from pitboss.sitting.training.themes import BETS, COUNT_THEMES, COUNTDOWN, DECKS, TRUE_COUNT
from pitboss.sitting.training.weights import draw_place, owed_after, owed_weight
from pitboss.text.numbers import signed_count
from pitboss.text.say import say, say_many, say_name

PLAYS = 24
"""Index plays that are practised: those that gain most."""
_FAR = 4
"""Counts at either side of an index that are asked."""
_ACE = 1
_SOFT = 11
_VALUES = range(2, 11)
_NEVER = 30
"""Indices beyond this are those of plays that are always or never made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlays:
    """Asks the index plays of a list; a missed one comes more often."""

    system: CountSystem
    shoe: Shoe
    plays: tuple[RatedPlay, ...]
    """The most gainful first."""
    owed: Mapping[str, int] = field(default_factory=dict)
    """The name of a missed play -> right answers that it is owed."""

    def question(self, bits: BitSource) -> CountQuestion:
        """Ask one of the plays at a count near its index."""
        weights = [1.0 + owed_weight(self.owed.get(play_name(play), 0)) for play in self.plays]
        place = draw_place(weights, bits)
        rated = self.plays[place]
        at = rated.index + below(bits, 2 * _FAR) - _FAR
        made = rated.play.applies(at)
        is_running = self.system.convention is TrueCount.RUNNING
        said = "{system}, running count {count}" if is_running else "{system}, true count {count}"
        labels = [_play_words(kind) for kind in (rated.action, rated.otherwise)]
        return CountQuestion(
            words=say(
                "{hand}: {choices}?", hand=_hand_words(rated), choices=say(" or ").join(labels)
            ),
            facts=(say(said, system=self.system.name, count=signed_count(at)),),
            hand=draw_hand(rated.hand, self.shoe, bits),
            up=_draw_card(self.shoe, {"T": 10, "A": _ACE}.get(rated.up) or int(rated.up), bits),
            choices=(rated.action, rated.otherwise),
            right=rated.action if made else rated.otherwise,
            why=say(
                "{rule} (number {place} of the list)", rule=_rule_words(rated), place=place + 1
            ),
            key=play_name(rated),
        )


def listed_plays(setup: Setup, system: CountSystem) -> tuple[RatedPlay, ...]:
    """Return the index plays to practise; raise `RulesError` if a game has none."""
    plays = index_plays(setup, system)
    listed = tuple(play for play in plays if abs(play.index) < _NEVER)[:PLAYS]
    if not listed:
        message = f"{setup.configured.game.id} has no index plays by {system.name}"
        raise RulesError([Problem(code="count/no-index-plays", key="--theme", message=message)])
    return listed


def play_name(rated: RatedPlay) -> str:
    """Return the name of a play in a score: "16 v T: stand"."""
    return f"{rated.hand} v {rated.up}: {rated.action}"


def _hand_words(rated: RatedPlay) -> str:
    up = say("an ace") if rated.up == "A" else "10" if rated.up == "T" else rated.up
    if rated.hand == INSURANCE:
        return say("Insurance against {card}", card=up)
    part, row = hand_row(rated.hand) or ("hard", 0)
    if part == "pairs":
        kind = say("aces") if row == 1 else say("tens") if row == 10 else say("{row}s", row=row)
        return say("A pair of {kind} against {card}", kind=kind, card=up)
    if part == "soft":
        return say("Soft {total} against {card}", total=row, card=up)
    return say("Hard {total} against {card}", total=row, card=up)


def _play_words(kind: ActionKind) -> str:
    return say_name(str(kind)).replace("-", " ")


def _rule_words(rated: RatedPlay) -> str:
    """Return the rule: "stand at +4 or more, hit below"."""
    first, other = (_play_words(kind) for kind in (rated.action, rated.otherwise))
    at = signed_count(rated.index)
    if rated.below:
        return say("{first} below {at}, {other} from {at} on", first=first, other=other, at=at)
    return say("{first} at {at} or more, {other} below", first=first, other=other, at=at)


def draw_hand(hand: str, shoe: Shoe, bits: BitSource) -> tuple[Card, ...]:
    """Return cards of a row of the chart, of different suits where there are several.

    >>> from pitboss.cards import SPANISH
    >>> from pitboss.cards.shuffle import SeededBits
    >>> from pitboss.patterns.totals import value
    >>> shoe, bits = Shoe(SPANISH, 6), SeededBits("a")
    >>> [sorted(map(value, draw_hand(name, shoe, bits))) for name in ("A,7", "8,8", "20")]
    [[1, 7], [8, 8], [3, 7, 10]]
    """
    part, row = hand_row(hand) or ("hard", 12 + below(bits, 8))
    values: Sequence[int]
    if part == "pairs":
        values = (row, row)
    elif part == "soft":
        values = (_ACE, row - _SOFT)
    else:
        ways = _ways(row, 2) or _ways(row, 3)
        values = ways[below(bits, len(ways))]
    cards: list[Card] = []
    for number in values:
        taken = {card_suit(card) for card in cards}
        cards.append(_draw_card(shoe, number, bits, but=taken))
    return tuple(cards)


def _ways(total: int, cards: int) -> list[tuple[int, ...]]:
    """Return the ways to a hard total with so many cards of different values."""
    every = combinations_with_replacement(_VALUES, cards)
    return [way for way in every if sum(way) == total and len(set(way)) == cards]


def _draw_card(
    shoe: Shoe, number: int, bits: BitSource, but: frozenset[int] | set[int] = frozenset()
) -> Card:
    """Draw a card of a value, of another suit than those named."""
    fitting = [
        card
        for card in dict.fromkeys(shoe.deck.cards)
        if card_rank(card) < 13 and value(card) == number and card_suit(card) not in but
    ]
    return fitting[below(bits, len(fitting))]


SPREAD = "1-8"
"""The bets that are practised: 1 unit up to +1, and 8 from +5 on."""
_BAR = 26
"""Places of the drawn tray."""
_HALF = Fraction(1, 2)
_LOWEST = -2
_COUNTS = 10
"""The lowest count that is asked, and how many counts from there on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckEstimate:
    """Shows a discard tray beside a full one, and asks how many decks are left in the shoe."""

    shoe: Shoe

    def question(self, bits: BitSource) -> CountQuestion:
        """Fill the tray an eighth to seven eighths."""
        size = self.shoe.size
        gone = size // 8 + below(bits, size - 2 * (size // 8) + 1)
        left = Fraction(size - gone, DECK)
        right = Fraction(round(left / _HALF)) * _HALF
        filled = round(_BAR * gone / size)
        bar = "\N{FULL BLOCK}" * filled + "\N{LIGHT SHADE}" * (_BAR - filled)
        return CountQuestion(
            words=say("How many decks are left, to half a deck?"),
            facts=(
                say("A shoe of {decks} decks", decks=halves(Fraction(size, DECK))),
                say("In the tray {bar}", bar=bar),
            ),
            right=right,
            near=_HALF,
            is_signed=False,
            tray=(gone, size),
            why=say(
                "{cards} cards are left: {decks} decks", cards=size - gone, decks=halves(right)
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BetByCount:
    """Names a count and a spread of bets, and asks for the bet."""

    system: CountSystem
    ramp: Ramp = field(default_factory=lambda: parse_ramp(SPREAD))

    def question(self, bits: BitSource) -> CountQuestion:
        """Ask a bet at some count from the lowest to the top of the spread."""
        count = _LOWEST + below(bits, _COUNTS)
        is_running = self.system.convention is TrueCount.RUNNING
        said = "{system}, running count {count}" if is_running else "{system}, true count {count}"
        units = self.ramp.units(count)
        return CountQuestion(
            words=say("How many units do you bet?"),
            facts=(say(said, system=self.system.name, count=signed_count(count)), _told(self.ramp)),
            right=Fraction(units),
            is_signed=False,
            why=say("the spread has {units} at {count}", units=units, count=signed_count(count)),
        )


def _told(ramp: Ramp) -> str:
    """Write a ramp as a player learns it: "1 unit up to +1, 2 at +2, 4 at +3, 8 from +5"."""
    (_, least), *rest = ramp.steps
    upto = signed_count(rest[0][0] - 1)
    first = say_many(least, "{count} unit up to {at}", "{count} units up to {at}", at=upto)
    middle = [say("{units} at {at}", units=units, at=signed_count(at)) for at, units in rest[:-1]]
    at, most = rest[-1]
    last = say("{units} from {at} on", units=most, at=signed_count(at))
    return ", ".join([first, *middle, last])


SESSIONS_MAX: Final = 200
"""Sessions that a page keeps of one drill."""


class Asker(Protocol):
    """Makes the questions of a drill."""

    def question(self, bits: BitSource) -> CountQuestion:
        """Return the next question."""
        ...


class CountProgress(ScorePart):
    """What a page keeps of one drill between two questions."""

    version: Literal[1] = 1
    score: CountScore
    open: bool = False
    """The last session of the score goes on."""
    streak: Annotated[int, Field(ge=0)] = 0


class CountStep(NamedTuple):
    """The verdict on the last answer, and the next question."""

    drill: CountDrill
    verdict: CountVerdict | None
    question: CountQuestion
    progress: CountProgress


def read_count_progress(data: object, *, game: str, theme: str, system: str) -> CountProgress:
    """Read a progress that a page has kept, or begin one; raise `RulesError` if it is spoiled."""
    if data is None:
        return CountProgress(score=CountScore(game=game, theme=theme, system=system))
    try:
        progress = CountProgress.model_validate_json(json.encode(data))
    except ValidationError as error:
        raise _wrong("progress/malformed", error.errors()[0]["msg"]) from None
    score = progress.score
    if len(score.sessions) > SESSIONS_MAX or len(score.owed) > SESSIONS_MAX:
        raise _wrong("progress/malformed", "it is longer than any that was handed out")
    if progress.open and not score.sessions:
        raise _wrong("progress/malformed", "it goes on with a session that it has not")
    if (score.game, score.theme, score.system) != (game, theme, system):
        raise _wrong("progress/other-table", "this is the progress of another drill; start anew")
    return progress


def _wrong(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="progress", message=message)])


def count_step(
    setup: Setup,
    system: CountSystem,
    progress: CountProgress,
    *,
    seed: str,
    fresh: bool = False,
    answer: tuple[str, float] | None = None,
    group: int = 1,
) -> CountStep:
    """Judge an answer and its seconds, and ask the next question; nothing is kept here.

    Every question has a shoe of its own, so the same seed and progress ask the same one.
    """
    score = progress.score
    asker = open_asker(score.theme, setup, system, score, group=group)
    drill = CountDrill(asker, score, seed, setup=setup, system=system)
    if progress.open and not fresh:
        drill.resume(progress.streak)
    verdict = drill.answer(drill.next_question(), *answer) if answer is not None else None
    if score.theme == COUNTDOWN:  # its shoe goes on, and nothing here does
        drill.asker = open_asker(score.theme, setup, system, score, group=group)
    following = drill.next_question()
    score.sessions = score.sessions[-SESSIONS_MAX:]
    progress.open = drill.session.asked > 0
    progress.streak = drill.streak
    return CountStep(drill, verdict, following, progress)


class CountDrill:
    """Asks, judges and keeps the score; the same seed and score give the same questions."""

    def __init__(
        self, asker: Asker, score: CountScore, seed: str, *, setup: Setup, system: CountSystem
    ) -> None:
        """Begin a session of *score*, which the first answer adds to it."""
        self.asker = asker
        self.score = score
        self.seed = seed
        self.setup = setup
        self.system = system
        self.session = CountSession()
        self.streak = 0
        """Right answers since the last wrong one."""
        self.wrong: list[CountVerdict] = []
        self._number = len(score.sessions) + 1

    def resume(self, streak: int) -> None:
        """Go on with the last session of the score, which an earlier drill began."""
        self.session = self.score.sessions[-1]
        self.streak = streak
        self._number = len(self.score.sessions)

    @property
    def title(self) -> str:
        """What is practised."""
        return COUNT_THEMES[self.score.theme]

    def next_question(self) -> CountQuestion:
        """Return the next question."""
        place = f"{self.score.theme}/{self._number}/{self.session.asked}"
        return self.asker.question(SeededBits(f"{self.seed}/{place}"))

    def answer(self, question: CountQuestion, text: str, seconds: float) -> CountVerdict:
        """Judge an answer that took some time; raise `RefusedError` if it cannot be read."""
        verdict = judge(question, read_answer(question, text))
        session = self.session
        if not session.asked:
            self.score.sessions.append(session)
        session.asked += 1
        session.cards += question.cards
        session.seconds += max(0.0, seconds)
        session.off += float(verdict.off)
        self.streak = self.streak + 1 if verdict.is_right else 0
        session.best_streak = max(session.best_streak, self.streak)
        if not verdict.is_right:
            session.wrong += 1
            self.wrong.append(verdict)
        self._note(question.key, wrong=not verdict.is_right)
        return verdict

    def _note(self, key: str, *, wrong: bool) -> None:
        """Make a missed question come more often, until enough right answers."""
        if key and (wrong or key in self.score.owed):
            owed = owed_after(self.score.owed.get(key, 0), wrong=wrong)
            self.score.owed[key] = owed
            if not owed:
                del self.score.owed[key]


def open_asker(
    theme: str,
    setup: Setup,
    system: CountSystem,
    score: CountScore,
    *,
    group: int = 1,
    stop: int = 26,
    step: int = 26,
) -> Asker:
    """Return the asker of a drill; raise `RulesError` if there is nothing to ask."""
    if not is_counted(setup):
        raise RulesError([nothing_to_count(setup)])
    if theme == COUNTDOWN:
        return Countdown(system=system, shoe=setup.shoe, group=group, stop=stop)
    if theme == TRUE_COUNT:
        return Conversion(system=system, shoe=setup.shoe, step=step)
    if theme == DECKS:
        return DeckEstimate(shoe=setup.shoe)
    if theme == BETS:
        return BetByCount(system=system)
    plays = listed_plays(setup, system)
    return IndexPlays(system=system, shoe=setup.shoe, plays=plays, owed=score.owed)
