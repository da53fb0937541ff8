"""Routes besides the tables: accounts, the rule book, health and metrics."""

from __future__ import annotations

from typing import Any

from pitboss.office.roles import Permission
from pitboss.server.accounts.limit_routes import find_playing
from pitboss.server.accounts.sessions import GUEST, NAMED
from pitboss.server.cases.removal import check_excluded
from pitboss.server.metrics import CONTENT_TYPE
from pitboss.server.requests.limits import sender_address
from pitboss.server.requests.routes import Access, Call, Reply, Routes, Text
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

SECOND = 1_000_000
PASSWORD_CODES = ("name/invalid", "password/length", "password/common", "server/busy")

ACCOUNT_ROUTES = Routes("account")
"""Accounts and their sessions."""
BOOK_ROUTES = Routes("rule book", access=Access.ANYONE)
"""The rule book."""
OPERATION_ROUTES = Routes("operation", base="", access=Access.ANYONE)
"""For those who operate the server; the application adds /openapi.json."""


@ACCOUNT_ROUTES.post("/guest", answer=Welcome, rate="guest", status=201, access=Access.ANYONE)
async def guest(call: Call) -> Reply:
    """Open a guest account with play money, and log in."""
    return begin_session(await call.services.accounts.open_guest())


@ACCOUNT_ROUTES.post(
    "/register",
    body=Registration,
    answer=Welcome,
    rate="password",
    codes=(*PASSWORD_CODES, "account/name-taken", "account/exists"),
    status=201,
    access=Access.ANYONE,
)
async def register(call: Call) -> Reply:
    """Give a guest account a name and a password, or open a new account."""
    body: Registration = call.body
    accounts = call.services.accounts
    return begin_session(await accounts.register(body.name, body.password, call.session))


@ACCOUNT_ROUTES.post(
    "/login",
    body=Login,
    answer=Welcome,
    rate="password",
    codes=("login/refused", "server/busy"),
    access=Access.ANYONE,
)
async def log_in(call: Call) -> Reply:
    """Log in; the session before, if any, ends."""
    body: Login = call.body
    accounts = call.services.accounts
    address = sender_address(call.request.scope)
    return begin_session(await accounts.log_in(body.name, body.password, call.session, address))


@ACCOUNT_ROUTES.post("/logout", status=204, access=Access.ANYONE)
async def log_out(call: Call) -> Reply:
    """End the session."""
    if call.session is not None:
        await call.services.sessions.end(call.session)
    return Reply(None, token="")


@ACCOUNT_ROUTES.get("/me", own="only one's own account")
async def me(call: Call) -> Me:
    """Return the caller's account and wallet."""
    roles = (await call.services.desk.refresh()).roles(call.account)
    return await call.services.accounts.who(call.own_session, await find_playing(call), roles)


@ACCOUNT_ROUTES.post("/me/play-money", needs=Permission.PLAY, moves=True, codes=("wallet/enough",))
async def play_money(call: Call) -> Me:
    """Fill the wallet up to the amount of a new account, if less is left."""
    account = call.account
    check_excluded(call.services, account)
    held = await call.services.switchboard.holdings(account)
    return await call.services.accounts.refill(account, held.chips_cents, call.key)


@BOOK_ROUTES.get("/games", answer=Games)
async def games(call: Call) -> Text:
    """List every game of the rule book."""
    return Text(await call.services.rules.games())


@BOOK_ROUTES.get("/games/{region}/{game}", answer=dict[str, Any], codes=("game/unknown",))
async def game(call: Call) -> Text:
    """Return a game: rules, options, wagers and pay tables, each with its clause."""
    return Text(await call.services.rules.game(_game_id(call)))


@BOOK_ROUTES.get(
    "/games/{region}/{game}/odds",
    query=OddsQuestion,
    answer=Odds,
    codes=("game/unknown", "option/invalid", "wager/not-offered", "server/busy"),
)
async def odds(call: Call) -> Text:
    """Return exact odds of the wagers of a game's ready table, or of another set-up."""
    query: OddsQuestion = call.query
    rules = call.services.rules
    return Text(await rules.odds(_game_id(call), query.wager, query.option))


@BOOK_ROUTES.get(
    "/games/{region}/{game}/posted",
    query=TableQuestion,
    answer=Posted,
    codes=("game/unknown", "option/invalid", "server/busy"),
)
async def show_posting(call: Call) -> Text:
    """Return what is posted at a table: limits, prizes, notices."""
    query: TableQuestion = call.query
    return Text(await call.services.rules.posting(_game_id(call), query.option))


@OPERATION_ROUTES.get("/health")
async def health(call: Call) -> Health:
    """Answer as long as the process lives, and say whether the books answer."""
    frame = call.services.silence.frame()
    books = "answer" if frame["answer"] else "stale" if frame["stale"] else "silent"
    return Health("ok", __version__, books, frame["message"])


@OPERATION_ROUTES.get("/ready", codes=("store/unavailable",))
async def ready(call: Call) -> Health:
    """Answer if requests are answered and the books can be read; 503 otherwise."""
    if not call.services.is_ready:
        raise StoreError("the server is starting or stopping")
    await call.services.store.head("floor")
    return Health("ready", __version__)


@OPERATION_ROUTES.get("/metrics", answer=str, access=Access.OPERATOR)
async def metrics(call: Call) -> Text:
    """Return figures for Prometheus; only to this machine itself."""
    return Text(call.services.metrics.text().encode(), CONTENT_TYPE)


def begin_session(welcome: Welcome) -> Reply:
    """Answer with a new session, and set its cookie."""
    lifetime = NAMED if welcome.name else GUEST
    return Reply(welcome, token=welcome.token, token_age_s=lifetime.absolute // SECOND)


def _game_id(call: Call) -> str:
    return f"{call.path['region']}/{call.path['game']}"
