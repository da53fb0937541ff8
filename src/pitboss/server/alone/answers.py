"""Answer the requests of the lab's pages in the browser itself, with the handlers of the server.

A page without a server asks what it would ask a server. Here the same routes are found and the
same handlers are called, in a worker where Python runs. What a server shares between people is
not there: nobody waits for anybody, and work is done when it is asked for.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping
from types import SimpleNamespace
from typing import Any, Final, cast
from urllib.parse import parse_qs, unquote

import msgspec
from msgspec import Struct

from pitboss.compiled.object_code import IS_PAGE
from pitboss.engine.actions import RefusedError
from pitboss.late import load
from pitboss.rulebook.problems import RulesError
from pitboss.server.lab.jobs import LabJob, make_order
from pitboss.server.lab.kinds import find_shipped, read_terms
from pitboss.server.requests.errors import FAULT, ApiError, from_rules
from pitboss.server.requests.routes import BASE, Call, Reply, Route, Text
from pitboss.server.rules.house_work import HouseData, HouseWork, do_work
from pitboss.text.say import ENGLISH, current_language, language_of, speaking

ROUTES: Final = {
    "/lab/games": "pitboss.server.lab.catalogue:GAMES_ROUTES",
    "/lab/games/": "pitboss.server.lab.game.page:PAGE_ROUTES",
    "/lab/wagers": "pitboss.server.lab.catalogue:FIGURES_ROUTES",
    "/lab/documents": "pitboss.server.lab.catalogue:FIGURES_ROUTES",
    "/lab/published": "pitboss.server.lab.catalogue:FIGURES_ROUTES",
    "/lab/hand": "pitboss.server.lab.game.calculator:HAND_ROUTES",
    "/lab/setup": "pitboss.server.lab.runs.routes:RUN_ROUTES",
    "/lab/risk": "pitboss.server.lab.runs.routes:RUN_ROUTES",
    "/lab/house": "pitboss.server.lab.house.check:HOUSE_ROUTES",
    "/lab/settle": "pitboss.server.lab.settling:SETTLE_ROUTES",
    "/replay": "pitboss.server.past.records:RECORD_ROUTES",
}
"""The beginning of a path -> its routes; only those that are asked for are imported."""
_NOT_HERE: Final = ApiError("request/not-found", "this needs a server; these pages have none")
SIMULATED: Final = frozenset({"simulate", "cube", "protect"})
"""Jobs that play rounds. The simulator's kernels need memory with 64-bit addresses."""
_NO_ROUNDS: Final = ApiError(
    "page/rounds",
    "rounds are not played in a page without a server; use pitboss simulate, or pitboss serve",
)
_WHERE: Final = re.compile(r"\{(\w+)\}")
_FAULT_STATUS: Final = 500
_encode = msgspec.json.Encoder().encode
Answer = tuple[int, bytes]
Handling = Coroutine[Any, Any, Struct | Reply | Text]


class _Rules:
    """Questions that a server hands to another process are answered at once."""

    async def soon(
        self,
        work: HouseWork,
        house: HouseData,
        text: str = "",
        *,
        once: bool = False,  # noqa: ARG002 - nothing is kept
    ) -> bytes:
        """Return the answer of *work* for a table."""
        answer = do_work(work, house, text, current_language())
        if isinstance(answer, tuple):
            raise RulesError(answer)
        return answer


class _Nobody:
    """In place of a limit on how many are served at once."""

    async def __aenter__(self) -> None:
        """Wait for nobody."""

    async def __aexit__(self, *_: object) -> None:
        """Leave."""


class _Runs:
    """The results of jobs that a question refers to; the page has them, and sends them along."""

    def __init__(self, results: Mapping[str, bytes]) -> None:
        self._results = results

    def look(self, key: str) -> Any:  # noqa: ANN401 - what a handler reads of a job
        """Return a finished job."""
        if key not in self._results:
            raise ApiError("job/unknown", "there is no such job; ask for it again")
        return SimpleNamespace(order=SimpleNamespace(name="cube"), result=self._results[key])


