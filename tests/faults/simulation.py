"""Tables of all games on a store that fails at random, and a house that crashes and starts again.

Time is virtual, and what a seed does is the same every time. `python -m tools.faults` plays one run
after another.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.floor.terms import NO_CLOCK, Clocks, TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.table import LiveTable
from pitboss.store import Committer, StoreError
from tests.engine.houses import GAMES
from tests.faults import virtual
from tests.faults.audit import Recorder, audit, check_tables
from tests.faults.playing import Players, any_terms, fix_entropy, fund
from tests.faults.stores import LATE_SECONDS, Fault, FaultyStore, MemoryStore, Plan
from tests.pit.seals import PlainSeals

CHECKPOINT_SECONDS = 20.0
LIFE_SECONDS = (1, 30, 300, 3000)
KINDS = tuple(Fault)
FAULTS_A_ROUND = {0.3: 2, 0.6: 8, 0.9: 25, 0.97: 35}
"""How often calls fail -> faults in a round of one table, as measured."""


def no_fault(_: str) -> None:
    """Let every call succeed."""


def nth(number: int, fault: Fault) -> Plan:
    """Let one call fail."""
    calls = 0

    def plan(_: str) -> Fault | None:
        nonlocal calls
        calls += 1
        return fault if calls == number else None

    return plan


def at_random(rng: random.Random, often: float, most: int) -> Plan:
    """Let calls fail at random until there were enough faults."""
    left = most

    def plan(_: str) -> Fault | None:
        nonlocal left
        if left == 0 or rng.random() > often:
            return None
        left -= 1
        return rng.choice(KINDS)

    return plan


@dataclass
class Outcome:
    """What runs came to."""

    faults: Counter[Fault] = field(default_factory=Counter)
    crashes: int = 0
    rounds: int = 0
    entries: int = 0
    refusals: int = 0
    """Commands that were answered with store/unavailable, and asked again."""
    runs: int = 0

    def add(self, other: Outcome) -> None:
        """Add another run."""
        self.faults += other.faults
        self.crashes += other.crashes
        self.rounds += other.rounds
        self.entries += other.entries
        self.refusals += other.refusals
        self.runs += other.runs or 1

    def __str__(self) -> str:
        """Say it in one line."""
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in sorted(self.faults.items()))
        return (
            f"{self.faults.total():,} faults ({kinds}), {self.crashes:,} crashes, "
            f"{self.rounds:,} rounds, {self.entries:,} entries, {self.refusals:,} refusals, "
            f"{self.runs:,} runs"
        )


@dataclass
class Floor:
    """Some tables, who plays at them, and the store they are kept in."""

    terms: Sequence[TableTerms]
    seats: int
    seed: int
    store: FaultyStore
    books: MemoryStore
    recorder: Recorder = field(default_factory=Recorder)
    outcome: Outcome = field(default_factory=Outcome)

    async def live(self, rounds: int, seconds: float | None) -> bool:
        """Open the hall and play; after so many seconds it crashes. Return whether it did not."""
        committer = Committer(self.store)
        hall = Hall(self.store, committer, PlainSeals(), clock=virtual.clock)
        try:
            async with asyncio.timeout(seconds):
                await self._open(hall)
                hall.start_checkpoints(CHECKPOINT_SECONDS)
                await self._play(hall, rounds)
        except TimeoutError:
            self.outcome.crashes += 1
            _crash(hall, committer)
            await asyncio.sleep(2 * LATE_SECONDS)  # the database ends what it had begun
            return False
        await self._end(hall)
        await committer.close()
        return True

    async def _open(self, hall: Hall) -> None:
        while True:
            try:
                return await hall.open(self.terms)
            except StoreError:
                for table in hall.tables.values():
                    table.is_lost = True  # the process ends, and is started again
                hall.tables.clear()
                await asyncio.sleep(1)

    async def _play(self, hall: Hall, rounds: int) -> None:
        everybody = [Players(table, self.seats, self.seed) for table in hall.tables.values()]
        for players in everybody:
            players.table.watchers[self.recorder] = None
        try:
            await asyncio.gather(*(players.play(rounds) for players in everybody))
        finally:
            self.outcome.refusals += sum(player.refusals for player in everybody)

    async def _end(self, hall: Hall) -> None:
        """Let nothing fail any more, and compare the tables with their journals."""
        self.store.plan = no_fault
        await hall.checkpoint()
        tables: list[LiveTable] = [*hall.tables.values()]
        assert not any(table.is_lost for table in tables)
        await self._play(hall, max(table.state.rounds for table in tables) + 1)
        await hall.close()
        await check_tables(tables, self.books)
        entries = await audit(self.books, self.recorder.heard)
        self.outcome.rounds = sum(table.state.rounds for table in tables)
        self.outcome.entries = len(entries)
        self.outcome.faults = self.store.faults


def _crash(hall: Hall, committer: Committer) -> None:
    """End everything at once, as a killed process does."""
    for table in hall.tables.values():
        table.is_lost = True
        table.stop_clock()
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task() and "_append_late" not in repr(task.get_coro()):
            task.cancel()
    del committer


async def play(
    terms: Sequence[TableTerms],
    plan: Plan,
    *,
    seats: int,
    rounds: int = 3,
    seed: int = 1,
    lives: Sequence[float] = (),
) -> Outcome:
    """Play rounds while the store fails as planned, through some crashes; then audit the books."""
    books = MemoryStore()
    await fund(books)
    floor = Floor(terms, seats, seed, FaultyStore(books, plan), books)
    with fix_entropy():
        for seconds in lives:
            if await floor.live(rounds, seconds):
                break
        else:
            assert await floor.live(rounds, None)
    return floor.outcome


async def random_run(rng: random.Random, faults: int) -> Outcome:
    """Play on one floor after another until at least half so many calls failed."""
    outcome = Outcome()
    while (left := faults - outcome.faults.total()) > faults / 2:
        outcome.add(await random_floor(rng, left))
    return outcome


async def random_floor(rng: random.Random, faults: int) -> Outcome:
    """Play at some tables, with and without clocks, for about as long as so many calls fail."""
    count = rng.choice((1, 3))
    clocks = rng.choice((Clocks(), NO_CLOCK))
    terms = [
        any_terms(str(number), rng.choice(GAMES), rng.randrange(20), clocks)
        for number in range(count)
    ]
    often = rng.choice([*FAULTS_A_ROUND])
    rounds = max(2, round(faults / count / FAULTS_A_ROUND[often]))
    lives = [rng.choice(LIFE_SECONDS) for _ in range(rng.choice((0, 3, 10)))]
    plan = at_random(rng, often, faults)
    seats = rng.choice((1, 2, 4))
    seed = rng.randrange(10**6)
    return await play(terms, plan, seats=seats, rounds=rounds, seed=seed, lives=lives)
