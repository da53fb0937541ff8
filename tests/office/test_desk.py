"""The office's desk on both stores: decided once, also where two processes and two tries meet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Approve
from pitboss.office.core import HOUSE, Done
from pitboss.office.people import GiveRole, RoleGiven, TakeRole
from pitboss.office.roles import Role
from pitboss.pit.desk import Desk
from pitboss.store import Committer
from tests.store.conftest import Address, opened


def test_a_role_is_given_once_and_is_there_for_every_process(address: Address) -> None:
    async def check() -> None:
        async with _desks(address, 2) as (one, other):
            command = GiveRole("a1", Role.CAGE)
            done = await one.ask(command, HOUSE, "k1")
            assert isinstance(done, Done)
            assert done.event == RoleGiven(account="a1", role=Role.CAGE)
            assert await other.ask(command, HOUSE, "k1") == done
            assert await _code(other, GiveRole("a2", Role.CAGE), HOUSE, "k1") == "key/reused"
            other_role = GiveRole("a1", Role.COUNT)
            assert await _code(other, other_role, HOUSE, "k2") == "role/incompatible"
            back = TakeRole("a1", Role.CAGE)
            assert await _code(other, back, "a1", "k3") == "permission/missing"
            assert (await one.refresh()).roles("a1") == {Role.CAGE}
            assert isinstance(await other.ask(back, HOUSE, "k4"), Done)
            assert (await one.refresh()).roles("a1") == frozenset()

    asyncio.run(check())


def test_many_desks_write_at_once_and_nothing_is_lost_or_doubled(address: Address) -> None:
    async def check() -> None:
        async with _desks(address, 5) as desks:
            tries = [
                desk.ask(GiveRole(f"a{number % 8}", Role.DEALER), HOUSE, f"k{number % 8}")
                for number, desk in enumerate(desks * 4)
            ]
            answers = await asyncio.gather(*tries)
            assert all(isinstance(answer, Done) for answer in answers)
            assert len((await desks[0].refresh()).staff) == 8
        async with opened(address) as store:
            assert (await store.head("office")).version == 8

    asyncio.run(check())


def test_of_many_who_agree_at_once_one_does_and_it_is_written_with_what_it_allows(
    address: Address,
) -> None:
    async def check() -> None:
        async with _desks(address, 4) as desks:
            for account in ("ad", "s0", "s1", "s2", "s3"):
                role = Role.ADMIN if account == "ad" else Role.SHIFT
                await desks[0].ask(GiveRole(account, role), HOUSE, f"h{account}")
            await desks[1].ask(GiveRole("ca", Role.CAGE), "ad", "k")
            answers = await asyncio.gather(
                *(desk.ask(Approve(1), f"s{number}", "k") for number, desk in enumerate(desks))
            )
            assert sum(isinstance(answer, Done) for answer in answers) == 1
            assert (await desks[3].refresh()).roles("ca") == {Role.CAGE}
        async with opened(address) as store:
            kinds = [entry.kind async for entry in store.entries("office", 5)]
            assert kinds == ["requested", "approved", "role-given"]

    asyncio.run(check())


async def _code(desk: Desk, command: object, by: str, key: str) -> str:
    answer = await desk.ask(command, by, key)
    assert isinstance(answer, Refusal)
    return answer.code


@asynccontextmanager
async def _desks(address: Address, count: int) -> AsyncIterator[list[Desk]]:
    async with opened(address) as store:
        committer = Committer(store)
        yield [Desk(store, committer, lambda: 1_800_000_000_000_000) for _ in range(count)]
        await committer.close()
