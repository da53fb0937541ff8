"""Little lies behind the last checkpoint: one at every stop, and one after many entries."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.pit import hall
from pitboss.pit.hall import Hall
from pitboss.server.requests.limits import Rate, Rates
from pitboss.store import Extent, read_extent
from tests.server.asgi import run_async
from tests.server.listening import listening
from tests.server.loopback import post

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
PITBOSS = [sys.executable, "-m", "pitboss.cli.main"]
GUESTS = 25
PATIENCE_S = 300


def test_a_clean_stop_signs_all_that_was_written(tmp_path: Path) -> None:
    books = tmp_path / "pitboss" / "floor.db"
    keys = tmp_path / "pitboss" / "server.key"
    where = ["--db", str(books), "--keys", str(keys)]

    async def open_guests(address: str) -> None:
        for _ in range(3):
            assert (await post(address, "guest", {})).status == 201

    with subprocess.Popen(
        [*PITBOSS, "serve", "--port", "0"],
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            asyncio.run(open_guests(process.stdout.readline().split()[-1]))
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0
    extent = read(books)
    assert [checkpoint.entries for checkpoint in extent.checkpoints] == [extent.entries]
    assert verify(where) == 0
    with closing(sqlite3.connect(books)) as file, file:  # somebody who has the file cuts its end
        file.execute("DROP TRIGGER entry_is_never_removed")
        (stream,) = file.execute(
            "SELECT stream FROM entry WHERE kind = 'opened' AND stream LIKE 'account/%' "
            "ORDER BY position DESC LIMIT 1"
        ).fetchone()
        file.execute("DELETE FROM entry WHERE stream = ?", (stream,))
        file.execute("DELETE FROM place WHERE stream = ?", (stream,))
        file.execute("DELETE FROM head WHERE stream = ?", (stream,))
        account = stream.removeprefix("account/")
        file.execute("DELETE FROM balance WHERE account = ?", (f"wallet:{account}",))
        file.execute("UPDATE balance SET amount = amount + 10000000 WHERE account = 'house:promo'")
    assert verify(where) == 1, "the checkpoint of the stop has one entry more"


def read(books: Path) -> Extent:
    return asyncio.run(read_extent(str(books)))


def verify(where: list[str]) -> int:
    done = subprocess.run([*PITBOSS, "floor", "verify", *where], capture_output=True, check=False)
    return done.returncode


@run_async
async def test_many_entries_do_not_wait_for_the_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "CHECKPOINT_ENTRIES", 20)
    monkeypatch.setattr(Hall.start_checkpoints, "__defaults__", (3600.0,))  # not even the hour
    monkeypatch.setattr(hall, "LOOK_SECONDS", 0.1)
    async with listening(tmp_path, rates=FREE) as (address, services):
        await asyncio.sleep(0.5)
        assert await services.store.checkpoints() == [], "few entries can wait"
        for _ in range(GUESTS):
            await post(address, "guest", {})
        async with asyncio.timeout(PATIENCE_S):
            while not (kept := await services.store.checkpoints()):  # noqa: ASYNC110 - of the store
                await asyncio.sleep(0.05)
        assert kept[-1].entries >= 20
