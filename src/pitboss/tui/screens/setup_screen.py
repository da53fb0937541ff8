"""The set-up of a table: every choice on a line, changed by the arrows."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pitboss.rulebook.model import Game
from pitboss.table.table_order import Row, TableOrder, change_row, list_rows, order_problems
from pitboss.tui.felt.bars import Key

OrderedTable = tuple[TableOrder, bool]
"""A table, and whether to train there."""
_TITLE_MIN = 20
_AROUND = 12
"""Columns of a line beside title and value: the margins, the arrows and the scroll bar."""
_YES_NO = {"true": "yes", "false": "no"}


class SetupScreen(ModalScreen[OrderedTable | None]):
    """Returns the table as the player set it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "change(-1)"),
        Binding("right,space", "change(1)"),
        Binding("t", "train"),
        Binding("escape,q,o", "cancel"),
    ]

    def __init__(self, order: TableOrder, game: Game, *, bankroll: int) -> None:
        """Change *order*, for a player who has *bankroll* cents."""
        super().__init__()
        self.order, self.game, self.bankroll = order, game, bankroll

    def compose(self) -> ComposeResult:
        """Show the choices, a description of the one under the cursor, and the keys."""
        yield Static(f"Set the table up: {self.game.title}", classes="page-title", markup=False)
        yield OptionList(id="rows")
        yield Static(id="about", markup=False)
        with Horizontal(classes="keys"):
            yield Key("↑↓ ←→", "Change", "change(1)")
            yield Key("Enter", "Play", "play")
            yield Key("T", "Train", "train")
            yield Key("Esc", "Back", "cancel")

    def on_mount(self) -> None:
        """Begin at the top."""
        self._show(0)
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Fit the lines to the new width."""
        self._show(self.query_one(OptionList).highlighted or 0)

    def _show(self, at: int) -> None:
        rows = list_rows(self.order)
        listed = self.query_one(OptionList)
        # A value is never cut; what is left of a long title is, and the line below has all of it.
        room = self.size.width - _AROUND - max(len(_value(row)) for row in rows)
        wide = min(max(room, _TITLE_MIN), max(len(row.title) for row in rows))
        listed.set_options(Option(_line(row, wide), id=row.key) for row in rows)
        listed.highlighted = min(at, len(rows) - 1)

    @property
    def row(self) -> Row:
        """The row under the cursor."""
        option = self.query_one(OptionList).highlighted_option
        rows = list_rows(self.order)
        return next((row for row in rows if option and row.key == option.id), rows[0])

    @on(OptionList.OptionHighlighted)
    def about(self, highlighted: OptionList.OptionHighlighted) -> None:
        """Describe the row, and the problems of this table."""
        highlighted.stop()
        row, text = self.row, Text()
        problems = self._problems()
        if problems:
            text.append(f"{problems[0][:1].upper()}{problems[0][1:]}. ", style="bold #ffa193")
        else:
            text.append("This table can be played. ", style="bold #a6f5b0")
        place = row.values.index(row.value) + 1 if row.value in row.values else 0
        text.append(f"{row.title}: {row.value}, {place} of {len(row.values)}. {row.about}")
        self.query_one("#about", Static).update(text)

    def _problems(self) -> list[str]:
        brought = self.bankroll if self.order.bankroll is None else self.order.bankroll
        return [problem.message for problem in order_problems(self.order, brought)]

    def action_change(self, steps: int) -> None:
        """Take the next value of the row under the cursor; it wraps at the ends."""
        row, at = self.row, self.query_one(OptionList).highlighted or 0
        place = row.values.index(row.value) if row.value in row.values else -steps
        value = row.values[(place + steps) % len(row.values)]
        self.order = change_row(self.order, row.key, value)
        self._show(at)

    @on(OptionList.OptionSelected)
    def row_selected(self, selected: OptionList.OptionSelected) -> None:
        """Sit down on Enter, on any row."""
        selected.stop()
        self.action_play()

    def action_play(self) -> None:
        """Sit down, unless the table is not allowed."""
        if not self._problems():
            self.dismiss((self.order, False))

    def action_train(self) -> None:
        """Train at this table."""
        if not self._problems():
            self.dismiss((self.order, True))

    def action_cancel(self) -> None:
        """Go back to the lobby."""
        self.dismiss(None)


def _value(row: Row) -> str:
    return _YES_NO.get(row.value, row.value)


def _line(row: Row, wide: int) -> Text:
    title = row.title if len(row.title) <= wide else f"{row.title[: wide - 1]}…"
    value = (f"◀ {_value(row)} ▶", "bold")
    return Text.assemble(f"  {title.ljust(wide)}  ", value, no_wrap=True, overflow="ellipsis")
