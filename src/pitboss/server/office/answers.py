"""Gives the office a command that came as a request."""

from __future__ import annotations

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Approve, Decline
from pitboss.office.core import Done
from pitboss.office.decide import NOT_ALLOWED, needs_of, needs_second
from pitboss.office.roles import may
from pitboss.pit.facts import make_completer
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call


async def ask_office(call: Call, command: object) -> Done:
    """Have the office carry out a command of the caller, or refuse the request."""
    await _check_factor(call, command)
    outcome = await call.services.desk.ask(
        command, call.account, call.key, make_completer(call.services.store)
    )
    if isinstance(outcome, Refusal):
        raise ApiError(outcome.code, outcome.message)
    return outcome


async def _check_factor(call: Call, command: object) -> None:
    """Refuse what staff do without their second factor, and lately where two people decide."""
    office, needs = await call.services.desk.refresh(), needs_of(type(command))
    if needs is not None and not office.may(call.account, needs):
        raise ApiError(NOT_ALLOWED.code, NOT_ALLOWED.message)
    is_fresh = isinstance(command, Approve) or needs_second(office, command, call.account)
    is_staff = isinstance(command, Decline) or (needs is not None and not may((), needs))
    if is_fresh or is_staff:
        assert call.session is not None
        await call.services.factors.check(call.session, fresh=is_fresh)
