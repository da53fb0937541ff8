"""Training line by line: a decision, a prompt, an answer; for scripts and pipes."""

from __future__ import annotations

from typing import TextIO

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import Action, ActionKind, RefusedError
from pitboss.engine.legal import refusal
from pitboss.engine.values import replace
from pitboss.exact.worth import DecisionJudgement
from pitboss.sitting.coach import hint_rows
from pitboss.sitting.lines import choice_words, parse_decision
from pitboss.sitting.training.dealing import SEAT, DealtDecision
from pitboss.sitting.training.trainer import Trainer
from pitboss.sitting.training.words import (
    decision_in_words,
    lesson_words,
    score_words,
    sets_hand,
    verdict_words,
)
from pitboss.text.actions import KEYS
from pitboss.tui.plain.lines import Keep, PlainLines


class PlainTraining(PlainLines):
    """The trainer without a screen."""

    def __init__(
        self, trainer: Trainer, source: TextIO, out: TextIO, *, count: int, keep: Keep
    ) -> None:
        """Ask *count* decisions; *keep* saves the score after every answer."""
        super().__init__(source, out)
        self.trainer = trainer
        self.count = count
        self.keep = keep

    def run(self) -> None:
        """Ask until all is done, the player leaves or the input ends.

        After Ctrl-C the score is printed, and `KeyboardInterrupt` raised again.
        """
        interrupted = None
        try:
            for number in range(1, self.count + 1):
                if not self._ask(number, self.trainer.next_decision()):
                    break
        except KeyboardInterrupt as leaving:
            interrupted = leaving
            self.say("")
        self.say(*score_words(self.trainer.session, self.trainer.score))
        self.say(*lesson_words(self.trainer))
        if interrupted is not None:
            raise interrupted

    def _ask(self, number: int, dealt: DealtDecision) -> bool:
        """Ask one decision; return False if the player leaves."""
        against = decision_in_words(self.trainer, dealt)
        self.say(f"{number} of {self.count}  {against}")
        offered = (choice_words(replace(choice, tip=0)) for choice in dealt.question.choices)
        self.say(f"  {', '.join(offered)}")
        while (line := self.read()) is not None:
            words = line.lower().split()
            if words[0] in {"quit", "q"}:
                break
            if words[0] in {"help", "?"}:
                self._help(dealt)
                continue
            try:
                action = read_answer(dealt, words)
            except RefusedError as error:
                self.refuse(error)
                continue
            self._tell(self.trainer.answer(dealt, action.kind, action.low))
            self.keep()
            return True
        return False

    def _tell(self, judged: DecisionJudgement) -> None:
        self.say(verdict_words(judged))
        rows = list(hint_rows(judged.worth))
        wide = max(len(row.action) for row in rows)
        for row in rows:
            self.say(f"  {row.action:{wide}}  {row.units}  {row.cost}")

    def _help(self, dealt: DealtDecision) -> None:
        keys = ", ".join(f"{KEYS[choice.kind]} {choice.kind}" for choice in dealt.question.choices)
        self.say(f"Answer with the word, the beginning of it or its key: {keys}.")
        if sets_hand(dealt.question):
            self.say("'set Kd 9h', or the two cards alone, names the low hand.")
        self.say("'quit' leaves; what is answered is kept.")


_LOW_CARDS = 2


def read_answer(dealt: DealtDecision, words: list[str]) -> Action:
    """Read an answer: its word, the beginning of it or its key; `RefusedError` for any other.

    To set a hand, the answer is its low hand, with or without the word.
    """
    if sets_hand(dealt.question):
        return _legal(dealt, dealt.action(ActionKind.SET, _read_low(dealt, words)))
    decision = parse_decision(words, dealt.question)
    if decision.amount is not None or decision.tip is not None:
        message = f"{decision.kind} is for the whole wager here: say no amount"
        raise RefusedError("action/amount", message)
    return _legal(dealt, dealt.action(decision.kind))


def _read_low(dealt: DealtDecision, words: list[str]) -> tuple[Card, ...]:
    cards = words[1:] if ActionKind.SET.startswith(words[0]) else words
    if len(cards) != _LOW_CARDS:
        example = format_cards(dealt.state.seat(SEAT).hand(dealt.question.hand).cards[:_LOW_CARDS])
        message = f"name the two cards of the low hand: set {example}"
        raise RefusedError("action/setting", message)
    return parse_decision([ActionKind.SET, *cards], dealt.question).low or ()


def _legal(dealt: DealtDecision, action: Action) -> Action:
    refused = refusal(dealt.question, action)
    if refused is not None:
        raise RefusedError(refused.code, refused.message)
    return action
