"""Work with several items at once: in threads, or in copies of this process.

Threads share Python's one lock: what is not compiled is no faster with two of them. A copy has a
lock of its own, starts with all solved tables in memory, and costs some hundredths of a second.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from pitboss.late import LateFunction

Item = TypeVar("Item")
Result = TypeVar("Result")

_SEVERAL = 2
_TURN_S = 0.0005
_map_in_forks: LateFunction[
    [Callable[[int], Any], int, int, Callable[[], None]], list[Any] | None
] = LateFunction("pitboss.exact.forks:map_in_forks")
_given: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""The work and items of a copy; empty in the original process."""


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Do the same work with several items: most of the time is spent in compiled code."""
    with _short_turns(), ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


@contextmanager
def _short_turns() -> Iterator[None]:
    """Let a thread that leaves compiled code wait less for one that is in the middle of Python."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, _TURN_S))
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def in_copies(work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """Do the same work with several items, in copies of this process where that is safe.

    What the work keeps for later is lost with its copy: what all items need is best made before.

    >>> in_copies(len, ["As", "Kh Qh", ""])
    [2, 5, 0]
    """
    copies = min(len(items), os.cpu_count() or 1)
    if copies < _SEVERAL or not _may_copy():
        return side_by_side(work, items)
    results = _map_in_forks(_work, len(items), copies, partial(_begin, work, items))
    return side_by_side(work, items) if results is None else results


def _may_copy() -> bool:
    """Return whether no other thread could hold a lock that a copy would wait for for ever."""
    alone = len(sys._current_frames()) == 1  # noqa: SLF001 - `threading` does not know all of them
    return sys.platform == "linux" and alone and not _given


def _begin(work: Callable[[Any], Any], items: Sequence[Any]) -> None:
    gc.freeze()  # what was made before stays, and need not be looked through again and again
    _given.append((work, items))


def _work(place: int) -> Any:  # noqa: ANN401 - whatever the work returns
    ((work, items),) = _given
    return work(items[place])
