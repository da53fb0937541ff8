"""The routes around the tables: accounts, the rule book, and what operators watch."""

from __future__ import annotations

from typing import Any

from pitboss.office.roles import Permission
from pitboss.server.accounts.limit_routes import find_playing
from pitboss.server.accounts.sessions import GUEST, NAMED
from pitboss.server.cases.seeing_off import check_excluded
from pitboss.server.metrics import CONTENT_TYPE
from pitboss.server.requests.limits import sender_address
from pitboss.server.requests.routes import BASE, Access, Call, Reply, Route, Text
from pitboss.server.requests.wire import (
    Games,
    Health,
    Login,
    Me,
    Odds,
    OddsQuestion,
    Posted,
    Registration,
    TableQuestion,
    Welcome,
)
from pitboss.store import StoreError
from pitboss.version import __version__

_SECOND = 1_000_000


async def guest(call: Call) -> Reply:
    """Open a guest account."""
    return _welcome(await call.services.accounts.open_guest())


async def register(call: Call) -> Reply:
    """Name an account."""
    body: Registration = call.body
    accounts = call.services.accounts
    return _welcome(await accounts.register(body.name, body.password, call.session))


async def log_in(call: Call) -> Reply:
    """Begin a session."""
    body: Login = call.body
    accounts = call.services.accounts
    address = sender_address(call.request.scope)
    return _welcome(await accounts.log_in(body.name, body.password, call.session, address))


async def log_out(call: Call) -> Reply:
    """End the session, if there is one."""
    if call.session is not None:
        await call.services.sessions.end(call.session)
    return Reply(None, token="")


async def me(call: Call) -> Me:
    """Say who is asking."""
    assert call.session is not None
    roles = (await call.services.desk.refresh()).roles(call.account)
    return await call.services.accounts.who(call.session, await find_playing(call), roles)


async def play_money(call: Call) -> Me:
    """Fill the wallet up again."""
    account = call.account
    check_excluded(call.services, account)
    held = await call.services.switchboard.holdings(account)
    return await call.services.accounts.refill(account, held.chips_cents, call.key)


async def games(call: Call) -> Text:
    """List the games."""
    return Text(await call.services.rules.games())


async def game(call: Call) -> Text:
    """Return a game."""
    return Text(await call.services.rules.game(_game_id(call)))


async def odds(call: Call) -> Text:
    """Return exact odds."""
    query: OddsQuestion = call.query
    rules = call.services.rules
    return Text(await rules.odds(_game_id(call), query.wager, query.option))


async def show_posting(call: Call) -> Text:
    """Return what is posted."""
    query: TableQuestion = call.query
    return Text(await call.services.rules.posting(_game_id(call), query.option))


async def health(call: Call) -> Health:
    """Answer as long as the process lives."""
    frame = call.services.silence.frame()
    books = "answer" if frame["answer"] else "stale" if frame["stale"] else "silent"
    return Health("ok", __version__, books, frame["message"])


async def ready(call: Call) -> Health:
    """Say that requests are answered and the books can be read."""
    if not call.services.is_ready:
        raise StoreError("the server is starting or stopping")
    await call.services.store.head("floor")
    return Health("ready", __version__)


async def metrics(call: Call) -> Text:
    """Return the figures."""
    return Text(call.services.metrics.text().encode(), CONTENT_TYPE)


def _welcome(found: Welcome) -> Reply:
    lifetime = NAMED if found.name else GUEST
    return Reply(found, token=found.token, token_age_s=lifetime.absolute // _SECOND)


def _game_id(call: Call) -> str:
    return f"{call.path['region']}/{call.path['game']}"


_GAME = f"{BASE}/games/{{region}}/{{game}}"
_PASSWORD_CODES = ("name/invalid", "password/length", "password/common", "server/busy")

SHELL_ROUTES = (
    Route(
        method="POST",
        path=f"{BASE}/guest",
        handler=guest,
        summary="Open a guest account with play money, and log in.",
        answer=Welcome,
        access=Access.ANYONE,
        rate="guest",
        status=201,
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/register",
        handler=register,
        summary="Give a guest account a name and a password, or open a new account.",
        body=Registration,
        answer=Welcome,
        access=Access.ANYONE,
        rate="password",
        codes=(*_PASSWORD_CODES, "account/name-taken", "account/exists"),
        status=201,
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/login",
        handler=log_in,
        summary="Log in; the session before, if any, ends.",
        body=Login,
        answer=Welcome,
        access=Access.ANYONE,
        rate="password",
        codes=("login/refused", "server/busy"),
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/logout",
        handler=log_out,
        summary="End the session.",
        access=Access.ANYONE,
        status=204,
        tag="account",
    ),
    Route(
        method="GET",
        path=f"{BASE}/me",
        handler=me,
        own="only one's own account",
        summary="Return the caller's account and wallet.",
        answer=Me,
        tag="account",
    ),
    Route(
        method="POST",
        path=f"{BASE}/me/play-money",
        handler=play_money,
        needs=Permission.PLAY,
        summary="Fill the wallet up to the amount of a new account, if less is left.",
        answer=Me,
        moves=True,
        codes=("wallet/enough",),
        tag="account",
    ),
    Route(
        method="GET",
        path=f"{BASE}/games",
        handler=games,
        summary="List every game of the rule book.",
        answer=Games,
        access=Access.ANYONE,
        tag="rule book",
    ),
    Route(
        method="GET",
        path=_GAME,
        handler=game,
        summary="Return a game: rules, options, wagers and pay tables, each with its clause.",
        answer=dict[str, Any],
        access=Access.ANYONE,
        codes=("game/unknown",),
        tag="rule book",
    ),
    Route(
        method="GET",
        path=f"{_GAME}/odds",
        handler=odds,
        summary="Return exact odds of the wagers of a game's ready table, or of another set-up.",
        query=OddsQuestion,
        answer=Odds,
        access=Access.ANYONE,
        codes=("game/unknown", "option/invalid", "wager/not-offered", "server/busy"),
        tag="rule book",
    ),
    Route(
        method="GET",
        path=f"{_GAME}/posted",
        handler=show_posting,
        summary="Return what is posted at a table: limits, prizes, notices.",
        query=TableQuestion,
        answer=Posted,
        access=Access.ANYONE,
        codes=("game/unknown", "option/invalid", "server/busy"),
        tag="rule book",
    ),
    Route(
        method="GET",
        path="/health",
        handler=health,
        summary="Answer as long as the process lives, and say whether the books answer.",
        answer=Health,
        access=Access.ANYONE,
        tag="operation",
    ),
    Route(
        method="GET",
        path="/ready",
        handler=ready,
        summary="Answer if requests are answered and the books can be read; 503 otherwise.",
        answer=Health,
        access=Access.ANYONE,
        codes=("store/unavailable",),
        tag="operation",
    ),
    Route(
        method="GET",
        path="/metrics",
        handler=metrics,
        summary="Return figures for Prometheus; only to this machine itself.",
        answer=str,
        access=Access.OPERATOR,
        tag="operation",
    ),
)
"""Everything but the tables; /openapi.json is added by the application."""
