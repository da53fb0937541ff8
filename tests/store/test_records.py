"""Both stores keep the records beside the books: credentials and sessions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.ledger.book import NO_ENTRY, Book
from pitboss.ledger.entry import Draft, Posting
from pitboss.store import ConflictError, Credential, Session, Store, Try, open_store, sqlite
from pitboss.store.migrations import migrations
from pitboss.store.sqlite import SqliteStore
from tests.store.conftest import opened

ANN = Credential("a1", "ann", "$argon2id$ann")
BOB = Credential("b2", "bob", "$argon2id$bob")


def test_a_name_and_an_account_have_one_credential(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            await store.add_credential(ANN)
            await store.add_credential(BOB)
            for taken in (ANN, ANN._replace(account="c3"), ANN._replace(name="carl")):
                with pytest.raises(ConflictError):
                    await store.add_credential(taken)
            assert await store.credential("ann") == ANN == await store.account_credential("a1")
            assert await store.credential("carl") is None
            assert await store.account_credential("c3") is None
            await store.set_password("a1", "$argon2id$new")
        async with opened(address) as store:
            assert await store.credential("ann") == ANN._replace(argon2="$argon2id$new")
            assert await store.credential("bob") == BOB

    asyncio.run(steps())


def test_tries_at_the_same_moment_all_count_and_only_so_many_are_let_through(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await one.add_credential(ANN)

            async def count(store: Store, sender: str, at: int) -> int:
                row = await store.count_try("a1", sender, at=at, most=3, locked_until=at + 50)
                return row.failures if row else 0

            counts = await asyncio.gather(*(count(store, "x", 10) for store in [one, two] * 4))
            assert sorted(counts) == [0, 0, 0, 0, 0, 1, 2, 3]
            assert await count(one, "y", 10) == 1, "another address has its own"
            assert await two.locks(10) == {"a1": 60}
            assert await two.locks(60) == {}
            assert [await count(one, "x", at) for at in (59, 60, 61)] == [0, 4, 0], "one, and again"
            await one.know_address("a1", "y", 12)
            row = await two.count_try("a1", "y", at=13, most=3, locked_until=63)
            assert row == Try(failures=2, known=12)
            await two.forgive_tries("a1", "y")
            assert await count(one, "y", 14) == 1
            await one.clear_failures("a1")
            assert await count(two, "x", 62) == 1
            await one.delete_old_tries(before=200, known=12)
            assert await count(two, "x", 201) == 1, "forgotten"
            assert await count(two, "y", 201) == 1, "cleared, and known"

    asyncio.run(steps())


def test_sessions_are_kept_touched_and_ended(address: str) -> None:
    def session(name: str, account: str, seen: int, until: int) -> Session:
        return Session(name.encode() * 8, account, 1, seen, until, idle=100)

    async def steps() -> None:
        kept = [session("w", "a1", 50, 900), session("x", "a1", 50, 900)]
        kept += [session("y", "b2", 50, 900), session("z", "b2", 50, 900)]
        async with opened(address) as store:
            for started in kept:
                await store.add_session(started)
            with pytest.raises(ConflictError):
                await store.add_session(kept[0])
            await store.touch_session(kept[2].token_hash, 70)
            assert await store.session(kept[2].token_hash) == kept[2]._replace(seen=70)
            await store.delete_session(kept[2].token_hash)
            await store.delete_sessions("a1")
            left = [await store.session(started.token_hash) for started in kept]
            assert left == [None, None, None, kept[3]]
            await store.delete_old_sessions(149)
            assert await store.session(kept[3].token_hash) == kept[3]
            await store.delete_old_sessions(150)
            assert await store.session(kept[3].token_hash) is None
            await store.add_session(kept[3]._replace(seen=899))
            await store.delete_old_sessions(899)
            assert await store.session(kept[3].token_hash) is not None
            await store.delete_old_sessions(900)
            assert await store.session(kept[3].token_hash) is None

    asyncio.run(steps())


def test_one_head_and_one_balance_can_be_read_while_entries_are_written(address: str) -> None:
    """Questions and batches at the same moment, as a server has them, do not disturb each other."""

    async def steps() -> None:
        book = Book()
        money = Posting("house:promo", -5), Posting("wallet:ann", 5)
        async with opened(address) as store:
            assert await store.head("account/ann") == NO_ENTRY
            assert await store.balance("wallet:ann") == 0
            for step in range(20):
                entry = book.write(
                    Draft("account/ann", "gift", "ann", f"{step}", b"", money), now=9
                )
                await asyncio.gather(
                    store.append([entry]),
                    *(store.balance("wallet:ann") for _ in range(5)),
                    *(
                        store.add_session(Session(b"%d/%d" % (step, number), "a", 1, 1, 1, 1))
                        for number in range(3)
                    ),
                )
                assert await store.head("account/ann") == book.head("account/ann")
            assert await store.balance("wallet:ann") == 100

    asyncio.run(steps())


def test_a_backup_made_while_the_file_is_in_use_opens_by_itself(tmp_path: Path) -> None:
    async def steps() -> None:
        store = await SqliteStore.open(tmp_path / "books.db")
        await store.add_credential(ANN)
        await store.backup(tmp_path / "copy.db")
        await store.set_password("a1", "$argon2id$later")
        await store.close()
        async with opened(str(tmp_path / "copy.db")) as copy:
            assert await copy.credential("ann") == ANN

    asyncio.run(steps())


def test_a_file_of_the_first_version_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    address = str(tmp_path / "books.db")

    async def steps() -> None:
        with monkeypatch.context() as old:
            first = migrations("sqlite", after=0)[:1]
            old.setattr(sqlite, "migrations", lambda *_, after: first if after == 0 else [])
            await (await open_store(address)).close()
        async with opened(address) as store:
            assert await store.credential("ann") is None

    asyncio.run(steps())


def test_a_write_is_tried_again_and_again(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            for _ in range(3):
                await store.try_write()
            await store.delete_old_sessions(1)
            await store.try_write()

    asyncio.run(steps())


def test_progress_is_kept_by_account_and_name_and_the_later_one_stays(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            for store, at, text in ((one, 5, "a"), (two, 9, "üb"), (one, 7, "c"), (two, 9, "dd ü")):
                await store.keep_progress("a1", "days", at, text)
            await one.keep_progress("b2", "days", 1, "other")
            assert await one.progress("a1", "days") == "dd ü"
            assert await two.progress_names("a1") == [("days", 9, 4)]
            await two.delete_progress("a1", "days")
            assert await one.progress("a1", "days") is None
            assert await one.progress("b2", "days") == "other"

    asyncio.run(steps())
