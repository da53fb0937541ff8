"""A PostgreSQL server in memory, with the network in front of it, in the time of the event loop.

The product itself runs on it: `installed` puts the model in the place of `asyncpg.connect`, and
`PostgresStore` and `Sharing` do with its connections what they do with real ones. So a simulation
has the product's own ways to reconnect, to wait and to look up what became of a batch.

A statement travels to the server, takes effect at one moment, and its answer travels back. Whoever
sent it may be gone by then, and it takes effect all the same. What goes wrong is drawn from a seed:
`Faults` says how often. `force` makes the next statement of a kind fail in one named way.

Name each worker in its address, "postgresql://WORKER@model/books": `kill` ends what it has open, as
its operating system does. The server lives on: what it does belongs to no worker's context, and
what a worker gets back to the context in which it connected.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from contextvars import Context, copy_context
from dataclasses import dataclass, field, fields, replace
from functools import partial
from math import inf
from random import Random
from typing import Any, Final, Self
from unittest.mock import patch
from urllib.parse import urlsplit

import asyncpg

from pitboss.ledger.entry import Entry
from tests.simulation.model_tables import (
    APPENDS,
    GapError,
    Rows,
    Session,
    Tables,
    WaitError,
    refusal,
)

LOST: Final = "connection was closed in the middle of operation"
CANCELLED: Final = 0.5
"""The share of statements that a client that gives up can still take back."""
EPOCH: Final = 1_800_000_000.0
"""The time of the database when the loop's clock is at 0."""
STATEMENT_FAULTS: Final = ("lost_before", "lost_after", "late", "hang", "slow", "refused")
"""Happen to one statement. It is lost on its way; or done, and its answer lost; or its connection
is lost and it is done later; or it travels for seconds; or it holds its locks for seconds; or the
server rolls it back for its own reasons."""
SERVER_FAULTS: Final = ("silence", "restart", "broken", "full_disk")
"""Happen to all: the server answers nobody; it starts again; a connection breaks while nobody uses
it; the disk is full. They end by themselves."""
FAULTS: Final = (
    *STATEMENT_FAULTS,
    *SERVER_FAULTS,
    *("unreachable", "linger", "notice_lost", "drift"),
)
"""All by name: also a connection that is not made; a session that outlives its connection at the
server; a notice that a lost connection took along; a clock that runs faster or slower."""


@dataclass(frozen=True)
class Faults:
    """How often each fault happens; nothing does unless it is said."""

    lost_before: float = 0.0
    """From here on the share of statements; of connections for `unreachable` and `linger`."""
    lost_after: float = 0.0
    late: float = 0.0
    hang: float = 0.0
    slow: float = 0.0
    refused: float = 0.0
    unreachable: float = 0.0
    linger: float = 0.0
    silence: float = 0.0
    """From here on the number in a second."""
    restart: float = 0.0
    broken: float = 0.0
    full_disk: float = 0.0
    drift: float = 0.0
    """How much faster the clock of the database runs than that of the loop; 0.01: by 1 %."""
    seconds: tuple[float, float] = (0.02, 12.0)
    """The shortest and the longest time that something takes which hangs."""
    latency: tuple[float, float] = (0.0001, 0.001)
    """Of one way between a worker and the server."""

    @classmethod
    def draw(cls, random: Random, *, share: float = 0.5) -> Self:
        """Choose which faults happen, each with a probability, and how often."""
        often = {
            **dict.fromkeys((*STATEMENT_FAULTS, "unreachable", "linger"), (-4.0, -1.3)),
            **dict.fromkeys(SERVER_FAULTS, (-3.0, -1.0)),
        }
        drawn = {}
        for name, (low, high) in often.items():
            rate = 10 ** random.uniform(low, high)
            if random.random() < share:
                drawn[name] = rate
        if random.random() < share:
            drawn["drift"] = random.uniform(-0.01, 0.01)
        return cls(**drawn)  # type: ignore[arg-type]

    def without(self, name: str) -> Self:
        """Return these without one: a simulation that still fails does not need it."""
        return replace(self, **{name: 0.0})  # type: ignore[arg-type]

    def names(self) -> list[str]:
        """Return which happen at all."""
        scales = ("seconds", "latency")
        return [it.name for it in fields(self) if it.name not in scales and getattr(self, it.name)]


