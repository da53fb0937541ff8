"""Answer a request for a change, even if the books fall silent meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from pitboss.server.requests.errors import NO_STORE
from pitboss.store import Pulse

LAST_SECONDS: Final = 1.0
"""Seconds after the books fall silent, within which unsent entries are refused."""
_T = TypeVar("_T")
_going_on: set[asyncio.Task[Any]] = set()


async def do_unless_silent(pulse: Pulse, work: Coroutine[Any, Any, _T]) -> _T:
    """Return the result of *work*; raise `NO_STORE` if the books fall silent first.

    The work goes on: its entries are written once or not at all, and a client that asks again
    with the same key learns which.
    """
    task = asyncio.get_running_loop().create_task(work)
    silent: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def note() -> None:
        if pulse.is_silent and not silent.done():
            silent.set_result(None)

    pulse.on_change.append(note)
    note()
    try:
        waits: list[asyncio.Future[Any]] = [task, silent]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            await asyncio.wait({task}, timeout=LAST_SECONDS)
    except asyncio.CancelledError:
        task.cancel()
        raise
    finally:
        pulse.on_change.remove(note)
    if task.done():
        return task.result()
    _going_on.add(task)
    task.add_done_callback(_forget)
    raise NO_STORE


def _forget(task: asyncio.Task[Any]) -> None:
    _going_on.discard(task)
    if not task.cancelled():
        task.exception()  # nobody waits for it any more
