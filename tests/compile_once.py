"""Several processes of one run: what one of them is compiling, another waits for and reads."""

from __future__ import annotations

from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher


def compile_once(folder: Path) -> None:
    """Let one process at a time compile a function that is kept on disk, for locks in *folder*.

    A clean checkout has nothing compiled, and each process would spend minutes on the same
    functions. Windows has no such locks: there everything is compiled as often as it is needed.
    """
    with suppress(ImportError):
        from fcntl import LOCK_EX, flock  # noqa: PLC0415 - not on every system

        compile_alone = Dispatcher.compile

        @wraps(compile_alone)
        def compile_in_turn(self: Any, sig: Any) -> Any:  # noqa: ANN401 - numba's own
            if isinstance(self._cache, NullCache):
                return compile_alone(self, sig)
            name = f"{self.py_func.__module__}.{self.py_func.__qualname__}.lock"
            # Threads of one process in the order in which numba locks them.
            with global_compiler_lock, (folder / name).open("w") as file:
                flock(file, LOCK_EX)
                return compile_alone(self, sig)

        Dispatcher.compile = compile_in_turn  # type: ignore[method-assign]
