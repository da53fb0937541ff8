"""The books in one SQLite file: the store that needs no set-up.

The file is in WAL mode with `synchronous=FULL`: when a commit returns, its entries are on disk. A
separate thread does all the work, so waiting for the disk stops no table.

Several processes may write one file, one at a time. SQLite's own way of waiting for the others
sleeps longer and longer, up to a tenth of a second; here a writer looks again every half
millisecond, which is short beside the few milliseconds that a commit takes.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from pitboss.ledger.book import Head
from pitboss.ledger.entry import GENESIS, Entry
from pitboss.ledger.marks import Mark
from pitboss.store.errors import ConflictError, OutcomeUnknownError, StoreError
from pitboss.store.migrations import migrations
from pitboss.store.protocol import (
    BalanceMove,
    HeadMove,
    balance_moves,
    check_count,
    head_moves,
    missing_balances,
)
from pitboss.store.records import Records
from pitboss.store.rows import COLUMNS, balance_rows, head_rows, write_entry

LOCK_SECONDS = 5.0
"""A file that another process has locked for so long is refused."""
LOOK_AGAIN_SECONDS = 0.0005
"""Between two looks whether it still has."""
OWNERS_ONLY = 0o600
CHECKPOINT_PAGES = 4000
"""The journal is copied into the file when it is so long, 16 MB, and not at SQLite's 4 MB: at full
speed that is hundreds of commits, and the pages that several of them changed are copied once."""
PLACES_AT_ONCE = 8192
"""So many entries are written before it is noted where those of a stream stand, unless somebody
asks. Each table has pages of its own in that index: its entries of a while are noted together."""
JOURNAL = "journal"
"""The view of entries by stream and version; reading it needs all positions recorded."""
_WHOLE_JOURNAL = (
    f"WITH {JOURNAL} AS ("  # noqa: S608 - names of ours
    f"SELECT place.stream, place.version, {COLUMNS.partition('version, ')[2]} "
    "FROM place CROSS JOIN entry ON entry.position = place.position UNION ALL "
    f"SELECT {COLUMNS} FROM entry WHERE position > (SELECT position FROM noted)) "
)
"""Before a query of the view: the same with the entries whose places are not noted."""

_T = TypeVar("_T")


class SqliteStore(Records):
    """The books in one file."""

    def __init__(self, path: Path) -> None:
        """Name the file; `open` opens it."""
        self._path = path
        self.place = str(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._connection: sqlite3.Connection | None = None
        self._is_working = False
        """The thread does something, be it long, and does not wait for a lock."""
        self._is_silent = False

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file; create or migrate it as needed."""
        store = cls(path)
        try:
            await store._run(lambda _: None)
        except BaseException:
            await store.close()
            raise
        return store

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        """Write entries in one transaction."""
        heads = head_moves(entries)
        balances = balance_moves(entry.postings for entry in entries)
        rows = [write_entry(entry) for entry in entries]

        def write(connection: sqlite3.Connection) -> None:
            _append(connection, rows, heads, balances, mark)

        await self._run(write)

    async def statement(self, query: str, *values: object) -> list[Any]:
        """Run one statement as a transaction of its own; return its rows."""
        named = {str(place): value for place, value in enumerate(values, 1)}
        return await self._run(lambda connection: _select(connection, query, named))

    async def replace_projections(
        self, heads: Mapping[str, Head], balances: Mapping[str, int]
    ) -> None:
        """Replace the kept ends and balances by those that the entries give."""

        def put(connection: sqlite3.Connection) -> None:
            with _transaction(connection):
                (entries,) = connection.execute("SELECT count(*) FROM entry").fetchone()
                check_count(heads, entries)
                connection.execute("DELETE FROM place")
                connection.execute("UPDATE noted SET position = 0")
                _note_places(connection)
                connection.execute("DELETE FROM head")
                connection.execute("DELETE FROM balance")
                connection.executemany("INSERT INTO head VALUES (?, ?, ?, ?)", head_rows(heads))
                connection.executemany(
                    "INSERT INTO balance VALUES (?, ?, ?)", balance_rows(balances)
                )

        await self._run(put)

    async def backup(self, path: Path) -> None:
        """Copy the books into another file while they are in use."""

        def copy(connection: sqlite3.Connection) -> None:
            make_private(path)
            target = sqlite3.connect(path)
            try:
                connection.backup(target)
            finally:
                target.close()

        await self._run(copy)

    async def ping(self) -> None:
        """Wait until the file can be written; a thread with a long job counts as alive."""
        if not self._is_working:
            await self._run(_try_to_write)

    def note_silence(self, *, is_silent: bool) -> None:
        """Stop waiting for another process's lock, or wait again; reads go on."""
        self._is_silent = is_silent

    def share(self) -> None:
        """Return None: a file is for one process."""

    async def close(self) -> None:
        """Close the file."""

        def end() -> None:
            if self._connection is not None:
                self._connection.close()

        await asyncio.get_running_loop().run_in_executor(self._thread, end)
        self._thread.shutdown()

    async def _run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._work, work)

    def _work(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Open the file if needed, and do *work*; runs in the thread."""
        try:
            return self._in_turn(work)
        except sqlite3.IntegrityError as error:
            raise ConflictError(str(error)) from error
        except (sqlite3.Error, UnicodeError) as error:  # a damaged file is no UTF-8 either
            raise StoreError(f"{self._path}: {error}") from error

    def _in_turn(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do *work* once no other process writes; an attempt on a locked file does nothing."""
        until = time.monotonic() + LOCK_SECONDS
        self._is_working = True
        while True:
            try:
                if self._connection is None:
                    self._connection = _connect(self._path)
                return work(self._connection)
            except sqlite3.OperationalError as error:
                if not _is_locked(error) or self._is_silent or time.monotonic() > until:
                    raise
            finally:  # it is done, has failed, or waits for the lock from now on
                self._is_working = False
            time.sleep(LOOK_AGAIN_SECONDS)


def _is_locked(error: sqlite3.OperationalError) -> bool:
    """Return whether another connection has the lock; the upper bits are the reason."""
    code: int = getattr(error, "sqlite_errorcode", 0)  # text that is no UTF-8 has none
    return code & 0xFF == sqlite3.SQLITE_BUSY


def make_private(path: Path) -> None:
    """Make a file that only its owner can read, or close one that others can.

    The books hold names, hashes of passwords and what every account has. SQLite gives the files
    beside it the mode of the file itself.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNERS_ONLY))
        if stat.S_IMODE(path.stat().st_mode) & ~OWNERS_ONLY:
            path.chmod(OWNERS_ONLY)
    except OSError:
        return  # another user's file, or no place for one: opening it says why


def _connect(path: Path) -> sqlite3.Connection:
    make_private(path)
    # Transactions are begun by hand: each of them says when it takes the lock.
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        connection.execute("BEGIN IMMEDIATE")
        (number,) = connection.execute("PRAGMA user_version").fetchone()
        for migration in migrations("sqlite", after=number):
            for statement in migration.statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {migration.number}")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write all or nothing of what is done inside."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


def _select(
    connection: sqlite3.Connection, query: str, values: Mapping[str, object] | Sequence[object]
) -> list[Any]:
    if JOURNAL in query and _count_unnoted(connection):
        try:
            with _transaction(connection):
                _note_places(connection)
        except sqlite3.OperationalError as error:
            if _is_locked(error):
                raise
            query = _WHOLE_JOURNAL + query  # where nothing can be written, all can still be read
    return connection.execute(query, values).fetchall()


def _count_unnoted(connection: sqlite3.Connection) -> int:
    """Return the number of entries without a recorded position in their stream."""
    query = "SELECT coalesce((SELECT max(position) FROM entry), 0) - position FROM noted"
    return int(connection.execute(query).fetchone()[0])


def _note_places(connection: sqlite3.Connection) -> None:
    """Record the positions of entries in their streams, within a transaction."""
    connection.execute(
        "INSERT INTO place SELECT stream, version, position FROM entry "
        "WHERE position > (SELECT position FROM noted) ORDER BY stream, version"
    )
    connection.execute("UPDATE noted SET position = coalesce((SELECT max(position) FROM entry), 0)")


def _append(
    connection: sqlite3.Connection,
    rows: list[tuple[object, ...]],
    heads: list[HeadMove],
    balances: list[BalanceMove],
    mark: Mark | None,
) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        if mark is not None:
            _move_mark(connection, mark, len(rows))
        _move_heads(connection, heads)
        _move_balances(connection, balances)
        connection.executemany(
            f"INSERT INTO entry ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
            if mark is None
            else f"INSERT INTO entry ({COLUMNS}, writer) "  # noqa: S608 - names of ours
            f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {mark.writer})",
            rows,
        )
        if _count_unnoted(connection) >= PLACES_AT_ONCE:
            _note_places(connection)
    except BaseException:
        _roll_back(connection)
        raise
    try:
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        _roll_back(connection)
        if not _is_written(connection, rows[-1], error):
            raise


def _try_to_write(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")


def _roll_back(connection: sqlite3.Connection) -> None:
    """Roll back, unless SQLite already did so because the disk was full."""
    if connection.in_transaction:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _is_written(
    connection: sqlite3.Connection, row: tuple[object, ...], error: sqlite3.Error
) -> bool:
    """Return whether a failed commit was made: a full disk is no reason to try for ever."""
    query = "SELECT 1 FROM entry WHERE key = ? AND stream = ? AND hash = ?"
    try:
        return connection.execute(query, (row[4], row[0], row[-1])).fetchone() is not None
    except sqlite3.Error:
        raise OutcomeUnknownError(str(error)) from error


# No cursor may be a local variable where an error is raised. The error keeps it until some other
# thread lets go of both, and a cursor that ends resets its statement, which may be running in this.


def _move_mark(connection: sqlite3.Connection, mark: Mark, entries: int) -> None:
    moved = connection.execute(
        "UPDATE mark SET count = ?, chain = ?, signature = ? WHERE name = ? AND count = ?",
        (mark.number, mark.chain, mark.signature, mark.name, mark.number - entries),
    ).rowcount
    if moved != 1:
        raise ConflictError(f"the mark {mark.name} is not as its process left it")


def _move_heads(connection: sqlite3.Connection, moves: list[HeadMove]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO head VALUES (?, 0, 0, ?)",
        [(move.stream, GENESIS) for move in moves if not move.before],
    )
    moved = connection.executemany(
        "UPDATE head SET version = ?, at = ?, hash = ? "
        "WHERE stream = ? AND version = ? AND hash = ?",
        [
            (move.version, move.at, move.hash, move.stream, move.before, move.before_hash)
            for move in moves
        ],
    ).rowcount
    if moved != len(moves):
        message = "another entry came in between: " + ", ".join(move.stream for move in moves)
        raise ConflictError(message)


def _move_balances(connection: sqlite3.Connection, moves: list[BalanceMove]) -> None:
    moved = _add_to_balances(connection, moves)
    if moved != len(moves):  # an account is new, or would fall too low
        held = _balances(connection, moves)
        new = [move for move in moves if move.account not in held]
        # A row is made with nothing in it first: its floor is checked against what it holds then.
        connection.executemany(
            "INSERT INTO balance VALUES (?, 0, ?)", [(move.account, move.floor) for move in new]
        )
        moved += _add_to_balances(connection, new)
    if moved != len(moves):
        _roll_back(connection)
        raise ConflictError("; ".join(missing_balances(moves, _balances(connection, moves))))


def _add_to_balances(connection: sqlite3.Connection, moves: list[BalanceMove]) -> int:
    """Add to balances; return the number of accounts that exist and hold enough."""
    if not moves:
        return 0
    return connection.executemany(
        "UPDATE balance SET amount = amount + ? "
        "WHERE account = ? AND (floor IS NULL OR amount + ? >= floor)",
        [(move.net, move.account, move.lowest) for move in moves],
    ).rowcount


def _balances(connection: sqlite3.Connection, moves: list[BalanceMove]) -> dict[str, int]:
    names = ",".join("?" * len(moves))
    query = f"SELECT account, amount FROM balance WHERE account IN ({names})"  # noqa: S608
    return dict(connection.execute(query, [move.account for move in moves]))
