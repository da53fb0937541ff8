"""Read the books, and keep the records beside them: credentials and sessions.

Both stores use the same statements; they differ only in how they run one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from pitboss.ledger.book import NO_ENTRY, Head
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry
from pitboss.ledger.marks import Mark
from pitboss.store.errors import StoreError
from pitboss.store.rows import COLUMNS, IN_KEY_INDEX, read_entry
from pitboss.store.staff import StaffRecords
from pitboss.strain import strained

ANEW: Final = "shoes-abandoned"
"""The kind of an entry that says all of its table that a restart needs."""
STILL: Final = (1 << 63) - 1
"""The end of a time that has not ended."""
PAGE: Final = 10_000
"""Entries are read so many at a time."""


class Credential(NamedTuple):
    """How the owner of an account logs in."""

    account: str
    name: str
    """As it is compared; nobody else has it."""
    argon2: str
    """The password, hashed, and the code that binds it to the key file (`pit.binding`)."""
    failures: int = 0
    """Wrong passwords that older versions counted; see `Try`."""
    locked_until: int = 0
    """No password is accepted before this moment, in microseconds since 1970."""
    created: int = 0
    """When the name was added; 0: before that was noted."""
    seen: int = 0
    """When its owner last logged in; 0: never."""
    shown: str = ""
    """The name as its owner writes it; empty: as it is compared."""

    @property
    def title(self) -> str:
        """The name to show."""
        return self.shown or self.name


class Try(NamedTuple):
    """Tries to log in to an account from an address."""

    failures: int
    """Since the last right one."""
    known: int
    """When the owner of the account last logged in from there; 0: never."""


class Session(NamedTuple):
    """One log-in. Its token is with the client; only the token's hash is here."""

    token_hash: bytes
    account: str
    created: int
    seen: int
    """When it was last used, to within a minute or so."""
    until: int
    """When it ends, even if it is in use."""
    idle: int
    """It ends sooner if it is not used for so many microseconds."""
    stepped_up: int = 0
    """When its owner last gave password and second factor; 0: never."""


class Progress(NamedTuple):
    """What an account has learnt of one thing, as its page wrote it."""

    name: str
    at: int
    """When the page wrote it, by the clock of the page."""
    size: int
    """Characters of its content."""


class Sat(NamedTuple):
    """A period in which an account sat at a seat."""

    stream: str
    seat: int
    first: int
    """The version of the entry that took the seat."""
    account: str
    begun: int
    last: int
    """The version of the entry that gave it up; `STILL` if none did."""
    ended: int
    """When that was; `STILL` likewise."""


class Search(NamedTuple):
    """A search of the journal; an empty field matches any entry."""

    stream: str = ""
    kind: str = ""
    actor: str = ""
    start: int = 0
    end: int = STILL
    before: int = STILL
    """Only those at a position before this one."""
    limit: int = 100


