"""Sessions: where the token is, how long it lasts, and that it is nowhere else."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.client import Client as RealClient
from pitboss.server.accounts.sessions import GUEST, NAMED
from pitboss.server.live import socket
from pitboss.server.services import Services
from tests.server.asgi import Client, Clock, as_test, run_with, served
from tests.server.listening import listening

ANN = {"name": "ann", "password": "correct horse"}
_S = 1_000_000


@served()
async def test_the_cookie_is_for_this_host_alone_and_no_script_reads_it(client: Client) -> None:
    plain = await client.post("/api/1/guest")
    wanted = r"s=[\w-]{43}\.[0-9a-f]{32}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"
    assert re.fullmatch(wanted, plain.headers["set-cookie"])
    secure = await replace(client, scheme="https").post("/api/1/guest")
    assert re.fullmatch(f"__Host-{wanted}; Secure", secure.headers["set-cookie"])
    out = await client.post("/api/1/logout")
    assert out.headers["set-cookie"] == "s=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"


@served()
async def test_a_browser_is_known_by_its_cookie_and_a_program_by_its_header(client: Client) -> None:
    token = (await client.post("/api/1/guest")).data["token"]
    secure = replace(client, scheme="https")
    good = [
        await client.get("/api/1/me", ("cookie", f"a=b; s={token}; c=d")),
        await client.get("/api/1/me", ("authorization", f"bearer {token}")),
        await secure.get("/api/1/me", ("cookie", f"__Host-s={token}")),
    ]
    assert [answer.status for answer in good] == [200] * 3
    bad = [
        await client.get("/api/1/me", ("cookie", f"s={token}x")),
        await client.get("/api/1/me", ("cookie", f"__Host-s={token}")),
        await secure.get("/api/1/me", ("cookie", f"s={token}")),
        await client.get("/api/1/me", ("authorization", f"Basic {token}")),
        await client.get("/api/1/me", ("authorization", "Bearer " + "x" * 5000)),
        await client.get("/api/1/me", ("cookie", "s=" + "\xff" * 50)),
        await client.get("/api/1/me?token=" + token),
    ]
    assert [answer.code for answer in bad] == ["session/missing"] * 7


@as_test(run_with)
async def test_a_session_ends_without_use_and_in_any_case_after_its_time(
    client: Client, clock: Clock
) -> None:
    guest = (await client.post("/api/1/guest")).data["token"]
    idle = (await client.post("/api/1/register", ANN)).data["token"]
    clock.pass_s(NAMED.idle / _S - 1)
    used = (await client.post("/api/1/login", ANN)).data["token"]
    clock.pass_s(1)
    assert (await replace(client, token=idle).get("/api/1/me")).status == 401
    began = clock.now
    client.token = used
    while clock.now - began < NAMED.absolute - 30 * 60 * _S:
        assert (await client.get("/api/1/me")).status == 200
        clock.pass_s(20 * 60)
    clock.pass_s(30 * 60)
    assert (await client.get("/api/1/me")).status == 401
    assert (await replace(client, token=guest).get("/api/1/me")).status == 200
    clock.pass_s(GUEST.idle / _S)
    assert (await replace(client, token=guest).get("/api/1/me")).status == 401


@as_test(run_with)
async def test_a_session_that_ends_is_told_to_those_who_hold_its_sockets(
    client: Client, clock: Clock
) -> None:
    ended: list[str] = []
    client.services.sessions.on_end.append(lambda account, _: ended.append(account))
    one, two = [(await client.post("/api/1/guest")).data for _ in range(2)]
    client.token = one["token"]
    await client.post("/api/1/logout")
    assert ended == [one["account"]]
    clock.pass_s(GUEST.absolute / _S)
    client.token = two["token"]
    await client.get("/api/1/me")
    assert ended == [one["account"], two["account"]]


@as_test(run_with)
async def test_ended_sessions_are_forgotten(client: Client, clock: Clock) -> None:
    for _ in range(3):
        await client.post("/api/1/guest")
        clock.pass_s(4 * 24 * 3600)
    await client.services.sessions.prune()
    rows = await client.services.store.statement("SELECT count(*) FROM session")
    assert rows[0][0] == 1


def test_no_token_and_no_password_is_in_the_database(tmp_path: Path) -> None:
    secrets: list[str] = [ANN["password"]]

    async def steps(client: Client, _: Clock) -> None:
        secrets.append((await client.post("/api/1/guest")).data["token"])
        secrets.append((await client.post("/api/1/register", ANN)).data["token"])

    run_with(tmp_path, steps)
    file = sqlite3.connect(tmp_path / "floor.db")
    text = "\n".join(file.iterdump())
    file.close()
    assert "argon2id" in text
    leaked = [
        secret for secret in secrets if secret in text or secret.encode().hex() in text.lower()
    ]
    assert not leaked


def test_an_open_socket_ends_with_its_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where another process ended it, and where nothing was done with it for too long."""
    monkeypatch.setattr(socket, "PING_SECONDS", 0.01)
    clock = Clock()

    async def noted(services: Services, now: int) -> None:
        """Wait until the server has noted that a session was used."""
        async with asyncio.timeout(300):
            rows = [(0,)]
            while rows[0][0] < now:
                rows = await services.store.statement("SELECT max(seen) FROM session")

    async def end_code(line: ClientConnection) -> int | None:
        with suppress(ConnectionClosed):
            async with asyncio.timeout(300):
                while True:
                    await line.recv()
        return line.close_code

    async def steps() -> None:
        async with listening(tmp_path, clock=clock) as (address, services):
            client = RealClient(address)
            url = address.replace("http", "ws", 1) + "ws"

            async def line_of(name: str) -> ClientConnection:
                token = (await client.register(name, ANN["password"]))["token"]
                client.token = ""
                return await connect(url, additional_headers={"Authorization": f"Bearer {token}"})

            removed, idle, busy = [await line_of(name) for name in ("ann", "bob", "carl")]
            await services.store.statement(
                "DELETE FROM session WHERE account IN "
                "(SELECT account FROM credential WHERE name = 'ann')"
            )
            assert await end_code(removed) == 4401
            for _ in range(2):
                clock.pass_s(NAMED.idle / _S * 0.6)
                await busy.send('{"t": "leave", "a": "1", "table": "none", "d": {"seat": 1}}')
                while json.loads(await busy.recv())["t"] != "no":
                    pass
                await noted(services, clock.now)
            assert await end_code(idle) == 4401
            await busy.send('{"t": "leave", "a": "2", "table": "none", "d": {"seat": 1}}')
            while json.loads(await busy.recv())["t"] != "no":
                pass
            await busy.close()
            await client.close()

    asyncio.run(steps())
