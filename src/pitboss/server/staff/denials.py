"""Denied attempts: all are logged, and a bounded number is written to the account's journal.

A refused caller may try as often as the rates allow, and must not fill the books.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from logging import WARNING
from typing import Final

from pitboss.server.accounts.accounts import Accounts
from pitboss.server.logs import log
from pitboss.server.requests.limits import Buckets, Rate

DENIED: Final = "denied"
REFUSED: Final = "log-in-refused"
_OF_ACCOUNT: Final = Rate(1 / 600, 5)
_OF_ALL: Final = Rate(1 / 30, 100)


@dataclass(frozen=True)
class Denials:
    """Records denied attempts."""

    accounts: Accounts
    _of_account: Buckets = field(default_factory=lambda: Buckets(_OF_ACCOUNT))
    _of_all: Buckets = field(default_factory=lambda: Buckets(_OF_ALL))

    def note(self, account: str, route: str, needs: str, address: str) -> None:
        """Record that an account lacks the permission of a route."""
        fields = {"route": route, "needs": needs, "address": address}
        log("permission-denied", level=WARNING, account=account, **fields)
        self._write(account, DENIED, **fields)

    def note_log_in(self, account: str, failures: int, address: str) -> None:
        """Record a wrong password or code of a known name; the log has it already."""
        self._write(account, REFUSED, failures=failures, address=address)

    def _write(self, account: str, kind: str, **body: object) -> None:
        now_s = self.accounts.clock() / 1e6
        if not (self._of_account.wait_s(account, now_s) or self._of_all.wait_s("", now_s)):
            self.accounts.note_later(account, kind, **body)
