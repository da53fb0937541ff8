"""Requests of the client: answered once, whatever happens on the way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from pitboss.client import Client, NoAnswerError, Patience, RefusedByServerError

TOKEN = "t1"  # noqa: S105 - opens nothing
QUICK = Patience(answer=0.5, resend=0.05, silent=0.5, first=0.001, most=0.01, tries=4)


@dataclass
class Request:
    """What a server was sent."""

    line: str
    headers: dict[str, str]
    body: str


@dataclass
class Scripted:
    """A server that answers as a test says, connection by connection."""

    answers: list[bytes | None]
    """Bytes to answer with; None: hang up without a word."""
    requests: list[Request] = field(default_factory=list)
    connections: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection."""
        self.connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                first, *rest = head.decode().strip().split("\r\n")
                headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in rest)}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                self.requests.append(Request(first, headers, body.decode()))
                answer = self.answers.pop(0)
                if answer is None:
                    break
                writer.write(answer)
                await writer.drain()
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()


def reply(status: int, body: object, *headers: str) -> bytes:
    """Return an answer as bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = [f"HTTP/1.1 {status} X", f"Content-Length: {len(data)}", *headers]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + data


OK = reply(200, {"ok": True})


@asynccontextmanager
async def scripted(*answers: bytes | None) -> AsyncIterator[tuple[Client, Scripted]]:
    """Run a scripted server and a client of it."""
    script = Scripted([*answers])
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        async with Client(f"http://127.0.0.1:{port}/", patience=QUICK) as client:
            yield client, script
    finally:
        server.close()


def test_what_moves_something_is_sent_again_under_the_same_key() -> None:
    busy = reply(503, {"code": "server/busy", "message": "busy"}, "Retry-After: 0")

    async def steps() -> None:
        async with scripted(None, busy, OK) as (client, script):
            client.token = TOKEN
            assert await client.post("/tables/7/bet", {"seat": 1}) == {"ok": True}
            keys = {request.headers["idempotency-key"] for request in script.requests}
            assert len(script.requests) == 3
            assert len(keys) == 1
            assert {request.body for request in script.requests} == {'{"seat": 1}'}
            assert script.requests[0].line == "POST /api/1/tables/7/bet HTTP/1.1"
            assert script.requests[0].headers["authorization"] == f"Bearer {TOKEN}"

    asyncio.run(steps())


def test_what_must_not_be_repeated_is_not() -> None:
    """Whether a lost registration was carried out only the server knows."""

    async def steps() -> None:
        async with scripted(None, OK) as (client, script):
            with pytest.raises(NoAnswerError):
                await client.register("ann", "correct horse")
            assert len(script.requests) == 1
            assert "idempotency-key" not in script.requests[0].headers

    asyncio.run(steps())


def test_a_connection_is_kept_and_a_dead_one_replaced() -> None:
    async def steps() -> None:
        closing = reply(200, {"n": 3}, "Connection: close")
        parts = b'3\r\n{"n\r\n4\r\n":2}\r\n0\r\n\r\n'
        chunked = b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n" + parts
        async with scripted(OK, chunked, closing, OK, None, OK) as (client, script):
            await client.get("/me")
            assert (await client.get("/me"))["n"] == 2
            assert script.connections == 1
            await client.get("/me")
            await client.get("/me")
            assert script.connections == 2
            await client.get("/games", {"option": ["a=1", "b=2"]})
            assert script.requests[-1].line == "GET /api/1/games?option=a%3D1&option=b%3D2 HTTP/1.1"

    asyncio.run(steps())


def test_refusals_are_raised_with_their_code() -> None:
    refusal = reply(409, {"code": "bet/closed", "message": "bets are closed", "clause": "GR4"})

    async def steps() -> None:
        async with scripted(refusal, reply(200, b"<html>"), reply(500, b"")) as (client, script):
            with pytest.raises(RefusedByServerError) as caught:
                await client.post("/tables/7/bet", {})
            error = caught.value
            assert (error.code, error.clause, error.status) == ("bet/closed", "GR4", 409)
            with pytest.raises(RefusedByServerError, match="answer/malformed"):
                await client.get("/me")
            with pytest.raises(RefusedByServerError, match="http/500"):
                await client.get("/me")
            assert len(script.requests) == 3, "a refusal is an answer"

    asyncio.run(steps())


def test_it_gives_up_in_the_end() -> None:
    async def steps() -> None:
        async with scripted(*[None] * 4) as (client, script):
            with pytest.raises(NoAnswerError, match="does not answer"):
                await client.get("/me")
            assert len(script.requests) == QUICK.tries
        client = Client("http://127.0.0.1:1", patience=QUICK)
        with pytest.raises(NoAnswerError):
            await client.guest()

    asyncio.run(steps())


def test_what_is_no_address_is_refused() -> None:
    for url in ("127.0.0.1:8021", "ftp://host", "http://", ""):
        with pytest.raises(ValueError, match="is no address"):
            Client(url)


def test_pauses_grow_and_no_two_are_alike() -> None:
    patience = Patience()
    pauses: list[Callable[[], float]] = [lambda: patience.pause(1), lambda: patience.pause(4)]
    assert len({pauses[0]() for _ in range(50)}) == 50
    assert all(0.15 <= pauses[0]() <= 0.45 for _ in range(50))
    assert all(1.2 <= pauses[1]() <= 3.6 for _ in range(50))
