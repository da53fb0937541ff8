"""Open the browser of the user at this machine."""

from __future__ import annotations

import os
import sys
import webbrowser
from collections.abc import Mapping
from threading import Thread


def is_wanted(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether a person is at this machine with a graphical browser.

    In a pipe, a service or CI nobody looks; without a display a text browser would take the
    terminal.
    """
    known = os.environ if environment is None else environment
    if known.get("CI") or not sys.stdout.isatty():
        return False
    return sys.platform in {"darwin", "win32"} or has_display(known)


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether windows can be shown.

    >>> has_display({"DISPLAY": ":0"}), has_display({"TERM": "xterm"})
    (True, False)
    """
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open an address, and do not wait for the browser."""
    Thread(target=webbrowser.open, args=[address], daemon=True).start()
