"""Share the books between processes over a PostgreSQL connection: notices and leases.

The connection is separate from those of the books, so no long query keeps a process from renewing
its leases. While open, it holds an advisory lock under the number of the worker: if the lock is
free, the process is gone, and nobody needs to wait for its leases to end.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import Any, Final

import asyncpg

from pitboss.store.errors import StoreError, reason
from pitboss.store.notices import Lease, Listeners, Place, Worker

CHANNEL: Final = "pitboss"
LOCK_CLASS: Final = 0x7069_7477
"""The first half of the advisory locks of workers; the second is their number."""
NAME_CLASS: Final = LOCK_CLASS + 1
"""The same of locks under a name."""
LOCK_PAUSE_SECONDS: Final = 0.005
CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 5.0
AWAY_SECONDS: Final = 1.5
"""Seconds for a small query after which the database counts as away."""
PAUSES: Final = (0.02, 0.1, 0.5)
"""Seconds between two tries to connect again; the last holds for all further ones."""
FORGET_SECONDS: Final = 3600
"""Workers that ended so long ago are removed."""
_LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


class Sharing(Listeners):
    """One process among those on the same books."""

    def __init__(self, address: str) -> None:
        """Name the database; connect on first use, and again after a loss."""
        super().__init__()
        self._address = address
        self._connection: asyncpg.Connection[Any] | None = None
        self._free = asyncio.Lock()
        self._listens = False
        self._number: int | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._is_lost = asyncio.Event()
        self.back_at = -inf
        """When the database was last back after it was away, by the steady clock."""

    # -- notices -----------------------------------------------------------------------------------

    async def tell(self, topic: str, text: str) -> None:
        """Send a notice to every process on these books."""
        await self._rows("SELECT pg_notify($1, $2)", CHANNEL, f"{topic} {text}")

    def keep_open(self) -> None:
        """Reconnect whenever the connection is lost, so notices keep arriving."""
        if self._keeping is None:
            self._keeping = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Close the connection, which frees the worker's number."""
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        if self._connection is not None:
            with suppress(*_LOST):
                await self._connection.close(timeout=1)

    async def _keep(self) -> None:
        failures = 0
        while True:
            try:
                async with self._free:
                    await self._connect()
            except StoreError:
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
                continue
            failures = 0
            await self._is_lost.wait()

    # -- workers -----------------------------------------------------------------------------------

    async def register(
        self, place: Place, seconds: float, *, draining: bool = False, before: int = 0
    ) -> tuple[int, list[str]]:
        """Become a worker, or one that takes no tables; return its number, and its tables.

        Its tables are those that nobody took from *before*, the worker that this process was.
        """
        self._number = None
        async with self._free:
            connection = await self._connect()
            try:
                async with connection.transaction():
                    number: int = await connection.fetchval(_REGISTER, *place, seconds, draining)
                    rows = await connection.fetch(_INHERIT, before, number)
                    await _lock(connection, number)
            except _LOST as error:
                self._drop()
                raise StoreError(reason(error)) from error
        self._number = number
        await self._rows(_FORGET, float(FORGET_SECONDS))
        return number, sorted(row[0] for row in rows)

    async def renew(self, number: int, seconds: float) -> bool:
        """Renew a worker for some seconds; False: others already count it as gone."""
        return bool(await self._rows(_RENEW, number, seconds))

    async def bury(self, seconds: float, silent: float) -> None:
        """End workers whose connection is gone and that were silent for a while."""
        await self._rows(_BURY, seconds - silent, LOCK_CLASS)

    async def workers(self) -> list[Worker]:
        """Return the workers that live."""
        rows = await self._rows(_WORKERS)
        return [Worker(row[0], Place(*row[1:5]), row[5]) for row in rows]

    async def drain(self, number: int) -> None:
        """Mark a worker that takes no more tables."""
        await self._rows("UPDATE worker SET draining = true WHERE number = $1", number)

    async def resign(self, number: int) -> None:
        """End a worker; its tables become free."""
        self._number = None
        await self._rows(_RESIGN, number)

    # -- tables ------------------------------------------------------------------------------------

    async def note_tables(self, prefix: str) -> None:
        """Add a free lease for every table of the books that has none."""
        await self._rows(_NOTE, f"{prefix}%")

    async def stamp(self) -> int:
        """Return a number that grows with every change of a lease."""
        rows = await self._rows("SELECT coalesce(sum(epoch), 0)::bigint FROM lease")
        return int(rows[0][0])

    async def leases(self) -> list[Lease]:
        """Return who runs which table."""
        rows = await self._rows("SELECT stream, worker, epoch FROM lease ORDER BY stream")
        return [Lease(*row) for row in rows]

    async def claim(self, number: int, most: int) -> list[str]:
        """Take up to a number of tables that no living worker has."""
        rows = await self._rows(_CLAIM, number, most)
        return sorted(row[0] for row in rows)

    async def claim_new(self, number: int, streams: Collection[str]) -> list[str]:
        """Take those of some tables that have no lease yet, to open them."""
        rows = await self._rows(_CLAIM_NEW, number, list(streams))
        return [row[0] for row in rows]

    async def release(self, number: int, streams: Collection[str]) -> None:
        """Release the leases of tables."""
        await self._rows(_RELEASE, number, list(streams))

    @asynccontextmanager
    async def hold_lock(self, name: str) -> AsyncIterator[None]:
        """Hold a named lock over all processes.

        The lock ends with the connection: what must never happen twice needs the books.
        """
        while not (await self._rows(_LOCK, NAME_CLASS, name))[0][0]:  # noqa: ASYNC110 - others have it
            await asyncio.sleep(LOCK_PAUSE_SECONDS)
        try:
            yield
        finally:
            with suppress(StoreError):
                await self._rows(_UNLOCK, NAME_CLASS, name)

    # -- the connection ----------------------------------------------------------------------------

    async def _rows(self, query: str, *values: object) -> Sequence[Any]:
        async with self._free:
            connection = await self._connect()
            sent_at = time.monotonic()
            try:
                rows: Sequence[Any] = await connection.fetch(query, *values)
            except _LOST as error:
                self._drop()
                raise StoreError(reason(error)) from error
            except BaseException:
                self._drop()
                raise
            if time.monotonic() - sent_at > AWAY_SECONDS:
                self.back_at = time.monotonic()
            return rows

    async def _connect(self) -> asyncpg.Connection[Any]:
        if self._connection is not None and not self._connection.is_closed():
            self._is_lost.clear()
            return self._connection
        try:
            connection = await asyncpg.connect(
                self._address, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS
            )
        except (*_LOST, ValueError) as error:
            raise StoreError(f"PostgreSQL does not answer: {reason(error)}") from error
        try:
            await connection.add_listener(CHANNEL, self._hear)
            connection.add_termination_listener(self._note_end)
            if self._number is not None:
                await _lock(connection, self._number)
        except BaseException as error:
            connection.terminate()  # it would keep the worker's lock, and its end would be heard
            if not isinstance(error, _LOST):
                raise
            raise StoreError(f"PostgreSQL does not answer: {reason(error)}") from error
        self._is_lost.clear()
        self._connection = connection
        if self._listens:
            self.back_at = time.monotonic()
            self.say_missed()
        self._listens = True
        return connection

    def _note_end(self, connection: object) -> None:
        if connection is self._connection:  # an earlier one ends late, and nothing is lost with it
            self._is_lost.set()

    def _hear(self, _: object, __: int, ___: str, payload: object) -> None:
        topic, _, text = str(payload).partition(" ")
        self.pass_on(topic, text)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
        self._is_lost.set()


