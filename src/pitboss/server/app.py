"""The application: all routes, one WebSocket, and the background jobs of the server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from importlib.resources.abc import Traversable
from logging import WARNING
from typing import Any

from msgspec import json
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as StarletteRoute
from starlette.websockets import WebSocket

from pitboss.engine.actions import Refusal
from pitboss.office.core import Event
from pitboss.office.limits import ChangeLimits
from pitboss.office.people import ResetFactor, RoleTaken, StaffDisabled
from pitboss.office.state import Request
from pitboss.office.voids import TakeBackRound
from pitboss.pit.absent_play import AbsentSolver
from pitboss.pit.damage import reading_books
from pitboss.pit.desk import Desk
from pitboss.pit.hall import Hall
from pitboss.pit.keeper import Keeper
from pitboss.pit.orders import Errands, LimitChanges, Voids, start_orders
from pitboss.pit.table import always
from pitboss.server.accounts.accounts import Accounts
from pitboss.server.accounts.limit_routes import LIMIT_ROUTES
from pitboss.server.accounts.own_limits import OwnLimits
from pitboss.server.accounts.own_routes import OWN_ACCOUNT_ROUTES, RECOVERY_ROUTES
from pitboss.server.accounts.passwords import Passwords
from pitboss.server.accounts.progress_routes import PROGRESS_ROUTES
from pitboss.server.accounts.sessions import ALL, Sessions
from pitboss.server.accounts.tallies import Tallies
from pitboss.server.audit.checkpoint_copies import CheckpointCopies, check_books
from pitboss.server.audit.components import ComponentWatch
from pitboss.server.audit.routes import AUDIT_ROUTES
from pitboss.server.bridge.membership import Joining, follow_others, join_floor, prepare
from pitboss.server.cases.removal import keep_seeing_off
from pitboss.server.cases.routes import CASE_ROUTES, refuse_house
from pitboss.server.console.routes import console_routes
from pitboss.server.jackpots.routes import JACKPOT_ROUTES, JACKPOT_STAFF_ROUTES
from pitboss.server.keys import Keys, begin_signing, check_key_file, open_keys
from pitboss.server.lab.catalogue import FIGURES_ROUTES, GAMES_ROUTES
from pitboss.server.lab.game.calculator import HAND_ROUTES
from pitboss.server.lab.game.page import PAGE_ROUTES
from pitboss.server.lab.house.check import HOUSE_ROUTES
from pitboss.server.lab.jobs import JOB_ROUTES
from pitboss.server.lab.runs.routes import RUN_ROUTES
from pitboss.server.lab.school import SCHOOL_ROUTES
from pitboss.server.lab.settling import SETTLE_ROUTES
from pitboss.server.live.floor_figures import keep_floor_figures
from pitboss.server.live.frames_schema import frames_schema
from pitboss.server.live.routes import TABLE_ROUTES, VERIFIER_ROUTES
from pitboss.server.live.silence import Silence
from pitboss.server.live.socket import Lines, serve_socket
from pitboss.server.live.switchboard import Switchboard
from pitboss.server.logs import describe_error, log
from pitboss.server.metrics import Metrics
from pitboss.server.office.routes import OFFICE_ROUTES
from pitboss.server.past.records import RECORD_ROUTES
from pitboss.server.past.routes import PAST_ROUTES
from pitboss.server.physical.routes import PHYSICAL_ROUTES, SIGN_ROUTES
from pitboss.server.practice.routes import PRACTICE_ROUTES, SOLVER_ROUTES
from pitboss.server.requests.endpoint import Endpoint, as_api_error, refuse
from pitboss.server.requests.guard import Guard
from pitboss.server.requests.limits import Buckets
from pitboss.server.requests.openapi import document
from pitboss.server.requests.pages import (
    File,
    answer_unknown,
    built_files,
    page_routes,
    site_routes,
)
from pitboss.server.requests.routes import Access, Call, Route, Routes, Text
from pitboss.server.rules.book import RuleBook
from pitboss.server.services import Part, Services, Settings, in_background, make_folder
from pitboss.server.shell_routes import ACCOUNT_ROUTES, BOOK_ROUTES, OPERATION_ROUTES
from pitboss.server.staff.denials import Denials
from pitboss.server.staff.factors import Factors
from pitboss.server.staff.routes import OWN_STAFF_ROUTES, REQUEST_ROUTES, STAFF_ROUTES
from pitboss.store import (
    Committer,
    LocalNotices,
    Store,
    keep_pulse,
    open_store,
)

PRUNE_S = 600
"""Seconds between two clearings of sessions that have ended."""
ORDERS_S = 1
"""Seconds between two looks for other processes' decisions about tables."""
ERRANDS_S = 60
"""Seconds between two looks for requests that expired or are still to be carried out."""


