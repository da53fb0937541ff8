"""The office at one moment: a value that an event replaces and never changes."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.values import Value
from pitboss.office.roles import Role


class Office(Value, frozen=True, kw_only=True):
    """Everything behind the tables. Each part of the office has its fields here."""

    staff: Mapping[str, frozenset[Role]] = {}
    """Account -> its roles, of those that have any."""

    def roles(self, account: str) -> frozenset[Role]:
        """Return the roles of an account."""
        return self.staff.get(account, frozenset())
