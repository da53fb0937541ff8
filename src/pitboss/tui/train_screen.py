"""Training on screen: the hand as it lies on the felt, the keys of its choices, the verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from pitboss.engine.actions import ActionKind
from pitboss.exact.decisions import Judged
from pitboss.train.dealing import SEAT, Dealt
from pitboss.train.trainer import Trainer
from pitboss.tui.bars import Key, KeyBar, spread
from pitboss.tui.card_area import CardArea
from pitboss.tui.hang_up import leave_with_terminal
from pitboss.tui.hint_box import draw_hint
from pitboss.tui.seen import seen
from pitboss.tui.table_screen import TALL, WIDE
from pitboss.tui.table_words import printed_words, rule_words
from pitboss.tui.train_words import asked_words, verdict_words
from pitboss.tui.words import KEYS, choice_label

_NEXT = "do-next"
_SCORE = "bold #ffd75f"


class TrainScreen(Screen[None]):
    """One session of training."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"press('{key}')") for key in dict.fromkeys(KEYS.values())),
        Binding("enter,space", "next"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, trainer: Trainer, *, count: int, keep: Callable[[], None]) -> None:
        """Ask *count* decisions; *keep* writes the score down after every answer."""
        super().__init__()
        self.trainer, self.count, self.keep = trainer, count, keep
        self.dealt: Dealt = trainer.next_decision()
        self.judged: Judged | None = None

    def compose(self) -> ComposeResult:
        """Lay the hand, and room for the verdict."""
        yield Static(id="top", markup=False)
        with Container(id="body"):
            yield CardArea(printed_words(self.trainer.setup))
            with VerticalScroll(id="verdict", can_focus=False):
                yield Static(id="values", markup=False)
        yield Static(id="prompt", markup=False)
        with KeyBar(id="actions"):
            for kind in KEYS:
                yield Key(KEYS[kind].upper(), str(kind), f"press('{KEYS[kind]}')", id=f"do-{kind}")
            yield Key("Enter", "Next", "next", id=_NEXT)
        with Horizontal(id="foot"):
            yield Key("Q", "Leave", "leave")

    def on_resize(self) -> None:
        """Draw everything for the new size."""
        self.call_after_refresh(self.show)

    # -- showing -----------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the decision, or what became of it."""
        judged, setup = self.judged, self.trainer.setup
        self._show_top()
        self.query_one(CardArea).show(seen(self.dealt.state, (SEAT,)))
        prompt = self.query_one("#prompt", Static)
        prompt.set_class(judged is None, "yours")
        prompt.set_class(judged is not None and judged.is_mistake, "refused")
        prompt.update(self._prompt())
        values = "" if judged is None else draw_hint(setup, judged.worth)
        self.query_one("#values", Static).update(values)
        self.query_one(KeyBar).offer(self._labels())

    def _show_top(self) -> None:
        top, session = self.query_one("#top", Static), self.trainer.session
        title = self.trainer.setup.configured.game.title
        left = Text.assemble(" ", (f"Training: {title}", "bold"))
        right = Text.assemble(
            f"{session.asked + (self.judged is None)} of {self.count}  ",
            (f"{session.asked - session.wrong} right, {session.wrong} wrong", _SCORE),
            " ",
        )
        width = top.content_size.width or 80
        for words in rule_words(self.trainer.setup):
            if left.cell_len + len(words) + right.cell_len + 5 <= width:
                left.append(f" · {words}", style="#a9cdb9")
        top.update(spread(left, right, width))

    def _prompt(self) -> str:
        if self.judged is not None:
            return verdict_words(self.judged)
        words = asked_words(self.trainer, self.dealt)
        return f"What do you do? {words[0].upper()}{words[1:]}."

    def _labels(self) -> dict[str, str]:
        if self.judged is not None:
            return {_NEXT: "Leave" if self._is_done else "Next"}
        setup, asked = self.trainer.setup, self.dealt.asked
        return {f"do-{c.kind}": choice_label(setup, asked, c.kind) for c in asked.choices}

    @property
    def _is_done(self) -> bool:
        return self.trainer.session.asked >= self.count

    # -- doing -------------------------------------------------------------------------------------

    def action_press(self, key: str) -> None:
        """Answer with a key; one that means nothing now does nothing."""
        offered = [choice.kind for choice in self.dealt.asked.choices]
        kinds = [kind for kind in offered if KEYS[kind] == key]
        if self.judged is None and kinds:
            self._answer(kinds[0])

    def _answer(self, kind: ActionKind) -> None:
        self.judged = self.trainer.answer(self.dealt, kind)
        self.keep()
        self.show()

    def action_next(self) -> None:
        """Go on to the next decision, or leave after the last."""
        if self.judged is None:
            return
        if self._is_done:
            self.app.exit()
            return
        self.dealt, self.judged = self.trainer.next_decision(), None
        self.show()

    def action_leave(self) -> None:
        """Leave; what is answered is kept."""
        self.app.exit()


class TrainApp(App[None]):
    """The trainer as a program."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "Leave", show=False, priority=True)
    ]

    def __init__(self, trainer: Trainer, *, count: int, keep: Callable[[], None]) -> None:
        """Train with *trainer*."""
        super().__init__()
        self.title = f"Training: {trainer.setup.configured.game.title}"
        self.training = TrainScreen(trainer, count=count, keep=keep)

    def on_mount(self) -> None:
        """Begin."""
        leave_with_terminal(self)
        self.push_screen(self.training)
