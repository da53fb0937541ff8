"""Turn requests into commands of the floor."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from math import ceil
from typing import Any, Final

from msgspec import json

from pitboss.cards import NotationError, parse_cards
from pitboss.engine.actions import ActionKind, Refusal
from pitboss.floor import commands
from pitboss.floor.state import TableState
from pitboss.office.roles import Role
from pitboss.pit.frames import GUEST, account_seats
from pitboss.pit.refusals import LOST, MOVING, NO_STORE
from pitboss.pit.table import Check, LiveTable
from pitboss.server.accounts.names import read_name
from pitboss.server.accounts.own_limits import added_cents, limits_lock
from pitboss.server.cases.removal import catch_up, check_excluded
from pitboss.server.live import wire
from pitboss.server.live.bots import seat_bots
from pitboss.server.live.holdings import add_holdings
from pitboss.server.requests.errors import ApiError
from pitboss.server.services import Services

_ACTIONS = ", ".join(ActionKind)
_TIMED_KEY: Final = re.compile("t[0-9a-f]{32}")
"""The form of keys that begin with the time; older clients made other keys."""
WORKS_AT_TABLES: Final = frozenset({Role.DEALER, Role.FLOOR, Role.SHIFT})
_STAKES: Final = (wire.Sit, wire.BuyIn, wire.Bet)
_REFUSED: Final = ApiError(
    "role/plays", "staff who deal or supervise do not play at the tables of the house"
)
SEATS_AT_TABLE_MAX: Final = 7
SEATS_MAX: Final = 14
"""Seats that one account has at a table, and at all tables together: others want to play too."""
BY_INVITATION: Final = "with-friends-"
"""How the ids of private tables begin that are open to whoever has the link."""
TOO_MANY_SEATS: Final = Refusal(
    "seat/too-many",
    f"you may have {SEATS_AT_TABLE_MAX} seats at a table and {SEATS_MAX} in all; leave one first",
)
UNKNOWN = ApiError("table/unknown", "there is no such table; GET /api/1/tables lists them")


def make_command(
    request: wire.Request, account: str, name: str = "", lag: int = 0
) -> commands.Command:
    """Return the command of an account's request; raise `ApiError` for an invalid one."""
    return _COMMANDS[type(request)](request, account, name, lag)


def _decide(request: wire.Act, account: str, _: str, lag: int) -> commands.Command:
    try:
        kind = ActionKind(request.action)
    except ValueError:
        message = f"there is no such decision; there are {_ACTIONS}"
        raise ApiError("action/unknown", message) from None
    try:
        low = parse_cards(request.low) if request.low else None
    except NotationError as error:
        raise ApiError("card/unknown", str(error)) from None
    return commands.Decide(
        account=account,
        seat=request.seat,
        n=request.n,
        kind=kind,
        amount=request.amount,
        tip=request.tip,
        low=low,
        lag=lag,
    )


def _commit(request: wire.Cut, account: str, *_: object) -> commands.Command:
    if request.seed or not request.commitment:
        message = "commit to a seed with cut, and reveal it when the commitments are fixed"
        raise ApiError("seed/uncommitted", message)
    mark = bytes.fromhex(request.commitment)
    return commands.CommitSeed(
        account=account,
        seat=request.seat,
        shuffle=request.shuffle,
        attempt=request.attempt,
        mark=mark,
    )


_COMMANDS: dict[type[wire.Request], Callable[[Any, str, str, int], commands.Command]] = {
    wire.Sit: lambda ask, account, name, _: commands.Sit(account, name, ask.seat, ask.cents),
    wire.BuyIn: lambda ask, account, *_: commands.BuyIn(account, ask.seat, ask.cents),
    wire.Leave: lambda ask, account, *_: commands.Leave(account, ask.seat),
    wire.Cut: _commit,
    wire.Reveal: lambda ask, account, *_: commands.RevealSeed(
        account, ask.seat, bytes.fromhex(ask.seed)
    ),
    wire.Bet: lambda ask, account, *_: commands.Bet(
        account=account, seat=ask.seat, wagers=ask.wagers, ready=ask.ready, round=ask.round
    ),
    wire.Act: _decide,
    wire.SitOut: lambda ask, account, *_: commands.SitOut(account, ask.seat, ask.out),
}


def find_table(services: Services, name: str, account: str | None) -> LiveTable:
    """Return a table that an account may see."""
    table = services.hall.tables.get(name)
    if table is None:
        raise UNKNOWN
    terms = table.state.terms
    if terms.owner not in ("", account) and not is_by_invitation(terms.id):
        raise UNKNOWN
    if not table.is_waiting:  # readers check the state, and commands are refused
        check_ours(table)
    return table


def is_by_invitation(name: str) -> bool:
    """Return whether all may enter a private table who know its id, which nobody can guess."""
    return name.startswith(BY_INVITATION)


def check_ours(table: LiveTable) -> None:
    """Raise `ApiError` if another process runs a table: its state here is old."""
    if not table.may_speak:
        raise ApiError.of(LOST if table.is_lost else NO_STORE if table.is_waiting else MOVING)


