"""PostgreSQL keeps the chips and the end of a table in one row: all is still there, and as safe."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

import pytest

from pitboss.ledger.accounts import account_type
from pitboss.ledger.book import Book, BookError
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.store import ConflictError, Store, batches, postgres, rebuild_projections
from pitboss.store.batches import place_chips
from pitboss.store.migrations import migrations
from tests.store.conftest import Address, opened
from tests.store.version_7 import steps_call

ACCOUNTS = (
    *("tray:7", "escrow:7", "stack:7:1", "stack:7:7", "stack:7:8", "drop:7"),
    *("tray:a.b", "stack:a.b:2", "escrow:a.b", "wallet:ann", "external:demo"),
)
STREAMS = ("table/7", "table/a.b", "cage", "account/ann")
TO_SEAT = (Posting("tray:7", -50), Posting("stack:7:1", 50))
TO_TRAY = (Posting("stack:7:1", -50), Posting("tray:7", 50))


def moved(stream: str, key: str, *postings: Posting) -> Draft:
    """Something that moves chips."""
    return Draft(stream, "moved", "ann", key, b"{}", postings)


def some_batches(book: Book, seed: int, count: int = 60) -> list[list[Entry]]:
    """Return batches that move all kinds of accounts; in half of them no chips of other tables."""
    source = random.Random(seed)
    order: list[list[Entry]] = []
    while len(order) < count:
        batch: list[Entry] = []
        is_tidy = source.random() < 0.5
        for _ in range(source.randrange(1, 6)):
            stream = source.choice(STREAMS)
            one, two, three = source.sample(own_accounts(stream) if is_tidy else ACCOUNTS, 3)
            least, most = source.randrange(100), source.randrange(100)
            lines = (Posting(one, -least - most), Posting(two, least), Posting(three, most))
            key = f"{seed}/{len(order)}/{len(batch)}"
            try:
                batch.append(book.write(moved(stream, key, *lines), now=len(order)))
            except BookError:
                continue
        if batch:
            order.append(batch)
    return order


def own_accounts(stream: str) -> list[str]:
    """Return the accounts that are no chips of another table."""
    table = stream.removeprefix("table/")
    return [
        account
        for account in ACCOUNTS
        if place_chips(account) is None or account.split(":")[1] == table
    ]


async def check(store: Store, book: Book) -> None:
    """Read every account in every way."""
    held = dict(book.balances)
    assert await store.balances() == held
    assert await store.books() == (dict(book.heads), held)
    assert (await store.standing([], ACCOUNTS))[1] == {
        account: held.get(account, 0) for account in ACCOUNTS
    }
    for account in ACCOUNTS:
        assert await store.balance(account) == held.get(account, 0)
    rows = await store.statement("SELECT account, floor FROM balance")
    assert dict(rows) == {account: account_type(account).floor for account in held}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_account_holds_what_the_entries_make_it(address: Address, seed: int) -> None:
    book = Book()
    order = some_batches(book, seed)
    assert len({batches.append_call(batch).query for batch in order}) == 2, "packed, and by names"

    async def steps() -> None:
        async with opened(address) as store:
            for batch in order:
                await store.append(batch)
            await check(store, book)
            rebuilt = await rebuild_projections(store)
            assert (rebuilt.streams, rebuilt.accounts) == ((), ())
            await check(store, book)

    asyncio.run(steps())


@pytest.mark.parametrize(
    ("last", "old_call"), [(6, batches.call_by_names), (7, steps_call)], ids=["6", "7"]
)
def test_books_of_an_earlier_version_go_on_and_so_do_its_processes(
    database: Address,
    monkeypatch: pytest.MonkeyPatch,
    last: int,
    old_call: Callable[[Sequence[Entry]], batches.Call],
) -> None:
    """A third is written before, a third by an old process beside a new one, a third by the new."""
    book = Book()
    order = some_batches(book, 9, 120)

    async def write(some: Sequence[Sequence[Entry]]) -> None:
        async with opened(database) as store:
            for batch in some:
                await store.append(batch)

    with monkeypatch.context() as old:
        old.setattr(postgres, "append_call", old_call)
        old.setattr(
            postgres,
            "migrations",
            lambda kind, after: [
                migration for migration in migrations(kind, after=after) if migration.number <= last
            ],
        )
        asyncio.run(write(order[:40]))
    asyncio.run(write([]))
    for place, batch in enumerate(order[40:80]):
        with monkeypatch.context() as old:
            if place % 2:
                old.setattr(postgres, "append_call", old_call)
            asyncio.run(write([batch]))

    async def end() -> None:
        async with opened(database) as store:
            for batch in order[80:]:
                await store.append(batch)
            await check(store, book)
            assert [entry async for entry in store.entries()] == [
                entry for part in order for entry in part
            ]

    asyncio.run(end())


def test_no_stack_falls_below_zero_not_even_between_two_entries(address: Address) -> None:
    async def steps() -> None:
        rich = Book()
        book = Book()
        rich.write(moved("account/ann", "k0", *TO_SEAT), now=1)
        first = book.write(moved("table/7", "k1", *TO_SEAT), now=1)
        dip = [rich.write(moved("table/7", "k2", *TO_TRAY), now=1)]
        dip.append(rich.write(moved("table/7", "k3", *TO_SEAT), now=1))
        short = book.write(moved("table/7", "k4", *TO_TRAY), now=1)
        async with opened(address) as store:
            for wrong in (dip, dip[:1]):
                with pytest.raises(ConflictError):
                    await store.append(wrong)
            await store.append([first])
            await store.append([short])
            poor = Book()
            poor.add(first)
            poor.add(short)
            poor.write(moved("account/ann", "k5", *TO_SEAT), now=1)
            last = poor.write(moved("table/7", "k6", *TO_TRAY), now=1)
            with pytest.raises(ConflictError):
                await store.append([last])
            assert await store.balances() == {"tray:7": 0, "stack:7:1": 0}
            assert [entry async for entry in store.entries()] == [first, short]

    asyncio.run(steps())


def test_a_step_of_the_house_is_known_by_its_place_and_a_client_s_by_its_key(
    address: Address,
) -> None:
    """A step without a client's key is not in the index of keys; no place is taken twice."""

    async def steps() -> None:
        book = Book()
        entries = [book.write(moved("table/7", key), now=1) for key in ("round/1", "t01:ann")]
        async with opened(address) as store:
            await store.append(entries)
            assert await store.entry("table/7", 1) == entries[0]
            assert await store.find("table/7", "t01:ann") == entries[1]
            assert await store.find_all([("table/7", "t01:ann")]) == entries[1:]
            again = Book()
            for entry in entries:
                again.add(entry)
            with pytest.raises(ConflictError):
                await store.append(
                    [again.write(moved("table/7", "x"), now=2)._replace(key="t01:ann")]
                )
            with pytest.raises(ConflictError):
                await store.append([Book().write(moved("table/7", "round/1"), now=2)])

    asyncio.run(steps())


