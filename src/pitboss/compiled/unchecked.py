"""The code of a function without its assertions, as it is compiled.

A kernel asserts what must hold; interpreted, as tests and exact fractions run it, every assertion
is checked. Compiled it has none: a check in an inner loop keeps LLVM from working out neighbouring
numbers side by side, and a raised error would need memory that compiled code must not ask for.
"""

from __future__ import annotations

import dis
import linecache
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Final

_CHECK: Final = dis.opmap.get("LOAD_ASSERTION_ERROR")
"""What every assertion loads in the bytecode; Python 3.14 loads it as a constant like others."""


def unchecked_code(function: FunctionType) -> CodeType:
    """Return the code of a function without its assertions; its own where it has none.

    Where the source is gone the assertions stay: that is slower, and never wrong.
    """
    code = function.__code__
    if not _has_checks(code):
        return code
    own = (code.co_firstlineno, code.co_qualname)
    return _unchecked_codes(code.co_filename).get(own, code)


def _has_checks(code: CodeType) -> bool:
    return any(
        step.opcode == _CHECK or step.argval is AssertionError
        for step in dis.get_instructions(code)
    )


@cache
def _unchecked_codes(file: str) -> dict[tuple[int, str], CodeType]:
    """Return the code of every function of a file, compiled as `python -O` does."""
    source = "".join(linecache.getlines(file))
    whole = compile(source, file, "exec", dont_inherit=True, optimize=1)
    return {(code.co_firstlineno, code.co_qualname): code for code in _codes_in(whole)}


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)
