"""Both stores keep the books: whole batches or nothing, durable, in order, and only appended to."""

from __future__ import annotations

import asyncio
import random
import socket
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import pytest

from pitboss.ledger.book import Book, BookError, Head
from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.ledger.marks import Mark
from pitboss.store import (
    Committer,
    ConflictError,
    OutcomeUnknownError,
    Store,
    StoreError,
    open_store,
    postgres,
    rebuild_projections,
    sharing,
)
from tests.ledger.books import verify
from tests.store.conftest import opened

MONEY = Posting("external:demo", -100), Posting("wallet:ann", 100)


def draft(stream: str, key: str, *postings: Posting) -> Draft:
    """Something that happened."""
    return Draft(stream, "moved", "ann", key, b'{"a":1}', postings)


def some_entries(book: Book, number: int, seed: int = 1) -> list[Entry]:
    """Return random movements between some wallets, in four streams."""
    source = random.Random(seed)
    entries: list[Entry] = []
    while len(entries) < number:
        one, two = (f"wallet:{source.choice('abc')}" for _ in range(2))
        amount = source.randrange(100)
        account = "external:demo" if source.random() < 0.5 else one
        key = f"{seed}/{len(entries)}"
        lines = (Posting(account, -amount), Posting(two, amount))
        try:
            entries.append(
                book.write(draft(f"table/{source.randrange(4)}", key, *lines), now=number)
            )
        except BookError:
            continue
    return entries


async def all_of(store: Store) -> list[Entry]:
    """Return every entry, in the order written."""
    return [entry async for entry in store.entries()]


def test_what_is_written_is_read_again_by_another_process_of_the_store(address: str) -> None:
    book = Book()
    entries = some_entries(book, 200)

    async def write() -> None:
        async with opened(address) as store:
            for place in range(0, 200, 20):
                await store.append(entries[place : place + 20])

    async def read() -> None:
        async with opened(address) as store:
            assert await all_of(store) == entries
            assert await store.heads() == dict(book.heads)
            assert await store.balances() == dict(book.balances)
            assert verify(entries, balances=await store.balances()) is None
            own = [entry async for entry in store.entries("table/1", after=3)]
            assert own == [
                entry for entry in entries if entry.stream == "table/1" and entry.version > 3
            ]
            entry = entries[77]
            assert await store.entry(entry.stream, entry.version) == entry
            assert await store.find(entry.stream, entry.key) == entry
            assert await store.find(entry.stream, "another key") is None
            assert await store.entry("table/1", 10_000) is None

    asyncio.run(write())
    asyncio.run(read())


def test_checkpoints_are_kept_in_order(address: str) -> None:
    async def steps() -> None:
        book = Book()
        last = None
        async with opened(address) as store:
            for seed in range(3):
                await store.append(some_entries(book, 10, seed))
                last = make_checkpoint(book.heads, book.balances, at=seed, last=last)
                await store.add_checkpoint(last)
            kept = await store.checkpoints()
            assert kept[-1] == last
            assert verify(await all_of(store), kept, balances=await store.balances()) is None

    asyncio.run(steps())


def test_a_batch_that_conflicts_leaves_no_trace(address: str) -> None:
    async def steps() -> None:
        book = Book()
        first = book.write(draft("table/1", "k1", *MONEY), now=1)
        async with opened(address) as store:
            await store.append([first])
            second = book.write(draft("table/2", "k2", *MONEY), now=2)
            forked = Book()
            same_place = forked.write(draft("table/1", "other"), now=1)
            forked.write(draft("table/3", "a"), now=1)
            gap = forked.write(draft("table/3", "b"), now=1)
            again = Book()
            again.add(first)
            same_key = again.write(draft("table/1", "k9"), now=3)._replace(key="k1")
            rich = Book()
            rich.write(draft("table/4", "x", *MONEY, *MONEY, *MONEY), now=1)
            poor = Posting("wallet:ann", -201), Posting("external:demo", 201)
            overdrawn = rich.write(draft("table/5", "y", *poor), now=1)
            before = await all_of(store), await store.heads(), await store.balances()
            for wrong in (same_place, gap, same_key, overdrawn):
                with pytest.raises(ConflictError):
                    await store.append([second, wrong])
            assert before == (await all_of(store), await store.heads(), await store.balances())
            with pytest.raises(ConflictError, match="wallet:ann holds 100 and cannot give 201"):
                await store.append([overdrawn])
            await store.append([second])

    asyncio.run(steps())


def test_floors_hold_after_every_entry_and_not_only_after_the_batch(address: str) -> None:
    out = Posting("wallet:ann", -50), Posting("external:demo", 50)
    back = Posting("external:demo", -50), Posting("wallet:ann", 50)

    async def steps() -> None:
        rich = Book()
        rich.write(draft("account/ann", "k0", *MONEY), now=1)
        batch = [rich.write(draft("table/1", "k1", *out), now=1)]
        batch.append(rich.write(draft("table/1", "k2", *back), now=1))
        async with opened(address) as store:
            with pytest.raises(ConflictError):
                await store.append(batch)
            assert await store.balances() == {}

    asyncio.run(steps())


def test_the_books_are_only_appended_to(address: str) -> None:
    """Also by somebody who has the file or the database open in another program."""
    statements = (
        "UPDATE entry SET actor = 'eve'",
        "DELETE FROM entry",
        "UPDATE checkpoint SET at = 0",
        "DELETE FROM checkpoint",
    )

    async def steps() -> None:
        book = Book()
        async with opened(address) as store:
            await store.append(some_entries(book, 5))
            await store.add_checkpoint(make_checkpoint(book.heads, book.balances, at=1))
        for statement in statements:
            if address.startswith("postgres"):
                connection = await asyncpg.connect(address)
                with pytest.raises(asyncpg.RaiseError, match="appended"):
                    await connection.execute(statement)
                await connection.close()
            else:
                file = sqlite3.connect(address)
                with pytest.raises(sqlite3.IntegrityError, match="appended"):
                    file.execute(statement)
                file.close()

    asyncio.run(steps())


