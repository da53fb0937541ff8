"""Training on screen: the hand as it lies on the felt, the keys of its choices, the verdict."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.widgets import Static

from pitboss.engine.actions import ActionKind
from pitboss.engine.legal import refusal
from pitboss.exact.charts.model import TITLES, UPS, Chart, Part, up_name
from pitboss.exact.worth import DecisionJudgement
from pitboss.sitting.coach import WORKING
from pitboss.sitting.pai_jack_setting import CHOOSE_TWO, Setting
from pitboss.sitting.training.chart import ChartCell, chart_of_table, chart_rows, find_cell
from pitboss.sitting.training.dealing import SEAT, DealtDecision
from pitboss.sitting.training.trainer import Trainer
from pitboss.sitting.training.words import question_text, sets_hand, verdict_words
from pitboss.sitting.views import FeltView, view_table
from pitboss.text.actions import KEYS, LABELS, MEANINGS, choice_label
from pitboss.text.felt import rule_words
from pitboss.tui.felt.bars import Key, KeyBar
from pitboss.tui.felt.felt import CardArea
from pitboss.tui.screens.base import WIDE, DrillScreen, TerminalApp
from pitboss.tui.screens.boxes import draw_hint, sentence
from pitboss.tui.screens.pages import Page, key_table
from pitboss.tui.stage import CHOOSE

_NEXT = "do-next"
_BESIDE = 72
"""From this many columns on the verdict is beside the hand instead of below it."""
_LOOK_S = 0.05
"""Seconds between two checks for the next decision."""


class TrainScreen(DrillScreen):
    """One session of training."""

    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (_BESIDE, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"press('{key}')") for key in dict.fromkeys(KEYS.values())),
        Binding("enter", "next"),
        Binding("space", "space"),
        Binding("left,up", "move(-1)"),
        Binding("right,down", "move(1)"),
        Binding("c", "chart"),
        Binding("question_mark", "help"),
        Binding("q,escape", "leave"),
    ]

    def __init__(self, trainer: Trainer, *, count: int, keep: Callable[[], None]) -> None:
        """Ask *count* decisions; *keep* saves the score after every answer."""
        super().__init__(count=count, keep=keep)
        self.trainer = trainer
        self.judged: DecisionJudgement | None = None
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trainer")
        self._coming: Future[DealtDecision] | None = None
        self.turn_to(trainer.next_decision())

    def turn_to(self, dealt: DealtDecision) -> None:
        """Show *dealt*; for a hand to set, no card is chosen yet."""
        self.dealt = dealt
        self.judged = None
        cards = dealt.state.seat(SEAT).hand(dealt.question.hand).cards
        self.setting = Setting(dealt.state.setup, cards) if sets_hand(dealt.question) else None

    def compose(self) -> ComposeResult:
        """Lay the hand, and room for the verdict."""
        yield Static(id="top", markup=False)
        with Container(id="body"):
            yield CardArea(self.trainer.setup)
            with VerticalScroll(id="verdict", can_focus=False):
                yield Static(id="values", markup=False)
        yield Static(id="prompt", markup=False)
        with KeyBar(id="actions"):
            for kind in KEYS:
                yield Key(KEYS[kind].upper(), str(kind), f"press('{KEYS[kind]}')", id=f"do-{kind}")
            yield Key("1-5", "choose", "space", id=CHOOSE)
            yield Key("Enter", "Next", "next", id=_NEXT)
        with Horizontal(id="foot"):
            yield Key("?", "Help", "help")
            yield Key("C", "Chart", "chart")
            yield Key("Q", "Leave", "leave")

    # -- showing -----------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw the decision, or its verdict."""
        judged = self.judged
        trainer = self.trainer
        setup = self.trainer.setup
        title = f"Training: {setup.configured.game.title}"
        self.show_top(title, rule_words(setup), trainer.session, trainer.streak)
        self.query_one(CardArea).show(self._felt)
        wrong = judged is not None and judged.is_mistake
        self.show_prompt(self._prompt(), yours=judged is None, wrong=wrong)
        rules = Text(f"At this table: {', '.join(rule_words(setup))}.", style="#a9cdb9")
        values = rules if judged is None else draw_hint(setup, judged.worth)
        self.query_one("#values", Static).update(values)
        self.query_one(KeyBar).offer(self._labels())

    @property
    def _felt(self) -> FeltView:
        """Return the table, with the chosen cards of the low hand."""
        return replace(view_table(self.dealt.state, (SEAT,)), setting=self.setting)

    @property
    def is_judged(self) -> bool:
        """Whether the verdict on the last answer is shown."""
        return self.judged is not None

    def _prompt(self) -> str:
        if self.judged is not None:
            return verdict_words(self.judged)
        words = question_text(self.trainer, self.dealt, self._felt)
        asks_itself = "?" in words or self.setting is not None
        return f"{'' if asks_itself else 'What do you do? '}{sentence(words)}"

    def _labels(self) -> dict[str, str]:
        if self.judged is not None:
            return {_NEXT: "Leave" if self._is_done else "Next"}
        setup = self.trainer.setup
        question = self.dealt.question
        labels = {f"do-{c.kind}": choice_label(setup, question, c.kind) for c in question.choices}
        return labels | ({CHOOSE: "choose the low hand"} if self.setting else {})

    @property
    def _is_done(self) -> bool:
        return self.trainer.session.asked >= self.count

    # -- doing -------------------------------------------------------------------------------------

    def action_press(self, key: str) -> None:
        """Answer with a key; ignore keys without a meaning now."""
        offered = [choice.kind for choice in self.dealt.question.choices]
        kinds = [kind for kind in offered if KEYS[kind] == key]
        if self.judged is None and kinds:
            self._answer(kinds[0])

    def _answer(self, kind: ActionKind) -> None:
        low = self.setting.low if self.setting else None
        if self.setting and low is None:
            self.refuse(CHOOSE_TWO)
            return
        refused = refusal(self.dealt.question, self.dealt.action(kind, low))
        if refused is not None:
            self.refuse(sentence(refused.message))
            return
        self.judged = self.trainer.answer(self.dealt, kind, low)
        self.keep()
        if not self._is_done:  # the next one is found while this one is read
            self._coming = self._pool.submit(self.trainer.next_decision)
        self.show()

    def action_next(self) -> None:
        """Continue to the next decision, or leave after the last; set a chosen hand."""
        if self.judged is None:
            if self.setting is not None:
                self._answer(ActionKind.SET)
        elif self._is_done:
            self.app.exit()
        else:
            self._go_on()

    def _go_on(self) -> None:
        coming = self._coming
        if coming is None:
            return  # a key pressed twice: the next decision is there already
        if not coming.done():
            self.query_one("#prompt", Static).update(WORKING)
            self.set_timer(_LOOK_S, self._go_on)
            return
        self._coming = None
        self.turn_to(coming.result())
        self.show()

    # -- setting a hand ----------------------------------------------------------------------------

    def action_space(self) -> None:
        """Choose the card under the cursor if a hand is being set; otherwise continue."""
        if self.setting is not None and self.judged is None:
            self._choose(self.setting.toggle(self.setting.cursor))
        else:
            self.action_next()

    def action_move(self, steps: int) -> None:
        """Move to another card, if a hand is being set."""
        if self.setting is not None and self.judged is None:
            self._choose(self.setting.move(steps))

    def on_key(self, event: events.Key) -> None:
        """Choose cards by digits, if a hand is being set."""
        setting = self.setting
        digit = event.character or ""
        deciding = setting is not None and self.judged is None
        if setting and deciding and digit.isdecimal() and 1 <= int(digit) <= len(setting.cards):
            event.stop()
            self._choose(setting.toggle(int(digit) - 1))

    def _choose(self, setting: Setting) -> None:
        self.setting = setting
        self.show()

    # -- pages -------------------------------------------------------------------------------------

    def action_chart(self) -> None:
        """Show the chart, with the cell of this decision marked after the answer."""
        chart = chart_of_table(self.trainer.setup)
        if chart is None:
            self.refuse("This game is not played by a chart against an up card.")
            return
        dealt = self.dealt if self.judged is not None else None
        here = find_cell(chart, dealt.state, dealt.question) if dealt else None
        page = Page("Chart", lambda _: draw_chart(chart, here), back="back to training")
        self.app.push_screen(page)

    def action_help(self) -> None:
        """Show what the keys do."""
        page = Page("Help: training", lambda _: training_help(), back="back to training")
        self.app.push_screen(page)


