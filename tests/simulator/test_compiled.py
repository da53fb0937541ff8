"""Compiled functions are kept on disk with all they are made of, and loaded without numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from pitboss.compiled import kept_code
from pitboss.compiled.function import CompiledFunction
from pitboss.compiled.identity import NoIdentityError, compute_identity
from pitboss.compiled.jit import Array, Number, jit_cached, jit_linked
from pitboss.compiled.object_code import IS_SUPPORTED


class Pair(NamedTuple):
    """A tuple with names, as tables are handed to kernels."""

    numbers: Array
    factor: int


@jit_linked
def _product(pair: Pair, at: int) -> Number:
    return pair.numbers[at] * pair.factor


@jit_cached
def sums(pair: Pair, seed: np.uint64, flag: bool, low: float = 0.5) -> tuple[Number, Number, bool]:  # noqa: FBT001
    """Add products up; return a few kinds of numbers."""
    total = low
    for at in range(len(pair.numbers)):
        total += _product(pair, at)
    return total, seed + np.uint64(1), not flag


@jit_cached
def quotient(one: int, two: int) -> Number:
    """Divide, which may fail."""
    return one // two


@jit_cached
def product(one: Number, two: Number) -> Number:
    """Multiply numbers of any kind."""
    return one * two


def test_every_kind_of_argument_arrives() -> None:
    numbers = np.arange(6.0).reshape(2, 3)
    for row in (numbers[0], numbers[:, 1], numbers[1].astype(np.int32)):
        expected = 0.5 + 3 * float(row.sum())
        pair = Pair(row, 3)
        big = np.uint64(2**64 - 2)
        assert sums(pair, big, True) == (expected, 2**64 - 1, False)  # noqa: FBT003
        assert sums(pair, flag=False, low=1.5, seed=big) == (expected + 1, 2**64 - 1, True)


def test_a_tuple_that_is_handed_over_again_has_its_new_numbers() -> None:
    numbers = np.array([1.0])
    pair = Pair(numbers, 2)
    assert sums(pair, np.uint64(0), True)[0] == 2.5  # noqa: FBT003
    numbers[0] = 4
    assert sums(pair, np.uint64(0), True)[0] == 8.5  # noqa: FBT003


def test_what_compiled_code_raises_is_raised() -> None:
    assert quotient(7, 2) == 3
    with pytest.raises(ZeroDivisionError):
        quotient(1, 0)
    with pytest.raises(TypeError, match="two"):
        quotient(1)  # type: ignore[call-arg]


def test_arguments_that_only_numba_knows_are_handed_over_by_numba() -> None:
    assert product(1j, 2) == 2j
    assert product(3, 2) == 6


def _adding(constant: int) -> Any:  # noqa: ANN401 - a compiled function
    @jit_linked
    def inner(value: int) -> int:
        return value + constant

    def outer(value: int) -> int:
        return inner(value)

    return outer


def test_what_a_function_calls_is_a_part_of_its_identity() -> None:
    assert compute_identity(_adding(1)) == compute_identity(_adding(1))
    assert compute_identity(_adding(1)) != compute_identity(_adding(2))
    thing = object()
    with pytest.raises(NoIdentityError):
        compute_identity(lambda: thing)


def test_code_is_read_back_and_a_spoiled_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not IS_SUPPORTED:
        return
    monkeypatch.setattr(kept_code, "_folder", lambda: tmp_path)

    def again() -> CompiledFunction:
        return CompiledFunction(quotient.py_func, quotient.options, is_kept=True)  # type: ignore[attr-defined]

    assert again()(9, 4) == 2
    (file,) = tmp_path.glob("*.code")
    whole = file.read_bytes()
    assert kept_code.read_code(file) is not None
    file.write_bytes(whole[:-1] + b"\xff")
    assert kept_code.read_code(file) is None
    assert again()(9, 4) == 2, "it is compiled again"
    assert kept_code.read_code(file) is not None


def test_few_files_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not IS_SUPPORTED:
        return
    monkeypatch.setattr(kept_code, "_folder", lambda: tmp_path)
    monkeypatch.setattr(kept_code, "FILES_MAX", 2)
    code = CompiledFunction(quotient.py_func, quotient.options, is_kept=True)  # type: ignore[attr-defined]
    for kind in (np.int8, np.int16, np.int32):
        assert code(kind(9), kind(4)) == 2
    assert len(list(tmp_path.glob("*.code"))) == 2


def test_what_was_compiled_before_needs_no_numba() -> None:
    """A process that finds everything on disk solves without importing numba."""
    program = (
        "import sys\n"
        "from pitboss.exact.blackjack.arithmetic import FLOATS\n"
        "import numpy as np\n"
        "chance = np.zeros(10)\n"
        "FLOATS.kernels.chances(np.full(10, 4), 40, -1, chance, 1.0)\n"
        "assert abs(chance.sum() - 1) < 1e-12\n"
        "print('numba' in sys.modules)\n"
    )
    for expected in ("", "False\n") if IS_SUPPORTED else ():
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert expected in done.stdout
