"""A function as it is written, and how numba compiles it."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Any


@dataclass(eq=False, repr=False)
class WrittenFunction:
    """What `numba_compiler` needs to know of a function to compile it."""

    py_func: FunctionType
    options: dict[str, Any]
    """Those of numba."""
    is_kept: bool = False
    """Whether it is compiled only once on a machine."""
    is_wide: bool = False
    """Whether neighbouring numbers are computed side by side."""
    is_apart: bool = False
    """Whether it does not become a part of its callers."""
    linked: Any = None
    """The function for compiled code, once any calls it."""
