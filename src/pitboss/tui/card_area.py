"""The place on screen where the cards lie; it draws them again whenever its size changes."""

from __future__ import annotations

from collections.abc import Collection

from textual.containers import VerticalScroll
from textual.widgets import Static

from pitboss.engine.view import TableView
from pitboss.tui.felt import draw_felt


class CardArea(VerticalScroll, can_focus=False):
    """Shows a table; where it is too small for all of it, it scrolls."""

    def __init__(self, yours: Collection[int], printed: str) -> None:
        """Show tables on which the seats *yours* are the player's own."""
        super().__init__(Static(id="cards"), id="felt")
        self.yours, self.printed = yours, printed
        self.table: TableView | None = None

    def show(self, table: TableView) -> None:
        """Show *table*."""
        self.table = table
        self._draw()

    def on_resize(self) -> None:
        """Fit the cards to the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.content_size
        if self.table is not None and width and height:
            drawn = draw_felt(self.table, self.yours, width, height, printed=self.printed)
            self.query_one("#cards", Static).update(drawn)
