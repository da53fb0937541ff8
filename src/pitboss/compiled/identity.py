"""The identity of a compiled function: its code, all code it calls, and their constants.

Two functions with the same identity have the same machine code. A function that was changed, or
that calls a changed one, has another identity.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

_ADDRESS = " at 0x"


class NoIdentityError(Exception):
    """A function that uses a value which prints its address: it is not kept."""


def compute_identity(function: Any) -> str:  # noqa: ANN401 - a function, compiled or not
    """Return a digest of a function and of everything that it uses.

    >>> compute_identity(lambda value: value + 1) == compute_identity(lambda value: value + 1)
    True
    >>> compute_identity(lambda value: value + 1) == compute_identity(lambda value: value + 2)
    False
    """
    described = _FunctionDigest()
    described.add(function)
    return described.digest.hexdigest()


def names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code looks up, those of functions inside it too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


class _FunctionDigest:
    """A digest of functions, each described once."""

    def __init__(self) -> None:
        self.digest = sha256()
        self._places: dict[int, int] = {}
        self._held: list[object] = []

    def add(self, value: Any, names: frozenset[str] = frozenset()) -> None:  # noqa: ANN401 - anything
        """Add a value; of a module or a class, only these *names*."""
        python = getattr(value, "py_func", value)
        if isinstance(python, FunctionType):
            self._say("function", getattr(value, "options", ""), getattr(value, "is_wide", ""))
            if getattr(value, "is_apart", False):
                self._say("apart")
            self._add_function(python)
        elif isinstance(value, ModuleType | type):
            self._say(value.__name__, getattr(value, "_fields", ""))
            if getattr(value, "__module__", value.__name__).partition(".")[0] == "pitboss":
                for name in sorted(names & vars(value).keys()):
                    self._say(name)
                    self.add(vars(value)[name], names)
        elif isinstance(value, np.ndarray):
            self._say(value.dtype, value.shape)
            self.digest.update(value.tobytes())
        else:
            self._say(type(value).__name__, repr(value))

    def _add_function(self, function: FunctionType) -> None:
        place = self._places.setdefault(id(function), len(self._places))
        self._say(place)
        if place < len(self._held):
            return
        self._held.append(function)  # while it is held its id is its own
        self._add_code(function.__code__)
        names = frozenset(names_in(function.__code__))
        for name in sorted(names & function.__globals__.keys()):
            self._say(name)
            self.add(function.__globals__[name], names)
        for cell in function.__closure__ or ():
            self.add(cell.cell_contents, names)
        self.add(function.__defaults__)

    def _add_code(self, code: CodeType) -> None:
        self.digest.update(code.co_code)
        shape = code.co_argcount, code.co_flags, code.co_varnames, code.co_names, code.co_freevars
        self._say(shape, code.co_exceptiontable)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant)
            else:
                self._say(type(constant).__name__, repr(constant))

    def _say(self, *words: object) -> None:
        text = repr(words)
        if _ADDRESS in text:
            raise NoIdentityError(text)
        self.digest.update(text.encode())
