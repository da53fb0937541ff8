"""An event loop for a whole floor: time is virtual, and processes live and die in it.

Everything runs in one thread. Time passes only when everybody waits. What a process does is marked
by its `Life`, which the tasks and timers that it begins inherit: a life that ends never runs
another step, not even a `finally`, as when a process is killed. Tasks and futures have numbers for
hashes, so no order depends on where an object lies in memory.
"""

from __future__ import annotations

import asyncio
import heapq
import signal
from asyncio import events, selector_events
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from itertools import count
from selectors import BaseSelector, SelectorKey
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

START = 1_800_000_000
"""When a run begins, in seconds since 1970."""
STEPS_MAX = 100_000
"""Steps without any time passing after which the run turns in circles."""
STEP_SECONDS_MAX = 20
"""Seconds of a processor after which one step never ends."""


class StuckError(KeyboardInterrupt):
    """Everybody waits for something that never comes, or works without an end.

    It passes every handler of the code that is stuck, as a keyboard interrupt does.
    """


@dataclass(eq=False)
class Life:
    """One life of a process: a worker that is started again has another."""

    name: str
    machine: str
    skew: float = 0.0
    """Seconds by which the clock on its wall is wrong; it may change at any moment."""
    is_dead: bool = False
    on_end: list[Callable[[], None]] = field(default_factory=list)
    """Called when it was killed."""
    graveyard: list[object] = field(default_factory=list)
    """What its tasks held: nothing of a killed process is cleaned up while the others live."""

    @property
    def context(self) -> Context:
        """A context in which a task or timer belongs to this life."""
        context = copy_context()
        context.run(LIFE.set, self)
        return context


LIFE: ContextVar[Life | None] = ContextVar("life", default=None)
"""The process that runs now; None: somebody outside, such as a client."""


class NumberedTask(asyncio.Task[Any]):
    """A task whose hash is its number in the run."""

    def __init__(self, number: int, *given: Any, **named: Any) -> None:  # noqa: ANN401 - as given
        self.number = number  # first: the task is put into a set while it is made
        super().__init__(*given, **named)

    def __hash__(self) -> int:
        return self.number


