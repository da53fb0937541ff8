"""What a PostgreSQL server does with a statement, at one moment and in memory.

The books and the records beside them are the product's own tables of SQLite, in memory: both
stores ask with the same statements. What only PostgreSQL has is written here: sessions and
transactions, locks, leases by the clock of the database, notices. A statement that the model does
not know is a gap, and ends the test.

The model is stricter than PostgreSQL in one way: a transaction that rebuilds ends and balances has
the books to itself, where others could still read what was there before.
"""
# ruff: noqa: SLF001 - the statements are private to the product, and are what is modelled

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import asyncpg

from pitboss.ledger.entry import Entry
from pitboss.ledger.marks import Mark
from pitboss.store import batches, sharing, sqlite
from pitboss.store.errors import ConflictError
from pitboss.store.migrations import migrations
from pitboss.store.protocol import HeadMove, balance_moves, head_moves
from pitboss.store.rows import COLUMNS, read_entry

Row = tuple[Any, ...]
Rows = list[Row]
_SIGNED: Final = {
    batches.sign_query(query, count): query
    for query, count in ((batches._PACKED, len(batches._KINDS)), (batches._BY_NAMES, 20))
}
"""A statement that signs a batch before it writes it -> the same without the signature."""
_SIGNATURE: Final = 5
"""The values of a signature, after those of the batch."""
APPENDS: Final = (batches._PACKED, batches._BY_NAMES, *_SIGNED)
"""The statements that write a batch; one at a time holds the lock."""
UNSIGNED: Final = "every entry of these books is signed"
PAYLOAD_BYTES_MAX: Final = 7999
WIDTH: Final = len(COLUMNS.split(", "))
_LARGEST: Final = (1 << 63) - 1
_NO_CHANGE: Final = re.compile(r"\s*(SELECT|SET|LOCK|BEGIN|COMMIT|ROLLBACK|LISTEN)\b")
_FAILED: Final = "current transaction is aborted, commands ignored until end of transaction block"


class GapError(AssertionError):
    """The product sent a statement that the model does not know."""


class WaitError(Exception):
    """A statement must wait until another transaction ends."""


def refusal(kind: type[asyncpg.PostgresError], message: str) -> asyncpg.PostgresError:
    """Return an error as asyncpg reads it from a server that rolled the statement back."""
    fields = {"S": "ERROR", "V": "ERROR", "C": kind.sqlstate, "M": message}
    error: asyncpg.PostgresError = asyncpg.PostgresError.new(fields)
    return error


@dataclass(eq=False)
class Transaction:
    """Statements that take effect together."""

    now: float
    changes: list[Callable[[], None]] = field(default_factory=list)
    """What a commit does to workers and leases."""
    rows: set[str] = field(default_factory=set)
    """The leases that nobody else can change until it ends."""
    is_failed: bool = False


@dataclass(eq=False)
class Session:
    """One connection, as the server sees it."""

    peer: str
    channels: set[str] = field(default_factory=set)
    locks: Counter[tuple[int, object]] = field(default_factory=Counter)
    """Advisory locks, which end with the session."""
    transaction: Transaction | None = None
    sent: int = 0
    """Statements that are on their way to it or under way."""
    is_leaving: bool = False
    """Its client is gone: it ends when they are done."""
    is_over: bool = False


@dataclass
class WorkerRow:
    """A row of the table `worker`."""

    place: Row
    until: float
    draining: bool


@dataclass
class LeaseRow:
    """A row of the table `lease`."""

    worker: int | None
    epoch: int

    def give(self, worker: int | None) -> None:
        """Let another worker have it."""
        self.worker = worker
        self.epoch = self.epoch + 1


