"""Tries to log in: each is counted before it is compared, and a row of wrong ones locks.

A row is of one account and one address, so that a stranger locks out only himself. Many addresses
together are bounded too, but not one from which the owner logged in before. Whoever is past the
first door, with a session or the right password, is counted in rows that no stranger can fill.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from pitboss.server.accounts.sessions import DAY, MINUTE, Clock
from pitboss.store import Store

FAILURES_MAX: Final = 3
"""Wrong tries in a row that lock an account for an address (SEC-04)."""
STRANGE_FAILURES_MAX: Final = 30
"""The same for all addresses together from which nobody has logged in to the account."""
LOCK: Final = 5 * MINUTE
KNOWN: Final = 90 * DAY
"""How long an address is known after a log-in."""
NOBODY: Final = "nobody"
"""Counted in place of an unknown name, so that it takes as long."""
STRANGERS: Final = "*"
PASSWORDS: Final = "+password"
"""Passwords that the owner of a session gives again."""
CODES: Final = "+code"
"""Codes of a second factor, with the password."""


class Guess(NamedTuple):
    """A try that may be compared."""

    failures: int
    """Tries in a row, this one included."""
    until: int
    """If it is wrong, the account is locked until then; 0: it is not."""
    address: str
    """For whom: an address, or `STRANGERS`."""


@dataclass(frozen=True)
class Tries:
    """The tries at the accounts of a store."""

    store: Store
    clock: Clock
    _locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = field(
        default_factory=WeakValueDictionary
    )

    def alone(self, account: str, address: str) -> AbstractAsyncContextManager[None]:
        """Let one try after another: right ones at once must not lock each other out.

        Wrong ones in other processes are bounded by the store.
        """
        return self._locks.setdefault((account, address), asyncio.Lock())

    async def take(self, account: str, address: str) -> Guess | None:
        """Count a try before it is compared; None: locked, whatever it is."""
        now = self.clock()
        until = now + LOCK
        own = await self.store.count_try(
            account, address, at=now, most=FAILURES_MAX, locked_until=until
        )
        if own is None:
            return None
        guess = Guess(own.failures, until if own.failures >= FAILURES_MAX else 0, address)
        if address in (PASSWORDS, CODES) or own.known > now - KNOWN:
            return guess
        all_ = await self.store.count_try(
            account, STRANGERS, at=now, most=STRANGE_FAILURES_MAX, locked_until=until
        )
        if all_ is None:
            return None
        if all_.failures >= STRANGE_FAILURES_MAX:
            return Guess(all_.failures, until, STRANGERS)
        return guess

    async def forgive(self, account: str, address: str) -> None:
        """Forget the tries before a right one."""
        await self.store.forgive_tries(account, address)
        if address not in (PASSWORDS, CODES):
            await self.store.forgive_tries(account, STRANGERS)

    async def trust(self, account: str, address: str) -> None:
        """Note that the owner of an account logged in from an address with all that it asks for."""
        await self.store.know_address(account, address, self.clock())

    async def prune(self) -> None:
        """Forget tries of yesterday, and addresses that were not used for long."""
        now = self.clock()
        await self.store.delete_old_tries(before=now - DAY, known=now - KNOWN)
