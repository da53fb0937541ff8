"""A pay table under one reading or another, and the difference in its edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod
from typing import Literal

from pitboss.exact.counting.distributions import ShoeKey
from pitboss.exact.odds.wager_odds import Result, results
from pitboss.rulebook.model import PayRow, PayTable
from pitboss.rulebook.pays import Odds, fixed_ratio, format_pay, meter_share, parse_pay
from pitboss.rulebook.reading.library import game as game_of

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
