"""Answer requests by the table of routes: read, check, call the handler, write."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from ipaddress import ip_address
from math import ceil
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, quote, unquote_to_bytes

import msgspec
from msgspec import inspect
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pitboss.engine.actions import RefusedError
from pitboss.office.decide import refusal_at
from pitboss.office.roles import may
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import RulesError
from pitboss.server.accounts.sessions import cookie, read_token
from pitboss.server.bridge.messages import ForwardedRequest
from pitboss.server.bridge.peer import Peer
from pitboss.server.logs import logger
from pitboss.server.requests.errors import FAULT, NO_SESSION, NO_STORE, ApiError, from_rules
from pitboss.server.requests.limits import KEY_LENGTH_MAX, has_nul, is_key, sender_address
from pitboss.server.requests.packing import pack
from pitboss.server.requests.policy import policy_for
from pitboss.server.requests.routes import Access, Call, Reply, Route, Text
from pitboss.server.services import Services
from pitboss.store import Pulse, Session, SilentStoreError, StoreError
from pitboss.text.say import ENGLISH, current_language, language_of, say_refusal, speaking

ROUTE = "pitboss.route"
"""The key of a request's scope with its path in the table of routes."""
ACCOUNT = "pitboss.account"
"""The key of the scope with the caller's account."""
REFUSED = "pitboss.refused"
"""The key of the scope with the code of the refusal."""
FORWARDED = "pitboss.forwarded"
"""The key of the scope that marks a request from a proxy."""
BOOKS = "Pitboss-Books"
SILENT = "silent"
"""The header of answers that may be old, because the books do not answer."""
LAST_SECONDS: Final = 1.0
"""Seconds after the books fall silent, within which unsent entries are refused."""
_T = TypeVar("_T")
_going_on: set[asyncio.Task[Any]] = set()
_PLACE = re.compile(r"Invalid (?:enum )?value .* - at `\$(.*)`$", flags=re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[[^]]*\]")
_JSON = "application/json"
_encode = msgspec.json.Encoder().encode


