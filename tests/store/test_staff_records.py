"""Both stores keep what staff log in with besides a password."""

from __future__ import annotations

import asyncio

from pitboss.store import Credential, Factor, Invitation, Passkey, Session
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
            assert await store.factor_holders() == {"a1"}
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


def test_passkeys_are_bounded_counted_up_and_gone_with_their_factor(address: str) -> None:
    phone = Passkey(b"phone", "a1", "my phone", b"sealed", 3, 10)
    quiet = Passkey(b"quiet", "a1", "my key", b"sealed", 0, 20)

    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            assert await one.add_passkey(phone, 2)
            assert not await one.add_passkey(phone._replace(account="b2"), 2), "an id is unique"
            assert await one.add_passkey(quiet, 2)
            assert not await one.add_passkey(quiet._replace(id=b"third"), 2)
            assert await two.passkeys("a1") == [phone, quiet]
            assert await two.has_factor("a1")
            assert not await two.has_factor("b2")
            used = await asyncio.gather(*(s.use_passkey(phone, 4, 30) for s in (one, two)))
            assert sorted(used) == [False, True], "one signature counts once"
            assert not await one.use_passkey(phone, 0, 31)
            assert await one.use_passkey(quiet, 0, 31)
            assert await one.use_passkey(quiet, 0, 32), "it never counts"
            assert (await one.passkeys("a1"))[0] == phone._replace(counter=4, seen=30)
            await one.set_recovery("a1", [b"hash"])
            assert await one.delete_passkey(phone)
            assert not await two.delete_passkey(phone)
            assert await one.delete_passkey(quiet)
            assert not await one.use_recovery("a1", b"hash"), "gone with the last factor"
            assert await one.factor_holders() == set()

    asyncio.run(steps())


def test_a_challenge_is_taken_once_for_what_it_was_made_for(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await one.set_challenge(b"session", "use", b"first", 50)
            await one.set_challenge(b"session", "use", b"second", 50)
            taken = await asyncio.gather(
                *(s.take_challenge(b"session", "use", 40) for s in (one, two))
            )
            assert sorted(taken, key=bool) == [None, b"second"]
            await one.set_challenge(b"session", "make", b"third", 50)
            assert await one.take_challenge(b"session", "use", 40) is None
            assert await one.take_challenge(b"session", "make", 40) is None, "spent"
            await one.set_challenge(b"session", "use", b"fourth", 50)
            assert await one.take_challenge(b"session", "use", 50) is None, "too old"
            await one.set_challenge(b"session", "use", b"fifth", 50)
            await one.delete_old_challenges(50)
            assert await one.statement("SELECT value FROM challenge") == []

    asyncio.run(steps())
