"""The line to the tables: commands until they are answered, frames in order, come what may."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from pitboss.client import (
    Client,
    Line,
    LineEndedError,
    NoAnswerError,
    Patience,
    RefusedByServerError,
)
from pitboss.client.line import FRAMES_KEPT
from pitboss.server.opening.tables import demo_floor
from tests.client.test_http import QUICK, TOKEN
from tests.server.listening import listening

Script = Callable[["Peer"], Awaitable[None]]
TABLE = "co.free-bet"


class Peer:
    """The server's end of one connection."""

    def __init__(self, socket: ServerConnection) -> None:
        """Speak over *socket*."""
        self.socket = socket

    async def hear(self, kind: str) -> dict[str, Any]:
        """Return the next frame of a kind."""
        while True:
            frame: dict[str, Any] = json.loads(await self.socket.recv())
            if frame["t"] == kind:
                return frame

    async def say(self, **frame: object) -> None:
        """Send a frame."""
        await self.socket.send(json.dumps(frame))


@asynccontextmanager
async def scripted(*scripts: Script, patience: Patience = QUICK) -> AsyncIterator[Line]:
    """Run a server that follows a script for each connection, and a line to it."""
    left = [*scripts]

    async def answer(socket: ServerConnection) -> None:
        assert socket.request is not None
        assert socket.request.headers["authorization"] == f"Bearer {TOKEN}"
        await left.pop(0)(Peer(socket))

    async with serve(answer, "127.0.0.1", 0, close_timeout=0.1) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        client = Client(f"http://127.0.0.1:{port}", token=TOKEN, patience=patience)
        async with client.connect() as line:
            yield line


async def take(line: Line, number: int) -> list[tuple[str, int]]:
    """Return the next frames, by type and version."""
    frames: list[tuple[str, int]] = []
    async with asyncio.timeout(60):
        async for frame in line:
            frames.append((frame["t"], frame["v"]))
            if len(frames) == number:
                return frames
    raise AssertionError


async def linger(peer: Peer) -> None:
    """Stay until the client goes."""
    await peer.socket.wait_closed()


def test_a_command_is_sent_until_it_is_answered_and_always_with_its_id() -> None:
    heard: list[str] = []

    async def deaf(peer: Peer) -> None:
        heard.append((await peer.hear("bet"))["a"])
        heard.append((await peer.hear("bet"))["a"])  # sent again, and the line is cut

    async def busy_then_good(peer: Peer) -> None:
        for code in ("store/unavailable", ""):
            command = await peer.hear("bet")
            heard.append(command["a"])
            if code:
                await peer.say(t="no", a=command["a"], table="7", code=code, message="later")
        assert command == {"t": "bet", "a": command["a"], "table": "7", "d": {"seat": 1}}
        for _ in range(3):  # answers may come more than once as well
            await peer.say(t="ok", a=command["a"], table="7", v=3)
        await linger(peer)

    async def steps() -> None:
        async with scripted(deaf, busy_then_good) as line:
            answer = await line.ask("bet", "7", seat=1)
            assert answer["v"] == 3
            assert line.reconnects == 1
        assert len(heard) == 4
        assert len(set(heard)) == 1

    asyncio.run(steps())


def test_a_bet_at_a_watched_table_names_its_round() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear("watch")
        await peer.say(t="view", table=TABLE, v=1, round=6)
        for v, told in ((2, {"round": 7}), (3, {})):
            frame = await peer.hear("bet")
            heard.append(frame["d"]["round"])
            await peer.say(t="ok", a=frame["a"])
            await peer.say(t="ev", table=TABLE, v=v, **told)
        frame = await peer.hear("bet")
        heard.append(frame["d"]["round"])
        await peer.say(t="ok", a=frame["a"])
        await linger(peer)

    heard: list[int] = []

    async def steps() -> None:
        async with scripted(script) as line:
            await line.watch(TABLE)
            for _ in range(2):
                await take(line, 1)
                await line.ask("bet", TABLE, seat=1, wagers={"main": 100})
            await line.ask("bet", TABLE, seat=1, wagers={"main": 100}, round=2)

    asyncio.run(steps())
    assert heard == [7, 8, 2]


