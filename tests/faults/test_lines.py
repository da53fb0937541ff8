"""Clients that storm, stall, send rubbish or come too late: the right close code, and no harm."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import zlib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from pitboss.floor.commands import SitOut
from pitboss.server.live import socket as server_socket
from pitboss.server.live.outbox import FRAMES_MAX
from pitboss.server.logs import start_logs
from pitboss.server.requests.limits import BODY_BYTES_MAX
from tests.faults.lines import Floor, floor, narrow_socket, outbox, until
from tests.server.asgi import Clock
from tests.tiers import by_day

GIANT = '{"t":"bet","table":"1","a":"x","d":{"s":"' + "9" * 9000 + '"}}'
RSV1 = 0x40
"""The bit of a frame that says it is compressed (RFC 7692)."""
DEEP = '{"t":"bet","table":"1","a":"x","d":' + "[" * 4000 + "]" * 4000 + "}"
RUBBISH: list[tuple[str | bytes, int]] = [
    (b"\x00\x01", 1003),
    (b"{}", 1003),
    (GIANT, 1009),
    ("9" * 100_000, 1009),
    ("", 4400),
    ("{", 4400),
    ("[]", 4400),
    ("null", 4400),
    ('{"t":1}', 4400),
    ('{"t":"nothing"}', 4400),
    ('{"t":"watch","table":"1","more":1}', 4400),
    ('{"t":"watch","table":"\\ud800"}', 4400),
    ('{"t":"p","n":1e400}', 4400),
]


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """Return what the server logs."""
    stream = StringIO()
    handler = start_logs(logging.DEBUG, stream)
    yield stream
    for name in ("pitboss.server", "uvicorn"):
        logging.getLogger(name).handlers.remove(handler)


async def is_well(here: Floor) -> bool:
    """Whether a new client is served."""
    async with here.line(await here.guest()) as talk:
        view = await talk.watch()
        return "seats" in view


def test_rubbish_closes_its_own_line_with_the_right_code(tmp_path: Path, logged: StringIO) -> None:
    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            for sent, code in RUBBISH:
                async with here.line(token, max_size=None) as talk:
                    await talk.socket.send(sent)
                    assert await talk.ended() == code, sent[:60]
            async with here.line(token) as talk:
                for wrong in ('{"seat":0}', '{"seat":1,"cents":-1}', "7"):
                    frame = f'{{"t":"sit","table":"1","a":"x","d":{wrong}}}'
                    await talk.socket.send(frame)
                    assert (await talk.hear("no"))["code"] == "body/invalid"
                for name in ("", "x" * 101, "x\0", "\u00e9"):
                    await talk.socket.send(json.dumps({"t": "leave", "a": name, "table": "1"}))
                    assert (await talk.hear("no"))["code"] == "key/missing"
                await talk.socket.send(json.dumps({"t": "watch", "table": "none"}))
                assert (await talk.hear("no"))["code"] == "table/unknown"
            async with here.line(token) as talk:
                await talk.socket.send(DEEP)
                assert await talk.ended() == 4400
            assert await is_well(here)

    asyncio.run(steps())
    assert '"fault"' not in logged.getvalue()


def test_a_compressed_frame_is_never_unpacked(tmp_path: Path, logged: StringIO) -> None:
    """Whoever asks for compression is not given it, and whoever does it all the same is cut off."""
    packing = zlib.compressobj(wbits=-15)
    bomb = packing.compress(b" " * (7 << 20)) + packing.flush(zlib.Z_SYNC_FLUSH)
    assert len(bomb) < BODY_BYTES_MAX, "its length alone is no reason to refuse it"
    first, *rest = Frame(Opcode.TEXT, bomb).serialize(mask=True)
    frame = bytes([first | RSV1, *rest])

    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            async with here.line(token, compression="deflate") as talk:
                answer = talk.socket.response
                assert answer is not None
                assert "Sec-WebSocket-Extensions" not in answer.headers
                talk.socket.transport.write(frame)
                assert await talk.ended() == 1002
            assert await is_well(here)

    asyncio.run(steps())
    assert '"fault"' not in logged.getvalue()


def test_spoiled_frames_never_trouble_the_server(tmp_path: Path, logged: StringIO) -> None:
    async def steps() -> None:
        rng = random.Random(1)
        good = json.dumps(
            {"t": "bet", "table": "1", "a": "k", "d": {"seat": 1, "wagers": {"m": 5}}}
        )
        async with floor(tmp_path) as here:
            token = await here.guest()
            for _ in range(by_day(150, 20_000)):
                text = [*good]
                for _ in range(rng.choice((1, 2, 8))):
                    place = rng.randrange(len(text))
                    text[place] = rng.choice(('"', "{", "}", "\u00e9", "\x00", "9", "", "-", ","))
                async with here.line(token) as talk:
                    await talk.socket.send("".join(text))
                    await talk.socket.send('{"t":"watch","table":"none","a":"end"}')
                    try:
                        frame = await talk.next()
                        assert frame["t"] == "no"
                    except ConnectionClosed:
                        assert talk.socket.close_code == 4400
            assert await is_well(here)

    asyncio.run(steps())
    assert '"fault"' not in logged.getvalue()


def test_a_storm_of_one_account_leaves_its_newest_lines(tmp_path: Path) -> None:
    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            codes: list[int | None] = []

            async def come(number: int) -> None:
                async with here.line(token) as talk:
                    try:
                        await talk.watch()
                    except ConnectionClosed:
                        codes.append(talk.socket.close_code)
                        return
                    if number % 3 == 0:
                        talk.socket.transport.abort()  # as a phone that loses its network
                    elif number % 3 == 1:
                        codes.append(await talk.ended())

            storm = [asyncio.create_task(come(number)) for number in range(by_day(60, 600))]
            left = server_socket.SOCKETS_MAX
            await until(lambda: sum(not task.done() for task in storm) <= left)
            assert all(len(line) <= server_socket.SOCKETS_MAX for line in here.lines)
            assert set(codes) == {4001}, "older lines make way for newer ones"
            for task in storm:
                task.cancel()
            await asyncio.gather(*storm, return_exceptions=True)
            await until(lambda: not here.lines and not here.table.watchers)
            assert await is_well(here)

    asyncio.run(steps())


def test_a_line_that_says_nothing_is_dead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A half-open line: the computer is gone, and nobody says so."""
    monkeypatch.setattr(server_socket, "PING_SECONDS", 0.05)

    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            async with here.line(token) as talk:
                await talk.ask("sit", seat=1, cents=50_000)
                await talk.watch()
                monkeypatch.setattr(server_socket, "SILENT_SECONDS", 0.2)
                while True:
                    try:
                        await talk.socket.recv()  # hears everything, and answers no ping
                    except ConnectionClosed:
                        break
                assert talk.socket.close_code == 1013
            await until(lambda: bool(here.table.state.absences))
            monkeypatch.undo()
            monkeypatch.setattr(server_socket, "PING_SECONDS", 0.05)
            async with here.line(token) as talk:
                view = await talk.watch()
                assert view["stacks"] == {"1": 50_000}
                assert not here.table.state.absences
                ((line,),) = here.lines
                reading = asyncio.create_task(talk.next())  # answers pings
                for _ in range(3):
                    heard = line._heard  # noqa: SLF001
                    await until(lambda heard=heard: line._heard > heard)  # type: ignore[misc] # noqa: SLF001
                reading.cancel()

    asyncio.run(steps())


