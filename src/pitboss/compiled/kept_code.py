"""Machine code on disk, for the next process: compiled once, then read by all.

A file is named after the function and a digest of everything that it was made of: its code, that of
all it calls, their constants, the kinds of its arguments, numba, LLVM and the processor. So a file
is never out of date, and every installation of this user's shares it: an upgrade compiles only what
changed. Files lie in the user's cache, or where that cannot be written in `__pycache__` beside this
module; `NUMBA_CACHE_DIR` names another folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pitboss.compiled.arguments import Kinds, text_of
from pitboss.compiled.machine_code import IS_SUPPORTED, ObjectCode, host
from pitboss.rulebook.cache_folder import VARIABLE, folder
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.problems import RulesError

FILES_MAX = 512
"""The most files in the folder; the least recently used go first."""
_SUFFIX, _LOCK = ".code", ".lock"
_NUMBA_FOLDER = "NUMBA_CACHE_DIR"


def place_of(name: str, identity: str, kinds: Kinds) -> Path | None:
    """Return the file of a function for arguments of these kinds; None if nothing is kept."""
    place = _folder()
    if place is None:
        return None
    made_of = f"{_makers()} {identity} {text_of(kinds)}"
    return place / f"{name}-{sha256(made_of.encode()).hexdigest()[:32]}{_SUFFIX}"


def is_kept() -> bool:
    """Return whether compiled code is kept for other processes."""
    return IS_SUPPORTED and _folder() is not None


@cache
def _makers() -> str:
    return f"slots numba {version('numba')} {host()}"


@cache
def _folder() -> Path | None:
    named = os.environ.get(_NUMBA_FOLDER)
    own = {name: value for name, value in os.environ.items() if name != VARIABLE}
    user = folder(own)
    places = (
        Path(named, "pitboss") if named else None,
        user / "compiled" if user else None,
        Path(__file__).parent / "__pycache__",
    )
    for place in filter(None, places):
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            if _is_own(place):
                return place
    return None


def _is_own(place: Path) -> bool:
    """Return whether this user may write into a folder, and nobody else: code in it is run."""
    if not os.access(place, os.W_OK):
        return False
    status = place.stat()
    return status.st_uid == os.geteuid() and not status.st_mode & 0o002


@contextmanager
def compiling_alone(path: Path | None) -> Iterator[None]:
    """Let one process at a time compile a function: what it makes, the others read."""
    if path is None:
        yield
        return
    from fcntl import LOCK_EX, flock  # noqa: PLC0415 - not on every system

    name = path.name.partition("-")[0]
    with (path.parent / f"{name}{_LOCK}").open("w") as file:
        flock(file, LOCK_EX)
        yield


def read_code(path: Path | None) -> ObjectCode | None:
    """Return the code in a file; None if there is no complete one."""
    if path is None:
        return None
    try:
        content = path.read_bytes()
        header, _, rest = content.partition(b"\n")
        said = json.loads(header)
        if sha256(rest).hexdigest() != said.pop("sha256"):
            return None
        found = ObjectCode(**said, object_file=rest)
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return None
    with suppress(OSError):
        os.utime(path)
    return found


def write_code(path: Path | None, code: ObjectCode) -> None:
    """Write code to its file; if that fails, it is compiled again next time."""
    if path is None:
        return
    said = code._asdict()
    content = said.pop("object_file")
    said["sha256"] = sha256(content).hexdigest()
    with suppress(OSError, RulesError):
        write_whole(path, json.dumps(said).encode() + b"\n" + content)
        _trim(path.parent)


def _trim(place: Path) -> None:
    files = sorted(place.glob(f"*{_SUFFIX}"), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - FILES_MAX)]:
        file.unlink(missing_ok=True)
