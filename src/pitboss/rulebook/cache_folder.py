"""The folders in which a user's files are kept that can be made again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from warnings import warn

from pitboss.rulebook.files import write_whole

VARIABLE = "PITBOSS_CACHE"
OFF = "off"
_warned: list[str] = []


def folder(environment: Mapping[str, str] = os.environ, system: str = sys.platform) -> Path | None:
    """Return the cache folder, whether it exists or not; None if the cache is off.

    >>> folder({"PITBOSS_CACHE": "off"})
    >>> folder({"XDG_CACHE_HOME": "/tmp/of-mine"}, "linux").as_posix()
    '/tmp/of-mine/pitboss'
    """
    named = environment.get(VARIABLE, "")
    if named:
        return None if named.lower() == OFF else Path(named)
    try:
        home = Path.home()
    except RuntimeError:  # a user without a home
        return None
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local", "pitboss")
    if system == "darwin":
        return home / "Library" / "Caches" / "pitboss"
    base = Path(environment.get("XDG_CACHE_HOME") or home / ".cache")
    return (base if base.is_absolute() else home / ".cache") / "pitboss"


def trusted_folder(name: str, first: Path | None = None) -> Path | None:
    """Return a folder that only this user writes, for files that are run; None if there is none.

    It is *first*, or *name* in the user's cache. Switching the cache off is about solutions, and
    changes nothing here. Nothing is ever kept among the files of the program itself: a server
    stops its tables when these change.
    """
    user = folder({key: value for key, value in os.environ.items() if key != VARIABLE})
    for place in filter(None, (first, user / name if user else None)):
        if make_own(place):
            return place
    return None


def make_own(place: Path) -> bool:
    """Return whether this user may write into a folder, and nobody else; make it if need be."""
    try:
        missing = [part for part in (place, *place.parents) if not part.exists()]
        for part in reversed(missing):
            part.mkdir(mode=0o700, exist_ok=True)
        may_write = os.access(place, os.W_OK | os.X_OK)
        is_wrong = place.exists() and not may_write
    except FileNotFoundError:  # another process clears the cache
        return False
    except OSError:
        may_write = False
        is_wrong = True
    if is_wrong:
        _warn_once(f"the cache folder '{place}' cannot be written")
    return may_write and is_own(place)


def is_own(place: Path) -> bool:
    """Return whether there is such a folder or file, which nobody but this user may change."""
    try:
        is_mine = _is_mine(place.stat())
    except OSError:
        return False
    if not is_mine:
        _warn_once(f"'{place}' in the cache is not used, because others own it or may change it")
    return is_mine


def read_own(place: Path) -> bytes:
    """Return the content of a file that nobody but this user may change, in such a folder.

    Raise OSError if there is none.
    """
    if not is_own(place.parent):
        raise PermissionError(str(place.parent))
    with place.open("rb") as file:  # whose owner is asked once it is open, so that it stays
        if not _is_mine(os.fstat(file.fileno())):
            is_own(place)
            raise PermissionError(str(place))
        return file.read()


def write_own(place: Path, content: bytes) -> None:
    """Write a file for this user alone, into a folder of `make_own`."""
    write_whole(place, content, mode=0o600)


def _is_mine(status: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):  # Windows: the folder is in the user's profile
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


class CacheWarning(UserWarning):
    """Something in the cache that is not used; everything is computed again instead."""


def _warn_once(what: str) -> None:
    """Say the first thing that is wrong with the cache; there is one cause, and many files."""
    if not _warned:
        _warned.append(what)
        advice = "everything is made anew; name another folder in XDG_CACHE_HOME or PITBOSS_CACHE"
        warn(f"{what}: {advice}", CacheWarning, stacklevel=4)


def trim(place: Path, pattern: str, files_max: int) -> None:
    """Leave at most so many files; the oldest go first."""
    files = sorted(place.glob(pattern), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - files_max)]:
        file.unlink(missing_ok=True)
