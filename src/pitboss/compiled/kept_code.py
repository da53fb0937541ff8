"""Machine code on disk, for the next process: compiled once, then read by all.

A file is named after the function and a digest of everything that decides its code: the function,
all functions it calls, their constants, the kinds of its arguments, numba, LLVM and the processor.
So a file is never out of date, all installations of a user share it, and an upgrade compiles only
what changed. Files lie in the user's cache, where nobody else may write; `NUMBA_CACHE_DIR` names
another folder. Where there is no such folder, every process compiles for itself.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from pitboss.compiled.arguments import Kinds, describe_kinds
from pitboss.compiled.object_code import IS_SUPPORTED, ObjectCode
from pitboss.late import LateFunction, load
from pitboss.rulebook.cache_folder import read_own, trim, trusted_folder, write_own
from pitboss.rulebook.problems import RulesError

with suppress(ImportError):  # Windows has no such locks, and keeps no code here: `IS_SUPPORTED`
    from fcntl import LOCK_EX, flock

FILES_MAX = 512
"""The most files in the folder; the least recently used go first."""
_SUFFIX = ".code"
_LOCK = ".lock"
_NUMBA_FOLDER = "NUMBA_CACHE_DIR"
_host: LateFunction[[], str] = LateFunction("pitboss.compiled.machine_code:host")


def code_path(name: str, identity: str, kinds: Kinds) -> Path | None:
    """Return the file of a function for arguments of these kinds; None if nothing is kept."""
    place = _folder()
    if place is None:
        return None
    made_of = f"{_makers()} {identity} {describe_kinds(kinds)}"
    return place / f"{name}-{sha256(made_of.encode()).hexdigest()[:32]}{_SUFFIX}"


def code_folder() -> Path | None:
    """Return the folder of compiled code; None if nothing is kept."""
    return _folder()


def is_kept() -> bool:
    """Return whether compiled code is kept for other processes."""
    return IS_SUPPORTED and _folder() is not None


@cache
def _makers() -> str:
    return f"slots numba {_numba_version()} {_host()}"


def _numba_version() -> str:
    """Return the version of numba, which takes longer to import than code to load."""
    spec = find_spec("numba")
    with suppress(OSError, AttributeError, TypeError):
        text = Path(spec.origin).with_name("_version.py").read_text()  # type: ignore[union-attr, arg-type]
        return re.search(r'"version": "([^"]+)"', text)[1]  # type: ignore[index]
    return str(load("numba:__version__"))


@cache
def _folder() -> Path | None:
    named = os.environ.get(_NUMBA_FOLDER)
    first = Path(named, "pitboss") if named else None
    return trusted_folder("compiled", first)


@contextmanager
def compiling_alone(path: Path | None) -> Iterator[None]:
    """Let one process at a time compile a function: what it makes, the others read."""
    if path is None:
        yield
        return
    name = path.name.partition("-")[0]
    with (path.parent / f"{name}{_LOCK}").open("w") as file:
        flock(file, LOCK_EX)
        yield


def read_code(path: Path | None) -> ObjectCode | None:
    """Return the code in a file; None if there is no complete one."""
    if path is None:
        return None
    try:
        content = read_own(path)
        header, _, rest = content.partition(b"\n")
        fields = json.loads(header)
        if sha256(rest).hexdigest() != fields.pop("sha256"):
            return None
        code = ObjectCode(**fields, object_file=rest)
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None
    with suppress(OSError):
        os.utime(path)
    return code


def write_code(path: Path | None, code: ObjectCode) -> None:
    """Write code to its file; if that fails, it is compiled again next time."""
    if path is None:
        return
    fields = code._asdict()
    content = fields.pop("object_file")
    fields["sha256"] = sha256(content).hexdigest()
    with suppress(OSError, RulesError):
        write_own(path, json.dumps(fields).encode() + b"\n" + content)
        trim(path.parent, f"*{_SUFFIX}", FILES_MAX)
