"""The cache of solutions: in memory, and on disk for the next process.

The key of an entry is its name, the whole set-up of its table and further arguments. On disk, an
entry that depends on a few rules has these in its key instead of the set-up, and all tables with
the same rules share it. Files are in a folder named after the version that solved: another Python,
numpy or source of Pitboss never reads them. Every file has a checksum; a file that fails it is
solved again and replaced. If the folder cannot be written, nothing is kept on disk.

`PITBOSS_CACHE` names another folder than the platform's; `PITBOSS_CACHE=off` keeps everything in
memory. Only files that nobody but the user may change are read, in a folder where nobody else may
write. A file holds data and can run nothing (`solution_file`).
"""

from __future__ import annotations

import os
import platform
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property, wraps
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

import numpy as np

from pitboss.engine.setup import Setup
from pitboss.exact import solution_file
from pitboss.rulebook.cache_folder import folder, make_own, read_own, write_own
from pitboss.rulebook.problems import RulesError
from pitboss.version import __version__

Solved = TypeVar("Solved")

DISK_BYTES_MAX = 1 << 30
"""The most bytes of the cache folder; the least recently used entries go first."""
MEMORY_ENTRIES_MAX = 16
"""The most solutions in the memory of one process; each takes up to a few dozen megabytes."""

_SUFFIX = ".solved"
_TEMPORARY = ".pitboss-*"
_MAGIC = b"pitboss solution 2\n"
_CHECKSUM_BYTES = 32
_ROOT = Path(__file__).parents[1]
_SOLVING = ("cards", "rulebook", "patterns", "engine", "compiled", "exact", "simulator")
"""Packages whose source decides a solution."""
_TABLES_KNOWN_MAX = 64
_WITHOUT_IDENTITY = " at 0x"
"""A value that prints its address has no identity in its text."""

_memory: OrderedDict[str, Any] = OrderedDict()
_digests: OrderedDict[int, tuple[Setup, str | None]] = OrderedDict()
_lock = RLock()


class Keep(Enum):
    """Where a new value is kept."""

    NOWHERE = "nowhere"
    MEMORY = "memory"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """One file of the cache."""

    path: Path
    bytes: int
    used: float
    """When it was last read or written, in seconds since 1970."""

    @property
    def name(self) -> str:
        """Its name: blackjack, switch-results ..."""
        return self.path.name.rpartition("-")[0]

    @property
    def version(self) -> str:
        """The version that solved it."""
        return self.path.parent.name


def load_or_compute(
    setup: Setup,
    name: str,
    make: Callable[[], Solved],
    *details: object,
    rules: object = None,
    keep: Keep = Keep.DISK,
) -> Solved:
    """Return an entry of a table: from memory, from disk, or made now and kept for next time.

    *details* are further arguments that the value depends on. *rules* are all that it depends on,
    if that is less than the whole set-up: tables with the same rules share one file. *keep* says
    where a new value is kept; an existing entry is always used.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="co/pai-jack"))
    >>> load_or_compute(setup, "doctest", lambda: 1), load_or_compute(setup, "doctest", lambda: 2)
    (1, 1)
    """
    table = _table_digest(setup)
    if table is None:
        return make()
    key = make_key(name, table, *details)
    file = key if rules is None else make_key(name, rules, *details)
    return _keep(key, file, make, (setup,), keep)


def load_or_compute_part(
    key: str | None, name: str, make: Callable[[], Solved], *shared: object, keep: Keep = Keep.DISK
) -> Solved:
    """Return a part of the solution with *key*; without a key it is not cached.

    *shared* are objects that the part refers to and that are not written with it.
    """
    if key is None:
        return make()
    own = make_key(name, key)
    return _keep(own, own, make, shared, keep)


def solution_part(compute: Callable[[Any], Solved]) -> cached_property[Solved]:
    """Make a property of a solution that is cached by the solution's `key` and its own name."""
    name = compute.__name__.replace("_", "-")

    @wraps(compute)
    def load(solution: Any) -> Solved:  # noqa: ANN401 - any solution
        return load_or_compute_part(solution.key, name, lambda: compute(solution))

    return cached_property(load)


def table_key(setup: Setup, name: str, *details: object, rules: object = None) -> str | None:
    """Return the key of an entry, for its parts; None if it is not cached.

    Tables with the same *rules*, if they are given, share the parts.
    """
    table = _table_digest(setup)
    return None if table is None else make_key(name, table if rules is None else rules, *details)


def make_key(name: str, *details: object) -> str:
    """Return the key of an entry without a table: its name and a digest of *details*."""
    return f"{name}-{sha256(full_text(details).encode()).hexdigest()}"


def full_text(value: object) -> str:
    """Return the whole text of a value; its `repr` may leave parts out.

    >>> from pitboss.rulebook.house import ShoeSettings
    >>> full_text((ShoeSettings(burn=2), {"decks": 6}))
    "(ShoeSettings(2, None), {'decks': 6})"
    """
    if isinstance(value, str | int | None):
        return repr(value)
    if is_dataclass(value) and not isinstance(value, type):
        kept = (getattr(value, item.name) for item in fields(value) if item.repr)
        return f"{type(value).__name__}({', '.join(map(full_text, kept))})"
    if isinstance(value, Mapping):
        items = (f"{full_text(key)}: {full_text(item)}" for key, item in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(full_text, value))})"
    return repr(value)