async def _lock(connection: asyncpg.Connection[Any], number: int) -> None:
    """Take a worker's lock; while an older connection has it, the worker counts as alive."""
    await connection.execute("SELECT pg_try_advisory_lock($1, $2)", LOCK_CLASS, number)


_LOCK: Final = "SELECT pg_try_advisory_lock($1, hashtext($2))"
_UNLOCK: Final = "SELECT pg_advisory_unlock($1, hashtext($2))"
_REGISTER: Final = (
    "INSERT INTO worker (machine, key, path, address, until, draining) "
    "VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6) RETURNING number"
)
_FORGET: Final = "DELETE FROM worker WHERE until < now() - make_interval(secs => $1)"
_RENEW: Final = (
    "UPDATE worker SET until = now() + make_interval(secs => $2) "
    "WHERE number = $1 AND until > now() RETURNING number"
)
_BURY: Final = (
    "UPDATE worker SET until = now() WHERE until > now() "
    "AND until <= now() + make_interval(secs => $1) AND NOT EXISTS ("
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $2 AND objid::bigint = number "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
)
_WORKERS: Final = (
    "SELECT number, machine, key, path, address, draining FROM worker "
    "WHERE until > now() ORDER BY number"
)
_RESIGN: Final = (
    "WITH gone AS (DELETE FROM worker WHERE number = $1) "
    "UPDATE lease SET worker = NULL, epoch = epoch + 1 WHERE worker = $1"
)
_NOTE: Final = (
    "INSERT INTO lease SELECT stream, NULL, 1 FROM head WHERE stream LIKE $1 ON CONFLICT DO NOTHING"
)
_CLAIM: Final = (
    "UPDATE lease SET worker = $1, epoch = epoch + 1 WHERE stream IN ("
    "SELECT stream FROM lease WHERE NOT EXISTS ("
    "SELECT FROM worker WHERE number = lease.worker AND until > now()) "
    "ORDER BY stream LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING stream"
)
_INHERIT: Final = (
    "UPDATE lease SET worker = $2, epoch = epoch + 1 WHERE worker = $1 RETURNING stream"
)
_CLAIM_NEW: Final = (
    "INSERT INTO lease SELECT stream, $1, 1 FROM unnest($2::text[]) AS stream "
    "ON CONFLICT DO NOTHING RETURNING stream"
)
_RELEASE: Final = (
    "UPDATE lease SET worker = NULL, epoch = epoch + 1 WHERE worker = $1 AND stream = ANY($2)"
)
