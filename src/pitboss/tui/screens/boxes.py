"""Small boxes over the felt: an amount, yes or no, a hint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pitboss.engine.actions import Choice, RefusedError
from pitboss.engine.setup import Setup
from pitboss.sitting.coach import WORKING, assumption_words, hint_rows
from pitboss.sitting.why import why_words
from pitboss.text.actions import KEYS, amount_range, parse_cents
from pitboss.text.numbers import money
from pitboss.tui.felt.bars import Key

if TYPE_CHECKING:
    from pitboss.exact.worth import Worth

HINT_KEY = "a"
_LOOK_S = 0.05
_BEST = "bold #ffd75f"


def sentence(words: str) -> str:
    """Return words as a sentence: with a capital letter and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


class Amounts(NamedTuple):
    """The amounts of a player, in cents."""

    own: int
    tip: int | None = None
    """For the dealer."""


class AmountPrompt(ModalScreen[Amounts | None]):
    """Asks for an amount in dollars within a choice's range; None: cancelled.

    If a tip is possible, there is a second field for it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "Back")]

    def __init__(
        self,
        choice: Choice,
        refusal: Callable[[Amounts], str],
        *,
        label: str,
        suggested: int,
        notes: Sequence[str] = (),
    ) -> None:
        """Ask for the amount of *choice*, starting with *suggested*.

        *refusal* returns the problem of an answer, or nothing; *notes* explain the choice.
        """
        super().__init__()
        self.choice = choice
        self.refusal = refusal
        self.label = label
        self.suggested = suggested
        self.notes = notes

    def compose(self) -> ComposeResult:
        """Show the range, a field and the problem of the last answer."""
        with Vertical(classes="box"):
            title = f"{self.label}: {amount_range(self.choice)}"
            yield Static(title, markup=False, classes="title")
            if self.notes:
                yield Static("\n".join(self.notes), markup=False, classes="notes")
            first = money(self.suggested).removeprefix("$")
            yield Input(first, restrict=r"[$0-9.,]*", id="amount", classes="amount")
            if self.choice.tip:
                yield Static("Tip for the dealer, or nothing (Tab):", markup=False)
                yield Input("", restrict=r"[$0-9.,]*", id="tip", classes="amount")
            yield Static("", id="wrong", markup=False)
            with Horizontal(classes="keys"):
                yield Key("Enter", "bet this amount", "accept")
                yield Key("Esc", "back", "cancel")

    def on_input_submitted(self) -> None:
        """Enter was pressed in the field."""
        self.action_accept()

    def action_accept(self) -> None:
        """Take the amount if it is legal, or show what is."""
        tip = self.query_one("#tip", Input).value if self.choice.tip else ""
        try:
            own = parse_cents(self.query_one("#amount", Input).value)
            amounts = Amounts(own, (parse_cents(tip) or None) if tip else None)
        except ValueError as error:
            self._wrong(str(error))
            return
        if refused := self.refusal(amounts):
            self._wrong(refused)
        else:
            self.dismiss(amounts)

    def _wrong(self, sentence: str) -> None:
        self.query_one("#wrong", Static).update(sentence)

    def action_cancel(self) -> None:
        """Go back without an amount."""
        self.dismiss(None)


class YesNo(ModalScreen[bool]):
    """Asks a question with the answers yes and no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Yes"),
        Binding("n,escape,q", "answer(False)", "No"),
    ]

    def __init__(self, sentence: str, yes: str, no: str) -> None:
        """Show *sentence*, and what either answer does."""
        super().__init__()
        self.sentence = sentence
        self.yes = yes
        self.no = no

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


class HintBox(ModalScreen[str | None]):
    """Shows the expected values of the choices; the key of one of them closes it and decides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(f"escape,enter,space,q,question_mark,{HINT_KEY}", "close", "Back")
    ]

    def __init__(self, setup: Setup, worth: Future[Worth], about: str) -> None:
        """Show *worth* when it is known; *about* names the hand."""
        super().__init__()
        self.setup = setup
        self.worth = worth
        self.about = about

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
            drawn = Text(sentence(error.refusal.message))
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
    assumed = Text(sentence(assumption_words(setup, worth)), style="#a9cdb9")
    return Group(table, Text(why_words(worth)), assumed)