def test_a_client_that_never_reads_costs_little_and_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_socket, "STUCK_SECONDS", 1.0)

    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            lazy = await here.guest()
            lazy_line = here.line(lazy, max_queue=1, sock=narrow_socket(here.address))
            async with here.line(token) as talk, lazy_line as stuck:
                await stuck.watch()
                stuck.socket.transport.pause_reading()
                (line,) = here.table.watchers
                await talk.ask("sit", seat=1, cents=50_000)
                most = 0
                was_behind = False
                while line in here.table.watchers:
                    for out in (True, False) * 20:
                        await here.table.ask(SitOut(here.table.state.seats[1].account, 1, out))
                        await asyncio.sleep(0)
                        most = max(most, len(outbox(line)))
                        was_behind |= bool(outbox(line).behind)
                assert most <= FRAMES_MAX + 2
                assert was_behind, "its events were dropped"
                stuck.socket.transport.resume_reading()
                assert await stuck.ended() in {1013, 1006}

    asyncio.run(steps())


def test_whoever_falls_behind_is_sent_the_whole_table(tmp_path: Path) -> None:
    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            slow = await here.guest()
            async with here.line(token) as talk, here.line(slow) as late:
                await late.watch()
                await talk.ask("sit", seat=1, cents=50_000)
                (line,) = here.table.watchers
                for _ in range(FRAMES_MAX + 5):
                    outbox(line).put_event("1", b'{"t":"ev","table":"1"}')
                assert outbox(line).behind
                view = await late.hear("view")
                assert view["v"] == here.table.version

    asyncio.run(steps())


