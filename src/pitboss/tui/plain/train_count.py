"""Counting drills line by line: for scripts, pipes and narrow terminals."""

from __future__ import annotations

from textwrap import wrap
from time import monotonic, sleep
from typing import TextIO

from pitboss.cards import Card
from pitboss.engine.actions import RefusedError
from pitboss.sitting.training.counting.drill import CountDrill
from pitboss.sitting.training.counting.question import CountQuestion
from pitboss.sitting.training.words import count_score_words
from pitboss.text.history import pretty_cards
from pitboss.tui.plain.lines import Keep, PlainLines

_WIDTH = 76
_WIPE = "\r\x1b[K"


class PlainCounting(PlainLines):
    """A counting drill without a screen."""

    def __init__(
        self, drill: CountDrill, source: TextIO, out: TextIO, *, count: int, pace: float, keep: Keep
    ) -> None:
        """Ask *count* times; *pace* is the seconds that cards are shown, 0: up to the Enter key."""
        super().__init__(source, out)
        self.drill = drill
        self.count = count
        self.pace = pace
        self.keep = keep

    def run(self) -> None:
        """Ask until all is done, the player leaves or the input ends."""
        try:
            for number in range(1, self.count + 1):
                if not self._ask(number, self.drill.next_question()):
                    break
        finally:
            self.say(*count_score_words(self.drill.session, self.drill.score))

    def _ask(self, number: int, question: CountQuestion) -> bool:
        """Ask one question; return False if the player leaves."""
        self.say(f"{number} of {self.count}  {'; '.join(question.facts)}")
        if question.hand and question.up is not None:
            self.say(f"  {pretty_cards(question.hand)} against {pretty_cards((question.up,))}")
        began = monotonic()
        self._show(question.groups)
        self.say(f"  {question.words}")
        while (line := self.read()) is not None and line.lower() not in {"q", "quit"}:
            try:
                verdict = self.drill.answer(question, line, monotonic() - began)
            except RefusedError as error:
                self.refuse(error)
                continue
            self.say(f"{verdict.words}.")
            self.keep()
            return True
        return False

    def _show(self, groups: tuple[tuple[Card, ...], ...]) -> None:
        """Show cards: to a person one group over the other, to a script all of them."""
        if not (self.source.isatty() and self.out.isatty()):
            for line in wrap(" | ".join(map(pretty_cards, groups)), _WIDTH):
                self.say(f"  {line}")
            return
        for group in groups:
            self.out.write(f"{_WIPE}  {pretty_cards(group)} ")
            self.out.flush()
            if self.pace:
                sleep(self.pace)
            else:
                self.source.readline()
                self.out.write("\x1b[A")
        self.out.write(_WIPE)
