"""An office of a test, on a file of its own, with a clock that the test moves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import json

from pitboss.engine.actions import Refusal
from pitboss.ledger.entry import Entry
from pitboss.office.core import HOUSE, STREAM, Done, Event
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.office.state import Office
from pitboss.pit.desk import Desk
from pitboss.pit.orders import Errands
from pitboss.store import Committer, Store, open_store

NOON = 1_800_000_000_000_000


@dataclass
class Acting:
    """Somebody who gives the office commands, each under a key of its own."""

    store: Store
    committer: Committer
    now: int = NOON
    count: int = 0
    desk: Desk = field(init=False)
    errands: Errands = field(init=False)

    def __post_init__(self) -> None:
        """Open the desk."""
        self.desk = self.another_desk()
        self.errands = Errands(self.desk, lambda: self.now)

    def another_desk(self) -> Desk:
        """Return a desk such as another process has."""
        return Desk(self.store, self.committer, lambda: self.now)

    @property
    def office(self) -> Office:
        """The office after the last command."""
        return self.desk.office

    async def ask(self, command: object, by: str = HOUSE) -> Event:
        """Have a command carried out."""
        self.count += 1
        answer = await self.desk.ask(command, by, f"k{self.count}")
        assert isinstance(answer, Done), answer
        return answer.event

    async def code(self, command: object, by: str = HOUSE) -> str:
        """Have a command refused; return the code. Nothing is written."""
        self.count += 1
        before = await self.store.head(STREAM)
        answer = await self.desk.ask(command, by, f"k{self.count}")
        assert isinstance(answer, Refusal), answer
        assert await self.store.head(STREAM) == before
        return answer.code

    async def give(self, **roles: Role) -> None:
        """Give accounts roles."""
        for account, role in roles.items():
            await self.ask(GiveRole(account, role))

    async def entries(self, after: int = 0) -> list[Entry]:
        """Return the office's journal."""
        return [entry async for entry in self.store.entries(STREAM, after)]

    async def bodies(self, after: int = 0) -> list[tuple[str, str, dict[str, object]]]:
        """Return kind, actor and body of its entries, without the digest of what was asked."""
        return [
            (
                entry.kind,
                entry.actor,
                {k: v for k, v in json.decode(entry.body).items() if k != "asked"},
            )
            for entry in await self.entries(after)
        ]


@asynccontextmanager
async def acting(folder: Path) -> AsyncIterator[Acting]:
    """Open an office without anybody in it."""
    store = await open_store(str(folder / "office.db"))
    committer = Committer(store)
    yield Acting(store, committer)
    await committer.close()
    await store.close()