class Records(StaffRecords, Protocol):
    """The records of a store; a subclass defines how a statement is run."""

    place: str = ""
    """The file of the books, for errors."""

    async def ping(self) -> None:
        """Wait until the store answers a small query; raise `StoreError` if it cannot."""
        await self.statement("SELECT 1")

    async def try_write(self) -> None:
        """Write something small that means nothing; raise `StoreError` if that is refused.

        It is a session that was over before it began, of a token that nobody can have.
        """
        await self.statement(_TRY, b"")

    def note_silence(self, *, is_silent: bool) -> None:
        """End every waiting call and fail new ones at once; or wait for answers again."""
        del is_silent  # a store that never waits has nothing to end

    async def _read(self, source: str, *values: object) -> list[Entry]:
        """Return the entries of a source: a table or a view, and conditions."""
        query = f"SELECT {COLUMNS} FROM {source}"  # noqa: S608 - names of ours, places of values
        return [read_entry(tuple(row)) for row in await self.statement(query, *values)]

    async def entry(self, stream: str, version: int) -> Entry | None:
        """Return one entry, if it exists."""
        entries = await self._read("journal WHERE stream = $1 AND version = $2", stream, version)
        return entries[0] if entries else None

    async def entries(self, stream: str | None = None, after: int = 0) -> AsyncIterator[Entry]:
        """Return the entries of one stream after a version, or all in the order written."""
        source = "entry"
        place = "position"
        where = ""
        if stream is not None:
            source = "journal"
            place = "version"
            where = "stream = $2 AND "
        query = (
            f"SELECT {place}, {COLUMNS} FROM {source} "  # noqa: S608 - names of ours
            f"WHERE {where}{place} > $1 ORDER BY {place} LIMIT {strained('read.page', PAGE)}"
        )
        values = () if stream is None else (stream,)
        while rows := await self.statement(query, after, *values):
            for row in rows:
                if row[0] <= after:  # a damaged file could be read for ever
                    raise StoreError(f"{self.place}: the file is damaged: entries are out of order")
                after = row[0]
                yield read_entry(tuple(row)[1:])

    async def position(self) -> int:
        """Return the position of the last entry."""
        rows = await self.statement("SELECT coalesce(max(position), 0) FROM entry")
        return int(rows[0][0])

    async def heads(self) -> dict[str, Head]:
        """Return the end of every stream."""
        rows = await self.statement("SELECT stream, version, at, hash FROM head")
        return {stream: Head(version, at, hash_) for stream, version, at, hash_ in rows}

    async def balances(self) -> dict[str, int]:
        """Return the balance of every account."""
        return dict(await self.statement("SELECT account, amount FROM balance"))

    async def add_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint."""
        query = "INSERT INTO checkpoint VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
        await self.statement(query, *checkpoint)

    async def checkpoints(self) -> list[Checkpoint]:
        """Return every checkpoint, in order."""
        rows = await self.statement("SELECT * FROM checkpoint ORDER BY number")
        return [Checkpoint(*row) for row in rows]

    async def signed_books(self) -> tuple[dict[str, Head], dict[str, int], dict[str, Mark]]:
        """Return the ends of all streams, all balances and all marks, at one moment."""
        rows = await self.statement(_SIGNED_BOOKS)
        marks = {row[0]: Mark(row[0], row[1], row[3], row[4]) for row in rows if row[4] is not None}
        return *_split_books(tuple(row)[:4] for row in rows if row[4] is None), marks

    async def signed_entries(self) -> AsyncIterator[tuple[int | None, Entry]]:
        """Return all entries in the order written, each with the number of its writer."""
        query = f"SELECT position, writer, {COLUMNS} FROM entry WHERE position > $1 "  # noqa: S608
        query += f"ORDER BY position LIMIT {PAGE}"
        after = 0
        while rows := await self.statement(query, after):
            for row in rows:
                if row[0] <= after:  # a damaged file could be read for ever
                    raise StoreError(f"{self.place}: the file is damaged: entries are out of order")
                after = row[0]
                yield row[1], read_entry(tuple(row)[2:])

    async def add_mark(self, mark: Mark) -> None:
        """Add a mark; raise `ConflictError` if it exists."""
        await self.statement("INSERT INTO mark VALUES ($1, $2, $3, $4)", *mark)

    async def replace_mark(self, mark: Mark, *, before: int) -> bool:
        """Replace a mark whose count is still *before*; return whether it was."""
        query = f"{_SET_MARK} AND count = $5 RETURNING name"
        return await self._has_changed(query, *mark, before)

    async def raise_mark(self, mark: Mark) -> None:
        """Replace a mark by one with a higher count; do nothing if there is none or it is later."""
        await self.statement(f"{_SET_MARK} AND count < $2", *mark)

    async def forget_marks(self) -> None:
        """Remove every mark: another key is about to sign these books."""
        await self.statement("DELETE FROM mark")

    async def entry_hashes(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return positions and hashes of the entries after a position."""
        query = "SELECT position, hash FROM entry WHERE position > $1 ORDER BY position LIMIT $2"
        return [(int(row[0]), bytes(row[1])) for row in await self.statement(query, after, limit)]

    async def position_of(self, count: int) -> int:
        """Return the position of the *count*-th entry, from 1 on; 0: there are fewer."""
        query = "SELECT position FROM entry ORDER BY position LIMIT 1 OFFSET $1"
        rows = await self.statement(query, count - 1) if count else []
        return int(rows[0][0]) if rows else 0

    async def index_of(self, entry: Entry, *, is_dense: bool) -> int:
        """Return how many entries were written before one; *is_dense*: no position is missing."""
        query = "SELECT position FROM entry WHERE key = $1 AND stream = $2 AND version = $3"
        rows = await self.statement(query, entry.key, entry.stream, entry.version)
        if not rows:
            raise StoreError(f"{entry.name} is not in the books")
        if not is_dense:
            query = "SELECT count(*) FROM entry WHERE position <= $1"
            rows = await self.statement(query, rows[0][0])
        return int(rows[0][0]) - 1

    async def last_checkpoint(self) -> Checkpoint | None:
        """Return the last checkpoint, if there is one."""
        query = "SELECT * FROM checkpoint ORDER BY number DESC LIMIT 1"
        return await self.first(Checkpoint, query)

    async def branches(self) -> list[bytes]:
        """Return the hashes of the whole branches of the tree over all entries, in order."""
        rows = await self.statement("SELECT number, hash FROM branch ORDER BY number")
        return [bytes(row[1]) for place, row in enumerate(rows) if row[0] == place]

    async def keep_branch(self, number: int, branch: bytes) -> None:
        """Keep the hash of a whole branch, numbered from 0."""
        query = "INSERT INTO branch VALUES ($1, $2) ON CONFLICT (number) DO UPDATE SET hash = $2"
        await self.statement(query, number, branch)

    async def head(self, stream: str) -> Head:
        """Return the end of a stream, also of one that has no entry yet."""
        query = "SELECT version, at, hash FROM head WHERE stream = $1"
        return await self.first(Head, query, stream) or NO_ENTRY

    async def last(self, stream: str, kind: str) -> Entry | None:
        """Return the last entry of a kind in a stream."""
        where = "stream = $1 AND kind = $2 ORDER BY version DESC LIMIT 1"
        entries = await self._read(f"journal WHERE {where}", stream, kind)
        return entries[0] if entries else None

    async def last_of(self, stream: str, kinds: Sequence[str]) -> Entry | None:
        """Return the last entry of some kinds in a stream."""
        names = ", ".join(f"${place}" for place in range(2, len(kinds) + 2))
        where = f"stream = $1 AND kind IN ({names}) ORDER BY version DESC LIMIT 1"
        entries = await self._read(f"journal WHERE {where}", stream, *kinds)
        return entries[0] if entries else None

    async def tails(self, prefix: str, kind: str) -> list[Entry]:
        """Return the first entry and the tail of each stream whose name has a prefix.

        The tail begins at the stream's last entry of a kind, or at one by which it begins anew;
        without either, it is the whole stream.
        """
        query = _TAILS.format(where="stream LIKE $1", kind="$2", anew=ANEW)
        return await self._read(query, f"{prefix}%", kind)

    async def stream_tails(self, streams: Sequence[str], kind: str) -> list[Entry]:
        """Return the first entries and the tails of named streams."""
        entries: list[Entry] = []
        most = strained("read.names", _NAMES_AT_ONCE)
        for start in range(0, len(streams), most):
            part = streams[start : start + most]
            names = ", ".join(f"${place}" for place in range(2, len(part) + 2))
            query = _TAILS.format(where=f"stream IN ({names})", kind="$1", anew=ANEW)
            entries += await self._read(query, kind, *part)
        return entries

    async def find(self, stream: str, key: str) -> Entry | None:
        """Return the entry of a key in a stream: its own key, or that of a bet that it deals.

        Not by the house's own keys of a round's steps, "round/...": see `rows.IN_KEY_INDEX`.
        """
        entries = await self._read(_FIND, key, stream)
        return entries[0] if entries else None

    async def find_all(self, names: Sequence[tuple[str, str]]) -> list[Entry]:
        """Return the entries of streams and keys, as far as they exist."""
        entries: list[Entry] = []
        most = strained("read.names", _NAMES_AT_ONCE)
        for start in range(0, len(names), most):
            part = names[start : start + most]
            pairs = ", ".join(f"(${2 * place + 1}, ${2 * place + 2})" for place in range(len(part)))
            source = f"entry WHERE (key, stream) IN (VALUES {pairs}) AND {IN_KEY_INDEX}"
            entries += await self._read(source, *(name for pair in part for name in pair[::-1]))
        return entries

    async def books(self) -> tuple[dict[str, Head], dict[str, int]]:
        """Return the ends of all streams and all balances, at one moment."""
        return _split_books(await self.statement(f"{_HEADS} UNION ALL {_BALANCES}"))

    async def standing(
        self, streams: Sequence[str], accounts: Sequence[str]
    ) -> tuple[dict[str, Head], dict[str, int]]:
        """Return the ends of some streams and the balances of some accounts, at one moment."""
        names = [f"${place}" for place in range(1, len(streams) + len(accounts) + 1)]
        of_streams = names[: len(streams)]
        of_accounts = names[len(streams) :]
        query = (
            f"{_HEADS} WHERE stream IN ({', '.join(of_streams) or 'NULL'}) UNION ALL "
            f"{_BALANCES} WHERE account IN ({', '.join(of_accounts) or 'NULL'})"
        )
        heads, held = _split_books(await self.statement(query, *streams, *accounts))
        return dict.fromkeys(streams, NO_ENTRY) | heads, dict.fromkeys(accounts, 0) | held

    async def balance(self, account: str) -> int:
        """Return the balance of one account."""
        rows = await self.statement("SELECT amount FROM balance WHERE account = $1", account)
        return int(rows[0][0]) if rows else 0

    async def sittings(self, account: str, *, begun: int = STILL, limit: int) -> list[Sat]:
        """Return the sittings of an account that began by a moment, the last to end first."""
        rows = await self.statement(_SITTINGS, account, begun, limit)
        return [Sat(*row) for row in rows]

    async def past_entries(
        self, stream: str, *, before: int, at: int, after: int, limit: int
    ) -> list[Entry]:
        """Return a player's money entries between two versions and up to a moment, last first."""
        return await self._read(_PAST, stream, before, after, at, limit)

    async def search(self, wanted: Search) -> list[tuple[int, Entry]]:
        """Return entries with their positions, those written last first."""
        rows = await self.statement(_SEARCH, *wanted)
        return [(int(row[0]), read_entry(tuple(row[1:]))) for row in rows]

    async def entries_after(self, position: int, limit: int) -> list[tuple[int, Entry]]:
        """Return entries after a position, with their positions, in the order written."""
        rows = await self.statement(_AFTER, position, limit)
        return [(int(row[0]), read_entry(tuple(row[1:]))) for row in rows]

    async def rounds_from(self, stream: str, version: int, limit: int) -> list[Entry]:
        """Return deals and decisions of a stream from a version on."""
        return await self._read(_ROUNDS_FROM, stream, version, limit)

    async def add_credential(self, credential: Credential) -> None:
        """Add a credential; raise `ConflictError` if the account or the name has one."""
        await self.statement(
            "INSERT INTO credential VALUES ($1, $2, $3, $4, $5, $6, $7, $8)", *credential
        )

    async def rename_credential(self, account: str, name: str, shown: str) -> None:
        """Give an account another name; raise `ConflictError` if somebody has it."""
        await self.statement(
            "UPDATE credential SET name = $2, shown = $3 WHERE account = $1", account, name, shown
        )

    async def delete_credential(self, account: str) -> None:
        """Delete name and password of an account, and all else that is its owner's.

        Where its owner logged in from, and what he practised; no entry has any of that.
        """
        await self.statement("DELETE FROM log_in_try WHERE account = $1", account)
        await self.statement("DELETE FROM progress WHERE account = $1", account)
        await self.statement("DELETE FROM credential WHERE account = $1", account)

    async def credential(self, name: str) -> Credential | None:
        """Return the credential of a name."""
        return await self.first(Credential, f"{_CREDENTIAL} WHERE name = $1", name)

    async def account_credential(self, account: str) -> Credential | None:
        """Return the credential of an account."""
        return await self.first(Credential, f"{_CREDENTIAL} WHERE account = $1", account)

    async def count_try(
        self, account: str, address: str, *, at: int, most: int, locked_until: int
    ) -> Try | None:
        """Count a try to log in; from the *most*-th in a row on, lock further ones.

        Return the row with this try, or None if it was locked: then nothing is counted.
        """
        return await self.first(Try, _COUNT_TRY, account, address, at, most, locked_until)

    async def forgive_tries(self, account: str, address: str) -> None:
        """Forget the wrong tries of an address before a right one."""
        await self.statement(
            "UPDATE log_in_try SET failures = 0, locked_until = 0 "
            "WHERE account = $1 AND address = $2",
            account,
            address,
        )

    async def know_address(self, account: str, address: str, at: int) -> None:
        """Record that the owner of an account logged in from an address."""
        await self.statement(
            "INSERT INTO log_in_try VALUES ($1, $2, 0, 0, $3, $3) "
            "ON CONFLICT (account, address) DO UPDATE SET known = $3",
            account,
            address,
            at,
        )

    async def locks(self, now: int) -> dict[str, int]:
        """Return the accounts that are locked for some address, and until when."""
        query = (
            "SELECT account, max(locked_until) FROM log_in_try "
            "WHERE locked_until > $1 GROUP BY account"
        )
        return dict(await self.statement(query, now))

    async def delete_old_tries(self, *, before: int, known: int) -> None:
        """Remove tries before a moment, of addresses that are not known since another."""
        await self.statement(
            "DELETE FROM log_in_try WHERE at < $1 AND known < $2 AND locked_until < $1",
            before,
            known,
        )

    async def clear_failures(self, account: str) -> None:
        """Forget every wrong try at an account, and accept passwords again."""
        await self.statement(
            "UPDATE log_in_try SET failures = 0, locked_until = 0 WHERE account = $1", account
        )
        await self.statement(
            "UPDATE credential SET failures = 0, locked_until = 0 WHERE account = $1", account
        )

    async def lock_credential(self, account: str, until: int) -> None:
        """Accept no password of an account before a moment."""
        await self.statement(
            "UPDATE credential SET locked_until = $2 WHERE account = $1", account, until
        )

    async def credentials(self) -> list[Credential]:
        """Return every credential, in the order of names."""
        rows = await self.statement(f"{_CREDENTIAL} ORDER BY name")
        return [Credential(*row) for row in rows]

    async def set_password(self, account: str, argon2: str) -> None:
        """Replace the hashed password of an account."""
        await self.statement(
            "UPDATE credential SET argon2 = $2 WHERE account = $1", account, argon2
        )

    async def add_session(self, session: Session) -> None:
        """Keep a session."""
        await self.statement("INSERT INTO session VALUES ($1, $2, $3, $4, $5, $6, $7)", *session)

    async def session(self, token_hash: bytes) -> Session | None:
        """Return the session of a token."""
        return await self.first(Session, f"{_SESSION} WHERE token_hash = $1", token_hash)

    async def touch_session(self, token_hash: bytes, seen: int) -> None:
        """Record that a session was used."""
        await self.statement("UPDATE session SET seen = $2 WHERE token_hash = $1", token_hash, seen)

    async def delete_session(self, token_hash: bytes) -> None:
        """End a session."""
        await self.statement("DELETE FROM session WHERE token_hash = $1", token_hash)

    async def delete_sessions(self, account: str) -> None:
        """End every session of an account."""
        await self.statement("DELETE FROM session WHERE account = $1", account)

    async def delete_old_sessions(self, now: int) -> None:
        """Remove the sessions that have ended."""
        await self.statement("DELETE FROM session WHERE until <= $1 OR seen + idle <= $1", now)

    async def progress_names(self, account: str) -> list[Progress]:
        """Return what is kept of an account's progress, in the order of names."""
        query = "SELECT name, at, length(content) FROM progress WHERE account = $1 ORDER BY name"
        return [Progress(*row) for row in await self.statement(query, account)]

    async def progress(self, account: str, name: str) -> str | None:
        """Return one part of an account's progress."""
        query = "SELECT content FROM progress WHERE account = $1 AND name = $2"
        rows = await self.statement(query, account, name)
        return str(rows[0][0]) if rows else None

    async def keep_progress(self, account: str, name: str, at: int, text: str) -> None:
        """Keep one part of an account's progress, unless a later one is kept."""
        await self.statement(_KEEP_PROGRESS, account, name, at, text)

    async def delete_progress(self, account: str, name: str) -> None:
        """Forget one part of an account's progress."""
        query = "DELETE FROM progress WHERE account = $1 AND name = $2"
        await self.statement(query, account, name)


