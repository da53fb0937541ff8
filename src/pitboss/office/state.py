"""The office at one moment: a value that an event replaces and never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.engine.values import Value
from pitboss.office.cases import Dispute, Exclusion, ImposedLimits, VoidAsk
from pitboss.office.roles import Permission, Role, may


class Request(Value, frozen=True, kw_only=True):
    """Something that one person asked for and another has to agree to."""

    number: int
    command: str
    """Its kind."""
    terms: Mapping[str, Any]
    """Its fields."""
    by: str
    at: int
    until: int
    """Nobody can agree from this moment on."""
    second: Permission
    """What the second person must be allowed to do."""
    approver: str = ""
    """Who agreed; it is still to be carried out elsewhere."""


class Office(Value, frozen=True, kw_only=True):
    """Everything behind the tables. Each part of the office has its fields here."""

    staff: Mapping[str, frozenset[Role]] = {}
    """Account -> its roles, of those that have any."""

    requests: Mapping[int, Request] = {}
    """By number: those that nobody has answered, and those still to be carried out elsewhere."""
    request_count: int = 0
    """How many there ever were; they are numbered from 1."""
    exclusions: Mapping[str, Exclusion] = {}
    """Account -> its exclusion, also one that is over."""
    limits: Mapping[str, ImposedLimits] = {}
    """Account -> what the house lets it do."""
    disputes: Mapping[int, Dispute] = {}
    """Number -> dispute, also those that are decided."""
    void_asks: Mapping[tuple[str, int], VoidAsk] = {}
    """Table and round -> who wants it voided."""

    def roles(self, account: str) -> frozenset[Role]:
        """Return the roles of an account."""
        return self.staff.get(account, frozenset())

    def may(self, account: str, permission: Permission) -> bool:
        """Whether an account has a permission."""
        return may(self.roles(account), permission)

    def exclusion(self, account: str, now: int) -> Exclusion | None:
        """Return the exclusion that holds for an account."""
        found = self.exclusions.get(account)
        return found if found is not None and found.holds(now) else None
