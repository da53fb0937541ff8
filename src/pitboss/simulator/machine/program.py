"""A round as data: what happens, in which order, clause by clause.

A *program* is a tuple of operations over named *registers*. A register holds a card, a code or a
number, of the dealer or of every seat. Operations say nothing about loops, arrays or threads: an
*emitter* writes those for a machine.

| operation              | what it does                                                          |
| ---------------------- | --------------------------------------------------------------------- |
| `deal(to, ...)`        | deals cards to every seat, one seat after another, or to the dealer   |
| `look(into, f, ...)`   | looks something up by other registers                                 |
| `ask(into, f, ...)`    | the same, for a decision of the player: the strategy answers          |
| `pay(into, f, ...)`    | the same, for the way in which wagers end                             |
| `wager(into, f, ...)`  | decides the side wagers of every seat                                 |
| `split(hand, ...)`     | makes several hands of one                                            |
| `walk(hand, f)`        | draws cards to a hand until it has ended; then it holds its result    |
| `wait(f, ...)`         | lets the dealer draw if one of these hands waits for that             |
| `limit(into, ...)`     | adds up what is due to all seats, against what the house pays a round |
| `reshuffle(f, ...)`    | shuffles the deck again; the cards that are named stay                |
| `end(f, ...)`          | reports an end of the round of a seat, to be counted                  |

A function *f* is a *look*: it is written once for each machine, under the same name, because
machines lay their tables out differently (`looks.py` and `lane_looks.py` of a kind). No look knows
what comes before it or after it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from linecache import getline
from pathlib import Path
from types import ModuleType
from typing import Any

LookFunction = Callable[..., Any]


class To(Enum):
    """Who gets cards."""

    SEATS = "seats"
    DEALER = "dealer"


SEATS = To.SEATS
DEALER = To.DEALER


class ProgramError(ValueError):
    """A program that no machine can play; the message names its line."""


@dataclass(frozen=True, slots=True)
class Line:
    """Where an operation is written."""

    path: str
    number: int

    @property
    def place(self) -> str:
        """File and number, as a person looks for them."""
        return f"{Path(self.path).parent.name}/{Path(self.path).name}:{self.number}"

    @property
    def text(self) -> str:
        """What is written there, with the clause that it cites."""
        return getline(self.path, self.number).strip()

    def refuse(self, message: str) -> ProgramError:
        """Return an error about this line."""
        return ProgramError(f"{self.place}: {message}: {self.text}")


@dataclass(frozen=True, kw_only=True)
class Operation:
    """What all operations have."""

    line: Line
    when: str | None = None
    """A register without which nothing happens; whatever it would have defined is 0 then."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The registers it reads."""
        return ()

    @property
    def writes(self) -> tuple[str, ...]:
        """The registers it defines."""
        return ()

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """The functions it calls."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Deal(Operation):
    """Cards to every seat, or to the dealer."""

    to: To
    cards: tuple[str, ...]
    otherwise: int = 0
    """The card where none is dealt."""
    is_hidden: bool = False
    """Whether it lies face down: who counts has not seen it."""
    several: LookFunction | None = None
    """Deals as many cards as the house has chosen, for a whole table."""

    @property
    def writes(self) -> tuple[str, ...]:
        """The cards."""
        return self.cards

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """What deals them, if the house chooses how many."""
        return () if self.several is None else (self.several,)


@dataclass(frozen=True, kw_only=True)
class Look(Operation):
    """A look-up, a decision of the player, or the way in which wagers end."""

    into: str
    function: LookFunction
    by: tuple[str, ...]
    by_count: bool = False
    """Whether the answer depends on the cards that were seen, as a counter's does."""

    @property
    def reads(self) -> tuple[str, ...]:
        """What it is looked up by."""
        return self.by

    @property
    def writes(self) -> tuple[str, ...]:
        """The answer."""
        return (self.into,)

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """The question."""
        return (self.function,)


@dataclass(frozen=True, kw_only=True)
class Wager(Look):
    """The rows by which side wagers are paid.

    A whole table stores a row for each wager. Lanes have one number for all of them in *into*, or
    none where other registers tell it.
    """

    of_round: bool = False
    """Whether a whole table looks at all cards of the round: its buffers have them."""
    of_lanes: bool = False
    """Whether lanes alone decide them here, where a whole table waits for the end of the round."""


