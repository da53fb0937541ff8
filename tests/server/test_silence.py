"""A file that another program keeps locked: the floor says so, waits, and goes on from there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from pitboss.server.live.silence import GOES_ON, STALE, WAITS
from pitboss.server.services import Services
from pitboss.store import Committer, Pulse, PulseTerms, SilentStoreError, keep_pulse
from pitboss.store.sqlite import SqliteStore
from tests.faults.plain_player import Player, player
from tests.ledger.books import verify
from tests.pit.jackpot_floor import HOUSE, TERMS, WAGERS
from tests.server.asgi import run_async
from tests.server.listening import listening
from tests.server.player import FREE
from tests.workers.conftest import until

QUICK = PulseTerms(every=0.05, silent=2.0, stale=4.0)
"""In place of half a second, three and thirty; a busy machine is not taken for a silent file."""
MAIN = {"main": 1000}


def with_player(folder: Path, steps: Callable[[Player, Services], Awaitable[None]]) -> None:
    """Let somebody sit at a table with a shared jackpot."""
    links = {"jackpot-1": "mtd"}
    terms = TableTerms(id="t1", name="t1", house=house_from(HOUSE), clocks=NO_CLOCK, links=links)
    planned = (PlannedJackpot("mtd", "Match The Dealer", TERMS),)

    async def whole() -> None:
        settings: dict[str, Any] = {
            "tables": (terms,),
            "jackpots": planned,
            "rates": FREE,
            "pulse": QUICK,
        }
        async with listening(folder, **settings) as (address, services):
            async with player(address.rstrip("/"), "t1", 1) as ann:
                await ann.sit()
                await services.keeper.tell()
                await steps(ann, services)
            entries = [entry async for entry in services.store.entries()]
            assert verify(entries, await services.store.checkpoints()) is None

    asyncio.run(asyncio.wait_for(whole(), 600))


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep everybody else from writing to a file."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_jkp_16_a_locked_file_refuses_wagers_marks_meters_and_loses_no_bet(tmp_path: Path) -> None:
    async def steps(ann: Player, services: Services) -> None:
        table = services.hall.tables["t1"]
        await ann.do("bet", seat=1, wagers=WAGERS, ready=False)
        before = table.state
        with locked(tmp_path / "floor.db"):
            assert await ann.books(answer=False) == WAITS
            heard = len(ann.frames)
            refused = await ann.ask("bet", seat=1, wagers=WAGERS)
            assert (refused["t"], refused["code"]) == ("no", "jackpot/unavailable")
            for what, more in (("bet", {"wagers": MAIN}), ("sit-out", {"out": True})):
                refused = await ann.ask(what, seat=1, **more)
                assert (refused["t"], refused["code"]) == ("no", "store/unavailable")
            assert await ann.books(answer=False, stale=True, since=heard) == STALE
            assert (await ann.client.get("/jackpots"))["jackpots"][0]["stale"] is False, (
                "it is read"
            )
            assert (await ann.see())["seats"][0]["bets"] == WAGERS, "what is known is shown"
        assert await ann.books(answer=True) == GOES_ON
        assert table.state.seats == before.seats
        await ann.do("bet", seat=1, wagers=WAGERS)
        assert (await ann.see())["round"] == 1

    with_player(tmp_path, steps)


def test_who_went_and_who_came_meanwhile_is_noted_when_the_books_answer(tmp_path: Path) -> None:
    async def steps(ann: Player, services: Services) -> None:
        table = services.hall.tables["t1"]
        account = table.state.seats[1].account
        with locked(tmp_path / "floor.db"):
            await ann.books(answer=False)
            async with table._lock:  # noqa: SLF001 - as while a command is being written
                await ann.line.close()
                await until(lambda: not table.watchers)
            assert account not in table.state.absences
        await until(lambda: account in table.state.absences)

    with_player(tmp_path, steps)


def test_a_silent_store_is_asked_until_it_answers_and_nobody_waits_for_it(tmp_path: Path) -> None:
    async def steps() -> None:
        store = await SqliteStore.open(tmp_path / "books.db")
        committer = Committer(store)
        changes: list[bool] = []
        committer.pulse.on_change.append(lambda: changes.append(committer.pulse.is_silent))
        keeping = asyncio.create_task(keep_pulse(store, committer.pulse, QUICK))
        with locked(tmp_path / "books.db"):
            await until(lambda: committer.pulse.is_silent)
            with pytest.raises(SilentStoreError):
                await committer.commit([])
            assert await store.head("floor") is not None, "what is there can be read"
        await until(lambda: not committer.pulse.is_silent)
        assert changes == [True, False]
        keeping.cancel()
        await committer.close()
        await store.close()

    asyncio.run(asyncio.wait_for(steps(), 600))


@run_async
async def test_nobody_waits_for_a_lock_whose_holder_waits_for_a_silent_store() -> None:
    pulse = Pulse()
    lock = asyncio.Lock()
    await pulse.take(lock)
    waiting = asyncio.create_task(pulse.take(lock))
    await asyncio.sleep(0)
    pulse.note(is_silent=True)
    with pytest.raises(SilentStoreError):
        await waiting
    with pytest.raises(SilentStoreError):
        await pulse.take(lock)
    lock.release()
    async with pulse.turn(lock):
        assert lock.locked(), "what needs no store goes on"
