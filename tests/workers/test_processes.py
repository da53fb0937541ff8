"""Real processes on one PostgreSQL under bots: killed, stopped, replaced; and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from pitboss.client import Client
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.ledger.entry import Entry
from tests.cli.conftest import Run, called
from tests.faults.served import (
    CENTS,
    HOUSES,
    IMPATIENT,
    Bot,
    Server,
    check_told,
    everybody_plays,
    go_home,
    make_bots,
    write_houses,
)
from tests.store.conftest import Address, opened
from tests.tiers import by_day

__all__ = ["called"]

TABLES = by_day(12, 64)
KILLS = by_day(1, 20)
UPGRADES = by_day(0, 5)
TABLE = "co-free-bet"
ROUNDS = 3
_COUNT = count()


def workers_of(server: Server) -> list[int]:
    """Return the processes that a server has started."""
    assert server.process is not None
    own = server.process.pid
    return [int(part) for part in Path(f"/proc/{own}/task/{own}/children").read_text().split()]


def report(words: str) -> None:
    """Say how it went, for whoever keeps the figures: `pytest -s`."""
    print(words, file=sys.__stdout__, flush=True)


def test_workers_are_killed_and_replaced_under_load_and_nothing_is_lost_or_doubled(
    called: Run, database: Address, tmp_path: Path
) -> None:
    houses = write_houses(tmp_path, TABLES)
    server = Server(tmp_path, database, houses, ("--workers", "2"))
    try:
        bots = asyncio.run(_through_it_all(server, random.Random(1)))
    finally:
        if server.process is not None and server.process.returncode is None:
            os.kill(server.process.pid, signal.SIGTERM)  # its workers stop with it
    books = ("--db", database, "--keys", str(tmp_path / "pitboss" / "server.key"))
    verified = called("floor", "verify", *books)
    assert (verified.returncode, verified.stderr) == (0, "")
    replayed = json.loads(called("floor", "replay", *books, "--json").stdout)
    assert replayed["same"]
    asyncio.run(_check_books(bots, database))
    report(f"{replayed['rounds']:,} rounds at {TABLES} tables, all of them the same again")


async def _through_it_all(server: Server, rng: random.Random) -> list[Bot]:
    await server.start()
    assert server.process is not None
    bots = await make_bots(server.url, rng, TABLES)
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    await everybody_plays(bots, playing)
    waits: list[float] = []
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0, 1))
        os.kill(rng.choice(workers_of(server)), signal.SIGKILL)
        began = time.monotonic()
        await everybody_plays(bots, playing)
        waits.append(time.monotonic() - began)
        await _all_back(server, 2)
    report(f"{KILLS} kills; everybody played on after {min(waits):.1f} to {max(waits):.1f} s")
    waits.clear()
    for _ in range(UPGRADES):
        old = {*workers_of(server)}
        began = time.monotonic()
        server.process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(600):
            while old & {*workers_of(server)}:  # noqa: ASYNC110 - other processes
                await asyncio.sleep(0.1)
        waits.append(time.monotonic() - began)
        await everybody_plays(bots, playing)
    if waits:
        report(f"{UPGRADES} times both were replaced, in {min(waits):.1f} to {max(waits):.1f} s")
    server.process.send_signal(signal.SIGTERM)
    _, errors = await asyncio.wait_for(server.process.communicate(), 300)
    assert (server.process.returncode, errors) == (0, b"")
    await go_home(bots, playing)
    return bots


async def _all_back(server: Server, workers: int) -> None:
    async with asyncio.timeout(300):
        while len(workers_of(server)) < workers:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)


async def _check_books(bots: Sequence[Bot], database: Address) -> None:
    """Find all that was told in the books, and what everybody holds by a sum of our own."""
    async with opened(database) as store:
        balances = await store.balances()
        for bot in bots:
            entries = [entry async for entry in store.entries(f"table/{bot.table}")]
            check_told(bot, entries)
            felt = balances[f"escrow:{bot.table}"]
            won = _won(entries, bot.table)
            held = balances[f"stack:{bot.table}:1"] + felt
            assert held == (CENTS + won) * UNITS_PER_CENT, bot.table
    assert all(bot.frames for bot in bots)


def _won(entries: Sequence[Entry], table: str) -> int:
    """Return the cents that seat 1 won: what rounds settled, and what an open one lost by now.

    Of a hand that was split one part may be lost while the other is played.
    """
    nets: dict[int, int] = {}
    for entry in entries:
        if entry.kind in {"dealt", "decided"}:
            body = json.loads(entry.body)
            number = body["round"]
            settled = body.get("settled")
            taken = sum(
                posting.amount for posting in entry.postings if posting.account == f"tray:{table}"
            )
            nets[number] = nets.get(number, 0) - taken // UNITS_PER_CENT
            if settled is not None:
                nets[number] = sum(line[5] for line in settled)
    return sum(nets.values())


# By day a lease ends in the test's own process; at night a real one is stopped and woken.
@pytest.mark.nightly
def test_a_stopped_process_wakes_without_its_tables_and_cannot_write_or_tell(
    called: Run, database: Address, tmp_path: Path
) -> None:
    houses = [HOUSES / f"{TABLE}.toml"]
    old, new = (Server(tmp_path, database, houses) for _ in range(2))
    asyncio.run(asyncio.wait_for(_stop_and_wake(old, new), 1200))
    books = ("--db", database, "--keys", str(tmp_path / "pitboss" / "server.key"))
    verified = called("floor", "verify", *books)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert json.loads(called("floor", "replay", *books, "--json").stdout)["same"]

    async def check() -> None:
        async with opened(database) as store:
            kinds = [entry.kind async for entry in store.entries(f"table/{TABLE}")]
        assert kinds.count("taken-over") == 1, "the old one did not get it back, nor write"

    asyncio.run(check())


async def _stop_and_wake(old: Server, new: Server) -> None:
    await old.start()
    try:
        await new.start()
        assert old.process is not None
        async with Client(old.url) as client:
            await client.guest()
            own = {"Authorization": f"Bearer {client.token}"}
            url = f"ws{old.url.removeprefix('http')}/ws"
            async with connect(url, additional_headers=own) as line:
                question = await _deal(line)
                old.process.send_signal(signal.SIGSTOP)
                async with Client(new.url, token=client.token, patience=IMPATIENT) as other:
                    last = await _play_on(other, question)
                    await _send(
                        line, "act", seat=1, n=question["n"], action="stand"
                    )  # while it sleeps
                    old.process.send_signal(signal.SIGCONT)
                    await _hear_nothing_old(line, last)
    finally:
        for server in (old, new):
            if server.process is not None:
                await server.kill()


async def _hear_nothing_old(line: ClientConnection, last: int) -> None:
    """Take what the old process says of the table: only what the new one has told it."""
    await _send(line, "watch")
    frames: list[dict[str, Any]] = []
    while not {"no", "view"} <= {frame["t"] for frame in frames}:
        frames.append(await _next(line))
        if frames[-1]["t"] == "no":
            assert frames[-1]["code"] in {"action/stale", "server/busy"}, frames[-1]
        else:
            assert frames[-1]["round"] == last, frames[-1]
    assert next(frame for frame in frames if frame["t"] != "no")["t"] == "view", (
        "the whole table first"
    )


async def _deal(line: ClientConnection) -> dict[str, Any]:
    """Sit down and bet until something is asked."""
    await _send(line, "watch")
    await _send(line, "sit", seat=1, cents=50_000)
    while True:
        frame = await _next(line)
        question = frame.get("ask")
        if question and "choices" in question:
            return dict(question)
        if frame.get("stage") == "betting" and frame.get("stacks"):
            await _send(line, "bet", seat=1, wagers={"main": 2500})


async def _play_on(client: Client, question: dict[str, Any]) -> int:
    """Answer at the new server what the old one asked, and play some rounds there."""
    path = f"/tables/{TABLE}"
    answer = await client.get(path)
    assert (answer["ask"]["n"], answer["ask"]["hand"]) == (question["n"], question["hand"])
    first = answer["round"]
    while answer["round"] < first + ROUNDS or answer["ask"]:
        if not answer["ask"]:
            answer = await client.post(f"{path}/bet", {"seat": 1, "wagers": {"main": 2500}})
            continue
        kinds = [choice["kind"] for choice in answer["ask"]["choices"]]
        kind = "stand" if "stand" in kinds else kinds[-1]
        act = {"seat": 1, "n": answer["ask"]["n"], "action": kind}
        answer = await client.post(f"{path}/act", act)
    return int(answer["round"])


async def _send(line: ClientConnection, what: str, **details: object) -> None:
    frame = {"t": what, "a": f"{what}-{next(_COUNT)}", "table": TABLE, "d": details}
    await line.send(json.dumps(frame))


async def _next(line: ClientConnection) -> dict[str, Any]:
    """Return the next frame that is about the table."""
    while True:
        async with asyncio.timeout(300):
            frame: dict[str, Any] = json.loads(await line.recv())
        if frame["t"] == "p":
            await line.send(json.dumps(frame))
        elif frame["t"] != "ok":
            return frame
