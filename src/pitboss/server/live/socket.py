"""The WebSocket: one connection (a line) for many tables, with commands, answers and events."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, json
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.pit.table import LiveTable
from pitboss.server.accounts.sessions import ALL
from pitboss.server.bridge.link import LinkLostError
from pitboss.server.bridge.messages import Ask
from pitboss.server.bridge.peer import Far, Peer
from pitboss.server.live.commands import ask_table
from pitboss.server.live.outbox import Outbox
from pitboss.server.live.watch import Sight, Watching
from pitboss.server.live.wire import REQUESTS, Request
from pitboss.server.requests.endpoint import as_api_error, find_session
from pitboss.server.requests.errors import NO_STORE, ApiError
from pitboss.server.requests.limits import BODY_BYTES_MAX, KEY_LENGTH_MAX, has_nul, is_key
from pitboss.server.services import Services
from pitboss.store import Session, StoreError
from pitboss.strain import strained
from pitboss.text.say import ENGLISH, language_of, say_refusal, speaking

COMMANDS_MAX: Final = 16
"""Commands of one line that wait for an answer."""
TABLES_MAX: Final = 16
"""Tables that one line watches."""
SOCKETS_MAX: Final = 4
"""Lines of one account; the oldest makes way."""
PING_SECONDS: Final = 5.0
PINGS_PER_CHECK: Final = 2
"""Pings between two checks of the session."""
SILENT_SECONDS: Final = 30.0
"""Seconds without a frame after which a line is dead."""
STUCK_SECONDS: Final = 10.0
"""Seconds after which a client that takes no frames is cut off."""
LAG_MAX: Final = 1_000_000

LAPSED_SECONDS: Final = 0.05
"""Seconds between two checks whether this process has its leases again."""
SILENT_PAUSE_SECONDS: Final = 0.5
"""Seconds between two searches for a table while the books are silent."""
GOODBYE_SECONDS: Final = 2.0
"""Seconds in which a stopping server closes its lines one by one."""

NORMAL = 1000
GOING_AWAY = 1001
NOT_TEXT = 1003
POLICY = 1008
FAULT = 1011
RESTARTS = 1012
TRY_LATER = 1013
SUPERSEDED = 4001
NOT_UNDERSTOOD = 4400
ENDED = 4401

_encode = json.Encoder().encode
_numbers = count(1)
_TOO_MANY_TABLES: Final = ApiError(
    "table/too-many", f"one connection watches at most {TABLES_MAX} tables"
)
_NO_ID: Final = ApiError(
    "key/missing", f"a command has an id of 1 to {KEY_LENGTH_MAX} letters, digits or signs"
)
_NUL: Final = ApiError("body/invalid", "the command cannot be read: no text has a NUL (\\u0000)")


class Frame(Struct, forbid_unknown_fields=True):
    """What a client sends."""

    t: str
    """Its type: "watch", "unwatch", "p", "bye", or what is asked of a table."""
    table: str = ""
    a: str = ""
    """The client's own id of a command; it comes back with the answer."""
    n: int = 0
    """The number of the ping that is answered."""
    d: msgspec.Raw = msgspec.Raw(b"{}")
    scene: bool = False
    """Of "watch": send scenes and lines too, for a page that draws the table."""
    lang: str = ""
    """Of "watch": the language of these lines, as in Accept-Language; else they are English."""


class Wish(NamedTuple):
    """How a client watches a table."""

    scene: bool = False
    language: str = ENGLISH


_decode = json.Decoder(Frame).decode
_BODIES = {name: json.Decoder(body).decode for name, body in REQUESTS.items()}


