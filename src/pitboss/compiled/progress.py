"""Report that code is being compiled, which takes seconds on a new machine and happens once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

_listeners: list[Callable[[], None]] = []


@contextmanager
def report_compiling(report: Callable[[int], None]) -> Iterator[None]:
    """Call *report* with the number of functions begun, whenever one is compiled.

    Code that is loaded from disk is not compiled, and numba is not imported for it.
    """
    numbers = count(1)

    def begin() -> None:
        report(next(numbers))

    _listeners.append(begin)
    try:
        yield
    finally:
        _listeners.remove(begin)


def begin_function() -> None:
    """Report that one more function is compiled."""
    for listener in tuple(_listeners):
        listener()