def answer(
    method: str,
    path: str,
    query: str = "",
    body: bytes = b"",
    language: str = "",
    results: Mapping[str, bytes] | None = None,
) -> Answer:
    """Answer a request: return its status and its body, JSON.

    >>> answer("GET", "/lab/games/no/such-game")[0]
    404
    """
    try:
        route, parts = _find(method, path)
        services: Any = SimpleNamespace(
            rules=_Rules(), lab=_Runs(results or {}), replaying=_Nobody()
        )
        request: Any = SimpleNamespace(path_params=parts)
        asked = _query(query, route.query) if route.query is not None else None
        sent = _read(body, route.body) if route.body is not None else None
        call = Call(
            services=services, request=request, session=None, body=sent, query=asked, key=""
        )
        with speaking(language_of(language) if route.is_spoken else ENGLISH):
            return _written(route, _finish(cast(Handling, route.handler(call))))
    except Exception as error:  # noqa: BLE001 - a page never gets a traceback
        refused = _refusal(error)
        return refused.status, _encode(refused.refusal)


def run_job(body: bytes, report: Callable[[float, Any], None]) -> Answer:
    """Do a job of the lab; `report` learns how far it is, and a first result if there is one."""
    try:
        order = make_order(_read(body, LabJob))
        known = find_shipped(order.kind, order.house, order.terms)
        if known:
            return 200, known
        if IS_PAGE and order.name in SIMULATED:
            return _NO_ROUNDS.status, _encode(_NO_ROUNDS.refusal)

        def notice(progress: float, partial: Any = None) -> None:  # noqa: ANN401 - JSON
            report(progress, partial)

        work = load(order.kind.work)
        result: bytes = work(order.house, read_terms(order.kind, order.terms), notice)
    except Exception as error:  # noqa: BLE001 - likewise
        refused = _refusal(error)
        return refused.status, _encode(refused.refusal)
    return 200, result


def _find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """Return the route of a path, and the parts of the path that vary."""
    places = [begin for begin in ROUTES if path == begin or path.startswith(begin)]
    if not places:
        raise _NOT_HERE
    routes: list[Route] = load(ROUTES[max(places, key=len)])
    for route in routes:
        pattern = _WHERE.sub(r"(?P<\1>[^/]+)", route.path)
        match = re.fullmatch(pattern, f"{BASE}{path}")
        if match and route.method == method:
            return route, {name: unquote(part) for name, part in match.groupdict().items()}
    raise _NOT_HERE


def _query(text: str, kind: type[msgspec.Struct]) -> msgspec.Struct:
    """Read a query string; repeatable fields become lists."""
    lists = {field.name for field in msgspec.structs.fields(kind) if field.default_factory is list}
    fields = parse_qs(text, keep_blank_values=True)
    data = {name: values if name in lists else values[-1] for name, values in fields.items()}
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise ApiError("query/invalid", f"the query cannot be read: {error}") from None


def _read(body: bytes, kind: type[Any]) -> Any:  # noqa: ANN401 - what the route says
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError("body/invalid", f"the body cannot be read: {error}") from None


def _finish(work: Handling) -> Any:  # noqa: ANN401 - what a handler answers
    """Run a handler to its end; nothing here waits for anything."""
    to_thread = asyncio.to_thread
    # There is one thread in a worker: what a server does beside its other work is done now.
    asyncio.to_thread = _now  # type: ignore[assignment]
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    finally:
        asyncio.to_thread = to_thread
    raise AssertionError("a handler of the lab waits for something")


async def _now(work: Callable[..., Any], *given: Any, **named: Any) -> Any:  # noqa: ANN401
    return work(*given, **named)


def _written(route: Route, made: msgspec.Struct | Reply | Text) -> Answer:
    if isinstance(made, Text):
        return made.status or route.status, made.body
    body = made.answer if isinstance(made, Reply) else made
    return (204, b"") if body is None else (route.status, _encode(body))


def _refusal(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case RulesError() | RefusedError():
            return from_rules(error)
        case _:
            return ApiError(
                FAULT.code, f"this page made a mistake: {type(error).__name__}: {error}"
            )
