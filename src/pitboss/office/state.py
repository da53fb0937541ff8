"""The office at one moment: a value that an event replaces and never changes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.values import Value
from pitboss.office.papers import (
    Box,
    Count,
    Day,
    Notice,
    OfficeTerms,
    Progressives,
    Slip,
    SlipKind,
    Tray,
    Withdrawal,
)
from pitboss.office.roles import Role


class Office(Value, frozen=True, kw_only=True):
    """Everything behind the tables. Each part of the office has its fields here."""

    staff: Mapping[str, frozenset[Role]] = {}
    """Account -> its roles, of those that have any."""

    terms: OfficeTerms = OfficeTerms()

    day: Day | None = None
    """The gambling day that is open."""
    days: int = 0
    """How many were opened."""
    date: str = ""
    """That of the day opened last."""

    numbers: Mapping[SlipKind, int] = {}
    """Kind -> the last number that was used."""
    first_numbers: Mapping[SlipKind, int] = {}
    """Kind -> the first number of the day."""
    slips: Mapping[tuple[SlipKind, int], Slip] = {}
    """Those of the day; those of closed days are in the journal only."""

    trays: Mapping[str, Tray] = {}
    """Table -> its tray, of the tables that the office runs."""
    differences: Mapping[str, tuple[int, ...]] = {}
    """Table -> when counts of its tray showed a difference, lately."""
    notices: Mapping[int, Notice] = {}
    """Those that are not notified yet."""
    notice_count: int = 0

    boxes: Mapping[int, Box] = {}
    """Those that were taken and not counted, and those of the day."""
    box_count: int = 0
    count: Count | None = None
    """The count of the day."""
    preparers: frozenset[str] = frozenset()
    """Who signed papers of the day: they do not count its boxes."""

    withdrawals: Mapping[int, Withdrawal] = {}
    """Number -> those that were asked for and neither paid nor refused."""
    payment_count: int = 0
    progressives: Progressives = Progressives()

    def roles(self, account: str) -> frozenset[Role]:
        """Return the roles of an account."""
        return self.staff.get(account, frozenset())

    @property
    def day_number(self) -> int:
        """The day that something of now belongs to: the next one where none is open."""
        return self.day.number if self.day else self.days + 1