def test_auditors_can_read_postings_line_by_line(address: str) -> None:
    async def steps() -> None:
        book = Book()
        entries = some_entries(book, 20)
        async with opened(address) as store:
            await store.append(entries)
        query = "SELECT account, sum(amount) FROM posting GROUP BY account"
        if address.startswith("postgres"):
            connection = await asyncpg.connect(address)
            rows = [tuple(row) for row in await connection.fetch(query)]
            await connection.close()
        else:
            file = sqlite3.connect(address)
            rows = file.execute(query).fetchall()
            file.close()
        assert {account: int(amount) for account, amount in rows} == dict(book.balances)

    asyncio.run(steps())


def test_a_committer_writes_for_many_at_once_and_each_conflict_fails_alone(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            committer = Committer(store)

            async def table(number: int) -> int:
                book = Book()
                failed = 0
                for step in range(30):
                    entry = book.write(draft(f"table/{number}", str(step)), now=step)
                    if step == 20 and number % 2:
                        wrong = entry._replace(version=entry.version + 7)
                        with pytest.raises(ConflictError):
                            await committer.commit([wrong])
                        failed += 1
                    await committer.commit([entry])
                return failed

            assert sum(await asyncio.gather(*map(table, range(16)))) == 8
            await committer.close()
            assert len(await all_of(store)) == 16 * 30
            assert verify(await all_of(store)) is None
            with pytest.raises(StoreError, match="closed"):
                await committer.commit([])

    asyncio.run(steps())


class ForgetfulStore:
    """Loses the answer to a commit: before it was written, or after."""

    def __init__(self, store: Store, plan: Sequence[str]) -> None:
        """Fail as *plan* says, call by call; then work."""
        self.store = store
        self.plan = list(plan)
        self.calls = 0

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        """Write, or not, and do not say."""
        self.calls += 1
        what = self.plan.pop(0) if self.plan else ""
        if what == "lost before":
            raise OutcomeUnknownError(what)
        await self.store.append(entries, mark)
        if what == "lost after":
            raise OutcomeUnknownError(what)

    def __getattr__(self, name: str) -> object:
        """Answer everything else as the store does."""
        return getattr(self.store, name)


def test_an_unknown_outcome_is_asked_for_and_nothing_is_written_twice(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            plan = ["lost after", "", "lost before", "lost before", "lost after", "", "lost after"]
            forgetful = ForgetfulStore(store, plan)
            committer = Committer(forgetful)  # type: ignore[arg-type]
            book = Book()
            for step in range(12):
                await committer.commit([book.write(draft("table/1", str(step), *MONEY), now=step)])
            await committer.close()
            assert [entry.version for entry in await all_of(store)] == [*range(1, 13)]
            assert await store.balances() == dict(book.balances)
            assert forgetful.calls == 14, "two were lost before they were written, and sent again"

    asyncio.run(steps())


def test_two_writers_of_one_stream_cannot_both_be_right(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            outcomes = []
            for store, actor in ((one, "one"), (two, "two")):
                entry = Book().write(Draft("table/1", "opened", actor, actor, b"{}"), now=1)
                outcomes.append(store.append([entry]))
            results = await asyncio.gather(*outcomes, return_exceptions=True)
            assert [type(result) for result in results].count(ConflictError) == 1
            assert len(await all_of(one)) == 1

    asyncio.run(steps())


def test_an_address_of_no_store_is_refused(tmp_path: Path) -> None:
    for address in ("mysql://x", str(tmp_path), "postgresql:///none?host=/nowhere"):
        with pytest.raises(StoreError):
            asyncio.run(open_store(address))


def test_a_server_that_hangs_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and says nothing: such an error has no words of its own."""
    for module in (postgres, sharing):
        monkeypatch.setattr(module, "CONNECT_SECONDS", 0.1)

    says = "PostgreSQL does not answer: no answer in time"

    async def steps(address: str) -> None:
        with pytest.raises(StoreError, match=says):
            await open_store(address)
        with pytest.raises(StoreError, match=says):
            await sharing.Sharing(address).workers()

    with socket.create_server(("127.0.0.1", 0)) as silent:
        host, port = silent.getsockname()
        asyncio.run(steps(f"postgresql://nobody@{host}:{port}/books"))


def test_ends_and_balances_are_made_again_from_the_entries(address: str) -> None:
    """They only answer sooner what the entries say: losing them loses nothing."""
    entries = some_entries(Book(), 100)

    async def steps() -> None:
        async with opened(address) as store:
            await store.append(entries)
            heads, balances = await store.books()
            with pytest.raises(ConflictError, match="stop the server"):
                await store.replace_projections({}, {})
            assert await store.books() == (heads, balances)
            count = len(entries)
            wrong = {"table/x": Head(count, 1, bytes(32))}
            await store.replace_projections(wrong, {"wallet:ann": 7})
            assert await store.books() == (wrong, {"wallet:ann": 7})
            rebuilt = await rebuild_projections(store)
            assert (rebuilt.entries, {*rebuilt.streams}) == (count, {*heads, "table/x"})
            held = {account for account, amount in balances.items() if amount}
            assert {*rebuilt.accounts} == held | {"wallet:ann"}
            assert await store.books() == (heads, balances)
            assert await store.heads() == heads
            assert await store.balances() == balances

    asyncio.run(steps())
