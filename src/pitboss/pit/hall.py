"""All tables of a floor: opened, restored after a restart, and checkpointed."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from pitboss.engine.values import replace
from pitboss.fair.order import Source
from pitboss.floor.cutting import restart_cut
from pitboss.floor.journal import (
    PromisedShuffle,
    opened_draft,
    promise_names,
    read_promise,
    read_terms,
)
from pitboss.floor.linked_wagers import check_new_links
from pitboss.floor.rebuild import rebuild
from pitboss.floor.state import Absence, TableState, open_table
from pitboss.floor.terms import TableTerms
from pitboss.ledger.book import NO_ENTRY, Head, seal_all
from pitboss.ledger.checkpoint import Checkpoint, Sign, make_checkpoint
from pitboss.ledger.entry import Entry
from pitboss.pit.absent_play import AbsentSolver
from pitboss.pit.beacon import Beacon
from pitboss.pit.damage import reading_books
from pitboss.pit.entropy import Entropy, Seals
from pitboss.pit.keeper import Keeper
from pitboss.pit.proofs import Grove
from pitboss.pit.table import Holds, LiveTable, TableParts, always
from pitboss.rulebook.house import house_data
from pitboss.store import Committer, ConflictError, Store, StoreError
from pitboss.store.signing import mark_checkpoint
from pitboss.strain import strained

CHECKPOINT_SECONDS: Final = 60.0
CHECKPOINT_ENTRIES: Final = 1_000
"""A checkpoint is taken sooner after so many entries: little must lie behind the last one."""
LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at how many there are."""
REST: Final = 9.0
"""A checkpoint reads the ends of all streams; it is followed by so many times its duration."""
LAST_SECONDS: Final = 5.0
"""Seconds for the checkpoint of a stop; a store that does not answer must not keep it."""
LAST_TRIES: Final = 3
STREAM: Final = "table/"
TAKE_OVERS_MAX: Final = 100
"""Tries to take a table over from a process that still writes."""

Clock = Callable[[], int]


def steady_clock() -> Clock:
    """Return a clock in microseconds since 1970 that ignores changes of the computer's clock."""
    start = time.time_ns() - time.monotonic_ns()
    return lambda: (start + time.monotonic_ns()) // 1000


def _changes(kept: TableTerms, wanted: TableTerms) -> tuple[str, ...]:
    """Return the keys of a house that differ: "limits.main.min: plays 500, the file says 2500"."""
    old, new = (_flat(house_data(terms.house)) for terms in (kept, wanted))
    return tuple(
        f"{key}: plays {old.get(key, 'nothing')}, the file says {new.get(key, 'nothing')}"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    )


