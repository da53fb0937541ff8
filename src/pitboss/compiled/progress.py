"""Report that code is being compiled, which takes seconds on a new machine and happens once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_listeners: list[_Listener] = []


class _Listener:
    def __init__(self, report: Callable[[int], None]) -> None:
        self.report, self.count = report, 0


@contextmanager
def report_compiling(report: Callable[[int], None]) -> Iterator[None]:
    """Call *report* with the number of functions begun, whenever one is compiled.

    Code that is loaded from disk is not compiled, and numba is not imported for it.
    """
    listener = _Listener(report)
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def begin_function() -> None:
    """Report that one more function is compiled."""
    for listener in tuple(_listeners):
        listener.count += 1
        listener.report(listener.count)
