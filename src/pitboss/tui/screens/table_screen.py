"""The table on screen: bets, cards, your turn, results; one screen, four stages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.widgets import Static

from pitboss.engine.actions import RefusedError
from pitboss.engine.events import TIP
from pitboss.sitting.narrate import Line
from pitboss.sitting.questions import question_words
from pitboss.sitting.sitting import Sitting, Stage
from pitboss.text.actions import KEYS, LABELS
from pitboss.text.numbers import short_money
from pitboss.tui.betting.bet_grid import BetGrid
from pitboss.tui.betting.keys import DecisionKeys
from pitboss.tui.felt.bars import Key, KeyBar, ShoeBar, TickingMeters, TopBar
from pitboss.tui.felt.felt import CardArea
from pitboss.tui.felt.pay_board import Pays, list_pays
from pitboss.tui.screens.base import TerminalApp
from pitboss.tui.screens.boxes import HINT_KEY, HintBox, YesNo, sentence
from pitboss.tui.screens.pages import Page, help_page, history_page, log_table, pays_page
from pitboss.tui.stage import (
    BET_KEYS,
    CHOOSE,
    HOUSE_WAY,
    HOUSE_WAY_KEY,
    LESS,
    LESS_KEY,
    NEXT,
    PAYS,
    SPLIT_TIPS,
    SPLIT_TIPS_KEY,
    TIPS,
    TIPS_KEY,
    key_labels,
    prompt_words,
)

COUNT_KEY = "v"
_COUNT = "do-count"
_ROOMY = 72
"""From this many columns on the last line has room for the key of the count."""
PACE_S = 0.3
"""Seconds between two cards."""
_SQUAT = 22
"""Below this many rows the log gives way to the cards."""
_TICK_S = 0.08
_HEAR_S = 0.2
_WAIT_S = 0.05


class TableScreen(DecisionKeys):
    """A sitting on screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on"),
        Binding("pageup", "scroll_log(-1)"),
        Binding("pagedown", "scroll_log(1)"),
        Binding("question_mark", "help"),
        Binding("g,f1", "rules"),
        Binding("l", "history"),
        Binding(HINT_KEY, "hint"),
        Binding(COUNT_KEY, "count"),
        Binding("q", "leave"),
    ]

    def __init__(
        self,
        session: Sitting,
        rules: Callable[[int], RenderableType],
        *,
        rounds: int | None,
        pace: float,
    ) -> None:
        """Show *session*; *pace* is the seconds from card to card, 0 for none."""
        super().__init__(session)
        self.rules = rules
        self.rounds = rounds
        self.pace = pace
        self.hurry = self.shows_count = False
        self.refusal = ""
        self.meters = TickingMeters(session.meters)

    def compose(self) -> ComposeResult:
        """Lay the table."""
        yield TopBar(id="top")
        yield ShoeBar(id="shoe")
        with Container(id="body"):
            yield CardArea(self.session.setup)
            yield BetGrid(self.slip, self.session.setup)
            with VerticalScroll(id="log", can_focus=False):
                yield Static(id="lines", markup=False)
        yield Static(id="prompt", markup=False)
        with KeyBar(id="actions"):
            for kind in KEYS:
                yield Key(KEYS[kind].upper(), LABELS[kind], f"decide('{kind}')", id=f"do-{kind}")
            for name, (key, label, action) in BET_KEYS.items():
                yield Key(key, label, action, id=name)
            yield Key(LESS_KEY.upper(), "For less", "for_less", id=LESS)
            yield Key("1-5", "choose", "space", id=CHOOSE)
            yield Key(HOUSE_WAY_KEY.upper(), "House way", "house_way", id=HOUSE_WAY)
            yield Key(TIPS_KEY.upper(), "Tips", f"press('{TIPS_KEY}')", id=TIPS)
            key = SPLIT_TIPS_KEY
            yield Key(key.upper(), "Split and tip", f"press('{key}')", id=SPLIT_TIPS)
            yield Key("Enter", "Next round", "go_on", id=NEXT)
        with Horizontal(id="foot"):
            yield Key("?", "Help", "help")
            yield Key("G", "Rules", "rules")
            yield Key("P", "Pays", "pays", id=PAYS)
            yield Key("L", "Log", "history")
            yield Key(HINT_KEY.upper(), "Hint", "hint")
            yield Key("Q", "Leave", "leave")
            if not self.session.is_live:  # GLI-19 4.18.2: no help at a live table
                yield Key(COUNT_KEY.upper(), "Count", "count", id=_COUNT)

    def on_mount(self) -> None:
        """Start the meters and the coach."""
        if self.session.meters and self.pace:
            self.set_interval(_TICK_S, self._tick)
        self.set_interval(_HEAR_S, self.hear)

    def on_resize(self) -> None:
        """Draw everything for the new size."""
        self.call_after_refresh(self.show)

    # -- showing -----------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw what the session says."""
        session = self.session
        stage = self.session.stage
        betting = stage is Stage.BETTING
        self.set_class(self.size.height < _SQUAT, "-squat")
        for key in self.query(f"#{_COUNT}"):
            key.display = self.size.width >= _ROOMY
        self.query_one(TopBar).show(session)
        self._show_meters()
        self.query_one(BetGrid).display = betting
        self.query_one(CardArea).display = not betting
        self.query_one("#log").display = not betting or self.has_class("-wide")
        if betting:
            self.slip.close_spots(session.closed_wagers)
            self.query_one(BetGrid).show(session.bankroll)
        elif session.felt is not None:
            felt = replace(session.felt, setting=self.setting)
            self.query_one(CardArea).show(felt, self._pays())
        self._show_log()
        tips = self.slip.takes_tips
        self.query_one(KeyBar).offer(key_labels(session, done=self._done(), tips=tips))
        prompt = self.query_one("#prompt", Static)
        prompt.set_class(bool(self.refusal), "refused")
        prompt.set_class(stage is Stage.DECIDING, "yours")
        prompt.update(self.refusal or session.notice or self._prompt())

    def _prompt(self) -> str:
        words = prompt_words(self.session, done=self._done(), setting=self.setting)
        left = self.session.seconds_left
        if left is None:
            return words
        return f"{words} {left} second{'' if left == 1 else 's'} left."

    def _pays(self) -> list[Pays]:
        """Return the pays of the wagers that you made, or may make."""
        session = self.session
        made = session.last_bets if session.round else self.slip.bets
        wagers = dict.fromkeys(wager for bets in made.values() for wager in bets)
        own = [wager for wager in wagers if not wager.startswith(TIP)]
        return list(list_pays(session.setup, own or session.setup.mains))

    def _show_meters(self) -> None:
        left_out = self.query_one(TopBar).left_out
        count = self.session.count().words if self.shows_count else ""
        self.query_one(ShoeBar).show(self.session, self.meters.shown, left_out, count)

    def _tick(self) -> None:
        state = self.session.round.state if self.session.round else None
        if self.meters.tick(state.meters if state else self.session.meters):
            self._show_meters()

    def hear(self) -> None:
        """Show the cost of a mistake when it is known."""
        if self.session.hear():
            self.show()
            if self.session.stage is Stage.DEALING:  # the table has gone on without you
                self.play_on()

    def _show_log(self) -> None:
        lines = self._log_lines()
        welcome = Group(*(Text(line) for line in self.session.welcome()))
        log = log_table(lines, self.session.seats) if lines else welcome
        self.query_one("#lines", Static).update(log)
        # The end is where the new lines are, once they have been laid out.
        self.call_after_refresh(self.query_one("#log").scroll_end, animate=False)

    def _log_lines(self) -> list[Line]:
        """Return all lines of the round; on a small screen at its end only your results."""
        lines = self.session.lines
        if self.session.stage is Stage.OVER and self.has_class("-narrow"):
            return [line for line in lines if line.seat in self.session.seats]
        return lines

    def _done(self) -> bool:
        """Return whether all ordered rounds have been played."""
        return self.rounds is not None and len(self.session.history) >= self.rounds

    # -- doing -------------------------------------------------------------------------------------

    def refuse(self, words: str) -> None:
        """Show why something cannot be done, until the next key."""
        self.refusal = words
        self.show()
        self.refusal = ""

    def action_go_on(self) -> None:
        """Deal, hurry, or clear the felt for the next round."""
        match self.session.stage:
            case Stage.BETTING:
                self._deal()
            case Stage.DEALING:
                self.hurry = True
            case Stage.OVER:
                self._next_round()
            case Stage.DECIDING if self.setting is not None:
                self.action_set_hand()
            case Stage.DECIDING:
                self.refuse("It is your turn: press one of the keys below.")

    def _deal(self) -> None:
        if self.attempt(lambda: self.session.start(self.slip.bets)):
            self.slip.typed = ""
            self.play_on()

    def play_on(self) -> None:
        """Deal and let the others play, step by step, up to your decision or the end."""
        while self.session.advance() and (self.pace == 0 or self.hurry):
            pass
        if self.session.stage is Stage.DEALING:
            self.set_timer(self.pace or _WAIT_S, self.play_on)
        else:
            self.hurry = False
            if self.pace == 0:
                self.meters.settle(self.session.meters)
        self.show()
        self._after_round()

    def _after_round(self) -> None:
        session = self.session
        if session.stage is Stage.BETTING:
            self.refuse(f"{session.lines[-1].text.removeprefix('shoe').strip()}.")
        elif session.stage is Stage.OVER and session.file.problem:
            # One line has no room for a long folder; the end of the sitting names it whole.
            place = session.file.place
            reason = session.file.problem.replace(place, PurePath(place).name)
            self.refuse(f"This round is not recorded: {reason}.")

    def _next_round(self) -> None:
        if self._done():
            self.app.exit()
            return
        self.session.clear()
        self.slip.repeat(self.session.last_bets)
        self.show()
        if self.session.broke:
            self._offer_money()

    def _offer_money(self) -> None:
        left = short_money(self.session.bankroll)
        more = short_money(self.session.bought_in)

        def take_answer(again: bool | None) -> None:  # noqa: FBT001 - textual's callback
            if not again:
                self.app.exit()
            elif self.attempt(self.session.buy_in):
                self.show()

        words = f"Your bankroll of {left} does not cover the least wager."
        self.app.push_screen(YesNo(words, f"buy in for {more}", "leave"), take_answer)

    # -- pages -------------------------------------------------------------------------------------

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(help_page(self.session))

    def action_rules(self) -> None:
        """Show the rules sheet."""
        title = self.session.setup.configured.game.title
        self.app.push_screen(Page(f"Rules: {title}", self.rules))

    def action_pays(self) -> None:
        """Show what the wagers on the felt pay."""
        pays = self._pays()
        title = f"Pays: {self.session.setup.configured.game.title}"
        self.app.push_screen(Page(title, lambda width: pays_page(pays, width)))

    def action_history(self) -> None:
        """Show the rounds played."""
        self.app.push_screen(history_page(self.session))

    def action_hint(self) -> None:
        """Show the expected value of every choice; a key of the felt decides from there."""
        try:
            worth = self.session.hint()
        except RefusedError as error:
            self.refuse(sentence(error.refusal.message))
            return

        def take_key(key: str | None) -> None:
            if key:
                self.action_press(key)

        question = self.session.question
        felt = self.session.felt
        assert question is not None
        assert felt is not None
        about = question_words(self.session.setup, felt, question)
        self.app.push_screen(HintBox(self.session.setup, worth, about), take_key)

    def action_count(self) -> None:
        """Show the count of the cards that you have seen, or hide it again."""
        if self.attempt(self.session.count):
            self.shows_count = not self.shows_count
            self.show()

    def action_scroll_log(self, pages: int) -> None:
        """Scroll the log of this round."""
        log = self.query_one("#log")
        log.scroll_relative(y=pages * max(1, log.content_size.height - 1), animate=False)

    def action_leave(self) -> None:
        """Leave the table; during a round ask first."""
        if self.session.stage in {Stage.BETTING, Stage.OVER}:
            self.app.exit()
            return
        words = "Leave in the middle of the round? Your hands stand, and it is settled so."

        def take_answer(leave: bool | None) -> None:  # noqa: FBT001 - textual's callback
            if leave:
                self.app.exit()

        self.app.push_screen(YesNo(words, "leave", "stay"), take_answer)


class TableApp(TerminalApp[None]):
    """Plays one session on screen."""

    def __init__(
        self,
        session: Sitting,
        rules: Callable[[int], RenderableType],
        *,
        rounds: int | None = None,
        pace: float = PACE_S,
    ) -> None:
        """Play *session*; *rules* draws its rules sheet for a width."""
        super().__init__()
        self.title = session.setup.configured.game.title
        self.table = TableScreen(session, rules, rounds=rounds, pace=pace)

    def on_mount(self) -> None:
        """Sit down."""
        self.push_screen(self.table)
