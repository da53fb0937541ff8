"""The rows of a report: values in typed columns.

Every form of a report (JSON, CSV, page, PDF, text) is made from the same sheet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from pitboss.audit.interval import Interval
from pitboss.report.document.blocks import Chart


class Format(StrEnum):
    """The format of a column's values."""

    TEXT = "text"
    COUNT = "count"
    MONEY = "money"
    """Units of 1/10,000 dollar; written in dollars."""
    SHARE = "share"
    """A part of one; people read it in percent."""
    NUMBER = "number"
    TIME = "time"
    """Microseconds since 1970."""
    YES = "yes"
    """True or false."""


class Column(NamedTuple):
    """One column."""

    name: str
    """For programs."""
    title: str
    """For people."""
    kind: Format = Format.TEXT
    is_shown: bool = True
    """On a page and in text; JSON and CSV have every column."""

    @property
    def is_left(self) -> bool:
        """Whether its values are aligned to the left."""
        return self.kind in {Format.TEXT, Format.TIME, Format.YES}


Value = str | int | float | bool | None
Row = tuple[Value, ...]


@dataclass(kw_only=True)
class SheetSection:
    """One table of a report."""

    name: str
    """For programs."""
    title: str
    columns: tuple[Column, ...]
    rows: list[Row] = field(default_factory=list)
    totals: Row | None = None
    note: str = ""
    """A note below the table."""
    charts: tuple[Chart, ...] = ()

    def add_totals(self, label: str = "Total") -> None:
        """Add up the money and the counts of all rows."""
        if len(self.rows) > 1:
            self.totals = tuple(
                label if place == 0 else self._sum(place, column)
                for place, column in enumerate(self.columns)
            )

    def blank_total(self, *names: str) -> None:
        """Leave totals out that mean nothing: a player of two tables is one player."""
        if self.totals is not None:
            cells = zip(self.columns, self.totals, strict=True)
            self.totals = tuple(None if column.name in names else value for column, value in cells)

    def _sum(self, place: int, column: Column) -> Value:
        if column.kind not in {Format.MONEY, Format.COUNT}:
            return None
        return sum(row[place] for row in self.rows if isinstance(row[place], int))  # type: ignore[misc]

    def column(self, name: str) -> list[Any]:
        """Return the values of a column."""
        place = [column.name for column in self.columns].index(name)
        return [row[place] for row in self.rows]


@dataclass(frozen=True, kw_only=True)
class ReportSheet:
    """A whole report."""

    name: str
    title: str
    about: str
    """The question that it answers, in a sentence."""
    operator: str
    interval: Interval
    generated: int
    """When it was made; microseconds since 1970."""
    entries: int
    """How many entries of the journal were read."""
    sections: Sequence[SheetSection]
    subject: str = ""
    """The table or the player that it is limited to."""

    @property
    def has_activity(self) -> bool:
        """Whether there is anything to report (GLI-19 2.9: "No Activity")."""
        return any(section.rows for section in self.sections)

    def section(self, name: str) -> SheetSection:
        """Return the section with a name."""
        return next(section for section in self.sections if section.name == name)


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key for names in natural order: table 2 before table 10.

    >>> sorted(["10", "2", "a10", "a9"], key=natural)
    ['2', '10', 'a9', 'a10']
    """
    parts = re.findall(r"\d+|\D+", text)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def columns(*given: tuple[str, str] | tuple[str, str, Format]) -> tuple[Column, ...]:
    """Return columns from their names, titles and kinds.

    >>> [made.kind.value for made in columns(("table", "Table"), ("win", "Win", Format.MONEY))]
    ['text', 'money']
    """
    return tuple(Column(*terms) for terms in given)
