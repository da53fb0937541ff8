"""A real server on a real port, and clients that send frames as they like."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.floor.terms import NO_CLOCK
from pitboss.pit.table import LiveTable
from pitboss.server.live.outbox import Outbox
from pitboss.server.live.socket import Line
from pitboss.server.live.watch import Watching
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.services import Services
from tests.faults.playing import plain_terms
from tests.server.listening import listening

FAST = Rates(*[Rate(1e6, 1e6)] * len(Rates._fields))
SECONDS = 120
_NUMBERS = count()


@dataclass
class Floor:
    """A server that runs."""

    address: str
    services: Services

    @property
    def table(self) -> LiveTable:
        return next(iter(self.services.hall.tables.values()))

    @property
    def lines(self) -> list[list[Line]]:
        """The open lines, account by account."""
        return [*self.services.lines._lines.values()]  # noqa: SLF001

    async def guest(self) -> str:
        """Open an account; return its token."""
        return (await self.services.accounts.open_guest()).token

    @asynccontextmanager
    async def line(self, token: str, **options: Any) -> AsyncIterator[Talk]:  # noqa: ANN401
        """Open a WebSocket."""
        url = self.address.replace("http", "ws") + "ws"
        headers = {"Authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=headers, **options) as opened:
            yield Talk(opened)


@dataclass
class Talk:
    """One client's WebSocket."""

    socket: ClientConnection
    frames: list[dict[str, Any]] = field(default_factory=list)

    async def hear(self, kind: str) -> dict[str, Any]:
        """Return the next frame of a type; answer pings on the way."""
        while True:
            frame = await self.next()
            if frame["t"] == kind:
                return frame

    async def next(self) -> dict[str, Any]:
        """Return the next frame that is no ping."""
        while True:
            text = await asyncio.wait_for(self.socket.recv(), SECONDS)
            frame: dict[str, Any] = json.loads(text)
            if frame["t"] != "p":
                self.frames.append(frame)
                return frame
            await self.socket.send(json.dumps({"t": "p", "n": frame["n"]}))

    async def hear_until(self, version: int) -> None:
        """Take frames until a version of the table."""
        while not any(frame.get("v", 0) >= version for frame in self.frames):
            await self.next()

    async def ask(self, kind: str, table: str = "1", name: str = "", **body: Any) -> Any:  # noqa: ANN401
        """Send a command; return its answer."""
        name = name or f"a{next(_NUMBERS)}"
        await self.socket.send(json.dumps({"t": kind, "table": table, "a": name, "d": body}))
        while True:
            frame = await self.next()
            if frame["t"] in {"ok", "no"} and frame["a"] == name:
                return frame

    async def watch(self, table: str = "1", *, scene: bool = False) -> dict[str, Any]:
        """Watch a table; return what it looks like."""
        await self.socket.send(json.dumps({"t": "watch", "table": table, "scene": scene}))
        return await self.hear("view")

    async def ended(self) -> int | None:
        """Wait until the server has closed the line; return the code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed:
            return self.socket.close_code


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that the server must come to."""
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - it is in the server
            await asyncio.sleep(0.005)


def narrow_socket(address: str) -> socket.socket:
    """Return a connection that takes little before somebody reads."""
    host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    made.connect((host, int(port)))
    return made


def outbox(line: object) -> Outbox:
    """Return what waits for a client: for a line, or for who watches a table by one."""
    if isinstance(line, Watching):
        line = getattr(line._put, "__self__", None)  # noqa: SLF001
    assert isinstance(line, Line)
    return line._outbox  # noqa: SLF001


@asynccontextmanager
async def floor(folder: Path, **settings: Any) -> AsyncIterator[Floor]:  # noqa: ANN401
    """Serve one blackjack table."""
    settings = {"tables": (plain_terms("1", NO_CLOCK),), "rates": FAST} | settings
    async with listening(folder, **settings) as (address, services):
        yield Floor(address, services)
