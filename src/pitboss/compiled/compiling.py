"""Telling that something is compiled: on a new machine that takes seconds, and then never again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event

_events: Any = event
"""No types come with it."""
_COMPILES = "numba:compile"


class _Teller(event.Listener):
    def __init__(self, tell: Callable[[int], None]) -> None:
        self.tell, self.count = tell, 0

    def on_start(self, event: event.Event) -> None:  # noqa: ARG002 - whichever function it is
        self.count += 1
        self.tell(self.count)

    def on_end(self, event: event.Event) -> None:
        """Nothing is told at the end of a function."""


@contextmanager
def tell_of_compiling(tell: Callable[[int], None]) -> Iterator[None]:
    """Call *tell* with how many functions have been begun, whenever one is compiled.

    What is loaded from the disk is not compiled.
    """
    teller = _Teller(tell)
    _events.register(_COMPILES, teller)
    try:
        yield
    finally:
        _events.unregister(_COMPILES, teller)
