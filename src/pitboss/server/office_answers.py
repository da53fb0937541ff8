"""Gives the office a command that came as a request."""

from __future__ import annotations

from pitboss.engine.actions import Refusal
from pitboss.office.core import Done
from pitboss.server.errors import ApiError
from pitboss.server.routes import Call


async def ask_office(call: Call, command: object) -> Done:
    """Have the office carry out a command of whoever is logged in, or refuse the request."""
    outcome = await call.services.desk.ask(command, call.account, call.key)
    if isinstance(outcome, Refusal):
        raise ApiError(outcome.code, outcome.message)
    return outcome
