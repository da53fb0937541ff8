"""Leaving with the terminal: a window that is closed must not leave a program behind."""

from __future__ import annotations

import os
import sys
from typing import Any

from textual.app import App

LOOK_S = 2.0
"""Seconds between one look at the terminal and the next."""


def leave_with_terminal(app: App[Any]) -> None:
    """End *app* once its terminal is gone; textual would go on reading what never comes."""

    def look() -> None:
        if sys.__stdin__ is None or not os.isatty(sys.__stdin__.fileno()):
            app.exit()

    if not app.is_headless:
        app.set_interval(LOOK_S, look)
