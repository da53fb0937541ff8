"""A player without a client of ours: every frame is sent once, and every answer is looked at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from pitboss.client import Client
from pitboss.client.line import LATER
from tests.faults.served import IMPATIENT

SECONDS = 300
"""For anything that must come about, however busy the machine."""


@dataclass
class Player:
    """One guest with a WebSocket to one table; nothing is sent again by itself."""

    line: ClientConnection
    table: str
    client: Client
    seat: int
    frames: list[dict[str, Any]] = field(default_factory=list)
    _numbers: Any = field(default_factory=count)

    async def send(self, what: str, key: str = "", **details: object) -> str:
        """Send a command; return its key."""
        key = key or f"{what}-{next(self._numbers)}"
        frame = {"t": what, "a": key, "table": self.table, "d": details}
        await self.line.send(json.dumps(frame))
        return key

    async def until(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Return the first frame that is wanted; the line never ends."""
        async with asyncio.timeout(SECONDS):
            while True:
                frame: dict[str, Any] = json.loads(await self.line.recv())
                if frame["t"] == "p":
                    await self.line.send(json.dumps(frame))
                    continue
                self.frames.append(frame)
                if wanted(frame):
                    return frame

    async def ask(self, what: str, key: str = "", **details: object) -> dict[str, Any]:
        """Return the answer to a command."""
        sent = await self.send(what, key, **details)
        return await self.until(lambda frame: frame.get("a") == sent)

    async def books(self, *, answer: bool, stale: bool = False, since: int | None = None) -> str:
        """Wait until the screen says how the books are; return the words.

        *since*: it may have said so between other answers, from this frame on.
        """

        def says_so(frame: dict[str, Any]) -> bool:
            return frame["t"] == "books" and (frame["answer"], frame["stale"]) == (answer, stale)

        heard = [] if since is None else self.frames[since:]
        frame = next(filter(says_so, heard), None) or await self.until(says_so)
        return str(frame["message"])

    async def see(self) -> dict[str, Any]:
        """Return the whole table; where it goes to another process, ask again as clients do."""
        while True:
            await self.line.send(json.dumps({"t": "watch", "table": self.table}))
            frame = await self.until(lambda frame: frame["t"] == "view" or frame.get("a") == "")
            if frame["t"] == "view":
                return frame
            assert frame["code"] in LATER, frame
            await asyncio.sleep(IMPATIENT.resend)

    async def do(self, what: str, key: str = "", **details: object) -> None:
        """Have something done: what is refused for a moment is sent again under its key."""
        sent = await self.send(what, key, **details)
        while True:
            answer = await self.until(lambda frame: frame.get("a") == sent)
            if answer["t"] == "ok":
                return
            # Books that answer again are known to a table before its jackpots are (JKP-16).
            assert answer["code"] in {*LATER, "jackpot/unavailable"}, answer
            await asyncio.sleep(IMPATIENT.resend)
            await self.send(what, sent, **details)

    async def sit(self) -> None:
        """Take the seat."""
        await self.see()
        await self.do("sit", seat=self.seat, cents=50_000)


@asynccontextmanager
async def player(url: str, table: str, seat: int) -> AsyncIterator[Player]:
    """Come in as a guest."""
    async with Client(url, patience=IMPATIENT) as client:
        await client.guest()
        own = {"Authorization": f"Bearer {client.token}"}
        async with connect(f"ws{url.removeprefix('http')}/ws", additional_headers=own) as line:
            yield Player(line, table, client, seat)
