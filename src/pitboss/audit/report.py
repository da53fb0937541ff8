"""The base of every report: it takes facts one at a time, and then returns rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.audit.expectations import Prices, price_house
from pitboss.audit.facts import Fact, OtherEntry, RoundFacts
from pitboss.audit.interval import ALWAYS, UTC_DAYS, HouseDays, Interval
from pitboss.audit.sheet import SheetSection
from pitboss.floor.terms import TableTerms
from pitboss.ledger.checkpoint import Checkpoint

LARGE_CENTS = 100_000
"""What a player must win on one wager, or bet, to be listed by itself: $1,000."""

OPERATOR = "Pitboss floor"
"""The default name of the operator."""

PriceTable = Callable[[TableTerms], Prices]


def _price_exactly(terms: TableTerms) -> Prices:
    return price_house(terms.house)


@dataclass(frozen=True, kw_only=True)
class ReportQuery:
    """The query of a report: its interval, table, player and thresholds."""

    interval: Interval = ALWAYS
    days: HouseDays = UTC_DAYS
    """The gambling days and the time zone of the house."""
    generated: int = 0
    """When it is made; microseconds since 1970."""
    operator: str = OPERATOR
    table: str = ""
    """Only this table; empty: all."""
    account: str = ""
    """Only this player; empty: all."""
    large_cents: int = LARGE_CENTS
    names: Mapping[str, str] = field(default_factory=dict)
    """Account -> the name of its person, where it has one."""
    checkpoints: tuple[Checkpoint, ...] = ()
    """Those that the store keeps."""
    price: PriceTable = _price_exactly
    """Says what each wager of a table is expected to win."""


@dataclass(eq=False)
class BaseReport:
    """Takes facts in the order they were written, those before the interval first.

    It ignores what it does not need.
    """

    question: ReportQuery
    tables: Mapping[str, TableTerms]
    """Grows as tables are opened."""
    physical: dict[str, dict[str, Any]] = field(default_factory=dict, init=False)
    """Physical table -> the entry that put it under the office."""
    _days_begun: list[tuple[int, str]] = field(default_factory=list, init=False)

    def sections(self) -> list[SheetSection]:
        """Return the tables of the report, once all facts are in."""
        raise NotImplementedError

    def before(self, fact: Fact) -> None:
        """Take a fact from before the interval: it made the balances that it begins with."""
        self._note_day(fact)

    def add(self, fact: Fact) -> None:
        """Take a fact of the interval."""
        self._note_day(fact)
        if isinstance(fact, RoundFacts):
            self.add_round(fact)
        else:
            self.add_other(fact)

    def _note_day(self, fact: Fact) -> None:
        if isinstance(fact, OtherEntry) and fact.kind == "day-opened":
            self._days_begun.append((fact.at, str(fact.body["date"])))
        elif isinstance(fact, OtherEntry) and fact.kind == "table-added":
            self.physical[fact.body["table"]] = fact.body

    def gambling_day(self, at: int) -> str:
        """Return the gambling day of a moment: as the office opened it, or by the calendar."""
        place = bisect_right(self._days_begun, at, key=lambda day: day[0])
        return self._days_begun[place - 1][1] if place else self.question.days.date_of(at)

    def add_round(self, round_: RoundFacts) -> None:
        """Take a round that ended in the interval."""

    def add_other(self, happened: OtherEntry) -> None:
        """Take anything else."""

    def cut(self, round_: RoundFacts) -> None:
        """Take a round that began before the interval's end and is not over by then."""

    def is_wanted(self, table: str) -> bool:
        """Whether the question is about a table."""
        return self.question.table in ("", table)

    def table_name(self, table: str) -> str:
        """Return the display name of a table."""
        if table in self.physical:
            return str(self.physical[table]["name"])
        terms = self.tables.get(table)
        return terms.name if terms else table
