"""A question of a counting drill, the answer to it, and the verdict, for every front end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Card
from pitboss.counts.tags import is_number
from pitboss.engine.actions import ActionKind, RefusedError
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.phrases import choice
from pitboss.text.actions import KEYS
from pitboss.text.numbers import signed_count

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
            return CountVerdict(is_right=True, words=f"Right{why}")
        return CountVerdict(is_right=False, words=f"Wrong{why}")
    off = abs(answer - question.right)
    if off <= question.near:
        return CountVerdict(
            is_right=True, words=f"Right{why or f': {signed_count(question.right)}'}"
        )
    verdict = f"Wrong: {signed_count(question.right)}, not {signed_count(answer)}"
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
