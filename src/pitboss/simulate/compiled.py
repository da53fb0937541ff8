"""How functions of the simulator are compiled: as patterns are, or into whatever calls them."""

from __future__ import annotations

from typing import cast

from numba import njit

from pitboss.exact.compiled import OPTIONS, Function, compiled, kept, pattern

__all__ = ["compiled", "inlined", "kept", "pattern"]


def inlined(function: Function) -> Function:
    """Compile *function* into whatever calls it: calls would cost more than what it does."""
    return cast(Function, njit(**OPTIONS, forceinline=True)(function))
