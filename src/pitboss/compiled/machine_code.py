"""Load machine code that was compiled before, and call it without numba.

numba takes longer to start than many games take to solve. The code that it compiled is an object
file, which LLVM alone loads in milliseconds. A function in it takes an address for its result, one
for an exception, and one for its arguments, as `arguments` lays them out.
"""

from __future__ import annotations

import ctypes
import struct
from functools import cache
from typing import Any

from llvmlite import __version__, binding

from pitboss.compiled.object_code import CodeFailedError, ObjectCode

_DONE = (0, -2)
"""What a function returns that raised nothing: a value, or none."""
_PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)
_engines: list[Any] = []
"""What holds the loaded code in memory."""


class MachineCode:
    """A function in memory, ready to be called."""

    def __init__(self, code: ObjectCode) -> None:
        """Load *code*."""
        self._function = _PROTOTYPE(_load(code))
        self._room = ctypes.c_char * max(8, struct.calcsize(code.returns))
        self._unpack = struct.Struct(code.returns).unpack_from
        self._is_none = not code.returns
        self._is_tuple = code.is_tuple

    def __call__(self, slots: bytes) -> Any:  # noqa: ANN401 - whatever was compiled
        """Call it with the numbers of its arguments; other threads run meanwhile."""
        room = self._room()
        failure = ctypes.c_int64()
        if self._function(room, ctypes.byref(failure), slots) not in _DONE:
            raise CodeFailedError
        if self._is_none:
            return None
        results = self._unpack(room)
        return results if self._is_tuple else results[0]


@cache
def host() -> str:
    """Return the processor as LLVM knows it; code for one does not run on every other."""
    features = binding.get_host_cpu_features().flatten()
    return f"llvmlite {__version__} {binding.get_host_cpu_name()} {features}"


def _load(code: ObjectCode) -> int:
    """Load an object file and return the address of its function."""
    machine = _target().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code.object_file))
    engine.finalize_object()
    _engines.append(engine)
    return int(engine.get_function_address(code.symbol))


@cache
def _target() -> Any:  # noqa: ANN401 - of a library without types
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple()
