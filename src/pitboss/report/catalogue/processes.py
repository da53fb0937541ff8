"""Processes that work side by side, and stop at once on Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children


@contextmanager
def process_pool() -> Iterator[ProcessPoolExecutor]:
    """Open a pool with a process for each core; an exception stops the processes.

    A plain pool would wait for running work, and compiled code does not notice an interruption.
    """
    others = set(active_children())
    with ProcessPoolExecutor(initializer=_end_at_once) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in set(active_children()) - others:
                child.kill()  # it may have inherited a handler that would only note a request
            raise


def _end_at_once() -> None:
    """Let Ctrl-C end a worker at any point; the waiting process reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
