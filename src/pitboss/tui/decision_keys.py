"""The keys with which a player decides."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import Binding, BindingType

from pitboss.engine.actions import ActionKind, Choice, Question, RefusedError
from pitboss.tui.amounts import legal_amount
from pitboss.tui.bet_keys import BetKeys
from pitboss.tui.prompts import AmountPrompt, Amounts
from pitboss.tui.session import Stage
from pitboss.tui.stage_words import TIPS_KEY
from pitboss.tui.words import KEYS, choice_label, open_pay_words


class DecisionKeys(BetKeys):
    """A screen on which a player may bet, and decide when asked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"press('{key}')") for key in dict.fromkeys((TIPS_KEY, *KEYS.values()))
    ]

    @abstractmethod
    def play_on(self) -> None:
        """Go on after a decision."""

    def action_press(self, key: str) -> None:
        """Do what a key of the felt means now: two decisions may share one."""
        if self.session.stage is not Stage.DECIDING:
            if key == TIPS_KEY:
                self.action_tips()
            return
        asked = self.session.question
        assert asked is not None
        offered = [choice.kind for choice in asked.choices]
        kinds = [kind for kind in KEYS if KEYS[kind] == key]
        self.action_decide(next((kind for kind in kinds if kind in offered), kinds[0]))

    def action_decide(self, name: str) -> None:
        """Take a decision, asking for its amount where several are legal."""
        if self.session.stage is not Stage.DECIDING:
            return
        kind, asked = ActionKind(name), self.session.question
        assert asked is not None
        choice = next((choice for choice in asked.choices if choice.kind == kind), None)
        if choice is None or choice.low == choice.high:
            self._decide(kind, Amounts(choice.low) if choice and choice.low else None)
            return

        def answered(amounts: Amounts | None) -> None:
            if amounts is not None:
                self._decide(kind, amounts)

        self.app.push_screen(self._amount_prompt(asked, choice), answered)

    def _amount_prompt(self, asked: Question, choice: Choice) -> AmountPrompt:
        setup, table = self.session.setup, self.session.view
        assert table is not None
        assert choice.high is not None
        suggested = choice.default or choice.high
        notes: tuple[str, ...] = ()
        if choice.kind is ActionKind.BUST_BET and asked.wager is not None:
            spot = setup.configured.spots[asked.wager]
            suggested = min(legal_amount(spot, self.slip.chip), self.session.money_left)
            notes = open_pay_words(setup, asked.wager, table.dealer[0])

        def refusal(amounts: Amounts) -> str:
            refused = self.session.refused(choice.kind, amounts.own, amounts.tip)
            return refused.message if refused else ""

        label = choice_label(setup, asked, choice.kind)
        return AmountPrompt(choice, refusal, label=label, suggested=suggested, notes=notes)

    def _decide(self, kind: ActionKind, amounts: Amounts | None) -> None:
        try:
            self.session.decide(kind, *(amounts or ()))
        except RefusedError as error:
            self.refuse(sentence(error))
            return
        self.play_on()


def sentence(error: RefusedError) -> str:
    """Write a refusal as a sentence of its own."""
    message = error.refusal.message
    return f"{message[0].upper()}{message[1:]}."
