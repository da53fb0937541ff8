"""The event loop of tables: uvloop if it is installed."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from pitboss.late import load

SWITCH_SECONDS = 0.0005
"""How long the loop may go on while the thread that writes a SQLite file waits for its turn.

Python's own is ten times as long, once after every wait for the lock of the file and for the disk;
and in the meantime the thread keeps that lock from other processes.
"""

_T = TypeVar("_T")


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Run *work* to its end, on uvloop if the extra `fast` is installed, else on `asyncio`.

    uvloop takes less of the processor for every frame that is sent or received.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        factory: Callable[[], asyncio.AbstractEventLoop] = load("uvloop:new_event_loop")
    except ImportError:
        return None
    return factory


def collect_seldom() -> None:
    """Freeze the existing objects, and collect garbage a hundred times less often.

    A table's values hold no cycles, so they are freed as soon as they are replaced. Looking for
    cycles among the values of some hundred tables took a sixth of a round's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(70_000, 50, 100)