def create_app(
    settings: Settings,
    *,
    routes: Sequence[Route] = (),
    parts: Sequence[Part] = (),
    page: Mapping[str, File] | None = None,
    site: Mapping[str, Traversable] | None = None,
) -> Starlette:
    """Return the application.

    *routes* are added to those of the product. *parts* are entered in order once the books are
    open, and left in the opposite order before they close. *page* and *site* replace the page and
    the documentation that were built into the package.
    """
    table = complete_table(routes)
    metrics = Metrics()
    buckets = {name: Buckets(rate) for name, rate in settings.rates._asdict().items()}

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with _running(settings, metrics, buckets, parts, endpoints) as services:
            app.state.services = services
            yield

    endpoints = {path: Endpoint(path, of_path) for path, of_path in by_path(table).items()}
    starlette_routes: list[BaseRoute] = [
        StarletteRoute(path, endpoint) for path, endpoint in endpoints.items()
    ]
    starlette_routes.append(WebSocketRoute("/ws", _answer_socket))
    starlette_routes += page_routes(built_files() if page is None else page)
    starlette_routes += site_routes(site)
    guard = Middleware(
        Guard,
        settings=settings,
        metrics=metrics,
        addresses=buckets["address"],
        body_bytes={route.path: route.body_bytes_max for route in table if route.body},
    )
    app = Starlette(
        routes=starlette_routes,
        middleware=[guard],
        lifespan=lifespan,
        exception_handlers={404: _refuse_unknown},
    )
    app.router.redirect_slashes = False
    app.state.metrics = metrics
    return app


async def _refuse_unknown(request: HTTPConnection, error: Exception) -> Response:
    """Refuse an unknown path, here: Starlette starts a thread for a handler that does not wait."""
    if request.url.path.startswith("/api/"):
        return refuse(request.scope, as_api_error(error))
    return answer_unknown(request)


def complete_table(routes: Sequence[Route] = ()) -> tuple[Route, ...]:
    """Return all routes, with the route that describes them."""
    own = Routes("operation", base="", access=Access.ANYONE)

    @cache
    def text() -> bytes:  # when it is first asked for: most servers never are
        return json.encode(document(table))

    @cache
    def frames() -> bytes:
        return json.encode(frames_schema())

    @own.get("/openapi.json", answer=dict[str, Any])
    async def describe(_: Call) -> Text:
        """Describe every route as OpenAPI 3.1."""
        return Text(text())

    @own.get("/frames.json", answer=dict[str, Any])
    async def describe_frames(_: Call) -> Text:
        """Describe every frame of the WebSocket as JSON Schema."""
        return Text(frames())

    table: tuple[Route, ...] = (
        *ACCOUNT_ROUTES,
        *OWN_ACCOUNT_ROUTES,
        *RECOVERY_ROUTES,
        *BOOK_ROUTES,
        *OPERATION_ROUTES,
        *TABLE_ROUTES,
        *VERIFIER_ROUTES,
        *PAST_ROUTES,
        *RECORD_ROUTES,
        *LIMIT_ROUTES,
        *PROGRESS_ROUTES,
        *CASE_ROUTES,
        *OFFICE_ROUTES,
        *PHYSICAL_ROUTES,
        *SIGN_ROUTES,
        *PRACTICE_ROUTES,
        *SOLVER_ROUTES,
        *GAMES_ROUTES,
        *PAGE_ROUTES,
        *HAND_ROUTES,
        *JOB_ROUTES,
        *RUN_ROUTES,
        *FIGURES_ROUTES,
        *HOUSE_ROUTES,
        *SETTLE_ROUTES,
        *SCHOOL_ROUTES,
        *JACKPOT_ROUTES,
        *JACKPOT_STAFF_ROUTES,
        *OWN_STAFF_ROUTES,
        *STAFF_ROUTES,
        *REQUEST_ROUTES,
        *AUDIT_ROUTES,
        *console_routes(lambda: table),
        *routes,
        *own,
    )
    return table


