"""Counting drills on screen: cards that come and go, a tray, a hand; a count to type, or a key."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Input, Static

from pitboss.engine.actions import RefusedError
from pitboss.sitting.training.counting.drill import CountDrill
from pitboss.sitting.training.counting.question import CountVerdict
from pitboss.text.actions import KEYS, LABELS
from pitboss.text.felt import rule_words
from pitboss.tui.felt.bars import Key, KeyBar
from pitboss.tui.felt.blocks import Block, below, block
from pitboss.tui.felt.faces import Size, fan, needed_columns
from pitboss.tui.screens.base import DrillScreen, TerminalApp
from pitboss.tui.screens.boxes import sentence
from pitboss.tui.screens.pages import Page, key_table

_FAINT = "#a9cdb9"
_FACT = "bold #ffffff"
_WRITTEN = r"-+./\d"
_BEGIN = "do-begin"
_NEXT = "do-next"


class Step(Enum):
    """The steps of a drill."""

    READY = auto()
    """Cards will come at a key."""
    SHOWING = auto()
    ASKING = auto()
    JUDGED = auto()


class CountField(Input):
    """A field for a count: keys that write no number are keys of the screen."""

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002 - textual's
        """Return whether a key writes a part of a number."""
        return re.fullmatch(f"[{_WRITTEN}]", character or "") is not None


class CountScreen(DrillScreen):
    """One session of a counting drill."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"press('{key}')") for key in dict.fromkeys(KEYS.values())),
        Binding("enter,space", "go_on"),
        Binding("question_mark", "help", priority=True),
        Binding("q,escape", "leave", priority=True),
    ]

    def __init__(
        self, drill: CountDrill, *, count: int, pace: float, keep: Callable[[], None]
    ) -> None:
        """Ask *count* times; cards are shown *pace* seconds, with 0 up to a key."""
        super().__init__(count=count, keep=keep)
        self.drill = drill
        self.pace = pace
        self.verdict: CountVerdict | None = None
        self._timer: Timer | None = None
        self._turn()

    def _turn(self) -> None:
        """Take the next question."""
        self.question = self.drill.next_question()
        self.verdict = None
        self.step = Step.READY if self.question.groups else Step.ASKING
        self.place = 0
        self.began = monotonic()

    def compose(self) -> ComposeResult:
        """Lay out the cards, what is asked, a field and the keys."""
        yield Static(id="top", markup=False)
        yield Static(id="shown", markup=False)
        yield Static(id="prompt", markup=False)
        yield CountField(id="typed", restrict=f"[{_WRITTEN}]*", max_length=8)
        with KeyBar(id="actions"):
            for kind in KEYS:
                action = f"press('{KEYS[kind]}')"
                yield Key(KEYS[kind].upper(), LABELS[kind], action, id=f"do-{kind}")
            yield Key("Enter", "Begin", "go_on", id=_BEGIN)
            yield Key("Enter", "Next", "go_on", id=_NEXT)
        with Horizontal(id="foot"):
            yield Key("?", "Help", "help")
            yield Key("Q", "Leave", "leave")

    # -- showing -----------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the question, its cards, or its verdict."""
        drill = self.drill
        rules = (drill.setup.configured.game.title, *rule_words(drill.setup))
        self.show_top(f"{drill.title}: {drill.system.name}", rules, drill.session, drill.streak)
        self.query_one("#shown", Static).update(self._draw_cards())
        wrong = self.verdict is not None and not self.verdict.is_right
        self.show_prompt(self._prompt(), yours=self.step is Step.ASKING, wrong=wrong)
        typed = self.query_one("#typed", Input)
        typed.display = self.step is Step.ASKING and not self.question.choices
        self.set_focus(typed if typed.display else None)
        self.query_one(KeyBar).offer(self._labels())

    @property
    def is_judged(self) -> bool:
        """Whether the verdict on the last answer is shown."""
        return self.verdict is not None

    def _draw_cards(self) -> Text:
        """Draw the current cards in the middle."""
        width, height = self.query_one("#shown").content_size
        drawn = below(self._parts(width, height))
        lines = [Text() for _ in range(max(0, (height - drawn.height) // 2))]
        margin = (Text(" " * max(0, (width - line.cell_len) // 2)) for line in drawn.lines)
        lines += (left.append_text(line) for left, line in zip(margin, drawn.lines, strict=True))
        return Text("\n").join(lines)

    def _parts(self, width: int, height: int) -> list[Block]:
        question = self.question
        if self.step is Step.SHOWING:
            cards = question.groups[self.place]
            return [fan(cards, _size(len(cards), width, height), width)]
        parts = [block(Text(fact, style=_FACT)) for fact in question.facts]
        if self.step is Step.JUDGED and question.groups:
            cards = tuple(card for group in question.groups for card in group)
            return [*parts, block(""), fan(cards, Size.TINY, width - 8)]
        if question.up is None:
            return parts
        size = _size(len(question.hand), width, (height - 5) // 2)
        for label, cards in (("Dealer", (question.up,)), ("You", question.hand)):
            parts += [block("", Text(label, style=_FAINT)), fan(cards, size, width)]
        return parts

    def _prompt(self) -> str:
        if self.verdict is not None:
            return f"{self.verdict.words}."
        match self.step:
            case Step.READY:
                how = f"every {self.pace:g} s" if self.pace else "at a key"
                cards = len(self.question.groups[0])
                noun = "one card" if cards == 1 else f"{cards} cards"
                return f"Count the cards as they come: {noun} {how}."
            case Step.SHOWING:
                return "" if self.pace else "Enter or Space shows the next."
            case Step.ASKING | Step.JUDGED:
                return self.question.words

    def _labels(self) -> dict[str, str]:
        match self.step:
            case Step.READY:
                return {_BEGIN: "Begin"}
            case Step.SHOWING:
                return {} if self.pace else {_NEXT: "Next"}
            case Step.ASKING:
                return {f"do-{kind}": LABELS[kind] for kind in self.question.choices}
            case Step.JUDGED:
                return {_NEXT: "Leave" if self._is_done else "Next"}

    @property
    def _is_done(self) -> bool:
        return self.drill.session.asked >= self.count

    # -- doing -------------------------------------------------------------------------------------

    def action_go_on(self) -> None:
        """Begin, show the next cards, or turn to the next question."""
        match self.step:
            case Step.READY:
                self.step = Step.SHOWING
                self.place = 0
                self.began = monotonic()
                if self.pace:
                    self._timer = self.set_interval(self.pace, self._next_group)
            case Step.SHOWING:
                if not self.pace:
                    self._next_group()
            case Step.ASKING:
                pass
            case Step.JUDGED:
                if self._is_done:
                    self.app.exit()
                    return
                self._turn()
        self.show()

    def _next_group(self) -> None:
        self.place += 1
        if self.place >= len(self.question.groups):
            if self._timer is not None:
                self._timer.stop()
            self.step = Step.ASKING
        self.show()

    def action_press(self, key: str) -> None:
        """Answer with a key; ignore keys without a meaning now."""
        kinds = [kind for kind in self.question.choices if KEYS[kind] == key]
        if self.step is Step.ASKING and kinds:
            self._answer(str(kinds[0]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the typed text."""
        event.stop()
        if self.step is Step.ASKING and event.value.strip():
            event.input.clear()
            self._answer(event.value)

    def _answer(self, text: str) -> None:
        try:
            self.verdict = self.drill.answer(self.question, text, monotonic() - self.began)
        except RefusedError as error:
            self.refuse(sentence(error.refusal.message))
            return
        self.step = Step.JUDGED
        self.keep()
        self.show()

    def action_help(self) -> None:
        """Show what the keys do."""
        keys = {
            "Enter, Space": "begin; go on to the next cards or the next question",
            "0-9 + - .": "type a count, then Enter",
            "a letter": "the play with this key, where a hand is shown",
            "Q, Esc": "leave; what is answered is kept",
        }
        title = f"Help: {self.drill.title.lower()}"
        page = Page(title, lambda _: key_table("Keys", keys.items()), back="back to the drill")
        self.app.push_screen(page)


def _size(cards: int, width: int, height: int) -> Size:
    """Return the largest size at which cards fit."""
    fitting = (
        size
        for size in (Size.HUGE, Size.LARGE, Size.MEDIUM)
        if size.rows <= height and needed_columns(cards, size) <= width
    )
    return next(fitting, Size.TINY)


class CountApp(TerminalApp[None]):
    """A counting drill as a program."""

    def __init__(
        self, drill: CountDrill, *, count: int, pace: float, keep: Callable[[], None]
    ) -> None:
        """Practise with *drill*."""
        super().__init__()
        self.title = f"{drill.title}: {drill.setup.configured.game.title}"
        self.training = CountScreen(drill, count=count, pace=pace, keep=keep)

    def on_mount(self) -> None:
        """Begin."""
        self.push_screen(self.training)