class Lines:
    """The open lines of a server, by account."""

    def __init__(self) -> None:
        """Start with no lines."""
        self._lines: dict[str, list[Line]] = {}

    def add(self, line: Line) -> None:
        """Add a line; if an account has too many, close its oldest."""
        lines = self._lines.setdefault(line.account, [])
        lines.append(line)
        for old in lines[:-SOCKETS_MAX]:
            old.end(SUPERSEDED, "a newer connection took over")

    def remove(self, line: Line) -> None:
        """Remove a line."""
        lines = self._lines.get(line.account, [])
        if line in lines:
            lines.remove(line)
        if not lines:
            self._lines.pop(line.account, None)

    def _list(self) -> list[Line]:
        return [line for lines in self._lines.values() for line in lines]

    def follow_table(self, table: str) -> None:
        """Make every line watch a table in the process that runs it now."""
        for line in self._list():
            line.see_again(table)

    def tell_everybody(self, frame: dict[str, Any]) -> None:
        """Send a frame to every line."""
        for line in self._list():
            line.send(**frame)

    async def say_goodbye(self) -> None:
        """Close every line, spread over time: not all clients return at the same moment."""
        lines = self._list()
        random.shuffle(lines)
        for line in lines:
            line.end(RESTARTS, "the server restarts; connect again")
            await asyncio.sleep(GOODBYE_SECONDS / len(lines))

    def end_session(self, account: str, token_hash: bytes) -> None:
        """Close the lines of an ended session, or of all sessions of an account."""
        for line in tuple(self._lines.get(account, ())):
            if token_hash in (ALL, line.session.token_hash):
                line.end(ENDED, "the session has ended")

    def rename_session(self, account: str, old: bytes, new: bytes) -> None:
        """Keep the lines of a session whose token changed."""
        for line in self._lines.get(account, ()):
            if line.session.token_hash == old:
                line.session = line.session._replace(token_hash=new)


async def serve_socket(websocket: WebSocket, services: Services) -> None:
    """Answer one WebSocket as long as it is open."""
    try:
        session = await find_session(services, websocket.scope)
    except StoreError:
        await websocket.accept()
        await websocket.close(TRY_LATER, NO_STORE.message)
        return
    await websocket.accept()
    if session is None:
        await websocket.close(ENDED, "log in, or POST /api/1/guest, and try again")
        return
    line = Line(websocket, services, session)
    services.lines.add(line)
    try:
        await line.run()
    finally:
        services.lines.remove(line)


