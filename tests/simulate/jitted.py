"""Compiling in tests: nothing is kept, so that nothing old is tested."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def jitted(function: Function) -> Function:
    """Compile *function*, and whatever it calls, anew."""
    return cast(Function, njit(nogil=True)(function))


@cache
def callable_here(function: Function) -> Function:
    """Compile a function of the kernels, which only compiled code can call, so that a test can."""
    return jitted(cast(Any, function).py_func)  # type: ignore[no-any-return]