@dataclass(frozen=True, kw_only=True)
class Split(Operation):
    """Several hands in place of one."""

    hand: str
    hands: tuple[str, ...]
    is_split: LookFunction
    start: LookFunction
    by: tuple[tuple[str, ...], ...]
    """For each hand: what its first code is looked up by."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hand, and all that the others begin with."""
        return (self.hand, *dict.fromkeys(name for names in self.by for name in names))

    @property
    def writes(self) -> tuple[str, ...]:
        """The hands; if nothing is split, the first is the one there was."""
        return self.hands

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """Whether it is split, and how a hand begins."""
        return self.is_split, self.start


@dataclass(frozen=True, kw_only=True)
class Walk(Operation):
    """Cards to a hand, one after another, until it has ended."""

    hand: str
    function: LookFunction
    by: tuple[str, ...]
    leaves: LookFunction | None = None
    """Whether a hand needs more than lanes can do: then a whole table plays the round."""
    shows: str = ""
    """What its cards are beside its result: lanes look at them, a whole table stores it."""
    holds: tuple[str, ...] = ()
    """The first cards of a hand that shows something."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hand, and what a whole table needs to play it with all its splits."""
        return (self.hand, *self.by)

    @property
    def writes(self) -> tuple[str, ...]:
        """The hand, which is a result now."""
        return (self.hand, self.shows) if self.shows else (self.hand,)

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """How it goes on."""
        return (self.function,)


@dataclass(frozen=True, kw_only=True)
class Wait(Operation):
    """Hands that may wait for the dealer; without one, what lets him draw though none waits."""

    function: LookFunction
    by: tuple[str, ...]

    @property
    def reads(self) -> tuple[str, ...]:
        """Each is looked up by itself."""
        return self.by

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """Whether it waits."""
        return (self.function,)


@dataclass(frozen=True, kw_only=True)
class Limit(Operation):
    """What is due to all seats together. One seat alone has it in its ends: lanes skip this."""

    into: str
    due: LookFunction
    by: str
    rows: LookFunction

    @property
    def reads(self) -> tuple[str, ...]:
        """What decides how much is due to a seat."""
        return (self.by,)

    @property
    def writes(self) -> tuple[str, ...]:
        """The row by which all seats are paid."""
        return (self.into,)

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """What is due, and what is paid if so much is."""
        return self.due, self.rows


@dataclass(frozen=True, kw_only=True)
class Reshuffle(Operation):
    """The deck is shuffled again."""

    function: LookFunction | None
    keep: tuple[str, ...]
    """Dealer's cards that stay before all others."""

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """How it is done."""
        return () if self.function is None else (self.function,)


@dataclass(frozen=True, kw_only=True)
class End(Operation):
    """An end of the round of a seat."""

    function: LookFunction
    by: tuple[str, ...]
    of_splits: LookFunction | None = None
    """Reports the ends of lanes that split, of which each has as many as it has hands."""
    is_counted: LookFunction | None = None
    """Whether lanes count it at all, which is the same for all rounds of a table."""

    @property
    def reads(self) -> tuple[str, ...]:
        """What decides it."""
        return self.by

    @property
    def looks(self) -> tuple[LookFunction, ...]:
        """Its number, or where it is stored."""
        return (self.function,)


def _here() -> Line:
    """Return the line of the program that called an operation."""
    frame = sys._getframe(2)  # noqa: SLF001 - as `warnings` and `logging` find their callers
    return Line(frame.f_code.co_filename, frame.f_lineno)


def deal(
    to: To,
    *cards: str,
    when: str | None = None,
    otherwise: int = 0,
    is_hidden: bool = False,
    several: LookFunction | None = None,
) -> Deal:
    """Deal these cards to every seat, all of them to one seat before the next, or to the dealer."""
    return Deal(
        line=_here(),
        to=to,
        cards=cards,
        when=when,
        otherwise=otherwise,
        is_hidden=is_hidden,
        several=several,
    )


def look(into: str, function: LookFunction, *by: str, when: str | None = None) -> Look:
    """Look something up."""
    return Look(line=_here(), into=into, function=function, by=by, when=when)


def ask(
    into: str, function: LookFunction, *by: str, when: str | None = None, by_count: bool = False
) -> Look:
    """Let the player decide: the strategy that was laid out answers, or the count of the cards."""
    return Look(line=_here(), into=into, function=function, by=by, when=when, by_count=by_count)


def pay(into: str, function: LookFunction, *by: str, when: str | None = None) -> Look:
    """Look up in which way wagers end."""
    return Look(line=_here(), into=into, function=function, by=by, when=when)


