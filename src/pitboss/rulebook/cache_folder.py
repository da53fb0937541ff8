"""The folders in which a user's files are kept that can be made again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

VARIABLE, OFF = "PITBOSS_CACHE", "off"


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


def trusted_folder(name: str, first: Path | None, last: Path) -> Path | None:
    """Return a folder that only this user writes, for files that are run; None if there is none.

    It is *first*, or *name* in the user's cache, or *last*: the first of them that can be written.
    Switching the cache off is about solutions, and changes nothing here.
    """
    user = folder({key: value for key, value in os.environ.items() if key != VARIABLE})
    for place in filter(None, (first, user / name if user else None, last)):
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            if _is_own(place):
                return place
    return None


def _is_own(place: Path) -> bool:
    """Return whether this user may write into a folder, and nobody else."""
    if not os.access(place, os.W_OK):
        return False
    status = place.stat()
    is_mine = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return is_mine and not status.st_mode & 0o002


def trim(place: Path, pattern: str, files_max: int) -> None:
    """Leave at most so many files; the oldest go first."""
    files = sorted(place.glob(pattern), key=lambda file: file.stat().st_mtime)
    for file in files[: max(0, len(files) - files_max)]:
        file.unlink(missing_ok=True)
