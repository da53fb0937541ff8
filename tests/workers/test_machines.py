"""Two servers that take each other for other machines: a player's line goes from one to the other.

They are real processes, and what goes between them goes over TCP.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from pitboss.client import Client
from pitboss.server.bridge.link import LinkLostError, dial
from pitboss.server.keys import open_keys
from pitboss.store import Worker
from pitboss.store.sharing import Sharing
from tests.faults.served import (
    HOUSES,
    IMPATIENT,
    Bot,
    Server,
    check_told,
    everybody_plays,
    go_home,
)
from tests.store.conftest import Address, opened

TABLES = ("co-free-bet", "wa-spanish-21")
AS_MACHINE = (
    "from pitboss.server.bridge import membership\n"
    "membership.machine = lambda: {machine!r}\n"
    "from pitboss.cli.main import main\n"
    "main()\n"
)


def test_a_line_is_carried_to_another_machine_and_to_nobody_without_the_key_file(
    database: Address, tmp_path: Path
) -> None:
    servers = [
        Server(
            tmp_path,
            database,
            [HOUSES / f"{table}.toml" for table in TABLES],
            ("--bridge", "127.0.0.1"),
            ("-c", AS_MACHINE.format(machine=machine)),
        )
        for machine in ("one", "two")
    ]
    bots = asyncio.run(asyncio.wait_for(_play_across(servers, database, tmp_path), 1200))

    async def check() -> None:
        async with opened(database) as store:
            for bot in bots:
                check_told(bot, [entry async for entry in store.entries(f"table/{bot.table}")])

    asyncio.run(check())


async def _play_across(servers: list[Server], database: Address, folder: Path) -> list[Bot]:
    try:
        for server in servers:
            await server.start()
        workers = await _share_tables(database)
        secret = open_keys(folder / "pitboss" / "server.key").bridge_secret
        for worker in workers:
            shutil.rmtree(Path(worker.place.path).parent)  # there is no way but TCP
            with pytest.raises(LinkLostError, match="does not answer"):
                await dial("", worker.place.address, bytes(32))
            await (await dial("", worker.place.address, secret)).close()
        bots = [
            bot
            for seat, server in enumerate(servers, 1)
            for bot in await _bots_at_every_table(server.url, seat)
        ]
        playing = [asyncio.create_task(bot.play()) for bot in bots]
        await everybody_plays(bots, playing)
        await go_home(bots, playing)
    finally:
        for server in servers:
            if server.process is not None:
                await server.kill()
    return bots


async def _share_tables(database: Address) -> list[Worker]:
    """Wait until each server has one of the two tables; return who they are."""
    sharing = Sharing(database)
    try:
        async with asyncio.timeout(300):
            while len({lease.worker for lease in await sharing.leases()} - {None}) < len(TABLES):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        workers = await sharing.workers()
    finally:
        await sharing.close()
    assert sorted(worker.place.machine for worker in workers) == ["one", "two"]
    return workers


async def _bots_at_every_table(url: str, seat: int) -> list[Bot]:
    client = Client(url, patience=IMPATIENT)
    account = (await client.guest())["account"]
    summaries = (await client.get("/tables"))["tables"]
    assert sorted(summary["id"] for summary in summaries) == sorted(TABLES)
    return [
        Bot(client, account, summary["id"], summary["least_wagers"], random.Random(1), seat)
        for summary in summaries
    ]
