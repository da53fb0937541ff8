"""Compiled functions in a browser: WebAssembly that the build made, in place of machine code.

There is no compiler in a page. `tools/page_kernels.py` compiles every function with numba for the
arguments that it has in all games, and gives its LLVM code to WebAssembly. A function is found by
its name and the kinds of its arguments, and takes the same row of numbers as machine code does.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from pitboss.compiled.arguments import Kinds, describe_kinds
from pitboss.compiled.object_code import CodeFailedError

Entry = Callable[[int, int, int], int]
"""Takes addresses: for the result, for an exception, and of the arguments."""

_BYTES_AT = bytes.__basicsize__ - 1
"""Where the content of a `bytes` begins, behind its address."""
_ROOM = 64
_DONE = (0, -2)
_kernels: dict[str, tuple[Callable[[], Entry], str, bool]] = {}


class MissingCodeError(Exception):
    """A function that the build did not compile for such arguments."""


def connect(kernels: Mapping[str, tuple[Callable[[], Entry], str, bool]]) -> None:
    """Take the functions of the page: key -> how to find the entry, what it returns, as a tuple?"""
    _kernels.update(kernels)


def kernel_key(name: str, kinds: Kinds) -> str:
    """Return the key of a function for arguments of these kinds."""
    return sha256(f"{name} {describe_kinds(kinds)}".encode()).hexdigest()[:16]


class PageCode:
    """A function of the page, ready to be called."""

    def __init__(self, name: str, kinds: Kinds) -> None:
        """Find it; raise `MissingCodeError` where there is none."""
        key = kernel_key(name, kinds)
        if key not in _kernels:
            raise MissingCodeError(f"{name} {describe_kinds(kinds)}")
        find, returns, self._is_tuple = _kernels[key]
        self._entry = find()
        self._room = bytes(max(_ROOM, struct.calcsize(returns)))
        self._unpack = struct.Struct(f"<{returns}").unpack_from
        self._is_none = not returns

    def __call__(self, slots: bytes) -> Any:  # noqa: ANN401 - whatever was compiled
        """Call it with the numbers of its arguments."""
        # Nobody else holds these bytes, which are made for one call.
        room = bytes(bytearray(self._room))
        at = id(room) + _BYTES_AT
        if self._entry(at, at + _ROOM - 8, id(slots) + _BYTES_AT) not in _DONE:
            raise CodeFailedError
        if self._is_none:
            return None
        results = self._unpack(room)
        return results if self._is_tuple else results[0]
