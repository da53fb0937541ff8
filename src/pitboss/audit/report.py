"""The protocol of a report: it takes facts one at a time, and then returns rows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from pitboss.audit.expectations import Prices, price_house
from pitboss.audit.facts import Fact, FactReader, OtherEntry, RoundFacts
from pitboss.audit.interval import ALWAYS, Interval, calendar_day
from pitboss.audit.sheet import SheetSection
from pitboss.floor.terms import TableTerms
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.entry import Entry

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
    generated: int = 0
    """When it is made; microseconds since 1970."""
    operator: str = OPERATOR
    table: str = ""
    """Only this table; empty: all."""
    account: str = ""
    """Only this player; empty: all."""
    large_cents: int = LARGE_CENTS
    checkpoints: tuple[Checkpoint, ...] = ()
    """Those that the store keeps."""
    price: PriceTable = _price_exactly
    """Says what each wager of a table is expected to win."""


class Report(Protocol):
    """Takes facts in the order they were written, those before the interval first."""

    def before(self, fact: Fact) -> None:
        """Take a fact from before the interval: it made the balances that it begins with."""

    def add(self, fact: Fact) -> None:
        """Take a fact of the interval."""

    def cut(self, round_: RoundFacts) -> None:
        """Take a round that began before the interval's end and is not over by then."""

    def sections(self) -> list[SheetSection]:
        """Return the tables of the report, once all facts are in."""


class BaseReport:
    """A report that takes rounds and other happenings apart, and ignores what it does not need."""

    def __init__(self, question: ReportQuery, tables: Mapping[str, TableTerms]) -> None:
        """Begin a report; *tables* grows as tables are opened."""
        self.question, self.tables = question, tables
        self._days_begun: list[tuple[int, str]] = []

    def before(self, fact: Fact) -> None:
        """Take a fact from before the interval."""
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

    def gambling_day(self, at: int) -> str:
        """Return the gambling day of a moment: as the office opened it, or by the calendar."""
        place = bisect_right(self._days_begun, at, key=lambda day: day[0])
        return self._days_begun[place - 1][1] if place else calendar_day(at)

    def add_round(self, round_: RoundFacts) -> None:
        """Take a round that ended in the interval."""

    def add_other(self, happened: OtherEntry) -> None:
        """Take anything else."""

    def cut(self, round_: RoundFacts) -> None:
        """Take a round that is not over at the end of the interval."""

    def is_wanted(self, table: str) -> bool:
        """Whether the question is about a table."""
        return self.question.table in ("", table)

    def table_name(self, table: str) -> str:
        """Return the display name of a table."""
        terms = self.tables.get(table)
        return terms.name if terms else table


class ReportRun:
    """One pass over the journal for one report."""

    def __init__(
        self, make: Callable[[ReportQuery, Mapping[str, TableTerms]], Report], question: ReportQuery
    ) -> None:
        """Begin before the first entry."""
        self._reader, self._interval = FactReader(), question.interval
        self._report = make(question, self._reader.tables)

    @property
    def entries(self) -> int:
        """How many entries were read."""
        return self._reader.entries

    def add(self, entry: Entry) -> None:
        """Take the next entry, in the order written."""
        start, end = self._interval
        for fact in self._reader.add(entry):
            if fact.at < start:
                self._report.before(fact)
            elif fact.at < end:
                self._report.add(fact)
            elif isinstance(fact, RoundFacts) and fact.begun < end:
                self._report.cut(fact)

    def add_all(self, entries: Iterable[Entry]) -> ReportRun:
        """Take all entries."""
        for entry in entries:
            self.add(entry)
        return self

    def sections(self) -> list[SheetSection]:
        """Return the tables of the report."""
        for round_ in self._reader.open_rounds():
            if round_.begun < self._interval.end:
                self._report.cut(round_)
        return self._report.sections()
