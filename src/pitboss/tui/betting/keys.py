"""The keys and clicks that place bets, and the keys that make decisions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.screen import Screen

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind, Choice, Question, RefusedError
from pitboss.sitting.amounts import full_amount, legal_amount
from pitboss.sitting.pai_jack_setting import CHOOSE_TWO, Setting
from pitboss.sitting.questions import choice_for_less, choices_with_tip
from pitboss.sitting.sitting import Sitting, Stage
from pitboss.text.actions import KEYS, choice_label
from pitboss.text.felt import open_pay_words
from pitboss.tui.betting.bet_grid import BetGrid
from pitboss.tui.betting.bet_slip import BetSlip
from pitboss.tui.screens.boxes import AmountPrompt, Amounts, sentence
from pitboss.tui.stage import HOUSE_WAY_KEY, LESS_KEY, PAYS_KEY, SPLIT_TIPS_KEY, TIPS_KEY

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


_PRESSED = (TIPS_KEY, REPEAT_KEY, HOUSE_WAY_KEY, LESS_KEY, *KEYS.values())


def _choice_with_tip(question: Question, key: str) -> Choice | None:
    """Return the choice of a set amount for which a key asks with its tip, if there is one."""
    tipped = choices_with_tip(question)
    split = tipped.pop(ActionKind.SPLIT, None)
    return {TIPS_KEY: next(iter(tipped.values()), None), SPLIT_TIPS_KEY: split}.get(key)


class DecisionKeys(BetKeys):
    """A screen on which a player may bet, and decide when it is his turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"press('{key}')") for key in dict.fromkeys(_PRESSED)
    ]
    _setting: Setting | None = None

    @abstractmethod
    def action_pays(self) -> None:
        """Show what the wagers on the felt pay."""

    @abstractmethod
    def play_on(self) -> None:
        """Continue after a decision."""

    def action_press(self, key: str) -> None:
        """Do what a key of the felt means now: two decisions may share one."""
        if self.session.stage is not Stage.DECIDING:
            self._press_between(key)
            return
        question = self.session.question
        assert question is not None
        offered = [choice.kind for choice in question.choices]
        if key == HOUSE_WAY_KEY and ActionKind.SET in offered:
            self.action_house_way()
        elif (choice := _choice_with_tip(question, key)) is not None:
            self._ask_amount(question, choice)
        elif key == LESS_KEY:
            self.action_for_less()
        elif key == PAYS_KEY and ActionKind.SPLIT not in offered:
            self.action_pays()
        elif kinds := [kind for kind in KEYS if KEYS[kind] == key]:
            self.action_decide(next((kind for kind in kinds if kind in offered), kinds[0]))

    def _press_between(self, key: str) -> None:
        """Do what a key means while there is no decision."""
        if key == TIPS_KEY:
            self.action_tips()
        elif key == REPEAT_KEY:
            self.action_repeat()
        elif key == PAYS_KEY:
            self.action_pays()

    def action_decide(self, name: str) -> None:
        """Take a decision for its whole amount; without one, ask for the amount."""
        if self.session.stage is not Stage.DECIDING:
            return
        kind = ActionKind(name)
        question = self.session.question
        assert question is not None
        choice = next((choice for choice in question.choices if choice.kind == kind), None)
        if kind is ActionKind.SET and choice is not None:
            self.action_set_hand()
        elif choice is not None and choice.low is not None and full_amount(choice) is None:
            self._ask_amount(question, choice)
        else:
            self._decide(kind, None)

    def action_for_less(self) -> None:
        """Ask for the amount of a double or an insurance for less."""
        question = self.session.question
        choice = choice_for_less(question) if question else None
        if question is None or choice is None:
            self.refuse("Nothing can be done for less now.")
        else:
            self._ask_amount(question, choice)

    def _ask_amount(self, question: Question, choice: Choice) -> None:
        def take_amounts(amounts: Amounts | None) -> None:
            if amounts is not None:
                self._decide(choice.kind, amounts)

        self.app.push_screen(self._amount_prompt(question, choice), take_amounts)

    def _amount_prompt(self, question: Question, choice: Choice) -> AmountPrompt:
        setup = self.session.setup
        table = self.session.view
        assert table is not None
        assert choice.high is not None
        suggested = choice.default or choice.high
        notes: tuple[str, ...] = ()
        if choice.kind is ActionKind.BUST_BET and question.wager is not None:
            spot = setup.configured.spots[question.wager]
            suggested = min(legal_amount(spot, self.slip.chip), self.session.money_left)
            notes = open_pay_words(setup, question.wager, table.dealer[0])

        def refusal(amounts: Amounts) -> str:
            refused = self.session.refuse(choice.kind, amounts.own, amounts.tip)
            return refused.message if refused else ""

        label = choice_label(setup, question, choice.kind)
        return AmountPrompt(choice, refusal, label=label, suggested=suggested, notes=notes)

    def _decide(
        self, kind: ActionKind, amounts: Amounts | None, low: tuple[Card, ...] | None = None
    ) -> None:
        own, tip = amounts or (None, None)
        if self.attempt(lambda: self.session.decide(kind, own, tip, low=low)):
            self.play_on()

    # -- setting a hand --------------------------------------------------------------------------

    @property
    def setting(self) -> Setting | None:
        """The choice for the hand that you must set; None without such a hand."""
        question = self.session.question
        felt = self.session.felt
        if question is None or felt is None or question.choices[0].kind is not ActionKind.SET:
            return None
        cards = felt.hand(question.seat, question.hand).cards
        if self._setting is None or self._setting.cards != cards:
            self._setting = Setting(self.session.setup, cards)
        return self._setting

    def choose(self, setting: Setting) -> None:
        """Show another choice of cards for the low hand."""
        self._setting = setting
        self.show()

    def action_house_way(self) -> None:
        """Choose the low hand of the house way, if the house shows it."""
        if self.attempt(self.session.house_way) and self.setting is not None:
            self.choose(self.setting.by_house_way())

    def action_set_hand(self) -> None:
        """Set the hand with the chosen cards."""
        if self.setting is None:
            return
        if self.setting.low is None:
            self.refuse(CHOOSE_TWO)
            return
        self._decide(ActionKind.SET, None, self.setting.low)

    def action_space(self) -> None:
        """Choose the card under the cursor, if a hand is being set."""
        if self.setting is not None:
            self.choose(self.setting.toggle(self.setting.cursor))
        else:
            super().action_space()

    def action_move(self, rows: int, columns: int) -> None:
        """Move to another card, if a hand is being set."""
        if self.setting is not None:
            self.choose(self.setting.move(rows + columns))
        else:
            super().action_move(rows, columns)

    def on_key(self, event: events.Key) -> None:
        """Choose cards by digits if a hand is being set; bets handle other keys."""
        setting = self.setting
        digit = event.character or ""
        if setting and digit.isdecimal() and 1 <= int(digit) <= len(setting.cards):
            event.stop()
            self.choose(setting.toggle(int(digit) - 1))
