"""The office at one moment: a value that an event replaces and never changes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.values import Value
from pitboss.office.cases import Dispute, Exclusion, ImposedLimits
from pitboss.office.roles import Permission, Role, may


class Office(Value, frozen=True, kw_only=True):
    """Everything behind the tables. Each part of the office has its fields here."""

    staff: Mapping[str, frozenset[Role]] = {}
    """Account -> its roles, of those that have any."""

    exclusions: Mapping[str, Exclusion] = {}
    """Account -> its exclusion, also one that is over."""
    limits: Mapping[str, ImposedLimits] = {}
    """Account -> what the house lets it do."""
    disputes: Mapping[int, Dispute] = {}
    """Number -> dispute, also those that are decided."""

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
