"""How functions over integers and arrays are compiled.

| decorator     | called from               | kept on disk |
| ------------- | ------------------------- | ------------ |
| `jit_cached`  | Python                    | yes          |
| `jit_side_by_side` | Python, for code that does the same with several numbers | yes |
| `jit_linked`  | other compiled code       | with its caller |
| `jit_inlined` | other compiled code, hot  | with its caller |
| `jit_apart`   | other compiled code, for loops of its own | with its caller |
| `jit_pattern` | a pattern of `pitboss.patterns`, as it stands | with its caller |

Each makes a `CompiledFunction` (`function.py`). numba compiles it when it is first needed
(`numba_compiler.py`); code that was compiled before is loaded without numba (`machine_code.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from pitboss.compiled.function import CompiledFunction
from pitboss.compiled.identity import names_in

Function = TypeVar("Function", bound=Callable[..., Any])
Array = Any
"""A numpy array: of float64 and int64 if compiled, of fractions and integers if exact."""
Number = Any
"""A float, or a fraction if exact."""
Integer = int | np.integer[Any]
"""An integer of the size that compiled code gives it."""
Flag = bool | np.bool_
"""True or false; a comparison of numpy's numbers is one of numpy's."""

# Nothing is allocated in compiled code, and so nobody has to count references to arrays either.
OPTIONS: Any = {"nogil": True, "_nrt": False}
_interpreting: list[None] = []


@contextmanager
def interpreting() -> Iterator[None]:
    """Leave functions as they are that are defined meanwhile."""
    _interpreting.append(None)
    try:
        yield
    finally:
        _interpreting.pop()


def jit_cached(function: Function) -> Function:
    """Compile a function that Python calls, and cache it on disk with everything it calls."""
    return _compile(function, is_kept=True)


def jit_side_by_side(function: Function) -> Function:
    """Compile like `jit_cached`, and let neighbouring numbers be computed side by side."""
    return _compile(function, is_kept=True, is_wide=True)


def jit_linked(function: Function) -> Function:
    """Compile *function* for the processor; a CUDA kernel that calls it compiles it for its own.

    It becomes a part of its caller, and is not cached by itself.
    """
    return _compile(function)


def jit_inlined(function: Function) -> Function:
    """Compile *function* into its callers: a call would cost more than its work."""
    return _compile(function, forceinline=True)


def jit_apart(function: Function) -> Function:
    """Compile *function* like `jit_linked`, but never into its callers.

    Its loops have the processor's registers to themselves, and LLVM sees which arrays are apart.
    """
    # Not what its first caller is, which numba would take it for.
    return _compile(function, is_apart=True, forceinline=False)


def _compile(
    function: Function,
    *,
    is_kept: bool = False,
    is_wide: bool = False,
    is_apart: bool = False,
    **options: bool,
) -> Function:
    # numba's simulator of a graphics card plays by Python alone.
    if _interpreting or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return function
    python = cast(FunctionType, function)
    options = {"nopython": True, **OPTIONS, **options}
    made = CompiledFunction(python, options, is_kept=is_kept, is_wide=is_wide, is_apart=is_apart)
    return cast(Function, made)


def calling(function: Function, others: Mapping[Any, Any]) -> Function:
    """Return a function that calls *others* in the place of some that it uses, however deep.

    What differs between processors and graphics cards, such as to add to a counter, is written once
    for each; what calls it is written once for both.
    """
    if function in others:
        return cast(Function, others[function])
    python = cast(FunctionType, getattr(function, "py_func", function))
    names: dict[str, Any] = {}
    for name in names_in(python.__code__):
        used = python.__globals__.get(name)
        if used is not function and isinstance(used, FunctionType | CompiledFunction):
            names[name] = calling(used, others)
    if all(made is python.__globals__[name] for name, made in names.items()):
        return function
    made = FunctionType(
        python.__code__,
        {**python.__globals__, **names},
        python.__name__,
        python.__defaults__,
        python.__closure__,
    )
    if isinstance(function, CompiledFunction):
        return cast(Function, CompiledFunction(made, function.options, is_apart=function.is_apart))
    return cast(Function, made)


@cache
def jit_pattern(function: Function) -> Function:
    """Compile a pattern, and every pattern it calls."""
    assert isinstance(function, FunctionType)
    names = {
        name: jit_pattern(used) if getattr(used, "compilable", False) else used
        for name, used in function.__globals__.items()
        if name in function.__code__.co_names
    }
    names["__name__"] = function.__module__  # where compiled code that was kept looks for it
    made = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    return jit_linked(cast(Function, made))