def test_tokens_that_are_no_longer_good_open_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_socket, "PING_SECONDS", 0.02)
    clock = Clock()

    async def steps() -> None:
        async with floor(tmp_path, clock=clock) as here:
            sessions = here.services.sessions
            token = await here.guest()
            for wrong in ("", "x", token[:-1], token + "x", "x" * 2_000):
                async with here.line(wrong) as talk:
                    assert await talk.ended() == 4401, wrong[:20]
            async with here.line(token) as talk:
                await talk.watch()
                session = await sessions.find(token)
                assert session is not None
                await sessions.end(session)
                assert await talk.ended() == 4401, "logged out: its lines end at once"
            async with here.line(token) as talk:
                assert await talk.ended() == 4401, "the token is replayed"
            token = await here.guest()
            async with here.line(token) as talk:
                await talk.watch()
                clock.pass_s(31 * 24 * 3600)
                assert await talk.ended() == 4401, "it ran out while the line was open"
            token = await here.guest()
            async with here.line(token) as talk:
                await talk.watch()
                session = await sessions.find(token)
                assert session is not None
                await here.services.store.delete_session(session.token_hash)
                clock.pass_s(120)
                assert await talk.ended() == 4401, "another process ended it"

    asyncio.run(steps())


def test_a_dropped_player_comes_back_to_the_same_hand_and_others_see_the_same(
    tmp_path: Path,
) -> None:
    async def steps() -> None:
        async with floor(tmp_path) as here:
            token = await here.guest()
            others = [await here.guest() for _ in range(2)]
            async with here.line(others[0]) as one, here.line(others[1]) as two:
                await one.watch()
                await two.watch()
                number = 0
                async with here.line(token) as talk:
                    await talk.watch()
                    await talk.ask("sit", seat=1, cents=90_000)
                while here.table.state.rounds < 8:
                    number += 1
                    async with here.line(token) as talk:
                        view = await talk.watch()
                        question = view["ask"]
                        if question is None:
                            answer = await talk.ask(
                                "bet", name=f"b{number}", seat=1, wagers={"main": 1500}
                            )
                        else:
                            kinds = [choice["kind"] for choice in question["choices"]]
                            kind = next(
                                wanted for wanted in ("hit", "stand", *kinds) if wanted in kinds
                            )
                            low = next(
                                choice.get("low")
                                for choice in question["choices"]
                                if choice["kind"] == kind
                            )
                            body = {"seat": 1, "n": question["n"], "action": kind, "amount": low}
                            answer = await talk.ask("act", **body)
                        assert answer["t"] == "ok", answer
                        talk.socket.transport.abort()
                heard = []
                for talk in (one, two):
                    while not talk.frames or talk.frames[-1]["v"] < here.table.version:
                        await talk.next()
                    heard.append([frame for frame in talk.frames if frame["t"] == "ev"])
                assert heard[0] == heard[1]
                versions = [frame["v"] for frame in heard[0]]
                assert versions == [*range(versions[0], versions[0] + len(versions))], "no gap"

    asyncio.run(steps())