def _keep(
    key: str, file: str, make: Callable[[], Solved], shared: Sequence[object], keep: Keep
) -> Solved:
    """Return an entry by its *key* in memory, or by the name of its *file*."""
    with _lock:
        if key in _memory:
            _memory.move_to_end(key)
            value: Solved = _memory[key]
            return value
    path = None if keep is Keep.MEMORY else _path(file)
    stored = None if path is None else _read(path, shared)
    made = stored[0] if stored else make()
    if stored or keep is not Keep.NOWHERE:
        _remember(key, made)
    if path is not None and not stored and keep is Keep.DISK:
        _write(path, made, shared)
    return made


def _remember(key: str, value: object) -> None:
    with _lock:
        _memory[key] = value
        _memory.move_to_end(key)
        while len(_memory) > MEMORY_ENTRIES_MAX:
            _memory.popitem(last=False)


def forget() -> None:
    """Empty the memory of this process; the files stay."""
    with _lock:
        _memory.clear()


def _table_digest(setup: Setup) -> str | None:
    """Return the identity of a table by all its data; None if that cannot be printed."""
    with _lock:
        known = _digests.get(id(setup))
        if known is None:
            text = full_text(setup)
            digest = None if _WITHOUT_IDENTITY in text else sha256(text.encode()).hexdigest()
            known = _digests[id(setup)] = setup, digest  # while it is held its id is its own
            while len(_digests) > _TABLES_KNOWN_MAX:
                _digests.popitem(last=False)
        return known[1]


def _are_alike(one: object, other: object) -> bool:
    """Return whether two tables have the same data, so that either may stand for the other."""
    if not isinstance(one, Setup) or not isinstance(other, Setup):
        return False
    return _table_digest(one) is not None and _table_digest(one) == _table_digest(other)


@cache
def version() -> str:
    """Return the identity of the solver: Pitboss and its source, Python and numpy."""
    digest = sha256()
    for package in _SOLVING:
        for path in sorted((_ROOT / package).rglob("*.py")):
            digest.update(path.relative_to(_ROOT).as_posix().encode())
            digest.update(path.read_bytes())
    digest.update(f"{platform.machine()} {sys.version} {np.__version__}".encode())
    return f"{__version__}-{digest.hexdigest()[:16]}"


def _path(key: str) -> Path | None:
    """Return the file of an entry; None if nothing is read or written."""
    root = folder()
    if root is None:
        return None
    try:
        return root / version() / f"{key}{_SUFFIX}"
    except OSError:  # the source cannot be read: nobody can tell which version this is
        return None


def _read(path: Path, shared: Sequence[object]) -> tuple[Any] | None:
    """Return the value in a file; None if there is no complete one."""
    try:
        content = read_own(path)
        start = len(_MAGIC) + _CHECKSUM_BYTES
        whole = _MAGIC + _checksum(path, memoryview(content)[start:])
        if content[:start] != whole:
            return None
        value = solution_file.read(memoryview(content)[start:], shared)
    except (OSError, *solution_file.UNREADABLE):
        return None
    with suppress(OSError):
        os.utime(path)
    return (value,)


def _write(path: Path, value: object, shared: Sequence[object]) -> None:
    """Write a value to its file; if that fails, it is solved again next time."""
    try:
        content = solution_file.write(value, shared, _are_alike)
    except ValueError:  # it holds what is no data: it is made again in each process
        return
    if len(content) > DISK_BYTES_MAX // 2:
        return
    with suppress(OSError, RulesError):
        if make_own(path.parent):
            write_own(path, _MAGIC + _checksum(path, content) + content)
            _trim(path.parent.parent)


def _checksum(path: Path, payload: bytes | memoryview) -> bytes:
    """Return a digest of the content and its name: a file under another name is not read."""
    digest = sha256(f"{path.parent.name}/{path.name}\n".encode())
    digest.update(payload)
    return digest.digest()


def entries(root: Path | None = None) -> list[CacheEntry]:
    """Return every file of the cache, the least recently used first."""
    place = folder() if root is None else root
    kept = []
    for path in place.glob(f"*/*{_SUFFIX}") if place else ():
        with suppress(OSError):  # another process may remove it meanwhile
            status = path.stat()
            kept.append(CacheEntry(path, status.st_size, status.st_mtime))
    return sorted(kept, key=lambda entry: entry.used)


def _trim(root: Path) -> None:
    files = entries(root)
    excess = sum(entry.bytes for entry in files) - DISK_BYTES_MAX
    for entry in files:
        if excess <= 0:
            break
        with suppress(OSError):
            entry.path.unlink()
            excess -= entry.bytes


def clear() -> tuple[int, int]:
    """Remove every file, and empty the memory; return the number of files and bytes."""
    forget()
    root = folder()
    if root is None or not root.is_dir():
        return 0, 0
    count = size = 0
    files = entries(root)
    for entry in files:
        with suppress(OSError):
            entry.path.unlink()
            count = count + 1
            size = size + entry.bytes
    for place in {entry.path.parent for entry in files}:
        with suppress(OSError):
            for left in place.glob(_TEMPORARY):  # of a process that was killed
                left.unlink()
            place.rmdir()
    return count, size
