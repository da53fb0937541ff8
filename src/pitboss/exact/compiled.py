"""How functions over integers are compiled: once, for whatever device calls them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


# Nothing is allocated in compiled code, and so nobody has to count references to arrays either.
OPTIONS: Any = {"nogil": True, "_nrt": False}


def compiled(function: Function) -> Function:
    """Compile *function* for the processor; a CUDA kernel that calls it compiles it for its own.

    It becomes a part of what calls it, and is not kept on disk by itself.
    """
    return cast(Function, njit(**OPTIONS)(function))


def kept(function: Function) -> Function:
    """Compile a function that Python calls, and keep it on disk with all that it calls.

    It must always be called with the same types: where two processes compile one function for two
    kinds of arguments at once, numba may keep the one under the name of the other.
    """
    return cast(Function, njit(**OPTIONS, cache=True)(function))


@cache
def pattern(function: Function) -> Function:
    """Compile a pattern as it stands, and every pattern it is made of."""
    assert isinstance(function, FunctionType)
    names = {
        name: pattern(used) if getattr(used, "compilable", False) else used
        for name, used in function.__globals__.items()
        if name in function.__code__.co_names
    }
    names["__name__"] = function.__module__  # where compiled code that was kept looks for it
    made = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    return compiled(cast(Function, made))
