"""Processes that work side by side, and end at once when somebody presses Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children


@contextmanager
def process_pool() -> Iterator[ProcessPoolExecutor]:
    """Open a pool with a process for each core; an exception ends the processes with the work.

    A plain pool would wait for what they have begun, and compiled code hears no interruption.
    """
    others = set(active_children())
    with ProcessPoolExecutor(initializer=_end_at_once) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - others:
                child.terminate()
            raise


def _end_at_once() -> None:
    """Let Ctrl-C end a worker wherever it is; the process that waits for it says so."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