class Tables:
    """The contents of one database, and what every statement does to them."""

    def __init__(self) -> None:
        """Start with a database that is up to date and empty."""
        self.books = sqlite3.connect(":memory:", isolation_level=None)
        self.books.execute("PRAGMA case_sensitive_like = ON")  # as PostgreSQL compares
        for migration in migrations("sqlite", after=0):
            for statement in migration.statements:
                self.books.execute(statement)
        self.workers: dict[int, WorkerRow] = {}
        self.leases: dict[str, LeaseRow] = {}
        self.sessions: list[Session] = []
        self.has_books = False
        """Somebody has opened them for writing."""
        self.is_full = False
        """The disk takes nothing new."""
        self.appender: object = None
        """Who is in the middle of a batch."""
        self.notify: Callable[[str, str], None] = lambda _, __: None
        self.cut: Callable[[Session], None] = lambda _: None
        """Called with a session whose connection is to be broken."""
        self.written: Callable[[Session, Sequence[Entry]], None] = lambda _, __: None
        """Called with the entries of a batch, at the moment at which they are written."""
        self.gaps: list[str] = []
        """Statements that the model does not know."""
        self.owner: Session | None = None
        """The session whose transaction has the books to itself."""
        self._numbers = 0
        self._known: Mapping[str, Callable[..., Rows]] = {
            query: getattr(self, f"_{name}") for query, name in STATEMENTS.items()
        }

    # -- sessions ----------------------------------------------------------------------------------

    def begin(self, peer: str) -> Session:
        """Start a session."""
        session = Session(peer)
        self.sessions.append(session)
        return session

    def end(self, session: Session) -> None:
        """End a session: its transaction is rolled back, its locks are free."""
        if not session.is_over:
            session.is_over = True
            self._roll_back(session)
            session.locks.clear()
            self.sessions.remove(session)

    # -- statements --------------------------------------------------------------------------------

    def run(self, session: Session, query: str, values: Sequence[Any], now: float) -> Rows:
        """Run one statement; raise an error of asyncpg, or `WaitError`: then nothing was done."""
        transaction = session.transaction
        if query == "ROLLBACK;":
            return self._roll_back(session)
        if transaction is not None and transaction.is_failed:
            raise refusal(asyncpg.InFailedSQLTransactionError, _FAILED)
        try:
            check_values(values)
            self._check_room(query)
            started = now if transaction is None else transaction.now
            return self._run(session, query, values, started)
        except asyncpg.PostgresError:
            if transaction is not None:
                transaction.is_failed = True
            raise

    def _run(self, session: Session, query: str, values: Sequence[Any], now: float) -> Rows:
        if query in APPENDS:
            return self._append(session, query, values)
        handler = self._known.get(query)
        if handler is not None:
            return handler(session, now, *values)
        if query.startswith("LISTEN "):
            session.channels.add(query.removeprefix("LISTEN ").strip('"'))
            return []
        return self._ask_books(session, query, values)

    def _ask_books(self, session: Session, query: str, values: Sequence[Any]) -> Rows:
        self._wait_for_books(session)
        try:
            return sqlite._select(
                self.books, query, {str(place): value for place, value in enumerate(values, 1)}
            )
        except sqlite3.IntegrityError as error:
            is_trigger = error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_TRIGGER
            kind = asyncpg.RaiseError if is_trigger else asyncpg.UniqueViolationError
            raise refusal(kind, str(error)) from error
        except sqlite3.Error as error:
            self.gaps.append(query)
            raise GapError(f"the model does not know this statement: {query}: {error}") from error

    def _append(self, session: Session, query: str, values: Sequence[Any]) -> Rows:
        self._wait_for_books(session)
        if self.appender not in (None, session):
            raise WaitError("append")
        mark = None
        if query in _SIGNED:
            name, _, number, chain, signature = values[-_SIGNATURE:]
            mark = Mark(name, number, chain, signature)
            query = _SIGNED[query]
            values = values[:-_SIGNATURE]
        columns = values[-WIDTH:]
        if query == batches._PACKED:
            packed = zip(batches._KINDS, values[:WIDTH], strict=False)
            columns = [_unpack(kind, column) for kind, column in packed]
        rows: list[Any] = list(zip(*columns, strict=True))
        entries = [read_entry(row) for row in rows]
        moves = balance_moves(entry.postings for entry in entries)
        try:
            sqlite._append(self.books, rows, head_moves(entries), moves, mark)
        except (ConflictError, sqlite3.IntegrityError) as error:
            is_plain = UNSIGNED in str(error)  # PostgreSQL gives this one no code of a conflict
            kind = asyncpg.RaiseError if is_plain else asyncpg.IntegrityConstraintViolationError
            raise refusal(kind, str(error)) from error
        self.written(session, entries)
        return [("",)]

    def _check_room(self, query: str) -> None:
        """Refuse what needs room on a full disk; a row that is changed finds room on its page."""
        changes = not _NO_CHANGE.match(query) or "append_" in query
        if self.is_full and changes and not query.startswith(("UPDATE", "DELETE")):
            raise refusal(asyncpg.DiskFullError, "could not extend file: No space left on device")

    def _wait_for_books(self, session: Session) -> None:
        if self.owner not in (None, session):
            raise WaitError("books")

    # -- transactions ------------------------------------------------------------------------------

    def _begin(self, session: Session, now: float) -> Rows:
        session.transaction = Transaction(now)
        return []

    def _commit(self, session: Session, _: float) -> Rows:
        transaction = session.transaction
        session.transaction = None
        assert transaction is not None
        for change in transaction.changes:
            change()
        if self.owner is session:
            self.books.execute("COMMIT")
            self.owner = None
        return []

    def _roll_back(self, session: Session) -> Rows:
        session.transaction = None
        if self.owner is session:
            self.books.execute("ROLLBACK")
            self.owner = None
        return []

    def _change(self, session: Session, change: Callable[[], None]) -> None:
        """Change rows now, or when the transaction is committed."""
        if session.transaction is None:
            change()
        else:
            session.transaction.changes.append(change)

    def _lock_rows(self, session: Session, streams: Iterable[str]) -> list[str]:
        """Lock leases for a change; wait if another transaction has one of them."""
        rows = list(streams)
        if self._locked(session) & set(rows):
            raise WaitError("lease")
        if session.transaction is not None:
            session.transaction.rows.update(rows)
        return rows

    def _locked(self, session: Session) -> set[str]:
        others = (it.transaction for it in self.sessions if it is not session)
        return {row for other in others if other is not None for row in other.rows}

    def _lock_books(self, session: Session, _: float) -> Rows:
        assert session.transaction is not None, "LOCK TABLE can only be used in a transaction"
        self._wait_for_books(session)
        if self.appender not in (None, session):
            raise WaitError("append")
        self.books.execute("BEGIN")
        self.owner = session
        return []

    def _empty_books(self, _: Session, __: float) -> Rows:
        self.books.execute("DELETE FROM head")
        self.books.execute("DELETE FROM balance")
        return []

    def _move_heads(self, _: Session, __: float, *columns: Sequence[Any]) -> Rows:
        for row in zip(*columns, strict=True):
            move = HeadMove(*row)
            ends = (move.stream, move.version, move.at, move.hash)
            self.books.execute("INSERT INTO head VALUES (?, ?, ?, ?)", ends)
        return [("",)]

    def _move_balances(self, _: Session, __: float, *columns: Sequence[Any]) -> Rows:
        for account, net, _lowest, floor in zip(*columns, strict=True):
            self.books.execute("INSERT INTO balance VALUES (?, ?, ?)", (account, net, floor))
        return [("",)]

    # -- starting ----------------------------------------------------------------------------------

    def _do_nothing(self, *_: object) -> Rows:
        return []

    def _last_migration(self, *_: object) -> Rows:
        return [(max(it.number for it in migrations("postgres", after=0)),)]

    def _begin_books(self, *_: object) -> Rows:
        self.has_books = True
        return []

    def _has_books(self, *_: object) -> Rows:
        return [(self.has_books,)]

    def _answer_one(self, *_: object) -> Rows:
        return [(1,)]

    # -- notices and locks -------------------------------------------------------------------------

    def _tell(self, _: Session, __: float, channel: str, payload: str) -> Rows:
        if len(payload.encode()) > PAYLOAD_BYTES_MAX:
            raise refusal(asyncpg.InvalidParameterValueError, "payload string too long")
        self.notify(channel, payload)
        return [("",)]

    def _lock(self, session: Session, _: float, number: int, name: object) -> Rows:
        lock = number, name
        if any(it.locks[lock] for it in self.sessions if it is not session):
            return [(False,)]
        session.locks[lock] += 1
        return [(True,)]

    def _unlock(self, session: Session, _: float, number: int, name: object) -> Rows:
        lock = number, name
        if not session.locks[lock]:
            return [(False,)]
        session.locks[lock] -= 1
        return [(True,)]

    def _is_alive(self, number: int) -> bool:
        return any(it.locks[sharing.LOCK_CLASS, number] for it in self.sessions)

    def _terminate(self, _: Session, __: float, number: int, name: int) -> Rows:
        having = [it for it in self.sessions if it.locks[number, name]]
        for session in having:
            self.cut(session)
        return [(True,)] * len(having)

    # -- workers -----------------------------------------------------------------------------------

    def _register(self, session: Session, now: float, *values: Any) -> Rows:  # noqa: ANN401
        *place, seconds, draining = values
        self._numbers += 1  # also one that is rolled back is used up
        number = self._numbers
        row = WorkerRow(tuple(place), now + seconds, draining)
        self._change(session, lambda: self.workers.__setitem__(number, row))
        return [(number,)]

    def _forget(self, _: Session, now: float, seconds: float) -> Rows:
        for number in [it for it, row in self.workers.items() if row.until < now - seconds]:
            del self.workers[number]
        return []

    def _renew(self, _: Session, now: float, number: int, seconds: float) -> Rows:
        row = self.workers.get(number)
        if row is None or row.until <= now:
            return []
        row.until = now + seconds
        return [(number,)]

    def _bury(self, _: Session, now: float, seconds: float, lock_class: int) -> Rows:
        assert lock_class == sharing.LOCK_CLASS
        for number, row in self.workers.items():
            if now < row.until <= now + seconds and not self._is_alive(number):
                row.until = now
        return []

    def _expire(self, _: Session, now: float, number: int) -> Rows:
        if number in self.workers:
            self.workers[number].until = now
        return []

    def _living(self, _: Session, now: float) -> Rows:
        rows = sorted(self.workers.items())
        return [(number, *row.place, row.draining) for number, row in rows if row.until > now]

    def _drain(self, _: Session, __: float, number: int) -> Rows:
        if number in self.workers:
            self.workers[number].draining = True
        return []

    def _resign(self, session: Session, _: float, number: int) -> Rows:
        streams = self._lock_rows(session, self._of(number))
        self.workers.pop(number, None)
        self._give(streams, None)
        return []

    # -- leases ------------------------------------------------------------------------------------

    def _of(self, number: int) -> list[str]:
        return [stream for stream, row in self.leases.items() if row.worker == number]

    def _inherit(self, session: Session, _: float, before: int, number: int) -> Rows:
        streams = self._lock_rows(session, self._of(before))
        self._change(session, partial(self._give, streams, number))
        return [(stream,) for stream in streams]

    def _give(self, streams: Iterable[str], number: int | None) -> None:
        for stream in streams:
            self.leases[stream].give(number)

    def _note(self, session: Session, _: float, pattern: str) -> Rows:
        query = "SELECT stream FROM head WHERE stream LIKE $1"
        for (stream,) in self._ask_books(session, query, (pattern,)):
            self.leases.setdefault(stream, LeaseRow(None, 1))
        return []

    def _stamp(self, *_: object) -> Rows:
        return [(sum(row.epoch for row in self.leases.values()),)]

    def _list_leases(self, *_: object) -> Rows:
        return [(it, row.worker, row.epoch) for it, row in sorted(self.leases.items())]

    def _claim(self, session: Session, now: float, number: int, most: int) -> Rows:
        living = {it for it, row in self.workers.items() if row.until > now}
        locked = self._locked(session)
        free = [it for it, row in sorted(self.leases.items()) if row.worker not in living]
        streams = [it for it in free if it not in locked][:most]
        self._give(streams, number)
        return [(stream,) for stream in streams]

    def _claim_new(self, _: Session, __: float, number: int, streams: list[str]) -> Rows:
        new = [stream for stream in dict.fromkeys(streams) if stream not in self.leases]
        self.leases.update((stream, LeaseRow(number, 1)) for stream in new)
        return [(stream,) for stream in new]

    def _release(self, session: Session, _: float, number: int, streams: list[str]) -> Rows:
        self._give(self._lock_rows(session, set(self._of(number)) & set(streams)), None)
        return []