def test_a_refusal_is_an_answer() -> None:
    async def refuse(peer: Peer) -> None:
        command = await peer.hear("act")
        await peer.say(t="no", a=command["a"], table="7", code="action/stale", message="too late")
        await linger(peer)

    async def steps() -> None:
        async with scripted(refuse) as line:
            with pytest.raises(RefusedByServerError, match="action/stale"):
                await line.ask("act", "7", seat=1, n=1, action="hit")

    asyncio.run(steps())


def test_a_table_that_moves_is_watched_as_soon_as_it_can_be() -> None:
    async def moving(peer: Peer) -> None:
        for code in ("server/busy", "store/unavailable"):
            assert (await peer.hear("watch"))["table"] == "7"
            await peer.say(t="no", a="", table="7", code=code, message="try again")
        await peer.hear("watch")
        await peer.say(t="view", table="7", v=5)
        await peer.say(t="no", a="", table="7", code="table/unknown", message="gone", v=0)
        await linger(peer)

    async def steps() -> None:
        async with scripted(moving) as line:
            await line.watch("7")
            assert await take(line, 2) == [("view", 5), ("no", 0)], "what is for good is passed on"

    asyncio.run(steps())


def test_frames_come_in_order_once_and_a_gap_brings_the_whole_table() -> None:
    async def speak(peer: Peer) -> None:
        await peer.hear("watch")
        await peer.say(t="ev", table="7", v=4)  # before the table was seen whole
        await peer.say(t="view", table="7", v=5)
        for version in (4, 5, 6, 6, 7):
            await peer.say(t="ev", table="7", v=version)
        await peer.say(t="ev", table="8", v=1)  # of a table that nobody watches
        await peer.say(t="something-new", table="7", v=8)
        await peer.say(t="ev", table="7", v=9)  # 8 was lost
        await peer.say(t="ev", table="7", v=10)
        await peer.hear("watch")
        await peer.say(t="view", table="7", v=10)
        await peer.say(t="ev", table="7", v=11)
        await linger(peer)

    async def steps() -> None:
        async with scripted(speak) as line:
            await line.watch("7")
            wanted = [("view", 5), ("ev", 6), ("ev", 7), ("view", 10), ("ev", 11)]
            assert await take(line, 5) == wanted

    asyncio.run(steps())


def test_a_reader_who_falls_far_behind_is_given_the_whole_table() -> None:
    async def flood(peer: Peer) -> None:
        await peer.hear("watch")
        await peer.say(t="view", table="7", v=0)
        for version in range(1, FRAMES_KEPT + 10):
            await peer.say(t="ev", table="7", v=version)
        await peer.hear("watch")
        await peer.say(t="view", table="7", v=5_000)
        await peer.say(t="ok", a="k", table="7", v=5_000)
        await linger(peer)

    async def steps() -> None:
        async with scripted(flood) as line:
            await line.watch("7")
            await line.ask("bet", "7", key="k")
            assert await take(line, 1) == [("view", 5_000)]

    asyncio.run(steps())


def test_after_a_loss_the_tables_are_watched_again_also_on_a_server_that_began_anew() -> None:
    async def first(peer: Peer) -> None:
        await peer.hear("watch")
        await peer.say(t="view", table="7", v=50)

    async def second(peer: Peer) -> None:
        assert (await peer.hear("watch"))["table"] == "7"
        await peer.say(t="view", table="7", v=1)
        await peer.say(t="ev", table="7", v=2)
        await linger(peer)

    async def steps() -> None:
        async with scripted(first, second) as line:
            await line.watch("7")
            assert await take(line, 3) == [("view", 50), ("view", 1), ("ev", 2)]

    asyncio.run(steps())


