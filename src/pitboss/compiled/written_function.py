"""A function as it is written, and how numba compiles it."""

from __future__ import annotations

from types import FunctionType
from typing import Any


class WrittenFunction:
    """What `linked` needs to know of a function to compile it."""

    linked: Any = None
    """The function for compiled code, once any calls it."""

    def __init__(
        self,
        function: FunctionType,
        options: dict[str, Any],
        *,
        is_wide: bool = False,
        is_apart: bool = False,
    ) -> None:
        """Compile *function* with numba's *options*.

        If it is wide, neighbouring numbers are computed side by side; if it is apart, it does not
        become a part of its callers.
        """
        self.py_func, self.options = function, options
        self.is_wide, self.is_apart = is_wide, is_apart
