"""Compiled functions that are parts of their callers.

numba optimises every function and makes machine code of it before its callers, into which it is
copied, are optimised as a whole; and each gets two ways in from Python. Of a function that only
compiled code calls all this is thrown away. Here it is only translated: that takes about half the
time before the first round of a simulation, and what is made in the end is as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba import jit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

Internal = Any
"""A value of numba's own."""


class LinkedFunction(CPUDispatcher):
    """A function for other compiled functions. Python may call it too, in a copy of its own."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        """Compile *function* when a compiled function calls it."""
        super().__init__(function, targetoptions=options, pipeline_class=_LinkedCompiler)

    def add_overload(self, result: Internal) -> None:
        """Keep what was compiled, so that callers find it and Python does not."""
        place = object()  # callers know a compiled function by its entry point; this has none
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=place)
        self.targetctx.insert_user_function(place, result.fndesc, [result.library])

    def _compile_for_args(self, *values: Internal, **named: Internal) -> Internal:
        """Python calls it: numba calls what is returned."""
        return self._for_python._compile_for_args(*values, **named)  # noqa: SLF001 - of its own kind

    @cached_property
    def _for_python(self) -> Internal:
        return jit(**self.targetoptions)(self.py_func)


class _LinkedCompiler(Compiler):
    """Translates a function without any way in from Python."""

    def define_pipelines(self) -> Internal:
        """Say what is done for one function."""
        state = self.state
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = _LinkedCode(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class _LinkedCode(JITCodeLibrary):
    """The code of one function and what it calls, to be copied into its callers."""

    def _optimize_final_module(self) -> None:
        """Leave it to the caller: together they are optimised better than apart."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
