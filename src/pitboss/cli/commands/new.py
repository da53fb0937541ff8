"""`pitboss new`: a commented house file, from questions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TextIO

from pitboss.cli.output import print_json
from pitboss.cli.problems import check, refusal
from pitboss.rulebook.check import judge
from pitboss.rulebook.check.options import house_options
from pitboss.rulebook.configured import configure
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.files import place_problems, quote_path, write_whole
from pitboss.rulebook.house import House
from pitboss.rulebook.house_file import option_note, table_choices, write_house
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, Option
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import match_id
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.proposals import (
    NONE,
    complete,
    limit_proposals,
    option_value,
    value_text,
    wagers_with_tables,
    with_limit,
    without_wager,
)
from pitboss.rulebook.reading.library import game as game_of
from pitboss.text.numbers import short_money

STDOUT = "-"
_WRONG_MAX = 100
"""The most wrong answers in a row."""


def write_new_house(*, game: str, out: str, yes: bool, force: bool, as_json: bool) -> None:
    """Ask for the choices of a house and write its file."""
    asked = game_of(game)
    path = None if out == STDOUT else Path(out or f"{asked.id.replace('/', '-')}.toml")
    if path is not None:
        _check_place(path, force=force)
    house = Interview(game=asked, answers=None if yes else sys.stdin, prompts=sys.stderr).run()
    text = write_house(house, name=str(path or "FILE"))
    if path is None:
        print(text, end="")
        return
    write_whole(path, text.encode())
    if as_json:
        print_json({"file": str(path), "game": asked.id, "digest": configure(house).digest})
    else:
        print(f"{path}: written for {asked.id}; check it with: pitboss check {path}")


def _check_place(path: Path, *, force: bool) -> None:
    """Refuse a place that cannot be written, or that already has a file."""
    problems = place_problems(path, key="--out")
    if not problems and path.exists() and not force:
        message = f"{quote_path(path)} is there already; name another file, or add --force"
        problems = (Problem(code="file/unwritable", key="--out", message=message),)
    check(problems)


Change = Callable[[str], House]
"""An answer -> the house with it; raises `ValueError` with the reason."""


@dataclass(slots=True, kw_only=True)
class Interview:
    """The questions of one game, in order, and the house that the answers make."""

    game: Game
    answers: TextIO | None
    """The stream of answers, a line each; None, or its end: every proposal is taken."""
    prompts: TextIO
    house: House = field(init=False)

    def run(self) -> House:
        """Ask everything and return the house, which passes the check."""
        self.house = House(game=self.game.id)
        self._say(f"{self.game.title}. Press Enter to take what stands in [brackets].")
        for option in self.game.options:
            if len(option.values) > 1:
                self._ask_option(option)
        self.house = complete(self.house)
        for wager_id in wagers_with_tables(self.game):
            self._ask_table(wager_id)
        self.house = complete(self.house)
        self._ask_jackpots()
        self._ask_prizes()
        self._ask_limits()
        check(judge(self.house))
        return self.house

    # -- questions -----------------------------------------------------------------------------

    def _ask_option(self, option: Option) -> None:
        proposal = house_options(self.game, complete_table(self.house)[0])[option.id]

        def change(text: str) -> House:
            value = option_value(option, text)
            return replace(self.house, options={**self.house.options, option.id: value})

        question = f"{option.id}: {option_note(option)}"
        self._ask(question, value_text(proposal), f"options.{option.id}", change)

    def _ask_table(self, wager_id: str) -> None:
        tables = dict(self.house.tables or {})
        ids = tuple(table.id for table in self.game.tables_of(wager_id))

        def change(text: str) -> House:
            if text.lower() == NONE:
                return without_wager(self.house, wager_id)
            return replace(self.house, tables={**tables, wager_id: match_id(text, ids)})

        title = self.game.wager(wager_id).title
        choices = table_choices(self.game, wager_id)
        question = f"{wager_id}: {title}, pay table {choices}, or {NONE}"
        self._ask(question, tables.get(wager_id, NONE), f"tables.{wager_id}", change)

    def _ask_jackpots(self) -> None:
        for wager_id, setup in tuple(self.house.jackpots.items()):
            for name in ("wager", "contribution", "seed"):
                value = getattr(setup, name)
                if value is None:
                    continue

                def change(text: str, name: str = name, wager_id: str = wager_id) -> House:
                    given = parse_dollars(text) if name == "wager" else text.strip()
                    new = replace(self.house.jackpots[wager_id], **{name: given})  # type: ignore[arg-type]
                    return replace(self.house, jackpots={**self.house.jackpots, wager_id: new})

                proposal = short_money(value) if name == "wager" else str(value)
                question = f"{wager_id}: {_JACKPOT_QUESTIONS[name]}"
                self._ask(question, proposal, f"jackpots.{wager_id}.{name}", change)

    def _ask_prizes(self) -> None:
        for wager_id, rows in tuple(self.house.pays.items()):
            for row, pay in rows.items():

                def change(text: str, row: str = row, wager_id: str = wager_id) -> House:
                    pays = {**self.house.pays[wager_id], row: text}
                    return replace(self.house, pays={**self.house.pays, wager_id: pays})

                question = f"{wager_id}: what {row!r} pays, as in 50 for 1 or $100"
                self._ask(question, str(pay), f"pays.{wager_id}.{row}", change)

    def _ask_limits(self) -> None:
        """Ask for the limits of the first wager; wagers that must equal it get the same."""
        main = self.game.wagers[0]
        low, high = limit_proposals(self.game)
        proposals: tuple[tuple[Literal["min", "max"], int], ...] = (("min", low), ("max", high))
        for name, proposal in proposals:

            def change(text: str, name: Literal["min", "max"] = name) -> House:
                return with_limit(self.house, name, parse_dollars(text))

            question = f"{main.id}: the {'smallest' if name == 'min' else 'largest'} wager"
            self._ask(question, short_money(proposal), "limits.", change)

    # -- asking --------------------------------------------------------------------------------

    def _ask(self, question: str, proposal: str, key: str, change: Change) -> None:
        """Ask until an answer is allowed; an empty one takes the proposal."""
        for _ in range(_WRONG_MAX):
            answer = self._answer(f"{question} [{proposal}]: ") or proposal
            house = self.house
            try:
                house = change(answer)
                wrong = tuple(self._wrong(house, key))
            except ValueError as error:
                wrong = (shorten(str(error), 300),)
            # A proposal that does not fit is nobody's mistake: another answer mends it, or the
            # check of the whole house says what is wrong.
            if not wrong or answer == proposal:
                self.house = house
                return
            for sentence in wrong:
                self._say(f"  {sentence}")
        raise refusal("option/invalid", f"no answer of {_WRONG_MAX} is allowed: {question}")

    def _wrong(self, house: House, key: str) -> Iterator[str]:
        for problem in judge(complete_table(house)[0]):
            if problem.key.startswith(key):
                yield f"{problem.message}{f' ({problem.cite})' if problem.cite else ''}"

    def _answer(self, prompt: str) -> str:
        if self.answers is None:
            return ""
        self.prompts.write(prompt)
        self.prompts.flush()
        line = self.answers.readline()
        if not line:
            self.answers = None
            self.prompts.write("\n")
        return line.strip()

    def _say(self, sentence: str) -> None:
        if self.answers is not None:
            print(sentence, file=self.prompts)


_JACKPOT_QUESTIONS = {
    "wager": "the one amount everybody wagers",
    "contribution": "the share of each wager that feeds the meter",
    "seed": "the dollars at which the meter starts",
}
