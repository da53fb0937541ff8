"""kill -9 of a real server under bots: what a client was told is in the books, once."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

from tests.cli.conftest import Run, called
from tests.faults.served import Server, check_told, play_through_kills, write_houses
from tests.store.conftest import Address, database, opened, server
from tests.store.conftest import real_address as address
from tests.tiers import IS_NIGHT, by_day

__all__ = ["address", "called", "database", "server"]

KILLS = by_day(1, 40)


def test_bots_play_on_through_kills_and_all_they_were_told_is_in_the_books(
    called: Run,
    address: Address,
    tmp_path: Path,
) -> None:
    if address.startswith("postgres") and not IS_NIGHT:
        return  # by day the floor of `test_random_kills` is killed on it
    serving = Server(tmp_path, address, write_houses(tmp_path))
    bots = asyncio.run(play_through_kills(serving, KILLS, random.Random(1)))
    books = ("--db", address, "--keys", str(tmp_path / "pitboss" / "server.key"))
    verified = called("floor", "verify", *books)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert json.loads(called("floor", "replay", *books, "--json").stdout)["same"]

    async def check() -> None:
        async with opened(address) as store:
            for bot in bots:
                check_told(bot, [entry async for entry in store.entries(f"table/{bot.table}")])

    asyncio.run(check())
    assert all(bot.frames for bot in bots)
    assert sum(bot.reconnects for bot in bots) >= KILLS * len(bots) // 2
