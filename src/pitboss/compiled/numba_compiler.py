"""Compile with numba: functions that become parts of their callers, and functions for Python.

numba optimises every function and makes machine code of it, before it copies the function into its
callers and optimises those again; and it gives each function two wrappers for Python. For a
function that only compiled code calls, all this is wasted. So such a function is only translated
here. That halves the time before the first round of a simulation, and the final code is as fast.
Functions that Python calls get no wrapper either: `machine_code` calls numba's native function.

Assertions are left out of compiled code. A kernel asserts what must hold; interpreted, as tests and
exact fractions run it, every assertion is checked. A check in an inner loop would keep LLVM from
working out neighbouring numbers side by side, and a raised error would need memory that compiled
code must not ask for.

This module imports numba, which takes longer than loading compiled code. `function` imports it
late, when something has to be compiled.
"""

from __future__ import annotations

import dis
import linecache
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any, Final, cast

from llvmlite import ir
from numba import config, jit, types
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from pitboss.compiled.identity import compute_identity, names_in
from pitboss.compiled.kept_code import code_folder
from pitboss.compiled.object_code import NotKeptError, ObjectCode, is_self_contained
from pitboss.compiled.progress import begin_function
from pitboss.compiled.written_function import WrittenFunction

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


Internal = Any
"""A value of numba's own."""
_ENTRY = ".entry"
"""What the name of a function that Python calls ends in."""
_WITHIN = ".within"
"""What the names of the functions end in that only it calls."""
_LETTERS = {
    types.boolean: "?",
    types.int8: "b",
    types.uint8: "B",
    types.int16: "h",
    types.uint16: "H",
    types.int32: "i",
    types.uint32: "I",
    types.int64: "q",
    types.uint64: "Q",
    types.float32: "f",
    types.float64: "d",
}
"""What a compiled function may return, in the letters of `struct`."""


class _Listener(event.Listener):
    """Hears of every function that numba compiles."""

    def on_start(self, event: Internal) -> None:  # noqa: ARG002 - whichever function it is
        begin_function()

    def on_end(self, event: Internal) -> None:
        """Ignore the end of a function."""


cast(Internal, event).register("numba:compile", _Listener())


class _LinkedCode(JITCodeLibrary):
    """The code of one function and what it calls, to be copied into its callers."""

    def _optimize_final_module(self) -> None:
        """Leave it to the caller: together they are optimised better than apart."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _ApartCode(_LinkedCode):
    """The code of a function that does not become a part of its callers."""

    def add_llvm_module(self, module: Internal) -> None:
        """Keep LLVM from inlining it; the functions it calls come later."""
        for function in module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().add_llvm_module(module)


class _EntryCode(JITCodeLibrary):
    """The code of a function that only its entry calls, and of everything that it calls."""

    def _optimize_final_module(self) -> None:
        """Make these functions internal, so LLVM drops arguments that they do not read."""
        functions = [
            function for function in self._final_module.functions if not function.is_declaration
        ]
        names = {function.name for function in functions}
        for function in functions:
            if not function.name.endswith(_ENTRY) and function.name + _ENTRY not in names:
                function.linkage = "internal"
                # What is not passed here, others pass: they must not find it by its name.
                function.name += _WITHIN
        super()._optimize_final_module()


class _LinkedCompiler(Compiler):
    """Compiles a function without any way in from Python, and makes no machine code of it."""

    code: type[JITCodeLibrary] = _LinkedCode

    def define_pipelines(self) -> Internal:
        """Return the passes for one function."""
        state = self.state
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        state.library = self.code(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class _ApartCompiler(_LinkedCompiler):
    """Compiles a function that does not become a part of its callers."""

    code = _ApartCode


class _EntryCompiler(_LinkedCompiler):
    """Compiles a function that only its entry calls, to machine code."""

    code = _EntryCode

    def define_pipelines(self) -> Internal:
        """Return the passes for one function; what they make is taken as an object file."""
        passes = super().define_pipelines()
        self.state.library.enable_object_caching()
        return passes


class LinkedFunction(CPUDispatcher):
    """A function for other compiled functions."""

    def __init__(
        self, function: Callable[..., Any], options: dict[str, Any], *, is_apart: bool = False
    ) -> None:
        """Compile *function* when a compiled function calls it; if it is *apart*, by itself."""
        compiler = _ApartCompiler if is_apart else _LinkedCompiler
        super().__init__(function, targetoptions=options, pipeline_class=compiler)
        self.written: WrittenFunction | None = None

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Stand for the function where numba itself keeps a caller: by what it does.

        numba would tell functions apart by a number of this process, and find no code again.
        """
        return str, (compute_identity(self.written or self.py_func),)

    def add_overload(self, result: Internal) -> None:
        """Keep the compiled function for callers, but not for Python."""
        place = object()  # callers know a compiled function by its entry point; this has none
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=place)
        self.targetctx.insert_user_function(place, result.fndesc, [result.library])


