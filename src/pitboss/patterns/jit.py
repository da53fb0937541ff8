"""The mark of a function that may be compiled: plain Python integers in and out, no objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Mark *function* as compilable; here it stays as it is, interpreted and easy to debug."""
    function.compilable = True  # type: ignore[attr-defined]
    return function
