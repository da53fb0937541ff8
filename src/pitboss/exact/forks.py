"""Processes that are copies of this one: see `copies`, which says when they are safe."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

Result = TypeVar("Result")


def map_in_forks(
    work: Callable[[int], Result], count: int, copies: int, begin: Callable[[], None]
) -> list[Result] | None:
    """Return *work* of every number below *count*, from so many copies; each calls *begin* first.

    Return None if somebody ended one of them.
    """
    fork = get_context("fork")
    try:
        with warnings.catch_warnings(), ProcessPoolExecutor(copies, fork, begin) as pool:
            # Later versions of Python warn of threads of any kind. The only one is that of numpy's
            # linear algebra, which stands still and knows of copies.
            warnings.simplefilter("ignore", DeprecationWarning)
            return list(pool.map(work, range(count)))
    except BrokenProcessPool:
        return None
