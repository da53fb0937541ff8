"""SQLite without room, right to write or lock, and damaged files: refused in words, and named."""

from __future__ import annotations

import asyncio
import random
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.commands import Accepted, Sit
from pitboss.ledger.book import Book
from pitboss.ledger.entry import GENESIS, Draft, Posting, seal
from pitboss.ledger.marks import Signed
from pitboss.pit.refusals import NO_STORE
from pitboss.pit.verification import Trust, verify_store
from pitboss.store import ConflictError, Store, StoreError, sqlite
from pitboss.store.sqlite import SqliteStore
from tests.faults.audit import Recorder, audit, journal
from tests.faults.playing import BUY_IN, Players, any_terms, fund, opened_hall
from tests.store.conftest import opened
from tests.store.test_stores import some_entries
from tests.tiers import by_day


def sign(mark: bytes) -> bytes:
    """Sign a checkpoint with a key that is not in the file."""
    return sha256(b"key" + mark).digest()


def is_signed(checkpoint: Signed) -> bool:
    return checkpoint.signature == sign(checkpoint.hash)


async def write_played(path: Path, rounds: int = 3) -> Recorder:
    """Play some rounds into a new file, and take a checkpoint."""
    recorder = Recorder()
    async with opened(str(path)) as store:
        await fund(store)
        terms = [any_terms("1", "wa/spanish-21", 3)]
        async with opened_hall(store, terms, sign=sign) as hall:
            players = Players(hall.tables["1"], 2)
            players.table.watchers[recorder] = None
            await players.play(rounds)
            await hall.checkpoint()
    recorder.heard.clear()
    return recorder


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """Let this process write no file beyond a size: the disk is full, as a commit sees it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_without_room_a_command_is_refused_and_with_room_it_is_done(tmp_path: Path) -> None:
    path = tmp_path / "books.db"

    async def steps() -> None:
        recorder = await write_played(path)
        store = await SqliteStore.open(path)
        async with opened_hall(store) as hall:
            table = hall.tables["1"]
            table.watchers[recorder] = None
            state = table.state
            written = await journal(store)
            wal = path.with_name("books.db-wal")
            with no_file_above(wal.stat().st_size + 1):
                for _ in range(3):
                    assert await table.ask(Sit("gus", "", 7, BUY_IN), "k") is NO_STORE
            assert table.state is state
            assert await journal(store) == written
            assert isinstance(await table.ask(Sit("gus", "", 7, BUY_IN), "k"), Accepted)
            await Players(table, 2).play(state.rounds + 2)
        await audit(store, recorder.heard)
        await store.close()

    asyncio.run(steps())


def test_without_room_everything_written_can_still_be_read(tmp_path: Path) -> None:
    """Where entries of a stream stand is noted when somebody asks, which needs room."""
    path = tmp_path / "books.db"

    async def steps() -> None:
        await write_played(path)
        async with opened(str(path)) as store:
            written = sorted([entry async for entry in store.entries()])
            assert written, "in the order of streams and versions"
            assert await _unnoted(store), "nobody has asked for a stream yet"
            wal = path.with_name("books.db-wal")
            for is_full in (True, False):
                with no_file_above(wal.stat().st_size if is_full else 1 << 40):
                    entries = []
                    for stream, head in sorted((await store.heads()).items()):
                        own = [entry async for entry in store.entries(stream)]
                        assert await store.entry(stream, head.version) == own[-1]
                        assert await store.last(stream, own[0].kind) is not None
                        entries += own
                    assert entries == written
                    assert bool(await _unnoted(store)) is is_full

    asyncio.run(steps())


async def _unnoted(store: Store) -> int:
    """Return how many entries lie behind those whose places are noted."""
    query = "SELECT (SELECT max(position) FROM entry) - position FROM noted"
    ((count,),) = await store.statement(query)
    return int(count)


def test_a_file_that_may_not_be_written_or_is_locked_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "books.db"

    async def steps() -> None:
        await write_played(path)
        store = await SqliteStore.open(path)
        monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.05)
        async with opened_hall(store) as hall:
            table = hall.tables["1"]
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            assert await table.ask(Sit("gus", "", 7, BUY_IN), "k") is NO_STORE
            other.execute("ROLLBACK")
            assert isinstance(await table.ask(Sit("gus", "", 7, BUY_IN), "k"), Accepted)
            other.close()
            await store.statement("PRAGMA query_only = 1")  # as a read-only file answers root too
            assert await table.ask(Sit("fay", "", 6, BUY_IN), "k2") is NO_STORE
            await store.statement("PRAGMA query_only = 0")
        await audit(store, [])
        await store.close()

    asyncio.run(steps())


def test_an_error_keeps_no_cursor_that_another_thread_could_end(tmp_path: Path) -> None:
    """A cursor that ends in another thread resets a statement that may be running in this one."""

    async def steps() -> None:
        async with opened(str(tmp_path / "books.db")) as store:
            entries = some_entries(Book(), 10)
            await store.append(entries)
            lines = (Posting("wallet:zoe", -1), Posting("external:demo", 1))
            poor = Draft("table/9", "moved", "zoe", "k", b"{}", lines)
            for wrong in (entries[3], seal(poor, version=1, at=1, before=GENESIS)):
                with pytest.raises(ConflictError) as caught:
                    await store.append([wrong])
                assert not list(_cursors(caught.value))

    asyncio.run(steps())


def _cursors(error: BaseException | None) -> Iterator[sqlite3.Cursor]:
    while error is not None:
        trace = error.__traceback__
        while trace is not None:
            values = trace.tb_frame.f_locals.values()
            yield from (value for value in values if isinstance(value, sqlite3.Cursor))
            trace = trace.tb_next
        error = error.__cause__ or error.__context__


@pytest.mark.parametrize("seed", range(by_day(1, 20)))
def test_a_damaged_file_is_refused_or_verify_names_the_place(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "books.db"
    rng = random.Random(seed)
    asyncio.run(write_played(path))
    whole = path.read_bytes()
    before = asyncio.run(_read(path))
    noticed = 0
    for _ in range(by_day(60, 300)):
        damaged = bytearray(whole)
        for _ in range(rng.choice((1, 1, 8))):
            damaged[rng.randrange(100, len(whole))] ^= 1 << rng.randrange(8)
        copy = tmp_path / "copy.db"
        copy.write_bytes(damaged)
        for rest in ("-wal", "-shm"):
            copy.with_name(f"copy.db{rest}").unlink(missing_ok=True)
        after = asyncio.run(_read(copy))
        assert isinstance(after, str) or after == before, "neither noticed nor the same"
        noticed += isinstance(after, str)
    assert noticed > 5


class Disordered(SqliteStore):
    """A store whose index is damaged: rows come in another order than was asked for."""

    async def statement(self, query: str, *values: object) -> list[Any]:
        return (await super().statement(query, *values))[::-1]


def test_a_file_whose_entries_are_out_of_order_is_not_read_for_ever(tmp_path: Path) -> None:
    async def steps() -> None:
        path = tmp_path / "books.db"
        await write_played(path)
        store = await Disordered.open(path)
        with pytest.raises(StoreError, match="out of order"):
            await journal(store)
        await store.close()

    asyncio.run(steps())


async def _read(path: Path) -> object:
    """Return the books, or what is wrong with them."""
    try:
        async with opened(str(path)) as store:
            outcome = await verify_store(store, None, Trust(is_signed))
            if outcome.finding is None:
                books = await journal(store), await store.checkpoints(), await store.balances()
    except StoreError as error:
        return repr(error)
    return outcome.finding.message if outcome.finding else books


def test_a_cut_journal_file_gives_the_books_of_an_earlier_moment(tmp_path: Path) -> None:
    """What a power cut tears off the end of the WAL was never answered; all before it is there."""
    path = tmp_path / "books.db"

    async def steps() -> None:
        await write_played(path)
        async with opened(str(path)) as store:
            whole = await journal(store)
            async with opened_hall(store) as hall:
                await Players(hall.tables["1"], 2).play(6)
            written = await journal(store)
            wal = path.with_name("books.db-wal")
            size = wal.stat().st_size
            for cut in range(0, size, max(1, size // by_day(12, 200))):
                copy = tmp_path / "cut.db"
                shutil.copy(path, copy)
                copy.with_name("cut.db-wal").write_bytes(wal.read_bytes()[:cut])
                copy.with_name("cut.db-shm").unlink(missing_ok=True)
                async with opened(str(copy)) as earlier:
                    entries = await journal(earlier)
                    assert entries == written[: len(entries)]
                    assert len(entries) >= len(whole) or cut < size
                    await audit(earlier, [])
                    async with opened_hall(earlier) as hall:
                        await Players(hall.tables["1"], 2).play(7)
                    await audit(earlier, [])

    asyncio.run(steps())
