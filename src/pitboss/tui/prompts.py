"""Small questions over the felt: an amount, or yes and no."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitboss.engine.actions import Choice
from pitboss.report.story import money
from pitboss.tui.bars import Key
from pitboss.tui.words import LABELS, amount_range, cents_of


class AmountPrompt(ModalScreen[int | None]):
    """Asks for an amount in dollars within a choice's range; None: rather not."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def __init__(self, choice: Choice, note: str = "") -> None:
        """Ask for the amount of *choice*."""
        super().__init__()
        self.choice = choice
        self.note = note

    def compose(self) -> ComposeResult:
        """Show the range, a field and what was wrong with the last answer."""
        most = self.choice.default if self.choice.default is not None else self.choice.high
        with Vertical(classes="box"):
            title = f"{LABELS[self.choice.kind]}: {amount_range(self.choice)}{self.note}"
            yield Static(title, markup=False, classes="title")
            yield Input(money(most or 0).removeprefix("$"), restrict=r"[$0-9.,]*", id="amount")
            yield Static("", id="wrong", markup=False)
            with Horizontal(classes="keys"):
                yield Key("Enter", "bet this amount", "accept")
                yield Key("Esc", "back", "cancel")

    def on_input_submitted(self) -> None:
        """Enter was pressed in the field."""
        self.action_accept()

    def action_accept(self) -> None:
        """Take the amount if it is legal, else say what is."""
        wrong = self.query_one("#wrong", Static)
        try:
            cents = cents_of(self.query_one(Input).value)
        except ValueError as error:
            wrong.update(str(error))
            return
        assert self.choice.low is not None
        assert self.choice.high is not None
        if self.choice.low <= cents <= self.choice.high:
            self.dismiss(cents)
        else:
            wrong.update(f"{money(cents)} is not from {amount_range(self.choice)}")

    def action_cancel(self) -> None:
        """Go back without an amount."""
        self.dismiss(None)


class YesNo(ModalScreen[bool]):
    """Asks something that is answered by yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Yes"),
        Binding("n,escape,q", "answer(False)", "No"),
    ]

    def __init__(self, sentence: str, yes: str, no: str) -> None:
        """Say *sentence*, and what either answer does."""
        super().__init__()
        self.sentence, self.yes, self.no = sentence, yes, no

    def compose(self) -> ComposeResult:
        """Show the sentence and the two keys."""
        with Vertical(classes="box"):
            yield Static(self.sentence, markup=False, classes="title")
            with Horizontal(classes="keys"):
                yield Key("Y", self.yes, "answer(True)")
                yield Key("N", self.no, "answer(False)")

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 - a key's argument
        """Go back with the answer."""
        self.dismiss(answer)