def _flat(data: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in data.items():
        inner = _flat(value, f"{before}{key}.") if isinstance(value, dict) else None
        flat |= {f"{before}{key}": value} if inner is None else inner
    return flat


class Hall:
    """The tables that this process runs."""

    def __init__(  # noqa: PLR0913 - as many as a hall has parts
        self,
        store: Store,
        committer: Committer,
        seals: Seals,
        *,
        clock: Clock | None = None,
        sign: Sign | None = None,
        solver: AbsentSolver | None = None,
        holds: Holds = always,
        keeper: Keeper | None = None,
        source: Source = os.urandom,
        beacon: Beacon | None = None,
    ) -> None:
        """Run tables whose books are in *store*; *solver* plays hands of absent players.

        *holds* returns whether this process still has its leases, if others share the books;
        *keeper* has the jackpots that tables share; *source* gives the random bytes of shuffles;
        *beacon* gives public numbers that are mixed into them.
        """
        self.tables: dict[str, LiveTable] = {}
        self._store = store
        self._committer = committer
        self._seals = seals
        self._clock = clock or steady_clock()
        self._parts = TableParts(
            store=store,
            committer=committer,
            clock=self._clock,
            solver=solver,
            holds=holds,
            beacon=beacon,
        )
        self._sign = sign
        self._keeper = keeper
        self._source = source
        self.unlike: dict[str, tuple[str, ...]] = {}
        """Table -> what a file says of its rules that it does not play: it keeps those it has."""
        self.on_gone: list[Callable[[str], None]] = []
        """Called with the id of a table that this process no longer runs."""
        self.witness: Callable[[Checkpoint], Awaitable[None]] | None = None
        """Keeps a copy of every checkpoint in another place."""
        self._resuming: set[asyncio.Task[None]] = set()
        committer.pulse.on_change.append(self._resume)
        self._checkpoints: asyncio.Task[None] | None = None
        self._last: Checkpoint | None = None
        self._grove = Grove(store)
        self._signed = 0
        """The position of the books at the last checkpoint, or somewhat before it."""

    # -- opening -----------------------------------------------------------------------------------

    async def open(self, wanted: Iterable[TableTerms] = (), *, alone: bool = True) -> None:
        """Restore the tables of the books, and open those of *wanted* that are new.

        Practice tables, whose chips are worth nothing, end with their process. If the process is
        not *alone*, other tables are left to other processes.
        """
        wanted = tuple(wanted)
        names = {terms.id for terms in wanted}
        recovered = [
            table
            for table in await self._recover(STREAM)
            if table.state.id in names or (alone and not table.state.terms.has_own_chips)
        ]
        taken = await asyncio.gather(*map(self._take_over, recovered), return_exceptions=True)
        for table in taken:
            if isinstance(table, BaseException):
                raise table
        for table in taken:
            assert isinstance(table, LiveTable)
            self._run(table)
        for terms in wanted:
            if terms.id in self.tables:
                kept = self.tables[terms.id].state.terms
                self.unlike |= {terms.id: changes} if (changes := _changes(kept, terms)) else {}
        new = [terms for terms in wanted if terms.id not in self.tables]
        check_new_links([table.state.terms for table in self.tables.values()], new)
        for terms in new:
            await self.add(terms)

    async def add(self, terms: TableTerms, actor: str = "house") -> LiveTable:
        """Open a new table."""
        draft = opened_draft(terms, actor)
        terms = read_terms(draft)  # tables of one house share it
        entries = seal_all([draft], NO_ENTRY, self._clock())
        await self._committer.commit(entries)
        entropy = Entropy(terms.id, self._seals, self._source)
        state = self._with_beacon(open_table(terms))
        table = LiveTable(state, Head.of(entries[0]), entropy, self._parts)
        await table.do_chores()
        return self._run(table)

    def _with_beacon(self, state: TableState) -> TableState:
        """Return a table that waits for the beacon, unless its chips are worth nothing."""
        beacon = self._parts.beacon
        if beacon is None or state.terms.has_own_chips:
            return state
        return state._replace(beacon=beacon.terms)

    # -- where several processes share the books ---------------------------------------------------

    async def take(self, names: Iterable[str]) -> list[str]:
        """Run tables that this process now has the leases of; return those that exist."""
        tables = await self._rebuild_all(
            await self._store.stream_tails([STREAM + name for name in names], "dealt")
        )
        for table in await asyncio.gather(*map(self._take_over, tables)):
            self._run(table)
        return [table.state.id for table in tables]

    async def let_go(self, name: str, seconds: float) -> None:
        """Stop running a table; an open round gets some time to end."""
        table = self.tables.get(name)
        if table is not None:
            await table.retire(seconds)
            self.forget(name)

    def forget(self, name: str) -> None:
        """Stop running a table that another process runs."""
        table = self.tables.pop(name, None)
        if table is not None:
            table.lose()
            for tell in self.on_gone:
                tell(name)

    def _run(self, table: LiveTable) -> LiveTable:
        self.tables[table.state.id] = table
        if self._keeper is not None and table.state.terms.links:
            table.keeper = self._keeper
            self._keeper.attach(table)
        table.go_on()
        return table

    def _resume(self) -> None:
        """Resume all tables once the books answer again."""
        if not self._committer.pulse.is_silent:
            for table in self.tables.values():
                task = asyncio.get_running_loop().create_task(table.resume())
                self._resuming.add(task)
                task.add_done_callback(self._resuming.discard)

    # -- after a restart ---------------------------------------------------------------------------

    async def _take_over(self, table: LiveTable) -> LiveTable:
        """Take over a table; return its state at that moment.

        An entry of the previous process may be committed after the table was read: then the table
        is read again.
        """
        for _ in range(TAKE_OVERS_MAX):
            try:
                await table.take_over()
            except ConflictError:
                name = table.state.stream
                again = await self._recover(name)
                table = next(rebuilt for rebuilt in again if rebuilt.state.stream == name)
            else:
                return table
        raise StoreError(f"another process keeps writing to {table.state.stream}")

    async def _recover(self, prefix: str) -> list[LiveTable]:
        """Rebuild tables from their last deal on, without reading anything before it."""
        return await self._rebuild_all(await self._store.tails(prefix, "dealt"))

    async def _rebuild_all(self, tails: list[Entry]) -> list[LiveTable]:
        streams = {name: list(tail) for name, tail in groupby(tails, key=attrgetter("stream"))}
        wanted = [name for stream in streams.values() for name in promise_names(stream)]
        promises: dict[str, list[PromisedShuffle]] = {name: [] for name in streams}
        for entry in await self._store.find_all(wanted):
            promises[entry.stream].append(read_promise(entry))
        tables = [self._rebuild(stream, promises[name]) for name, stream in streams.items()]
        for table in tables:
            await self._name_seats(table)
        return tables

    async def _name_seats(self, table: LiveTable) -> None:
        """Give those who sit at a table their names: the journal has their accounts alone."""
        seats = dict(table.state.seats)
        for number, sitting in seats.items():
            known = await self._store.account_credential(sitting.account)
            if known is not None:
                seats[number] = replace(sitting, name=known.title)
        table.state = replace(table.state, seats=seats)

    def _rebuild(self, stream: list[Entry], promises: list[PromisedShuffle]) -> LiveTable:
        terms = read_terms(stream[0])  # a deal repeats the limits in force
        entropy = Entropy(terms.id, self._seals, self._source)
        promises += [read_promise(entry) for entry in stream if entry.kind == "promised"]
        state = rebuild(terms, stream, entropy.order, entropy.open(promises))
        state = self._with_beacon(state)
        head = Head.of(stream[-1])
        return LiveTable(
            _welcome_back(state, max(self._clock(), head.at)), head, entropy, self._parts
        )

    # -- checkpoints -------------------------------------------------------------------------------

    def start_checkpoints(
        self, seconds: float = CHECKPOINT_SECONDS, *, when: Holds = always
    ) -> None:
        """Take checkpoints while the hall is open and *when* returns true.

        One is taken after some seconds, and sooner after `CHECKPOINT_ENTRIES`.
        """
        checking = self._keep_checking(seconds, when)
        self._checkpoints = asyncio.get_running_loop().create_task(checking)

    async def _keep_checking(self, seconds: float, when: Holds) -> None:
        loop = asyncio.get_running_loop()
        look = pause = min(seconds, LOOK_SECONDS)
        passed = 0.0
        while True:
            await asyncio.sleep(pause)
            passed = passed + pause
            pause = look
            if not when():
                continue
            began = loop.time()
            try:
                position = await self._store.position()
                if passed < seconds and position - self._signed < strained(
                    "checkpoint.entries", CHECKPOINT_ENTRIES
                ):
                    continue
                await self.checkpoint()
            except StoreError:
                continue  # the next one serves as well
            self._signed = position
            passed = 0.0
            pause = max(look, REST * (loop.time() - began))

    async def checkpoint_at_stop(self) -> bool:
        """Sign all that was written, once nobody writes any more; False: the store did not answer.

        A process that shares the books may take one at the same moment: then this one follows it.
        """
        if self._checkpoints is None:
            return True  # the hall was never open
        for _ in range(LAST_TRIES):
            try:
                async with asyncio.timeout(LAST_SECONDS):
                    await self.checkpoint()
            except ConflictError:
                continue
            except (StoreError, TimeoutError):
                return False
            return True
        return False

    async def checkpoint(self) -> Checkpoint:
        """Sign the books, unless they are unchanged since the last checkpoint."""
        if self._last is None:
            kept = await self._store.checkpoints()
            self._last = kept[-1] if kept else None
        heads, balances = await self._store.books()
        at = max(self._clock(), self._last.at if self._last else 0)
        entries = sum(head.version for head in heads.values())
        if self._last is None or self._last.entries != entries:
            with reading_books():  # the one before may be damaged
                tree = await self._grove.root(entries, self._last)
                made = make_checkpoint(
                    heads, balances, at=at, last=self._last, sign=self._sign, tree=tree
                )
            self._last = None  # if the store fails now, it has to say which is the last
            await self._store.add_checkpoint(made)
            self._last = made
            if self._sign is not None:
                await mark_checkpoint(self._store, made, self._sign)
            if self.witness is not None:
                await self.witness(made)
        return self._last

    async def close(self) -> None:
        """Stop the clocks; the books stay with their owner."""
        if self._checkpoints is not None:
            self._checkpoints.cancel()
        await asyncio.gather(*(table.close() for table in self.tables.values()))


def _welcome_back(state: TableState, now: int) -> TableState:
    """Restart the open question with its full time, and give players time to come back."""
    clocks = state.terms.clocks
    accounts = {sitting.account for sitting in state.seats.values()}
    absence = Absence(now, clocks.disconnect + clocks.restart)
    current = state.round._replace(asked_at=now + clocks.restart) if state.round else None
    state = restart_cut(state, now + clocks.restart)
    return state._replace(round=current, absences=dict.fromkeys(accounts, absence))