def test_pings_are_answered_and_a_silent_line_is_made_again() -> None:
    async def silent(peer: Peer) -> None:
        await peer.say(t="p", n=7)
        assert (await peer.hear("p"))["n"] == 7
        await linger(peer)

    async def alive(peer: Peer) -> None:
        command = await peer.hear("leave")
        await peer.say(t="ok", a=command["a"], table="7", v=1)
        await linger(peer)

    async def steps() -> None:
        patience = Patience(answer=1, resend=60, silent=0.05, first=0.001, most=0.01)
        async with scripted(silent, alive, patience=patience) as line:
            assert (await line.ask("leave", "7", seat=1))["t"] == "ok"

    asyncio.run(steps())


@pytest.mark.parametrize("code", [4001, 4400, 4401])
def test_a_line_that_the_server_ends_for_good_is_not_made_again(code: int) -> None:
    async def end(peer: Peer) -> None:
        await peer.hear("bet")
        await peer.socket.close(code, "why")

    async def steps() -> None:
        async with scripted(end) as line:
            with pytest.raises(LineEndedError) as caught:
                await line.ask("bet", "7")
            assert (caught.value.code, caught.value.reason) == (code, "why")
            with pytest.raises(LineEndedError):
                await line.watch("7")
            with pytest.raises(LineEndedError):
                await take(line, 1)
            assert line.reconnects == 0

    asyncio.run(steps())


def test_nonsense_ends_the_line_and_silence_the_wait() -> None:
    async def babble(peer: Peer) -> None:
        await peer.hear("bet")
        await peer.socket.send("[1, 2")

    async def steps() -> None:
        async with scripted(babble) as line:
            with pytest.raises(LineEndedError, match="no server of Pitboss"):
                await line.ask("bet", "7")
        async with scripted(linger) as line:
            with pytest.raises(NoAnswerError, match="may have been done"):
                await line.ask("bet", "7", timeout_s=0.05)

    asyncio.run(steps())


def test_a_guest_plays_over_a_real_server_that_is_restarted_in_mid_game(tmp_path: Path) -> None:
    """Client, server and books together: the hand goes on, and every cent is where it belongs."""

    async def play(line: Line, client: Client) -> int:
        """Play until a round is over; return the chips then."""
        async with asyncio.timeout(60):
            async for frame in line:
                ask = frame.get("ask")
                if ask and "choices" in ask:
                    kinds = [choice["kind"] for choice in ask["choices"]]
                    action = "stand" if "stand" in kinds else kinds[-1]
                    with_n = {"n": ask["n"], "action": action}
                    with suppress(RefusedByServerError):  # asked in the frame before as well
                        await line.ask("act", TABLE, seat=ask["seat"], **with_n)
                elif frame.get("round") == 1 and frame["stage"] == "betting":
                    break
        view = await client.get(f"/tables/{TABLE}")
        return int(view["stacks"]["1"])

    async def steps() -> None:
        tables = tuple(terms for terms in demo_floor() if terms.id == TABLE)
        async with listening(tmp_path, tables=tables) as (url, _):
            port = int(url.rstrip("/").rpartition(":")[2])
            client = Client(url, patience=QUICK)
            account = (await client.guest())["account"]
            line = await client.connect().__aenter__()
            await line.watch(TABLE)
            await line.ask("sit", TABLE, seat=1, cents=50_000)
            await line.ask("bet", TABLE, key="bet-1", seat=1, wagers={"main": 2_500})
        async with listening(tmp_path, port=port, tables=tables) as (_, services):
            again = await line.ask("bet", TABLE, key="bet-1", seat=1, wagers={"main": 2_500})
            assert again["t"] == "ok", "the same bet, done once"
            stack = await play(line, client)
            assert line.reconnects >= 1
            assert (await client.me())["wallet_cents"] == 50_000
            await line.ask("leave", TABLE, seat=1)
            assert (await client.me())["wallet_cents"] == 50_000 + stack
            balances = await services.store.balances()
            assert sum(balances.values()) == 0
            assert balances[f"wallet:{account}"] == (50_000 + stack) * 100
            await client.logout()
            with pytest.raises(LineEndedError):
                await line.ask("sit", TABLE, seat=1, cents=50_000)
            await line.__aexit__(None, None, None)
            await client.close()

    asyncio.run(steps())
