"""Both stores keep what staff log in with besides a password."""

from __future__ import annotations

import asyncio

from pitboss.store import Credential, Factor, Invitation, Session
from tests.store.conftest import opened


def test_a_factor_is_begun_again_until_it_is_confirmed(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            assert await store.factor("a1") is None
            assert await store.begin_factor("a1", b"one")
            assert await store.use_step("a1", 7)
            assert await store.begin_factor("a1", b"two")
            assert await store.factor("a1") == Factor("a1", b"two")
            assert await store.confirm_factor("a1", 99)
            assert not await store.confirm_factor("a1", 100)
            assert not await store.begin_factor("a1", b"three")
            assert await store.factors() == [Factor("a1", b"two", confirmed=99)]
            assert not await store.confirm_factor("b2", 99)

    asyncio.run(steps())


def test_a_code_and_a_recovery_code_are_used_once_also_at_the_same_moment(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await one.begin_factor("a1", b"secret")
            used = await asyncio.gather(*(store.use_step("a1", 7) for store in [one, two] * 3))
            assert sorted(used) == [*[False] * 5, True]
            assert not await two.use_step("a1", 6)
            assert await two.use_step("a1", 8)
            await one.set_recovery("a1", [b"old"])
            await one.set_recovery("a1", [b"x", b"y"])
            used = await asyncio.gather(
                *(store.use_recovery("a1", b"x") for store in [one, two] * 3)
            )
            assert sorted(used) == [*[False] * 5, True]
            assert not await one.use_recovery("a1", b"old")
            assert not await one.use_recovery("b2", b"y")
            await one.delete_factor("a1")
            assert not await two.use_recovery("a1", b"y")
            assert await two.factor("a1") is None

    asyncio.run(steps())


def test_a_session_that_steps_up_has_another_token(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            old = Session(b"old", "a1", 1, 2, 900, 100)
            await store.add_session(old)
            assert await store.step_up(b"old", b"new", 50)
            assert not await store.step_up(b"old", b"newer", 60)
            assert await store.session(b"old") is None
            new = old._replace(token_hash=b"new", seen=50, stepped_up=50)
            assert await store.session(b"new") == new

    asyncio.run(steps())


def test_links_and_log_ins_are_noted(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as store:
            await store.add_credential(Credential("a1", "ann", "$argon2id$", created=5))
            await store.note_log_in("a1", 9)
            assert await store.credential("ann") == Credential(
                "a1", "ann", "$argon2id$", created=5, seen=9
            )
            await store.add_invitation(Invitation(b"one", "cage", 70))
            await store.add_invitation(Invitation(b"two", "cage", 80))
            await store.add_invitation(Invitation(b"three", "count", 80))
            assert await store.invitation(b"one") is None
            assert await store.invitation(b"two") == Invitation(b"two", "cage", 80)
            await store.delete_invitation(b"two")
            assert await store.invitation(b"two") is None
            assert await store.invitation(b"three") is not None

    asyncio.run(steps())
