"""The rows of a report: values in typed columns.

Every form of a report (JSON, CSV, page, PDF, text) is made from the same sheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

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
SHARES: Final = {"hold": ("win", "drop"), "win_share": ("win", "wagered")}
"""Share -> the columns of which it is a part: one meaning in every report."""


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

    def with_totals(self, *blank: str) -> Self:
        """Add up the money and the counts of all rows, except of the *blank* columns.

        A total may mean nothing: a player of two tables is one player. Shares are of the sums.
        """
        if len(self.rows) > 1:
            sums: dict[str, Any] = {
                column.name: sum(cell for cell in self.column(column.name) if cell is not None)
                for column in self.columns
                if column.kind in {Format.MONEY, Format.COUNT}
            }
            for share, (part, whole) in SHARES.items():
                if sums.get(whole) and part in sums:
                    sums[share] = sums[part] / sums[whole]
            sums |= {self.columns[0].name: "Total", **dict.fromkeys(blank)}
            self.totals = tuple(sums.get(column.name) for column in self.columns)
        return self

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
    names: Mapping[str, str] = field(default_factory=dict)
    """Account -> the name that people read in its place."""
    zone: str = "UTC"
    """The time zone of the house, by whose clock people read it."""

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