def key_in_books(account: str, key: str) -> str:
    """Return a key in the form of the books: no two accounts share one.

    Keys in the clients' usual form begin with the time, and keep that order: keys of the same
    moment are neighbours in the index, and written together.

    >>> key_in_books("ann", "t0193f6a2b7c40123456789abcdef0123")
    't0193f6a2b7c40123456789abcdef0123:ann'
    >>> key_in_books("ann", "7")
    'ann:7'
    """
    return f"{key}:{account}" if _TIMED_KEY.fullmatch(key) else f"{account}:{key}"


async def ask_table(
    services: Services,
    table: LiveTable,
    request: wire.Request,
    account: str,
    key: str,
    lag: int = 0,
) -> None:
    """Send a command to a table; raise `ApiError` if the table refuses it."""
    if isinstance(request, wire.Emote):
        _show_emote(services, table, request, account)
        return
    if not table.is_waiting:
        await catch_up(services, request)
    check_excluded(services, account, request)
    if isinstance(request, wire.Bots):
        await seat_bots(table, request.count, account)
        return
    check_not_staff(services, table, account, request)
    name = ""
    if table.is_waiting:
        command = make_command(request, account)
        raise ApiError.of(table.refuse_in_silence(command) or NO_STORE)
    if isinstance(request, wire.Sit):
        name = await services.accounts.name(account) or _guest_name(request.nickname)
    command = make_command(request, account, name, lag)
    full_key = key_in_books(account, key) if key else ""
    if table.state.terms.has_own_chips:
        answer = await table.ask(command, full_key)
    else:
        async with _hold_account(services, table, request, account):
            check = await _make_check(services, request, account)
            answer = await table.ask(command, full_key, check)
    if isinstance(answer, Refusal):
        raise ApiError.of(answer)


def _guest_name(nickname: str) -> str:
    """Return what a guest is called: never as an account that has a name."""
    return f"{read_name(nickname)} ({GUEST})" if nickname else ""


def _show_emote(services: Services, table: LiveTable, request: wire.Emote, account: str) -> None:
    """Tell everybody at a table what a player says; the books know nothing of it."""
    if request.seat not in account_seats(table.state, account):
        raise ApiError("seat/not-yours", f"seat {request.seat} is not yours")
    wait_s = services.buckets["emote"].wait_s(account, services.settings.steady_clock())
    if wait_s:
        message = "you have just said something; wait a moment"
        raise ApiError("rate/exceeded", message, retry_s=ceil(wait_s))
    said = {"t": "emote", "table": table.state.id, "seat": request.seat, "emote": request.emote}
    frame = json.encode(said)
    for watcher in tuple(table.watchers):
        hear = getattr(watcher, "hear", None)
        if hear is not None:
            hear(frame)


@asynccontextmanager
async def _hold_account(
    services: Services, table: LiveTable, request: wire.Request, account: str
) -> AsyncIterator[None]:
    """Hold what lets an account's requests at once pass together, though each may pass alone.

    Its limits, if it has any; and its wallet, until the table shows the chips that its money
    became and the seat that it has. Where processes share the books, limits of new money are read
    from there: another process may have set them just now, and its notice is on the way.
    """
    is_new = services.sharing is not None and (
        isinstance(request, _STAKES) or added_cents(table.state, request, account) > 0
    )
    async with AsyncExitStack() as held:
        if is_new:
            services.own_limits.forget(account)
        if not await services.own_limits.are_none(account):
            await held.enter_async_context(services.alone(limits_lock(account)))
            if is_new:
                services.own_limits.forget(account)  # changed while this waited
        if isinstance(request, wire.Sit | wire.BuyIn):
            await held.enter_async_context(services.wallet(account))
        yield


async def _make_check(services: Services, request: wire.Request, account: str) -> Check:
    """Return a check of a request against the seats of its account and its limits, if any."""
    now = services.settings.clock()
    limits = services.own_limits
    elsewhere = add_holdings()
    if isinstance(request, wire.Sit) or not await limits.are_none(account):
        elsewhere = await services.switchboard.elsewhere(account)

    async def check(state: TableState) -> Refusal | None:
        tables = (table.state for table in services.hall.tables.values())
        others = [it for it in tables if it.id != state.id and not it.terms.has_own_chips]
        if isinstance(request, wire.Sit):
            here = len(account_seats(state, account))
            seats = here + elsewhere.seats + sum(len(account_seats(it, account)) for it in others)
            if here >= SEATS_AT_TABLE_MAX or seats >= SEATS_MAX:
                return TOO_MANY_SEATS
        if await limits.are_none(account):
            return None
        return await limits.problem(state, others, request, account, now, elsewhere.felt_cents)

    return check


def check_not_staff(
    services: Services, table: LiveTable, account: str, request: wire.Request
) -> None:
    """Refuse wagers of staff who work at tables, except at their own practice tables."""
    is_stake = isinstance(request, _STAKES) and not table.state.terms.owner
    if is_stake and services.desk.office.roles(account) & WORKS_AT_TABLES:
        raise _REFUSED
