"""A function that is compiled at its first call, or read from disk if it was compiled before.

numba is imported only to compile, and LLVM only to load code: numba takes longer to start than many
games take to solve.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, update_wrapper
from threading import RLock
from typing import Any

from pitboss.compiled.arguments import SLOT, Kinds, StrangeArgumentError, lay_out
from pitboss.compiled.identity import NoIdentityError, compute_identity
from pitboss.compiled.kept_code import code_path, compiling_alone, read_code, write_code
from pitboss.compiled.object_code import (
    IS_PAGE,
    IS_SUPPORTED,
    CodeFailedError,
    NotKeptError,
    ObjectCode,
)
from pitboss.compiled.written_function import WrittenFunction
from pitboss.late import LateFunction

LoadedCode = Callable[[bytes], Any]
"""A function in memory, called with the numbers of its arguments."""

_KNOWN_MAX = 32
_load_code: LateFunction[[ObjectCode], LoadedCode] = LateFunction(
    "pitboss.compiled.machine_code:MachineCode"
)
_object_code: LateFunction[[WrittenFunction, tuple[Any, ...], int], ObjectCode] = LateFunction(
    "pitboss.compiled.numba_compiler:object_code"
)
_by_numba: LateFunction[[WrittenFunction, bool], Callable[..., Any]] = LateFunction(
    "pitboss.compiled.numba_compiler:by_numba"
)
_numba_type: LateFunction[[WrittenFunction], Any] = LateFunction(
    "pitboss.compiled.numba_compiler:numba_type"
)
_page_code: LateFunction[[str, Kinds], LoadedCode] = LateFunction(
    "pitboss.compiled.page_code:PageCode"
)
_lock = RLock()
"""One thread at a time loads or compiles."""


@dataclass(eq=False, repr=False)
class CompiledFunction(WrittenFunction):
    """A function over numbers, arrays and tuples of them, for Python and for compiled code."""

    def __post_init__(self) -> None:
        """Look like the function."""
        self._codes: dict[Kinds, LoadedCode | None] = {}
        self._known: dict[tuple[Any, ...], tuple[object, list[object], bytes]] = {}
        """The type of a tuple and the identities of its items -> it, and how it is laid out."""
        self._arguments = self.py_func.__code__.co_argcount
        update_wrapper(self, self.py_func)

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - of numba
        """What numba takes it for where it meets it by itself."""
        return _numba_type(self)

    @cached_property
    def by_numba(self) -> Callable[..., Any]:
        """The function as numba itself calls it."""
        return _by_numba(self, self.is_kept and not IS_SUPPORTED)

    def __call__(self, *values: Any, **named: Any) -> Any:  # noqa: ANN401 - any arguments
        """Call it from Python."""
        if named or len(values) != self._arguments:
            values = self._in_order(values, named)
        try:
            kinds, slots = self._lay_out(values)
        except StrangeArgumentError:
            return self.by_numba(*values)
        code = self._codes.get(kinds)
        if code is None and kinds not in self._codes:
            code = self._find(kinds, values, len(slots) // SLOT)
        if code is None:
            return self.by_numba(*values)
        try:
            return code(slots)
        except CodeFailedError:
            self.by_numba(*values)  # raises what it is about
            raise

    def _in_order(self, values: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Return all arguments by their places, as `inspect` would bind them."""
        function = self.py_func
        names = function.__code__.co_varnames[: self._arguments]
        defaults = function.__defaults__ or ()
        known = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
        known.update(zip(names, values, strict=False))
        known.update(named)
        if known.keys() != set(names) or len(values) > len(names):
            function(*values, **named)  # raises what is wrong
        return tuple(known[name] for name in names)

    def _lay_out(self, values: tuple[Any, ...]) -> tuple[Kinds, bytes]:
        """Return the kinds of the arguments, and their numbers."""
        if not IS_SUPPORTED:
            raise StrangeArgumentError
        kinds: list[object] = []
        slots: list[bytes] = []
        for value in values:
            if not isinstance(value, tuple):
                lay_out(value, kinds, slots)
                continue
            same = type(value), *map(id, value)
            known = self._known.get(same) or self._remember(same, value)
            kinds += known[1]
            slots.append(known[2])
        return tuple(kinds), b"".join(slots)

    def _remember(
        self, same: tuple[Any, ...], value: tuple[Any, ...]
    ) -> tuple[object, list[object], bytes]:
        """Lay a tuple out, and keep that for the next call: most are handed over many times."""
        kinds: list[object] = []
        slots: list[bytes] = []
        lay_out(value, kinds, slots)
        if len(self._known) >= _KNOWN_MAX:
            self._known.clear()
        known = value, kinds, b"".join(slots)
        # Whole, because other threads call it too; while it is held, its items keep their ids.
        self._known[same] = known
        return known

    def _find(self, kinds: Kinds, values: tuple[Any, ...], count: int) -> LoadedCode | None:
        """Load the code for arguments of these kinds, compiled now if it never was."""
        with _lock:
            if kinds not in self._codes:
                self._codes[kinds] = self._make_code(kinds, values, count)
            return self._codes[kinds]

    def _make_code(self, kinds: Kinds, values: tuple[Any, ...], count: int) -> LoadedCode | None:
        if IS_PAGE:
            return _page_code(f"{self.py_func.__module__}.{self.py_func.__name__}", kinds)
        path = None
        if self.is_kept:
            name = f"{self.py_func.__module__.rpartition('.')[2]}.{self.py_func.__name__}"
            try:
                path = code_path(name, compute_identity(self), kinds)
            except NoIdentityError:
                path = None
        code = read_code(path)
        if code is None:
            with compiling_alone(path):
                code = read_code(path)  # by another process meanwhile
                if code is None:
                    try:
                        code = _object_code(self, values, count)
                    except NotKeptError:
                        return None
                    write_code(path, code)
        return _load_code(code)
