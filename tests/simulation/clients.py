"""Clients: HTTP requests and WebSockets to a worker, over a network that loses things."""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from starlette.types import Message

from tests.simulation.loop import Life
from tests.simulation.world import Process, World

HOST = "127.0.0.1:8021"
PATIENCE_SECONDS = 15.0
"""For so long a client waits for an answer."""
AGAIN = frozenset(
    {
        "store/unavailable",
        "table/moving",
        "table/lost",
        "server/busy",
        "server/fault",
        "rate/exceeded",
        "jackpot/unavailable",
        "jackpot/busy",
    }
)
"""Refusals after which the same command is sent again with the same key."""


class NoAnswerError(Exception):
    """Nobody knows what became of a request."""


class Answer(NamedTuple):
    """An answer."""

    status: int
    data: Any
    headers: dict[str, str]

    @property
    def code(self) -> str:
        """The code of a refusal, or "ok"."""
        if self.status < 400:
            return "ok"
        return str(self.data.get("code", self.status)) if isinstance(self.data, dict) else "?"


@dataclass(eq=False)
class Sent:
    """A command with a key, and every answer to it; None: there was none."""

    who: str
    account: str
    path: str
    """The table and what is asked of it, or the path of a request."""
    body: dict[str, Any]
    key: str
    at: float
    """When it was first sent."""
    answers: list[str | None] = field(default_factory=list)
    data: list[Any] = field(default_factory=list)
    """The bodies of the answers that were not refusals."""

    done_at: float = 0.0
    """When its sender was told that it was carried out."""

    @property
    def is_done(self) -> bool:
        """Whether any answer said that it was carried out."""
        return "ok" in self.answers

    @property
    def is_refused(self) -> bool:
        """Whether every try was answered, and each was refused for good."""
        return bool(self.answers) and not ({None, "ok"} | AGAIN) & {*self.answers}


