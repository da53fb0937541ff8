"""Requests of one person that need the agreement of another.

A request holds its command, so people agree to exactly what was requested, and an answer counts for
its request alone. Nobody can agree to their own request, whatever their roles. Every answer is an
event, and so is the lack of an answer in time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import to_builtins

from pitboss.engine.actions import Refusal, RefusedError
from pitboss.engine.values import Value, replace
from pitboss.office.core import (
    HOUSE,
    Done,
    Event,
    Handler,
    Outcome,
    Second,
    check,
    copy_fields,
    event_kind,
    without,
)
from pitboss.office.fields import WHY_MAX, Why
from pitboss.office.roles import Permission, may
from pitboss.office.state import Office, Request
from pitboss.strain import strained

VALID_FOR: Final = 24 * 60 * 60 * 1_000_000
"""Microseconds in which a second person has to agree."""
OPEN_MAX: Final = 50
"""Requests of one person that wait for an answer."""


class _OfRequest(Value, frozen=True):
    """A command or an event about a request."""

    number: int


class Approve(_OfRequest, frozen=True):
    """Agree to another person's request: it is carried out at once."""


class Decline(_OfRequest, frozen=True):
    """Decline another person's request."""

    why: Why


class Withdraw(_OfRequest, frozen=True):
    """Withdraw the caller's own request."""

    why: str = ""


class Expire(_OfRequest, frozen=True):
    """Close a request that nobody answered in time."""


class Report(_OfRequest, frozen=True):
    """Record how a table or a jackpot carried out an approved request."""

    problem: str = ""
    """The code of the refusal, if the table or jackpot refused."""


class Requested(_OfRequest, Event, frozen=True):
    """A person requested a command that another person has to agree to."""

    command: str
    terms: Mapping[str, Any]
    second: Permission
    until: int


class Approved(_OfRequest, Event, frozen=True):
    """Another person agreed; if the office carries the request out, its event follows."""


class Declined(_OfRequest, Event, frozen=True):
    """Another person refused."""

    why: str


class Withdrawn(_OfRequest, Event, frozen=True):
    """The requester withdrew the request."""

    why: str


class Expired(_OfRequest, Event, frozen=True):
    """Nobody answered in time."""


class CarriedOut(_OfRequest, Event, frozen=True):
    """A table or a jackpot carried out an approved request, or refused it."""

    problem: str


def request(office: Office, command: object, second: Second, by: str, now: int) -> Outcome:
    """Request the agreement of a second person to a command."""
    waiting = sum(other.by == by and not other.approver for other in office.requests.values())
    most = strained("cap.requests", OPEN_MAX)
    if waiting >= most:
        message = f"{most} requests of yours wait for an answer; withdraw one first"
        return Refusal("request/too-many", message)
    return Done(
        Requested(
            number=office.request_count + 1,
            command=event_kind(type(command)),
            terms=to_builtins(command, str_keys=True),
            second=second.permission,
            until=now + VALID_FOR,
        )
    )


def find(office: Office, number: int, now: int) -> Request:
    """Return a request that can still be answered."""
    request = office.requests.get(number)
    if request is None and not 0 < number <= office.request_count:
        raise RefusedError("request/unknown", f"there is no request {number}")
    if request is None or request.approver:
        raise RefusedError("request/closed", f"request {number} was answered")
    if now >= request.until:
        message = f"nobody answered request {number} in time; ask again"
        raise RefusedError("request/expired", message)
    return request


def to_answer(office: Office, number: int, by: str, now: int) -> Request:
    """Return a request that an account may approve or decline."""
    request = find(office, number, now)
    if by == request.by:
        message = "nobody agrees to their own request: another person has to"
        raise RefusedError("request/own", message)
    if not may(office.roles(by), request.second):
        raise RefusedError("permission/missing", f"this needs somebody with {request.second}")
    return request


def _decline(office: Office, command: Decline, by: str, now: int) -> Outcome:
    to_answer(office, command.number, by, now)
    return _reason_problem(command.why) or Done(copy_fields(command, Declined))


def _withdraw(office: Office, command: Withdraw, by: str, now: int) -> Outcome:
    if by != find(office, command.number, now).by:
        return Refusal("request/not-own", "only the requester withdraws a request; decline it")
    check(_reason_problem(command.why) if command.why else None)
    return Done(copy_fields(command, Withdrawn))


def _reason_problem(why: str) -> Refusal | None:
    if why.strip() and len(why) <= WHY_MAX:
        return None
    return Refusal("reason/invalid", f"give a reason of 1 to {WHY_MAX} characters")


def _check_house(by: str) -> None:
    if by != HOUSE:
        raise RefusedError("permission/missing", "only the house itself does this")


def _expire(office: Office, command: Expire, by: str, now: int) -> Outcome:
    _check_house(by)
    request = office.requests.get(command.number)
    if request is None or request.approver or now < request.until:
        return Refusal("request/closed", f"request {command.number} has not expired")
    return Done(copy_fields(command, Expired))


def _report(office: Office, command: Report, by: str, _now: int) -> Outcome:
    _check_house(by)
    request = office.requests.get(command.number)
    if request is None or not request.approver:
        message = f"request {command.number} does not wait to be carried out"
        return Refusal("request/closed", message)
    return Done(copy_fields(command, CarriedOut))


def _apply_requested(office: Office, event: Requested, by: str, at: int) -> Office:
    requests = {**office.requests, event.number: copy_fields(event, Request, by=by, at=at)}
    return replace(office, requests=requests, request_count=event.number)


def _apply_approved(office: Office, event: Approved, by: str, _at: int) -> Office:
    """Keep the request until an entry says that it was carried out."""
    approved = replace(office.requests[event.number], approver=by)
    return replace(office, requests={**office.requests, event.number: approved})


def close(office: Office, number: int) -> Office:
    """Return the office without a finished request."""
    return replace(office, requests=without(office.requests, number))


def _apply_end(
    office: Office, event: Declined | Withdrawn | Expired | CarriedOut, _by: str, _at: int
) -> Office:
    return close(office, event.number)


COMMANDS: Final = {
    Decline: Handler(_decline, None),
    Withdraw: Handler(_withdraw, None),
    Expire: Handler(_expire, None),
    Report: Handler(_report, None),
}
"""Every command but `Approve`, which carries out a command of any part."""
EVENTS: Final = {
    Requested: _apply_requested,
    Approved: _apply_approved,
    Declined: _apply_end,
    Withdrawn: _apply_end,
    Expired: _apply_end,
    CarriedOut: _apply_end,
}
