"""Machine code that was compiled before: loaded and called without numba.

numba takes longer to start than many a game to solve. What it compiled is an object file, which
LLVM alone loads in milliseconds; a function in it takes a place for what it returns, a place for an
exception, and one for its arguments, as `arguments` lays them out.
"""

from __future__ import annotations

import ctypes
import platform
import struct
import sys
from functools import cache
from typing import Any, NamedTuple

IS_SUPPORTED = sys.platform == "linux" and platform.machine() == "x86_64"
"""Where this was tried; elsewhere numba keeps and loads what it compiles."""
_DONE = (0, -2)
"""What a function returns that raised nothing: a value, or none."""
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SYMBOLS_TYPE = 2
_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
_engines: list[Any] = []
"""What holds the loaded code in memory."""


class ObjectCode(NamedTuple):
    """A function as it is kept."""

    symbol: str
    """Its name in the object file."""
    returns: str
    """What it returns, in the letters of `struct`: nothing, one number, or several."""
    is_tuple: bool
    object_file: bytes


class CodeFailedError(Exception):
    """Compiled code has raised an exception, which only numba can tell."""


class MachineCode:
    """A function in memory, ready to be called."""

    def __init__(self, code: ObjectCode) -> None:
        """Load *code*."""
        self._function = _PROTOTYPE(_load(code))
        self._room = ctypes.c_char * max(8, struct.calcsize(code.returns))
        self._unpack = struct.Struct(code.returns).unpack_from
        self._is_none, self._is_tuple = not code.returns, code.is_tuple

    def __call__(self, slots: bytes) -> Any:  # noqa: ANN401 - whatever was compiled
        """Call it with the numbers of its arguments; other threads run meanwhile."""
        room, failure = self._room(), ctypes.c_int64()
        if self._function(room, ctypes.byref(failure), slots) not in _DONE:
            raise CodeFailedError
        if self._is_none:
            return None
        results = self._unpack(room)
        return results if self._is_tuple else results[0]


@cache
def host() -> str:
    """Return the processor as LLVM knows it; code for one does not run on every other."""
    from llvmlite import __version__, binding  # noqa: PLC0415 - only where code is loaded

    features = binding.get_host_cpu_features().flatten()
    return f"llvmlite {__version__} {binding.get_host_cpu_name()} {features}"


def _load(code: ObjectCode) -> int:
    """Load an object file and return the address of its function."""
    from llvmlite import binding  # noqa: PLC0415 - only where code is loaded

    machine = _target().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code.object_file))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(code.symbol))


@cache
def _target() -> Any:  # noqa: ANN401 - of a library without types
    from llvmlite import binding  # noqa: PLC0415 - only where code is loaded

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple()


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
