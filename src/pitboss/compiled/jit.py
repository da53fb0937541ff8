"""How functions over integers and arrays are compiled: the one place that calls numba.

| decorator     | called from               | kept on disk |
| ------------- | ------------------------- | ------------ |
| `jit_cached`  | Python                    | yes          |
| `jit_linked`  | other compiled code       | with its caller |
| `jit_inlined` | other compiled code, hot  | with its caller |
| `jit_pattern` | a pattern of `pitboss.patterns`, as it stands | with its caller |

`jit_cached_arrays` is the same for the solver, whose code slices arrays. `linked.py` says how the
second and third are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import config, njit

from pitboss.compiled.linked import LinkedFunction

Function = TypeVar("Function", bound=Callable[..., Any])
Array = Any
"""A numpy array: of float64 and int64 if compiled, of fractions and integers if exact."""
Number = Any
"""A float, or a fraction if exact."""
Integer = Any
"""An integer of the size that compiled code gives it."""

# Nothing is allocated in compiled code, and so nobody has to count references to arrays either.
OPTIONS: Any = {"nogil": True, "_nrt": False}


def jit_cached(function: Function) -> Function:
    """Compile a function that Python calls, and cache it on disk with everything it calls.

    Always call it with the same types: if two processes compile one function for two kinds of
    arguments at once, numba may store one under the name of the other.
    """
    return cast(Function, njit(**OPTIONS, cache=True)(function))


def jit_linked(function: Function) -> Function:
    """Compile *function* for the processor; a CUDA kernel that calls it compiles it for its own.

    It becomes a part of its caller, and is not cached by itself.
    """
    return _linked(function)


def jit_inlined(function: Function) -> Function:
    """Compile *function* into its callers: a call would cost more than its work."""
    return _linked(function, forceinline=True)


def _linked(function: Function, **options: bool) -> Function:
    if cast(Any, config).DISABLE_JIT:  # numba's simulator of a graphics card plays by Python alone
        return function
    return cast(Function, LinkedFunction(function, {**OPTIONS, "nopython": True, **options}))


def jit_cached_arrays(function: Function) -> Function:
    """Compile like `jit_cached` a function that slices or makes arrays; numba counts references."""
    return cast(Function, njit(cache=True, nogil=True)(function))


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
