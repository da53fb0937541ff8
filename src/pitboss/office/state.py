"""The office at one moment: a value that an event replaces and never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.engine.values import Value
from pitboss.office.cases import Dispute, Exclusion, ImposedLimits, VoidAsk
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
    TrayState,
    Withdrawal,
)
from pitboss.office.roles import Permission, Role, may


class Request(Value, frozen=True, kw_only=True):
    """A command of one person that another has to agree to."""

    number: int
    command: str
    """Its kind."""
    terms: Mapping[str, Any]
    """Its fields."""
    by: str
    at: int
    until: int
    """The moment from which nobody can agree."""
    second: Permission
    """The permission that the second person needs."""
    approver: str = ""
    """Who agreed; a table or a jackpot still has to carry it out."""


class Office(Value, frozen=True, kw_only=True):
    """The whole office. Each of its parts has its fields here."""

    staff: Mapping[str, frozenset[Role]] = {}
    """Account -> its roles, of those that have any."""
    disabled: frozenset[str] = frozenset()
    """Accounts whose roles count for nothing now."""
    requests: Mapping[int, Request] = {}
    """By number: requests without an answer, and those still to be carried out."""
    request_count: int = 0
    """The number of requests so far; they are numbered from 1."""
    exclusions: Mapping[str, Exclusion] = {}
    """Account -> its exclusion, also one that is over."""
    limits: Mapping[str, ImposedLimits] = {}
    """Account -> the limits that the house imposes."""
    disputes: Mapping[int, Dispute] = {}
    """Number -> dispute, also those that are decided."""
    void_asks: Mapping[tuple[str, int], VoidAsk] = {}
    """Table and round -> the request to void it."""

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

    switched_off: Mapping[str, str] = {}
    """Table -> why it is off; "" is every table."""
    switches: int = 0
    """The number of switches so far."""
    dealers: Mapping[str, str] = {}
    """Table -> who deals there."""
    trays: Mapping[str, Tray] = {}
    """Table -> its tray, of the tables that the office runs."""
    differences: Mapping[str, tuple[int, ...]] = {}
    """Table -> when counts of its tray showed a difference, lately."""
    notices: Mapping[int, Notice] = {}
    """The notices that are not filed yet."""
    notice_count: int = 0

    boxes: Mapping[int, Box] = {}
    """The uncounted boxes, and those of the day."""
    box_count: int = 0
    count: Count | None = None
    """The count of the day."""
    preparers: frozenset[str] = frozenset()
    """The people who signed papers of the day, and so may not count its boxes."""

    withdrawals: Mapping[int, Withdrawal] = {}
    """Number -> the waiting withdrawal."""
    payment_count: int = 0
    deposits: Mapping[str, tuple[tuple[int, int], ...]] = {}
    """Account -> the times and cents of its deposits in the last 24 hours."""
    progressives: Progressives = Progressives()

    def roles(self, account: str) -> frozenset[Role]:
        """Return the enabled roles of an account."""
        return frozenset() if account in self.disabled else self.staff.get(account, frozenset())

    def may(self, account: str, permission: Permission) -> bool:
        """Return whether an account has a permission."""
        return may(self.roles(account), permission)

    def may_at(self, account: str, permission: Permission, table: str) -> bool:
        """Return whether an account has a permission at a table."""
        is_own = self.dealers.get(table) == account
        return may(self.roles(account), permission, is_own=is_own)

    def is_closed(self, table: str) -> bool:
        """Return whether a table takes no bets: it is off, or its tray is not open."""
        tray = self.trays.get(table)
        is_off = "" in self.switched_off or table in self.switched_off
        return is_off or (tray is not None and tray.state is not TrayState.OPEN)

    def turn(self, table: str) -> int:
        """Return a number that grows whenever a table may have been opened or closed."""
        tray = self.trays.get(table)
        return (tray.turn if tray else 0) + self.switches

    def exclusion(self, account: str, now: int) -> Exclusion | None:
        """Return the exclusion that holds for an account."""
        last = self.exclusions.get(account)
        return last if last is not None and last.holds(now) else None

    @property
    def day_number(self) -> int:
        """The number of the open day, or of the next day if none is open."""
        return self.day.number if self.day else self.days + 1
