"""A real `pitboss serve` with 64 bots at as many tables, which is killed and started again.

The bots notice nothing but a lost line: their client connects again and resends what was not
answered. Each remembers all that it was told, which must be in the books afterwards.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pitboss.client import Client, Line, Patience, RefusedByServerError
from pitboss.floor.journal import ROUND_CARDS
from pitboss.ledger.entry import Entry
from pitboss.server.run import bind

TABLES = 64
LINES_EACH = 4
"""Lines of one account, each at a table."""
GAMES = ("co-free-bet", "wa-spanish-21", "co-pai-jack", "co-blackjack-switch")
HOUSES = Path(__file__).parents[2] / "examples"
CENTS = 20_000
WAIT_S = 600
"""Until everybody plays on after the last start."""
PATIENCE_S = 3600
"""A server that is killed every other second may take long to answer one of many."""
IMPATIENT = Patience(resend=0.5, first=0.05, most=0.3, tries=1000)
PREFERENCES = ("decline", "take-blackjack", "keep", "set", "fold", "hit", "stand")


@dataclass
class Bot:
    """One guest at one table, and everything the server told it."""

    client: Client
    account: str
    table: str
    wagers: dict[str, int]
    rng: random.Random
    seat: int = 1
    frames: list[tuple[int, list[dict[str, Any]]]] = field(default_factory=list)
    """Round -> what happened in it, frame by frame."""
    decided: list[str] = field(default_factory=list)
    """Keys of decisions that were answered with ok."""
    reconnects: int = 0
    is_broke: bool = False
    is_on: bool = False
    """Something happened at its table since this was cleared."""

    async def play(self) -> None:
        """Play until it is cancelled."""
        async with self.client.connect() as line:
            await line.watch(self.table)
            try:
                await self._ask(line, "sit", seat=self.seat, cents=CENTS)
                async for frame in line:
                    await self._hear(line, frame)
            finally:
                self.reconnects = line.reconnects

    async def _hear(self, line: Line, frame: dict[str, Any]) -> None:
        if frame["t"] == "ev" and frame.get("events"):
            self.frames.append((frame["round"], frame["events"]))
            self.is_on = True
        question = frame.get("ask")
        if question and "choices" in question:
            await self._decide(line, question)
        elif frame.get("stage") == "betting":
            await self._ask(line, "bet", seat=self.seat, wagers=self.wagers)

    async def _decide(self, line: Line, question: dict[str, Any]) -> None:
        choices = {choice["kind"]: choice for choice in question["choices"]}
        kind = next(kind for kind in (*PREFERENCES, *choices) if kind in choices)
        if kind == "hit" and self.rng.random() < 0.5:
            kind = "stand"
        low = {"low": choices[kind]["lows"][0]} if "lows" in choices[kind] else {}
        key = f"{len(self.decided)}-{self.rng.getrandbits(64):x}"
        act = {"seat": self.seat, "n": question["n"], "action": kind, **low}
        if await self._ask(line, "act", key=key, **act):
            self.decided.append(key)

    async def _ask(self, line: Line, what: str, **details: Any) -> bool:  # noqa: ANN401 - JSON
        """Ask; what came too late, or is in front of it already, is refused."""
        try:
            await line.ask(what, self.table, timeout_s=PATIENCE_S, **details)
        except RefusedByServerError as refused:
            allowed = {"bet/closed", "action/stale", "bankroll/short"}
            if refused.code not in allowed:
                raise
            self.is_broke = refused.code == "bankroll/short"
            return False
        return True


@dataclass
class Server:
    """`pitboss serve`, on one port through all its lives."""

    folder: Path
    db: str
    houses: Sequence[Path]
    more: Sequence[str] = ()
    """Further options."""
    program: Sequence[str] = ("-m", "pitboss.cli.main")
    modules: Path | None = None
    """A folder of modules that all its processes find first."""
    port: int = 0
    process: asyncio.subprocess.Process | None = None

    def __post_init__(self) -> None:
        with bind("127.0.0.1", 0) as place:
            self.port = place.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [sys.executable, *self.program, "serve", "--db", self.db]
        command += ["--port", str(self.port), "--log", "error", *self.more]
        for house in self.houses:
            command += ["--house", str(house)]
        more = {} if self.modules is None else {"PYTHONPATH": str(self.modules)}
        self.process = await asyncio.create_subprocess_exec(
            *command,
            env=os.environ | {"XDG_DATA_HOME": str(self.folder)} | more,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        assert line.startswith(b"Pitboss is at"), await self.process.communicate()

    async def kill(self) -> None:
        """End it with SIGKILL."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        _, errors = await self.process.communicate()
        assert (self.process.returncode, errors) == (-signal.SIGKILL, b"")


