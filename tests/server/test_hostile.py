"""Whatever is sent to whatever route, the answer is an answer: never a 500, never another shape."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.client import Client as RealClient
from pitboss.server.app import complete_table
from pitboss.server.live.wire import REQUESTS
from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.requests.routes import Route
from tests.ledger.books import verify
from tests.server.asgi import Client, Clock, run_with
from tests.server.listening import listening

SEED = 20260917
FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
TABLES = ("co.free-bet", "wa.spanish-21", "nowhere", "", "..", "a" * 300, "\x00", "é", "7/8")
WORDS = ("main", "stand", "hit", "free-bet", "", "\x00", "💥", "a" * 5000, "-1", "null", "[]")
NUMBERS = (0, 1, -1, 7, 100, 2_500, 50_000, 10**12, 10**12 + 1, 2**63, -(2**63), 10**40)
SENSELESS: dict[str | bytes, int] = {
    b"\x00\xff": 1003,
    "x" * 9_000: 1009,
    "{": 4400,
    "[]": 4400,
    '{"t": 7}': 4400,
    '{"t": "?"}': 4400,
}
"""Frames that are no frames, and the code with which they end a line."""
SLOW = {
    "/api/1/games/{region}/{game}/odds",
    "/api/1/games/{region}/{game}/posted",
    *(route.path for route in complete_table() if route.waits),
}
"""They start another process; their questions are refused before it by tests of their own."""


def anything(source: random.Random, depth: int = 0) -> Any:  # noqa: ANN401 - JSON
    """Return some JSON value."""
    makers: list[Callable[[], Any]] = [
        lambda: source.choice(WORDS),
        lambda: source.choice(NUMBERS),
        lambda: source.choice((None, True, False, 1.5, 1e308)),
        lambda: [anything(source, depth + 1) for _ in range(source.randrange(4))],
        lambda: {source.choice(WORDS)[:20]: anything(source, depth + 1) for _ in range(3)},
    ]
    return source.choice(makers[: 3 if depth > 2 else 5])()


def body_of(source: random.Random, kind: type[msgspec.Struct]) -> bytes:
    """Return a body that is nearly right, or not at all."""
    fields = msgspec.structs.fields(kind)
    body = {
        field.encode_name: near(source, field.type) for field in fields if source.random() < 0.9
    }
    if source.random() < 0.2:
        body[source.choice(WORDS)[:20]] = anything(source)
    text = json.dumps(anything(source) if source.random() < 0.1 else body).encode()
    if source.random() < 0.1:
        place = source.randrange(len(text) + 1)
        text = text[:place] + source.randbytes(2) + text[place + 2 :]
    return text


def near(source: random.Random, kind: Any) -> Any:  # noqa: ANN401 - a type, and JSON
    """Return a value that often is of a type."""
    text = str(kind)
    if source.random() < 0.25:
        return anything(source)
    if "dict" in text:
        return {source.choice(("main", "tip:main", "push-22", "x")): source.choice(NUMBERS)}
    if "bool" in text:
        return source.random() < 0.5
    if "int" in text:
        return source.choice(NUMBERS[:9])
    return source.choice(WORDS)


def path_of(source: random.Random, route: Route) -> str:
    """Return a path of a route with something for each part that varies."""
    path = route.path
    for name in ("{table}", "{shuffle}", "{region}", "{game}"):
        path = path.replace(name, source.choice(TABLES if name == "{table}" else WORDS)[:300])
    return path


def test_no_request_makes_the_server_fail(tmp_path: Path) -> None:
    source = random.Random(SEED)
    routes = [
        route for route in complete_table() if route.path not in SLOW and "pass" not in route.rate
    ]

    async def steps(client: Client, _: Clock) -> None:
        tokens = [(await client.post("/api/1/guest")).data["token"] for _ in range(3)]
        wrong = []
        for number in range(1_800):
            route = source.choice(routes)
            client.token = source.choice((*tokens, *tokens, "", "stale"))
            path = path_of(source, route)
            kind = ("content-type", "application/json")
            body = body_of(source, route.body) if route.body else b""
            key = ("idempotency-key", source.choice(("k1", f"k{number}")))
            answer = await client.send(route.method, path, [kind, key], [body])
            if answer.status >= 500 or (answer.status >= 400 and not answer.code):
                wrong.append((route.method, path, body[:200], answer.status, answer.body[:300]))
        assert not wrong, f"seed {SEED}: {wrong[0]}"
        store = client.services.store
        entries = [entry async for entry in store.entries()]
        assert len(entries) > 30, "some of it was good"
        assert verify(entries, balances=await store.balances()) is None

    floor = tuple(terms for terms in demo_floor() if terms.id in TABLES)
    run_with(tmp_path, steps, rates=FREE, tables=floor)


def frame_of(source: random.Random, number: int) -> str | bytes:
    """Return a frame that is nearly right, or now and then not at all."""
    if source.random() < 0.03:
        return source.choice([*SENSELESS])
    name = source.choice([*REQUESTS, "watch"])
    fields = msgspec.structs.fields(REQUESTS[name]) if name in REQUESTS else ()
    details = {field.encode_name: near(source, field.type) for field in fields}
    table = source.choice(TABLES[:4])
    return json.dumps({"t": name, "a": f"a{number}", "table": table, "d": details})


async def hear_answers(line: ClientConnection, frames: list[str | bytes]) -> int:
    """Send frames one by one, each after the answer to the last; return how many answers came."""
    answers = 0
    with suppress(ConnectionClosed):
        for frame in frames:
            await line.send(frame)
            async with asyncio.timeout(300):
                while json.loads(await line.recv())["t"] not in {"ok", "no", "view"}:
                    pass
            answers += 1
    return answers


def test_no_frame_makes_the_server_fail(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Frames that are nearly right are answered; others end the line, and only that line."""
    source = random.Random(SEED)

    async def steps() -> None:
        floor = tuple(terms for terms in demo_floor() if terms.id in TABLES)
        async with listening(tmp_path, rates=FREE, tables=floor) as (address, services):
            client = RealClient(address)
            headers = {"Authorization": f"Bearer {(await client.guest())['token']}"}
            answers = 0
            codes = set()
            for _ in range(12):
                url = address.replace("http", "ws", 1) + "ws"
                async with connect(url, additional_headers=headers) as line:
                    answers += await hear_answers(
                        line, [frame_of(source, number) for number in range(30)]
                    )
                codes.add(line.close_code)
            assert answers > 100
            assert codes <= {1000, *SENSELESS.values()}
            for frame, code in SENSELESS.items():
                async with connect(url, additional_headers=headers) as line:
                    await hear_answers(line, [frame])
                assert line.close_code == code, frame[:20]
            assert (await client.me())["account"]
            await client.close()
            entries = [entry async for entry in services.store.entries()]
            assert verify(entries, balances=await services.store.balances()) is None

    asyncio.run(steps())
    assert not [record for record in caplog.records if record.getMessage() == "fault"]
