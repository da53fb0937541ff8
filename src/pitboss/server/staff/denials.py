"""Denied attempts: logged always, and written to the account's journal as far as that is bounded.

Whoever is refused may try as often as the rates allow, and must not fill the books.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from logging import WARNING
from typing import Final

from pitboss.server.accounts import Accounts
from pitboss.server.limits import Buckets, Rate
from pitboss.server.logs import log

KIND: Final = "denied"
_OF_ACCOUNT: Final = Rate(1 / 600, 5)
_OF_ALL: Final = Rate(0.2, 100)


@dataclass(frozen=True)
class Denials:
    """Notes who was refused what."""

    accounts: Accounts
    _of_account: Buckets = field(default_factory=lambda: Buckets(_OF_ACCOUNT))
    _of_all: Buckets = field(default_factory=lambda: Buckets(_OF_ALL))

    def note(self, account: str, route: str, needs: str, address: str) -> None:
        """Note that an account lacks what a route needs."""
        log(
            "permission-denied",
            level=WARNING,
            account=account,
            route=route,
            needs=needs,
            address=address,
        )
        now_s = self.accounts.clock() / 1e6
        if not (self._of_account.wait_s(account, now_s) or self._of_all.wait_s("", now_s)):
            self.accounts.note_later(account, KIND, route=route, needs=needs)
