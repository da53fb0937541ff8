"""Group commits: entries that arrive during one commit go together into the next."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from pitboss.ledger.entry import Entry
from pitboss.ledger.marks import Mark
from pitboss.store.errors import ConflictError, OutcomeUnknownError, SilentStoreError, StoreError
from pitboss.store.protocol import Store
from pitboss.store.pulse import Pulse
from pitboss.store.signing import Pen
from pitboss.strain import strained

BATCH_MAX = 256
"""Entries in one transaction: more make each writer wait longer and gain little."""
PAUSE_MAX = 1.0
"""Seconds between two questions to a store that does not answer."""

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class _Waiting:
    """Entries to be written, and the caller that waits for them."""

    entries: Sequence[Entry]
    waker: asyncio.Future[None]
    is_over: bool = False
    error: StoreError | None = None

    def end(self, error: StoreError | None) -> None:
        """Set the outcome of the entries; the first outcome stands."""
        # A committer that stops fails its whole last batch, calls with an outcome among them.
        if self.is_over:
            return
        self.is_over = True
        self.error = error
        if not self.waker.done():
            self.waker.set_result(None)


class Committer:
    """Writes the entries of all callers, one transaction at a time.

    The entries of one call are written together or not at all. Calls are written in the order they
    were made. A call that conflicts fails alone.
    """

    def __init__(self, store: Store, pen: Pen | None = None) -> None:
        """Start writing to *store*, in a task of the running loop; *pen* signs every commit."""
        self.pulse = Pulse()
        """Whether the store answers; while it is silent, nothing new is accepted."""
        self.pulse.on_change.append(self._refuse_waiting)
        self.refuses = False
        """The store refused what was written last, for another reason than a conflict."""
        self._store = store
        self._pen = pen
        self._queue: deque[_Waiting] = deque()
        self._has_work = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._write())

    async def commit(self, entries: Sequence[Entry]) -> None:
        """Return once the entries are durable; `ConflictError` or `StoreError` if they are not.

        A caller that is cancelled still waits for the outcome: an entry that is being written
        cannot be taken back.
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
            raise StoreError("the committer is closed")
        if self.pulse.is_silent:
            raise SilentStoreError
        waiting = _Waiting(entries, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._has_work.set()
        return waiting

    def _refuse_waiting(self) -> None:
        """Refuse entries not yet sent to a silent store; wait for those that were sent."""
        if self.pulse.is_silent:
            self._has_work.clear()
            while self._queue:
                self._queue.popleft().end(SilentStoreError())

    async def check_writes(self) -> None:
        """Raise `StoreError` if the store still refuses writes after it refused one."""
        if self.refuses:
            await self._store.try_write()
            self.refuses = False

    async def close(self) -> None:
        """Write the waiting entries, and stop."""
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
        batch = [self._queue.popleft()]
        size = 0
        size = len(batch[0].entries)
        most = strained("commit.batch", BATCH_MAX)
        while self._queue and size + len(self._queue[0].entries) <= most:
            batch.append(self._queue.popleft())
            size += len(batch[-1].entries)
        return batch

    async def _commit(self, batch: list[_Waiting]) -> None:
        """Write a whole batch; if the store refuses it, write each call by itself.

        One call that the store cannot take must not fail those that happen to be beside it. A
        store that is silent is not tried again.
        """
        try:
            await self._append([entry for waiting in batch for entry in waiting.entries])
        except StoreError as error:
            if len(batch) == 1 or isinstance(error, SilentStoreError) or self.pulse.is_silent:
                self.refuses = not isinstance(error, ConflictError | SilentStoreError)
                for waiting in batch:
                    waiting.end(error)
                return
            for waiting in batch:
                await self._commit([waiting])
        else:
            self.refuses = False
            try:
                if late := strained("commit.late", 0.0):
                    await asyncio.sleep(late)
            finally:
                for waiting in batch:
                    waiting.end(None)

    async def _append(self, entries: Sequence[Entry]) -> None:
        """Append; if the outcome is unknown, ask until it is known. Never guess.

        A try with an unknown outcome may still be committed after we ask. So it is over only when
        a later try succeeds or conflicts, and not when the store refuses a later try.
        """
        mark = self._pen.sign(entries) if self._pen else None
        await self._try(entries, mark)
        if self._pen and mark:
            self._pen.keep(mark)

    async def _try(self, entries: Sequence[Entry], mark: Mark | None) -> None:
        pause = 0.01
        is_unknown = False
        while True:
            try:
                return await _sound(
                    self._store.append(entries, mark) if mark else self._store.append(entries)
                )
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
    """Return the answer of a store; its unexpected errors fail one batch alone."""
    try:
        return await work
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(f"the store made a mistake: {error!r}") from error