class Line:
    """One client's connection; it watches tables, and sends them the account's commands."""

    def __init__(self, websocket: WebSocket, services: Services, session: Session) -> None:
        """Serve a session over an accepted WebSocket."""
        self.session = session
        self.account: str = session.account
        self._websocket = websocket
        self._services = services
        self._outbox = Outbox()
        self._number = next(_numbers)
        self._wanted: dict[str, Wish] = {}
        """Tables that the client watches, and how."""
        self._tables: dict[str, Watching | Far] = {}
        """The same, where they are."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._searches: dict[str, asyncio.Task[None]] = {}
        self._ending: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._bye = False
        self._used = False
        self._lag = 0
        self._pings: dict[int, float] = {}
        self._heard = asyncio.get_running_loop().time()

    def send(self, **frame: Any) -> None:  # noqa: ANN401 - JSON
        """Send a frame that concerns no single table."""
        self._outbox.put(_encode(frame))

    def end(self, code: int, reason: str) -> None:
        """Close the line."""
        if not self._ending.done():
            self._ending.set_result((code, reason))

    async def run(self) -> None:
        """Read, write and ping until one of them ends."""
        loop = asyncio.get_running_loop()
        if self._services.committer.pulse.is_silent:
            self.send(**self._services.silence.frame())
        jobs = [loop.create_task(job()) for job in (self._read, self._write, self._ping)]
        waits: list[asyncio.Future[Any]] = [*jobs, self._ending]
        try:
            await asyncio.wait(waits, return_when="FIRST_COMPLETED")
        finally:
            searches = [*self._searches.values()]
            for job in (*jobs, *searches):
                job.cancel()
            await asyncio.gather(*jobs, *searches, *self._tasks, return_exceptions=True)
            for table in self._tables.values():
                await table.part(bye=self._bye)
            code, reason = self._ending.result() if self._ending.done() else (NORMAL, "")
            with suppress(RuntimeError, OSError, WebSocketDisconnect):
                async with asyncio.timeout(STUCK_SECONDS):
                    await self._websocket.close(code, reason)

    # -- writing ---------------------------------------------------------------------------------

    def _put(self, sight: Sight) -> None:
        """Queue an event of a table."""
        put = self._outbox.put_whole if sight.whole else self._outbox.put_event
        put(sight.table, sight.frame)

    async def _write(self) -> None:
        while True:
            await self._outbox.wait()
            may_tell = self._services.holds()
            if may_tell:
                await self._catch_up()
            try:
                async with asyncio.timeout(STUCK_SECONDS):
                    for frame in self._outbox.take(tables=may_tell):
                        await self._websocket.send_text(frame.decode())
                        if slow := strained("socket.slow", 0.0):
                            await asyncio.sleep(slow)
            except TimeoutError:
                self.end(TRY_LATER, "this connection takes nothing")
                return
            if not may_tell:  # what waits may be old: others may run the tables by now
                await asyncio.sleep(LAPSED_SECONDS)

    async def _catch_up(self) -> None:
        """Send the whole of each table whose events were dropped."""
        for name in tuple(self._outbox.behind):
            place = self._tables.get(name)
            if place is not None:
                with suppress(ApiError, LinkLostError):  # it moves, and is found again
                    await place.show()
            self._outbox.behind.pop(name, None)

    async def _ping(self) -> None:
        """Measure the delay of the line; a client cannot claim one."""
        loop = asyncio.get_running_loop()
        number = 0
        while True:
            number += 1
            self._pings = {number: loop.time()}
            self.send(t="p", n=number)
            await asyncio.sleep(PING_SECONDS)
            if loop.time() - self._heard > SILENT_SECONDS:
                self.end(TRY_LATER, "nothing was heard from this connection")
            if number % PINGS_PER_CHECK == 0:
                await self._check_session()

    async def _check_session(self) -> None:
        """Close the line if its session has expired or was ended in another process."""
        used = self._used
        self._used = False
        with suppress(StoreError):  # nothing is known, and the next time will tell
            sessions = self._services.sessions
            if await sessions.renew(self.session.token_hash, used=used) is None:
                self.end(ENDED, "the session has ended")

    # -- reading ---------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            while True:
                message = await self._websocket.receive()
                if message["type"] == "websocket.disconnect":
                    self._bye = self._bye or message.get("code") == GOING_AWAY
                    return
                self._heard = asyncio.get_running_loop().time()
                await self._take(message.get("text"))
        except ApiError as error:
            self.end(NOT_UNDERSTOOD, error.code)
        except Exception as error:  # noqa: BLE001 - any error is logged
            self.end(FAULT, as_api_error(error).code)

    async def _take(self, text: str | None) -> None:
        """Handle one frame; an unreadable one closes the line."""
        if text is None:
            self.end(NOT_TEXT, "send JSON as text")
            return
        if len(text) > BODY_BYTES_MAX:
            self.end(1009, f"a frame has at most {BODY_BYTES_MAX} bytes")
            return
        wait_s = self._services.buckets["frames"].wait_s(
            self.account, self._services.settings.steady_clock()
        )
        if wait_s or len(self._tasks) >= strained("socket.commands", COMMANDS_MAX):
            self.end(POLICY, "too many commands")
            return
        try:
            frame = _decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise ApiError("frame/invalid", str(error)) from None
        await self._answer(frame)

    async def _answer(self, frame: Frame) -> None:
        match frame.t:
            case "p":
                self._hear_pong(frame.n)
            case "bye":
                self._bye = True
            case "watch":
                await self._watch(frame)
            case "unwatch":
                self._wanted.pop(frame.table, None)
                if place := self._tables.pop(frame.table, None):
                    await place.part(bye=True)
            case _ if frame.t in _BODIES:
                task = asyncio.get_running_loop().create_task(self._ask(frame))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case _:
                raise ApiError("frame/unknown", f"there is no frame of type {frame.t[:40]!r}")

    def _hear_pong(self, number: int) -> None:
        sent = self._pings.pop(number, None)
        if sent is not None:
            passed = asyncio.get_running_loop().time() - sent
            self._lag = min(LAG_MAX, int(passed * 1_000_000))

    async def _watch(self, frame: Frame) -> None:
        if frame.table not in self._wanted and len(self._wanted) >= TABLES_MAX:
            self._refuse(frame, _TOO_MANY_TABLES)
            return
        self._wanted[frame.table] = Wish(frame.scene, language_of(frame.lang))
        if frame.table in self._searches:
            return  # it is shown as soon as it is found
        try:
            await self._see(frame.table)
        except ApiError as error:
            self._wanted.pop(frame.table, None)
            self._refuse(frame, error)

    async def _see(self, name: str) -> None:
        """Watch a table in its process, and send the whole of it."""

        async def here(table: LiveTable) -> None:
            place = self._tables.get(name)
            if not isinstance(place, Watching) or place.table is not table:
                place = Watching(table, self.account, self._put)
            await self._show(name, place)

        async def there(peer: Peer) -> None:
            await self._show(
                name,
                Far(peer=peer, line=self._number, table=name, account=self.account, put=self._put),
            )

        while name in self._wanted:
            await self._services.switchboard.at_table(name, self.account, here, there)
            if self._tables[name].is_there:
                return

    async def _show(self, name: str, place: Watching | Far) -> None:
        self._tables[name] = place
        place.scene, place.language = self._wanted.get(name, Wish())
        await place.show()

    def see_again(self, name: str) -> None:
        """Watch a table in its new process."""
        place = self._tables.get(name)
        if place is None or place.is_there or name in self._searches:
            return
        if not self._services.holds():
            self._outbox.drop(name)  # what waits is old, and another process has shown more
        self._searches[name] = asyncio.get_running_loop().create_task(self._find(name))

    async def _is_seen(self, name: str) -> bool:
        """Watch a table in its process; False: unknown, because the books are silent."""
        try:
            await self._see(name)
        except ApiError as error:
            if error.code != NO_STORE.code:
                raise
            return False
        return True

    async def _find(self, name: str) -> None:
        try:
            while not await self._is_seen(name):  # noqa: ASYNC110 - the books say when
                await asyncio.sleep(SILENT_PAUSE_SECONDS)
        except Exception as error:  # noqa: BLE001 - the client connects again after any error
            as_api_error(error)
            self.end(RESTARTS, "a table cannot be reached; connect again")
        finally:  # at once: the table may be gone again before anything else is done
            del self._searches[name]

    async def _ask(self, frame: Frame) -> None:
        """Send a command to a table, and answer with the same id."""
        self._used = True
        if not is_key(frame.a):
            self._refuse(frame, _NO_ID)
            return
        if has_nul(bytes(frame.d)):
            self._refuse(frame, _NUL)
            return
        try:
            request = _BODIES[frame.t](frame.d)
            version = await self._ask_there(frame, request)
        except (msgspec.DecodeError, RecursionError) as error:
            self._refuse(frame, ApiError("body/invalid", f"the command cannot be read: {error}"))
        except Exception as error:  # noqa: BLE001 - the client gets an answer to any command
            self._refuse(frame, as_api_error(error))
        else:
            self.send(t="ok", a=frame.a, table=frame.table, v=version)

    async def _ask_there(self, frame: Frame, request: Request) -> int:
        """Send a command to the table's process; return the table's version after it."""

        async def here(table: LiveTable) -> int:
            await ask_table(self._services, table, request, self.account, frame.a, self._lag)
            return table.version

        async def there(peer: Peer) -> int:
            body = bytes(frame.d)
            number = peer.next_id
            sent = Ask(
                id=number,
                table=frame.table,
                what=frame.t,
                account=self.account,
                key=frame.a,
                lag=self._lag,
                body=body,
            )
            return (await peer.send(sent)).version

        switchboard = self._services.switchboard
        return await switchboard.at_table(frame.table, self.account, here, there)

    def _refuse(self, frame: Frame, error: ApiError) -> None:
        self._services.metrics.refusals.add(error.code)
        refusal = error.refusal
        with speaking(self._wanted.get(frame.table, Wish()).language):
            message = say_refusal(refusal.message)
        self.send(t="no", a=frame.a, table=frame.table, code=refusal.code, message=message)