class TrainApp(TerminalApp[None]):
    """The trainer as a program."""

    def __init__(self, trainer: Trainer, *, count: int, keep: Callable[[], None]) -> None:
        """Train with *trainer*."""
        super().__init__()
        self.title = f"Training: {trainer.setup.configured.game.title}"
        self.training = TrainScreen(trainer, count=count, keep=keep)

    def on_mount(self) -> None:
        """Begin."""
        self.push_screen(self.training)


_TITLE = "bold #ffd75f"
_HERE = "bold #10241a on #ffd75f"


def draw_chart(chart: Chart, here: ChartCell | None) -> Group:
    """Draw every part of a chart; the cell *here* stands out."""
    parts = [_draw_part(chart, part, here) for part in chart.parts]
    legend = [Text(f"{cell}  {words}") for cell, words in chart.short_legend(*chart.parts).items()]
    return Group(*parts, Text("Meanings", style=_TITLE), *legend)


def _draw_part(chart: Chart, part: Part, here: ChartCell | None) -> Group:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold #a9cdb9")
    table.add_column("")
    for up in UPS:
        table.add_column(up_name(up), justify="center", min_width=4)
    for row in chart_rows(chart, part, here):
        cells = [
            Text(text, style=_HERE if place == row.marked else "")
            for place, text in enumerate(row.cells)
        ]
        table.add_row(Text(row.name, style="bold"), *cells)
    return Group(Text(TITLES[part], style=_TITLE), table, Text())


def training_help() -> Group:
    """Draw what the keys of the trainer do."""
    keys = {
        "Enter, Space": "go on to the next decision; where a hand is set: set it",
        "1-5, ← →": "choose cards, where a hand is set",
        "C": "the chart; after an answer the cell of the decision is marked",
        "?": "this page",
        "Q, Esc": "leave; what is answered is kept, and what was missed is summed up",
    }
    deciding = [(KEYS[kind].upper(), f"{LABELS[kind]}: {MEANINGS[kind]}") for kind in KEYS]
    themes = "pitboss train GAME --theme pairs asks one kind of decision alone."
    return Group(
        key_table("Answers (only what is legal is offered)", deciding),
        key_table("Keys", keys.items()),
        Text("Themes", style=_TITLE),
        Text(f"  {themes}"),
        Text("  --theme countdown, true-count or index-plays drills counting."),
    )
