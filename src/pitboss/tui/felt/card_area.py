"""The place on screen where the cards lie; it draws them again whenever its size changes."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.widgets import Static

from pitboss.table.views import Seen
from pitboss.tui.felt.felt import draw_felt


class CardArea(VerticalScroll, can_focus=False):
    """Shows a table; where it is too small for all of it, it scrolls."""

    def __init__(self, printed: str) -> None:
        """Show a table with these words *printed* on its felt."""
        super().__init__(Static(id="cards"), id="felt")
        self.printed = printed
        self.felt: Seen | None = None

    def show(self, felt: Seen) -> None:
        """Show *felt*."""
        self.felt = felt
        self._draw()

    def on_resize(self) -> None:
        """Fit the cards to the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.content_size
        if self.felt is not None and width and height:
            drawn = draw_felt(self.felt, width, height, printed=self.printed)
            self.query_one("#cards", Static).update(drawn)
