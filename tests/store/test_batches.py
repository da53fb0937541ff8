"""Whatever a batch says comes out of PostgreSQL as it went in, packed or not."""

from __future__ import annotations

import asyncio

from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Posting
from pitboss.store import Committer, StoreError
from pitboss.store.batches import SEPARATOR, append_call
from tests.store.conftest import Address, opened

PAID = (Posting("external:demo", -7), Posting("wallet:ann", 7))
PLAIN = [
    Draft("table/1", "noted", "", "a", b"", PAID),
    Draft("table/2", "noted", "Zoë, \\x1f '", "{b}", b"\xff\x00,", ()),
    Draft("table/1", "noted", "NULL", "", SEPARATOR.encode(), PAID),
]
SEPARATED = [Draft("table/1", "noted", "ann", f"c{SEPARATOR}d", b"{}", ())]
ALONE = [Draft("table/1", "noted", "", "e", b"{}", ())]


def test_a_batch_is_read_as_it_was_written(database: Address) -> None:
    book = Book()
    batches = [[book.write(draft, now=5) for draft in part] for part in (PLAIN, SEPARATED, ALONE)]
    packed = [append_call(batch).query for batch in batches]
    assert packed[0] != packed[1] == packed[2], "what cannot be told apart goes as arrays"

    async def steps() -> None:
        async with opened(database) as store:
            for batch in batches:
                await store.append(batch)
            entries = [entry async for entry in store.entries()]
            assert entries == [entry for batch in batches for entry in batch]
            assert await store.balances() == book.balances
            assert await store.heads() == book.heads

    asyncio.run(steps())


def test_a_call_that_the_store_cannot_take_fails_no_other(database: Address) -> None:
    """PostgreSQL takes no NUL in a text, and calls of one moment are written together."""
    keys = ["a", "b\0", "c"]
    calls = [
        [Book().write(Draft(f"table/{n}", "noted", "", key, b"{}", ()), now=5)]
        for n, key in enumerate(keys)
    ]

    async def steps() -> None:
        async with opened(database) as store:
            committer = Committer(store)
            ends = await asyncio.gather(*map(committer.commit, calls), return_exceptions=True)
            await committer.close()
            assert [isinstance(end, StoreError) for end in ends] == [False, True, False]
            assert {entry.key async for entry in store.entries()} == {"a", "c"}

    asyncio.run(steps())
