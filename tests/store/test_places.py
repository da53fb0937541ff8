"""Where entries of a stream stand is noted for many at once: a reader still sees all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.store import Store, rebuild_projections, sqlite
from tests.store.conftest import opened


def some_entries(count: int) -> list[Entry]:
    """Return entries of three streams by turns."""
    book = Book()
    drafts = (
        Draft(f"table/{place % 3}", "noted", "ann", f"{place}", b"") for place in range(count)
    )
    return [book.write(draft, now=place) for place, draft in enumerate(drafts)]


async def check(store: Store, written: list[Entry]) -> None:
    """Read every stream whole, from the middle, and one entry at a time."""
    for stream in ("table/0", "table/1", "table/2"):
        own = [entry for entry in written if entry.stream == stream]
        assert [entry async for entry in store.entries(stream)] == own
        assert [entry async for entry in store.entries(stream, 2)] == own[2:]
        assert [await store.entry(stream, entry.version) for entry in own] == own
        assert await store.entry(stream, len(own) + 1) is None
        assert await store.last(stream, "noted") == (own[-1] if own else None)
    assert await store.tails("table/", "opened") == sorted(written)


@pytest.mark.parametrize("at_once", [1, 5, 1000])
def test_entries_are_read_by_stream_whenever_their_places_are_noted(
    address: str, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Two stores on the same books write by turns, and each reads what the other wrote."""
    monkeypatch.setattr(sqlite, "PLACES_AT_ONCE", at_once)
    entries = some_entries(24)

    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            for start in range(0, 24, 4):
                writer, reader = (one, two) if start % 8 else (two, one)
                await writer.append(entries[start : start + 4])
                if start in (8, 20):
                    await check(reader, entries[: start + 4])
        async with opened(address) as store:
            await rebuild_projections(store)
            await check(store, entries)

    asyncio.run(steps())


def test_places_are_noted_by_the_writer_where_nobody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PLACES_AT_ONCE", 5)

    async def steps() -> list[int]:
        store = await sqlite.SqliteStore.open(tmp_path / "books.db")
        counts = []
        for entry in some_entries(12):
            await store.append([entry])
            counts.append((await store.statement("SELECT count(*) FROM place"))[0][0])
        await store.close()
        return counts

    assert asyncio.run(steps()) == [0] * 4 + [5] * 5 + [10] * 3
