"""The folder in which a user's files are kept that can be made again."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
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