class Endpoint:
    """All methods of one path."""

    def __init__(self, path: str, routes: Mapping[str, Route]) -> None:
        """Answer the methods of *routes*."""
        self._path = path
        self._routes = routes
        self._decoders = {
            method: msgspec.json.Decoder(route.body)
            for method, route in routes.items()
            if route.body is not None
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        scope[ROUTE] = self._path
        response = await self._answer(request)
        if request.app.state.services.committer.pulse.is_silent:
            response.headers[BOOKS] = SILENT
        route = self._routes.get(request.method)
        if route is not None and route.method == "GET" and route.access is Access.ANYONE:
            pack(response, request.headers)
        if route is not None and route.successor:
            successor = route.successor.format(**request.path_params)
            response.headers["Deprecation"] = "true"
            response.headers["Link"] = f'<{quote(successor)}>; rel="successor-version"'
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        try:
            if "\0" in request.scope["path"]:
                return refuse(request.scope, not_found())  # no path and no id has one
            method = "GET" if request.method == "HEAD" else request.method
            route = self._routes.get(method)
            if route is None:
                return wrong_method(request, self._routes)
            call = await self._read(request, route)
            work = self._handle(route, call)
            with speaking(_language(route, request)):
                if method == "GET":
                    return await work
                return await do_unless_silent(call.services.committer.pulse, work)
        except Exception as error:  # noqa: BLE001 - a client never gets a traceback
            with speaking(_refusal_language(self._routes.get(request.method), request)):
                return refuse(request.scope, as_api_error(error))

    async def _handle(self, route: Route, call: Call) -> Response:
        services = call.services
        is_run = route.is_of_table and call.path["table"] not in services.desk.office.physical
        if (is_run or route.in_one) and services.switchboard.is_shared:
            return await self._answer_elsewhere(route, call)
        return _write(call.request, route, await route.handler(call))

    async def _answer_elsewhere(self, route: Route, call: Call) -> Response:
        """Answer in the process that runs the table, or that has what is in one memory alone."""
        request = call.request

        async def here(_: object) -> Response:
            return _write(request, route, await route.handler(call))

        async def there(peer: Peer) -> Response:
            sent = ForwardedRequest(
                id=peer.next_id,
                method=route.method,
                path=route.path,
                params=call.path,
                query=request.scope["query_string"],
                body=await request.body() if route.body is not None else b"",
                key=call.key,
                session=call.session,
                language=current_language(),
            )
            answer = await peer.send(sent)
            return Response(answer.body, answer.status, answer.headers)

        switchboard = call.services.switchboard
        if route.in_one:
            return await switchboard.at_first(here, there)
        return await switchboard.at_table(call.path["table"], call.viewer, here, there)

    def is_of_table(self, method: str) -> bool:
        """Return whether the process that runs the table answers a method of the path."""
        return self._routes[method].is_of_table

    async def answer_forwarded(self, services: Services, sent: ForwardedRequest) -> Response:
        """Answer a request that another process checked and forwarded; may raise `ApiError`."""
        route = self._routes[sent.method]
        scope = {
            "type": "http",
            "method": sent.method,
            "scheme": "http",
            "path": sent.path,
            "path_params": sent.params,
            "query_string": sent.query,
            "headers": [],
        }
        request = Request(scope)
        body = self._decode(sent.method, sent.body) if route.body is not None else None
        query = _query(request, route.query) if route.query is not None else None
        call = Call(
            services=services,
            request=request,
            session=sent.session,
            body=body,
            query=query,
            key=sent.key,
        )
        with speaking(sent.language):
            return _write(request, route, await route.handler(call))

    async def _read(self, request: Request, route: Route) -> Call:
        """Check a request in the order that reveals least to a stranger, and read it."""
        services: Services = request.app.state.services
        take(services, route.rate, sender_address(request.scope))
        session = await find_session(services, request.scope)
        _check_access(route, request.scope, session)
        if session is not None:
            request.scope[ACCOUNT] = session.account
            take(services, "account", session.account)
            await _check_permission(services, route, session, request.scope)
        key = _key(request) if route.moves else ""
        body = await self._body(request) if route.body is not None else None
        query = _query(request, route.query) if route.query is not None else None
        return Call(
            services=services, request=request, session=session, body=body, query=query, key=key
        )

    async def _body(self, request: Request) -> Any:  # noqa: ANN401 - what the route says
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != _JSON:
            raise ApiError("body/not-json", "send the body as application/json")
        if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
            # What is unpacked here could be a thousand times what was sent.
            raise ApiError("body/encoded", "send the body as it is, without Content-Encoding")
        return self._decode(request.method, await request.body())

    def _decode(self, method: str, body: bytes) -> Any:  # noqa: ANN401 - what the route says
        try:
            decoded = self._decoders[method].decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = explain(error, self._decoders[method].type)
            raise ApiError("body/invalid", f"the body cannot be read: {reason}") from None
        if has_nul(body):
            raise ApiError("body/invalid", "the body cannot be read: no text has a NUL (\\u0000)")
        return decoded


def _language(route: Route, request: Request) -> str:
    """Return the language of an answer: reports, sheets and what is for staff are English."""
    return language_of(request.headers.get("accept-language", "")) if route.is_spoken else ENGLISH


def _refusal_language(route: Route | None, request: Request) -> str:
    """Return the language of a refusal: that of its reader, but what is for staff is English."""
    if route is not None and route.needs is not None and not may((), route.needs):
        return ENGLISH
    return language_of(request.headers.get("accept-language", ""))


def wrong_method(request: Request, methods: Iterable[str]) -> Response:
    """Refuse a method that a path does not have."""
    allowed = ", ".join(sorted(methods))
    error = ApiError("request/method", f"{request.method} is not allowed here: {allowed}")
    response = refuse(request.scope, error)
    response.headers["Allow"] = allowed
    return response


def _check_access(route: Route, scope: Scope, session: Session | None) -> None:
    match route.access:
        case Access.ANYONE:
            return
        case Access.PLAYER:
            if session is None:
                raise NO_SESSION
        case Access.OPERATOR:
            if not is_local(scope):
                raise not_found()


async def _check_permission(
    services: Services, route: Route, session: Session, scope: Scope
) -> None:
    """Refuse a caller who lacks the permission of the route now."""
    is_staff = route.needs is not None and not may((), route.needs)
    if is_staff and route.needs is not None:  # what everybody may needs no question
        office = await services.desk.refresh()
        table = scope["path_params"].get("table")
        refused = refusal_at(office, session.account, route.needs, table)
        if refused is not None:
            services.denials.note(session.account, route.path, route.needs, sender_address(scope))
            raise ApiError.of(refused)
    if is_staff or route.step_up:
        await services.factors.check(session, fresh=route.step_up)


def is_local(scope: Scope) -> bool:
    """Return whether a request comes from this machine itself, and not through a proxy."""
    try:
        return ip_address(sender_address(scope)).is_loopback and not scope.get(FORWARDED)
    except ValueError:
        return False


def take(services: Services, rate: str, key: str) -> None:
    """Count one use of a rate; refuse if it is used up."""
    if not rate:
        return
    wait_s = services.buckets[rate].wait_s(key, services.settings.steady_clock())
    if wait_s:
        raise too_many(wait_s)


def too_many(wait_s: float) -> ApiError:
    """Return the refusal of a caller who asks too often."""
    seconds = ceil(wait_s)
    return ApiError("rate/exceeded", f"too many requests; wait {seconds} s", retry_s=seconds)


async def find_session(services: Services, scope: Scope) -> Session | None:
    """Return the session of a request or a socket."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    token = read_token(
        headers.get(b"authorization", ""), headers.get(b"cookie", ""), scope["scheme"]
    )
    return await services.sessions.find(token) if token else None


def _key(request: Request) -> str:
    key = request.headers.get("idempotency-key", "")
    if not is_key(key):
        message = f"send an Idempotency-Key of 1 to {KEY_LENGTH_MAX} letters, digits or signs"
        raise ApiError("key/missing", message)
    return key


def _query(request: Request, wanted: type[msgspec.Struct]) -> msgspec.Struct:
    """Read the query string; repeatable fields become lists."""
    lists = {
        field.name for field in msgspec.structs.fields(wanted) if field.default_factory is list
    }
    if b"\0" in unquote_to_bytes(request.scope["query_string"]):
        raise ApiError("query/invalid", "the query cannot be read: no text has a NUL (%00)")
    try:
        text = request.scope["query_string"].decode("ascii")
        fields = parse_qs(text, keep_blank_values=True, max_num_fields=100, errors="strict")
        data = {name: values if name in lists else values[-1] for name, values in fields.items()}
        return msgspec.convert(data, wanted, strict=False)
    except ValueError as error:  # also what msgspec and the decoding raise
        reason = explain(error, wanted)
        raise ApiError("query/invalid", f"the query cannot be read: {reason}") from None


def as_api_error(error: Exception) -> ApiError:
    """Return an exception as a refusal; log an unexpected one."""
    match error:
        case ApiError():
            return error
        case RulesError() | RefusedError():
            return from_rules(error)
        case HTTPException(status_code=404):
            return not_found()
        case ClientDisconnect():
            return ApiError("request/malformed", "the request ended too soon")
        case StoreError():
            if not isinstance(error, SilentStoreError):  # logged when it begins and when it ends
                logger().warning("store-unavailable", exc_info=error)
            return NO_STORE
        case _:
            logger().error("fault", exc_info=error)
            return FAULT


def not_found() -> ApiError:
    """Return the refusal of an unknown path."""
    return ApiError("request/not-found", "there is nothing here; /openapi.json lists every path")


def refuse(scope: Scope, error: ApiError) -> Response:
    """Return a refusal as a response."""
    scope[REFUSED] = error.code
    headers = {"Retry-After": str(error.retry_s)} if error.retry_s else None
    refusal = error.refusal
    body = _encode(msgspec.structs.replace(refusal, message=say_refusal(refusal.message)))
    return Response(body, status_code=error.status, media_type=_JSON, headers=headers)


def _write(request: Request, route: Route, answer: msgspec.Struct | Reply | Text) -> Response:
    if isinstance(answer, Text):
        headers = {"Retry-After": str(answer.retry_s)} if answer.retry_s else {}
        if answer.content_type.startswith("text/html"):
            headers["Content-Security-Policy"] = policy_for(answer.body)
        status = answer.status or route.status
        return Response(answer.body, status, headers, media_type=answer.content_type)
    reply = answer if isinstance(answer, Reply) else Reply(answer)
    body = b"" if reply.answer is None else _encode(reply.answer)
    status = route.status if reply.answer is not None else 204
    response = Response(body, status_code=status, media_type=_JSON if body else None)
    if reply.token is not None:
        value = cookie(request.scope["scheme"], reply.token, reply.token_age_s)
        response.headers["Set-Cookie"] = value
    return response


async def do_unless_silent(pulse: Pulse, work: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of *work*; raise `NO_STORE` if the books fall silent first.

    The work goes on: its entries are written once or not at all, and a client that asks again
    with the same key learns which.
    """
    task = asyncio.get_running_loop().create_task(work)
    silent: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def note() -> None:
        if pulse.is_silent and not silent.done():
            silent.set_result(None)

    pulse.on_change.append(note)
    note()
    try:
        waits: list[asyncio.Future[Any]] = [task, silent]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            await asyncio.wait({task}, timeout=LAST_SECONDS)
    except asyncio.CancelledError:
        task.cancel()
        raise
    finally:
        pulse.on_change.remove(note)
    if task.done():
        return task.result()
    _going_on.add(task)
    task.add_done_callback(_forget)
    raise NO_STORE


def _forget(task: asyncio.Task[Any]) -> None:
    _going_on.discard(task)
    if not task.cancelled():
        task.exception()  # nobody waits for it any more


def explain(error: Exception, kind: Any) -> str:  # noqa: ANN401 - any type of a body or query
    """Return msgspec's message about a value that is not a *kind*, and the allowed values.

    >>> import msgspec
    >>> from typing import Literal
    >>> kind = list[Literal["red", "black"]]
    >>> try:
    ...     msgspec.json.decode(b'["red", "blue"]', type=kind)
    ... except msgspec.ValidationError as error:
    ...     print(explain(error, kind))
    Invalid enum value 'blue' - at `$[1]`; it is black or red
    """
    message = str(error)
    place = _PLACE.match(message)
    if place is None:
        return message
    values = sorted({*map(str, _allowed_values([inspect.type_info(kind)], place[1]))})
    return f"{message}; it is {choice(values)}" if values else message


def _allowed_values(kinds: list[inspect.Type], place: str) -> Iterator[object]:
    """Yield every value allowed at a path inside some types."""
    for step in _STEP.finditer(place):
        kinds = [inner for kind in kinds for inner in _inside(kind, step[1])]
    for kind in kinds:
        match kind:
            case inspect.UnionType(types=types):
                yield from _allowed_values([*types], "")
            case inspect.EnumType(cls=values):
                yield from (value.value for value in values)
            case inspect.LiteralType(values=values):
                yield from values
            case _:
                pass


def _inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """Yield the types of a field, or of the items of a list or mapping."""
    match kind:
        case inspect.UnionType(types=types):
            for member in types:
                yield from _inside(member, name)
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            yield from (field.type for field in fields if field.encode_name == name)
            if tag_field is not None and tag_field == name:
                yield inspect.LiteralType((tag,))
        case inspect.DictType(value_type=held):
            yield held
        case inspect.CollectionType(item_type=held):
            yield held
        case inspect.TupleType(item_types=several):
            yield from several
        case _:
            pass
