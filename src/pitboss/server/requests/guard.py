"""Guard every request: its sender, its origin, and the size of its body.

The guard is plain ASGI, so it also protects the WebSocket.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from logging import DEBUG, INFO, WARNING
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.logs import log
from pitboss.server.metrics import Metrics
from pitboss.server.requests import endpoint
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import BODY_BYTES_MAX, BODY_SECONDS_MAX, Buckets, sender_address
from pitboss.server.requests.policy import POLICY
from pitboss.server.services import Network, Settings

RESPONSE: Final = "websocket.http.response"
"""The extension by which a socket is refused with a status."""
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_SOCKET_RETRY_S: Final = 30
_HOST: Final = re.compile(r"(?:\[(?P<address>[^\[\]]*)\]|(?P<name>[^\[\]:]*))(?::[0-9]*)?")
"""A name or an address, and a port; nothing may follow the bracket but a port."""
HTTPS_ONLY: Final = "max-age=31536000; includeSubDomains"


@dataclass
class Guard:
    """The outermost layer of the server."""

    app: ASGIApp
    settings: Settings
    metrics: Metrics
    addresses: Buckets
    body_bytes: Mapping[str, int]
    """Path -> the most bytes of a body there, where it is not the usual number."""
    has_noted_proxy: bool = False
    sockets: Counter[str] = field(default_factory=Counter)
    """Sender -> open WebSockets."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it; count and log it either way."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        believe_proxy(scope, self.settings.proxies)
        self._note_proxy(scope)
        try:
            self._check(scope)
        except ApiError as error:
            await self._refuse(scope, receive, send, error)
            return
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._serve_socket(scope, receive, send)

    def _note_proxy(self, scope: Scope) -> None:
        """Say once that a proxy is not trusted: all its players share the limits of one address."""
        is_strange = not scope.get(endpoint.FORWARDED) and "x-forwarded-for" in Headers(scope=scope)
        if is_strange and not self.has_noted_proxy:
            self.has_noted_proxy = True
            log("proxy-not-trusted", level=WARNING, address=sender_address(scope))

    async def _serve_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a WebSocket, unless its sender has too many."""
        sender = sender_address(scope)
        most = self.settings.bounds.sockets
        if self.sockets[sender] >= most:
            message = f"one address has at most {most} WebSockets at once; close some"
            error = ApiError("socket/too-many", message, retry_s=_SOCKET_RETRY_S)
            await self._refuse(scope, receive, send, error)
            return
        self.sockets[sender] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets[sender] -= 1
            if not self.sockets[sender]:
                del self.sockets[sender]

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        wait_s = self.addresses.wait_s(sender_address(scope), self.settings.steady_clock())
        if wait_s:
            raise endpoint.too_many(wait_s)
        check_host(headers.get("host", ""), self.settings.origins)
        if scope["type"] == "websocket" or scope["method"] not in READS:
            check_origin(headers, scope["scheme"], self.settings.origins)
        length = headers.get("content-length", "0")
        most = self._body_bytes_max(scope)
        if not length.isdecimal() or int(length) > most:
            raise _too_large(most)

    def _body_bytes_max(self, scope: Scope) -> int:
        return self.body_bytes.get(scope["path"], BODY_BYTES_MAX)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, error: ApiError) -> None:
        if scope["type"] == "websocket":
            scope[endpoint.REFUSED] = error.code
            await receive()  # websocket.connect
            if error.retry_s and RESPONSE in scope.get("extensions", {}):
                # Who came too often may come again; 403 would mean never.
                headers = [(b"retry-after", str(error.retry_s).encode())]
                await send(
                    {"type": f"{RESPONSE}.start", "status": error.status, "headers": headers}
                )
                await send({"type": f"{RESPONSE}.body", "body": b""})
                self._note(scope, error.status, 0.0, "")
                return
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            self._note(scope, 403, 0.0, "")
        else:
            await self._answer(scope, receive, send, error)

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, refused: ApiError | None = None
    ) -> None:
        """Run the application, or refuse; add the headers, and record the outcome."""
        began = self.settings.steady_clock()
        request_id = secrets.token_hex(8)
        status = 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                add_headers(MutableHeaders(scope=message), scope, request_id)
            await send(message)

        try:
            if refused is not None:
                await endpoint.refuse(scope, refused)(scope, receive, send_on)
            else:
                await self.app(scope, limit_body(receive, self._body_bytes_max(scope)), send_on)
        except Exception as error:
            refusal = endpoint.as_api_error(error)
            if status:
                raise
            await endpoint.refuse(scope, refusal)(scope, receive, send_on)
        finally:
            self._note(scope, status, self.settings.steady_clock() - began, request_id)

    def _note(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        method = scope.get("method", "WEBSOCKET")
        route = scope.get(endpoint.ROUTE, "none")
        if method not in {*READS, "POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"}:
            method = "other"  # anybody can make one up, and each would be kept
        self.metrics.requests.add(method, route, str(status))
        self.metrics.seconds.add(route, seconds=seconds)
        code = scope.get(endpoint.REFUSED, "")
        if code:
            self.metrics.refusals.add(code)
        is_quiet = method in READS and status < 400
        log(
            "request",
            level=WARNING if status >= 500 else DEBUG if is_quiet else INFO,
            request=request_id,
            method=method,
            route=route,
            status=status,
            ms=round(seconds * 1000, 1),
            address=sender_address(scope),
            account=scope.get(endpoint.ACCOUNT, ""),
            code=code,
        )


def believe_proxy(scope: Scope, proxies: tuple[Network, ...]) -> None:
    """Take sender and scheme from the headers of a trusted proxy only."""
    client = scope.get("client")
    if client is None or not is_in(client[0], proxies):
        return
    headers = Headers(scope=scope)
    hops = [hop.strip() for hop in headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    sender = next((hop for hop in reversed(hops) if not is_in(hop, proxies)), "")
    if sender:
        scope["client"] = (sender, 0)
        scope[endpoint.FORWARDED] = True
    scheme = headers.get("x-forwarded-proto", "").lower()
    if scheme in {"http", "https"}:
        is_socket = scope["type"] == "websocket"
        scope["scheme"] = scheme.replace("http", "ws") if is_socket else scheme


def check_host(host: str, origins: frozenset[str]) -> None:
    """Refuse host names that are not ours.

    Another site can point its own name at this machine, but not an address or "localhost".

    >>> check_host("127.0.0.1:8021", frozenset())
    >>> check_host("floor.example", frozenset({"https://floor.example"}))
    >>> check_host("FLOOR.example", frozenset({"https://floor.example"}))
    >>> check_host("[::1]:8021", frozenset())
    >>> check_host("evil.example:8021", frozenset())
    Traceback (most recent call last):
    pitboss.server.requests.errors.ApiError: this server is not called 'evil.example:8021'; ...
    """
    if any(host.lower() == origin.partition("://")[2] for origin in origins):
        return
    parts = _HOST.fullmatch(host)
    name = (parts["address"] or parts["name"]) if parts else ""
    if name.lower() == "localhost":
        return
    try:
        ip_address(name)
    except ValueError:
        message = f"this server is not called {host[:200]!r}; name it with --origin"
        raise ApiError("request/host", message) from None


def check_origin(headers: Headers, scheme: str, origins: frozenset[str]) -> None:
    """Refuse requests that another site's page sends with the reader's cookie.

    Browsers name the page's origin with every write and every socket; a program names none.
    """
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    own = f"{scheme.replace('ws', 'http')}://{headers.get('host', '')}"
    is_foreign = origin is not None and origin != own and origin not in origins
    is_cross = site not in {None, "same-origin", "none"} and origin not in origins
    if is_foreign or is_cross:
        raise ApiError("request/origin", "a page of another site may not do this")


def limit_body(receive: Receive, most: int) -> Receive:
    """Return *receive* with limits on the size of a body and on its time."""
    count = 0
    is_over = False
    until: float | None = None

    async def receive_on() -> Message:
        nonlocal count, is_over, until
        if is_over:
            return await receive()
        # Of the whole body: one byte now and then would hold a connection for hours.
        until = until or asyncio.get_running_loop().time() + BODY_SECONDS_MAX
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise ApiError("body/slow", "the body took too long") from None
        if message["type"] == "http.request":
            count += len(message.get("body", b""))
            is_over = not message.get("more_body", False)
            if count > most:
                raise _too_large(most)
        return message

    return receive_on


def add_headers(headers: MutableHeaders, scope: Scope, request_id: str) -> None:
    """Add the headers of every answer."""
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    headers["X-Request-Id"] = request_id
    if scope["scheme"] == "https":
        headers["Strict-Transport-Security"] = HTTPS_ONLY


def _too_large(most: int) -> ApiError:
    return ApiError("body/too-large", f"a body has at most {most:,} bytes here")


def is_in(address: str, networks: tuple[Network, ...]) -> bool:
    """Return whether an address is in one of some networks."""
    try:
        sender = ip_address(address)
    except ValueError:
        return False
    return any(sender in network for network in networks)
