"""The two ends of `bench/floor.py sockets`: a server with many tables, and bots that play at them.

Usage: python bench/floor_bots.py serve BOOKS FOLDER TABLES       prints its port
       python bench/floor_bots.py play PORT SECONDS [TABLE, ...]  prints rounds a second
"""

import asyncio
import json
import socket
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from pitboss.floor.terms import TableTerms
from pitboss.pit.memory import collect_seldom
from pitboss.rulebook.house import House
from pitboss.server.app import create_app
from pitboss.server.limits import Rate, Rates
from pitboss.server.services import Settings

HOUSE = House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"})
FREE = Rate(1e9, 1e9)
BUY_IN = 50_000_000


def serve(books: str, folder: str, count: int) -> None:
    """Serve so many tables, without limits on how often anybody may ask."""
    Path(folder).mkdir()
    settings = Settings(
        db=books,
        keys=Path(folder) / "keys",
        rates=Rates(*(FREE for _ in Rates._fields)),
        play_money_cents=BUY_IN,
        tables=tuple(TableTerms(id=str(n), name=str(n), house=HOUSE) for n in range(count)),
    )
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        create_app(settings), ws="websockets-sansio", access_log=False, log_level="error"
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            collect_seldom()
            print(listener.getsockname()[1], flush=True)

    asyncio.run(Server(config).serve([listener]))


async def bot(port: int, table: int, until: float) -> int:
    """Play at a table until a time; return how many rounds were settled."""
    guest = Request(f"http://127.0.0.1:{port}/api/1/guest", method="POST")
    answer = await asyncio.to_thread(lambda: json.load(urlopen(guest)))  # noqa: S310
    header = {"Authorization": f"Bearer {answer['token']}"}
    async with connect(
        f"ws://127.0.0.1:{port}/ws", additional_headers=header, compression=None
    ) as line:
        await line.send(json.dumps({"t": "watch", "table": str(table)}))
        await command(line, table, "sit", {"seat": 1, "cents": BUY_IN}, 0)
        rounds, number = 0, 1
        asked = None
        while time.perf_counter() < until:
            if asked is None:
                rounds += 1
                asked = await command(line, table, "bet", BET, number)
            else:
                offered = [choice["kind"] for choice in asked["choices"]]
                kind = next(it for it in LEAST if it in offered)
                act = {"seat": 1, "n": asked["n"], "action": kind}
                asked = await command(line, table, "act", act, number)
            number += 1
        return rounds


LEAST = ("stand", "decline", "take-blackjack")
BET = {"seat": 1, "wagers": {"main": 1000}}


async def command(
    line: ClientConnection, table: int, name: str, body: dict[str, object], number: int
) -> dict[str, Any] | None:
    """Send a command; return what is asked of the player after it."""
    await line.send(json.dumps({"t": name, "table": str(table), "a": str(number), "d": body}))
    asked = None
    while True:
        frame = json.loads(await line.recv())
        match frame["t"]:
            case "p":
                await line.send(json.dumps({"t": "p", "n": frame["n"]}))
            case "ev":
                asked = frame.get("ask")
            case "ok":
                return asked
            case "no":
                raise RuntimeError(frame)


async def play(port: int, seconds: float, tables: list[int]) -> None:
    """Let a bot play at each table."""
    start = time.perf_counter()
    counts = await asyncio.gather(*(bot(port, table, start + seconds) for table in tables))
    print(sum(counts) / (time.perf_counter() - start))


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        asyncio.run(play(int(sys.argv[2]), float(sys.argv[3]), json.loads(sys.argv[4])))
