"""The main game under one reading or another: the rules, and the solver's figures.

Solving a game takes a second, so the figures are computed beforehand by `tools/generate_solved.py`
and read here. Tests solve the readings again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files

from pitboss.report.documents.readings import number_text
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, PayRow, PayTable
from pitboss.rulebook.pays import format_pay, parse_pay
from pitboss.text.options import option_text

FILE = files("pitboss.report.documents") / "solved.toml"
_SMALL = Fraction(1, 100_000)
"""Less than this would be written as zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainReading:
    """The main game of a table as in the rule book, or with some rules read differently."""

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    rules: Mapping[str, OptionValue] = field(default_factory=dict)
    """Rules that are read differently."""
    pays: Mapping[str, str] = field(default_factory=dict)
    """Outcomes of the Bonus 21 table with other pays."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """Pay tables of other wagers, if one of them is meant."""

    @property
    def name(self) -> str:
        """The reading in one line.

        >>> MainReading(game="ilani/spanish-21", rules={"max_hands": 2}).name
        'ilani/spanish-21; max_hands=2'
        """
        changes = (self.options, self.rules, self.pays, self.tables)
        lists = (
            ", ".join(f"{key}={option_text(value)}" for key, value in change.items())
            for change in changes
        )
        return "; ".join((self.game, *filter(None, lists)))

    def configure_game(self) -> ConfiguredGame:
        """Return the game under this reading, ready to be set up."""
        game = configure(House(game=self.game, options=self.options, tables=self.tables))
        assert game.rules is not None, f"{self.game} has no blackjack rules"
        changes = dict(self.rules)
        rules = replace(game.rules, **changes)  # type: ignore[arg-type]  # checked by the tests
        return replace(game, rules=rules, automatic=tuple(map(self._with_pay, game.automatic)))

    def _with_pay(self, table: PayTable) -> PayTable:
        return replace(table, rows=tuple(map(self._row, table.rows)))

    def _row(self, row: PayRow) -> PayRow:
        if row.outcome not in self.pays:
            return row
        pay = parse_pay(self.pays[row.outcome])
        return replace(row, pay=pay, text=format_pay(pay))


class SolvedMeasure(StrEnum):
    """The kind of figure that is solved for."""

    EDGE = "house edge"
    LONG_21 = "chance of an undoubled, unsplit 21 of eight or more cards"
    BLACKJACK_22 = "worth of the blackjacks that meet a dealer 22"
    ASKED_21 = "chance of a three-card 21 that may be split"
    WAGER_EDGE = "house edge of the other wager"
    THREE_LAMMERS = "chance of three or more lammers"
    HAND_OF_30 = "chance of a hand of 30"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedNumber(MainReading):
    """A number that the solver gives for the main game under a reading."""

    solved: SolvedMeasure
    times: int = 1
    """The factor: units that a probability costs."""
    one_in: bool = False
    """Written as "1 in n"."""

    @property
    def key(self) -> str:
        """Its line in the file."""
        return f"{self.solved}: {self.name}"

    @property
    def value(self) -> Fraction:
        """The figure, to twelve digits after the point."""
        return Fraction(solved_figures()[self.key]) * self.times

    @property
    def text(self) -> str:
        """The number as a person reads it.

        >>> options = {"decks": 6, "double_cards": "any"}
        >>> edge = SolvedMeasure.EDGE
        >>> SolvedNumber(solved=edge, game="bet-bigger/spanish-21", options=options).text
        '0.830%'
        """
        if not self.one_in and 0 < abs(self.value) < _SMALL:
            return f"{float(self.value):.7%}"
        return number_text(self.value, "one in" if self.one_in else "edge")


@cache
def solved_figures() -> Mapping[str, str]:
    """Return the solver's figures: their keys -> the numbers."""
    numbers: Mapping[str, str] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return numbers
