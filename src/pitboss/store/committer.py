"""Many writers, one wait for the disk: what comes while one commit runs goes into the next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from pitboss.ledger.entry import Entry
from pitboss.store.protocol import ConflictError, OutcomeUnknownError, Store, StoreError

BATCH_MAX = 256
"""Entries in one transaction: more make each writer wait longer and gain little."""
PAUSE_MAX = 1.0
"""Seconds between two questions to a store that does not answer."""

_T = TypeVar("_T")


class _Waiting(NamedTuple):
    entries: Sequence[Entry]
    done: asyncio.Future[None]


class Committer:
    """Writes entries for everybody; one transaction at a time.

    The entries of one call are written together or not at all. Calls are written in the order they
    were made. A call that conflicts fails alone.
    """

    def __init__(self, store: Store) -> None:
        """Start writing to *store*, in a task of the running loop."""
        self._store = store
        self._queue: deque[_Waiting] = deque()
        self._has_work = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._write())

    async def commit(self, entries: Sequence[Entry]) -> None:
        """Return once the entries are durable; `ConflictError` or `StoreError` if they are not.

        Whoever waits may be cancelled, and still learns what became of them first: an entry that
        is being written cannot be taken back.
        """
        done = self._submit(entries)
        is_cancelled = False
        while not done.done():
            try:
                await asyncio.shield(done)
            except asyncio.CancelledError:
                is_cancelled = True
            except StoreError:
                break
        if is_cancelled and (task := asyncio.current_task()):
            task.uncancel()  # a time-out around this counts how often it was cancelled
            task.cancel()  # it ends where it waits next
        done.result()

    def _submit(self, entries: Sequence[Entry]) -> asyncio.Future[None]:
        if self._task.done():
            message = "the committer is closed"
            raise StoreError(message)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(_Waiting(entries, done))
        self._has_work.set()
        return done

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        while self._queue and not self._task.done():
            await asyncio.sleep(0)
            await asyncio.wait({self._queue[-1].done, self._task}, return_when="FIRST_COMPLETED")
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
                _end(batch[0], error)
                return
            for waiting in batch:
                await self._commit([waiting])
        except StoreError as error:
            for waiting in batch:
                _end(waiting, error)
        else:
            for waiting in batch:
                _end(waiting, None)

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
            _end(waiting, StoreError("the committer was stopped"))


async def _sound(work: Awaitable[_T]) -> _T:
    """Return what a store answers; its own mistakes fail one batch, and stop nobody else."""
    try:
        return await work
    except StoreError:
        raise
    except Exception as error:
        message = f"the store made a mistake: {error!r}"
        raise StoreError(message) from error


def _end(waiting: _Waiting, error: StoreError | None) -> None:
    if waiting.done.done():
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(error)
