"""Show that code is being compiled: on a new machine that takes seconds, and then never again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_tellers: list[_Teller] = []


class _Teller:
    def __init__(self, tell: Callable[[int], None]) -> None:
        self.tell, self.count = tell, 0


@contextmanager
def tell_of_compiling(tell: Callable[[int], None]) -> Iterator[None]:
    """Call *tell* with how many functions have been begun, whenever one is compiled.

    What is loaded from the disk is not compiled, and numba is not imported to tell so.
    """
    teller = _Teller(tell)
    _tellers.append(teller)
    try:
        yield
    finally:
        _tellers.remove(teller)


def begin_function() -> None:
    """Tell that one more function is compiled."""
    for teller in tuple(_tellers):
        teller.count += 1
        teller.tell(teller.count)
