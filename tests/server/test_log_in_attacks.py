"""Attacks on log-ins over a real port: guesses at once, strangers who lock, lists of names."""

from __future__ import annotations

import asyncio
from base64 import b32decode
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.accounts.accounts import Accounts
from pitboss.server.accounts.tries import FAILURES_MAX, STRANGE_FAILURES_MAX
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.services import Services, wall_clock
from pitboss.server.staff import totp
from tests.server.asgi import run_async
from tests.server.listening import listening
from tests.server.loopback import HOME, post

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
ANN = {"name": "ann", "password": "correct horse"}
WRONG = ANN | {"password": "wrong horse"}
GUESSES = 40
"""Guesses at once; the server hashes at most 64."""
NOW = wall_clock()


def stopped() -> int:
    """Return the same time always: the code of a step is right, however long a test takes."""
    return NOW


async def kinds_of(services: Services, account: str) -> list[str]:
    """Return what the journal says of an account, once nothing more is written."""
    while services.accounts.tasks:
        await asyncio.wait(services.accounts.tasks)
    return [entry.kind async for entry in services.store.entries(f"account/{account}")]


def stranger(number: int) -> str:
    return f"127.0.7.{number + 1}"


async def staff_secret(address: str, token: str) -> tuple[str, bytes]:
    """Give somebody a second factor; return the new token and the secret."""
    password = {"password": ANN["password"]}
    begun = (await post(address, "me/factor", password, token=token)).data
    secret = b32decode(begun["secret"])
    # The code of the step before: the tests need those of now and of the step after.
    code = totp.code_at(secret, NOW // totp.STEP - 1)
    done = await post(address, "me/factor/confirm", {"code": code}, token=token)
    assert done.status == 200, done
    return done.data["token"], secret


@run_async
async def test_a_right_password_among_wrong_ones_at_once_is_one_too_many(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(tmp_path, rates=FREE) as (address, services):
        account = (await post(address, "register", ANN)).data["account"]
        log_in = Accounts.log_in
        arrived = asyncio.Semaphore(0)

        async def arrive(*given: Any) -> Any:  # noqa: ANN401 - as it takes them
            arrived.release()
            return await log_in(*given)

        monkeypatch.setattr(Accounts, "log_in", arrive)
        wrong = [post(address, "login", WRONG) for _ in range(GUESSES)]
        answers = asyncio.gather(*wrong)
        for _ in wrong:
            await arrived.acquire()
        right = await post(address, "login", ANN)
        assert right.code == "login/refused"
        assert {answer.code for answer in await answers} == {"login/refused"}
        kinds = await kinds_of(services, account)
        assert kinds.count("locked") == 1
        assert kinds.count("log-in-refused") == FAILURES_MAX, "no other was compared"
        assert "failure-not-counted" not in caplog.text


@run_async
async def test_right_passwords_at_once_lock_nobody(tmp_path: Path) -> None:
    async with listening(tmp_path, rates=FREE) as (address, _):
        await post(address, "register", ANN)
        answers = await asyncio.gather(*(post(address, "login", ANN) for _ in range(12)))
        assert [answer.status for answer in answers] == [200] * 12


@run_async
async def test_a_right_code_among_wrong_ones_at_once_is_one_too_many(tmp_path: Path) -> None:
    async with listening(tmp_path, rates=FREE, clock=stopped) as (address, services):
        made = (await post(address, "register", ANN)).data
        token, secret = await staff_secret(address, made["token"])

        def step_up(code: str) -> object:
            both = {"password": ANN["password"], "code": code}
            return post(address, "step-up", both, token=token)

        codes = ["wrong"] * GUESSES + [totp.code_at(secret, NOW // totp.STEP)]
        answers = await asyncio.gather(*map(step_up, codes))  # type: ignore[call-overload]
        assert {answer.code for answer in answers} == {"step-up/refused"}
        kinds = await kinds_of(services, made["account"])
        assert kinds.count("locked") == 1
        assert kinds.count("log-in-refused") == FAILURES_MAX


@run_async
async def test_a_stranger_locks_out_only_himself(tmp_path: Path) -> None:
    async with listening(tmp_path, rates=FREE) as (address, _):
        await post(address, "register", ANN)
        for _ in range(FAILURES_MAX + 2):
            await post(address, "login", WRONG, sender=stranger(0))
        assert (await post(address, "login", ANN, sender=stranger(0))).code == "login/refused"
        assert (await post(address, "login", ANN)).status == 200
        assert (await post(address, "login", ANN, sender=stranger(1))).status == 200


@run_async
async def test_many_strangers_lock_out_neither_a_known_address_nor_a_second_factor(
    tmp_path: Path,
) -> None:
    async with listening(tmp_path, rates=FREE, clock=stopped) as (address, services):
        made = (await post(address, "register", ANN)).data
        _, secret = await staff_secret(address, made["token"])
        for number in range(STRANGE_FAILURES_MAX):
            await post(address, "login", WRONG, sender=stranger(number))
        new = stranger(STRANGE_FAILURES_MAX)
        assert (await post(address, "login", ANN, sender=new)).code == "login/refused", "guarded"
        known = await post(address, "login", ANN, sender=HOME)
        assert known.code == "login/second-factor", "known: it is asked for the rest"
        both = ANN | {"code": totp.code_at(secret, NOW // totp.STEP)}
        wrong = both | {"password": "wrong horse"}
        for _ in range(FAILURES_MAX + 1):  # without the password nobody counts codes
            assert (await post(address, "login", wrong, sender=new)).code == "login/refused"
        entered = await post(address, "login", both, sender=new)
        assert entered.status == 200
        session = await services.sessions.find(entered.data["token"])
        assert session is not None
        assert session.stepped_up, "the code counts for the roles too"
        again = await post(address, "login", ANN, sender=new)
        assert again.code == "login/second-factor", "known from now on"
        assert "locked" in await kinds_of(services, made["account"])


@run_async
async def test_nobody_learns_a_list_of_names_by_registering(tmp_path: Path) -> None:
    rates = FREE._replace(taken=Rates().taken)
    async with listening(tmp_path, rates=rates) as (address, _):
        await post(address, "register", ANN)
        answers = [(await post(address, "register", WRONG)).code for _ in range(11)]
        assert answers == [*["account/name-taken"] * 10, "rate/exceeded"]
        free = {"name": "nobody-yet", "password": "correct horse"}
        assert (await post(address, "register", free)).code == "rate/exceeded", "looks the same"
        assert (await post(address, "register", free, sender=stranger(0))).status == 201


@run_async
async def test_a_stranger_with_wrong_recovery_codes_locks_no_code_of_named_staff(
    tmp_path: Path,
) -> None:
    async with listening(tmp_path, rates=FREE, clock=stopped) as (address, _):
        made = (await post(address, "register", ANN)).data
        token, secret = await staff_secret(address, made["token"])
        lost = {"name": ANN["name"], "code": "aaaa-bbbb-cccc-dddd", "password": "battery staple"}
        for number in range(2 * FAILURES_MAX):
            refused = await post(address, "recover", lost, sender=stranger(number))
            assert refused.code == "login/refused"
        both = {"password": ANN["password"], "code": totp.code_at(secret, NOW // totp.STEP)}
        assert (await post(address, "step-up", both, token=token)).status == 200
        next_code = {"code": totp.code_at(secret, NOW // totp.STEP + 1)}
        assert (await post(address, "login", ANN | next_code, sender=HOME)).status == 200


@run_async
async def test_nobody_learns_a_list_of_names_by_recovering(tmp_path: Path) -> None:
    async with listening(tmp_path, rates=FREE) as (address, _):
        await post(address, "register", ANN)
        for password in ("battery staple", "short", "password1234", ANN["name"] + "!" * 8):
            lost = {"code": "aaaa-bbbb-cccc-dddd", "password": password}
            known, unknown = [
                (await post(address, "recover", lost | {"name": name})).data
                for name in (ANN["name"], "nobody-here")
            ]
            assert known == unknown, "the same answer, whether there is such a name"
