"""Where an account sat is known to both stores, also for books from before they noted it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry
from pitboss.store import STILL, Sat, Store, batches, postgres, sqlite
from pitboss.store.migrations import migrations
from tests.server.asgi import running
from tests.server.player import FREE, Player, play_round, real_clock, terms_of
from tests.store.conftest import opened


def taken(stream: str, seat: int, account: str, number: int) -> Draft:
    """Somebody who sits down."""
    body = f'{{"account":"{account}","cents":500,"seat":{seat}}}'.encode()
    return Draft(stream, "seat-taken", account, f"s{number}", body)


def left(stream: str, number: int, *seats: tuple[int, str]) -> Draft:
    """Some who leave together."""
    gone = ",".join(f'[{seat},"{account}",0]' for seat, account in seats)
    return Draft(stream, "seats-left", "clock", f"l{number}", f'{{"seats":[{gone}]}}'.encode())


def some_sittings() -> list[Entry]:
    """Return two tables where people come and go, and sit where others sat."""
    book = Book()
    drafts = (
        taken("table/1", 1, "ann", 1),
        taken("table/2", 1, "ann", 1),
        taken("table/1", 2, "ben", 2),
        left("table/1", 1, (1, "ann"), (2, "ben")),
        taken("table/1", 1, "ben", 3),
        left("table/1", 2, (1, "ben")),
        taken("table/1", 1, "ann", 4),
        Draft("table/1", "dealt", "ann", "d", b"{}"),
    )
    return [book.write(draft, now=number) for number, draft in enumerate(drafts, 1)]


RIGHT = {
    "ann": [
        Sat("table/1", 1, 6, "ann", 7, STILL, STILL),
        Sat("table/2", 1, 1, "ann", 2, STILL, STILL),
        Sat("table/1", 1, 1, "ann", 1, 3, 4),
    ],
    "ben": [Sat("table/1", 1, 4, "ben", 5, 5, 6), Sat("table/1", 2, 2, "ben", 3, 3, 4)],
    "eve": [],
}


async def check(store: Store) -> None:
    """Ask for all sittings, and for those that had begun by a moment."""
    for account, right in RIGHT.items():
        assert await store.sittings(account, limit=10) == right
        assert await store.sittings(account, limit=1) == right[:1]
    assert await store.sittings("ann", begun=2, limit=10) == RIGHT["ann"][1:]


def test_who_sat_where_is_known_as_it_is_written_and_of_older_books(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half is written before the books knew it, and half after."""

    async def write(entries: Sequence[Entry]) -> None:
        async with opened(address) as store:
            for entry in entries:
                await store.append([entry])

    async def read() -> None:
        async with opened(address) as store:
            await check(store)
            for stream in ("table/1", "table/2"):
                own = [entry for entry in entries if entry.stream == stream]
                assert [entry async for entry in store.entries(stream)] == own
                assert await store.entry(stream, 1) == own[0]
                assert await store.find(stream, own[0].key) == own[0]
            assert [entry async for entry in store.entries()] == entries

    entries = some_sittings()
    with monkeypatch.context() as old:
        old.setattr(sqlite, "_count_unnoted", lambda _: 0)  # those books had no places to note
        old.setattr(postgres, "append_call", batches.call_by_names)  # and each account its own row
        for module in (sqlite, postgres):
            old.setattr(
                module,
                "migrations",
                lambda kind, after: [
                    migration for migration in migrations(kind, after=after) if migration.number < 3
                ],
            )
        asyncio.run(write(entries[:4]))
    asyncio.run(write(entries[4:]))
    asyncio.run(read())


def test_what_was_played_is_found_again_in_both_stores(address: str, tmp_path: Path) -> None:
    async def steps() -> None:
        tables = terms_of(("co/free-bet", "co/21-holdem"))
        async with running(tmp_path, real_clock(), db=address, tables=tables, rates=FREE) as client:
            player = Player(client, 8)
            await player.enter()
            for table in client.services.hall.tables.values():
                assert await player.ask(table, "sit", seat=1, cents=40_000) == 200
                await play_round(table, [player])
            rounds = (await player.get("me/rounds")).data["rounds"]
            assert [(row["table"], row["round"]) for row in rounds] == [("g1", 1), ("g0", 1)]
            whole = (await player.get("me/statement")).data
            assert sum(line["cents"] for line in whole["lines"]) == (
                whole["wallet_cents"] + whole["chips_cents"]
            )
            limits = (await player.get("me/limits")).data
            gained = sum(row["net_cents"] - row.get("tips_cents", 0) for row in rounds)
            assert limits["lost_cents"] == -gained
            assert (await player.get("rounds/g1/1")).status == 200

    asyncio.run(steps())
