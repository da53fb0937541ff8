"""Many writers, one wait for the disk: what comes while one commit runs goes into the next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from pitboss.ledger.entry import Entry
from pitboss.store.protocol import (
    ConflictError,
    OutcomeUnknownError,
    SilentStoreError,
    Store,
    StoreError,
)
from pitboss.store.pulse import Pulse

BATCH_MAX = 256
"""Entries in one transaction: more make each writer wait longer and gain little."""
PAUSE_MAX = 1.0
"""Seconds between two questions to a store that does not answer."""

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class _Waiting:
    """Entries on their way, and whoever waits for them."""

    entries: Sequence[Entry]
    waker: asyncio.Future[None]
    is_over: bool = False
    error: StoreError | None = None

    def end(self, error: StoreError | None) -> None:
        """Say what became of the entries; what was said first is right."""
        if self.is_over:
            return
        self.is_over, self.error = True, error
        if not self.waker.done():
            self.waker.set_result(None)


class Committer:
    """Writes entries for everybody; one transaction at a time.

    The entries of one call are written together or not at all. Calls are written in the order they
    were made. A call that conflicts fails alone.
    """

    def __init__(self, store: Store) -> None:
        """Start writing to *store*, in a task of the running loop."""
        self.pulse = Pulse()
        """Whether the store answers; while it is silent, nothing new is accepted."""
        self.pulse.on_change.append(self._refuse_waiting)
        self._store = store
        self._queue: deque[_Waiting] = deque()
        self._has_work = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._write())

    async def commit(self, entries: Sequence[Entry]) -> None:
        """Return once the entries are durable; `ConflictError` or `StoreError` if they are not.

        Whoever waits may be cancelled, and still learns what became of them first: an entry that
        is being written cannot be taken back.
        """
        waiting = self._submit(entries)
        is_cancelled = False
        while not waiting.is_over:
            try:
                await waiting.waker
            except asyncio.CancelledError:
                is_cancelled = True
                waiting.waker = asyncio.get_running_loop().create_future()
        if is_cancelled and (task := asyncio.current_task()):
            task.uncancel()  # a time-out around this counts how often it was cancelled
            task.cancel()  # it ends where it waits next
        if waiting.error is not None:
            raise waiting.error

    def _submit(self, entries: Sequence[Entry]) -> _Waiting:
        if self._task.done():
            message = "the committer is closed"
            raise StoreError(message)
        if self.pulse.is_silent:
            raise SilentStoreError
        waiting = _Waiting(entries, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._has_work.set()
        return waiting

    def _refuse_waiting(self) -> None:
        """Refuse what was not sent to a store that is silent; what was sent is waited for."""
        if self.pulse.is_silent:
            self._has_work.clear()
            while self._queue:
                self._queue.popleft().end(SilentStoreError())

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        while self._queue and not self._task.done():
            await asyncio.sleep(0)
            await asyncio.wait({self._queue[-1].waker, self._task}, return_when="FIRST_COMPLETED")
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _write(self) -> None:
        batch: list[_Waiting] = []
        try:
            while True:
                await self._has_work.wait()
                batch = self._take()
                if not self._queue:
                    self._has_work.clear()
                await self._commit(batch)
        finally:
            self._fail(batch)  # whoever waits must not wait for ever

    def _take(self) -> list[_Waiting]:
        batch, size = [self._queue.popleft()], 0
        size = len(batch[0].entries)
        while self._queue and size + len(self._queue[0].entries) <= BATCH_MAX:
            batch.append(self._queue.popleft())
            size += len(batch[-1].entries)
        return batch

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Write a batch whole; where one call conflicts, each by itself."""
        try:
            await self._append([entry for waiting in batch for entry in waiting.entries])
        except ConflictError as error:
            if len(batch) == 1:
                batch[0].end(error)
                return
            for waiting in batch:
                await self._commit([waiting])
        except StoreError as error:
            for waiting in batch:
                waiting.end(error)
        else:
            for waiting in batch:
                waiting.end(None)

    async def _append(self, entries: Sequence[Entry]) -> None:
        """Append, and where the outcome is unknown ask until it is known. Never guess.

        A try whose outcome is unknown may still be committed after we asked. So it is over only
        when a later one succeeds or conflicts, and not when the store refuses a later one.
        """
        pause, is_unknown = 0.01, False
        while True:
            try:
                return await _sound(self._store.append(entries))
            except ConflictError:
                # An earlier try may have been committed after we asked: then these are our own.
                if is_unknown and await self._is_there(entries[-1], pause):
                    return None
                raise
            except StoreError as error:
                is_unknown = is_unknown or isinstance(error, OutcomeUnknownError)
                if not is_unknown:
                    raise
                if await self._is_there(entries[-1], pause):
                    return None
            await asyncio.sleep(pause)
            pause = min(PAUSE_MAX, pause * 2)

    async def _is_there(self, entry: Entry, pause: float) -> bool:
        while True:
            try:
                stored = await _sound(self._store.entry(entry.stream, entry.version))
            except StoreError:
                await asyncio.sleep(pause)
                pause = min(PAUSE_MAX, pause * 2)
            else:
                return stored is not None and stored.hash == entry.hash

    def _fail(self, batch: list[_Waiting]) -> None:
        for waiting in (*batch, *self._queue):
            waiting.end(StoreError("the committer was stopped"))


async def _sound(work: Awaitable[_T]) -> _T:
    """Return what a store answers; its own mistakes fail one batch, and stop nobody else."""
    try:
        return await work
    except StoreError:
        raise
    except Exception as error:
        message = f"the store made a mistake: {error!r}"
        raise StoreError(message) from error
