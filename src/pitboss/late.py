"""Import late: what is heavy, or may be missing, is imported when it is first used.

An import stands at the head of its module, where it shows what the module needs. Only the library
(`api`) and the commands (`cli`) import inside functions. Any other module that has to wait names
a *place*, `module:name`, and this is the one module that imports by such a name:

- `LateFunction` is a function at a place. It is sent to another process as its name, and imported
  there: the server hands out slow work and stays light.
- `load` returns the value at a place: an entry of a table, or a part of a package that is an extra.

Use it for what a command or the server would wait for and seldom needs. Do not use it to break a
cycle: `tests/test_imports.py` reads a place as an import.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def load(place: str) -> Any:  # noqa: ANN401 - the caller knows what is there
    """Return the value at *place*, `module:name`; import its module if nobody has.

    >>> load("math:pi")
    3.141592653589793
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


class LateFunction(Generic[Arguments, Result]):
    """A function, or a class, whose module is imported by the first call.

    >>> square_root: LateFunction[[float], float] = LateFunction("math:sqrt")
    >>> square_root(9)
    3.0
    """

    __slots__ = ("place",)

    def __init__(self, place: str) -> None:
        """Find the function at *place*, `module:name`."""
        self.place = place

    def __call__(self, *values: Arguments.args, **named: Arguments.kwargs) -> Result:
        """Call the function, in the process where the call is made."""
        function: Callable[Arguments, Result] = load(self.place)
        return function(*values, **named)

    def __repr__(self) -> str:
        """Show its place."""
        return f"{type(self).__name__}({self.place!r})"
