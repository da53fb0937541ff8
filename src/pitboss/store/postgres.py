"""The books in a PostgreSQL database.

A batch is one call of the function `append_batch`, which is one transaction and one round trip.
Batches and questions have a connection each, so neither waits for the other.

`pg_dump` makes a backup while the database is in use, and `pg_restore` brings it back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Self, TypeVar

import asyncpg

from pitboss.ledger.book import Head
from pitboss.ledger.entry import GENESIS, Entry
from pitboss.ledger.marks import Mark
from pitboss.store.batches import append_call, sign_call
from pitboss.store.errors import (
    ConflictError,
    OutcomeUnknownError,
    SilentStoreError,
    StoreError,
    reason,
)
from pitboss.store.migrations import migrations
from pitboss.store.protocol import HeadMove, check_count
from pitboss.store.pulse import acquire_unless_ended, end_waits
from pitboss.store.records import Records
from pitboss.store.rows import balance_rows
from pitboss.store.sharing import Sharing

CONNECT_SECONDS = 5
ANSWER_SECONDS = 60
"""Seconds for a long query; the pulse ends it much sooner if the server is silent."""
WRITE_SECONDS = 10
"""Seconds after which an unwritten batch has an unknown outcome, to be looked up."""
STATEMENT_SECONDS = 8
"""Seconds after which the server itself ends a batch, so its outcome is known."""
CLOSE_SECONDS = 2
"""Seconds to wait for an orderly end of a connection."""
LOCK_SECONDS = 4
"""Seconds after which the server ends a statement that waits for a lock."""
MIGRATION_LOCK = 0x7069_7462
"""Two processes that start together bring the database up to date one after the other."""

_LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
_T = TypeVar("_T")


class _Line:
    """One connection, which reconnects when lost; it runs one statement at a time."""

    def __init__(self, address: str, seconds: float, **settings: str) -> None:
        """Set the seconds to wait for an answer, and the server's *settings* for it."""
        self._address = address
        self._seconds = seconds
        self._settings = {"lock_timeout": f"{LOCK_SECONDS}s"} | settings
        self._connection: asyncpg.Connection[Any] | None = None
        self._free = asyncio.Lock()
        self._is_cut = False
        self._waits: set[asyncio.Timeout] = set()

    async def run(self, work: Callable[[asyncpg.Connection[Any]], Awaitable[_T]]) -> _T:
        """Do *work*; after any failure but a refused statement the connection is dropped."""
        if self._is_cut:
            raise SilentStoreError
        await acquire_unless_ended(self._free, self._waits)
        try:
            connection = await self._connect()
            try:
                return await work(connection)
            except asyncpg.IntegrityConstraintViolationError as error:
                raise ConflictError(str(error)) from error
            except BaseException:
                self.drop()
                raise
        finally:
            self._free.release()

    def cut(self, *, is_cut: bool) -> None:
        """Break the connection and refuse to make another; or allow it again."""
        self._is_cut = is_cut
        if is_cut:
            end_waits(self._waits)
            self.drop()

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with suppress(*_LOST):
                await self._connection.close(timeout=CLOSE_SECONDS)
            self.drop()

    async def _connect(self) -> asyncpg.Connection[Any]:
        if self._connection is None or self._connection.is_closed():
            try:
                self._connection = await asyncpg.connect(
                    self._address,
                    timeout=CONNECT_SECONDS,
                    command_timeout=self._seconds,
                    server_settings=self._settings,
                )
            except (*_LOST, asyncpg.PostgresError, TimeoutError, ValueError) as error:
                raise StoreError(f"PostgreSQL does not answer: {reason(error)}") from error
        return self._connection

    def drop(self) -> None:
        """Break the connection; the next call makes another."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


class PostgresStore(Records):
    """The books in a database."""

    def __init__(self, address: str) -> None:
        """Name the database; `open` connects to it."""
        self._address = address
        self._batches = _Line(address, WRITE_SECONDS, statement_timeout=f"{STATEMENT_SECONDS}s")
        self._questions = _Line(address, ANSWER_SECONDS)
        self._pulse = _Line(address, ANSWER_SECONDS)

    @classmethod
    async def open(cls, address: str) -> Self:
        """Connect, and bring the database up to date."""
        store = cls(address)
        await store._ask(_migrate)
        return store

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        """Write entries in one transaction."""
        call = append_call(entries)
        query, arguments = call if mark is None else sign_call(call, mark, len(entries))
        try:
            await self._batches.run(lambda connection: connection.execute(query, *arguments))
        except StoreError:
            raise
        except Exception as error:
            message = reason(error)
            if isinstance(error, asyncpg.PostgresError) and error.severity_en == "ERROR":
                # The server itself says that it rolled back: its disk is full, it is read-only ...
                raise StoreError(message) from error
            # Whatever else happens here, the transaction may or may not have been committed.
            raise OutcomeUnknownError(message) from error

    async def statement(self, query: str, *values: object) -> list[Any]:
        """Run one statement as a transaction of its own; return its rows."""
        return await self._ask(lambda connection: connection.fetch(query, *values))

    async def replace_projections(
        self, heads: Mapping[str, Head], balances: Mapping[str, int]
    ) -> None:
        """Replace the kept ends and balances by those that the entries give."""

        async def put(connection: asyncpg.Connection[Any]) -> None:
            async with connection.transaction():
                await connection.execute(
                    "LOCK TABLE other_head, table_chips, other_balance IN ACCESS EXCLUSIVE MODE"
                )
                check_count(heads, await connection.fetchval("SELECT count(*) FROM entry"))
                await connection.execute(
                    "DELETE FROM other_head; DELETE FROM table_chips; DELETE FROM other_balance"
                )
                ends = [
                    HeadMove(
                        stream=stream,
                        before=0,
                        before_hash=GENESIS,
                        version=head.version,
                        hash=head.hash,
                        at=head.at,
                    )
                    for stream, head in heads.items()
                ]
                if ends:
                    columns = zip(*ends, strict=True)
                    await connection.execute("SELECT move_heads($1, $2, $3, $4, $5, $6)", *columns)
                rows = balance_rows(balances)
                if rows:
                    moves = ((row[0], row[1], min(row[1], 0), row[2]) for row in rows)
                    columns = zip(*moves, strict=True)
                    await connection.execute("SELECT move_balances($1, $2, $3, $4)", *columns)

        await self._ask(put)

    async def ping(self) -> None:
        """Wait until the server answers a small query, on a separate connection."""
        await self._ask(lambda connection: connection.execute("SELECT 1"), self._pulse)

    def note_silence(self, *, is_silent: bool) -> None:
        """End every waiting call and fail new ones at once; or wait for answers again."""
        for line in (self._batches, self._questions):
            line.cut(is_cut=is_silent)
        if is_silent:
            self._pulse.drop()

    def share(self) -> Sharing:
        """Return a way to share the books with other processes; the caller closes it."""
        return Sharing(self._address)

    async def close(self) -> None:
        """Close the connections."""
        for line in (self._batches, self._questions, self._pulse):
            await line.close()

    async def _ask(
        self, work: Callable[[asyncpg.Connection[Any]], Awaitable[_T]], line: _Line | None = None
    ) -> _T:
        try:
            return await (line or self._questions).run(work)
        except (*_LOST, asyncpg.PostgresError) as error:
            raise StoreError(reason(error)) from error


async def _migrate(connection: asyncpg.Connection[Any]) -> None:
    async with connection.transaction():
        await connection.execute("SET LOCAL lock_timeout = 0")  # another process may be at it
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY)")
        last = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migration")
        for migration in migrations("postgres", after=last):
            await connection.execute(migration.text)
            await connection.execute("INSERT INTO migration VALUES ($1)", migration.number)
