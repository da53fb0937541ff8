"""Functions of the simulator that call others by the names they use, for graphics cards."""

from __future__ import annotations

from typing import Any, cast

from pitboss.compiled.jit import Function
from pitboss.simulator.backends.shoes import bound


def rebound(function: Function, **names: Any) -> Function:
    """Return a function of the simulator that calls other functions by the *names* it uses."""
    python = getattr(function, "py_func", function)
    return cast(Function, bound(python, __file__, **names))