def write_houses(folder: Path, tables: int = TABLES) -> list[Path]:
    """Write a house file for each table."""
    files = []
    for number in range(tables):
        text = (HOUSES / f"{GAMES[number % len(GAMES)]}.toml").read_text(encoding="utf-8")
        files.append(folder / f"t{number}.toml")
        files[-1].write_text(text, encoding="utf-8")
    return files


async def make_bots(url: str, rng: random.Random, tables: int = TABLES) -> list[Bot]:
    """Open an account for every four tables."""
    bots: list[Bot] = []
    summaries: list[dict[str, Any]] = []
    for number in range(0, tables, LINES_EACH):
        client = Client(url, patience=IMPATIENT)
        account = (await client.guest())["account"]
        summaries = summaries or (await client.get("/tables"))["tables"]
        for summary in summaries[number : number + LINES_EACH]:
            seed = random.Random(rng.random())
            bots.append(Bot(client, account, summary["id"], summary["least_wagers"], seed))
    return bots


async def wait_until(condition: Callable[[], bool], playing: Sequence[asyncio.Task[None]]) -> None:
    """Wait for what the bots must come to, however busy the machine; none may fail."""
    async with asyncio.timeout(WAIT_S):
        while not condition():
            done, _ = await asyncio.wait(playing, timeout=0.1)
            for task in done:
                task.result()


async def play_through_kills(server: Server, kills: int, rng: random.Random) -> list[Bot]:
    """Let bots play while the server is killed again and again."""
    await server.start()
    bots = await make_bots(server.url, rng)
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    await wait_until(lambda: all(bot.frames for bot in bots), playing)
    for _ in range(kills):
        await asyncio.wait(playing, timeout=rng.uniform(0, 2), return_when="FIRST_EXCEPTION")
        await server.kill()
        await server.start()
    await everybody_plays(bots, playing)
    await server.kill()
    await go_home(bots, playing)
    return bots


async def everybody_plays(bots: Sequence[Bot], playing: Sequence[asyncio.Task[None]]) -> None:
    """Wait until something has happened at every table."""
    for bot in bots:
        bot.is_on = False
    try:
        await wait_until(lambda: all(bot.is_on or bot.is_broke for bot in bots), playing)
    except TimeoutError:
        stuck = [bot.table for bot in bots if not (bot.is_on or bot.is_broke)]
        raise AssertionError(f"nothing was told at {', '.join(stuck)}") from None


async def go_home(bots: Sequence[Bot], playing: Sequence[asyncio.Task[None]]) -> None:
    """Let everybody stop."""
    for task in playing:
        task.cancel()
    for task in playing:
        with suppress(asyncio.CancelledError):
            await task
    for bot in bots:
        await bot.client.close()


def check_told(bot: Bot, entries: Iterable[Entry]) -> None:
    """Find everything that a bot was told in its table's journal, each decision there once."""
    keys: Counter[str] = Counter()
    cards: dict[int, str] = {}
    settled: dict[int, Counter[str]] = {}
    for entry in entries:
        keys[entry.key] += 1
        if entry.kind in {"dealt", "decided"}:
            body = json.loads(entry.body)
            number = body["round"]
            cards[number] = body.get(ROUND_CARDS, "")  # those of an open round are written nowhere
            if "settled" in body:
                settled[number] = Counter(map(str, body["settled"]))
    assert all(keys[f"{bot.account}:{key}"] == 1 for key in bot.decided)
    dealt: dict[int, list[str]] = {}
    lines: dict[int, Counter[str]] = {}
    for number, events in bot.frames:
        dealt.setdefault(number, []).extend(_cards(events))
        lines.setdefault(number, Counter()).update(_settled(events))
    for number, seen in dealt.items():
        if number in settled:  # the last round may not be over
            rest = iter(cards[number].split())
            assert all(card in rest for card in seen), f"{bot.table}, round {number}: {seen}"
            assert lines[number] <= settled[number], f"{bot.table}, round {number}"


def _cards(events: Iterable[dict[str, Any]]) -> list[str]:
    return [event["card"] for event in events if event["event"] == "card-dealt"]


def _settled(events: Iterable[dict[str, Any]]) -> list[str]:
    names = ("seat", "hand", "wager", "stake", "outcome", "net")
    settled = (event for event in events if event["event"] == "wager-settled")
    return [str([event[name] for name in names]) for event in settled]
