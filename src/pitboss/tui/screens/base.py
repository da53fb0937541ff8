"""The base of all screens: colours, keys, and the smallest size."""

from __future__ import annotations

import os
import sys
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Input, Static

LOOK_S = 2.0
"""Seconds between two checks of the terminal."""


def leave_with_terminal(app: App[Any]) -> None:
    """End *app* when its terminal is gone; textual would wait for input for ever."""

    def look() -> None:
        if sys.__stdin__ is None or not os.isatty(sys.__stdin__.fileno()):
            app.exit()

    if not app.is_headless:
        app.set_interval(LOOK_S, look)


COLUMNS_MIN, ROWS_MIN = 60, 18
"""The smallest terminal on which everything can be read."""
WIDE, TALL = 110, 32
"""The columns and rows of a wide layout."""
Result = TypeVar("Result")


class TerminalApp(App[Result]):
    """A program of the terminal; capital letters work like small ones."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "Leave", show=False, priority=True)
    ]

    async def on_event(self, event: events.Event) -> None:
        """Read a capital letter as its key, for Caps Lock; text stays as typed."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            letter = event.character or ""
            if letter.isupper() and not isinstance(self.focused, Input):
                event = events.Key(letter.lower(), letter.lower())
        await super().on_event(event)

    def on_mount(self) -> None:
        """End with the terminal."""
        leave_with_terminal(self)

    def on_resize(self, event: events.Resize) -> None:
        """Cover a screen that is too small, until it is large enough."""
        small = event.size.width < COLUMNS_MIN or event.size.height < ROWS_MIN
        covered = isinstance(self.screen, TooSmall)
        if small and covered:
            self.screen.query_one(Static).update(_size_words(event.size))
        elif small:
            self.push_screen(TooSmall(event.size))
        elif covered:
            self.pop_screen()


class TooSmall(ModalScreen[None]):
    """Says how large the terminal must be."""

    def __init__(self, size: Size) -> None:
        """Cover a terminal of *size*."""
        super().__init__()
        self.first_size = size

    def compose(self) -> ComposeResult:
        """Show one sentence."""
        yield Static(_size_words(self.first_size), markup=False)


def _size_words(size: Size) -> str:
    return (
        f"The table needs {COLUMNS_MIN}x{ROWS_MIN}; this terminal has {size.width}x{size.height}."
        " Make it larger, or press Ctrl-C to leave."
    )
