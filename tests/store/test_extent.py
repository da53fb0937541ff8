"""How far books go is read without a trace, on both stores."""

import asyncio
from pathlib import Path

import asyncpg

from pitboss.ledger.checkpoint import make_checkpoint
from pitboss.ledger.entry import GENESIS, Draft, seal
from pitboss.store import Extent, read_extent
from tests.store.conftest import Address, opened


def test_the_extent_of_books_is_read_and_nothing_is_made(address: Address) -> None:
    async def work() -> None:
        assert await read_extent(address) == Extent(), "there are no books"
        assert not await _is_begun(address)
        async with opened(address) as store:
            assert await read_extent(address) == Extent(), "the books are empty"
            entry = seal(Draft("s", "noted", "ann", "k", b"", ()), version=1, at=1, before=GENESIS)
            await store.append([entry])
            made = make_checkpoint(await store.heads(), await store.balances(), at=2)
            await store.add_checkpoint(made)
            assert await read_extent(address) == Extent((made,), 1)

    asyncio.run(work())


async def _is_begun(address: Address) -> bool:
    if "://" not in address:
        return await asyncio.to_thread(Path(address).exists)
    connection = await asyncpg.connect(address)
    count: int = await connection.fetchval(
        "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    )
    await connection.close()
    return count > 0
