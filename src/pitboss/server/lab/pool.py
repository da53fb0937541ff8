"""A bounded pool of processes for slow lab jobs: solving, simulating, protecting.

Equal questions share one job. A job that nobody asks about for a while, or that every caller gave
up, is cancelled: its process ends, and a new process replaces it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from msgspec import json

from pitboss.rulebook.problems import Problem
from pitboss.server.lab.worker import Message, Order, Worker
from pitboss.server.logs import log
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import LAB_JOBS_KEPT, LAB_UNWATCHED_S, LAB_WAITING_MAX

SOON_S: Final = 0.3
"""Seconds that a caller waits for the result of a job before asking again."""
_DIGEST_LENGTH: Final = 32


def default_size() -> int:
    """Return how many processes a pool has: one core is left to the tables."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(eq=False)
class Job:
    """A question, and its answer so far."""

    id: str
    order: Order
    watched_s: float
    """When a caller last asked about it."""
    askers: Counter[str] = field(default_factory=Counter)
    """How often each caller still waits for it."""
    state: str = "queued"
    """queued, running, done or failed."""
    progress: float = 0
    partial: Any = None
    result: bytes = b""
    problems: tuple[Problem, ...] = ()
    worker: Worker | None = None
    finished: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""
        return self.state in {"done", "failed"}


class Pool:
    """Runs jobs in a few processes, each started on first use."""

    def __init__(
        self,
        size: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        unwatched_s: float = LAB_UNWATCHED_S,
    ) -> None:
        """Start no process yet."""
        self.size = size or default_size()
        self._clock = clock
        self._unwatched_s = unwatched_s
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._waiting: deque[Job] = deque()
        self._running: set[Job] = set()
        self._idle: list[Worker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="lab")
        self._sweeper: asyncio.Task[None] | None = None

    async def ask(self, order: Order, known: bytes = b"", asker: str = "") -> Job:
        """Return the job of a question, new or known, after a moment in which it may end.

        *known* is its result, if it is shipped; *asker* waits for it from now on.
        """
        key = job_id(order)
        job = self._jobs.get(key)
        if known and job is None:
            job = self._jobs[key] = Job(key, order, self._clock(), state="done", result=known)
            job.progress = 1.0
            job.finished.set()
            self._forget()
        elif job is None or job.state == "failed":
            self._sweep()
            if len(self._waiting) >= LAB_WAITING_MAX:
                raise ApiError("server/busy", "too many jobs wait; ask again", retry_s=5)
            job = self._jobs[key] = Job(key, order, self._clock())
            self._waiting.append(job)
            self._start_next()
        else:
            job.watched_s = self._clock()
        job.askers[asker] += 1
        self._jobs.move_to_end(key)
        with suppress(TimeoutError):
            await asyncio.wait_for(job.finished.wait(), SOON_S)
        return job

    def look(self, key: str) -> Job:
        """Return a job; each look keeps it going."""
        job = self._jobs.get(key)
        if job is None:
            raise ApiError("job/unknown", "there is no such job; ask for it again")
        job.watched_s = self._clock()
        return job

    def give_up(self, key: str, asker: str = "") -> Job:
        """Stop waiting for a job; it is cancelled if nobody else waits for it.

        Who does not wait for it changes nothing.
        """
        job = self.look(key)
        job.askers -= Counter([asker])
        if not job.askers and not job.is_over:
            self._cancel(job)
        return job

    def close(self) -> None:
        """End every process, even in the middle of its work."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for job in [*self._running, *self._waiting]:
            self._cancel(job)
        for worker in self._idle:
            worker.end()
        self._idle.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start_next(self) -> None:
        """Give waiting jobs to idle processes."""
        loop = asyncio.get_running_loop()
        while self._waiting and len(self._running) < self.size:
            job = self._waiting.popleft()
            job.worker = self._idle.pop() if self._idle else Worker()
            job.state = "running"
            self._running.add(job)
            task = loop.create_task(self._run(job, job.worker))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self._sweeper is None and self._running:
            self._sweeper = loop.create_task(self._keep_sweeping())

    async def _run(self, job: Job, worker: Worker) -> None:
        """Send a job to a process, and follow its messages until it ends."""
        loop = asyncio.get_running_loop()
        try:
            worker.line.send(job.order)
            while not job.is_over:
                message: Message = await loop.run_in_executor(self._threads, worker.line.recv)
                job.state = message.state
                job.progress = message.progress
                job.partial = message.partial if message.partial is not None else job.partial
                job.result = message.result
                job.problems = message.problems
            self._idle.append(worker)
        except (EOFError, OSError):  # it was cancelled, or the process was killed
            if not job.is_over:
                _fail(job, "the job was stopped; ask for it again")
        self._end(job)

    def _end(self, job: Job) -> None:
        """Free the process for the next job, and delete old results."""
        job.worker = None
        self._running.discard(job)
        job.finished.set()
        self._forget()
        self._start_next()

    def _forget(self) -> None:
        over = [job.id for job in self._jobs.values() if job.is_over]
        for key in over[: max(0, len(over) - LAB_JOBS_KEPT)]:
            del self._jobs[key]

    def _cancel(self, job: Job) -> None:
        """Cancel a job: end its process, and keep no result."""
        log("lab-cancelled", job=job.id, kind=job.order.name, state=job.state)
        self._jobs.pop(job.id, None)
        _fail(job, "the job was cancelled")
        with suppress(ValueError):
            self._waiting.remove(job)
        if job.worker is not None:
            job.worker.end()
        job.finished.set()

    async def _keep_sweeping(self) -> None:
        """Cancel jobs that nobody asks about, until no job is left."""
        while self._running or self._waiting:
            await asyncio.sleep(min(1.0, self._unwatched_s))
            self._sweep()
        self._sweeper = None

    def _sweep(self) -> None:
        now = self._clock()
        for job in [*self._waiting, *self._running]:
            if now - job.watched_s > self._unwatched_s and not job.is_over:
                self._cancel(job)


def job_id(order: Order) -> str:
    """Return the name of a job: equal questions, equal names."""
    text = json.encode([order.name, order.house, order.terms], order="sorted")
    return sha256(text).hexdigest()[:_DIGEST_LENGTH]


def _fail(job: Job, message: str) -> None:
    job.state = "failed"
    job.problems = (Problem(code="job/stopped", key="", message=message),)
