"""Processes for work that takes seconds, at a lower priority than the tables."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import wait
from threading import Thread

NICENESS = 10


def start_workers(most: int) -> ProcessPoolExecutor:
    """Return a pool of up to *most* processes, each started on first use."""
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(most, mp_context=spawn, initializer=make_ready)


def end_workers(pool: ProcessPoolExecutor) -> None:
    """End processes, even in the middle of their work."""
    workers = [*pool._processes.values()]  # noqa: SLF001 - it has no way to end them
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def make_ready() -> None:
    """Lower this process's priority, leave Ctrl-C to the server, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICENESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(0)
