"""A day of the office that ends at any moment and is begun again: the books are those of one day.

The process ends just before or just after something is written: between the office's entry and the
table's command, between a table's entry and the answer, anywhere. The next process is asked for the
whole day again, under the same keys.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest

from pitboss.floor.commands import Accepted, Command, Leave, Sit
from pitboss.ledger.book import NO_ENTRY
from pitboss.ledger.entry import Draft, Entry, Posting, seal
from pitboss.ledger.marks import Mark
from pitboss.office.approvals import Approve
from pitboss.office.cage import AskWithdrawal, ConfirmWithdrawal, Deposit, PayTips
from pitboss.office.core import HOUSE, Done
from pitboss.office.counting import CountBox, FinishCount, JoinCount, RecountBox, SignCount
from pitboss.office.day import CloseDay, DepositProgressives, OpenDay
from pitboss.office.inventory import CountTray, SignTray, StopTable, TakeBox
from pitboss.office.papers import SlipKind
from pitboss.office.people import AssignDealer, GiveRole
from pitboss.office.roles import Role
from pitboss.office.slips import STEPS, AskSlip, SignSlip
from pitboss.pit.desk import Desk
from pitboss.pit.facts import make_completer
from pitboss.pit.hall import Hall
from pitboss.pit.invariants import Invariants
from pitboss.pit.orders import carry_out
from pitboss.store import Committer, ConflictError, Store, StoreError
from tests.office.test_orders import FLOAT, NOW, TERMS
from tests.pit.seals import PlainSeals
from tests.store.conftest import Address, opened
from tests.tiers import IS_NIGHT

BY_DAY = 23
"""Every so many points are tried by day; at night it is every one."""
ROLES = {
    "fay": Role.FLOOR,
    "dan": Role.DEALER,
    "sam": Role.SECURITY,
    "ada": Role.ACCOUNTING,
    "val": Role.ACCOUNTING,
    "cat": Role.CAGE,
    "cid": Role.CAGE,
    "cou": Role.COUNT,
    "cal": Role.COUNT,
}
SIGNERS = {"floor": "fay", "cashier": "cat", "security": "sam", "dealer": "dan"}
CLOSER = {2500: 20}
"""The float of $1,000 and a fill of $500, less the $1,000 that a player bought."""
Step = tuple[object, str]
"""A command of the office and who gives it, or a table's command and a key."""


def whole_day() -> list[Step]:
    """Return everything that happens in a day, in its order."""
    fill = SlipKind.FILL
    return [
        *((GiveRole(account, role), HOUSE) for account, role in ROLES.items()),
        (AssignDealer("t", "dan"), "fay"),
        (OpenDay(), "ada"),
        (StopTable("t"), "fay"),
        (CountTray("t", FLOAT), "dan"),
        (SignTray("t", FLOAT), "fay"),
        (Sit("ann", "", 1, 100_000), "table"),
        (AskSlip(fill, "t", CLOSER), "fay"),
        *((SignSlip(fill, 1, state, CLOSER), SIGNERS[party]) for state, party in STEPS[fill][1:]),
        (Deposit("ann", 5_000), "cat"),
        (Deposit("ann", 2_000_000), "cat"),
        (Approve(1), "cid"),
        (AskWithdrawal("ann", 700), "ann"),
        (ConfirmWithdrawal(3), "cat"),
        (PayTips("t", 1), "cat"),
        (StopTable("t"), "fay"),
        (Leave("ann", 1), "table"),
        (CountTray("t", CLOSER), "dan"),
        (SignTray("t", CLOSER), "fay"),
        (TakeBox("t"), "sam"),
        (JoinCount(), "cou"),
        (JoinCount(), "cal"),
        (CountBox(1, {10_000: 10}), "cou"),
        (RecountBox(1, {10_000: 10}), "val"),
        (SignCount(), "cou"),
        (SignCount(), "cal"),
        (FinishCount(), "val"),
        (DepositProgressives(), "ada"),
        (CloseDay(), "ada"),
    ]


class CrashError(BaseException):
    """The end of a process."""


class CrashingStore:
    """A store whose process ends before or after a write."""

    def __init__(self, store: Store, point: int) -> None:
        self._store = store
        self.left = point
        self.is_over = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def append(self, entries: Sequence[Entry], mark: Mark | None = None) -> None:
        """Write; a point is before it, and one after it."""
        self._pass()
        await self._store.append(entries, mark)
        self._pass()

    def _pass(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.is_over = True
            raise CrashError


async def run_day(store: Store) -> None:
    """Be asked for a whole day, whatever of it was done before."""
    committer = Committer(store)
    desk = Desk(store, committer, lambda: NOW)
    hall = Hall(store, committer, PlainSeals(), clock=lambda: NOW)
    try:
        await hall.open([TERMS])
        await carry_out(await desk.refresh(), hall.tables.values())
        for number, (command, by) in enumerate(whole_day()):
            if by == "table":
                answer = await hall.tables["t"].ask(_of_table(command), f"p{number}")
                if getattr(store, "is_over", False):
                    raise CrashError
                assert isinstance(answer, Accepted), answer
                continue
            done = await desk.ask(command, by, f"k{number}", make_completer(store))
            assert isinstance(done, Done), (command, done)
            await carry_out(desk.office, hall.tables.values())
    finally:
        await hall.close()
        with suppress(CrashError):
            await committer.close()


def _of_table(command: object) -> Command:
    assert isinstance(command, Sit | Leave)
    return command


async def give(store: Store) -> None:
    """Give the player money, and the dealers a cent."""
    lines = (Posting("house:promo", -(10**10)), Posting("wallet:ann", 10**10))
    tips = (Posting("house:promo", -100), Posting("tips:t", 100))
    drafts = (
        Draft("account/ann", "opened", "ann", "opened", b"{}", lines),
        Draft("floor", "given", "house", "given", b"{}", tips),
    )
    await store.append([seal(draft, version=1, at=0, before=NO_ENTRY.hash) for draft in drafts])


async def told(store: Store) -> list[tuple[object, ...]]:
    """Return what the books say, shuffles and take-overs apart; every sum holds."""
    checker = Invariants()
    facts = []
    async for entry in store.entries():
        assert checker.add(entry) == []
        if entry.kind not in {"promised", "taken-over", "opened"}:
            facts.append((entry.stream, entry.kind, entry.actor, entry.body, entry.postings))
    return sorted(facts, key=str)


def test_a_day_that_ends_anywhere_and_begins_again_is_one_day(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def whole() -> None:
        async with opened(_file(tmp_path_factory, "whole")) as store:
            await give(store)
            counting = CrashingStore(store, 0)
            await run_day(counting)  # type: ignore[arg-type]
            right = await told(store)
            points = -counting.left
        assert points > 80
        tried = range(1, points + 1) if IS_NIGHT else range(1, points + 1, BY_DAY)
        wrong = []
        for point in tried:
            async with opened(_file(tmp_path_factory, f"crash{point}")) as store:
                await give(store)
                crashing = CrashingStore(store, point)
                with suppress(CrashError, StoreError, ConflictError):
                    await run_day(crashing)  # type: ignore[arg-type]
                assert crashing.is_over
                await run_day(store)
                if await told(store) != right:
                    wrong.append(point)
        assert wrong == []

    asyncio.run(whole())


def _file(factory: pytest.TempPathFactory, name: str) -> Address:
    return str(factory.mktemp("books") / f"{name}.db")
