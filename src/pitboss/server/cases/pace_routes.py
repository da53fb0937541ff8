"""The routes by which the house paces tables and switches them off."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Command, DealNow, Pause
from pitboss.office.decide import needs_of
from pitboss.office.roles import Permission
from pitboss.office.switches import SwitchAll, SwitchTable
from pitboss.pit.orders import carry_out
from pitboss.server.cases.wire import Words
from pitboss.server.live.commands import find_table, key_in_books
from pitboss.server.office.commands import ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, Reply, Routes


class Paused(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a table's clocks stand still."""

    paused: bool


class Switched(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether bets are taken, and why."""

    on: Annotated[bool, Meta(description="False: no bets; rounds under way are finished.")]
    reason: Words


PACE_ROUTES = Routes("players", moves=True)
"""Pace and switches."""


@PACE_ROUTES.post(
    "/staff/tables/{table}/pause", body=Paused, needs=Permission.PACE, codes=("table/unknown",)
)
async def pause(call: Call) -> Reply:
    """Pause a table: stop its clocks and take no bets; or go on."""
    body: Paused = call.body
    return await _tell(call, Pause(call.account, body.paused))


@PACE_ROUTES.post(
    "/staff/tables/{table}/deal",
    needs=Permission.PACE,
    codes=("bet/none", "round/open", "table/paused", "table/unknown"),
)
async def deal(call: Call) -> Reply:
    """Close the bets of a table and deal, before their time is up."""
    return await _tell(call, DealNow(call.account))


async def _tell(call: Call, command: Command) -> Reply:
    table = find_table(call.services, call.path["table"], None)
    answer = await table.ask(command, key_in_books(call.account, call.key))
    if isinstance(answer, Refusal):
        raise ApiError(answer.code, answer.message)
    return Reply(None)


@PACE_ROUTES.post(
    "/staff/tables/{table}/switch",
    body=Switched,
    needs=needs_of(SwitchTable),
    codes=("table/switched", "table/unknown", "text/length"),
)
async def switch_table(call: Call) -> Reply:
    """Switch a table off: no bets, its round is finished; or on again."""
    body: Switched = call.body
    table = find_table(call.services, call.path["table"], None)
    return await _switch(call, SwitchTable(table.state.id, body.on, body.reason))


@PACE_ROUTES.post(
    "/staff/floor/switch",
    body=Switched,
    needs=needs_of(SwitchAll),
    codes=("table/switched", "text/length"),
)
async def switch_all(call: Call) -> Reply:
    """Switch every table off, or on again."""
    body: Switched = call.body
    return await _switch(call, SwitchAll(body.on, body.reason))


async def _switch(call: Call, command: object) -> Reply:
    await ask_office(call, command)
    await carry_out(call.services.desk.office, call.services.hall.tables.values())
    return Reply(None)
