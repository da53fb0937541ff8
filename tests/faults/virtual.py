"""An event loop whose time passes only when everybody waits: years in seconds, the same each run.

Nothing may wait for another thread or a socket in it. Where everybody waits for something that will
never come, the run fails in place of hanging.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")
START = 1_800_000_000_000_000
"""When a run begins, in microseconds since 1970."""


class _Jumping(selectors.SelectSelector):
    """Moves the clock in place of waiting."""

    seconds = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            raise RuntimeError("everybody waits for something that never comes")
        self.seconds += max(timeout, 1e-6)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop with a clock of its own."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.seconds

    def clock(self) -> int:
        """Return the time in microseconds since 1970, as tables want it."""
        return START + round(self._jumping.seconds * 1_000_000)


def run(steps: Coroutine[Any, Any, _T]) -> _T:
    """Run something in a loop of its own, and let nothing of it go on afterwards."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(steps)


def clock() -> int:
    """Return the time of the loop that runs."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop.clock()
