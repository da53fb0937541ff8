"""A floor of 64 busy tables in a process of its own, which is killed at any moment.

It sends what it announces through a pipe; whoever started it kills it and reads the rest.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from pitboss.floor.commands import Accepted
from pitboss.floor.history import is_finished
from pitboss.floor.state import TableState
from pitboss.floor.terms import TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.store import open_store
from tests.engine.houses import GAMES
from tests.faults.audit import Announcement, audit, check_tables
from tests.faults.killed import JOIN_SECONDS, context
from tests.faults.playing import Players, any_terms, fix_entropy, fund, opened_hall
from tests.store.conftest import opened

TABLES = 64
SEATS = 2
CHECKPOINT_SECONDS = 0.2
FOR_EVER = 1 << 60
READY = "ready"


def floor_terms(seed: int) -> list[TableTerms]:
    """Return the tables: every game in some set-up, again and again until there are enough."""
    return [any_terms(str(number), GAMES[number % len(GAMES)], seed) for number in range(TABLES)]


@dataclass
class Announcer:
    """Sends everything that those who watch are told."""

    pipe: Connection
    account: None = field(default=None, init=False)

    def __hash__(self) -> int:
        return id(self)

    def tell(self, table: LiveTable, _before: TableState, answer: Accepted) -> None:
        if answer.kind:
            self.pipe.send(Announcement(table.state.stream, answer.kind, answer.body))


def play(address: str, seed: int, pipe: Connection) -> None:
    """Play at all tables until somebody kills the process."""

    async def steps() -> None:
        store = await open_store(address)
        await fund(store)
        announcer = Announcer(pipe)
        async with opened_hall(store) as hall:
            await _open_all(hall, floor_terms(seed))
            everybody = [Players(table, SEATS, seed) for table in hall.tables.values()]
            for players in everybody:
                players.table.watchers[announcer] = None
            hall.start_checkpoints(CHECKPOINT_SECONDS)
            pipe.send(READY)
            await asyncio.gather(*(players.play(FOR_EVER) for players in everybody))

    with fix_entropy():
        asyncio.run(steps())


async def _open_all(hall: Hall, terms: Sequence[TableTerms]) -> None:
    await asyncio.gather(*(hall.add(term) for term in terms if term.id not in hall.tables))


@dataclass
class Lives:
    """What the processes of one floor announced, one after the other."""

    address: str
    seed: int
    heard: list[Announcement] = field(default_factory=list)
    kills: int = 0
    before_ready: int = 0
    """Kills while the tables were still being opened or taken over."""
    entries: int = 0
    rounds: int = 0
    take_overs: int = 0

    def live(self, rng: random.Random, *, long: float) -> None:
        """Let a process live for a random time: from its first moment to *long* after its start."""
        ours, theirs = context().Pipe(duplex=False)
        process = context().Process(target=play, args=(self.address, self.seed, theirs))
        process.start()
        theirs.close()
        is_ready = False
        end = time.monotonic() + JOIN_SECONDS
        is_early, after_start, after_ready = (
            rng.random() < 0.2,
            *(rng.uniform(0, long) for _ in range(2)),
        )
        if is_early:
            end = time.monotonic() + after_start  # perhaps before it is ready
        with suppress(EOFError, OSError):
            while (left := end - time.monotonic()) > 0:
                if not ours.poll(left):
                    break
                message = ours.recv()
                if message == READY:
                    is_ready = True
                else:
                    self.heard.append(message)
                if is_ready and self.heard:  # of the first lives one has done something
                    end = min(end, time.monotonic() + after_ready)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        self._hear_the_rest(ours)
        process.join(JOIN_SECONDS)
        assert process.exitcode == -signal.SIGKILL, process.exitcode
        self.kills += 1
        self.before_ready += not is_ready

    async def check(self) -> None:
        """Audit the books, go on from them, and audit them again."""
        async with opened(self.address) as store:
            entries = await audit(store, self.heard)
            assert self.heard, "something was played"
            with fix_entropy():
                async with opened_hall(store) as hall:
                    tables = [*hall.tables.values()]
                    await check_tables(tables, store)
                    for table in tables:
                        await Players(table, SEATS, self.seed).play(table.state.rounds + 1)
                    await hall.checkpoint()
            await audit(store, self.heard)
        self.entries = len(entries)
        self.rounds = sum(is_finished(entry) for entry in entries)
        self.take_overs = sum(entry.kind == "taken-over" for entry in entries)

    def __str__(self) -> str:
        """Say it in one line."""
        return (
            f"{self.kills:,} kills ({self.before_ready:,} at the start), {self.rounds:,} rounds, "
            f"{self.entries:,} entries, {len(self.heard):,} announced, "
            f"{self.take_overs:,} take-overs"
        )

    def _hear_the_rest(self, pipe: Connection) -> None:
        """Read what was sent before the kill; a message that was cut off was heard by nobody."""
        with suppress(EOFError, OSError):
            while True:
                message = pipe.recv()
                if message != READY:
                    self.heard.append(message)
        pipe.close()
