"""A compiled function as an object file: what is kept on disk, and whether it may be."""

from __future__ import annotations

import ctypes
import platform
import struct
import sys
from typing import NamedTuple

IS_PAGE = sys.platform == "emscripten"
"""Whether this Python runs in a browser, where every function was compiled by the build."""
IS_SUPPORTED = IS_PAGE or (sys.platform == "linux" and platform.machine() == "x86_64")
"""Where this was tried; elsewhere numba keeps and loads what it compiles."""
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SYMBOLS_TYPE = 2


class ObjectCode(NamedTuple):
    """A function as it is kept."""

    symbol: str
    """Its name in the object file."""
    returns: str
    """What it returns, in the letters of `struct`: nothing, one number, or several."""
    is_tuple: bool
    object_file: bytes


class NotKeptError(Exception):
    """A function that only numba itself can call."""


class CodeFailedError(Exception):
    """Compiled code has raised an exception, which only numba can identify."""


def is_self_contained(object_file: bytes) -> bool:
    """Return whether an object file needs nothing but the C library: LLVM would abort otherwise."""
    process = ctypes.CDLL(None)
    return all(hasattr(process, name) for name in _undefined_symbols(object_file))


def _undefined_symbols(file: bytes) -> list[str]:
    """Return the symbols that an ELF object file looks for elsewhere."""
    (sections_at,) = struct.unpack_from("<Q", file, 0x28)
    size, count = struct.unpack_from("<HH", file, 0x3A)
    sections = [_SECTION.unpack_from(file, sections_at + size * place) for place in range(count)]
    symbols = []
    for _, kind, _, _, start, length, link, *_ in sections:
        if kind != _SYMBOLS_TYPE:
            continue
        names = sections[link][4]
        for at in range(start + _SYMBOL.size, start + length, _SYMBOL.size):
            name, _, _, section, _, _ = _SYMBOL.unpack_from(file, at)
            if section == 0:
                symbols.append(file[names + name : file.index(b"\0", names + name)].decode())
    return symbols
