"""Routes of requests that need a second person."""

from __future__ import annotations

from contextlib import suppress

from pitboss.office.approvals import Approve, Decline, Requested, Withdraw
from pitboss.office.core import Done, event_kind
from pitboss.office.roles import Permission
from pitboss.office.state import Office, Request
from pitboss.server.office.commands import ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import BASE, Call, Routes
from pitboss.server.requests.words import moment_text
from pitboss.server.staff import wire
from pitboss.store import StoreError

_DIGITS_MAX = 15
_OWN = "each request names who may answer it, and shows itself to nobody else"
_CODES = ("request/unknown", "request/closed", "request/expired")
_ANSWER = (*_CODES, "permission/missing", "request/own", "factor/missing", "step-up/needed")

REQUEST_ROUTES = Routes("staff", own=_OWN, moves=True)
"""Requests of two people."""


def describe_outcome(done: Done) -> wire.Carried:
    """Return what became of a command, and whether it waits for a second person."""
    event = done.event
    number = event.number if isinstance(event, Requested) else None
    return wire.Carried(event_kind(type(event)), number)


@REQUEST_ROUTES.get("/staff/requests", codes=("factor/missing", "step-up/needed"), moves=False)
async def list_requests(call: Call) -> wire.Requests:
    """List the caller's own requests, and those that the caller may agree to."""
    office, now = await call.services.desk.refresh(), call.services.settings.clock()
    reads_all = office.may(call.account, Permission.READ_STAFF)
    waiting = [
        request
        for request in office.requests.values()
        if not request.approver and now < request.until
    ]
    if any(request.by != call.account for request in waiting) and office.roles(call.account):
        assert call.session is not None
        await call.services.factors.check(call.session, fresh=False)
    return wire.Requests(
        [
            _show_request(request, office, call.account)
            for request in waiting
            if reads_all or request.by == call.account or office.may(call.account, request.second)
        ]
    )


def _show_request(request: Request, office: Office, account: str) -> wire.RequestSeen:
    own = request.by == account
    return wire.RequestSeen(
        number=request.number,
        command=request.command,
        terms=dict(request.terms),
        by=request.by,
        at=moment_text(request.at),
        until=moment_text(request.until),
        second=request.second,
        own=own,
        may_agree=not own and office.may(account, request.second),
    )


@REQUEST_ROUTES.post("/staff/requests/{number}/approve", codes=(*_ANSWER, "request/lapsed"))
async def approve(call: Call) -> wire.Carried:
    """Agree to another person's request: it is carried out at once.

    Where that cannot be done here and now, because another process runs the table, it is agreed to
    all the same: the agreement is the order, and whoever can carries it out.
    """
    number, refusal = _number(call), None
    done = await ask_office(call, Approve(number))
    with suppress(StoreError):
        refusal = await call.services.errands.carry_out(number)
    if refusal is not None:
        raise ApiError(refusal.code, refusal.message)
    return describe_outcome(done)


@REQUEST_ROUTES.post(
    "/staff/requests/{number}/decline", body=wire.Because, codes=(*_ANSWER, "reason/invalid")
)
async def decline(call: Call) -> wire.Carried:
    """Decline another person's request."""
    return describe_outcome(await ask_office(call, Decline(_number(call), call.body.why)))


@REQUEST_ROUTES.post(
    "/staff/requests/{number}/withdraw",
    body=wire.Because,
    codes=(*_CODES, "request/not-own", "reason/invalid"),
)
async def withdraw(call: Call) -> wire.Carried:
    """Withdraw the caller's own request."""
    return describe_outcome(await ask_office(call, Withdraw(_number(call), call.body.why)))


def _number(call: Call) -> int:
    text = call.path["number"]
    if not text.isascii() or not text.isdecimal() or len(text) > _DIGITS_MAX:
        raise ApiError("request/unknown", "there is no such request")
    return int(text)


_REQUEST = f"{BASE}/staff/requests/{{number}}"
