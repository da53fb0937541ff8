"""Every frame of the WebSocket fits /frames.json: what a real server sends, and what it takes."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.asyncio.client import ClientConnection, connect

from pitboss.client import Client
from pitboss.floor.terms import TableTerms
from pitboss.server.live.frames_schema import frames_schema
from pitboss.server.live.socket import Frame
from pitboss.server.live.wire import REQUESTS
from pitboss.server.opening.tables import demo_floor
from tests.engine.bets import random_wagers
from tests.server.listening import listening
from tests.tiers import by_day

SCHEMA = frames_schema()
ROUNDS = 3
FLOOR = demo_floor()[:: by_day(4, 1)]


def read(url: str) -> object:
    with urlopen(url) as answer:  # noqa: S310 - our own server
        return json.load(answer)


def validator(side: str) -> Any:  # noqa: ANN401 - jsonschema has no types
    return Draft202012Validator({"$ref": f"#/$defs/{side}", "$defs": SCHEMA["$defs"]})


class Wire:
    """A connection that holds every frame to the schema of its side."""

    def __init__(self, socket: ClientConnection) -> None:
        """Speak over *socket*."""
        self.socket = socket
        self.kinds: set[str] = set()
        self._sides = {side: validator(side) for side in ("FromServer", "FromClient")}

    async def send(self, **frame: object) -> None:
        self._check("FromClient", frame)
        await self.socket.send(json.dumps(frame))

    async def hear(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 30))
        self._check("FromServer", frame)
        if frame["t"] == "p":
            await self.send(t="p", n=frame["n"])
        return frame

    async def ask(self, what: str, table: str, **body: object) -> dict[str, Any]:
        """Send a command; return its answer and the last question that came before it."""
        key = f"{what} {random.random()}"
        await self.send(t=what, a=key, table=table, d=body)
        ask = None
        while True:
            frame = await self.hear()
            ask = frame.get("ask", ask)
            if frame.get("a") == key:
                return frame | {"ask": ask}

    def _check(self, side: str, frame: dict[str, Any]) -> None:
        self.kinds.add(frame["t"])
        problem = next(self._sides[side].iter_errors(frame), None)
        assert problem is None, f"{frame['t']}: {problem.json_path} {problem.message}"


async def play(wire: Wire, client: Client, terms: TableTerms) -> None:
    """Sit down, play some rounds, say something, be refused, and leave."""
    table = terms.id
    rng = random.Random(table)
    await wire.send(t="watch", table=table, scene=True)
    assert (await wire.ask("sit", table, seat=1, cents=50_000))["t"] == "ok"
    await wire.ask("emote", table, seat=1, emote="wow")  # refused soon after another one
    for _ in range(ROUNDS):
        await wire.ask("bet", table, seat=1, wagers=random_wagers(rng, terms.setup))
        for _ in range(40):
            view = await client.get(f"/tables/{table}")
            question = view["ask"]
            if view["stage"] == "betting" or not question or "choices" not in question:
                break
            choice = next(
                (it for it in question["choices"] if it["kind"] in {"stand", "decline", "keep"}),
                question["choices"][-1],
            )
            said: dict[str, Any] = {"n": question["n"], "action": choice["kind"]}
            if choice.get("lows"):
                said["low"] = choice["lows"][0]
            await wire.ask("act", table, seat=1, **said)
    assert (await wire.ask("bet", table, seat=2, wagers={"main": 5}))["t"] == "no"
    await wire.ask("leave", table, seat=1)
    await wire.send(t="unwatch", table=table)


def test_a_real_connection_keeps_to_the_schema(tmp_path: Path) -> None:
    async def steps() -> None:
        async with listening(tmp_path, tables=FLOOR, play_money_cents=10**8) as (url, _):
            client = Client(url)
            token = (await client.guest())["token"]
            published = await asyncio.to_thread(read, url.rstrip("/") + "/frames.json")
            assert published == json.loads(json.dumps(SCHEMA))
            headers = {"authorization": f"Bearer {token}"}
            place = url.replace("http://", "ws://").rstrip("/") + "/ws"
            async with connect(place, additional_headers=headers) as socket:
                wire = Wire(socket)
                for terms in FLOOR:
                    await play(wire, client, terms)
                await wire.send(t="bye")
                assert {"view", "ev", "ok", "no", "emote"} <= wire.kinds
            await client.close()

    asyncio.run(steps())


def test_every_command_and_every_field_of_a_frame_is_in_the_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    client_side = {it["$ref"].rpartition("/")[2] for it in SCHEMA["$defs"]["FromClient"]["anyOf"]}
    assert {f"Command.{name}" for name in REQUESTS} <= client_side
    shapes = [SCHEMA["$defs"][name]["properties"] for name in client_side]
    assert set(Frame.__struct_fields__) == {field for shape in shapes for field in shape}


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "fly"},
        {"t": "watch"},
        {"t": "watch", "table": "x", "colour": "red"},
        {"t": "bet", "a": "1", "table": "x", "d": {"seat": 1, "wagers": {"main": "ten"}}},
        {"t": "bet", "table": "x", "d": {"seat": 1, "wagers": {"main": 10}}},
    ],
    ids=str,
)
def test_what_is_no_frame_does_not_fit(frame: dict[str, Any]) -> None:
    assert not validator("FromClient").is_valid(frame)
