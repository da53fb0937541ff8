"""The table line by line: the events in words, a prompt, an answer; for scripts and pipes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from pitboss.engine.actions import Question, RefusedError
from pitboss.sitting.amounts import spots_before_deal, tip_spots
from pitboss.sitting.coach import assumption_words, hint_rows
from pitboss.sitting.kinds import TABLE_KINDS
from pitboss.sitting.lines import (
    HOUSE_WAY,
    Decision,
    choice_words,
    is_bet,
    parse_bets,
    parse_decision,
    the_one,
)
from pitboss.sitting.questions import offer_words, question_words
from pitboss.sitting.sitting import Sitting, Stage, farewell_words
from pitboss.sitting.why import why_words
from pitboss.text.actions import KEYS, MEANINGS
from pitboss.text.numbers import money
from pitboss.text.rules import limit_words
from pitboss.tui.plain.lines import PlainLines

_BETTING = ("bet", "repeat", "buy", "count", "rules", "help", "quit")
HINT = "hint"
_SHORT = {"q": "quit", "?": "help", "a": HINT}
_ANYWHERE = ("count", "rules", "help", "quit")


class _LeaveError(Exception):
    """The player leaves, or the input has ended."""


class PlainTable(PlainLines):
    """The front end without a screen."""

    def __init__(
        self,
        session: Sitting,
        source: TextIO,
        out: TextIO,
        *,
        rules: Callable[[], str] = str,
        rounds: int | None = None,
    ) -> None:
        """Read answers from *source*, write to *out*; leave after *rounds* rounds."""
        super().__init__(source, out)
        self.session = session
        self.rules = rules
        self.rounds = rounds
        self._said = 0
        self._has_quit = False
        self._accepted = self._refusals = 0
        session.coach.patient = True

    def play(self) -> None:
        """Play until the player leaves, the input ends or the rounds are played.

        After Ctrl-C the farewell is printed, and `KeyboardInterrupt` raised again.
        """
        interrupted = None
        try:
            self.say(*self.session.welcome())
            self._say_spots()
            while self.rounds is None or len(self.session.history) < self.rounds:
                self._bet()
                self._play_round()
        except (_LeaveError, KeyboardInterrupt) as leaving:
            interrupted = leaving if isinstance(leaving, KeyboardInterrupt) else None
            self._leave_round()
        self.say(*farewell_words(self.session), self.session.file.farewell)
        if self.has_failed:
            self.say(f"No line of the input was accepted: {self._refusals} were refused.")
        if interrupted is not None:
            raise interrupted

    @property
    def has_failed(self) -> bool:
        """Whether there was input, and every line of it was refused."""
        return bool(self._refusals) and not self._accepted

    def _leave_round(self) -> None:
        """Settle the current round for a player who quits; if the input ends, it is void."""
        if self.session.stage in {Stage.BETTING, Stage.OVER}:
            return
        if not self._has_quit and not self.session.is_live:
            self.say("The round under way is called off and not recorded.")
            return
        self.say("You leave in the middle of the round: your hands stand.")
        self.session.walk_away()
        self._tell()

    def _say_spots(self) -> None:
        spots = spots_before_deal(self.session.setup)
        wide = max(map(len, spots))
        for wager_id, spot in spots.items():
            self.say(f"  {wager_id:{wide}}  {spot.wager.title}, {limit_words(spot)}")

    def _ask(self) -> list[str]:
        """Read the words of one line."""
        while (line := self.read()) is not None:
            if words := [word.strip(",") for word in line.lower().split() if word != ","]:
                return [_SHORT.get(words[0], words[0]), *words[1:]]
        raise _LeaveError

    # -- bets ------------------------------------------------------------------------------------

    def _bet(self) -> None:
        session = self.session
        session.clear()
        self._said = 0
        self._say_meters()
        self.say(*dict.fromkeys(f"{why}." for why in session.closed_wagers.values()))
        if session.broke:
            self.say(f"Your {money(session.bankroll)} is less than the least wager: buy or quit.")
        self._ask_for_bets()
        while session.round is None:
            try:
                self._betting_command(self._ask())
                self._accepted += 1
            except RefusedError as error:
                self.refuse(error)
                self._ask_for_bets()

    def _ask_for_bets(self) -> None:
        if self.session.notice:
            self.say(self.session.notice)
        self.say(f"Your bankroll is {money(self.session.bankroll)}. Your bet?")

    def _say_meters(self) -> None:
        for wager_id, meter in self.session.meters.items():
            self.say(f"{wager_id} stands at {money(meter.display // 100)}.")

    def _betting_command(self, words: list[str]) -> None:
        session = self.session
        command, *rest = ["bet", *words] if is_bet(words) else words
        match the_one(command, _BETTING, "command"):
            case "bet":
                session.start(parse_bets(rest, session.setup, session.seats))
            case "repeat":
                if not session.last_bets:
                    raise RefusedError("wager/needs-main", "there is no bet to repeat yet")
                session.start(session.last_bets)
            case "buy":
                session.buy_in()
                self.say(f"Your bankroll is {money(session.bankroll)}.")
            case other:
                self._common_command(other)

    def _common_command(self, command: str) -> None:
        match command:
            case "quit":
                self._has_quit = True
                self._accepted += 1
                raise _LeaveError
            case "count":
                count = self.session.count()
                self.say(f"count   {count.words}; {count.unseen} cards unseen")
            case "rules":
                self.say(self.rules())
            case _:
                self._help()

    def _help(self) -> None:
        setup = self.session.setup
        side = next((w for w in spots_before_deal(setup) if w not in setup.mains), "")
        example = f"'bet main 10{f' {side} 5' if side else ''}'"
        self.say(
            f"Betting: {example} in dollars, on each of your seats;",
            "  'bet 10', or '10' alone, is the main wager;",
            "  'bet seat 2 main 10 seat 3 main 5' bets by seat;",
            "  'repeat' bets the same again, 'buy' adds to the bankroll.",
        )
        if tip_spots(setup):
            self.say("  'bet 10 tip main 1' puts a dollar down for the dealer beside your wager.")
        self._say_spots()
        self.say("Decisions: the word, the beginning of it or its key, with an amount if need be.")
        for kind, meaning in MEANINGS.items():
            self.say(f"  {KEYS[kind]}  {kind.value:15} {meaning}")
        if TABLE_KINDS[setup.round].sets_hands:
            self.say(f"  'set Kd 9h' names the low hand, 'set {HOUSE_WAY}' leaves it to the house.")
        self.say("  'hint' says what every choice is worth.")
        self.say("At any time: 'rules', 'help', 'quit', and at a practice table 'count'.")

    def refuse(self, error: RefusedError) -> None:
        """Write why a line is refused, and count it."""
        self._refusals += 1
        super().refuse(error)

    # -- the round -------------------------------------------------------------------------------

    def _play_round(self) -> None:
        session = self.session
        while True:
            session.run()
            self._tell()
            question = session.question
            if question is None:
                break
            self._decide(question)
        if session.file.problem:
            self.say(f"refused: {session.file.problem} [file/unwritable]")

    def _tell(self) -> None:
        self.say(*(line.text for line in self.session.lines[self._said :]))
        self._said = len(self.session.lines)

    def _decide(self, question: Question) -> None:
        setup = self.session.setup
        felt = self.session.felt
        assert felt is not None
        if offer := offer_words(setup, felt, question):
            self.say(f"{offer}.")
        choices = ", ".join(map(choice_words, question.choices))
        if self.session.shows_house_way and question.choices[0].lows:
            choices += f", set {HOUSE_WAY}"
        prompt = f"{question_words(setup, felt, question)}: {choices}"
        self.say(prompt)
        while True:
            try:
                words = self._ask()
                if words[0] not in (HINT, *_ANYWHERE):
                    self._take(parse_decision(words, question))
                    self._accepted += 1
                    return
                self._accepted += 1
                if words[0] == HINT:
                    self._hint()
                else:
                    self._common_command(words[0])
            except RefusedError as error:
                self.refuse(error)
                self.say(prompt)

    def _take(self, decision: Decision) -> None:
        if decision.low == ():
            decision = decision._replace(low=self.session.house_way())
        kind, amount, tip, low = decision
        self.session.decide(kind, amount, tip, low=low)

    def _hint(self) -> None:
        worth = self.session.hint().result()
        rows = list(hint_rows(worth))
        wide = max(len(row.action) for row in rows)
        dollars = max(len(row.dollars) for row in rows)
        for row in rows:
            self.say(
                f"hint    {row.action:{wide}}  {row.units}  {row.dollars:>{dollars}}  {row.cost}"
            )
        self.say(f"hint    {why_words(worth)}")
        self.say(f"hint    {assumption_words(self.session.setup, worth)}")
