"""The pulse of a store: whether it answers. Nobody waits for a silent store.

A database can hang, be slow or be gone. So a small query runs periodically on a separate
connection. If it gets no answer for some seconds, the store is *silent*: waiting calls are ended,
and new ones fail at once, until the small query is answered again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from pitboss.store.errors import SilentStoreError, StoreError
from pitboss.store.protocol import Store


class PulseTerms(NamedTuple):
    """How long callers wait for a store, in seconds."""

    every: float = 0.5
    """Between two small queries."""
    silent: float = 3.0
    """Without an answer for so long, the store is silent: before a lease of 5 s is over."""
    stale: float = 30.0
    """Meters that nobody confirmed for so long are marked (JKP-16)."""


RETRY_SECONDS: Final = 0.25
"""Seconds between two tries to reach an unreachable store."""
LATE_SECONDS: Final = 0.5
"""A loop that was late by so many seconds may have an unread answer."""


class Pulse:
    """Whether a store answers, as far as this process knows."""

    def __init__(self) -> None:
        """Start with a store that answers."""
        self.is_silent = False
        self.silences = 0
        """How often it fell silent."""
        self.on_change: list[Callable[[], None]] = []
        """Called when it falls silent, and when it answers again."""
        self._waits: set[asyncio.Timeout] = set()

    def note(self, *, is_silent: bool) -> None:
        """Tell every listener that the store is silent, or answers again."""
        if is_silent == self.is_silent:
            return
        self.is_silent = is_silent
        self.silences += is_silent
        if is_silent:
            end_waits(self._waits)
        for call in tuple(self.on_change):
            call()

    async def take(self, lock: asyncio.Lock) -> None:
        """Take a lock; raise `SilentStoreError` if its holder may wait for a silent store."""
        if self.is_silent and lock.locked():
            raise SilentStoreError
        await acquire_unless_ended(lock, self._waits)

    @asynccontextmanager
    async def turn(self, lock: asyncio.Lock) -> AsyncIterator[None]:
        """Hold a lock; raise `SilentStoreError` like `take`."""
        await self.take(lock)
        try:
            yield
        finally:
            lock.release()


def end_waits(waits: set[asyncio.Timeout]) -> None:
    """End every wait that may be ended."""
    for wait in tuple(waits):
        wait.reschedule(0)


async def acquire_unless_ended(lock: asyncio.Lock, waits: set[asyncio.Timeout]) -> None:
    """Take a lock; raise `SilentStoreError` if `end_waits` ends the wait for it."""
    if not lock.locked():
        await lock.acquire()
        return
    try:
        async with asyncio.timeout(None) as wait:
            waits.add(wait)
            try:
                await lock.acquire()
            finally:
                waits.discard(wait)
    except TimeoutError:
        raise SilentStoreError from None


async def keep_pulse(store: Store, pulse: Pulse, terms: PulseTerms) -> None:
    """Take the pulse of a store for as long as it is used."""
    loop = asyncio.get_running_loop()
    heard = loop.time()
    while True:
        until = max(heard + terms.every, loop.time()) + terms.silent
        asking = loop.create_task(store.ping())
        try:
            if not await _is_answered(asking, until):
                _fall_silent(store, pulse)  # which ends the question too
            await asking
        except StoreError:
            if loop.time() - heard >= terms.silent:
                _fall_silent(store, pulse)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            heard = loop.time()
            store.note_silence(is_silent=False)
            pulse.note(is_silent=False)
            await asyncio.sleep(terms.every)
        finally:
            asking.cancel()


async def _is_answered(asking: asyncio.Task[None], until: float) -> bool:
    """Wait for an answer; if this loop was late itself, look once more."""
    loop = asyncio.get_running_loop()
    await asyncio.wait({asking}, timeout=until - loop.time())
    if loop.time() > until + LATE_SECONDS:
        await asyncio.wait({asking}, timeout=LATE_SECONDS)
    return asking.done()


def _fall_silent(store: Store, pulse: Pulse) -> None:
    store.note_silence(is_silent=True)
    pulse.note(is_silent=True)