def by_path(table: Sequence[Route]) -> dict[str, Mapping[str, Route]]:
    """Return the routes of each path by method."""
    methods_by_path: dict[str, dict[str, Route]] = {}
    for route in table:
        methods = methods_by_path.setdefault(route.path, {})
        assert route.method not in methods, f"{route.method} {route.path} is there twice"
        methods[route.method] = route
    return {**methods_by_path}


@asynccontextmanager
async def _running(
    settings: Settings,
    metrics: Metrics,
    buckets: Mapping[str, Buckets],
    parts: Sequence[Part],
    endpoints: Mapping[str, Endpoint],
) -> AsyncIterator[Services]:
    """Start everything in order, and stop it in the opposite order."""
    async with AsyncExitStack() as stack:
        keys, store = await _open_books(stack, settings)
        with reading_books():
            services, joining = await _make_services(stack, settings, keys, store, metrics, buckets)
            _connect(stack, services)
            await _open_tables(stack, services, joining, endpoints)
            await _start_jobs(stack, services)
        for part in parts:
            await stack.enter_async_context(part(services))
        services.is_ready = True
        log("started")
        try:
            yield services
        finally:
            services.is_ready = False
            log("stopping")


async def _make_services(
    stack: AsyncExitStack,
    settings: Settings,
    keys: Keys,
    store: Store,
    metrics: Metrics,
    buckets: Mapping[str, Buckets],
) -> tuple[Services, Joining | None]:
    """Make the parts of the server, and its links to other processes on the same books."""
    at_stop = await stack.enter_async_context(AsyncExitStack())  # when nobody writes any more
    pen = await begin_signing(store, settings.key_file, keys)
    committer = Committer(store, pen)
    rules = RuleBook()
    solver = AbsentSolver()
    stack.push_async_callback(committer.close)
    stack.callback(rules.close)
    stack.callback(solver.close)
    sessions = Sessions(store, settings.clock, binding=keys.binding)
    accounts = await _open_accounts(stack, settings, store, committer, sessions)
    tallies = Tallies(store)
    desk = Desk(store, committer, settings.clock)
    keeper = Keeper(store, committer, settings.clock, settings.pulse.stale)
    await keeper.open(settings.jackpots)
    stack.push_async_callback(keeper.close)
    joining = await _prepare(stack, settings, store, keys)
    leases = joining.leases if joining else None
    hall = Hall(
        store,
        committer,
        keys,
        sign=keys.sign,
        solver=solver,
        holds=leases.holds if leases else always,
        keeper=keeper,
        beacon=settings.beacon,
    )
    at_stop.push_async_callback(_sign_books, hall)
    services = Services(
        settings=settings,
        store=store,
        committer=committer,
        keys=keys,
        sessions=sessions,
        accounts=accounts,
        rules=rules,
        metrics=metrics,
        buckets=buckets,
        hall=hall,
        keeper=keeper,
        desk=desk,
        errands=Errands(desk, settings.clock),
        tallies=tallies,
        own_limits=OwnLimits(store, tallies, desk),
        factors=Factors(
            store=store, keys=keys, accounts=accounts, sessions=sessions, origins=settings.origins
        ),
        denials=Denials(accounts),
        lines=Lines(),
        notices=joining.sharing if joining else LocalNotices(),
        leases=leases,
        sharing=joining.sharing if joining else None,
    )
    return services, joining


async def _open_accounts(
    stack: AsyncExitStack,
    settings: Settings,
    store: Store,
    committer: Committer,
    sessions: Sessions,
) -> Accounts:
    """Open the accounts, with every password and role bound to the key file."""
    passwords = Passwords()
    stack.callback(passwords.close)
    accounts = Accounts(
        store=store,
        committer=committer,
        sessions=sessions,
        passwords=passwords,
        clock=settings.clock,
        play_money_cents=settings.play_money_cents,
        binding=sessions.binding,
    )
    await accounts.bind_all()
    stack.push_async_callback(_finish, accounts)
    return accounts


async def _sign_books(hall: Hall) -> None:
    """Take the last checkpoint of a server that stops."""
    if not await hall.checkpoint_at_stop():
        log("checkpoint-missed", level=WARNING)