class _EntryFunction(CPUDispatcher):
    """A function that is made machine code, for `machine_code` to load."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=_EntryCompiler)

    def add_overload(self, result: Internal) -> None:
        self.overloads[tuple(result.signature.args)] = result


def object_code(function: WrittenFunction, values: Sequence[Any], count: int) -> ObjectCode:
    """Compile a function for the types of *values*, which are laid out as *count* numbers.

    Raise `NotKeptError` if only numba can call what is made.
    """
    made = _EntryFunction(with_linked_calls(function.py_func), function.options)
    kinds = tuple(made.typeof_pyval(value) for value in values)
    with hearing_interrupts(), global_compiler_lock, _width(is_wide=function.is_wide):
        made.compile(kinds)
        result = cast(Internal, made.overloads[kinds])
        library = result.library
        symbol = _add_entry(library, result.fndesc, made.targetctx)
        library.finalize()
    returns, is_tuple = _result_letters(result.signature.return_type)
    content = library._get_compiled_object()  # noqa: SLF001
    native = result.fndesc.llvm_func_name
    (own,) = (compiled for compiled in library._final_module.functions if compiled.name == native)  # noqa: SLF001
    is_known = len(list(own.arguments)) == count + 2 and is_self_contained(content)
    if not is_known or library.has_dynamic_globals:
        raise NotKeptError
    return ObjectCode(symbol, returns, is_tuple, content)


def _add_entry(library: Internal, description: Internal, target: Internal) -> str:
    """Add a function that takes all arguments in a row of slots; return its name."""
    module = library.create_ir_module(f"{description.llvm_func_name}{_ENTRY}")
    native = target.declare_function(module, description)
    slot = ir.IntType(64)
    result, failure, *kinds = native.function_type.args
    kind = ir.FunctionType(ir.IntType(32), (result, failure, slot.as_pointer()))
    entry = ir.Function(module, kind, f"{description.llvm_func_name}{_ENTRY}")
    builder = ir.IRBuilder(entry.append_basic_block())
    values = []
    for place, wanted in enumerate(kinds):
        number = builder.load(builder.gep(entry.args[2], [ir.Constant(slot, place)]))
        if isinstance(wanted, ir.PointerType):
            values.append(builder.inttoptr(number, wanted))
        elif isinstance(wanted, ir.IntType):
            values.append(builder.trunc(number, wanted) if wanted.width < slot.width else number)
        else:
            width = 32 if isinstance(wanted, ir.FloatType) else 64
            part = builder.trunc(number, ir.IntType(width)) if width < slot.width else number
            values.append(builder.bitcast(part, wanted))
    builder.ret(builder.call(native, (*entry.args[:2], *values)))
    library.add_ir_module(module)
    return str(entry.name)


@contextmanager
def hearing_interrupts() -> Iterator[None]:
    """Let Ctrl-C end a compilation as it ends everything else.

    LLVM calls back into Python for every object file. What is raised there ctypes reports and
    drops, so an interrupt at that moment is lost, and the file is missing later.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield  # nobody here hears of it
        return
    heard: list[int] = []
    report = sys.unraisablehook

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        before(number, frame)

    def report_others(dropped: Internal) -> None:
        if not isinstance(dropped.exc_value, KeyboardInterrupt):
            report(dropped)

    signal.signal(signal.SIGINT, hear)
    sys.unraisablehook = report_others
    try:
        yield
    except RuntimeError:
        if not heard:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = report
    if heard:
        raise KeyboardInterrupt


@contextmanager
def _width(*, is_wide: bool) -> Iterator[None]:
    """Let LLVM look for numbers to compute side by side, which numba leaves out to save time."""
    settings = vars(config)
    before = settings["SLP_VECTORIZE"]
    settings["SLP_VECTORIZE"] = int(is_wide)
    try:
        yield
    finally:
        settings["SLP_VECTORIZE"] = before


def _result_letters(kind: Internal) -> tuple[str, bool]:
    """Return what a function returns as letters, and whether it is a tuple."""
    is_tuple = isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple)
    kinds = () if kind is types.none else tuple(kind) if is_tuple else (kind,)
    if not all(part in _LETTERS for part in kinds):
        raise NotKeptError
    return "".join(_LETTERS[part] for part in kinds), is_tuple


def by_numba(function: WrittenFunction, is_kept: bool) -> Callable[..., Any]:  # noqa: FBT001
    """Return a function that numba itself compiles and calls."""
    place = code_folder() if is_kept else None
    with _keeping_in(place):
        compiled = jit(**function.options, cache=place is not None)
        return cast(Callable[..., Any], compiled(with_linked_calls(function.py_func)))


@contextmanager
def _keeping_in(place: Path | None) -> Iterator[None]:
    """Let numba keep its files there; by itself it keeps them beside the source."""
    settings: Any = config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(place or "")
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def numba_type(function: WrittenFunction) -> Internal:
    """Return what numba takes a function for where it meets it by itself."""
    return types.Dispatcher(link(function))


def link(function: WrittenFunction) -> LinkedFunction:
    """Return a function for compiled code that calls it; one may call itself."""
    if function.linked is None:
        made = _copy(function.py_func)
        linked = LinkedFunction(made, function.options, is_apart=function.is_apart)
        linked.written = function
        function.linked = linked
        complete(made, function.py_func)
    return cast(LinkedFunction, function.linked)


def with_linked_calls(function: FunctionType) -> FunctionType:
    """Return a copy of a function that calls what numba knows: functions to be linked into it."""
    made = _copy(function)
    complete(made, function)
    return made


def _copy(function: FunctionType) -> FunctionType:
    """Return a copy of a function without the globals it uses, and without its assertions."""
    made = FunctionType(
        unchecked_code(function),
        {"__name__": function.__module__},  # where numba looks for code that it kept
        function.__name__,
        function.__defaults__,
        tuple(CellType(_numba_value(cell.cell_contents)) for cell in function.__closure__ or ()),
    )
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    return made


def complete(made: FunctionType, function: FunctionType) -> None:
    """Give a copy the globals of its function, as numba knows them."""
    for name in names_in(function.__code__):
        if name in function.__globals__:
            made.__globals__[name] = _numba_value(function.__globals__[name])


def _numba_value(value: Any) -> Any:  # noqa: ANN401 - anything a function uses
    """Return what numba knows of a value."""
    return link(value) if isinstance(value, WrittenFunction) else value
