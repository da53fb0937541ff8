"""A server that is stopped while another takes its tables over: it wakes a loser, and is quiet.

On PostgreSQL servers share tables by leases; `tests/workers` stops one there.
"""

from __future__ import annotations

import asyncio
import json
import signal
from itertools import count
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from pitboss.client import Client
from pitboss.pit.table import CONFIRMED, MICROSECONDS
from tests.cli.conftest import Run, called
from tests.faults.served import HOUSES, IMPATIENT, Server
from tests.store.conftest import Address, opened

__all__ = ["called"]

TABLE = "co-free-bet"
ROUNDS = 3
_COUNT = count()
"""Every command is a new one: a round may be over before anything is asked, and is bet on again."""


def test_a_stopped_owner_wakes_without_its_tables_and_shows_nothing_more_of_them(
    called: Run,
    tmp_path: Path,
) -> None:
    address = str(tmp_path / "books.db")
    houses = [HOUSES / f"{TABLE}.toml"]
    old, new = (Server(tmp_path, address, houses) for _ in range(2))
    asyncio.run(asyncio.wait_for(_take_over(old, new), 1200))
    asyncio.run(_check_owners(address))
    books = ("--db", address, "--keys", str(tmp_path / "pitboss" / "server.key"))
    verified = called("floor", "verify", *books)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert json.loads(called("floor", "replay", *books, "--json").stdout)["same"]


async def _take_over(old: Server, new: Server) -> None:
    await old.start()
    try:
        await _play(old, new)
    finally:
        for server in (old, new):
            if server.process is not None:
                await server.kill()


async def _play(old: Server, new: Server) -> None:
    async with Client(old.url) as client:
        await client.guest()
        own = {"Authorization": f"Bearer {client.token}"}
        async with connect(f"ws{old.url.removeprefix('http')}/ws", additional_headers=own) as line:
            question = await _deal(line)
            assert old.process is not None
            old.process.send_signal(signal.SIGSTOP)
            await new.start()
            async with Client(new.url, token=client.token, patience=IMPATIENT) as other:
                last = await _play_on(other, question)
                await asyncio.sleep(CONFIRMED / MICROSECONDS)  # so long it may show what it knew
                old.process.send_signal(signal.SIGCONT)
                await _find_it_lost(line, client, question)
                answer = await other.get(f"/tables/{TABLE}")
                assert answer["round"] == last, "the old one did nothing to it"


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
    """Answer the question that the old server asked, and play some rounds at the new one."""
    answer = await client.get(f"/tables/{TABLE}")
    assert (answer["ask"]["n"], answer["ask"]["hand"]) == (question["n"], question["hand"])
    first = answer["round"]
    while answer["round"] < first + ROUNDS or answer["ask"]:
        path = f"/tables/{TABLE}"
        if not answer["ask"]:
            bet = {"seat": 1, "wagers": {"main": 2500}}
            answer = await client.post(f"{path}/bet", bet)
            continue
        kinds = [choice["kind"] for choice in answer["ask"]["choices"]]
        kind = "stand" if "stand" in kinds else kinds[-1]
        act = {"seat": 1, "n": answer["ask"]["n"], "action": kind}
        answer = await client.post(f"{path}/act", act)
    return int(answer["round"])


async def _find_it_lost(line: ClientConnection, client: Client, question: dict[str, Any]) -> None:
    """Ask the old server for everything: it says no, and tells nothing of the table."""
    await _send(line, "act", seat=1, n=question["n"], action="stand")
    await _send(line, "cut", seat=1, commitment="00" * 32, shuffle=2)
    await _send(line, "watch")
    answers: list[str] = []
    while len(answers) < 3:
        frame = await _next(line)
        assert frame["t"] == "no", frame
        answers.append(frame["code"])
    assert answers == ["table/lost"] * 3
    for path in ("", "/terms"):
        status = await client._http.send("GET", f"/api/1/tables/{TABLE}{path}", {}, b"", fresh=True)  # noqa: SLF001
        assert (status.status, json.loads(status.body)["code"]) == (409, "table/lost")


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


async def _check_owners(books: Address) -> None:
    async with opened(books) as store:
        entries = [entry async for entry in store.entries(f"table/{TABLE}")]
    assert [entry.kind for entry in entries].count("taken-over") == 1
