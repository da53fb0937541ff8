"""Turn requests into commands of the floor."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Final

from pitboss.cards import NotationError, parse_cards
from pitboss.engine.actions import ActionKind, Refusal
from pitboss.floor import commands
from pitboss.floor.state import TableState
from pitboss.office.roles import Role
from pitboss.pit.refusals import LOST, MOVING, NO_STORE
from pitboss.pit.table import Check, LiveTable
from pitboss.server.accounts.own_limits import limits_lock
from pitboss.server.cases.removal import check_excluded
from pitboss.server.live import wire
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
        account, request.seat, request.n, kind, request.amount, request.tip, low, lag
    )


_COMMANDS: dict[type[wire.Request], Callable[[Any, str, str, int], commands.Command]] = {
    wire.Sit: lambda ask, account, name, _: commands.Sit(account, name, ask.seat, ask.cents),
    wire.BuyIn: lambda ask, account, *_: commands.BuyIn(account, ask.seat, ask.cents),
    wire.Leave: lambda ask, account, *_: commands.Leave(account, ask.seat),
    wire.Cut: lambda ask, account, *_: commands.SendSeed(
        account, ask.seat, bytes.fromhex(ask.seed)
    ),
    wire.Bet: lambda ask, account, *_: commands.Bet(
        account, ask.seat, ask.wagers, ask.ready, ask.round
    ),
    wire.Act: _decide,
    wire.SitOut: lambda ask, account, *_: commands.SitOut(account, ask.seat, ask.out),
}


def find_table(services: Services, name: str, account: str | None) -> LiveTable:
    """Return a table that an account may see."""
    table = services.hall.tables.get(name)
    if table is None or table.state.terms.owner not in ("", account):
        raise UNKNOWN
    if not table.is_waiting:  # readers check the state, and commands are refused
        check_ours(table)
    return table


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
    check_excluded(services, account, request)
    check_not_staff(services, table, account, request)
    name = ""
    if table.is_waiting:
        command = make_command(request, account)
        raise ApiError.of(table.refuse_in_silence(command) or NO_STORE)
    if isinstance(request, wire.Sit):
        name = await services.accounts.name(account) or ""
    command = make_command(request, account, name, lag)
    full_key = key_in_books(account, key) if key else ""
    if table.state.terms.has_own_chips:
        answer = await table.ask(command, full_key)
    elif await services.own_limits.are_none(account):
        check = await _make_check(services, request, account)
        async with _hold_wallet(services, request, account):
            answer = await table.ask(command, full_key, check)
    else:  # one wager at a time: two could each pass alone, and exceed a limit together
        async with services.alone(limits_lock(account)):
            check = await _make_check(services, request, account)
            async with _hold_wallet(services, request, account):
                answer = await table.ask(command, full_key, check)
    if isinstance(answer, Refusal):
        raise ApiError.of(answer)


def _hold_wallet(
    services: Services, request: wire.Request, account: str
) -> AbstractAsyncContextManager[None]:
    """Hold a wallet until the table shows the chips that its money became."""
    return services.wallet(account) if isinstance(request, wire.Sit | wire.BuyIn) else nullcontext()


async def _make_check(services: Services, request: wire.Request, account: str) -> Check:
    """Return a check of a request against the limits of its account, if it has any by then."""
    now, limits = services.settings.clock(), services.own_limits
    felt = 0
    if not await limits.are_none(account):
        felt = (await services.switchboard.elsewhere(account)).felt_cents

    async def check(state: TableState) -> Refusal | None:
        if await limits.are_none(account):
            return None
        tables = (table.state for table in services.hall.tables.values())
        others = [it for it in tables if it.id != state.id and not it.terms.has_own_chips]
        return await limits.problem(state, others, request, account, now, felt)

    return check


def check_not_staff(
    services: Services, table: LiveTable, account: str, request: wire.Request
) -> None:
    """Refuse wagers of staff who work at tables, except at their own practice tables."""
    is_stake = isinstance(request, _STAKES) and not table.state.terms.owner
    if is_stake and services.desk.office.roles(account) & WORKS_AT_TABLES:
        raise _REFUSED
