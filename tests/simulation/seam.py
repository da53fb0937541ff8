"""The one seam between the real code and a run: time, chance and threads.

Within `seam`, the clocks of `time` are those of the loop and of the process that runs, random bytes
follow from the seed, work of threads and other processes is done at once, and passwords are hashed
with the cheapest parameters.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, TypeVar
from unittest.mock import patch

from argon2 import PasswordHasher

from pitboss.pit import absent_play
from pitboss.pit.hall import Hall
from pitboss.server.accounts import passwords
from pitboss.server.audit import reporter
from pitboss.server.bridge import gate, membership
from pitboss.server.live import socket
from pitboss.server.rules import book
from tests.simulation.loop import LIFE, START, FloorLoop

_T = TypeVar("_T")
POOLS = (absent_play, book, reporter)
"""The modules that start processes for long work."""
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, hash_len=16, salt_len=8)


class InlineExecutor:
    """Does the work of threads or processes at once."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def submit(self, work: Callable[..., _T], *given: Any, **named: Any) -> Future[_T]:  # noqa: ANN401
        answer: Future[_T] = Future()
        try:
            answer.set_result(work(*given, **named))
        except Exception as error:  # noqa: BLE001 - whoever waits gets it
            answer.set_exception(error)
        return answer

    def shutdown(self, *_: object, **__: object) -> None:
        pass


def numbered(kind: type) -> Any:  # noqa: ANN401 - a patch
    """Give the objects of a class numbers for hashes: sets then have the same order in each run."""
    numbers = count(1)

    def number(self: Any) -> int:  # noqa: ANN401
        own = vars(self)
        if "_number_in_run" not in own:
            own["_number_in_run"] = next(numbers)
        return int(own["_number_in_run"])

    return patch.object(kind, "__hash__", number)


@contextmanager
def seam(loop: FloorLoop, seed: int) -> Iterator[None]:
    """Run real code in a loop with virtual time."""
    source = random.Random(f"bytes {seed}")

    def wall() -> float:
        life = LIFE.get()
        return START + loop.time() + (life.skew if life else 0.0)

    def machine() -> str:
        life = LIFE.get()
        return life.machine if life else "outside"

    folders = count(1)
    kept = Hall.__init__.__kwdefaults__
    assert kept is not None
    before = dict(kept)
    state = random.getstate()
    with ExitStack() as stack:
        for target, name, new in (
            (time, "monotonic", loop.time),
            (time, "monotonic_ns", lambda: round(loop.time() * 1e9)),
            (time, "time", wall),
            (time, "time_ns", lambda: round(wall() * 1e9)),
            (os, "urandom", source.randbytes),
            (random, "_urandom", source.randbytes),
            (tempfile, "mkdtemp", lambda **_: f"/simulated/{next(folders)}"),
            (passwords, "_HASHER", CHEAP),
            (passwords, "ThreadPoolExecutor", InlineExecutor),
            *((pool, "start_workers", InlineExecutor) for pool in POOLS),
            *((pool, "end_workers", lambda _: None) for pool in POOLS),
            (membership, "machine", machine),
            (socket, "_numbers", count(1)),
        ):
            stack.enter_context(patch.object(target, name, new))
        kept["source"] = source.randbytes
        for kind in (gate._Guest, asyncio.Timeout):  # noqa: SLF001
            stack.enter_context(numbered(kind))
        random.seed(seed)
        passwords._hash_of_nobody.cache_clear()  # noqa: SLF001 - it draws bytes once
        try:
            yield
        finally:
            kept.update(before)
            random.setstate(state)
