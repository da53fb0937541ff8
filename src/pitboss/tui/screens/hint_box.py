"""A hint over the table: every choice and its expected value."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup
from pitboss.table.coach_text import WORKING, assumption_words, hint_rows
from pitboss.text.actions import KEYS
from pitboss.tui.felt.bars import Key

if TYPE_CHECKING:
    from pitboss.exact.worth import Worth

HINT_KEY = "a"
_LOOK_S = 0.05
_BEST = "bold #ffd75f"


class HintBox(ModalScreen[str | None]):
    """Shows the expected values of the choices; the key of one of them closes it and decides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"escape,enter,space,q,question_mark,{HINT_KEY}", "close", "Back")
    ]

    def __init__(self, setup: Setup, worth: Future[Worth], about: str) -> None:
        """Show *worth* when it is known; *about* names the hand."""
        super().__init__()
        self.setup, self.worth, self.about = setup, worth, about

    def compose(self) -> ComposeResult:
        """Show a title, the values and how to go back."""
        with Vertical(classes="box"):
            yield Static(f"Hint for {self.about}", markup=False, classes="title")
            yield Static(WORKING, markup=False, id="values")
            with Horizontal(classes="keys"):
                yield Key("Esc", "back to the table", "close")

    def on_mount(self) -> None:
        """Show the values now, or when they are known."""
        self._looking = self.set_interval(_LOOK_S, self._look)
        self._look()

    def _look(self) -> None:
        if not self.worth.done():
            return
        self._looking.stop()
        try:
            drawn: RenderableType = draw_hint(self.setup, self.worth.result())
        except RefusedError as error:
            message = error.refusal.message
            drawn = Text(f"{message[0].upper()}{message[1:]}.")
        self.query_one("#values", Static).update(drawn)

    def on_key(self, event: events.Key) -> None:
        """Return to the table with a key that decides."""
        if event.character and event.character in KEYS.values():
            event.stop()
            self.dismiss(event.character)

    def action_close(self) -> None:
        """Go back without a decision."""
        self.dismiss(None)


def draw_hint(setup: Setup, worth: Worth) -> Group:
    """Draw the values of a decision as a table, the best first."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for column in range(5):
        table.add_column(justify="right" if column in {2, 3} else "left", no_wrap=True)
    for choice, row in zip(worth.values, hint_rows(worth), strict=True):
        style = _BEST if row.cost == "the best" else ""
        key = KEYS[choice.action].upper()
        table.add_row(key, row.action, row.units, row.dollars, row.cost, style=style)
    words = assumption_words(setup, worth)
    return Group(table, Text(f"{words[0].upper()}{words[1:]}.", style="#a9cdb9"))
