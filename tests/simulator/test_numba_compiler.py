"""A function of the kernels is compiled into its callers, and Python may call it all the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np
import pytest
from numba.core.errors import TypingError

from pitboss.compiled.function import CompiledFunction
from pitboss.compiled.identity import compute_identity
from pitboss.compiled.jit import Array, Number, jit_apart, jit_inlined, jit_linked
from pitboss.compiled.numba_compiler import link, unchecked_code
from pitboss.compiled.progress import report_compiling
from tests.simulator import asserting
from tests.simulator.compile_anew import compile_anew


@pytest.mark.parametrize("compiled", [jit_linked, jit_inlined, jit_apart])
def test_it_counts_the_same_from_python_and_from_compiled_code(
    compiled: Callable[[Callable[..., Number]], Callable[..., Number]],
) -> None:
    @compiled
    def doubled(values: Array, at: int) -> Number:
        return 2 * values[at]

    @compiled
    def summed(values: Array) -> Number:
        total = 0
        for at in range(len(values)):
            total += doubled(values, at)
        return total

    @compile_anew
    def loop(values: Array) -> Number:
        return summed(values) + doubled(values, 0)

    values = np.arange(1, 5)
    assert loop(values) == 22
    # By now both are compiled for these very types, without a way in from Python.
    assert (summed(values), doubled(values, 1)) == (20, 4)
    assert (summed(values / 2), doubled(values / 2, at=0)) == (10.0, 1.0)
    assert loop(values / 2) == 11.0


def test_assertions_are_checked_where_python_interprets_and_cost_nothing_compiled() -> None:
    odd = np.array([2, 3])
    written = asserting.half
    assert isinstance(written, CompiledFunction)
    with pytest.raises(AssertionError, match="it is even"):
        written.py_func(odd, 1)
    assert jit_linked(asserting.halves)(odd) == 2
    assert len(unchecked_code(written.py_func).co_code) < len(written.py_func.__code__.co_code)


def test_a_function_without_assertions_is_compiled_as_it_stands() -> None:
    without = cast(FunctionType, compute_identity)
    assert unchecked_code(without) is without.__code__


def test_where_the_source_is_gone_the_assertions_stay() -> None:
    made: dict[str, Any] = {}
    exec(compile("def twice(x):\n    assert x\n    return 2 * x", "<gone>", "exec"), made)  # noqa: S102 - such a function
    assert unchecked_code(made["twice"]) is made["twice"].__code__


def test_no_machine_code_is_made_of_it_alone() -> None:
    @jit_linked
    def one(value: int) -> int:
        return value + 1

    assert compile_anew(lambda value: one(value) + 1)(1) == 3
    (result,) = cast(Any, one).linked.overloads.values()
    assert result.library.get_pointer_to_function(result.fndesc.llvm_func_name) == 0


def test_where_numba_keeps_code_itself_a_function_stands_for_what_it_does() -> None:
    """It tells callers in a closure apart by them, and another process has to find its code."""

    def make(step: int) -> Callable[[int], int]:
        @jit_linked
        def stepped(value: int) -> int:
            return value + step

        return stepped

    def pickled(function: Callable[[int], int]) -> bytes:
        return pickle.dumps(link(cast(Any, function)))

    assert pickled(make(1)) == pickled(make(1))
    assert pickled(make(1)) != pickled(make(2))


def test_a_function_apart_is_no_part_of_its_caller() -> None:
    def one(value: int) -> int:
        return value + 1

    def is_called(compiled: Callable[..., Number]) -> bool:
        def caller(value: int) -> Number:
            return compiled(value) + 1

        inlined = jit_inlined(caller)

        @compile_anew
        def loop(value: int) -> Number:
            return inlined(value) + 1

        assert loop(1) == 4
        (lines,) = cast(Any, loop).inspect_llvm().values()
        return any(" call " in line and "3oneB" in line for line in lines.splitlines())

    assert is_called(jit_apart(one))
    assert not is_called(jit_linked(one))
    assert compute_identity(jit_apart(one)) != compute_identity(jit_linked(one))


def test_what_cannot_be_compiled_is_said_in_numbas_words() -> None:
    @jit_linked
    def wrong(value: int) -> Number:
        return value.nothing  # type: ignore[attr-defined]

    with pytest.raises(TypingError, match="nothing"):
        wrong(1)
    with pytest.raises(TypingError, match="nothing"):
        compile_anew(lambda value: wrong(value) + 1)(1)


def test_whatever_is_compiled_is_told_of_while_somebody_listens() -> None:
    @compile_anew
    def doubled(value: Number) -> Number:
        return 2 * value

    counts: list[int] = []
    assert doubled(1.5) == 3.0
    with report_compiling(counts.append):
        assert doubled(2) == 4
        assert doubled(3) == 6
    assert counts == [1]
    assert doubled(1j) == 2j
    assert counts == [1]
