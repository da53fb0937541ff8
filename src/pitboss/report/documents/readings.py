"""Pay tables and main games under one reading or another, and the numbers that differ.

Solving a game takes a second, so the solver's figures are computed beforehand by
`tools/generate_solved.py` and read here. Tests solve the readings again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import prod
from typing import Literal

from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.wager_odds import Result, results
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue, PayRow, PayTable
from pitboss.rulebook.pays import Odds, fixed_ratio, format_pay, meter_share, parse_pay
from pitboss.rulebook.reading.library import game as game_of
from pitboss.text.options import option_text

_ALL = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A pay table as printed, or with some other pays, at one deck count.

    The deck count need not be allowed by the document: the edge there is part of the cost of a
    contradiction about decks.
    """

    game: str
    table: str
    decks: int
    pays: Mapping[str, str] = field(default_factory=dict)
    """Outcome -> its other pay; one that the table does not print is added."""
    for_one: bool = False
    """Every "to 1" read as "for 1"."""
    highest_only: bool = False
    """Only the highest of several pays is made."""

    @property
    def edge(self) -> Fraction:
        """The house edge of the fixed pays.

        >>> Reading(game="wa/spanish-21", table="2", decks=6).edge
        Fraction(114, 3731)
        """
        return -sum((r.probability * self._net(r) for r in self._results()), Fraction(0))

    @property
    def meter_share(self) -> Fraction:
        """The share of the meter won in one round on average."""
        shares = (r.probability * meter_share(row.pay) for r in self._results() for row in r.rows)
        return sum(shares, Fraction(0)) / _ALL

    def chance(self, outcomes: Iterable[str]) -> Fraction:
        """Return the probability that one of *outcomes* is paid."""
        wanted = frozenset(outcomes)
        return sum(
            (r.probability for r in self._results() if any(w.outcome in wanted for w in r.rows)),
            Fraction(0),
        )

    def _net(self, result: Result) -> Fraction:
        if self.highest_only and result.rows:
            best = max(result.rows, key=lambda row: fixed_ratio(row.pay))
            result = replace(result, rows=(best,))
        return result.net

    def _results(self) -> list[Result]:
        game = game_of(self.game)
        defaults = {option.id: option.default for option in game.options}
        stands = defaults.get("soft17", game.fixed.get("soft17")) == "stand"
        shoe = ShoeKey(deck=game.deck, decks=self.decks, hits_soft_17=not stands)
        return results(self._table(), shoe)

    def _table(self) -> PayTable:
        named = [table for table in game_of(self.game).tables if table.id == self.table]
        assert named, f"{self.game} has no table {self.table}"
        table = next((t for t in named if self.decks in t.decks), named[0])
        rows = [self._row(row) for row in table.rows]
        known = {row.outcome for row in rows}
        rows += [
            PayRow(name=outcome, outcome=outcome, pay=parse_pay(text), text=text)
            for outcome, text in self.pays.items()
            if outcome not in known
        ]
        return replace(table, rows=tuple(rows))

    def _row(self, row: PayRow) -> PayRow:
        pay = parse_pay(self.pays[row.outcome]) if row.outcome in self.pays else row.pay
        if self.for_one and isinstance(pay, Odds):
            pay = replace(pay, for_one=True)
        return replace(row, pay=pay, text=format_pay(pay))


What = Literal["edge", "meter share", "chance", "one in"]


def number_text(value: Fraction, what: What) -> str:
    """Write a number of an effect for people.

    >>> number_text(Fraction(114, 3731), "edge"), number_text(Fraction(1, 2755), "one in")
    ('3.055%', '1 in 2,755')
    """
    match what:
        case "one in":
            return f"1 in {float(1 / value):,.0f}"
        case "meter share":
            return f"1 / {float(1 / value):,.0f}"
        case "edge" | "chance":
            return f"{float(value):.3%}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedNumber:
    """A number worked out from counts of cards: "6 * 5 / 288 * 287", products above and below."""

    worked: str
    what: What = "chance"

    @property
    def value(self) -> Fraction:
        """The exact number."""
        above, _, below = self.worked.partition("/")
        return Fraction(_product(above), _product(below))

    @property
    def text(self) -> str:
        """The number as a person reads it.

        >>> WorkedNumber(worked="6 * 5 / 288 * 287", what="one in").text
        '1 in 2,755'
        """
        return number_text(self.value, self.what)


def _product(text: str) -> int:
    return prod(int(factor) for factor in text.split("*"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Reading):
    """A number of a pay table under a reading."""

    what: What = "edge"
    outcomes: tuple[str, ...] = ()

    @property
    def value(self) -> Fraction:
        """The exact number."""
        match self.what:
            case "edge":
                return self.edge
            case "meter share":
                return self.meter_share
            case "chance" | "one in":
                return self.chance(self.outcomes)

    @property
    def text(self) -> str:
        """The number as a person reads it.

        >>> Number(game="wa/spanish-21", table="2", decks=6).text
        '3.055%'
        """
        return number_text(self.value, self.what)


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
        tables = (replace(t, rows=tuple(map(self._row, t.rows))) for t in game.automatic)
        return replace(game, rules=rules, automatic=tuple(tables))

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
