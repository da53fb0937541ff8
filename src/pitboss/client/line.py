"""A line to the tables: one WebSocket, which reconnects when it is lost.

Every command has an id and is repeated until it is answered; the server carries it out once. Frames
of a table come in order: repeated ones are dropped, and if one is missing the line requests the
whole table.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from pitboss.client.errors import LineEndedError, NoAnswerError, RefusedByServerError
from pitboss.client.patience import Patience, new_key
from pitboss.client.seeds import OwnSeed, TableSeeds

FRAME_BYTES_MAX: Final = 1 << 20
FRAMES_KEPT: Final = 1_000
"""Frames that wait for a reader; one that is further behind is sent whole tables instead."""
ENDINGS: Final = frozenset({4001, 4400, 4401})
"""Close codes after which there is no use in coming back."""
LATER: Final = frozenset({"server/busy", "store/unavailable", "rate/exceeded"})
"""Refusals after which the same command may be sent again: nothing was changed."""
FORBIDDEN: Final = 403

Frame = dict[str, Any]


@dataclass
class _Command:
    frame: Frame
    answer: asyncio.Future[Frame]
    sent: float = 0.0


@dataclass
class _WatchedTable:
    """The state of one watched table."""

    version: int | None = None
    """That of its last frame; None until it was sent whole."""
    again_at: float | None = None
    """When it is asked for again, after the server could not show it yet."""
    round: int | None = None
    """The number of its last round, as far as its frames say."""


@dataclass
class Line:
    """One line; `Client.connect` makes it."""

    url: str
    token: str
    patience: Patience
    reconnects: int = -1
    """How often the connection was made again."""
    takes_part: bool = True
    """Cut the shoes of tables where this account has a seat."""
    seeds: dict[str, TableSeeds] = field(default_factory=dict)
    """Table -> the random numbers that cut its shoes."""
    _commands: dict[str, _Command] = field(default_factory=dict)
    _cuts: dict[str, OwnSeed] = field(default_factory=dict)
    """Id of an unanswered command -> the random number that it commits to, or reveals."""
    _tables: dict[str, _WatchedTable] = field(default_factory=dict)
    _frames: deque[Frame] = field(default_factory=deque)
    _has_frames: asyncio.Event = field(default_factory=asyncio.Event)
    _socket: ClientConnection | None = None
    _ended: LineEndedError | None = None
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(job()) for job in (self._stay_connected, self._resend)]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._end(LineEndedError(1000, "the client closed the line"))

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection just now."""
        return self._socket is not None

    async def watch(self, table: str) -> None:
        """Watch a table: first the whole table, then every event."""
        self._check()
        self._tables[table] = _WatchedTable()
        await self._send({"t": "watch", "table": table})

    async def unwatch(self, table: str) -> None:
        """Stop watching a table."""
        self._check()
        if self._tables.pop(table, None):
            await self._send({"t": "unwatch", "table": table})

    async def ask(
        self,
        what: str,
        table: str,
        *,
        key: str = "",
        timeout_s: float = 60.0,
        **details: object,
    ) -> Frame:
        """Send a table a command ("sit", "bet", "act" ...) and return the answer.

        Raise `RefusedByServerError` with the reason of a refusal. *key* names the command; by
        default a new one. A bet at a watched table is for its next round, unless it has a `round`:
        one that comes too late is refused, and is not dealt in a later round.
        """
        self._check()
        key = key or new_key()
        watched = self._tables.get(table)
        if what == "bet" and watched and watched.version is not None and watched.round is not None:
            details = {"round": watched.round + 1, **details}
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        frame = {"t": what, "a": key, "table": table, "d": details}
        command = self._commands[key] = _Command(frame, answer)
        try:
            await self._send_command(command)
            async with asyncio.timeout(timeout_s):
                return await answer
        except TimeoutError:
            message = f"no answer to {what!r} in {timeout_s:g} s; it may have been done"
            raise NoAnswerError(message) from None
        finally:
            del self._commands[key]

    async def __aiter__(self) -> AsyncIterator[Frame]:
        """Yield the frames of the tables in order; raise `LineEndedError` at the end."""
        while True:
            while self._frames:
                yield self._frames.popleft()
            self._check()
            self._has_frames.clear()
            await self._has_frames.wait()

    # -- the connection --------------------------------------------------------------------------

    async def _stay_connected(self) -> None:
        failures = 0
        while self._ended is None:
            try:
                async with connect(
                    self.url,
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                    compression=None,
                    max_size=FRAME_BYTES_MAX,
                    open_timeout=self.patience.answer,
                    ping_interval=None,  # the server pings, in frames of its own
                    close_timeout=1,
                ) as socket:
                    self._socket = socket
                    self.reconnects += 1
                    await self._take_up()
                    failures = await self._listen(socket)
            except ConnectionClosed as closed:
                self._consider(closed)
            except InvalidStatus as error:
                if error.response.status_code == FORBIDDEN:
                    self._end(LineEndedError(FORBIDDEN, "the server refused the connection"))
            except (OSError, TimeoutError, WebSocketException):
                pass
            finally:
                self._socket = None
            failures += 1
            if self._ended is None:
                await asyncio.sleep(self.patience.pause(failures))

    async def _take_up(self) -> None:
        """Watch the same tables again after connecting, and repeat unanswered commands."""
        self._cuts.clear()
        for table, watched in tuple(self._tables.items()):
            watched.version = watched.again_at = None
            await self._send({"t": "watch", "table": table})
        for command in tuple(self._commands.values()):
            await self._send_command(command)

    async def _listen(self, socket: ClientConnection) -> int:
        """Take frames until there are no more; return 0, the failures in a row so far."""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(self.patience.silent):
                    text = await socket.recv()
                await self._take_text(text)
        return 0

    async def _take_text(self, text: str | bytes) -> None:
        try:
            await self._take(json.loads(text))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._end(LineEndedError(1002, "this is no server of Pitboss"))
            raise TimeoutError from None  # there is nothing more to wait for

    def _consider(self, closed: ConnectionClosed) -> None:
        close = closed.rcvd
        if close is not None and close.code in ENDINGS:
            self._end(LineEndedError(close.code, close.reason))

    def _end(self, error: LineEndedError) -> None:
        self._ended = self._ended or error
        self._has_frames.set()
        for command in self._commands.values():
            if not command.answer.done():
                command.answer.set_exception(self._ended)

    def _check(self) -> None:
        if self._ended is not None:
            raise self._ended

    # -- frames ----------------------------------------------------------------------------------

    async def _take(self, frame: Frame) -> None:
        match frame.get("t"):
            case "p":
                await self._send({"t": "p", "n": frame.get("n", 0)})
            case "books":
                self._put(frame)
            case "ok" | "no":
                self._settle(frame)
            case "view":
                await self._take_view(frame)
            case "ev":
                await self._take_event(frame)
            case _:
                pass  # a newer server may say more than this client knows

    def _settle(self, frame: Frame) -> None:
        command = self._commands.get(frame.get("a", ""))
        if command is None:
            own = self._cuts.pop(frame.get("a", ""), None)
            if own is not None and frame["t"] == "ok":
                own.is_taken = True
            if frame["t"] == "no" and not frame.get("a"):
                self._note_unseen(frame)
            return
        if command.answer.done() or frame.get("code") in LATER:
            return
        if frame["t"] == "ok":
            command.answer.set_result(frame)
        else:
            error = RefusedByServerError(str(frame["code"]), str(frame["message"]))
            command.answer.set_exception(error)

    def _note_unseen(self, frame: Frame) -> None:
        """Record that a table cannot be watched; a moving table is tried again soon."""
        watched = self._tables.get(frame.get("table", ""))
        if watched is None:
            return
        if frame.get("code") in LATER:
            watched.again_at = asyncio.get_running_loop().time() + self.patience.resend
        else:
            self._put(frame)

    async def _take_view(self, frame: Frame) -> None:
        watched = self._tables.get(frame["table"])
        if watched is not None:
            watched.version = frame["v"]
            watched.round = frame.get("round")
            self._put(frame)
            await self._cut(frame)

    async def _cut(self, frame: Frame) -> None:
        """Commit to a random number for the next shuffle, or reveal it."""
        if not self.takes_part:
            return
        seeds = self.seeds.setdefault(frame["table"], TableSeeds(frame["table"]))
        for what, details, own in seeds.take(frame):  # unanswered: again with the next view
            key = new_key()
            self._cuts[key] = own
            await self._send({"t": what, "a": key, "table": frame["table"], "d": details})

    def take_warnings(self) -> list[str]:
        """Return what was wrong with the cuts since the last call, in words."""
        fresh = [text for seeds in self.seeds.values() for text in seeds.warnings]
        for seeds in self.seeds.values():
            seeds.warnings.clear()
        return fresh

    def judge_shoe(self, shoe: Frame) -> list[str]:
        """Return what is wrong with a revealed shuffle of a watched table; nothing: all is well."""
        table = str(shoe["terms"]["table"])
        return self.seeds.get(table, TableSeeds(table)).judge(shoe)

    async def _take_event(self, frame: Frame) -> None:
        watched = self._tables.get(frame["table"])
        if watched is None or watched.version is None or frame["v"] <= watched.version:
            return
        is_full = len(self._frames) >= FRAMES_KEPT
        if frame["v"] == watched.version + 1 and not is_full:
            watched.version = frame["v"]
            watched.round = frame.get("round", watched.round)
            self._put(frame)
            await self._cut(frame)
            return
        watched.version = None
        if is_full:
            self._frames = deque(
                kept for kept in self._frames if kept.get("table") != frame["table"]
            )
        await self._send({"t": "watch", "table": frame["table"]})

    def _put(self, frame: Frame) -> None:
        self._frames.append(frame)
        self._has_frames.set()

    # -- sending ---------------------------------------------------------------------------------

    async def _resend(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.patience.resend / 2)
            for table, watched in tuple(self._tables.items()):
                if watched.again_at is not None and loop.time() >= watched.again_at:
                    watched.again_at = None
                    await self._send({"t": "watch", "table": table})
            for command in tuple(self._commands.values()):
                is_due = loop.time() - command.sent >= self.patience.resend
                if is_due and not command.answer.done():
                    await self._send_command(command)

    async def _send_command(self, command: _Command) -> None:
        command.sent = asyncio.get_running_loop().time()
        await self._send(command.frame)

    async def _send(self, frame: Frame) -> None:
        """Send a frame if there is a connection; if not, `_take_up` does it when there is one."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(frame))
