"""Bound what connections cost: how many an address has, and how long they may say nothing.

Uvicorn waits for a request as long as it takes, and counts nobody's connections. A thousand silent
ones would take every file that the process may open.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from typing import ClassVar, Final

import h11
from msgspec import json
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from pitboss.server.logs import log
from pitboss.server.metrics import Metrics
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.guard import is_in
from pitboss.server.requests.limits import HEADER_SECONDS_MAX, address_key
from pitboss.server.services import Settings

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

_SLOW: Final = ApiError(
    "request/slow", f"a request has {HEADER_SECONDS_MAX} seconds to arrive with all its headers"
)


def raise_file_limit() -> None:
    """Let this process open as many files as the system allows: every connection is one."""
    if resource is not None:
        with suppress(OSError, ValueError):  # then it stays as it is
            _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def bounded_protocol(settings: Settings, metrics: Metrics) -> type[asyncio.Protocol]:
    """Return the HTTP protocol of a server, with the bounds of its settings."""

    class OfServer(_Bounded):
        gate = _Gate(settings, metrics)

    return OfServer


class _Gate:
    """Counts the open connections of every address."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._most = settings.bounds.connections
        self._proxies = settings.proxies
        self._metrics = metrics
        self._held: Counter[str] = Counter()

    def enter(self, host: str) -> str:
        """Count a connection; return under which name, or raise `ApiError`.

        A proxy speaks for many, and has no name here: the guard counts the sockets of its senders.
        """
        sender = "" if is_in(host, self._proxies) else address_key(host)
        if sender and self._held[sender] >= self._most:
            message = f"one address has at most {self._most} connections at once; close some"
            raise ApiError("connection/too-many", message, retry_s=HEADER_SECONDS_MAX)
        self._held[sender] += 1
        return sender

    def leave(self, sender: str) -> None:
        """Forget a connection."""
        self._held[sender] -= 1
        if not self._held[sender]:
            del self._held[sender]

    def note(self, error: ApiError, host: str) -> None:
        """Log a refusal."""
        self._metrics.refusals.add(error.code)
        log("connection-refused", code=error.code, address=host)


class _Bounded(H11Protocol):
    """One connection, until it is a WebSocket."""

    gate: ClassVar[_Gate]
    _sender: str | None = None
    """Under which name it is counted."""
    _deadline: asyncio.TimerHandle | None = None
    """Runs while a request is expected that has not arrived with all its headers."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in, or refuse it."""
        super().connection_made(transport)
        try:
            self._sender = self.gate.enter(self._host)
        except ApiError as error:
            self._refuse(error)
        else:
            self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._is_between:
            self._expect_request()  # its first part is here; further parts give no more time
        else:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Expect the next request; the rest of a body that was refused has as long."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self._expect_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over; the guard counts it from here on."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._leave()
        super().connection_lost(exc)

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def _is_between(self) -> bool:
        """No request is being answered."""
        state = self.conn.their_state
        is_answered = getattr(self.cycle, "response_complete", False)  # None before the first
        return state is h11.IDLE or (state is h11.SEND_BODY and is_answered)

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_SECONDS_MAX, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        has_begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if has_begun and not self.transport.is_closing():
            self._refuse(_SLOW)
        self.transport.close()  # without a word where nothing was asked: browsers keep some ready

    def _leave(self) -> None:
        self._stop_waiting()
        if self._sender is not None:
            self.gate.leave(self._sender)
            self._sender = None

    def _refuse(self, error: ApiError) -> None:
        """Say why in one small answer, and close."""
        body = json.encode(error.refusal)
        lines = [
            b"HTTP/1.1 %d %s" % (error.status, STATUS_PHRASES[error.status]),
            b"Content-Type: application/json",
            b"Content-Length: %d" % len(body),
            b"Connection: close",
            *([b"Retry-After: %d" % error.retry_s] if error.retry_s else []),
        ]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + body)
        self.transport.close()
        self.gate.note(error, self._host)