class NumberedFuture(asyncio.Future[Any]):
    """A future whose hash is its number in the run."""

    def __init__(self, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.number = number
        super().__init__(loop=loop)

    def __hash__(self) -> int:
        return self.number


class _NoSelector(BaseSelector):
    """Stands in for the operating system: there are no files to wait for."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> SelectorKey:  # noqa: ANN401
        return SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> SelectorKey:  # noqa: ANN401
        return SelectorKey(fileobj, 0, 0, None)

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        del timeout
        return []

    def get_map(self) -> dict[Any, SelectorKey]:
        return {}


class FloorLoop(selector_events.BaseSelectorEventLoop):
    """A loop whose clock jumps to the next timer."""

    _ready: Any
    _scheduled: Any

    def __init__(self) -> None:
        super().__init__(_NoSelector())
        self._now = 0.0
        self.timers = 0
        """Timers of processes that fired."""
        self._steps = 0
        self._numbers = count(1)
        self._timers_made = count()
        self._tasks: dict[Life, list[NumberedTask]] = {}
        self.set_task_factory(self._make_task)  # type: ignore[arg-type]
        self.network: Any = None
        """Carries what processes send each other."""

    def time(self) -> float:
        return self._now

    def _make_task(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, Any],
        context: Context | None = None,
    ) -> NumberedTask:
        context = copy_context() if context is None else context
        task = NumberedTask(next(self._numbers), work, loop=loop, context=context)
        life = context.get(LIFE)
        if life is not None:
            tasks = self._tasks.setdefault(life, [])
            tasks.append(task)
            if len(tasks) > 2_000:
                tasks[:] = [each for each in tasks if not each.done()]
        return task

    def create_future(self) -> NumberedFuture:
        return NumberedFuture(next(self._numbers), self)

    def call_soon(  # type: ignore[override]
        self,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401 - as given
        context: Context | None = None,
    ) -> events.Handle:
        if context is None:
            context = copy_context()
        handle = events.Handle(callback, args, self, context)
        life = context.get(LIFE)
        if life is not None and life.is_dead:
            handle.cancel()
        else:
            self._ready.append(handle)
        return handle

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,  # noqa: ANN401 - as given
        context: Context | None = None,
    ) -> events.TimerHandle:
        """Keep a timer; those of one moment fire in the order in which they were set."""
        context = copy_context() if context is None else context
        timer: Any = events.TimerHandle(when, callback, args, self, context)
        timer._scheduled = True  # noqa: SLF001
        heapq.heappush(self._scheduled, (when, next(self._timers_made), timer))
        made: events.TimerHandle = timer
        return made

    def run_in_executor(self, executor: object, func: Any, *args: Any) -> NumberedFuture:  # type: ignore[override]  # noqa: ANN401
        """Do the work of a thread at once; its answer comes at the next turn."""
        del executor
        answer = self.create_future()
        try:
            result = func(*args)
        except Exception as error:  # noqa: BLE001 - whoever waits gets it
            answer.set_exception(error)
        else:
            answer.set_result(result)
        return answer

    def kill(self, life: Life) -> None:
        """End a process at once: none of its tasks or timers does another step."""
        life.is_dead = True
        life.graveyard.append(self._tasks.pop(life, []))
        for handle in (*self._ready, *(timer for _, _, timer in self._scheduled)):
            if not handle.cancelled() and handle._context.get(LIFE) is life:  # noqa: SLF001
                life.graveyard.append((handle._callback, handle._args))  # noqa: SLF001
                handle.cancel()

    def forget(self) -> None:
        """Drop everything that waits."""
        self._tasks.clear()
        self._ready.clear()
        self._scheduled.clear()

    def _run_once(self) -> None:
        scheduled = self._scheduled
        ready = self._ready
        pop = heapq.heappop
        while scheduled and scheduled[0][2]._cancelled:  # noqa: SLF001
            pop(scheduled)[2]._scheduled = False  # noqa: SLF001
        if ready:
            self._steps += 1
            if self._steps > STEPS_MAX:
                raise StuckError(f"no time passes: {ready[0]!r}")
        elif not scheduled:
            raise StuckError("everybody waits for something that never comes")
        elif scheduled[0][0] > self._now:
            self._now = scheduled[0][0]
            self._steps = 0
        while scheduled and scheduled[0][0] <= self._now:
            handle = pop(scheduled)[2]
            handle._scheduled = False  # noqa: SLF001
            if not handle._cancelled:  # noqa: SLF001
                ready.append(handle)
                self.timers += handle._context.get(LIFE) is not None  # noqa: SLF001
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:  # noqa: SLF001
                handle._run()  # noqa: SLF001

    # -- what processes send each other ------------------------------------------------------------

    async def create_unix_server(self, factory: Any, path: Any = None, **_: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        return self.network.listen(str(path), factory)

    async def create_server(self, factory: Any, *place: Any, **_: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        return self.network.listen(":".join(map(str, place)), factory)

    async def create_unix_connection(self, factory: Any, path: Any = None, **_: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        return await self.network.dial(str(path), factory)

    async def create_connection(self, factory: Any, *place: Any, **_: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        return await self.network.dial(":".join(map(str, place)), factory)


@contextmanager
def watched(loop: FloorLoop) -> Iterator[None]:
    """End a step that never ends: code that turns in circles without waiting for anything."""
    if current_thread() is not main_thread():
        yield
        return
    seen = -1.0

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal seen
        if seen == loop.time():
            place = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "?"
            raise StuckError(f"a step never ends: {place}")
        seen = loop.time()

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, STEP_SECONDS_MAX, STEP_SECONDS_MAX)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