@dataclass(eq=False)
class _Request:
    """A statement on its way, at the server, or answered."""

    connection: ModelConnection
    session: Session
    query: str
    values: Sequence[Any]
    answer: asyncio.Future[Rows]
    fault: str = ""
    seconds: float = 0.0
    patience: asyncio.TimerHandle | None = None
    """Ends its wait for a lock."""


@dataclass(eq=False)
class _Forced:
    """A fault that is to happen to the next statement that contains a text."""

    name: str
    text: str
    seconds: float | None


@dataclass(eq=False)
class Notice:
    """A notice on its way, for those who look at what is lost."""

    channel: str
    payload: str


class ModelDatabase:
    """One database, its server and the network in front of it."""

    def __init__(self, seed: int = 0, faults: Faults | None = None) -> None:
        """Start with empty books."""
        self.tables = Tables()
        self.tables.notify = self._notify
        self.faults = faults or Faults()
        self.counts: Counter[str] = Counter()
        """How often each fault happened."""
        self.statements = 0
        self.connections: list[ModelConnection] = []
        self.on_append: list[Callable[[str, Sequence[Entry]], None]] = []
        """Called with a worker and the entries of a batch, at the moment they are written."""
        self.tables.written = self._written
        self.tables.cut = self._cut
        self._context = Context()
        self._random = Random(seed)
        self._silent_until = self._down_until = self._full_until = -inf
        self._waiting: list[_Request] = []
        self._forced: list[_Forced] = []
        self._timer: asyncio.TimerHandle | None = None

    # -- for a simulation --------------------------------------------------------------------------

    @property
    def now(self) -> float:
        """The time of the database, in seconds since 1970."""
        return EPOCH + self._time() * (1.0 + self.faults.drift)

    def start(self) -> None:
        """Let faults of the server happen from now on."""
        rates = [getattr(self.faults, name) for name in SERVER_FAULTS]
        if self.faults.drift:
            self.counts["drift"] += 1
        if sum(rates):
            (name,) = self._random.choices(SERVER_FAULTS, rates)
            seconds = self._random.expovariate(sum(rates))
            self._timer = self._later(seconds, self._happen, name)

    def calm(self) -> None:
        """Let nothing go wrong from now on, and end what does: a simulation sees that all heals.

        The clock goes on as it ran: a clock that is set right would jump.
        """
        if self._timer is not None:
            self._timer.cancel()
        self._forced.clear()
        self.faults = Faults(latency=self.faults.latency, drift=self.faults.drift)
        self._silent_until = self._down_until = self._full_until = -inf
        self.tables.is_full = False

    def force(self, name: str, text: str = "", seconds: float | None = None) -> None:
        """Let a fault happen to the next statement that contains a text."""
        assert name in STATEMENT_FAULTS, name
        self._forced.append(_Forced(name, text, seconds))

    def be_silent(self, seconds: float) -> None:
        """Answer nobody for a while; what was sent takes effect afterwards."""
        self.counts["silence"] += 1
        self._silent_until = max(self._silent_until, self._time() + seconds)

    def restart(self, seconds: float = 0.0) -> None:
        """Stop at once and start again later: what was not committed never happened."""
        self.counts["restart"] += 1
        self._down_until = max(self._down_until, self._time() + seconds)
        self._waiting.clear()
        self.tables.appender = None
        for connection in tuple(self.connections):
            self.tables.end(connection.session)
            connection.lose()
        for session in tuple(self.tables.sessions):  # those that outlived their connections
            self.tables.end(session)

    def fill_disk(self, seconds: float) -> None:
        """Refuse what needs room for a while."""
        self.counts["full_disk"] += 1
        self._full_until = max(self._full_until, self._time() + seconds)

    def break_one(self, peer: str = "") -> None:
        """Break a connection, of one worker or of any."""
        able = [it for it in self.connections if peer in ("", it.session.peer)]
        if able:
            self.counts["broken"] += 1
            self._random.choice(able).lose()

    def kill(self, peer: str) -> None:
        """End the connections of a worker that ended without a word."""
        for connection in [it for it in self.connections if it.session.peer == peer]:
            connection.lose()

    def _written(self, session: Session, entries: Sequence[Entry]) -> None:
        for call in self.on_append:
            call(session.peer, entries)

    def _cut(self, session: Session) -> None:
        for connection in [it for it in self.connections if it.session is session]:
            connection.lose()

    # -- the network -------------------------------------------------------------------------------

    async def connect(
        self,
        address: str,
        *,
        timeout: float = 60.0,  # noqa: ASYNC109 - as asyncpg has it
        command_timeout: float | None = None,
        server_settings: Mapping[str, str] | None = None,
    ) -> ModelConnection:
        """Connect as asyncpg does."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(timeout):
            await asyncio.sleep(self._travel())
            if self._random.random() < self.faults.unreachable:
                self.counts["unreachable"] += 1
                raise ConnectionRefusedError(111, "Connect call failed")
            if self._down_until > self._time():
                raise asyncpg.CannotConnectNowError("the database system is starting up")
            while self._silent_until > self._time():  # noqa: ASYNC110 - it may be put off meanwhile
                await asyncio.sleep(self._silent_until - self._time())
        session = self.tables.begin(urlsplit(address).username or "")
        connection = ModelConnection(self, session, loop, command_timeout, server_settings or {})
        self.connections.append(connection)
        return connection

    def send(
        self, connection: ModelConnection, query: str, values: Sequence[Any]
    ) -> asyncio.Future[Rows]:
        """Send a statement; its answer comes back, or not."""
        answer: asyncio.Future[Rows] = connection.loop.create_future()
        request = _Request(connection, connection.session, query, values, answer)
        request.fault, request.seconds = self._draw_fault(query)
        self.statements += 1
        travel = self._travel()
        connection.session.sent += request.fault != "lost_before"
        match request.fault:
            case "lost_before":
                self._later(travel, connection.lose)
            case "late":
                self._later(travel, connection.lose)
                self._later(travel + request.seconds, self._arrive, request)
            case "hang":
                self._later(travel + request.seconds, self._arrive, request)
            case _:
                self._later(travel, self._arrive, request)
        return answer

    def _draw_fault(self, query: str) -> tuple[str, float]:
        for forced in self._forced:
            if forced.text in query:
                self._forced.remove(forced)
                self.counts[forced.name] += 1
                drawn = self._draw_seconds() if forced.seconds is None else forced.seconds
                return forced.name, drawn
        chance = self._random.random()
        for name in STATEMENT_FAULTS:
            chance -= getattr(self.faults, name)
            if chance < 0:
                self.counts[name] += 1
                return name, self._draw_seconds()
        return "", 0.0

    def _draw_seconds(self) -> float:
        """Draw how long something takes; short times are as likely as long ones."""
        low, high = self.faults.seconds
        seconds: float = low * (high / low) ** self._random.random()
        return seconds

    def _travel(self) -> float:
        return self._random.uniform(*self.faults.latency)

    def _later(self, seconds: float, work: Callable[..., None], *given: Any) -> asyncio.TimerHandle:  # noqa: ANN401
        """Let the server or the network do something later, whoever is gone by then."""
        loop = asyncio.get_running_loop()
        return loop.call_later(seconds, work, *given, context=self._context)

    def _time(self) -> float:
        return asyncio.get_running_loop().time()

    # -- the server --------------------------------------------------------------------------------

    def _happen(self, name: str) -> None:
        match name:
            case "silence":
                self.be_silent(self._draw_seconds())
            case "restart":
                self.restart(self._draw_seconds())
            case "broken":
                self.break_one()
            case _:
                self.fill_disk(self._draw_seconds())
        self.start()

    def _arrive(self, request: _Request) -> None:
        """Take a statement that has come over the network."""
        if self._silent_until > self._time():
            self._later(self._silent_until - self._time(), self._arrive, request)
        elif request.session.is_over:
            pass  # the server was stopped before it read this
        elif self._is_cancelled(request):
            self._finish(request)
        elif request.fault == "refused":
            self._refuse(request)
        elif request.fault == "slow":
            self._begin_slowly(request)
        else:
            self._execute(request)

    def _is_cancelled(self, request: _Request) -> bool:
        """Return whether a client that is gone took its statement back in time."""
        is_gone = request.connection.is_closed() and request.fault != "late"
        return is_gone and self._random.random() < CANCELLED

    def _refuse(self, request: _Request) -> None:
        kind = self._random.choice([asyncpg.SerializationError, asyncpg.DeadlockDetectedError])
        if request.session.transaction is not None:
            request.session.transaction.is_failed = True
        self._reply(request, refusal(kind, "the server rolled the statement back"))

    def _begin_slowly(self, request: _Request) -> None:
        """Let a batch hold its lock for seconds, and the statements behind it wait."""
        if request.query in APPENDS:
            if self.tables.appender is not None:
                self._wait(request)
                return
            self.tables.appender = request.session
        limit = request.connection.limit("statement_timeout")
        request.fault = "too_slow" if request.seconds > limit else ""
        self._later(min(request.seconds, limit), self._end_slowly, request)

    def _end_slowly(self, request: _Request) -> None:
        if self.tables.appender is request.session:
            self.tables.appender = None
        if request.session.is_over:
            return
        if request.fault == "too_slow":
            message = "canceling statement due to statement timeout"
            self._reply(request, refusal(asyncpg.QueryCanceledError, message))
            self._look_again()
        else:
            self._execute(request)

    def _execute(self, request: _Request) -> None:
        """Let a statement take effect, at this moment."""
        self.tables.is_full = self._full_until > self._time()
        tables = self.tables
        session = request.session
        try:
            rows = tables.run(session, request.query, request.values, self.now)
        except WaitError:
            self._wait(request)
            return
        except (asyncpg.PostgresError, GapError) as error:
            self._reply(request, error)
        else:
            self._reply(request, rows)
        self._look_again()

    def _wait(self, request: _Request) -> None:
        if request in self._waiting:
            return
        self._waiting.append(request)
        limit = request.connection.limit("lock_timeout")
        if limit < inf:
            request.patience = self._later(limit, self._lose_patience, request)

    def _lose_patience(self, request: _Request) -> None:
        if request in self._waiting:
            self._waiting.remove(request)
            if request.session.transaction is not None:
                request.session.transaction.is_failed = True
            message = "canceling statement due to lock timeout"
            self._reply(request, refusal(asyncpg.LockNotAvailableError, message))

    def _look_again(self) -> None:
        """Let those that wait for a lock try again, in the order in which they came."""
        for request in tuple(self._waiting):
            if request not in self._waiting:
                continue
            if not self._is_blocked(request):
                self._waiting.remove(request)
                if request.patience is not None:
                    request.patience.cancel()
                self._arrive(request)

    def _is_blocked(self, request: _Request) -> bool:
        if request.session.is_over:
            return False
        if self.tables.appender is not None and request.query in APPENDS:
            return True
        return self.tables.owner not in (None, request.session)

    def _reply(self, request: _Request, outcome: Rows | BaseException) -> None:
        self._finish(request)
        if request.fault == "lost_after":
            request.connection.lose()
            return
        request.connection.deliver(self._travel(), partial(_settle, request.answer, outcome))

    def _notify(self, channel: str, payload: str) -> None:
        listening = [it for it in self.tables.sessions if channel in it.channels]
        for session in listening:
            connection = next((it for it in self.connections if it.session is session), None)
            if connection is None:
                self.counts["notice_lost"] += 1
            else:
                notice = Notice(channel, payload)
                connection.deliver(self._travel(), partial(connection.hear, notice), notice)

    def _finish(self, request: _Request) -> None:
        """End a session whose client is gone, once it has done all that was sent."""
        request.session.sent -= 1
        if request.session.is_leaving:
            self._end(request.session)

    def forget(self, connection: ModelConnection) -> None:
        """End the session of a connection that is gone; the server may notice later."""
        if connection in self.connections:
            self.connections.remove(connection)
        seconds = self._travel()
        if self._random.random() < self.faults.linger:
            self.counts["linger"] += 1
            seconds = self._draw_seconds()
        self._later(seconds, self.leave, connection.session)

    def leave(self, session: Session) -> None:
        """End a session as soon as it has done what was sent."""
        session.is_leaving = True
        self._end(session)

    def _end(self, session: Session) -> None:
        if not session.sent and not session.is_over:
            self.tables.end(session)
            self._look_again()


def _settle(answer: asyncio.Future[Rows], outcome: Rows | BaseException) -> None:
    if answer.done():
        return
    if isinstance(outcome, BaseException):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


@dataclass(eq=False)
class ModelConnection:
    """A connection, with as much of asyncpg's as the product uses."""

    database: ModelDatabase
    session: Session
    loop: asyncio.AbstractEventLoop
    seconds: float | None
    settings: Mapping[str, str]
    _inbox: deque[tuple[Callable[[], None], Notice | None]] = field(default_factory=deque)
    _last: float = -inf
    """When what was sent last arrives: nothing overtakes it."""
    _context: Context = field(default_factory=copy_context)
    _is_closed: bool = False
    _answer: asyncio.Future[Rows] | None = None
    _listeners: dict[str, list[Callable[..., None]]] = field(default_factory=dict)
    _ends: list[Callable[..., None]] = field(default_factory=list)

    # -- as asyncpg has it -------------------------------------------------------------------------

    def is_closed(self) -> bool:
        """Return whether the connection is lost or ended."""
        return self._is_closed

    async def fetch(self, query: str, *values: Any) -> Rows:  # noqa: ANN401 - as asyncpg has it
        """Run one statement, and return its rows."""
        if self._is_closed:
            raise asyncpg.InterfaceError("connection is closed")
        if self._answer is not None:
            raise asyncpg.InterfaceError("another operation is in progress")
        answer = self._answer = self.database.send(self, query, values)
        timer = None
        if self.seconds is not None:
            timer = self.loop.call_later(self.seconds, _settle, answer, TimeoutError())
        try:
            return await answer
        finally:
            self._answer = None
            if timer is not None:
                timer.cancel()

    async def execute(self, query: str, *values: Any) -> str:  # noqa: ANN401 - as asyncpg has it
        """Run one statement."""
        await self.fetch(query, *values)
        return ""

    async def fetchval(self, query: str, *values: Any) -> Any:  # noqa: ANN401 - as asyncpg has it
        """Return the first value of the first row."""
        rows = await self.fetch(query, *values)
        return rows[0][0] if rows else None

    def transaction(self) -> _Transaction:
        """Return a block of statements that take effect together."""
        return _Transaction(self)

    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None:
        """Call back with every notice of a channel."""
        await self.fetch(f'LISTEN "{channel}"')
        self._listeners.setdefault(channel, []).append(callback)

    def add_termination_listener(self, callback: Callable[..., None]) -> None:
        """Call back when the connection ends."""
        self._ends.append(callback)

    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - as asyncpg
        """End the connection in order."""
        del timeout
        if not self._is_closed:
            self._end()
            self.database.leave(self.session)

    def terminate(self) -> None:
        """End the connection at once; what was sent may still take effect."""
        self.lose()  # asyncpg, too, ends the wait for an answer

    # -- for the database --------------------------------------------------------------------------

    def limit(self, name: str) -> float:
        """Return a time limit of the server for this connection, in seconds."""
        text = self.settings.get(name, "0s")
        return float(text.removesuffix("s")) or inf

    def deliver(
        self, travel: float, work: Callable[[], None], notice: Notice | None = None
    ) -> None:
        """Do *work* when it has travelled back, and not before what was sent earlier."""
        if self._is_closed:
            return
        self._last = max(self._last, self.loop.time() + travel)
        self._inbox.append((work, notice))
        self.loop.call_at(self._last, self._receive, context=self._context)

    def hear(self, notice: Notice) -> None:
        """Pass a notice on."""
        for callback in tuple(self._listeners.get(notice.channel, ())):
            self.loop.call_soon(callback, self, 0, notice.channel, notice.payload)

    def lose(self) -> None:
        """Break: whoever waits for an answer is told so."""
        if self._is_closed:
            return
        lost = sum(notice is not None for _, notice in self._inbox)
        if lost:
            self.database.counts["notice_lost"] += lost
        answer = self._answer
        self._end()
        if answer is not None:
            _settle(answer, asyncpg.ConnectionDoesNotExistError(LOST))

    def _receive(self) -> None:
        if self._inbox:
            self._inbox.popleft()[0]()

    def _end(self) -> None:
        self._is_closed = True
        self._inbox.clear()
        self._listeners.clear()
        for callback in self._ends:
            self.loop.call_soon(callback, self, context=self._context)
        self._ends.clear()
        self.database.forget(self)


class _Transaction:
    """A block of statements, as asyncpg has it."""

    def __init__(self, connection: ModelConnection) -> None:
        self._connection = connection

    async def __aenter__(self) -> Self:
        await self._connection.fetch("BEGIN;")
        return self

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        await self._connection.fetch("COMMIT;" if error is None else "ROLLBACK;")


@contextmanager
def installed(database: ModelDatabase) -> Iterator[ModelDatabase]:
    """Let the product connect to the model instead of a server."""
    with patch.object(asyncpg, "connect", database.connect), closing(database.tables.books):
        yield database
