"""The watchers of a live table: a player is present while somebody watches for the account."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from pitboss.floor.commands import Accepted, Arrive, Depart
from pitboss.floor.state import TableState
from pitboss.pit.refusals import NO_STORE

if TYPE_CHECKING:
    from pitboss.pit.table import LiveTable


class Watcher(Protocol):
    """A watcher, who gets the events of a table."""

    @property
    def account(self) -> str | None:
        """The account that watches; None: a spectator."""

    def tell(self, table: LiveTable, before: TableState, answer: Accepted) -> None:
        """Take a change; it must not wait."""


class Presence:
    """Tells a table which players come and go."""

    def __init__(self, table: LiveTable) -> None:
        """Start without watchers."""
        self._table = table
        self._changing = asyncio.Lock()
        """Held while presence changes: a player who returns at once stays present."""
        self._unnoted: set[str] = set()
        """Players who went while the books were silent."""

    async def join(self, watcher: Watcher) -> None:
        """Add a watcher; a player who comes back is present again."""
        self._table.watchers[watcher] = None
        await self._table.confirm()
        async with self._changing:
            if watcher.account and watcher.account in self._table.state.absences:
                await self._table.ask(Arrive(watcher.account))

    async def part(self, watcher: Watcher, *, bye: bool) -> None:
        """Remove a watcher; the player's last one ends the player's presence."""
        self._table.watchers.pop(watcher, None)
        account = watcher.account
        async with self._changing:
            if not account or self._is_watched_by(account):
                return
            if await self._table.ask(Depart(account, bye)) is NO_STORE:
                self._unnoted.add(account)

    async def note(self) -> None:
        """Record who came and who left while the books were silent."""
        async with self._changing:
            gone = self._unnoted
            self._unnoted = set()
            for account in gone:
                if not self._is_watched_by(account):
                    await self._table.ask(Depart(account, bye=False))
            for account in tuple(self._table.state.absences):
                if self._is_watched_by(account):
                    await self._table.ask(Arrive(account))

    def _is_watched_by(self, account: str) -> bool:
        return any(watcher.account == account for watcher in self._table.watchers)