def test_nobody_writes_to_a_table_behind_another_s_back(address: Address) -> None:
    """A batch that does not follow what is there changes nothing, whatever else is in it."""

    async def steps() -> None:
        book = Book()
        other = Book()
        ahead = Book()
        first = [
            book.write(moved(stream, "k1", *TO_SEAT), now=1)
            for stream in ("table/7", "account/ann")
        ]
        forged = other.write(moved("table/7", "k2"), now=1)
        for entry in first:
            ahead.add(entry)
        gap = [ahead.write(moved("table/7", key), now=2) for key in ("k3", "k4", "k5")]
        fork = other.write(moved("table/7", "k6"), now=2)
        new = [Book().write(moved(f"table/{number}", "k7"), now=2) for number in "89"]
        async with opened(address) as store:
            await store.append(first)
            wrong = ([forged], [fork], gap[1:], gap[2:], [*new, gap[1]], [gap[1], *new])
            for batch in wrong:
                with pytest.raises(ConflictError):
                    await store.append(batch)
                assert await store.heads() == book.heads
                assert await store.balances() == book.balances
            await store.append([*new, *gap])
            assert await store.head("table/7") == ahead.heads["table/7"]
            assert (await store.head("table/8")).version == 1
            with pytest.raises(ConflictError):
                await store.append([new[0]])
            assert [entry async for entry in store.entries()] == [*first, *new, *gap]

    asyncio.run(steps())
