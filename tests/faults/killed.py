"""A process that plays at some tables and is killed at a given point.

`play` runs in a process of its own. It sends what it announces through a pipe, and ends itself with
SIGKILL at the n-th point: before, inside and after a transaction, before and after an announcement.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any
from unittest.mock import patch

from pitboss.floor.commands import Accepted
from pitboss.floor.state import TableState
from pitboss.ledger.entry import Entry
from pitboss.ledger.marks import Mark
from pitboss.pit.frames import news
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.store import Store, open_store, sqlite
from pitboss.store.postgres import PostgresStore
from tests.faults.audit import Announcement
from tests.faults.playing import PLAYERS, Players, any_terms, fix_entropy, fund, opened_hall

JOIN_SECONDS = 600
SENT_STEPS = 3
"""Turns of the loop after which a statement has left for PostgreSQL."""


@dataclass(frozen=True)
class Script:
    """What is played: the same cards, bets and decisions each time."""

    games: tuple[tuple[str, int], ...]
    """A game and the seed of its set-up, for each table."""
    seats: int
    rounds: int


@dataclass
class Points:
    """Counts the points of a run, and ends the process at one of them."""

    fatal: int = 0
    """0: none."""
    passed: int = 0

    def meet(self) -> None:
        self.passed += 1
        if self.passed == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Announcer:
    """Sends everything that players and those who watch are told."""

    pipe: Connection
    points: Points
    account: None = field(default=None, init=False)

    def __hash__(self) -> int:
        return id(self)

    def tell(self, table: LiveTable, before: TableState, answer: Accepted) -> None:
        if not answer.kind:
            return
        self.points.meet()
        frames = [_lasting(news(before, answer, who, 0)) for who in (*PLAYERS, None)]
        announcement = Announcement(table.state.stream, answer.kind, answer.body)
        self.pipe.send(("told", announcement, repr(frames)))
        self.points.meet()


def _lasting(frame: Mapping[str, Any]) -> list[Any]:
    """Return what a frame says about the round: names and who is away are not in the journal."""
    return [frame.get(name) for name in ("events", "round", "stacks", "meters", "ask")]


class MortalStore:
    """Hands everything on to a store, and passes points before and after every transaction."""

    def __init__(self, store: Store, points: Points) -> None:
        self._store = store
        self._points = points

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        self._points.meet()
        if isinstance(self._store, PostgresStore):
            writing = asyncio.get_running_loop().create_task(self._store.append(entries, mark))
            for _ in range(SENT_STEPS):
                await asyncio.sleep(0)
            self._points.meet()
            await writing
        else:
            await self._store.append(entries, mark)
        self._points.meet()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a store has
        return getattr(self._store, name)


def _die_inside(points: Points) -> AbstractContextManager[object]:
    """Pass a point in every transaction of SQLite, when everything but the entries is written."""
    move = vars(sqlite)["_move_balances"]

    def moved(*moves: Any) -> None:  # noqa: ANN401 - handed on
        move(*moves)
        points.meet()

    return patch.object(sqlite, "_move_balances", moved)


def play(address: str, script: Script, fatal: int, pipe: Connection) -> None:
    """Play a script to its end, from wherever the books are; in a process of its own."""
    points = Points(fatal)

    async def steps() -> None:
        store = await open_store(address)
        await fund(store)
        with fix_entropy(), _die_inside(points):
            await _play(MortalStore(store, points), script, pipe, points)
        await store.close()

    asyncio.run(steps())
    pipe.send(("over", points.passed, None))


async def _play(store: Store, script: Script, pipe: Connection, points: Points) -> None:
    terms = [any_terms(f"{number}", *game) for number, game in enumerate(script.games, 1)]
    async with opened_hall(store) as hall:
        announcer = Announcer(pipe, points)
        await _open_tables(hall, terms, announcer)
        everybody = [Players(hall.tables[term.id], script.seats) for term in terms]
        await asyncio.gather(*(_to_the_end(players, script) for players in everybody))
        await hall.checkpoint()


async def _open_tables(hall: Hall, terms: Sequence[Any], announcer: Announcer) -> None:
    for term in terms:
        table = hall.tables.get(term.id) or await hall.add(term)
        table.watchers[announcer] = None


async def _to_the_end(players: Players, script: Script) -> None:
    await players.play(script.rounds)
    await players.leave()


@cache
def context() -> ForkServerContext:
    """Processes are forked from one that has imported everything and runs nothing."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.faults.under_load"])
    return context


@dataclass
class Run:
    """What one process said before it ended."""

    heard: list[Announcement]
    frames: list[str]
    points: int | None
    """None: it was killed."""


def run(address: str, script: Script, fatal: int = 0) -> Run:
    """Play in a process that is killed at a point; 0: it is not."""
    ours, theirs = context().Pipe(duplex=False)
    process = context().Process(target=play, args=(address, script, fatal, theirs))
    process.start()
    theirs.close()
    done = Run([], [], None)
    try:
        while True:
            kind, what, frames = ours.recv()
            if kind == "over":
                done.points = what
            else:
                done.heard.append(what)
                done.frames.append(frames)
    except (EOFError, ConnectionResetError):
        pass
    process.join(JOIN_SECONDS)
    assert process.exitcode == (0 if done.points is not None else -signal.SIGKILL), process.exitcode
    ours.close()
    return done
