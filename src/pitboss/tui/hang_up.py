"""Leaving with the terminal: a closed window must not leave a program behind."""

from __future__ import annotations

import os
import sys
from typing import Any

from textual.app import App

LOOK_S = 2.0
"""Seconds between two checks of the terminal."""


def leave_with_terminal(app: App[Any]) -> None:
    """End *app* when its terminal is gone; textual would wait for input for ever."""

    def look() -> None:
        if sys.__stdin__ is None or not os.isatty(sys.__stdin__.fileno()):
            app.exit()

    if not app.is_headless:
        app.set_interval(LOOK_S, look)