@dataclass(eq=False)
class Visitor:
    """Somebody with a browser: he is connected to any worker."""

    world: World
    name: str
    rng: random.Random = field(init=False)
    token: str = ""
    account: str = ""
    on_no_session: Callable[[], Awaitable[None]] | None = None
    """Called when the session is over."""
    _is_coming_back: bool = False
    _keys: int = 0
    _site: int = 0

    def __post_init__(self) -> None:
        self.rng = self.world.rng(self.name)
        self._site = self.rng.randrange(1, 250)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return self.world.loop

    async def think(self, factor: float = 1.0) -> None:
        """Let some time pass."""
        await asyncio.sleep(self.rng.expovariate(1.0) * self.world.scenario.pace * factor + 0.001)

    def new_key(self) -> str:
        """Return a key for a command."""
        self._keys += 1
        return f"{self.name}-{self._keys}"

    def pick(self) -> Process:
        """Return a worker to connect to; the proxy knows only those that answer."""
        up = self.world.up
        if not up:
            raise NoAnswerError("no worker answers")
        return self.rng.choice(up)

    def scope(self, kind: str, method: str, path: str, key: str, size: int) -> dict[str, Any]:
        """Return the scope of a request or a socket."""
        plain, _, query = path.partition("?")
        headers = [(b"host", HOST.encode())]
        if self.token:
            headers.append((b"authorization", f"Bearer {self.token}".encode()))
        if key:
            headers.append((b"idempotency-key", key.encode("latin-1")))
        if size:
            headers += [(b"content-type", b"application/json")]
            headers += [(b"content-length", str(size).encode())]
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http" if kind == "http" else "ws",
            "path": plain,
            "raw_path": plain.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": headers,
            "client": (f"192.168.1.{self._site}", 5000),
            "server": ("127.0.0.1", 8021),
            "subprotocols": [],
        }

    async def call(
        self, method: str, path: str, body: dict[str, Any] | None = None, key: str = ""
    ) -> Answer:
        """Send a request once; raise `NoAnswerError` if nothing comes back."""
        trace = self.world.trace
        process = self.pick()
        sent = f"{method} {path} {json.dumps(body) if body is not None else ''} {key}"
        try:
            answer = await self._exchange(process, method, path, body, key)
        except NoAnswerError as error:
            trace.note(self.name, f"{sent} @{process.name}", f"no answer: {error}")
            trace.reach(method, path_kind(path), "no answer")
            raise
        trace.commands += 1
        trace.note(self.name, f"{sent} @{process.name}", f"{answer.status} {answer.code}")
        trace.reach(method, path_kind(path), answer.code)
        if answer.code == "session/missing" and self.on_no_session and not self._is_coming_back:
            self._is_coming_back = True
            try:
                await self.on_no_session()
            finally:
                self._is_coming_back = False
        return answer

    async def _exchange(
        self, process: Process, method: str, path: str, body: dict[str, Any] | None, key: str
    ) -> Answer:
        network = self.world.network
        if network.is_cut(self.name, process.name) or network.is_lost():
            await asyncio.sleep(PATIENCE_SECONDS)
            raise NoAnswerError("lost on the way")
        await asyncio.sleep(network.draw_delay())
        life = process.life
        app = process.app
        if not process.is_up or app is None or life is None or life.is_dead:
            raise NoAnswerError("nobody listens")
        network.delivered += 1
        text = b"" if body is None else json.dumps(body).encode()
        exchange = _Exchange(self, life, text, method, path)
        scope = self.scope("http", method, path, key, len(text) if body is not None else 0)
        task = self.loop.create_task(
            app(scope, exchange.receive, exchange.send), context=life.context
        )
        task.add_done_callback(exchange.end)
        life.on_end.append(exchange.lose)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await exchange.done
        except TimeoutError:
            exchange.is_left = True
            exchange.left.set()
            raise NoAnswerError("it takes too long") from None
        finally:
            if exchange.lose in life.on_end:
                life.on_end.remove(exchange.lose)
        if network.is_lost() or network.is_cut(self.name, process.name):
            await asyncio.sleep(PATIENCE_SECONDS)
            raise NoAnswerError("the answer was lost")
        await asyncio.sleep(network.draw_delay())
        network.delivered += 1
        return exchange.answer()

    async def insist(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        key: str = "",
        tries: int = 8,
    ) -> Sent:
        """Send a command until somebody knows what became of it; keep every answer."""
        sent: Sent = self.world.ledger_line(self, path, body or {}, key or self.new_key())
        for _ in range(tries):
            try:
                answer = await self.call(method, path, body, sent.key)
            except NoAnswerError:
                sent.answers.append(None)
            else:
                sent.answers.append(answer.code)
                if answer.code == "ok":
                    sent.data.append(answer.data)
                    sent.done_at = self.world.loop.time()
                if answer.code not in AGAIN:
                    break
            if self.world.is_closed:
                break
            await self.think(0.5)
        return sent

    async def read(self, path: str) -> Answer | None:
        """Read something; None: nobody answered."""
        try:
            return await self.call("GET", path)
        except NoAnswerError:
            return None


def path_kind(path: str) -> str:
    """Return a path without numbers and names, to count how often it was taken."""
    parts = path.partition("?")[0].split("/")[3:]
    return "/".join("*" if any(it.isdigit() for it in part) else part for part in parts)


@dataclass(eq=False)
class _Exchange:
    """A request and its answer, at the worker."""

    visitor: Visitor
    life: Life
    body: bytes
    method: str
    path: str
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    text: bytes = b""
    is_read: bool = False
    is_left: bool = False

    def __post_init__(self) -> None:
        self.done: asyncio.Future[None] = self.visitor.loop.create_future()
        self.left = asyncio.Event()

    async def receive(self) -> Message:
        if not self.is_read:
            self.is_read = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode("latin-1") for k, v in message["headers"]}
        else:
            self.text += message.get("body", b"")
            if not message.get("more_body", False):
                self.visitor.world.witness(self.visitor, self.text, f"{self.method} {self.path}")
                if not self.done.done():
                    self.done.set_result(None)

    def end(self, task: asyncio.Task[None]) -> None:
        """Note that the worker is done with the request."""
        if task.cancelled() or self.done.done():
            return
        self.done.set_exception(NoAnswerError(f"the worker failed: {task.exception()!r}"))

    def lose(self) -> None:
        """Note that the worker was killed."""
        if not self.done.done():
            self.done.set_exception(NoAnswerError("the connection was reset"))

    def answer(self) -> Answer:
        kind = self.headers.get("content-type", "")
        data = json.loads(self.text) if self.text and kind == "application/json" else self.text
        return Answer(self.status, data, self.headers)


class ClosedError(Exception):
    """The socket is closed."""


