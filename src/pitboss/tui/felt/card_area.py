"""The area of the cards on screen; it redraws them when its size changes."""

from __future__ import annotations

from collections.abc import Sequence

from textual.containers import VerticalScroll
from textual.widgets import Static

from pitboss.engine.setup import Setup
from pitboss.table.views import FeltView
from pitboss.tui.felt.felt import draw_felt, felt_print
from pitboss.tui.felt.pay_board import Pays


class CardArea(VerticalScroll, can_focus=False):
    """Shows a table; it scrolls if the table does not fit."""

    def __init__(self, setup: Setup) -> None:
        """Show the table of *setup*."""
        super().__init__(Static(id="cards"), id="felt")
        self.print = felt_print(setup)
        self.felt: FeltView | None = None
        self.pays: tuple[Pays, ...] = ()

    def show(self, felt: FeltView, pays: Sequence[Pays] = ()) -> None:
        """Show *felt*, and the pays of wagers if there is room."""
        self.felt, self.pays = felt, tuple(pays)
        self._draw()

    def on_resize(self) -> None:
        """Fit the cards to the new size."""
        self._draw()

    def _draw(self) -> None:
        width, height = self.content_size
        if self.felt is not None and width and height:
            drawn = draw_felt(self.felt, width, height, print_=self.print, pays=self.pays)
            self.query_one("#cards", Static).update(drawn)
