"""Work for other threads, done at once: a worker of a browser has one thread."""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class OneThread(Executor):
    """Takes work like a pool of threads, and does it before it returns."""

    def __init__(self, *_: object, **__: object) -> None:
        """Take what a pool takes; no thread is started."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Do the work, and return its finished result.

        >>> OneThread(4).submit(pow, 2, 10).result()
        1024
        """
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(error)
        return future


def use_one_thread() -> None:
    """Let everything that is imported from now on do its work in this thread."""
    concurrent.futures.ThreadPoolExecutor = OneThread  # type: ignore[assignment, misc]
