"""Routes besides the tables: accounts, the rule book, health and metrics."""

from __future__ import annotations

import asyncio

from msgspec import json

from pitboss.office.roles import Permission
from pitboss.rulebook.export import game_json
from pitboss.rulebook.reading import library
from pitboss.server.accounts.accounts import NAME_TAKEN
from pitboss.server.accounts.limit_routes import find_playing
from pitboss.server.accounts.sessions import GUEST, NAMED
from pitboss.server.cases.removal import catch_up, check_excluded
from pitboss.server.live.silence import ANSWER
from pitboss.server.lobby import lobby_json
from pitboss.server.metrics import CONTENT_TYPE
from pitboss.server.requests import wire
from pitboss.server.requests.endpoint import too_many
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import sender_address
from pitboss.server.requests.routes import Access, Call, Reply, Routes, Text
from pitboss.store import StoreError
from pitboss.version import __version__

SECOND = 1_000_000
UNWRITABLE = (
    "The books can be read, and refuse to be written: the disk may be full. Nothing is lost."
)
PASSWORD_CODES = ("name/invalid", "password/length", "password/common", "server/busy")

ACCOUNT_ROUTES = Routes("account")
"""Accounts and their sessions."""
BOOK_ROUTES = Routes("rule book", access=Access.ANYONE)
"""The rule book."""
OPERATION_ROUTES = Routes("operation", base="", access=Access.ANYONE)
"""For those who operate the server; the application adds /openapi.json."""


@ACCOUNT_ROUTES.post(
    "/guest",
    answer=wire.Welcome,
    rate="guest",
    codes=("guest/closed",),
    status=201,
    access=Access.ANYONE,
)
async def guest(call: Call) -> Reply:
    """Open a guest account with play money, and log in; a house for money takes no guests."""
    if not call.services.settings.guests:
        message = "this house takes no guests; log in, or make an account with a name"
        raise ApiError("guest/closed", message)
    return begin_session(await call.services.accounts.open_guest())


@ACCOUNT_ROUTES.post(
    "/register",
    body=wire.Registration,
    answer=wire.Welcome,
    rate="password",
    codes=(*PASSWORD_CODES, NAME_TAKEN, "account/exists"),
    status=201,
    access=Access.ANYONE,
)
async def register(call: Call) -> Reply:
    """Give a guest account a name and a password, or open a new account."""
    body: wire.Registration = call.body
    services = call.services
    address = sender_address(call.request.scope)
    # Names are unique, so a taken one must be refused; nobody may try a list of them. Whoever came
    # upon too many is refused before the name is looked up, so the refusal tells nothing.
    taken = services.buckets["taken"]
    now_s = services.settings.steady_clock()
    if wait_s := taken.wait_s(address, now_s, is_taken=False):
        raise too_many(wait_s)
    try:
        welcome = await services.accounts.register(body.name, body.password, call.session, address)
    except ApiError as error:
        if error.code == NAME_TAKEN:
            taken.wait_s(address, now_s)
        raise
    return begin_session(welcome)


@ACCOUNT_ROUTES.post(
    "/login",
    body=wire.Login,
    answer=wire.Welcome,
    rate="password",
    codes=("login/refused", "login/second-factor", "passkey/host", "factor/lost", "server/busy"),
    access=Access.ANYONE,
)
async def log_in(call: Call) -> Reply:
    """Log in; an earlier session of the caller ends."""
    body: wire.Login = call.body
    given = (body.name, body.password)
    address = sender_address(call.request.scope)
    if body.code or body.passkey:
        factors = call.services.factors
        proof = factors.read_proof(call.request.scope, call.session, body.code, body.passkey)
        return begin_session(await factors.log_in(*given, proof, call.session, address))
    return begin_session(await call.services.accounts.log_in(*given, call.session, address))


@ACCOUNT_ROUTES.post("/logout", access=Access.ANYONE)
async def log_out(call: Call) -> Reply:
    """End the session."""
    if call.session is not None:
        await call.services.sessions.end(call.session)
    return Reply(None, token="")


