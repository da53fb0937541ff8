"""The routes of voids."""

from __future__ import annotations

from pitboss.office.approvals import Requested
from pitboss.office.decide import needs_of
from pitboss.office.roles import Permission
from pitboss.office.voids import AskVoid, CallOffRound, DismissVoid, TakeBackRound
from pitboss.pit.orders import ALREADY, Voids, is_voided
from pitboss.pit.past import find_round, list_players
from pitboss.server.cases import wire
from pitboss.server.live.commands import find_table
from pitboss.server.office.commands import ask_office
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Call, Reply, Routes
from pitboss.server.requests.words import moment_text

_CODES = ("round/unknown", "table/unknown", "text/length", "void/own")

VOID_ROUTES = Routes("players", moves=True)
"""Voids."""


@VOID_ROUTES.get("/staff/voids", needs=Permission.ASK_VOID, moves=False)
async def void_asks(call: Call) -> wire.VoidAsks:
    """List the requested voids that wait for a supervisor."""
    office = call.services.desk.office
    return wire.VoidAsks(
        [
            wire.VoidAskSeen(
                request.table, request.round, request.reason, request.by, moment_text(request.at)
            )
            for request in office.void_asks.values()
            if office.may_at(call.account, Permission.ASK_VOID, request.table)
        ]
    )


@VOID_ROUTES.post(
    "/staff/tables/{table}/ask-void",
    body=wire.RoundAndReason,
    needs=needs_of(AskVoid),
    codes=("table/unknown", "text/length", "void/asked", "void/many"),
)
async def ask_void(call: Call) -> Reply:
    """Ask a supervisor to void a round."""
    body: wire.RoundAndReason = call.body
    table = find_table(call.services, call.path["table"], None)
    await ask_office(call, AskVoid(table.state.id, body.round, body.reason))
    return Reply(None)


@VOID_ROUTES.post(
    "/staff/tables/{table}/dismiss-void",
    body=wire.RoundAndReason,
    needs=needs_of(DismissVoid),
    codes=("text/length", "void/not-asked"),
)
async def dismiss_void(call: Call) -> Reply:
    """Refuse a requested void: the round stands."""
    body: wire.RoundAndReason = call.body
    await ask_office(call, DismissVoid(call.path["table"], body.round, body.reason))
    return Reply(None)


@VOID_ROUTES.post(
    "/staff/tables/{table}/void-open",
    body=wire.RoundAndReason,
    needs=needs_of(CallOffRound),
    codes=("void/not-open", *_CODES),
)
async def call_off(call: Call) -> Reply:
    """Void the open round: every wager goes back."""
    body: wire.RoundAndReason = call.body
    table = find_table(call.services, call.path["table"], None)
    current = table.state.round
    if current is None or current.number != body.round:
        raise ApiError("void/not-open", f"round {body.round} is not under way")
    players = tuple(sorted({table.state.seats[seat].account for seat in current.stacks}))
    order = CallOffRound(table.state.id, body.round, body.reason, players)
    await ask_office(call, order)
    voids = Voids(call.services.hall, call.services.store)
    refused = await voids.call_off(order, call.account)
    if refused is not None:
        raise ApiError(refused.code, refused.message)
    return Reply(None)


@VOID_ROUTES.post(
    "/staff/tables/{table}/void-settled",
    body=wire.VoidAsked,
    needs=needs_of(TakeBackRound),
    codes=("request/too-many", ALREADY.code, *_CODES),
)
async def take_back(call: Call) -> wire.RequestMade:
    """Ask to void a settled round, for one seat or all; another person agrees."""
    body: wire.VoidAsked = call.body
    name = call.path["table"]
    entries = await find_round(call.services.store, name, body.round)
    if not entries:
        raise ApiError("round/unknown", "there is no such round that is over")
    players = tuple(sorted(list_players(entries[0])))
    order = TakeBackRound(name, body.round, body.seat, body.reason, players)
    if await is_voided(call.services.store, entries, order):
        raise ApiError(ALREADY.code, ALREADY.message)
    done = await ask_office(call, order)
    assert isinstance(done.event, Requested)
    return wire.RequestMade(done.event.number, moment_text(done.event.until))
