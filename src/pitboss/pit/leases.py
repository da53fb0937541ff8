"""Share the tables between the processes on the same books.

A worker renews its registration once a second. It takes tables that no living worker has, up to its
fair share, and gives some away when other workers join. A lease assigns a table to a worker. The
journal prevents two writers: no two entries can follow the same one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from pitboss.floor.terms import TableTerms
from pitboss.pit.hall import STREAM, Hall
from pitboss.pit.table import LiveTable
from pitboss.store import ConflictError, Place, StoreError, Worker
from pitboss.strain import strained

if TYPE_CHECKING:
    from pitboss.store.sharing import Sharing

LEASE_SECONDS: Final = 5.0
"""Seconds without a renewal after which a worker loses its tables."""
RENEW_SECONDS: Final = 1.0
SILENT_SECONDS: Final = 2.0
"""A worker whose connection to the database is gone, and that renewed nothing for so long, is."""
MARGIN_SECONDS: Final = 0.5
"""Seconds before the end of its leases at which a worker stops serving its tables."""
RETIRE_SECONDS: Final = 10.0
"""Seconds for an open round to end before its table moves; then it moves as it is."""
TOGETHER_SECONDS: Final = 0.2
"""Seconds that a draining worker waits to see which others drain too."""
MOVES_MAX: Final = 64
"""Tables given away at the same time."""
TAKEN_AT_ONCE: Final = 256
"""Tables restored in one go; leases are renewed in between."""
QUIET_SECONDS: Final = 3.0
"""When the database was away, others have so long to come back before their tables are taken."""
TOPIC: Final = "lease"

Note = Callable[[str, str], None]
"""Called with an event and its fields, for the log."""


class ForeignKeysError(Exception):
    """Another process on the same books has another key file."""


class UnreachableError(Exception):
    """Processes on two machines cannot reach each other."""


class Leases:
    """The tables of this process, among those of all."""

    def __init__(self, sharing: Sharing, place: Place, note: Note | None = None) -> None:
        """Take the place of a worker; `start` registers it."""
        self.number = 0
        """Its own; a worker that was held for gone comes back under another."""
        self.workers: Mapping[int, Worker] = {}
        """Those that live."""
        self.owners: Mapping[str, int] = {}
        """Table -> the worker that has its lease; a table that nobody has is not here."""
        self.known: frozenset[str] = frozenset()
        """Every table that has a lease."""
        self.on_change: list[Callable[[], None]] = []
        """Called when owners or workers change."""
        self._sharing = sharing
        self._place = place
        self._note = note or (lambda _, __: None)
        self._hall: Hall | None = None
        self._held_until = 0.0
        self._stamp = -1
        self._wake = asyncio.Event()
        self._changing = asyncio.Lock()
        """Held while owners change here, so nobody acts on old readings."""
        self._leases: dict[str, int | None] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._moving: dict[str, asyncio.Task[None]] = {}
        self._unusable: set[str] = set()
        self._is_draining = False

    def holds(self) -> bool:
        """Return whether this process still has its leases."""
        return time.monotonic() < self._held_until

    @property
    def hall(self) -> Hall:
        """The tables that this process runs."""
        assert self._hall is not None
        return self._hall

    @property
    def others(self) -> list[Worker]:
        """The other living workers."""
        return [worker for worker in self.workers.values() if worker.number != self.number]

    @property
    def is_ending(self) -> bool:
        """Whether this process stops and no other process is left to run tables."""
        return self._is_draining and all(worker.is_draining for worker in self.others)

    def is_first(self) -> bool:
        """Return whether this process does the work that one process does for all."""
        return self.number == min(self.workers, default=self.number)

    # -- starting and stopping ---------------------------------------------------------------------

    async def start(self, hall: Hall, wanted: Iterable[TableTerms] = ()) -> None:
        """Become a worker, take a share of the tables, and open those of *wanted* that are new."""
        self._hall = hall
        self._sharing.listen(TOPIC, lambda _: self._wake.set())
        self._sharing.keep_open()
        await self._sharing.bury(_scale(LEASE_SECONDS), 0)
        _check_places(self._place, await self._sharing.workers())
        await self._register()
        self._tasks = [asyncio.get_running_loop().create_task(self._keep_renewing())]
        await self._sharing.note_tables(STREAM)
        await self._look()
        await self._settle()
        await self._open_new({terms.id: terms for terms in wanted})
        await self._look()
        self._tasks.append(asyncio.get_running_loop().create_task(self._keep_sharing()))

    def run(self) -> None:
        """Resume renewing and sharing after `stop`."""
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(work()) for work in (self._keep_renewing, self._keep_sharing)
        ]

    def stop(self) -> None:
        """Stop renewing and sharing."""
        for task in self._tasks:
            task.cancel()

    async def _open_new(self, wanted: Mapping[str, TableTerms]) -> None:
        """Open tables that are not in the books; of two starting processes, one does."""
        new = [STREAM + name for name in wanted if name not in self.known]
        mine = set(await self._sharing.claim_new(self.number, new)) if new else set()
        for stream in new:
            if stream in mine:
                with suppress(ConflictError):  # the books had it, and it is taken from there
                    await self.hall.add(wanted[stream.removeprefix(STREAM)])
        if mine:
            await self._tell()

    async def note_new(self, name: str) -> None:
        """Take the lease of a table that is about to be opened here."""
        async with self._changing:
            await self._sharing.claim_new(self.number, [STREAM + name])
            self.owners = {**self.owners, name: self.number}
            self.known |= {name}
        await self._tell()

    async def drain(self) -> bool:
        """Give every table away; an open round gets some time to end.

        Return False if no other worker could take them: rounds go on at the next start.
        """
        self._is_draining = True
        with suppress(StoreError):
            await self._sharing.drain(self.number)
            await asyncio.sleep(TOGETHER_SECONDS)
            await self.look()
        if self.is_ending:
            return False
        names = [*self.hall.tables]
        most = strained("lease.moves", MOVES_MAX)
        for start in range(0, len(names), most):
            part = names[start : start + most]
            await asyncio.gather(
                *(self._give_away(name, strained("lease.retire", RETIRE_SECONDS)) for name in part)
            )
        return True

    async def close(self) -> None:
        """Stop being a worker."""
        self._is_draining = True
        self.stop()
        tasks = [*self._tasks, *self._moving.values()]
        for task in self._moving.values():
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError):
            await self._sharing.resign(self.number)
            await self._tell()
        self._held_until = 0.0

    # -- the round of every second -----------------------------------------------------------------

    async def _keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(_scale(RENEW_SECONDS))
            try:
                await self._renew()
            except StoreError as error:
                self._note("lease-trouble", str(error))

    async def _keep_sharing(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_scale(RENEW_SECONDS)):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self._look_around()
            except StoreError as error:
                self._note("lease-trouble", str(error))
                await asyncio.sleep(_scale(RENEW_SECONDS / 4))

    async def _look_around(self) -> None:
        """End workers that are gone, and share the tables again."""
        if not self._is_quiet():
            await self._sharing.bury(_scale(LEASE_SECONDS), _scale(SILENT_SECONDS))
        async with self._changing:
            await self._look()
            await self._settle()

    def _is_quiet(self) -> bool:
        """Return whether the database just came back: other workers may not be back yet."""
        return time.monotonic() < self._sharing.back_at + _scale(QUIET_SECONDS)

    async def _register(self) -> None:
        """Register as a worker, with the tables that nobody took from its predecessor."""
        sent_at = time.monotonic()
        before = self.number
        self.number, streams = await self._sharing.register(
            self._place, _scale(LEASE_SECONDS), draining=self._is_draining, before=before
        )
        kept = {stream.removeprefix(STREAM) for stream in streams}
        for name in self.hall.tables.keys() - kept:
            self.hall.forget(name)
        self.owners = {**self.owners, **dict.fromkeys(kept, self.number)}
        self._held_until = sent_at + _scale(LEASE_SECONDS - MARGIN_SECONDS)
        self._note("worker", str(self.number))
        await self._tell()

    async def _renew(self) -> None:
        sent_at = time.monotonic()
        if await self._sharing.renew(self.number, _scale(LEASE_SECONDS)):
            self._held_until = sent_at + _scale(LEASE_SECONDS - MARGIN_SECONDS)
            return
        self._note("lease-over", str(self.number))
        self._held_until = 0.0
        async with self._changing:
            await self._register()

    async def look(self) -> None:
        """Read the leases again, because a caller names an unknown table."""
        with suppress(StoreError):
            async with self._changing:
                await self._look()

    async def _look(self) -> None:
        """Read the living workers and the leases."""
        workers = {worker.number: worker for worker in await self._sharing.workers()}
        stamp = await self._sharing.stamp()
        is_new = workers != self.workers or stamp != self._stamp
        if stamp != self._stamp:
            leases = await self._sharing.leases()
            self._leases = {lease.stream.removeprefix(STREAM): lease.worker for lease in leases}
            self.known = frozenset(self._leases)
            self._stamp = stamp
        if is_new:
            self.workers = workers
            self.owners = {name: who for name, who in self._leases.items() if who in workers}
            for tell in self.on_change:
                tell()

    async def _settle(self) -> None:
        """Run this worker's tables, and no more than its share."""
        mine = {name for name, who in self.owners.items() if who == self.number}
        for name, table in tuple(self.hall.tables.items()):
            is_theirs = self.owners.get(name, self.number) != self.number
            if is_theirs or (table.is_lost and name not in self._moving):
                self.hall.forget(name)
        if self._is_draining:
            return
        await self._take(sorted(mine - self.hall.tables.keys() - self._moving.keys()))
        takers = sum(not worker.is_draining for worker in self.workers.values())
        share = -(-len(self.known) // max(1, takers))
        is_short = len(mine) < share and len(self.owners) < len(self.known)
        if is_short and not self._is_quiet():
            claimed = await self._sharing.claim(self.number, share - len(mine))
            if claimed:
                await self._take([stream.removeprefix(STREAM) for stream in claimed])
                await self._tell()
        self._give_some(len(mine) - share - len(self._moving))

    async def _take(self, names: list[str]) -> None:
        """Run tables whose leases are this worker's."""
        usable = [name for name in names if name not in self._unusable]
        for start in range(0, len(usable), TAKEN_AT_ONCE):
            part = usable[start : start + TAKEN_AT_ONCE]
            try:
                await self.hall.take(part)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - which of them it is, is found one by one
                for name in part:
                    await self._try(name)

    async def _try(self, name: str) -> None:
        """Run one table; its failure must not stop the others."""
        try:
            await self.hall.take([name])
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001
            self._unusable.add(name)
            self._note("table-unusable", f"{name}: {error!r}")

    def _give_some(self, count: int) -> None:
        """Begin to give tables away, the least busy first."""
        tables = [
            table for table in self.hall.tables.values() if table.state.id not in self._moving
        ]
        tables.sort(key=_use)
        for table in tables[: max(0, min(count, strained("lease.moves", MOVES_MAX)))]:
            name = table.state.id
            work = self._give_away(name, strained("lease.retire", RETIRE_SECONDS))
            task = self._moving[name] = asyncio.get_running_loop().create_task(work)
            task.add_done_callback(partial(self._forget_move, name))

    def _forget_move(self, name: str, _: asyncio.Task[None]) -> None:
        self._moving.pop(name, None)

    async def _give_away(self, name: str, seconds: float) -> None:
        await self.hall.let_go(name, seconds)
        with suppress(StoreError):  # otherwise it is taken again
            async with self._changing:
                await self._sharing.release(self.number, [STREAM + name])
                self.owners = {table: who for table, who in self.owners.items() if table != name}
            await self._tell()

    async def _tell(self) -> None:
        with suppress(StoreError):  # others look once a second anyway
            await self._sharing.tell(TOPIC, str(self.number))


def _use(table: LiveTable) -> tuple[bool, bool, int]:
    """Return how busy a table is: an open round, bets for the next one, watchers."""
    state = table.state
    return state.round is not None, state.betting_since is not None, len(table.watchers)


def _check_places(place: Place, others: Iterable[Worker]) -> None:
    """Refuse to start if tables, or their players, could not move between processes."""
    for worker in others:
        if worker.place.key != place.key:
            message = "another server on these books has another key file; give this one the same"
            raise ForeignKeysError(message)
        if worker.place.machine != place.machine and not (worker.place.address and place.address):
            message = (
                "these books are served on another machine too: name the address at which each "
                "reaches the other with --bridge, on both"
            )
            raise UnreachableError(message)


def _scale(seconds: float) -> float:
    return seconds * strained("lease.scale", 1.0)
