"""Settle a hand of a physical table in the terminal: questions out, lines in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TextIO

from pitboss.engine.actions import Question, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.rounds.plan import CardNeeded
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.sitting.amounts import spots_before_deal
from pitboss.sitting.lines import choice_words
from pitboss.sitting.questions import offer_words, question_words
from pitboss.sitting.settle_hand import (
    UNDO,
    Cite,
    SettleHand,
    not_dealt_words,
    place_words,
    result_lines,
)
from pitboss.sitting.views import FeltView
from pitboss.text.actions import wager_title
from pitboss.text.numbers import money
from pitboss.text.rules import limit_words
from pitboss.tui.plain.lines import PlainLines

_HELP_BETS: Final = (
    'Bets: "1 25" is $25 on seat 1, "1-7 25" on seats 1 to 7, "3 25 match-up 5 tip main 1" with',
    'more wagers. "3 none" takes seat 3 out. "meter WAGER DOLLARS" says what a meter shows.',
    '"deal" when all bets are in; "undo" takes the last line back; "quit" ends.',
)
_HELP_CARDS: Final = (
    'Cards: "7h", "10s Kd" or "7h8dKc", in the order in which they are dealt; or for a place:',
    '"3: 7h 8d" for seat 3, "d: Ah 6c" for the dealer, "b: 9s" a bonus card. "undo", "quit".',
)


class SettleDesk(PlainLines):
    """Asks for a round, and says what each seat is paid."""

    def __init__(self, setup: Setup, source: TextIO, out: TextIO, cite: Cite) -> None:
        """Read lines from *source*, write to *out*."""
        super().__init__(source, out)
        self._setup = setup
        self._cite = cite
        self._hand = SettleHand(setup)
        self._told = 0
        """How many events of the round have been told."""

    def settle(self) -> Round | None:
        """Return the round, settled; None where the input ends or somebody quits before."""
        spots = spots_before_deal(self._setup).items()
        offered = (f"{name} ({limit_words(spot)})" for name, spot in spots)
        self.say(f"{self._setup.configured.game.title}: {', '.join(offered)}", *_HELP_BETS)
        hand = self._hand
        while True:
            self._ask()
            line = self.read()
            if line is None or line in {"q", "quit"}:
                return hand.round if hand.is_over else None
            if line in {"", "ok"} and hand.is_over:
                return hand.round
            try:
                self._take(line)
            except RefusedError as error:
                self.refuse(error)

    def _take(self, line: str) -> None:
        if line in {"?", "help"}:
            self.say(*(_HELP_BETS if self._hand.round is None else _HELP_CARDS))
            return
        self._hand.take(line)
        if line in UNDO:
            self._told = len(self._hand.round.events) if self._hand.round else 0
            self.say("taken back")
        elif self._hand.not_dealt:
            self.say(not_dealt_words(self._hand.not_dealt))

    def _ask(self) -> None:
        """Tell what happened since, and ask what is due."""
        round_ = self._hand.round
        if round_ is None:
            self.say(*self._bets_so_far(), "Bets:")
            return
        lines = [*self._hand.told()]
        is_news = self._told < len(lines)
        self.say(*filter(None, lines[self._told :]))
        self._told = len(lines)
        due = round_.due
        if isinstance(due, CardNeeded):
            self.say(f"{place_words(due)}:")
        elif isinstance(due, Question):
            self.say(*self._question(round_.state, due))
        elif due is None and is_news:
            self.say("", *result_lines(self._hand.results(self._cite)))

    def _bets_so_far(self) -> Iterator[str]:
        for seat, wagers in sorted(self._hand.bets.items()):
            words = (f"{wager_title(self._setup, w)} {money(c)}" for w, c in wagers.items())
            yield f"seat {seat}  {', '.join(words)}"

    def _question(self, state: State, question: Question) -> Iterator[str]:
        felt = FeltView(view(state, question.seat), (question.seat,))
        if offer := offer_words(self._setup, felt, question):
            yield offer
        yield f"{question_words(self._setup, felt, question)}"
        yield f"  {', '.join(map(choice_words, question.choices))}"
