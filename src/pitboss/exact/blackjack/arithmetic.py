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

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES, dealer_graph
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.jit import interpreting
from pitboss.exact.blackjack import kernels, split_kernels
from pitboss.exact.solution_file import keep_by_name

Array = Any
"""A numpy array of floats or fractions."""
Number = Any
"""A float or a fraction."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Kernels, and the arrays for them."""

    kernels: Any
    number: type
    """float or Fraction."""
    integer: type
    """The type of counts: int64, or object for Python's own integers."""

    @property
    def kept_name(self) -> str:
        """The name by which a solution refers to it."""
        return _EXACT if self.number is Fraction else _FLOATS

    def zeros(self, *shape: int) -> Array:
        """Return an array of zeros."""
        if self.number is float:
            return np.zeros(shape)
        return np.full(shape, self.number(0), dtype=object)

    def counts(self, values: Array) -> Array:
        """Return an array of counts."""
        return np.asarray(values).astype(self.integer)

    @property
    def few(self) -> Any:  # noqa: ANN401 - a module
        """The kernels for a few numbers, with which a call of compiled code takes longest."""
        return load_interpreted(kernels.__name__)

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
    def scratch(self) -> tuple[Any, ...]:
        """Working memory for the kernels: compiled code runs in several threads at once."""
        if self.number not in _working.arrays:
            _working.arrays[self.number] = self._new_scratch()
        return _working.arrays[self.number]

    def _new_scratch(self) -> tuple[Any, ...]:
        nodes = hand_graph().size
        lanes = kernels.LANES
        drawn = kernels.DRAWN_MAX
        side_by_side = (
            self.zeros(VALUES, lanes),
            self.zeros(lanes),
            np.zeros(lanes, dtype=np.int64),
            self.zeros(drawn, lanes),
            self.zeros((VALUES + 1) * drawn, lanes),
            self.zeros(OUTCOMES + 1, lanes),
        )
        met = self.zeros(nodes, OUTCOMES)
        wanted = np.zeros(nodes, dtype=bool)
        rest = self.counts([0] * VALUES)
        chance = self.zeros(VALUES)
        return rest, chance, side_by_side, met, wanted, self.zeros(1) + self.number(1)


class _Working(local):
    """The working memory of one thread, by the type of its numbers."""

    def __init__(self) -> None:
        self.arrays: dict[type, tuple[Any, ...]] = {}


_working = _Working()

FLOATS = Arithmetic(kernels, float, np.int64)


@cache
def load_interpreted(name: str) -> Any:  # noqa: ANN401 - a module
    """Return a module of kernels again, without compilation."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    with interpreting():
        spec.loader.exec_module(loaded)
    return loaded


@cache
def _interpreted_split_kernels() -> Any:  # noqa: ANN401 - a module
    """Return these kernels without compilation; they call the others."""
    loaded = load_interpreted(split_kernels.__name__)
    loaded.kernels = load_interpreted(kernels.__name__)
    return loaded


@cache
def fractions() -> Arithmetic:
    """Return exact arithmetic: slow, for small shoes."""
    return Arithmetic(load_interpreted(kernels.__name__), Fraction, object)


_EXACT = keep_by_name("exact", fractions)
_FLOATS = keep_by_name("floats", lambda: FLOATS)


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
    graph = dealer_graph(up, hits_soft_17=hits_soft_17, peeks=peeks)
    # Compiled code need not ask of an unsigned place whether it counts from the end.
    place, times = (object, object) if integer is object else (np.uint32, float)
    width = kernels.DRAWN_MAX
    most = [int(graph.count[graph.value == value].max(initial=0)) for value in range(VALUES)]
    outcome = np.where(graph.outcome < 0, OUTCOMES, graph.outcome)
    columns = (
        (graph.depth, place),
        (graph.value * width + graph.count, place),
        (VALUES * width + graph.drawn, place),
        (outcome, place),
        (graph.orders, times),
        (np.array([*most, int(graph.drawn.max())]), integer),
    )
    return tuple(np.array(column.tolist(), dtype=kind) for column, kind in columns)
