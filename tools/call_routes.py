"""Call every route that /openapi.json describes, in random order and with random values.

    python -m tools.call_routes --seconds 60 --seed 7

schemathesis makes the requests: for each route values that its schema allows, values that it does
not allow, and chains in which a route gets what another one answered. They go to a real server on
this machine, first as a stranger, then as a player, then as staff who may do what a route needs.
Each answer must be one that the document promises: no status of 5xx, a body as in the schema, and
for a refusal a code that the document lists for the route. A failure is printed with its request,
as a curl command that repeats it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import chdir
from itertools import count
from logging import ERROR
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, Final, Self, TypeVar
from urllib.parse import unquote
from zlib import crc32

import schemathesis
from schemathesis import auths
from schemathesis.cli import schemathesis as command_line

from pitboss.audit.render import RENDERERS
from pitboss.office.core import HOUSE, Done
from pitboss.office.papers import SlipKind
from pitboss.office.people import GiveRole
from pitboss.office.roles import Permission, Role, may
from pitboss.server.accounts.accounts import new_account
from pitboss.server.accounts.sessions import GUEST, token_hash
from pitboss.server.app import complete_table
from pitboss.server.logs import logger
from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.requests.openapi import route_codes
from pitboss.server.services import Services
from tests.server.listening import listening

_T = TypeVar("_T")
Case = schemathesis.Case[Any]
_turns = count()
FREE: Final = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
CHECKS: Final = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "refusal_has_a_listed_code",
)
FLOOR: Final = demo_floor()[:2]
NAMES: Final = {
    "table": [terms.id for terms in FLOOR],
    "region": ["co"],
    "game": ["free-bet", "co/free-bet", "wa/spanish-21"],
    "format": [*RENDERERS],
    "kind": [*SlipKind],
    **{name: ["1", "2"] for name in ("number", "box", "hit", "proposal", "round", "shuffle")},
}
"""Names of what there is, by the name of the parameter."""
ROUTES: Final = {f"{route.method} {route.path}": route for route in complete_table()}
SESSION_SECONDS: Final = 2
"""Some routes end the session that they are called in, so it is a new one every few seconds."""


@schemathesis.hook
def map_path_parameters(
    _: schemathesis.HookContext, values: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Name what there is in three of four requests, or nearly all would be refused as unknown."""
    return values and {name: _name(name, value) for name, value in values.items()}


@schemathesis.hook
def map_body(_: schemathesis.HookContext, body: object) -> object:
    """Do the same with the texts of a body."""
    if not isinstance(body, dict):
        return body
    return {name: _name(name, value) for name, value in body.items()}


def _operation(case: Case, _: object = None) -> str:
    return f"{case.method.upper()} {case.operation.path}"


def _name(name: str, value: object) -> object:
    """Return a name that something has, chosen by the random value, if it is a text."""
    choice = crc32(str(value).encode("utf-8", "replace"))
    if name not in NAMES or not isinstance(value, str) or choice % 4 == 0:
        return value
    return NAMES[name][choice // 4 % len(NAMES[name])]


@schemathesis.check
def refusal_has_a_listed_code(
    _: schemathesis.CheckContext, response: schemathesis.Response, case: Case
) -> None:
    """Fail if a refusal has a code that the document does not list for the route."""
    # A method that a path does not have, which schemathesis tries too, has one code everywhere.
    route = ROUTES.get(_operation(case))
    listed = route_codes(route) if route else ("request/method",)
    if any("/" in unquote(str(value)) for value in (case.path_parameters or {}).values()):
        listed = (*listed, "request/not-found")  # the slash makes it another path
    if response.status_code >= 400 and (code := response.json()["code"]) not in listed:
        raise AssertionError(f"the code {code} is not among those of the route")


class House:
    """A server on this machine, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        """Serve from a folder."""
        self._folder = folder
        self._ready = Event()
        self._done = asyncio.Event()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with listening(self._folder, rates=FREE, tables=FLOOR) as (self.address, services):
            self.services = services
            self._ready.set()
            await self._done.wait()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._done.set)
        self._thread.join()

    def do(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Return the result of work in the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


async def start_player(services: Services, _: Permission | None) -> str:
    """Return the token of a new guest with play money."""
    return await services.sessions.start(new_account(), GUEST)


async def start_staff(services: Services, needs: Permission | None) -> str:
    """Return the token of somebody new who may do what a route needs, with a second factor."""
    able = [role for role in Role if role is not Role.PLAYER and (not needs or may([role], needs))]
    account = new_account()
    role = able[next(_turns) % len(able)]
    given = await services.desk.ask(GiveRole(account, role), HOUSE, f"{account}/{role}")
    assert isinstance(given, Done), given
    token = token_hash(await services.sessions.start(account, GUEST))
    session = await services.store.session(token)
    assert session is not None
    return await services.sessions.step_up(session)


Start = Callable[[Services, Permission | None], Coroutine[Any, Any, str]]
ACTORS: Final[dict[str, Start | None]] = {
    "stranger": None,
    "player": start_player,
    "staff": start_staff,
}


def sessions(house: House, start: Start) -> type[schemathesis.AuthProvider[Any]]:
    """Return how a request gets the session of somebody who may make it."""

    class Sessions:
        """Sessions of one kind of caller."""

        def get(self, case: Case, _: schemathesis.AuthContext) -> str:
            """Return the token of a new session."""
            route = ROUTES.get(_operation(case))
            return house.do(start(house.services, route.needs if route else None))

        def set(self, case: Case, data: str, _: schemathesis.AuthContext) -> None:
            """Put a token into a request."""
            case.headers["Authorization"] = f"Bearer {data}"

    return Sessions


def call_routes(actor: str, folder: Path, options: list[str]) -> bool:
    """Call the routes as somebody; return whether every answer was as promised."""
    with House(folder) as house:
        auths.unregister()
        if start := ACTORS[actor]:
            register = schemathesis.auth(refresh_interval=SESSION_SECONDS, cache_by_key=_operation)
            register(sessions(house, start))
        arguments = ["run", f"{house.address}openapi.json", "--checks", ",".join(CHECKS), *options]
        try:
            command_line(arguments)
        except SystemExit as ended:
            return not ended.code
    return True


def main() -> None:
    """Call the routes as everybody."""
    logger().setLevel(ERROR)  # thousands of refusals are meant to be
    parser = argparse.ArgumentParser(description="Call every route with random values.")
    parser.add_argument("--seconds", type=int, default=60, help="for each of three callers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actor", choices=ACTORS, help="only as this one")
    given, options = parser.parse_known_args()
    bounds = ["--seed", str(given.seed), "--max-time", str(given.seconds), *options]
    right = []
    for actor in [given.actor] if given.actor else ACTORS:
        print(f"As {actor}:", flush=True)
        with TemporaryDirectory() as folder, chdir(folder):  # where schemathesis keeps its notes
            right.append(call_routes(actor, Path(folder), bounds))
    sys.exit(not all(right))


if __name__ == "__main__":
    main()
