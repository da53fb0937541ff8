"""Voids in the office: who may request one, who orders it, and who must agree.

A dealer requests a void. A supervisor calls off an open round, or rules one seat out of it. Two
people, neither of whom played in it, take back a settled round. The table carries the void out in
its own journal.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, replace
from pitboss.office.core import (
    Done,
    Errand,
    Event,
    Handler,
    Outcome,
    Second,
    check,
    copy_fields,
    without,
)
from pitboss.office.exclusions import text_problem
from pitboss.office.fields import RoundNumber, Words
from pitboss.office.roles import Permission
from pitboss.office.state import Office, VoidAsk
from pitboss.strain import strained

ASKS_MAX: Final = 100
"""Voids that may be asked for and wait."""
_PLAYED: Final = Refusal("void/own", "nobody decides on a round he played in")


class _OfRound(Value, frozen=True):
    """A command or an event about a void of a round."""

    table: str
    round: RoundNumber
    reason: Words


class AskVoid(_OfRound, frozen=True):
    """Ask a supervisor to void a round."""


class DismissVoid(_OfRound, frozen=True):
    """Refuse a requested void: the round stands."""


class CallOffRound(_OfRound, frozen=True):
    """Void the open round: every wager goes back."""

    players: tuple[str, ...]
    """The accounts that play in it, which the process that read the round adds."""


class _OfIrregularity(_OfRound, frozen=True):
    """A command or an event about an irregularity of an open round."""

    irregularity: Annotated[
        str,
        Meta(min_length=1, max_length=64, description="A kind of the game, such as `dead-hand`."),
    ]
    seat: Annotated[int, Meta(ge=0, le=100, description="0: it concerns no seat by itself.")]
    hand: Annotated[int, Meta(ge=1, le=100, description="The hand it happened to.")]


class RuleOnRound(_OfIrregularity, frozen=True):
    """Rule on an irregularity of the open round: one seat is out, and the others play on."""

    players: tuple[str, ...]


class TakeBackRound(Value, frozen=True):
    """Ask to void a settled round, for one seat or all; another person agrees."""

    table: str
    round: RoundNumber
    seat: Annotated[int, Meta(ge=0, le=100, description="0: every seat.")]
    reason: Words
    players: tuple[str, ...]


class VoidAsked(_OfRound, Event, frozen=True):
    """A void of a round was requested."""


class VoidDismissed(_OfRound, Event, frozen=True):
    """A requested void was refused."""


class CallOffOrdered(_OfRound, Event, frozen=True):
    """An open round is to be called off; the table's journal has the outcome."""


class RulingOrdered(_OfIrregularity, Event, frozen=True):
    """An irregularity of an open round was ruled on; the table's journal has the outcome."""


def _ask(office: Office, command: AskVoid, _by: str, _now: int) -> Outcome:
    most = strained("cap.voids", ASKS_MAX)
    if len(office.void_asks) >= most:
        return Refusal("void/many", f"{most} voids wait; answer those first")
    if (command.table, command.round) in office.void_asks:
        return Refusal("void/asked", "somebody has asked for that already")
    return text_problem(command.reason) or Done(copy_fields(command, VoidAsked))


def _dismiss(office: Office, command: DismissVoid, _by: str, _now: int) -> Outcome:
    if (command.table, command.round) not in office.void_asks:
        return Refusal("void/not-asked", "nobody has asked for that")
    return text_problem(command.reason) or Done(copy_fields(command, VoidDismissed))


def _call_off(_office: Office, command: CallOffRound, by: str, _now: int) -> Outcome:
    if by in command.players:
        return _PLAYED
    return text_problem(command.reason) or Done(copy_fields(command, CallOffOrdered))


def _rule_on(_office: Office, command: RuleOnRound, by: str, _now: int) -> Outcome:
    if by in command.players:
        return _PLAYED
    return text_problem(command.reason) or Done(copy_fields(command, RulingOrdered))


def _take_back(_office: Office, command: TakeBackRound, by: str, _now: int) -> Outcome:
    if by in command.players:
        return _PLAYED
    return text_problem(command.reason) or Done(Errand())


def _check_second(_office: Office, command: TakeBackRound, _by: str, second: str) -> None:
    check(_PLAYED if second in command.players else None)


def _apply_void_asked(office: Office, event: VoidAsked, by: str, at: int) -> Office:
    ask = copy_fields(event, VoidAsk, by=by, at=at)
    return replace(office, void_asks={**office.void_asks, (event.table, event.round): ask})


def _apply_answer(office: Office, event: _OfRound, _by: str, _at: int) -> Office:
    return replace(office, void_asks=without(office.void_asks, (event.table, event.round)))


COMMANDS: Final = {
    AskVoid: Handler(_ask, Permission.ASK_VOID, table=lambda _, command: command.table),
    DismissVoid: Handler(_dismiss, Permission.VOID_OPEN),
    CallOffRound: Handler(_call_off, Permission.VOID_OPEN),
    RuleOnRound: Handler(_rule_on, Permission.VOID_OPEN),
    TakeBackRound: Handler(
        _take_back, Permission.VOID_SETTLED, Second(Permission.VOID_SETTLED, checks=_check_second)
    ),
}
EVENTS: Final = {
    VoidAsked: _apply_void_asked,
    VoidDismissed: _apply_answer,
    CallOffOrdered: _apply_answer,
    RulingOrdered: lambda office, _event, _by, _at: office,
}