def check_values(values: Iterable[Any]) -> None:
    """Refuse values that PostgreSQL or its client refuse."""
    for value in values:
        if isinstance(value, str):
            _check_text(value)
        elif isinstance(value, int) and not -_LARGEST <= value + (value < 0) <= _LARGEST:
            raise asyncpg.DataError("invalid input for query argument: value out of int64 range")
        elif isinstance(value, list | tuple):
            check_values(value)


def _check_text(text: str) -> None:
    if "\0" in text:
        message = 'invalid byte sequence for encoding "UTF8": 0x00'
        raise refusal(asyncpg.CharacterNotInRepertoireError, message)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise asyncpg.DataError(f"invalid input for query argument: {error}") from error


def _unpack(kind: str, column: Any) -> Sequence[Any]:  # noqa: ANN401 - text, or a column
    if kind == batches._TEXT:
        return column.split(batches.SEPARATOR)  # type: ignore[no-any-return]
    if kind == batches._NUMBER:
        return [int(number) if number else None for number in column.split(",")]
    return column  # type: ignore[no-any-return]


STATEMENTS: Final[Mapping[str, str]] = {
    "BEGIN;": "begin",
    "COMMIT;": "commit",
    "SELECT 1": "answer_one",
    # -- of pitboss.store.postgres and opening
    "SET LOCAL lock_timeout = 0": "do_nothing",
    "SELECT pg_advisory_xact_lock($1)": "do_nothing",
    "CREATE TABLE IF NOT EXISTS migration (number bigint PRIMARY KEY)": "begin_books",
    "SELECT coalesce(max(number), 0) FROM migration": "last_migration",
    "SELECT to_regclass('head') IS NOT NULL": "has_books",
    "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'": "has_books",
    "LOCK TABLE other_head, table_chips, other_balance IN ACCESS EXCLUSIVE MODE": "lock_books",
    "DELETE FROM other_head; DELETE FROM table_chips; DELETE FROM other_balance": "empty_books",
    "SELECT move_heads($1, $2, $3, $4, $5, $6)": "move_heads",
    "SELECT move_balances($1, $2, $3, $4)": "move_balances",
    # -- of pitboss.store.sharing
    "SELECT pg_notify($1, $2)": "tell",
    "SELECT pg_try_advisory_lock($1, $2)": "lock",
    sharing._LOCK: "lock",
    sharing._UNLOCK: "unlock",
    sharing._REGISTER: "register",
    sharing._FORGET: "forget",
    sharing._RENEW: "renew",
    sharing._BURY: "bury",
    sharing._WORKERS: "living",
    "UPDATE worker SET draining = true WHERE number = $1": "drain",
    sharing._RESIGN: "resign",
    sharing._INHERIT: "inherit",
    sharing._NOTE: "note",
    "SELECT coalesce(sum(epoch), 0)::bigint FROM lease": "stamp",
    "SELECT stream, worker, epoch FROM lease ORDER BY stream": "list_leases",
    sharing._CLAIM: "claim",
    sharing._CLAIM_NEW: "claim_new",
    sharing._RELEASE: "release",
    # -- of tests, in the place of an operator
    "UPDATE worker SET until = now() WHERE number = $1": "expire",
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
    "AND classid = $1 AND objid::bigint = $2": "terminate",
}
"""The statements that SQLite cannot answer, and the method of `Tables` that does."""