def wager(
    into: str,
    function: LookFunction,
    *by: str,
    of_round: bool = False,
    of_lanes: bool = False,
) -> Wager:
    """Decide the side wagers; *into* is "" where lanes need no number of their own for it."""
    return Wager(
        line=_here(),
        into=into,
        function=function,
        by=by,
        of_round=of_round,
        of_lanes=of_lanes,
    )


def split(
    hand: str,
    is_split: LookFunction,
    start: LookFunction,
    **hands: tuple[str, ...],
) -> Split:
    """Split a hand, if it is one to split; *hands* says what each begins with."""
    return Split(
        line=_here(),
        hand=hand,
        hands=tuple(hands),
        is_split=is_split,
        start=start,
        by=tuple(hands.values()),
    )


def walk(
    hand: str,
    function: LookFunction,
    *by: str,
    leaves: LookFunction | None = None,
    shows: str = "",
    holds: tuple[str, ...] = (),
) -> Walk:
    """Draw cards to a hand until it has ended."""
    return Walk(
        line=_here(),
        hand=hand,
        function=function,
        by=by,
        leaves=leaves,
        shows=shows,
        holds=holds,
    )


def wait(function: LookFunction, *by: str) -> Wait:
    """Let the dealer draw if one of these waits for that; without one, if the function says so."""
    return Wait(line=_here(), function=function, by=by)


def limit(
    into: str, due: LookFunction, by: str, rows: LookFunction, *, when: str | None = None
) -> Limit:
    """Look up how seats are paid if so much is due to all of them."""
    return Limit(line=_here(), into=into, due=due, by=by, rows=rows, when=when)


def reshuffle(
    function: LookFunction | None = None, *keep: str, when: str | None = None
) -> Reshuffle:
    """Shuffle again, and *keep* cards in front; without a function, before the next round."""
    return Reshuffle(line=_here(), function=function, keep=keep, when=when)


def end(
    function: LookFunction,
    *by: str,
    when: str | None = None,
    of_splits: LookFunction | None = None,
    is_counted: LookFunction | None = None,
) -> End:
    """Report an end of the round of a seat."""
    return End(
        line=_here(),
        function=function,
        by=by,
        when=when,
        of_splits=of_splits,
        is_counted=is_counted,
    )


@dataclass(frozen=True, kw_only=True)
class Program:
    """The round of one kind."""

    title: str
    cite: str
    """The section of the document."""
    tables: type[tuple[Any, ...]] | None = None
    """What the looks of a whole table take; None: lanes alone play by this program."""
    lanes: type[tuple[Any, ...]] | None = None
    """What the looks of lanes take; None: nothing plays it in lanes."""
    lane_looks: ModuleType | None = None
    """Where they are."""
    has_decks: bool = False
    """Whether every round has a fresh deck of its own."""
    operations: tuple[Operation, ...]

    def __post_init__(self) -> None:
        """Check that every register is defined before it is read, and by one operation."""
        known: set[str] = set()
        for operation in self.operations:
            wanted = (*operation.reads, *([operation.when] if operation.when else []))
            for name in wanted:
                if name not in known:
                    raise operation.line.refuse(f"{name!r} is read before it is defined")
            for function in operation.looks:
                if function.__name__ in known:
                    raise operation.line.refuse(f"{function.__name__!r} is a register too")
            is_walk = isinstance(operation, Walk)
            again = () if is_walk else known.intersection(operation.writes) - {""}
            if again:
                raise operation.line.refuse(f"{min(again)!r} is defined twice")
            known.update(operation.writes)
        if not any(isinstance(operation, End) for operation in self.operations):
            raise ProgramError(f"{self.title}: nothing is reported, so nothing is counted")

    @property
    def path(self) -> Path:
        """The file of the program; its name is that of the emitted files too."""
        return Path(self.operations[0].line.path)

    @cached_property
    def of_seats(self) -> frozenset[str]:
        """The registers that every seat has one of; the others are the dealer's."""
        names: set[str] = set()
        for operation in self.operations:
            match operation:
                case Deal():
                    is_each = operation.to is SEATS
                case Limit() | Reshuffle():
                    is_each = False
                case _:
                    is_each = bool(names.intersection(operation.reads))
            if is_each:
                names.update(operation.writes)
        return frozenset(names)

    def deal_order(self, seats: int) -> Iterator[tuple[int, str]]:
        """Yield who gets the first cards, in their order: the number of a seat, 0 for the dealer.

        The engine's plan of the same kind has the same order.
        """
        for operation in self.operations:
            if not isinstance(operation, Deal) or operation.when or operation.several:
                return
            people: Sequence[int] = range(1, seats + 1) if operation.to is SEATS else (0,)
            for person in people:
                for card in operation.cards:
                    yield person, card
