"""A client that calls an application in the same process, byte for byte as a server would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from starlette.applications import Starlette
from starlette.types import Message

from pitboss.server.app import create_app
from pitboss.server.services import Services, Settings

HOST = "127.0.0.1:8021"
Header = tuple[str, str]
_P = ParamSpec("_P")


@dataclass
class Clock:
    """A clock that the test moves."""

    now: int = 1_800_000_000_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.now

    def steady(self) -> float:
        """Return the same in seconds."""
        return self.now / 1e6

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        self.now += int(seconds * 1e6)


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:  # noqa: ANN401 - JSON
        """The body, decoded."""
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal, whose shape is checked on the way."""
        assert self.status >= 400, self.body
        assert self.headers["content-type"] == "application/json"
        assert self.data.keys() <= {"code", "message", "clause", "decision"}
        return str(self.data["code"])


@dataclass
class Client:
    """Calls an application that is running."""

    app: Starlette
    address: str = "127.0.0.1"
    scheme: str = "http"
    token: str = ""

    @property
    def services(self) -> Services:
        """The parts of the server, for a look behind the scenes."""
        services: Services = self.app.state.services
        return services

    async def get(self, path: str, *headers: Header) -> Answer:
        """Read."""
        return await self.send("GET", path, headers)

    async def post(self, path: str, body: Any = None, *headers: Header) -> Answer:  # noqa: ANN401
        """Send JSON."""
        if body is None:
            return await self.send("POST", path, headers)
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.send(
            "POST", path, [("content-type", "application/json"), *headers], [text]
        )

    async def send_route(self, method: str, path: str, body: object) -> Answer:
        """Send a request of any method, with a body if there is one."""
        if body is None:
            return await self.send(method, path)
        kind = ("content-type", "application/json")
        return await self.send(method, path, [kind], [json.dumps(body).encode()])

    async def send(
        self,
        method: str,
        path: str,
        headers: Iterable[Header] = (),
        chunks: Iterable[bytes] = (b"",),
    ) -> Answer:
        """Send a request in chunks, and return the answer."""
        given = [*headers]
        if not any(name == "host" for name, _ in given):
            given.append(("host", HOST))
        if self.token:
            given.append(("authorization", f"Bearer {self.token}"))
        exchange = _Exchange([*chunks])
        await self.app(self._scope(method, path, given), exchange.receive, exchange.send)
        return exchange.answer()

    def _scope(self, method: str, path: str, headers: list[Header]) -> dict[str, Any]:
        plain, _, query = path.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": self.scheme,
            "path": plain,
            "raw_path": plain.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
            "client": (self.address, 5000),
            "server": ("127.0.0.1", 8021),
        }


@dataclass
class _Exchange:
    chunks: list[bytes]
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    async def receive(self) -> Message:
        if not self.chunks:
            return {"type": "http.disconnect"}
        chunk = self.chunks.pop(0)
        return {"type": "http.request", "body": chunk, "more_body": bool(self.chunks)}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode(): v.decode("latin-1") for k, v in message["headers"]}
        else:
            self.body += message.get("body", b"")

    def answer(self) -> Answer:
        return Answer(self.status, self.headers, self.body)


@asynccontextmanager
async def running(
    folder: Path,
    clock: Clock | None = None,
    **settings: Any,  # noqa: ANN401 - of `Settings`
) -> AsyncIterator[Client]:
    """Run an application over books of its own."""
    clock = clock or Clock()
    settings = {
        "db": str(folder / "floor.db"),
        "keys": folder / "server.key",
        "clock": clock,
        "steady_clock": clock.steady,
        **settings,
    }
    apart = ("routes", "parts", "page", "site")
    more = {name: settings.pop(name) for name in apart if name in settings}
    app = create_app(Settings(**settings), **more)
    async with app.router.lifespan_context(app):
        yield Client(app)


def run_with(
    folder: Path,
    steps: Callable[[Client, Clock], Awaitable[None]],
    **settings: Any,  # noqa: ANN401 - of `Settings`
) -> None:
    """Run an application for the length of a test."""

    async def whole() -> None:
        clock = Clock()
        async with running(folder, clock, **settings) as client:
            await steps(client, clock)

    asyncio.run(whole())


def as_test(
    run: Callable[..., None],
    *more: Any,  # noqa: ANN401 - of *run*
    **settings: Any,  # noqa: ANN401 - of `Settings`
) -> Callable[[Callable[..., Awaitable[None]]], Callable[[Path], None]]:
    """Make a test of steps: *run* runs them, such as `run_with`, over books of their own."""

    def make(steps: Callable[..., Awaitable[None]]) -> Callable[[Path], None]:
        def test(tmp_path: Path) -> None:
            run(tmp_path, steps, *more, **settings)

        test.__name__ = steps.__name__
        test.__doc__ = steps.__doc__
        vars(test).update(vars(steps))  # what decorators have said of it
        return test

    return make


def served(
    **settings: Any,  # noqa: ANN401 - of `Settings`
) -> Callable[[Callable[[Client], Awaitable[None]]], Callable[[Path], None]]:
    """Make a test of steps that need a client and no clock."""

    def run(folder: Path, steps: Callable[[Client], Awaitable[None]]) -> None:
        run_with(folder, lambda client, _: steps(client), **settings)

    return as_test(run)


def run_async(steps: Callable[_P, Coroutine[Any, Any, None]]) -> Callable[_P, None]:
    """Make a test of steps that need a running loop and nothing else."""

    @wraps(steps)
    def test(*fixtures: _P.args, **named: _P.kwargs) -> None:
        asyncio.run(steps(*fixtures, **named))

    return test
