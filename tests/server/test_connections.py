"""Connections that say nothing, half headers, slow bodies, and too many of one address."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from pitboss.server import connections
from pitboss.server.requests import guard
from pitboss.server.requests.limits import Bounds, Rate, Rates
from tests.server.asgi import run_async
from tests.server.listening import listening
from tests.server.loopback import dial, post

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
OTHER = "127.0.7.1"
PATIENCE_S = 300
"""Seconds after which the tests count a connection as held, however busy the machine."""
HALF = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "


async def read_to_end(line: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> bytes:
    """Read until the server closes."""
    reader, writer = line
    answer = b""
    try:
        async with asyncio.timeout(PATIENCE_S):
            with suppress(ConnectionResetError):  # something was sent to a closed connection
                while part := await reader.read(1 << 16):
                    answer += part
    finally:
        writer.close()
    return answer


async def get_in(address: str) -> None:
    """Ask until the server has noticed that connections of this address are gone."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(ConnectionResetError, IndexError):  # it is refused before it is read
                if (await post(address, "guest", {})).status == 201:
                    return
            await asyncio.sleep(0.01)


@run_async
async def test_silent_connections_and_half_headers_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS_MAX", 1)
    async with listening(tmp_path, rates=FREE) as (address, _):
        silent = [await dial(address) for _ in range(50)]
        half = []
        for _ in range(50):
            half.append(await dial(address))
            half[-1][1].write(HALF)
        reader, writer = await dial(address)
        # A request on a connection that was used before: it has no more time.
        host = urlsplit(address).netloc
        writer.write(f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.write(HALF)
        ends = await asyncio.gather(*(read_to_end(line) for line in silent))
        assert ends == [b""] * 50
        for answer in await asyncio.gather(*map(read_to_end, [*half, (reader, writer)])):
            assert b"HTTP/1.1 408 Request Timeout" in answer
            assert b'"request/slow"' in answer
        assert (await post(address, "guest", {})).status == 201


@run_async
async def test_headers_and_bodies_that_trickle_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS_MAX", 1)
    monkeypatch.setattr(guard, "BODY_SECONDS_MAX", 1)
    async with listening(tmp_path, rates=FREE) as (address, _):
        host = urlsplit(address).netloc
        body = (
            f"POST /api/1/login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            "Content-Length: 100\r\n\r\n"
        )
        for start, code in ((HALF, b"request/slow"), (body.encode(), b"body/slow")):
            reader, writer = await dial(address)
            writer.write(start)
            ended = asyncio.ensure_future(read_to_end((reader, writer)))
            while not ended.done():  # a byte now and then buys no time
                writer.write(b" ")
                await asyncio.wait([ended], timeout=0.2)
            assert code in await ended


@run_async
async def test_one_address_has_so_many_connections_and_others_get_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS_MAX", PATIENCE_S)
    async with listening(tmp_path, rates=FREE, bounds=Bounds(connections=20)) as (address, _):
        held = [await dial(address) for _ in range(20)]
        more = [await read_to_end(await dial(address)) for _ in range(20)]
        for answer in more:
            head, _, refusal = answer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 429 ")
            assert b"Retry-After: " in head
            assert json.loads(refusal)["code"] == "connection/too-many"
            assert "at most 20 connections" in json.loads(refusal)["message"]
        assert (await post(address, "guest", {}, sender=OTHER)).status == 201
        for _, writer in held:
            writer.close()
        await get_in(address)


@run_async
async def test_one_address_has_so_many_sockets_of_whatever_accounts(tmp_path: Path) -> None:
    async with (
        listening(tmp_path, rates=FREE, bounds=Bounds(connections=20, sockets=30)) as (address, _),
        AsyncExitStack() as stack,
    ):
        url = f"ws{address.removeprefix('http')}ws"

        async def open_line(sender: str) -> None:
            token = (await post(address, "guest", {}, sender=sender)).data["token"]
            given = {"Authorization": f"Bearer {token}"}
            line = connect(url, additional_headers=given, local_addr=(sender, 0))
            await stack.enter_async_context(line)

        for _ in range(30):
            await open_line("127.0.0.1")
        with pytest.raises(InvalidStatus) as caught:
            await open_line("127.0.0.1")
        assert caught.value.response.status_code == 429
        assert caught.value.response.headers["Retry-After"] == "30"
        await open_line(OTHER)
        await stack.aclose()
        await _open_at_last(open_line)


async def _open_at_last(open_line: Callable[[str], Awaitable[None]]) -> None:
    """Open a WebSocket once the server has noticed that others are gone."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(InvalidStatus):
                return await open_line("127.0.0.1")
            await asyncio.sleep(0.01)


def test_a_server_with_few_files_lets_others_in_while_one_address_holds_all_it_gets(
    tmp_path: Path,
) -> None:
    """The soft limit of files that a service starts with is raised to the hard one."""

    def limit_files() -> None:
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))

    async def hold_and_ask(address: str) -> None:
        held = [await dial(address) for _ in range(400)]
        answer = await asyncio.wait_for(post(address, "guest", {}, sender=OTHER), PATIENCE_S)
        assert answer.status == 201
        for _, writer in held:
            writer.close()

    command = [sys.executable, "-m", "pitboss.cli.main", "serve", "--port", "0"]
    with subprocess.Popen(
        command,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=limit_files,  # noqa: PLW1509 - no threads here
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1]
            files = Path(f"/proc/{process.pid}/limits")
            if files.exists():
                limits = next(row for row in files.read_text().splitlines() if "open files" in row)
                assert limits.split()[3] == limits.split()[4]
            asyncio.run(hold_and_ask(address))
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE_S)