@ACCOUNT_ROUTES.get("/me", own="only one's own account")
async def me(call: Call) -> wire.Me:
    """Return the caller's account and wallet."""
    roles = (await call.services.desk.refresh()).roles(call.account)
    return await call.services.accounts.who(call.own_session, await find_playing(call), roles)


@ACCOUNT_ROUTES.post(
    "/me/play-money",
    needs=Permission.PLAY,
    moves=True,
    codes=("account/excluded", "wallet/enough", "wallet/no-play-money"),
)
async def play_money(call: Call) -> wire.Me:
    """Refill the wallet with play money, up to the amount of a new account."""
    account = call.account
    await catch_up(call.services)
    check_excluded(call.services, account)
    async with call.services.wallet(account):
        held = await call.services.switchboard.holdings(account)
        return await call.services.accounts.refill(account, held.chips_cents, call.key)


@BOOK_ROUTES.get("/games", answer=wire.Games, is_spoken=True)
async def games(_: Call) -> Text:
    """List every game of the rule book."""
    return Text(await asyncio.to_thread(lobby_json))


@BOOK_ROUTES.get("/games/{region}/{game}", answer=wire.GameRules, codes=("game/unknown",))
async def game(call: Call) -> Text:
    """Return a game: rules, options, wagers and pay tables, each with its clause."""
    return Text(json.encode(game_json(await asyncio.to_thread(library.game, _game_id(call)))))


@BOOK_ROUTES.get(
    "/games/{region}/{game}/odds",
    query=wire.OddsQuestion,
    answer=wire.Odds,
    codes=("game/unknown", "option/invalid", "wager/not-offered", "server/busy"),
)
async def odds(call: Call) -> Text:
    """Return the exact odds of the wagers at a game's ready table, or with other options."""
    query: wire.OddsQuestion = call.query
    rules = call.services.rules
    return Text(await rules.odds(_game_id(call), query.wager, query.option))


@BOOK_ROUTES.get(
    "/games/{region}/{game}/posted",
    query=wire.TableQuestion,
    answer=wire.Posted,
    codes=("game/unknown", "option/invalid", "server/busy"),
)
async def show_posting(call: Call) -> Text:
    """Return the sign of a table: limits, pay tables and notices."""
    query: wire.TableQuestion = call.query
    return Text(await call.services.rules.posting(_game_id(call), query.option))


@OPERATION_ROUTES.get("/health")
async def health(call: Call) -> wire.Health:
    """Report that the process runs, and whether the books answer and can be written."""
    frame = call.services.silence.frame()
    books = "answer" if frame["answer"] else "stale" if frame["stale"] else "silent"
    if frame["answer"]:
        try:
            await call.services.committer.check_writes()
        except StoreError:
            return wire.Health("ok", __version__, "refuse", UNWRITABLE)
    return wire.Health("ok", __version__, books, ANSWER if frame["answer"] else frame["message"])


@OPERATION_ROUTES.get("/ready", codes=("store/unavailable",))
async def ready(call: Call) -> wire.Health:
    """Report that the server takes requests and can read and write the books; 503 otherwise."""
    if not call.services.is_ready:
        raise StoreError("the server is starting or stopping")
    await call.services.store.head("floor")
    await call.services.committer.check_writes()
    return wire.Health("ready", __version__)


@OPERATION_ROUTES.get("/metrics", texts=(CONTENT_TYPE,), access=Access.OPERATOR)
async def metrics(call: Call) -> Text:
    """Return metrics for Prometheus, only to requests from this machine."""
    return Text(call.services.metrics.text().encode(), CONTENT_TYPE)


def begin_session(welcome: wire.Welcome) -> Reply:
    """Answer with a new session, and set its cookie."""
    lifetime = NAMED if welcome.name else GUEST
    return Reply(welcome, token=welcome.token, token_age_s=lifetime.absolute // SECOND)


def _game_id(call: Call) -> str:
    return f"{call.path['region']}/{call.path['game']}"
