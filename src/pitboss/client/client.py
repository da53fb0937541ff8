"""The client: requests that are repeated until they are answered, and a line to the tables.

Requests go over HTTP/1.1 with h11, which Uvicorn needs already, on a few kept connections. A whole
HTTP library would bring redirects, proxies and cookies that this client must not use.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self
from urllib.parse import quote, urlencode, urlsplit

import h11

from pitboss.client.errors import NoAnswerError, RefusedByServerError
from pitboss.client.line import Line
from pitboss.client.patience import Patience, new_key

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


BASE: Final = "/api/1"
_AGAIN: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same request may be sent again: nothing was changed."""
Json = dict[str, Any]
Query = Mapping[str, str | Sequence[str]]


class Client:
    """Talks to one server for one account.

    `token` is the session's token; `guest`, `register` and `login` set it. It may be kept and given
    to another client.
    """

    def __init__(self, url: str, *, token: str = "", patience: Patience | None = None) -> None:
        """Name the server: `http://127.0.0.1:8021`."""
        self.url = url.rstrip("/")
        self.token = token
        self.patience = patience or Patience()
        self._http = Http(self.url)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def guest(self) -> Json:
        """Open a guest account with play money, and be logged in."""
        return self._welcome(await self._send("POST", "/guest", {}, again=True))

    async def register(self, name: str, password: str) -> Json:
        """Give this guest a name and a password, or open a new account."""
        body = {"name": name, "password": password}
        return self._welcome(await self._send("POST", "/register", body, again=False))

    async def login(self, name: str, password: str, code: str = "") -> Json:
        """Log in; an account with a second factor needs a code of it, which counts once."""
        body = {"name": name, "password": password} | ({"code": code} if code else {})
        return self._welcome(await self._send("POST", "/login", body, again=not code))

    async def logout(self) -> None:
        """End the session."""
        await self._send("POST", "/logout", {}, again=True)
        self.token = ""

    async def me(self) -> Json:
        """Return the logged-in account and its wallet."""
        return await self.get("/me")

    async def get(self, path: str, query: Query | None = None) -> Json:
        """Read, for example `/tables`."""
        text = "?" + urlencode(dict(query), doseq=True) if query else ""
        return await self._send("GET", quote(path, safe="/") + text, None, again=True)

    async def post(self, path: str, body: Mapping[str, Any] | None = None, key: str = "") -> Json:
        """Carry out a request once, however often it has to be sent.

        *key* is the Idempotency-Key; by default a new one. If it must outlive this call, as
        over a restart of the program, make it yourself and keep it.
        """
        headers = {"Idempotency-Key": key or new_key()}
        return await self._send("POST", quote(path, safe="/"), body or {}, headers, again=True)

    def connect(self, *, takes_part: bool = True) -> Line:
        """Return a line to the tables: `async with client.connect() as line`.

        The line cuts the shoes of its tables with random numbers of its own, unless *takes_part*
        is False.
        """
        url = "ws" + self.url.removeprefix("http") + "/ws"
        return Line(url, self.token, self.patience, takes_part=takes_part)

    async def check_shoe(self, line: Line, table: str, shuffle: int | str) -> list[str]:
        """Read a revealed shuffle; return what is wrong with it, by what the line saw of it."""
        return line.judge_shoe(await self.get(f"/tables/{table}/shoes/{shuffle}"))

    def _welcome(self, welcome: Json) -> Json:
        self.token = str(welcome["token"])
        return welcome

    async def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None = None,
        *,
        again: bool,
    ) -> Json:
        """Send until there is an answer; if a second try could do harm, only until it is sent.

        A refused connection or request did nothing; a lost answer after that may belong to a
        request that was carried out.
        """
        given = {"Accept": "application/json", **(headers or {})}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            given["Content-Type"] = "application/json"
        failures = 0
        while True:
            failures += 1
            wait = self.patience.pause(failures)
            try:
                async with asyncio.timeout(self.patience.answer):
                    answer = await self._http.send(
                        method, BASE + path, given, data, fresh=not again or failures > 1
                    )
            except (OSError, TimeoutError) as error:
                may_repeat = again or isinstance(error, ConnectionRefusedError)
                if not may_repeat or failures >= self.patience.tries:
                    message = f"{self.url} does not answer: {error!s:.200}".removesuffix(": ")
                    raise NoAnswerError(message) from error
            else:
                if answer.status not in _AGAIN or failures >= self.patience.tries:
                    return _read(answer)
                wait = max(wait, _retry_after(answer))
            await asyncio.sleep(wait)


def _retry_after(answer: Answer) -> float:
    text = answer.headers.get("retry-after", "")
    return min(60.0, float(text)) if text.isdecimal() else 0.0


def _read(answer: Answer) -> Json:
    try:
        data = json.loads(answer.body) if answer.body else {}
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        message = "the answer is not what a server of Pitboss sends"
        raise RefusedByServerError("answer/malformed", message, status=answer.status)
    if answer.status >= 400:
        raise RefusedByServerError(
            str(data.get("code", f"http/{answer.status}")),
            str(data.get("message", "the server refused")),
            clause=str(data.get("clause", "")),
            status=answer.status,
        )
    return data
