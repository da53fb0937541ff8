"""The dealer's school line by line: what happened, a question, an answer, the clause, the time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TextIO

from pitboss.engine.actions import RefusedError
from pitboss.sitting.training.dealer_school import DealerQuestion, DealerScore
from pitboss.tui.plain.lines import PlainLines


class DealerSchool(PlainLines):
    """Asks a dealer who learns."""

    def __init__(
        self,
        questions: Iterator[DealerQuestion],
        source: TextIO,
        out: TextIO,
        *,
        count: int,
    ) -> None:
        """Ask *count* questions."""
        super().__init__(source, out)
        self._questions = questions
        self._count = count
        self.score = DealerScore()

    def run(self) -> None:
        """Ask until all is asked, somebody leaves, or the input ends."""
        self.say("You deal, the program plays. 'quit' ends.")
        for _ in range(self._count):
            question = next(self._questions)
            self.say(*question.told, question.words)
            if not self._ask(question):
                break
        self.say("", *self.score.words())

    def _ask(self, question: DealerQuestion) -> bool:
        """Ask one question until there is an answer; return whether to go on."""
        began = time.monotonic()
        while (text := self.read()) is not None:
            if text in {"q", "quit"}:
                return False
            try:
                is_right = question.is_right(text)
            except RefusedError as error:
                self.refuse(error)
                continue
            self.score.count(question.drill, time.monotonic() - began, is_right=is_right)
            if is_right:
                self.say(f"right: {question.because}")
            else:
                self.say(f"wrong: {question.answer}; {question.because}")
            return True
        return False
