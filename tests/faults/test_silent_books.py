"""A PostgreSQL that hangs, or dies and comes back: the floor refuses, says so, and goes on.

JKP-16: while the controller is lost, tables refuse jackpot wagers and screens mark what they show;
afterwards everything goes on from the exact state before.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.client import Client
from tests.cli.conftest import Run, called
from tests.faults.database import Database
from tests.faults.plain_player import SECONDS, Player, player
from tests.faults.served import (
    Server,
    check_told,
    everybody_plays,
    go_home,
    make_bots,
    write_houses,
)
from tests.store.conftest import VARIABLE, Address, database, opened, server

__all__ = ["called", "database", "server"]

pytestmark = pytest.mark.skipif(
    VARIABLE in os.environ, reason="a server of somebody else is neither stopped nor killed"
)
FLOOR = Path(__file__).parents[2] / "examples" / "floors" / "jackpots.toml"
TABLES = ("spanish-1", "spanish-2")
MAIN = {"main": 1000}
JACKPOT = {"main": 1000, "jackpot-1": 500}
BOTS = 8
PATIENT = "from pitboss.pit import leases\nleases.QUIET_SECONDS = 600.0\n"
"""Workers that do not take the tables of one that comes back late, on a busy machine."""


async def raw(client: Client, path: str) -> tuple[int, dict[str, Any]]:
    """Return an answer as it comes, without trying again."""
    answer = await client._http.send("GET", path, {}, b"", fresh=True)  # noqa: SLF001
    return answer.status, json.loads(answer.body)


async def end(server: Server) -> None:
    """Stop a server, however it is."""
    if server.process is not None and server.process.returncode is None:
        with suppress(ProcessLookupError):
            server.process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(server.process.communicate(), SECONDS)
        assert not server.process.returncode, errors
        assert not errors


def verify(called: Run, database: Address, folder: Path) -> None:
    """Let the books be verified and every round dealt again."""
    books = ("--db", database, "--keys", str(folder / "pitboss" / "server.key"))
    verified = called("floor", "verify", *books)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert json.loads(called("floor", "replay", *books, "--json").stdout)["same"]


async def hear_of_it(one: Player) -> None:
    """Learn that the books are silent, from every screen and every answer."""
    words = await one.books(answer=False)
    assert "do not answer" in words
    refused = await one.ask("bet", seat=one.seat, wagers=JACKPOT, ready=False)
    assert (refused["t"], refused["code"]) == ("no", "jackpot/unavailable")
    for what, more in (
        ("bet", {"wagers": MAIN, "ready": False}),
        ("leave", {}),
        ("buy-in", {"cents": 1000}),
    ):
        refused = await one.ask(what, seat=one.seat, **more)
        assert (refused["t"], refused["code"]) == ("no", "store/unavailable")
    await _silence(one.client)
    status, body = await raw(one.client, "/ready")
    assert (status, body["code"]) == (503, "store/unavailable")
    assert (await raw(one.client, "/api/1/games"))[0] == 200
    assert (await raw(one.client, "/api/1/tables"))[0] == 200
    status, layout = await raw(one.client, f"/api/1/tables/{one.table}/layout")
    assert (status, layout["id"]) == (200, one.table)


async def _silence(client: Client) -> None:
    """Wait until the health of the server says that the books are silent.

    Any process may answer, and each finds out by itself.
    """
    async with asyncio.timeout(SECONDS):
        while (await raw(client, "/health"))[1]["books"] != "silent":  # noqa: ASYNC110 - a process
            await asyncio.sleep(0.1)


def test_a_hung_database_stops_the_floor_in_words_and_it_goes_on_from_there(
    called: Run, database: Address, tmp_path: Path
) -> None:
    floor = Server(tmp_path, database, (), ("--floor", str(FLOOR)))

    async def steps() -> None:
        postgres = await Database.find(database)
        await floor.start()
        try:
            async with (
                player(floor.url, TABLES[0], 1) as ann,
                player(floor.url, TABLES[0], 2) as bob,
            ):
                await ann.sit()
                await bob.sit()
                await ann.do("bet", seat=1, wagers=JACKPOT, ready=False)
                before = await ann.see()
                postgres.hang()
                under_way = await bob.send("buy-in", "more", seat=2, cents=5_000)
                await hear_of_it(ann)
                await bob.books(answer=False)
                postgres.go_on()
                await ann.books(answer=True)
                if not any(frame.get("a") == under_way for frame in bob.frames):
                    await bob.until(lambda frame: frame.get("a") == under_way)
                first = next(frame for frame in bob.frames if frame.get("a") == under_way)
                # It waits for a lock of the wallet in the books, or is being written already.
                assert first["t"] == "ok" or first["code"] == "store/unavailable"
                await bob.do("buy-in", under_way, seat=2, cents=5_000)  # once, under one key
                after = await ann.see()
                assert _bets(after) == _bets(before) == {1: JACKPOT, 2: {}}
                assert (await bob.see())["stacks"] == {"2": 55_000}
                await bob.do("bet", seat=2, wagers=JACKPOT)
                await ann.do("bet", seat=1, wagers=JACKPOT)
                assert (await ann.see())["round"] == before["round"] + 1
        finally:
            postgres.go_on()
            await end(floor)

    asyncio.run(asyncio.wait_for(steps(), 1200))
    verify(called, database, tmp_path)
    asyncio.run(_check_once(database))


def _bets(view: dict[str, Any]) -> dict[int, dict[str, int]]:
    return {seat["seat"]: seat["bets"] for seat in view["seats"]}


async def _check_once(books: Address) -> None:
    async with opened(books) as store:
        kinds = [entry.kind async for entry in store.entries(f"table/{TABLES[0]}")]
    assert kinds.count("bought-in") == 1
    assert kinds.count("taken-over") == 0, "the same process ran it all the time"


def test_two_workers_keep_their_tables_and_bets_while_the_database_is_killed_and_restarted(
    called: Run, database: Address, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(PATIENT)
    more = ("--floor", str(FLOOR), "--workers", "2")
    floor = Server(tmp_path, database, (), more, modules=tmp_path)

    async def steps() -> None:
        postgres = await Database.find(database)
        await floor.start()
        try:
            async with (
                player(floor.url, TABLES[0], 1) as ann,
                player(floor.url, TABLES[1], 1) as bob,
            ):
                await _settle_down(database)
                for one in (ann, bob):
                    await one.sit()
                    await one.do("bet", seat=1, wagers=JACKPOT, ready=False)
                owners = await _owners(database)
                postgres.kill()
                for one in (ann, bob):
                    await hear_of_it(one)
                await postgres.start()
                for one in (ann, bob):
                    await one.books(answer=True)
                for one in (ann, bob):
                    assert _bets(await one.see()) == {1: JACKPOT}
                for one in (ann, bob):
                    await one.do("bet", seat=1, wagers=JACKPOT)
                assert len({*(await _owners(database)).values()}) == len({*owners.values()}) == 2
        finally:
            try:
                await postgres.start()
            finally:
                await end(floor)

    asyncio.run(asyncio.wait_for(steps(), 1200))
    verify(called, database, tmp_path)


async def _owners(books: Address) -> dict[str, int]:
    async with opened(books) as store:
        rows = await store.statement("SELECT stream, worker FROM lease WHERE worker IS NOT NULL")
    return {row[0]: row[1] for row in rows}


async def _settle_down(books: Address) -> None:
    """Wait until both workers have their share of the tables."""
    async with asyncio.timeout(SECONDS):
        while len({*(await _owners(books)).values()}) < 2:  # noqa: ASYNC110 - other processes
            await asyncio.sleep(0.1)


def test_under_load_nothing_is_lost_or_doubled_when_the_database_hangs_and_dies(
    called: Run, database: Address, tmp_path: Path
) -> None:
    floor = Server(tmp_path, database, write_houses(tmp_path, BOTS), ("--workers", "2"))

    async def steps() -> None:
        postgres = await Database.find(database)
        await floor.start()
        try:
            bots = await make_bots(floor.url, random.Random(1), BOTS)
            playing = [asyncio.create_task(bot.play()) for bot in bots]
            await everybody_plays(bots, playing)
            postgres.hang()
            await _silence(bots[0].client)
            postgres.go_on()
            await everybody_plays(bots, playing)
            postgres.kill()
            await _silence(bots[0].client)
            await postgres.start()
            await everybody_plays(bots, playing)
            await go_home(bots, playing)
        finally:
            postgres.go_on()
            try:
                await postgres.start()
            finally:
                await end(floor)
        async with opened(database) as store:
            for bot in bots:
                check_told(bot, [entry async for entry in store.entries(f"table/{bot.table}")])

    asyncio.run(asyncio.wait_for(steps(), 2000))
    verify(called, database, tmp_path)
