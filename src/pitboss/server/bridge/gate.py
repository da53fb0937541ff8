"""The gate through which other processes reach the tables of this one."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import json

from pitboss.pit.refusals import LOST
from pitboss.pit.table import LiveTable
from pitboss.server.bridge import messages
from pitboss.server.bridge.link import Link, welcome
from pitboss.server.live.commands import ask_table, find_table
from pitboss.server.live.holdings import ANSWERS
from pitboss.server.live.watch import Sight, Watching
from pitboss.server.live.wire import REQUESTS
from pitboss.server.requests.endpoint import Endpoint, as_api_error
from pitboss.server.requests.errors import ApiError
from pitboss.server.services import Services

_BODIES: Final = {name: json.Decoder(body).decode for name, body in REQUESTS.items()}
SOCKET: Final = "bridge"
"""The name of the Unix socket in a folder of its own."""


class Doors:
    """The addresses where a process listens for others: a Unix socket, and a port."""

    def __init__(self) -> None:
        """Choose a path for the Unix socket that only this user can open."""
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-"))
        self.address = ""
        self._servers: list[asyncio.Server] = []
        self._came: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

    @property
    def path(self) -> str:
        """The path of the Unix socket."""
        return str(self.folder / SOCKET)

    async def open(self, host: str) -> None:
        """Listen; *host*: the address of this machine for other machines, "": none."""
        self._servers.append(await asyncio.start_unix_server(self._enter, self.path))
        if host:
            server = await asyncio.start_server(self._enter, host, 0)
            self._servers.append(server)
            self.address = f"{host}:{server.sockets[0].getsockname()[1]}"

    def admit(
        self, came: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
    ) -> None:
        """Pass each new connection to a handler."""
        self._came = came

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._came(reader, writer)

    async def close(self) -> None:
        """Stop listening."""
        for server in self._servers:
            server.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Gate:
    """Answers other processes."""

    def __init__(
        self, services: Services, endpoints: Mapping[str, Endpoint], secret: bytes
    ) -> None:
        """Answer for the tables of *services*; endpoints by path answer requests."""
        self._services = services
        self._endpoints = endpoints
        self._secret = secret
        self._guests: set[_Guest] = set()
        services.hall.on_gone.append(self._say_gone)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one process until it disconnects."""
        link = await welcome(reader, writer, self._secret)
        if link is None:
            return
        guest = _Guest(link, self._services, self._endpoints)
        self._guests.add(guest)
        try:
            await guest.serve()
        finally:
            self._guests.discard(guest)
            guest.ended.set()

    def _say_gone(self, table: str) -> None:
        for guest in self._guests:
            guest.say_gone(table)

    async def close(self) -> None:
        """Close every connection."""
        for guest in self._guests:
            guest.link.cut()
        await asyncio.gather(*(guest.ended.wait() for guest in self._guests))


class _Guest:
    """A process that is connected."""

    def __init__(self, link: Link, services: Services, endpoints: Mapping[str, Endpoint]) -> None:
        self.link = link
        self._services = services
        self._endpoints = endpoints
        self.ended = asyncio.Event()
        self._watching: dict[tuple[int, str], Watching] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        try:
            async for message in self.link.messages():
                task = asyncio.get_running_loop().create_task(self._answer(message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        finally:
            await self.link.close()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for watching in self._watching.values():
                await watching.part(bye=False)

    def say_gone(self, table: str) -> None:
        lines = [watched for watched in self._watching if watched[1] == table]
        for line in lines:
            del self._watching[line]
        if lines:
            self.link.send(messages.Gone(table))

    async def _answer(self, message: messages.Message) -> None:
        if isinstance(message, messages.Answer | messages.Shown | messages.Gone):
            return  # nobody asks that of us
        try:
            match message:
                case messages.Ask():
                    answer = await self._ask(message)
                case messages.Watch():
                    answer = await self._watch(message)
                case messages.Unwatch():
                    answer = await self._unwatch(message)
                case messages.ForwardedRequest():
                    answer = await self._request(message)
                case messages.Question():
                    body = ANSWERS[message.name](self._services, message.account)
                    answer = messages.Answer(message.id, body=json.encode(body))
        except Exception as error:  # noqa: BLE001 - the other process gets an answer to any message
            self.link.send(messages.refusal(message.id, as_api_error(error)))
        else:
            self.link.send(answer)

    def _find(self, name: str, account: str | None) -> LiveTable:
        """Return a table; raise the error of a lost link if it moved to another process."""
        if name not in self._services.hall.tables:
            raise ApiError.of(LOST)
        return find_table(self._services, name, account)

    async def _ask(self, message: messages.Ask) -> messages.Answer:
        request = _BODIES[message.what](message.body)
        table = self._find(message.table, message.account)
        await ask_table(self._services, table, request, message.account, message.key, message.lag)
        return messages.Answer(message.id, version=table.version)

    async def _watch(self, message: messages.Watch) -> messages.Answer:
        key = (message.line, message.table)
        table = self._find(message.table, message.account)
        watching = self._watching.get(key)
        if watching is None or watching.table is not table:

            def put(sight: Sight) -> None:
                self.link.send(messages.Shown(message.line, sight.table, sight.frame, sight.whole))

            watching = self._watching[key] = Watching(table, message.account, put)
        watching.scene = message.scene
        watching.language = message.language
        await watching.show()
        return messages.Answer(message.id)

    async def _unwatch(self, message: messages.Unwatch) -> messages.Answer:
        watching = self._watching.pop((message.line, message.table), None)
        if watching is not None:
            await watching.part(bye=message.bye)
        return messages.Answer(message.id)

    async def _request(self, message: messages.ForwardedRequest) -> messages.Answer:
        endpoint = self._endpoints.get(message.path)
        if endpoint is None:
            raise ApiError("server/busy", "the server is being brought up to date; try again")
        if endpoint.is_of_table(message.method):
            account = message.session.account if message.session else None
            self._find(message.params["table"], account)
        response = await endpoint.answer_forwarded(self._services, message)
        headers = {
            name: text for name, text in response.headers.items() if name != "content-length"
        }
        return messages.Answer(
            message.id, body=bytes(response.body), status=response.status_code, headers=headers
        )