def _connect(stack: AsyncExitStack, services: Services) -> None:
    """Subscribe the parts of the server to each other and to other processes."""
    services.switchboard = Switchboard(services)
    services.silence = Silence(services)
    keep_floor_figures(services)
    services.components = ComponentWatch(services)
    stack.callback(services.lab.close)
    stack.callback(services.reporter.close)
    if services.settings.witness is not None:
        services.hall.witness = CheckpointCopies(services.store, services.settings.witness).add
    services.sessions.on_end.append(services.lines.end_session)
    services.sessions.on_rename.append(services.lines.rename_session)
    services.accounts.on_failure.append(services.denials.note_log_in)
    _follow_staff(services)
    stack.push_async_callback(services.hall.close)
    follow_others(services)


def _follow_staff(services: Services) -> None:
    """Close the sockets of staff who lost a role, and reset factors that two people agreed on."""

    def follow(event: Event) -> None:
        if isinstance(event, RoleTaken | StaffDisabled):
            services.lines.end_session(event.account, ALL)

    async def reset_factor(command: ResetFactor, request: Request, key: str) -> Refusal | None:
        del request, key  # what is gone can be taken away again
        await services.factors.remove(command.account)
        return None

    services.desk.on_event.append(follow)
    services.errands.carriers[ResetFactor] = reset_factor


async def _open_tables(
    stack: AsyncExitStack,
    services: Services,
    joining: Joining | None,
    endpoints: Mapping[str, Endpoint],
) -> None:
    """Open every table of this process, and sign checkpoints of the books."""
    hall = services.hall
    settings = services.settings
    leases = services.leases
    if joining is not None:
        await stack.enter_async_context(join_floor(joining, services, endpoints))
    else:
        await hall.open(settings.tables, alone=settings.alone)
    for table, changes in hall.unlike.items():
        log("table-keeps-its-rules", level=logging.WARNING, table=table, changes=[*changes])
    hall.start_checkpoints(when=leases.is_first if leases else always)


async def _start_jobs(stack: AsyncExitStack, services: Services) -> None:
    """Start every periodic job."""
    changes = LimitChanges(services.hall, refuse_house)
    services.errands.carriers[ChangeLimits] = changes.announce
    services.errands.carriers[TakeBackRound] = Voids(services.hall, services.store).take_back
    keep_orders = await start_orders(services.desk, services.hall, services.settings.office)
    for work in (
        keep_pulse(services.store, services.committer.pulse, services.settings.pulse),
        keep_seeing_off(services),
        _repeat(services.sessions.prune, PRUNE_S),
        _repeat(services.accounts.tries.prune, PRUNE_S),
        _repeat(services.factors.passkeys.prune, PRUNE_S),
        _repeat(services.errands.run, ERRANDS_S),
        _repeat(keep_orders, ORDERS_S),
    ):
        await stack.enter_async_context(in_background(work))


async def _open_books(stack: AsyncExitStack, settings: Settings) -> tuple[Keys, Store]:
    """Open the keys and the books; refuse books that are older than their witness."""
    await check_books(settings.address, settings.witness)
    make_folder(settings)
    await check_key_file(settings.address, settings.key_file)
    keys = open_keys(settings.key_file)
    store = await open_store(settings.address)
    stack.push_async_callback(store.close)
    return keys, store


async def _repeat(job: Callable[[], Awaitable[None]], pause_s: int) -> None:
    """Run a job periodically; a failed run is tried again at the next turn."""
    while True:
        try:
            await job()
        except Exception as error:  # noqa: BLE001 - the next run may succeed
            log("job-failed", level=WARNING, job=job.__qualname__, error=describe_error(error))
        await asyncio.sleep(pause_s)


async def _prepare(
    stack: AsyncExitStack, settings: Settings, store: Store, keys: Keys
) -> Joining | None:
    """Prepare to share the books with other processes, if their store supports it."""
    sharing = store.share() if settings.alone else None
    if sharing is None:
        return None
    stack.push_async_callback(sharing.close)
    joining = await prepare(sharing, keys, settings.bridge)
    stack.push_async_callback(joining.doors.close)
    return joining


async def _finish(accounts: Accounts) -> None:
    while accounts.tasks:  # one of them may begin another
        await asyncio.wait(accounts.tasks)


async def _answer_socket(websocket: WebSocket) -> None:
    services: Services = websocket.app.state.services
    services.metrics.sockets.value += 1
    try:
        await serve_socket(websocket, services)
    finally:
        services.metrics.sockets.value -= 1
