"""One table of a server, for a program without an event loop: a thread runs the loop."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any, Protocol, TypeVar

from pitboss.client import (
    Client,
    ClientError,
    Line,
    LineEndedError,
    RefusedByServerError,
)
from pitboss.engine.actions import RefusedError

Json = dict[str, Any]
_T = TypeVar("_T")
END = "end"
"""The type of the last frame of a line."""
FAIR = "fair"
"""The type of a frame of this program's own: something is wrong with a shoe."""


class TableLine(Protocol):
    """The connection of a sitting to a server."""

    @property
    def is_connected(self) -> bool:
        """Whether the server can be heard just now."""

    def ask(self, what: str, **details: Any) -> None:  # noqa: ANN401 - JSON
        """Ask the table for something; `RefusedError` says why not."""

    def take(self, seconds: float = 0.0) -> Json | None:
        """Return the next frame; None where none comes in that time."""


class ServerLine:
    """A table of a server."""

    def __init__(self, client: Client) -> None:
        """Start the thread; nothing is sent yet."""
        self.client = client
        self.table = ""
        self._frames: queue.SimpleQueue[Json] = queue.SimpleQueue()
        self._line: Line | None = None
        self._reader: asyncio.Task[None] | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, name="server", daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine of the client, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def watch(self, table: str) -> None:
        """Watch a table: first the whole table, then every event."""
        self.table = table
        self.do(self._connect())

    async def _connect(self) -> None:
        self._line = await self.client.connect().__aenter__()
        await self._line.watch(self.table)
        self._reader = asyncio.get_running_loop().create_task(self._read(self._line))

    async def _read(self, line: Line) -> None:
        try:
            async for frame in line:
                self._frames.put(frame)
                wrong = line.take_warnings()
                if frame.get("shown"):
                    with suppress(ClientError):  # the shoe stays where it is, to be checked later
                        wrong += await self.client.check_shoe(line, self.table, frame["shown"])
                for text in wrong:
                    self._frames.put({"t": FAIR, "message": text})
        except LineEndedError as error:
            self._frames.put({"t": END, "message": error.reason or str(error)})

    @property
    def is_connected(self) -> bool:
        """Whether the server can be heard just now."""
        return self._line is not None and self._line.is_connected

    def ask(self, what: str, **details: Any) -> None:  # noqa: ANN401 - JSON
        """Ask the table for something; `RefusedError` says why not."""
        assert self._line is not None
        try:
            self.do(self._line.ask(what, self.table, **details))
        except RefusedByServerError as error:
            raise RefusedError(error.code, error.message) from None
        except ClientError as error:
            raise RefusedError("server/unreachable", str(error)) from None

    def take(self, seconds: float = 0.0) -> Json | None:
        """Return the next frame; None where none comes in that time."""
        try:
            return self._frames.get(timeout=seconds) if seconds else self._frames.get_nowait()
        except queue.Empty:
            return None

    def close(self) -> None:
        """Close the line and end the thread."""
        with suppress(ClientError, OSError):
            self.do(self._disconnect())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _disconnect(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._line is not None:
            await self._line.__aexit__(None, None, None)
        await self.client.close()
