"""A question of a counting drill, the answer to it, and the verdict, for every front end."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Card, Shoe
from pitboss.cards.shuffle import BitSource, below, shuffle_cards
from pitboss.cards.unseen import Unseen
from pitboss.counts.system import CountSystem
from pitboss.counts.tags import is_number
from pitboss.counts.true_count import TrueCount, estimate_unseen, true_count
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.text.actions import KEYS
from pitboss.text.numbers import signed_count
from pitboss.text.say import say

_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountQuestion:
    """What is shown, what is asked, and the right answer."""

    words: str
    """What is asked: "The running count?"."""
    facts: tuple[str, ...] = ()
    """What the answer follows from, besides the cards."""
    groups: tuple[tuple[Card, ...], ...] = ()
    """Cards that come one group after another, and go again, before the question is asked."""
    hand: tuple[Card, ...] = ()
    up: Card | None = None
    choices: tuple[ActionKind, ...] = ()
    """What can be answered; empty: a number."""
    right: Fraction | ActionKind
    near: Fraction = Fraction(0)
    """A number that is off by no more is right."""
    is_signed: bool = True
    """Whether the number is a count, which is written with its sign."""
    tray: tuple[int, int] | None = None
    """A discard tray to look at: the cards in it, and those of the whole shoe."""
    why: str = ""
    """How to get the right answer."""
    key: str = ""
    """The name of what is practised, where a missed one comes again more often."""

    @property
    def cards(self) -> int:
        """How many cards come."""
        return sum(map(len, self.groups))


@dataclass(frozen=True, slots=True, kw_only=True)
class CountVerdict:
    """Whether an answer was right."""

    is_right: bool
    off: Fraction = Fraction(0)
    """How far a number was off."""
    words: str


def judge(question: CountQuestion, answer: Fraction | ActionKind) -> CountVerdict:
    """Compare an answer with the right one.

    >>> judge(CountQuestion(words="", right=Fraction(3)), Fraction(1)).words
    'Wrong: +3, not +1'
    """
    why = f": {question.why}" if question.why else ""
    if isinstance(question.right, ActionKind) or isinstance(answer, ActionKind):
        if answer == question.right:
            return CountVerdict(is_right=True, words=f"{say('Right')}{why}")
        return CountVerdict(is_right=False, words=f"{say('Wrong')}{why}")
    written, given = (
        signed_count(number) if question.is_signed else halves(number)
        for number in (question.right, answer)
    )
    off = abs(answer - question.right)
    if off <= question.near:
        return CountVerdict(is_right=True, words=f"{say('Right')}{why or f': {written}'}")
    verdict = say("Wrong: {right}, not {given}", right=written, given=given)
    after = f" ({question.why})" if question.why else ""
    return CountVerdict(is_right=False, off=off, words=f"{verdict}{after}")


def read_answer(question: CountQuestion, text: str) -> Fraction | ActionKind:
    """Read an answer as it is typed; raise `RefusedError` if it cannot be read.

    >>> read_answer(CountQuestion(words="", right=Fraction(3)), "-1.5")
    Fraction(-3, 2)
    """
    word = text.strip().lower().replace("\N{MINUS SIGN}", "-")
    if not question.choices:
        if not is_number(word):
            message = f"{shorten(text.strip())!r} is no count: write a number as 4, -3 or 1.5"
            raise RefusedError("count/answer", message)
        return Fraction(word)
    for kind in question.choices:
        if word == KEYS[kind] or (word and str(kind).startswith(word)):
            return kind
    allowed = choice([str(kind) for kind in question.choices])
    message = f"{shorten(text.strip())!r} is no answer: it is {allowed}"
    raise RefusedError("count/answer", message)


def halves(decks: Fraction) -> str:
    """Write a number of half decks.

    >>> halves(Fraction(5, 2)), halves(Fraction(1, 2)), halves(Fraction(3))
    ('2½', '½', '3')
    """
    whole, rest = divmod(decks, 1)
    if rest != _HALF:
        return str(whole) if not rest else f"{float(decks):.2f}"
    return f"{whole or ''}½"


DECK = 52
"""Cards of a deck in the tray."""
_TRIES = 3
"""Shoes of which the one with the largest count is asked: counts near 0 are no exercise."""
_EXACT_NEAR = Fraction(1, 20)
"""An exact true count is asked to a tenth."""
_HOW = {
    TrueCount.FLOOR: "down to a whole number",
    TrueCount.TRUNCATE: "cut off towards 0",
    TrueCount.ROUND: "to the nearest whole number",
    TrueCount.EXACT: "to a tenth",
}


@dataclass(slots=True, kw_only=True)
class Countdown:
    """Deals a shoe in groups of cards, from stop to stop; then a new one."""

    system: CountSystem
    shoe: Shoe
    group: int = 1
    """Cards that come at once."""
    stop: int = 26
    """Cards from stop to stop, give or take a quarter, so nobody knows when it comes."""
    order: tuple[Card, ...] = ()
    unseen: Unseen = field(init=False)

    def __post_init__(self) -> None:
        """Begin with a full shoe."""
        self.unseen = Unseen.from_shoe(self.shoe)

    @property
    def running(self) -> Fraction:
        """The running count now, as it is printed."""
        return Fraction(self.system.running(self.unseen, self.shoe), self.system.unit)

    @property
    def _running_text(self) -> str:
        return signed_count(self.running)

    def question(self, bits: BitSource) -> CountQuestion:
        """Deal up to the next stop; a shoe with too few cards for it is shuffled."""
        fact = say("The shoe goes on: the count was {count}.", count=self._running_text)
        if self.unseen.size <= max(1, self.stop // 2) or not self.order:
            self.order = shuffle_cards(self.shoe.cards(), bits)
            self.unseen = Unseen.from_shoe(self.shoe)
            size = self.shoe.size
            start = self._running_text
            said = "A new shoe of {cards} cards: the count starts at {count}."
            fact = say(said, cards=size, count=start)
        before = self._running_text
        cards = self._deal(bits)
        groups = tuple(cards[at : at + self.group] for at in range(0, len(cards), self.group))
        return CountQuestion(
            words=say("The running count?"),
            facts=(fact,),
            groups=groups,
            right=self.running,
            why=say(
                "from {first} to {last} in {cards} cards",
                first=before,
                last=self._running_text,
                cards=len(cards),
            ),
        )

    def _deal(self, bits: BitSource) -> tuple[Card, ...]:
        """Return the cards up to the next stop; one at least is never seen."""
        quarter = self.stop // 4
        wanted = self.stop - quarter + below(bits, 2 * quarter + 1)
        count = max(1, min(wanted, self.unseen.size - 1))
        cards = self.order[:count]
        self.order = self.order[count:]
        self.unseen = self.unseen.without(*cards)
        return cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """Asks true counts in the middle of shoes."""

    system: CountSystem
    shoe: Shoe
    step: int = 26
    """The unseen cards are shown in steps of so many."""

    def __post_init__(self) -> None:
        """Refuse a count that divides nothing."""
        if self.system.convention is TrueCount.RUNNING:
            message = f"{self.system.name} divides nothing: there is no true count to practise"
            raise RulesError([Problem(code="count/no-true-count", key="--system", message=message)])

    def question(self, bits: BitSource) -> CountQuestion:
        """Deal some shoes part of the way, and ask the true count of one of them."""
        shoes = [self._partly_dealt(bits) for _ in range(_TRIES)]
        unseen = max(shoes, key=lambda cards: abs(self.system.running(cards, self.shoe)))
        system = self.system
        left = estimate_unseen(unseen.size, self.step)
        running = system.running(unseen, self.shoe)
        exact = Fraction(running * system.per, system.unit * left)
        right = true_count(
            running, left, system.convention, per=system.per, unit=system.unit, step=1
        )
        how = say(_HOW[system.convention])
        written = signed_count(Fraction(running, system.unit))
        quotient = f"{written} x {system.per} / {left} = {signed_count(exact)}"
        return CountQuestion(
            words=say("The true count, {how}?", how=how),
            facts=(say("Running count {count}", count=written), self._tray(left)),
            right=right,
            near=_EXACT_NEAR if system.convention is TrueCount.EXACT else Fraction(0),
            why=f"{quotient}, {how} {signed_count(right)}",
        )

    def _partly_dealt(self, bits: BitSource) -> Unseen:
        """Return a shoe of which an eighth to seven eighths are dealt."""
        size = self.shoe.size
        dealt = size // 8 + below(bits, size - 2 * (size // 8) + 1)
        return Unseen.from_shoe(self.shoe).without(*shuffle_cards(self.shoe.cards(), bits)[:dealt])

    def _tray(self, left: int) -> str:
        """Return the content of the tray; for a shoe of uneven steps, the cards left."""
        size = self.shoe.size
        if self.step == 1:
            return say("In the tray {count} of {all} cards", count=size - left, all=size)
        if size % self.step:
            decks = halves(Fraction(left, DECK))
            return say("In the shoe about {decks} decks of {cards} cards", decks=decks, cards=DECK)
        tray, whole = (halves(Fraction(cards, DECK)) for cards in (size - left, size))
        return say("In the tray about {count} of {all} decks", count=tray, all=whole)
