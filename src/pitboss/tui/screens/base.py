"""The base of all screens: colours, keys, and the smallest size."""

from __future__ import annotations

import os
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from pitboss.tui.felt.bars import add_rules, spread

if TYPE_CHECKING:
    from pitboss.sitting.training.score import CountSession, Session

LOOK_S = 2.0
"""Seconds between two checks of the terminal."""


def leave_with_terminal(app: App[Any]) -> None:
    """End *app* when its terminal is gone; textual would wait for input for ever."""

    def look() -> None:
        if sys.__stdin__ is None or not os.isatty(sys.__stdin__.fileno()):
            app.exit()

    if not app.is_headless:
        app.set_interval(LOOK_S, look)


COLUMNS_MIN = 60
ROWS_MIN = 18
"""The smallest terminal on which everything can be read."""
WIDE = 110
TALL = 32
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


class DrillScreen(Screen[None]):
    """A screen that asks a number of questions; *keep* saves the score after every answer."""

    def __init__(self, *, count: int, keep: Callable[[], None]) -> None:
        """Ask *count* questions."""
        super().__init__()
        self.count = count
        self.keep = keep
        self.refusal = ""

    @abstractmethod
    def show(self) -> None:
        """Draw the question, or its verdict."""

    def on_resize(self) -> None:
        """Draw everything for the new size."""
        self.call_after_refresh(self.show)

    def show_top(
        self, title: str, rules: Iterable[str], session: Session | CountSession, streak: int
    ) -> None:
        """Draw the top line: what is practised, as many rules as fit, and the score."""
        top = self.query_one("#top", Static)
        left = Text.assemble(" ", (title, "bold"))
        right = Text.assemble(
            f"{session.asked + (not self.is_judged)} of {self.count}  ",
            (f"{session.asked - session.wrong} right, {session.wrong} wrong", "bold #ffd75f"),
            f", streak {streak}" if streak > 1 else "",
            " ",
        )
        width = top.content_size.width or 80
        add_rules(left, rules, width - right.cell_len)
        top.update(spread(left, right, width))

    def show_prompt(self, words: str, *, yours: bool, wrong: bool) -> None:
        """Draw the line above the keys: a refusal, or *words*."""
        prompt = self.query_one("#prompt", Static)
        prompt.set_class(yours, "yours")
        prompt.set_class(wrong or bool(self.refusal), "refused")
        prompt.update(self.refusal or words)

    @property
    @abstractmethod
    def is_judged(self) -> bool:
        """Whether the verdict on the last answer is shown."""

    def refuse(self, words: str) -> None:
        """Show why an answer is refused, until the next key."""
        self.refusal = words
        self.show()
        self.refusal = ""

    def action_leave(self) -> None:
        """Leave; the answers are kept."""
        self.app.exit()


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
