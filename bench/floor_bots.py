"""The two ends of `bench/floor.py sockets`: servers with many tables, and bots that play at them.

Usage: python bench/floor_bots.py serve BOOKS FOLDER [TABLE, ...]   prints its port
       python bench/floor_bots.py play SECONDS {PORT: [TABLE, ...]} prints "ready", waits,
                                                                    prints rounds a second
"""

import asyncio
import json
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast
from urllib.request import Request, urlopen

import msgspec
import uvicorn

from pitboss.client.patience import new_key
from pitboss.floor.terms import TableTerms
from pitboss.pit.loop import collect_seldom, run
from pitboss.rulebook.house import House
from pitboss.server.app import create_app
from pitboss.server.requests.limits import Bounds, Rate, Rates
from pitboss.server.services import Settings

HOUSE = House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"})
FREE = Rate(1e9, 1e9)
BUY_IN = 50_000_000


def serve(books: str, folder: str, names: list[str]) -> None:
    """Serve tables of one's own, without limits on how often anybody may ask."""
    settings = Settings(
        db=books,
        keys=Path(folder) / "keys",
        rates=Rates(*(FREE for _ in Rates._fields)),
        bounds=Bounds(sockets=1_000_000),
        play_money_cents=BUY_IN,
        tables=tuple(TableTerms(id=name, name=name, house=HOUSE) for name in names),
        alone=False,
    )
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    config = uvicorn.Config(
        create_app(settings), ws="websockets-sansio", access_log=False, log_level="error"
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            collect_seldom()
            print(listener.getsockname()[1], flush=True)

    run(Server(config).serve([listener]))


class Frame(msgspec.Struct):
    """What a bot reads of a frame."""

    t: str
    n: int = 0
    ask: dict[str, Any] | None = None


LEAST = ("stand", "decline", "take-blackjack")
BET = {"seat": 1, "wagers": {"main": 1000}}
SIT = {"seat": 1, "cents": BUY_IN}


class Bot(asyncio.Protocol):
    """One player on a line of its own: no more of WebSockets than it takes to load a server."""

    def __init__(self, table: str, token: str) -> None:
        """Play at a table, as a guest who has a token."""
        self.table, self.token = table, token
        self.rounds, self.until = 0, 0.0
        self.asked: dict[str, Any] | None = None
        self.idle = asyncio.get_running_loop().create_future()
        self._take: Callable[[], bool] = self._take_greeting
        self._bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.Transport, transport)
        lines = [
            "GET /ws HTTP/1.1",
            "Host: 127.0.0.1",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"Authorization: Bearer {self.token}",
        ]
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Take what is whole."""
        self._bytes += data
        while self._take():
            pass

    def _take_greeting(self) -> bool:
        head, end, rest = self._bytes.partition(b"\r\n\r\n")
        if not end:
            return False
        assert b" 101 " in head, head
        self._bytes, self._take = rest, self._take_frame
        self._send({"t": "watch", "table": self.table})
        self._command("sit", SIT)
        return True

    def _take_frame(self) -> bool:
        data = self._bytes
        start, size = 2, data[1] if len(data) > 1 else 0
        if size == 126:
            start, size = 4, int.from_bytes(data[2:4], "big")
        if len(data) < max(2, start + size):
            return False
        assert data[0] == 0x81, data[:50]  # one whole text
        self._bytes = data[start + size :]
        self._hear(_decode(data[start : start + size]))
        return True

    def _hear(self, frame: Frame) -> None:
        match frame.t:
            case "p":
                self._send({"t": "p", "n": frame.n})
            case "ev":
                self.asked = frame.ask
            case "ok":
                self.play_on()
            case "no":
                raise RuntimeError(frame)
            case _:
                pass

    def play_on(self) -> None:
        """Bet or decide, as long as there is time."""
        if time.perf_counter() >= self.until:
            self.idle.set_result(None)
        elif self.asked is None:
            self.rounds += 1
            self._command("bet", BET)
        else:
            offered = [choice["kind"] for choice in self.asked["choices"]]
            kind = next(kind_offered for kind_offered in LEAST if kind_offered in offered)
            self._command("act", {"seat": 1, "n": self.asked["n"], "action": kind})

    def _command(self, name: str, body: Mapping[str, object]) -> None:
        self._send({"t": name, "table": self.table, "a": new_key(), "d": body})

    def _send(self, frame: dict[str, object]) -> None:
        text = msgspec.json.encode(frame)
        size = bytes([len(text)]) if len(text) < 126 else b"\x7e" + len(text).to_bytes(2, "big")
        masked = bytes([0x80 | size[0]]) + size[1:]
        self._transport.write(b"\x81" + masked + bytes(4) + text)  # a mask of zeros


_decode = msgspec.json.Decoder(Frame).decode


def guest(port: str) -> str:
    """Return the token of a new guest."""
    address = f"http://127.0.0.1:{port}/api/1/guest"
    return str(json.load(urlopen(Request(address, method="POST")))["token"])


async def play(seconds: float, tables: dict[str, list[str]]) -> None:
    """Let a bot play at each table."""
    loop, bots = asyncio.get_running_loop(), []
    for port, names in tables.items():
        for name in names:
            token = await asyncio.to_thread(guest, port)
            bot = Bot(name, token)
            await loop.create_connection(lambda bot=bot: bot, "127.0.0.1", int(port))  # type: ignore[misc]
            await bot.idle
            bots.append(bot)
    print("ready", flush=True)
    sys.stdin.readline()
    start = time.perf_counter()
    for bot in bots:
        bot.until, bot.idle = start + seconds, loop.create_future()
        bot.play_on()
    await asyncio.gather(*(bot.idle for bot in bots))
    print(sum(bot.rounds for bot in bots) / (time.perf_counter() - start), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))
    else:
        run(play(float(sys.argv[2]), json.loads(sys.argv[3])))