@dataclass(eq=False)
class Socket:
    """A WebSocket of a visitor."""

    visitor: Visitor
    process: Process
    closed: str = ""
    """Why it ended; "": it is open."""
    is_dead: bool = False
    """Half-open: nothing arrives any more, and nobody knows."""
    is_stuck: bool = False
    """The client takes nothing."""
    _to_server: deque[Message] = field(default_factory=deque)
    _to_client: deque[str] = field(default_factory=deque)
    _last_in: float = 0.0
    _last_out: float = 0.0

    def __post_init__(self) -> None:
        self._server_waits: asyncio.Future[None] | None = None
        self._client_waits: asyncio.Future[None] | None = None

    async def open(self) -> None:
        """Connect."""
        visitor = self.visitor
        process = self.process
        network = visitor.world.network
        if network.is_cut(visitor.name, process.name) or network.is_lost():
            await asyncio.sleep(PATIENCE_SECONDS)
            raise NoAnswerError("lost on the way")
        await asyncio.sleep(network.draw_delay())
        life = process.life
        app = process.app
        if not process.is_up or app is None or life is None or life.is_dead:
            raise NoAnswerError("nobody listens")
        self._to_server.append({"type": "websocket.connect"})
        scope = visitor.scope("websocket", "GET", "/ws", "", 0)
        work = app(scope, self._receive, self._send)
        task = visitor.loop.create_task(work, context=life.context)
        task.add_done_callback(self._end_task)
        life.on_end.append(self._lose)
        self._life = life
        visitor.world.trace.note(visitor.name, f"opens a socket @{process.name}")

    # -- the worker's end --------------------------------------------------------------------------

    async def _receive(self) -> Message:
        while not self._to_server:
            self._server_waits = self.visitor.loop.create_future()
            await self._server_waits
        return self._to_server.popleft()

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.close":
            self._arrive_later(None, f"closed {message.get('code')} {message.get('reason', '')}")
            return
        text = message.get("text")
        if text is None:
            return
        self.visitor.world.witness(self.visitor, text.encode(), "/ws")
        if self.closed:
            raise OSError("the client is gone")
        while self.is_stuck and not self.closed:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(1.0)
        self._arrive_later(text, "")

    def _end_task(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, OSError):
            world = self.visitor.world
            if not world.is_injected(error):
                world.note_error("socket", error)
        self._arrive_later(None, "closed by the worker")

    def _lose(self) -> None:
        self._arrive_later(None, "the connection was reset")

    def _arrive_later(self, text: str | None, closed: str) -> None:
        network = self.visitor.world.network
        back = network.back_at(self.visitor.name, self.process.name)
        self._last_out = max(self._last_out, back + network.draw_delay())
        self.visitor.loop.call_at(self._last_out, self._arrive, text, closed, context=Context())

    def _arrive(self, text: str | None, closed: str) -> None:
        if self.is_dead:
            return
        if text is None:
            self.closed = self.closed or closed
        else:
            self.visitor.world.network.delivered += 1
            self._to_client.append(text)
        if self._client_waits is not None and not self._client_waits.done():
            self._client_waits.set_result(None)

    # -- the client's end --------------------------------------------------------------------------

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        if self.closed:
            raise ClosedError(self.closed)
        self._put_later({"type": "websocket.receive", "text": json.dumps(frame)})

    def _put_later(self, message: Message) -> None:
        network = self.visitor.world.network
        back = network.back_at(self.visitor.name, self.process.name)
        self._last_in = max(self._last_in, back + network.draw_delay())
        self.visitor.loop.call_at(self._last_in, self._put, message, context=Context())

    def _put(self, message: Message) -> None:
        if self.is_dead:
            return
        self.visitor.world.network.delivered += 1
        self._to_server.append(message)
        if self._server_waits is not None and not self._server_waits.done():
            self._server_waits.set_result(None)

    async def recv(self, seconds: float) -> dict[str, Any] | None:
        """Return the next frame; None: nothing came in this time."""
        if not self._to_client and not self.closed:
            self._client_waits = self.visitor.loop.create_future()
            await asyncio.wait({self._client_waits}, timeout=seconds)
        if self._to_client:
            frame: dict[str, Any] = json.loads(self._to_client.popleft())
            return frame
        if self.closed:
            raise ClosedError(self.closed)
        return None

    def close(self, code: int = 1000) -> None:
        """Close it."""
        if not self.closed:
            self.closed = "closed by the client"
            self._put_later({"type": "websocket.disconnect", "code": code})
            if self._lose in self._life.on_end:
                self._life.on_end.remove(self._lose)
