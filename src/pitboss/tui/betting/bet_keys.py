"""The keys and clicks that place bets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from pitboss.engine.actions import RefusedError
from pitboss.table.sitting import Sitting, Stage
from pitboss.tui.betting.bet_grid import BetGrid
from pitboss.tui.betting.bet_slip import BetSlip
from pitboss.tui.screens.boxes import sentence

REPEAT_KEY = "b"
"""The key that repeats the last bets; during a round it may be a decision's key."""


class BetKeys(Screen[None]):
    """A screen on which bets can be made."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "space"),
        Binding("up", "move(-1, 0)"),
        Binding("down", "move(1, 0)"),
        Binding("left", "move(0, -1)"),
        Binding("right", "move(0, 1)"),
        Binding("plus,equals_sign", "chips(1)"),
        Binding("minus", "chips(-1)"),
        Binding("left_square_bracket", "change_chip(-1)"),
        Binding("right_square_bracket", "change_chip(1)"),
        Binding("backspace,delete", "erase"),
        Binding("c", "clear"),
    ]

    def __init__(self, session: Sitting) -> None:
        """Place bets for *session*."""
        super().__init__()
        self.session = session
        self.slip = BetSlip(session.setup, session.seats)

    @abstractmethod
    def show(self) -> None:
        """Draw the session and the slip."""

    @abstractmethod
    def refuse(self, words: str) -> None:
        """Show why something cannot be done."""

    def attempt(self, work: Callable[[], object]) -> bool:
        """Do something; if the table refuses it, show why and return False."""
        try:
            work()
        except RefusedError as error:
            self.refuse(sentence(error.refusal.message))
            return False
        return True

    @abstractmethod
    def action_go_on(self) -> None:
        """Deal, hurry, or clear the felt for the next round."""

    def _betting(self) -> bool:
        return self.session.stage is Stage.BETTING

    def _change(self, change: Callable[..., None], *values: int) -> None:
        """Change the bets and show them, while bets are taken."""
        if self._betting():
            change(*values)
            self.show()

    def action_space(self) -> None:
        """Bet on the spot or clear it; on other rows the same as Enter."""
        if self._betting():
            self.slip.toggle()
            self.show()
        elif self.session.stage is not Stage.DECIDING:
            self.action_go_on()

    def action_move(self, rows: int, columns: int) -> None:
        """Choose another spot."""
        self._change(self.slip.move, rows, columns)

    def action_chips(self, chips: int) -> None:
        """Add or take away a chip."""
        self._change(self.slip.add, chips)

    def action_change_chip(self, steps: int) -> None:
        """Take another chip in hand."""
        self._change(self.slip.change_chip, steps)

    def action_erase(self) -> None:
        """Remove a digit."""
        self._change(self.slip.erase)

    def action_repeat(self) -> None:
        """Repeat the last bets."""
        if self._betting() and not self.session.last_bets:
            self.refuse("There is no bet to repeat yet.")
        else:
            self._change(lambda: self.slip.repeat(self.session.last_bets))

    def action_tips(self) -> None:
        """Show the spots for tips, or take the tips back."""
        if self._betting() and not self.slip.takes_tips:
            self.refuse("No tips are taken at this table.")
        else:
            self._change(lambda: self.slip.show_tips(shown=not self.slip.tipping))

    def action_clear(self) -> None:
        """Take every bet back."""
        self._change(self.slip.clear)

    def on_key(self, event: events.Key) -> None:
        """Digits set the spot under the cursor."""
        if self._betting() and event.character and event.character in "0123456789.":
            event.stop()
            self.slip.type(event.character)
            self.show()

    @on(BetGrid.SpotClicked)
    def spot_clicked(self, message: BetGrid.SpotClicked) -> None:
        """Put a chip on the spot under the mouse, or take one away."""
        self.slip.point_at(message.seat, message.wager)
        self.slip.add(message.chips)
        self.show()

    @on(BetGrid.ChipClicked)
    def chip_clicked(self, message: BetGrid.ChipClicked) -> None:
        """Take this chip in hand."""
        self.slip.chip = message.cents
        self.show()
