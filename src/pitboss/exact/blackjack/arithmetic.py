"""The two kinds of arithmetic of the solver: fast with floats, exact with fractions.

Both run the same kernels. For fractions the kernels are loaded a second time without compilation,
and their arrays hold Python's own integers and fractions, which never overflow.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.util import find_spec, module_from_spec
from threading import local
from typing import Any

import numba
import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES, dealer_graph
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack import kernels, split_kernels

Array = Any
"""A numpy array of floats or fractions."""
Number = Any
"""A float or a fraction."""
_WORK = 4096
"""More nodes than a dealer graph has."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Kernels, and the arrays for them."""

    kernels: Any
    number: type
    """float or Fraction."""
    integer: type
    """The type of counts: int64, or object for Python's own integers."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _arithmetic, (self.number is Fraction,)

    def zeros(self, *shape: int) -> Array:
        """Return an array of zeros."""
        return np.full(shape, self.number(0), dtype=object if self.number is Fraction else float)

    def counts(self, values: Array) -> Array:
        """Return an array of counts."""
        return np.asarray(values).astype(self.integer)

    @property
    def split_kernels(self) -> Any:  # noqa: ANN401 - a module
        """The kernels for the best play after a split."""
        return _interpreted_split_kernels() if self.number is Fraction else split_kernels

    @property
    def graph(self) -> tuple[Array, Array, Array]:
        """The hand graph as arrays for the kernels."""
        return _graph(self.integer)

    def dealer(self, up: int, *, hits_soft_17: bool, peeks: bool) -> tuple[Array, ...]:
        """The dealer graph as arrays for the kernels."""
        return _dealer(up, hits_soft_17, peeks, self.integer)

    @property
    def scratch(self) -> tuple[Array, ...]:
        """Working memory for the kernels: compiled code runs in several threads at once."""
        if self.number not in _working.arrays:
            _working.arrays[self.number] = self._new_scratch()
        return _working.arrays[self.number]

    def _new_scratch(self) -> tuple[Array, ...]:
        out = self.zeros(OUTCOMES + 1)
        out[OUTCOMES] = self.number(1)
        fall = self.zeros(VALUES + 1, kernels.DRAWN_MAX)
        return self.counts([0] * VALUES), self.zeros(VALUES), self.zeros(_WORK), fall, out


class _Working(local):
    """The working memory of one thread, by the type of its numbers."""

    def __init__(self) -> None:
        self.arrays: dict[type, tuple[Array, ...]] = {}


_working = _Working()

FLOATS = Arithmetic(kernels, float, np.int64)


@cache
def interpreted(name: str) -> Any:  # noqa: ANN401 - a module
    """Return a module of kernels again, without compilation."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    settings: Any = numba.config
    before, settings.DISABLE_JIT = settings.DISABLE_JIT, True
    try:
        spec.loader.exec_module(loaded)
    finally:
        settings.DISABLE_JIT = before
    return loaded


@cache
def _interpreted_split_kernels() -> Any:  # noqa: ANN401 - a module
    """Return these kernels without compilation; they call the others."""
    loaded = interpreted(split_kernels.__name__)
    loaded.kernels = interpreted(kernels.__name__)
    return loaded


@cache
def fractions() -> Arithmetic:
    """Return exact arithmetic: slow, for small shoes."""
    return Arithmetic(interpreted(kernels.__name__), Fraction, object)


def _arithmetic(is_exact: bool) -> Arithmetic:  # noqa: FBT001 - pickle passes it by its place
    """Return one of the two, for a solution that is read from the cache."""
    return fractions() if is_exact else FLOATS


@cache
def _graph(integer: type) -> tuple[Array, Array, Array]:
    graph = hand_graph()
    return (
        np.array(graph.cards.tolist(), dtype=integer),
        np.array(graph.hard.tolist(), dtype=integer),
        np.array(graph.child.tolist(), dtype=integer),
    )


@cache
def _dealer(up: int, hits_soft_17: bool, peeks: bool, integer: type) -> tuple[Array, ...]:  # noqa: FBT001
    found = dealer_graph(up, hits_soft_17=hits_soft_17, peeks=peeks)
    # Compiled code need not ask of an unsigned place whether it counts from the end.
    place, times = (object, object) if integer is object else (np.uint32, float)
    columns = (
        *((each, place) for each in (found.parent, found.value, found.count, found.drawn)),
        (found.outcome, integer),
        (found.orders, times),
    )
    return tuple(np.array(column.tolist(), dtype=kind) for column, kind in columns)
