"""Whole pages to read: help, the rules sheet, the rounds played."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.sitting.narrate import Line
from pitboss.sitting.sitting import FinishedRound, Sitting
from pitboss.text.actions import KEYS, LABELS, MEANINGS
from pitboss.text.numbers import short_money
from pitboss.tui.felt.bars import Key
from pitboss.tui.felt.blocks import join_lines
from pitboss.tui.felt.hands import DEAR, EVEN, LOST, WON
from pitboss.tui.felt.pay_board import Pays, whole_board
from pitboss.tui.stage import LESS_KEY

Draw = Callable[[int], RenderableType]
"""Returns the content of a page, for a width in columns."""
_ROUNDS_SHOWN = 100
_CENTS = re.compile(r"(\$[\d,]+)\.00\b")
"""Whole dollars, which the felt and the log write without cents."""


class Page(ModalScreen[None]):
    """A page over the table: it scrolls, and Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,g,f1,l,p,enter", "close")
    ]

    def __init__(
        self, title: str, draw: Draw, *, at_end: bool = False, back: str = "back to the table"
    ) -> None:
        """Show what *draw* returns; *at_end*: scrolled to its end. *back* names where Esc leads."""
        super().__init__()
        self.page_title = title
        self.draw = draw
        self.at_end = at_end
        self.back = back

    def compose(self) -> ComposeResult:
        """Show a title, the page and how to leave it."""
        yield Static(self.page_title, markup=False, classes="page-title")
        with VerticalScroll(id="page"):
            yield Static(id="content", markup=False)
        with Horizontal(classes="keys"):
            yield Key("Esc", self.back, "close")
            yield Key("↑ ↓ PgUp PgDn", "scroll", "scroll_on")

    def on_mount(self) -> None:
        """Let the arrow keys scroll at once."""
        self.query_one("#page").focus()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the page for this width."""
        self.query_one("#content", Static).update(self.draw(event.size.width - 4))
        if self.at_end:
            self.query_one("#page").scroll_end(animate=False)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)

    def action_scroll_on(self) -> None:
        """Go one screen further."""
        self.query_one("#page").scroll_page_down()


def log_table(lines: Iterable[Line], seats: Collection[int]) -> Table:
    """Return the lines of the log; the results of *seats*, yours, stand out."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for line in lines:
        who, _, what = line.text.partition("  ")
        style = WON if line.net > 0 else LOST if line.net < 0 else EVEN
        style = DEAR if line.mistake else style if line.seat in seats else ""
        table.add_row(who, Text(_CENTS.sub(r"\1", what.strip())), style=style)
    return table


def pays_page(pays: Sequence[Pays], width: int) -> Text:
    """Draw pay tables, as many side by side as fit."""
    return join_lines(whole_board(pays, width))


def history_page(session: Sitting) -> Page:
    """Return the rounds played, the last one at the end."""

    def draw(_: int) -> RenderableType:
        rounds = session.history[-_ROUNDS_SHOWN:]
        if not rounds:
            return Text("No round has been finished yet.")
        older = f"Rounds before {rounds[0].number} are in {session.file.place}\n"
        parts = [part for played in rounds for part in _log_row(played, session)]
        return Group(*([Text(older)] if rounds[0].number > 1 else []), *parts)

    return Page(f"Rounds played: {len(session.history)}", draw, at_end=True)


def _log_row(played: FinishedRound, session: Sitting) -> Iterator[RenderableType]:
    words = f"Round {played.number}: {short_money(played.net, sign=True)}"
    yield Text(words, style="bold #ffd75f")
    yield log_table(played.lines, session.seats)
    yield Text()


_BETTING_KEYS = {
    "↑ ↓ ← →": "choose a spot",
    "+ -": "add or take away the chip in hand",
    "[ ]": "a smaller or larger chip",
    "0-9 .": "type an amount in dollars",
    "Space": "bet on the spot, or clear it",
    "Backspace": "take back a digit, or clear the spot",
    "B": "the same bets as last time",
    "C": "clear every spot",
    "T": "show or hide the spots for tips, where the house takes them",
    "Enter": "deal",
}
_SETTING_KEYS = {
    "1-5": "choose a card for the low hand, or put it back",
    "← → Space": "the same, for the card under the cursor",
    "W": "choose as the house way does, where the house shows it",
    "Enter": "set the hand",
}
_ALWAYS_KEYS = {
    "Enter, Space": "go on; while cards are dealt: deal them all at once",
    "PgUp PgDn": "scroll what happened in this round",
    "?": "this page",
    "G, F1": "the rules sheet of this table",
    "P": "what the wagers on the felt pay (where a hand may be split, P splits it)",
    "L": "every round played so far",
    "A": "a hint: what every choice is worth, where the game is solved",
    "V": "show or hide the count of the cards you have seen, at a practice table",
    "Q, Ctrl-C": "leave; finished rounds are kept",
}


def help_page(session: Sitting) -> Page:
    """Return what the keys do."""

    def draw(_: int) -> RenderableType:
        deciding = [(KEYS[kind].upper(), f"{LABELS[kind]}: {MEANINGS[kind]}") for kind in KEYS]
        deciding.append((LESS_KEY.upper(), "Double or insure for less: asks for the amount"))
        return Group(
            key_table("Bets", _BETTING_KEYS.items()),
            key_table("Your turn (only what is legal is offered)", deciding),
            key_table("Setting a hand", _SETTING_KEYS.items()),
            key_table("At any time", _ALWAYS_KEYS.items()),
            Text("The mouse", style="bold #ffd75f"),
            Text("  A click on a spot puts a chip there, the right button takes one away;"),
            Text("  a click on a key presses it."),
            Text(),
            Text("The session", style="bold #ffd75f"),
            Text(f"  {session.file.place}", overflow="fold"),
            Text("  keeps every finished round; 'pitboss replay FILE' settles them again."),
        )

    return Page("Help", draw)


def key_table(title: str, keys: Iterable[tuple[str, str]]) -> Group:
    """Draw keys and what they do."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for key, meaning in keys:
        table.add_row(f"  {key}", meaning)
    return Group(Text(title, style="bold #ffd75f"), table, Text())
