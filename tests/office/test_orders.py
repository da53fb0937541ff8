"""Tables follow the office on both stores: told once, also by a process that comes after."""

from __future__ import annotations

import asyncio

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Accepted, Bet, BuyIn, Leave, Sit
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.ledger.book import NO_ENTRY
from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.office.core import HOUSE, Done
from pitboss.office.day import OpenDay
from pitboss.office.inventory import CountTray, SignTray, StopTable, TakeBox
from pitboss.office.people import AssignDealer, GiveRole
from pitboss.office.roles import Role
from pitboss.pit.desk import Desk
from pitboss.pit.facts import make_completer
from pitboss.pit.hall import Hall
from pitboss.pit.invariants import Invariants
from pitboss.pit.orders import carry_out
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.store import Committer, Store
from tests.pit.seals import PlainSeals
from tests.store.conftest import Address, opened

TERMS = TableTerms(
    id="t", name="T", house=ready_tables()["reference/blackjack"].house, clocks=NO_CLOCK
)
FLOAT = {2500: 40}
NOW = 1_800_000_000_000_000
ROLES = {"fay": Role.FLOOR, "dan": Role.DEALER, "sam": Role.SECURITY, "ada": Role.ACCOUNTING}


class Process:
    """One process on the books: a desk and a hall."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.committer = Committer(store)
        self.keys = 0
        self.desk = Desk(store, self.committer, lambda: NOW)
        self.hall = Hall(store, self.committer, PlainSeals(), clock=lambda: NOW)

    async def start(self) -> LiveTable:
        await self.hall.open([TERMS])
        await carry_out(await self.desk.refresh(), self.hall.tables.values())
        return self.hall.tables["t"]

    async def must(self, command: object, by: str) -> None:
        self.keys += 1
        head = await self.store.head("office")
        done = await self.desk.ask(command, by, f"k{head.version}", make_completer(self.store))
        assert isinstance(done, Done), (command, done)

    async def tell(self) -> None:
        await carry_out(self.desk.office, self.hall.tables.values())

    async def end(self) -> None:
        await self.hall.close()
        await self.committer.close()


async def give(process: Process) -> None:
    lines = (Posting("house:promo", -(10**10)), Posting("wallet:ann", 10**10))
    draft = Draft("account/ann", "opened", "ann", "opened", b"{}", lines)
    await process.committer.commit([seal(draft, version=1, at=0, before=NO_ENTRY.hash)])


async def refused(table: LiveTable, command: Sit | BuyIn | Bet) -> str:
    answer = await table.ask(command)
    assert isinstance(answer, Refusal)
    return answer.code


def test_a_table_opens_and_closes_as_the_office_says(address: Address) -> None:
    async def check() -> None:
        async with opened(address) as store:
            first = Process(store)
            table = await first.start()
            await give(first)
            for account, role in ROLES.items():
                await first.must(GiveRole(account, role), HOUSE)
            await first.must(AssignDealer("t", "dan"), "fay")
            await first.must(OpenDay(), "ada")
            assert isinstance(await table.ask(Sit("ann", "", 1, 100_000)), Accepted)
            await first.must(StopTable("t"), "fay")
            await first.end()  # before the table was told

            second = Process(store)
            table = await second.start()
            assert table.state.closed
            assert await refused(table, Sit("ann", "", 2, 100_000)) == "table/closed"
            assert await refused(table, BuyIn("ann", 1, 100)) == "table/closed"
            assert await refused(table, Bet("ann", 1, {"main": 1_000})) == "table/closed"
            await second.must(CountTray("t", FLOAT), "dan")
            await second.must(SignTray("t", FLOAT), "fay")
            await second.tell()
            await second.tell()
            assert not table.state.closed
            assert isinstance(await table.ask(BuyIn("ann", 1, 100_000)), Accepted)
            assert isinstance(await table.ask(Leave("ann", 1)), Accepted)
            await second.must(StopTable("t"), "fay")
            await second.tell()
            counted: dict[int, int] = {}  # the tray's $1,000 went to the player
            await second.must(CountTray("t", counted), "fay")
            await second.must(SignTray("t", counted), "dan")
            await second.must(TakeBox("t"), "sam")
            await second.end()
            kinds = [entry.kind async for entry in store.entries("table/t")]
            assert [kind for kind in kinds if kind.startswith("play-")] == [
                "play-closed",
                "play-opened",
                "play-closed",
            ]
            checker = Invariants()
            entries = [entry async for entry in store.entries()]
            problems = [problem for entry in entries for problem in checker.add(entry)]
            assert problems == []
            assert await store.balance("house:variance") == 0

    asyncio.run(check())
