"""Another process that runs tables, reached over a link that is made on first use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Final

from pitboss.server.bridge import messages
from pitboss.server.bridge.link import Link, LinkLostError, dial
from pitboss.server.live.watch import Put, Sight
from pitboss.store import Place, Worker
from pitboss.text.say import ENGLISH

ANSWER_SECONDS: Final = 8.0
"""Seconds without an answer after which a process counts as stopped."""

Moved = Callable[[str], None]
"""Called with the id of a table that the process no longer runs."""


class Peer:
    """One other worker."""

    def __init__(self, worker: Worker, own: Place, secret: bytes, moved: Moved) -> None:
        """Reach a worker at an address; *moved* is called with tables that left it."""
        self.number = worker.number
        is_near = worker.place.machine == own.machine
        self._path = worker.place.path if is_near else ""
        self._address = worker.place.address
        self._secret = secret
        self._moved = moved
        self._dialling: asyncio.Task[Link] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[messages.Answer]] = {}
        self._lines: dict[tuple[int, str], Put] = {}

    async def send(
        self,
        message: messages.Ask
        | messages.Watch
        | messages.Unwatch
        | messages.ForwardedRequest
        | messages.Question,
    ) -> messages.Answer:
        """Send a message and return its answer; raise `ApiError` if it is refused.

        Raise `LinkLostError` if there is no answer: the other process may have carried it out.
        """
        link = await self._link()
        answer: asyncio.Future[messages.Answer] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = answer
        link.send(message)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                reply = await answer
        except TimeoutError:
            raise LinkLostError("there is no answer") from None
        finally:
            del self._waiting[message.id]
        if reply.error is not None:
            raise reply.error
        return reply

    @property
    def next_id(self) -> int:
        """A number for the next message."""
        return next(self._numbers)

    async def watch(
        self, line: int, table: str, account: str, put: Put, *, scene: bool, language: str = ENGLISH
    ) -> None:
        """Subscribe to all events of a table."""
        before = self._lines.get((line, table))
        self._lines[line, table] = put
        try:
            wanted = messages.Watch(
                id=self.next_id,
                line=line,
                table=table,
                account=account,
                scene=scene,
                language=language,
            )
            await self.send(wanted)
        except BaseException:
            if before is None:
                self._lines.pop((line, table), None)
            raise

    def is_watched(self, line: int, table: str) -> bool:
        """Return whether a line is still subscribed to a table."""
        return (line, table) in self._lines

    async def unwatch(self, line: int, table: str, *, bye: bool) -> None:
        """Unsubscribe from a table; a lost link needs nothing."""
        if self._lines.pop((line, table), None) is not None:
            with suppress(LinkLostError):
                await self.send(messages.Unwatch(self.next_id, line, table, bye))

    async def close(self) -> None:
        """Close the link."""
        tasks = [task for task in (self._dialling, self._reading) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _link(self) -> Link:
        """Return the link, and make it if needed; several callers may wait for it."""
        dialling = self._dialling
        is_dead = dialling is not None and dialling.done() and not _is_open(dialling)
        if dialling is None or is_dead:
            work = dial(self._path, self._address, self._secret)
            dialling = self._dialling = asyncio.get_running_loop().create_task(work)
            dialling.add_done_callback(self._begin)
        try:
            return await asyncio.shield(dialling)
        except asyncio.CancelledError:
            if dialling.cancelled():  # the link was given up, not the caller that waits for it
                raise LinkLostError("the process has gone") from None
            raise

    def _begin(self, dialling: asyncio.Task[Link]) -> None:
        if not dialling.cancelled() and dialling.exception() is None:
            reading = self._read(dialling.result())
            self._reading = asyncio.get_running_loop().create_task(reading)

    async def _read(self, link: Link) -> None:
        try:
            async for message in link.messages():
                self._take(message)
        finally:
            link.cut()
            lost = LinkLostError("the process that runs the table has gone")
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(lost)
            for table in {table for _, table in self._lines}:
                self._lose(table)

    def _take(self, message: object) -> None:
        match message:
            case messages.Shown():
                if put := self._lines.get((message.line, message.table)):
                    put(Sight(message.table, message.frame, message.whole))
            case messages.Answer():
                answer = self._waiting.get(message.id)
                if answer is not None and not answer.done():
                    answer.set_result(message)
            case messages.Gone():
                self._lose(message.table)
            case _:
                pass  # a newer version may say more

    def _lose(self, table: str) -> None:
        lines = [watched for watched in self._lines if watched[1] == table]
        for line in lines:
            del self._lines[line]
        if lines:
            self._moved(table)


class Far:
    """A table that another process runs, watched for one line."""

    def __init__(self, peer: Peer, line: int, table: str, account: str, put: Put) -> None:
        """Watch a table in its process."""
        self._peer = peer
        self._line = line
        self._table = table
        self._account = account
        self._put = put
        self.scene = False
        self.language = ENGLISH

    @property
    def is_there(self) -> bool:
        """Whether what happens at the table still comes."""
        return self._peer.is_watched(self._line, self._table)

    async def show(self) -> None:
        """Send the whole table, and then every event."""
        await self._peer.watch(
            self._line,
            self._table,
            self._account,
            self._put,
            scene=self.scene,
            language=self.language,
        )

    async def part(self, *, bye: bool) -> None:
        """Stop watching."""
        await self._peer.unwatch(self._line, self._table, bye=bye)


def _is_open(dialling: asyncio.Task[Link]) -> bool:
    is_made = not dialling.cancelled() and dialling.exception() is None
    return is_made and dialling.result().is_open
