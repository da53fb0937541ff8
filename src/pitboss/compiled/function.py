"""A function that is compiled when it is first called, or read from disk if it was before.

numba is imported only to compile: it takes longer to start than many a game to solve.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from threading import RLock
from types import FunctionType
from typing import Any

from pitboss.compiled.arguments import Kinds, StrangeArgumentError, lay_out
from pitboss.compiled.identity import NoIdentityError, identity_of
from pitboss.compiled.kept_code import compiling_alone, place_of, read_code, write_code
from pitboss.compiled.machine_code import IS_SUPPORTED, CodeFailedError, MachineCode

Numbers = list[Any]
_lock = RLock()
"""One thread at a time loads or compiles."""


class CompiledFunction:
    """A function over numbers, arrays and tuples of them, for Python and for compiled code."""

    def __init__(
        self,
        function: FunctionType,
        options: dict[str, Any],
        *,
        is_kept: bool = False,
        is_wide: bool = False,
    ) -> None:
        """Compile *function* as numba's *options* say; if it is kept, only once on a machine.

        If it is wide, neighbouring numbers are computed side by side.
        """
        self.py_func, self.options = function, options
        self.is_wide, self._is_kept = is_wide, is_kept
        self._codes: dict[Kinds, MachineCode | None] = {}
        self._known: dict[int, tuple[object, list[object], Numbers]] = {}
        """Place of an argument -> the tuple that was there last, and how it is laid out."""
        self._arguments = function.__code__.co_argcount
        update_wrapper(self, function)

    @cached_property
    def linked(self) -> Any:  # noqa: ANN401 - of numba
        """The function for compiled code that calls it."""
        from pitboss.compiled.linked import link  # noqa: PLC0415 - imports numba

        return link(self)

    @property
    def _numba_type_(self) -> Any:  # noqa: ANN401 - of numba
        """What numba takes it for where it meets it by itself."""
        from numba import types  # noqa: PLC0415 - numba is at work

        return types.Dispatcher(self.linked)

    @cached_property
    def by_numba(self) -> Callable[..., Any]:
        """The function as numba itself calls it."""
        from pitboss.compiled.linked import by_numba  # noqa: PLC0415 - imports numba

        return by_numba(self, cache=self._is_kept and not IS_SUPPORTED)

    def __call__(self, *values: Any, **named: Any) -> Any:  # noqa: ANN401 - any arguments
        """Call it from Python."""
        if named or len(values) != self._arguments:
            values = self._in_order(values, named)
        try:
            kinds, flat = self._lay_out(values)
        except StrangeArgumentError:
            return self.by_numba(*values)
        code = self._codes[kinds] if kinds in self._codes else self._find(kinds, values, len(flat))
        if code is None:
            return self.by_numba(*values)
        try:
            return code(flat)
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

    def _lay_out(self, values: tuple[Any, ...]) -> tuple[Kinds, Numbers]:
        """Return the kinds of the arguments, and their numbers."""
        if not IS_SUPPORTED:
            raise StrangeArgumentError
        kinds: list[object] = []
        flat: Numbers = []
        for place, value in enumerate(values):
            if not isinstance(value, tuple):
                lay_out(value, kinds, flat)
                continue
            known = self._known.get(place)
            if known is None or known[0] is not value:
                known = value, [], []
                lay_out(value, known[1], known[2])
                self._known[place] = known  # whole: other threads call it too
            kinds += known[1]
            flat += known[2]
        return tuple(kinds), flat

    def _find(self, kinds: Kinds, values: tuple[Any, ...], count: int) -> MachineCode | None:
        """Load the code for arguments of these kinds, compiled now if it never was."""
        with _lock:
            if kinds not in self._codes:
                self._codes[kinds] = self._made(kinds, values, count)
            return self._codes[kinds]

    def _made(self, kinds: Kinds, values: tuple[Any, ...], count: int) -> MachineCode | None:
        path = None
        if self._is_kept:
            name = f"{self.py_func.__module__.rpartition('.')[2]}.{self.py_func.__name__}"
            try:
                path = place_of(name, identity_of(self), kinds)
            except NoIdentityError:
                path = None
        code = read_code(path)
        if code is None:
            with compiling_alone(path):
                code = read_code(path)  # by another process meanwhile
                if code is None:
                    from pitboss.compiled.linked import NotKeptError, object_code  # noqa: PLC0415

                    try:
                        code = object_code(self, values, count)
                    except NotKeptError:
                        return None
                    write_code(path, code)
        return MachineCode(code, kinds)