def _split_books(
    rows: Iterable[tuple[str, int, int, bytes | None]],
) -> tuple[dict[str, Head], dict[str, int]]:
    """Return the ends of streams and the balances of accounts; a balance has no hash."""
    heads: dict[str, Head] = {}
    balances: dict[str, int] = {}
    for name, number, at, hash_ in rows:
        if hash_ is None:
            balances[name] = number
        else:
            heads[name] = Head(number, at, hash_)
    return heads, balances


_SITTINGS = (
    "SELECT stream, seat, first, account, begun, last, ended FROM sitting "
    "WHERE account = $1 AND begun <= $2 ORDER BY ended DESC, stream, seat, first LIMIT $3"
)
_PAST = (
    "journal WHERE stream = $1 AND version < $2 AND version > $3 AND at <= $4 "
    "AND (kind IN ('dealt', 'decided', 'ruled', 'called-off', 'taken-back', "
    "'seat-taken', 'bought-in', 'seats-left') "
    "OR (stream LIKE 'account/%' AND postings <> '[]')) ORDER BY version DESC LIMIT $5"
)
_SEARCH = (
    f"SELECT position, {COLUMNS} FROM entry "  # noqa: S608 - names of ours
    "WHERE ($1 = '' OR stream = $1) AND ($2 = '' OR kind = $2) AND ($3 = '' OR actor = $3) "
    "AND at >= $4 AND at < $5 AND position < $6 ORDER BY position DESC LIMIT $7"
)
_AFTER = (
    f"SELECT position, {COLUMNS} FROM entry WHERE position > $1 "  # noqa: S608 - names of ours
    "ORDER BY position LIMIT $2"
)
_ROUNDS_FROM = (
    "journal WHERE stream = $1 AND version >= $2 "
    "AND kind IN ('dealt', 'decided', 'ruled', 'called-off') ORDER BY version LIMIT $3"
)
_FIND = (
    f"entry WHERE position IN (SELECT position FROM entry "  # noqa: S608 - names of ours
    f"WHERE key = $1 AND stream = $2 AND {IN_KEY_INDEX} "
    "UNION ALL SELECT position FROM bet_key WHERE key = $1 AND stream = $2)"
)
_CREDENTIAL = (
    "SELECT account, name, argon2, failures, locked_until, created, seen, shown FROM credential"
)
_COUNT_TRY = (
    "INSERT INTO log_in_try AS held VALUES ($1, $2, 1, 0, $3, 0) "
    "ON CONFLICT (account, address) DO UPDATE SET failures = held.failures + 1, at = $3, "
    "locked_until = CASE WHEN held.failures + 1 >= $4 THEN CAST($5 AS bigint) ELSE 0 END "
    "WHERE held.locked_until <= $3 RETURNING failures, known"
)
_KEEP_PROGRESS = (
    "INSERT INTO progress AS held VALUES ($1, $2, $3, $4) "
    "ON CONFLICT (account, name) DO UPDATE SET at = $3, content = $4 WHERE held.at <= $3"
)
_SESSION = "SELECT token_hash, account, created, seen, until, idle, stepped_up FROM session"
_TRY = (
    "INSERT INTO session (token_hash, account, created, seen, until, idle) "
    "VALUES ($1, '', 0, 0, 0, 0) "
    "ON CONFLICT (token_hash) DO UPDATE SET created = session.created + 1"
)
_SET_MARK = "UPDATE mark SET count = $2, chain = $3, signature = $4 WHERE name = $1"
_HEADS = "SELECT stream, version, at, hash FROM head"
_BALANCES = "SELECT account, amount, 0, NULL FROM balance"
_SIGNED_BOOKS = (
    "SELECT name, count, 0, chain, signature FROM mark UNION ALL "
    "SELECT stream, version, at, hash, NULL FROM head UNION ALL "
    "SELECT account, amount, 0, NULL, NULL FROM balance"
)
_TAILS = (
    "journal JOIN (SELECT stream AS name, COALESCE("
    "(SELECT version FROM journal WHERE journal.stream = head.stream "
    "AND kind IN ({kind}, '{anew}') ORDER BY version DESC LIMIT 1), 1) AS first "
    "FROM head WHERE {where}) AS tail "
    "ON stream = name AND (version >= first OR version = 1) ORDER BY stream, version"
)
_NAMES_AT_ONCE = 400
"""Names in one question; SQLite counts the values of a statement."""
