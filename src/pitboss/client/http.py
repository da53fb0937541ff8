"""Send requests over HTTP/1.1 with h11, on a few kept connections.

A whole HTTP library would bring redirects, proxies and cookies that this client must not use.
Uvicorn needs h11 already.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

import h11

ANSWER_BYTES_MAX: Final = 1 << 24
"""Bytes of an answer; the odds of a whole table are some hundred thousand."""
_READ: Final = 1 << 16
_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class _Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.state = h11.Connection(h11.CLIENT)

    async def exchange(self, request: h11.Request, body: bytes) -> Answer:
        """Send a request and read its answer."""
        data = self.state.send(request) or b""
        data += (self.state.send(h11.Data(body)) or b"") if body else b""
        data += self.state.send(h11.EndOfMessage()) or b""
        self.writer.write(data)
        await self.writer.drain()
        head = None
        parts = []
        size = 0
        while True:
            event = self.state.next_event()
            if event is h11.NEED_DATA:
                self.state.receive_data(await self.reader.read(_READ))
            elif isinstance(event, h11.Response):
                head = event
            elif isinstance(event, h11.Data):
                parts.append(bytes(event.data))
                size += len(event.data)
                if size > ANSWER_BYTES_MAX:
                    raise ConnectionError("the answer is too long")
            elif isinstance(event, h11.EndOfMessage):
                break
            elif isinstance(event, h11.ConnectionClosed):
                raise ConnectionError("the connection was closed")
        if head is None:
            raise ConnectionError("there was no answer")
        headers = {name.decode(): value.decode("latin-1") for name, value in head.headers}
        return Answer(head.status_code, headers, b"".join(parts))

    def is_reusable(self) -> bool:
        """Return whether both sides keep the connection, and prepare it for the next request."""
        if self.state.our_state is h11.DONE and self.state.their_state is h11.DONE:
            self.state.start_next_cycle()
            return not self.reader.at_eof()
        return False

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError, ssl.SSLError):
            await self.writer.wait_closed()


@dataclass
class Http:
    """Sends requests to one server."""

    url: str
    _idle: list[_Connection] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the address of the server."""
        parts = urlsplit(self.url)
        if parts.scheme not in _PORTS or not parts.hostname:
            message = f"{self.url!r} is no address of a server: http://HOST:PORT"
            raise ValueError(message)
        self._host = parts.hostname
        self._port = parts.port or _PORTS[parts.scheme]
        self._netloc = parts.netloc.rpartition("@")[2]
        self._context = ssl.create_default_context() if parts.scheme == "https" else None

    async def send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: bytes = b"",
        *,
        fresh: bool,
    ) -> Answer:
        """Send one request; *fresh* takes a new connection, which cannot be a dead one."""
        connection = await self._connect() if fresh or not self._idle else self._idle.pop()
        given = {"Host": self._netloc, "Content-Length": str(len(body)), **headers}
        try:
            request = h11.Request(method=method, target=path, headers=[*given.items()])
            answer = await connection.exchange(request, body)
        except h11.RemoteProtocolError as error:
            await connection.close()
            raise ConnectionError(str(error)) from error
        except BaseException:
            await connection.close()
            raise
        if connection.is_reusable():
            self._idle.append(connection)
        else:
            await connection.close()
        return answer

    async def close(self) -> None:
        """Close every connection."""
        while self._idle:
            await self._idle.pop().close()

    async def _connect(self) -> _Connection:
        reader, writer = await asyncio.open_connection(
            self._host, self._port, ssl=self._context, limit=_READ
        )
        return _Connection(reader, writer)
