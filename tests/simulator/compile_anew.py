"""Compiling in tests: nothing is kept, so that nothing old is tested."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compile_anew(function: Function) -> Function:
    """Compile *function*, and whatever it calls, anew."""
    return cast(Function, njit(nogil=True)(function))
