"""Accounts: guests, names, passwords, lock-outs, and what of it is in the books."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from pitboss.ledger.entry import Posting
from pitboss.server.accounts.tries import FAILURES_MAX
from pitboss.server.requests.limits import Rate, Rates
from pitboss.store import Credential
from tests.ledger.books import verify
from tests.server.asgi import Answer, Client, Clock, as_test, run_async, run_with, running, served

ANN = {"name": "Ann_21", "password": "correct horse"}
FREE = Rates(*[Rate(1e9, 1e9)] * 5)


async def settled(client: Client) -> None:
    """Wait for what the server does after it has answered."""
    while client.services.accounts.tasks:
        await asyncio.wait(client.services.accounts.tasks)


async def kinds_of(client: Client, account: str) -> list[str]:
    """Return what the journal says of an account."""
    return [entry.kind async for entry in client.services.store.entries(f"account/{account}")]


@served()
async def test_a_guest_has_play_money_from_the_house_in_the_books(client: Client) -> None:
    answer = await client.post("/api/1/guest")
    assert answer.status == 201
    account, token = answer.data["account"], answer.data["token"]
    assert answer.data["name"] is None
    client.token = token
    me = await client.get("/api/1/me")
    who = {"account": account, "name": None, "wallet_cents": 100_000}
    assert me.data == who | {"playing": None, "roles": []}
    store = client.services.store
    assert await store.balances() == {
        "house:promo": -10_000_000,
        f"wallet:{account}": 10_000_000,
    }
    entries = [entry async for entry in store.entries()]
    assert verify(entries, balances=await store.balances()) is None
    assert [(entry.stream, entry.kind, entry.actor) for entry in entries] == [
        (f"account/{account}", "opened", account)
    ]


@served()
async def test_a_guest_who_registers_keeps_the_account_and_gets_a_new_token(client: Client) -> None:
    guest = (await client.post("/api/1/guest")).data
    client.token = guest["token"]
    answer = await client.post("/api/1/register", ANN)
    assert answer.status == 201
    assert answer.data["account"] == guest["account"]
    assert answer.data["name"] == "ann_21"
    assert answer.data["wallet_cents"] == 100_000, "play money is given once"
    assert (await client.get("/api/1/me")).code == "session/missing", "the old token is void"
    client.token = answer.data["token"]
    assert (await client.get("/api/1/me")).data["name"] == "ann_21"
    assert (await client.post("/api/1/register", ANN)).code == "account/exists"
    kinds = await kinds_of(client, guest["account"])
    assert kinds == ["opened", "registered"]
    journal = [bytes(entry.body) async for entry in client.services.store.entries()]
    assert not any(b"ann" in body for body in journal), "no name in what is kept for ever"


@served()
async def test_a_wallet_is_filled_up_again_and_chips_count(client: Client) -> None:
    made = (await client.post("/api/1/guest")).data
    client.token, account = made["token"], made["account"]

    async def refill(key: str) -> Answer:
        return await client.post("/api/1/me/play-money", None, ("idempotency-key", key))

    refused = await refill("a")
    assert refused.code == "wallet/enough"
    assert "you hold $1,000.00" in refused.data["message"]
    store = client.services.store
    loss = (Posting(f"wallet:{account}", -9_990_000), Posting("house:promo", 9_990_000))
    await client.services.accounts._write(account, "lost", "lost", {}, loss)  # noqa: SLF001
    both = await asyncio.gather(refill("b"), refill("c"))
    assert sorted(answer.status for answer in both) == [200, 409], "one of two fills it up"
    again = next(key for key, answer in zip("bc", both, strict=True) if answer.status == 200)
    assert (await refill(again)).data["wallet_cents"] == 100_000, "a retry changes nothing"
    assert await store.balance(f"wallet:{account}") == 10_000_000
    assert await kinds_of(client, account) == ["opened", "lost", "play-money"]
    lines = (await client.get("/api/1/me/statement")).data["lines"]
    assert [line["kind"] for line in lines] == ["play-money", "lost", "opened"]
    assert sum(line["cents"] for line in lines) == 100_000
    entries = [entry async for entry in store.entries()]
    assert verify(entries, balances=await store.balances()) is None


@served()
async def test_logging_in_and_out(client: Client) -> None:
    made = (await client.post("/api/1/register", ANN)).data
    assert made["wallet_cents"] == 100_000
    again = await client.post("/api/1/login", ANN | {"name": " ANN_21 "})
    assert again.status == 200
    assert again.data["account"] == made["account"]
    client.token = again.data["token"]
    third = await client.post("/api/1/login", ANN)
    assert (await client.get("/api/1/me")).code == "session/missing", "rotated at log-in"
    client.token = third.data["token"]
    out = await client.post("/api/1/logout")
    assert (out.status, out.body) == (204, b"")
    assert (await client.get("/api/1/me")).code == "session/missing", "a replayed token is void"
    client.token = made["token"]
    assert (await client.get("/api/1/me")).status == 200, "other sessions go on"


def test_what_is_no_name_or_password_is_refused(tmp_path: Path) -> None:
    rows: list[tuple[dict[str, Any], str]] = [
        ({"name": "a"}, "name/invalid"),
        ({"name": "a" * 25}, "name/invalid"),
        ({"name": "ann smith"}, "name/invalid"),
        ({"name": "änn"}, "name/invalid"),
        ({"name": "../ann"}, "name/invalid"),
        ({"password": "seven77"}, "password/length"),
        ({"password": "x" * 129}, "password/length"),
        ({"password": "PassWord1"}, "password/common"),
        ({"password": "blackjack21"}, "password/common"),
        ({"name": "longname1", "password": "LongName1"}, "password/common"),
        ({"password": "zzzzzzzzzzzz"}, "password/common"),
        ({"password": 12345678}, "body/invalid"),
        ({"role": "manager"}, "body/invalid"),
        ({"account": "someone"}, "body/invalid"),
    ]

    async def steps(client: Client, _: Clock) -> None:
        wrong = []
        for change, code in rows:
            answer = await client.post("/api/1/register", ANN | change)
            if answer.code != code:
                wrong.append((change, answer.body))
        assert not wrong
        assert await client.services.store.balances() == {}
        for fine in ("ぱすわーど九九九", " leading space", "x" * 127 + "y"):
            body = {"name": f"u{len(fine)}-ok", "password": fine}
            assert (await client.post("/api/1/register", body)).status == 201
            assert (await client.post("/api/1/login", body)).status == 200

    run_with(tmp_path, steps, rates=FREE)


@served(rates=FREE)
async def test_one_of_two_who_want_a_name_at_once_gets_it(client: Client) -> None:
    tries = [client.post("/api/1/register", ANN) for _ in range(6)]
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status for answer in answers) == [201, *[409] * 5]
    assert {answer.code for answer in answers if answer.status == 409} == {"account/name-taken"}
    balances = await client.services.store.balances()
    assert len([balance for balance in balances if balance.startswith("wallet")]) == 1


@as_test(run_with, rates=FREE)
async def test_a_wrong_password_an_unknown_name_and_a_locked_account_look_the_same(
    client: Client, clock: Clock
) -> None:
    account = (await client.post("/api/1/register", ANN)).data["account"]
    bad = {"name": "ann_21", "password": "wrong horse"}
    unknown = await client.post("/api/1/login", bad | {"name": "nobody"})
    answers = []
    for _ in range(FAILURES_MAX):
        answers.append(await client.post("/api/1/login", bad))
        await settled(client)
    answers.append(await client.post("/api/1/login", ANN))  # right, and locked
    assert unknown.code == "login/refused"
    assert {(answer.status, answer.body) for answer in answers} == {(unknown.status, unknown.body)}
    kinds = await kinds_of(client, account)
    assert [kind for kind in kinds if kind != "log-in-refused"] == [
        "opened",
        "registered",
        "locked",
    ]
    assert kinds.count("log-in-refused") == FAILURES_MAX
    clock.pass_s(301)
    assert (await client.post("/api/1/login", ANN)).status == 200
    answer = await client.post("/api/1/login", bad)
    await settled(client)
    assert answer.code == "login/refused"
    assert (await client.post("/api/1/login", ANN)).status == 200, "one mistake locks nobody"


@served()
async def test_a_wrong_choice_is_answered_with_those_there_are(client: Client) -> None:
    client.token = (await client.post("/api/1/register", ANN)).data["token"]
    refused = await client.get("/api/1/me/statement?format=xml")
    assert refused.code == "query/invalid"
    assert refused.data["message"].endswith(
        "Invalid enum value 'xml' - at `$.format`; it is csv or json"
    )


@served()
async def test_every_log_in_hashes_a_password_whether_the_name_is_known_or_not(
    client: Client,
) -> None:
    """The time an answer takes is that of the hash; what comes after it is not waited for."""
    await client.post("/api/1/register", ANN)
    passwords = client.services.accounts.passwords
    calls: list[str] = []
    hasher = passwords._hasher  # noqa: SLF001 - to count what it does

    class Counting:
        def verify(self, argon2: str, password: str) -> bool:
            calls.append(argon2[:30])
            return hasher.verify(argon2, password)

        def __getattr__(self, name: str) -> object:
            return getattr(hasher, name)

    passwords._hasher = Counting()  # type: ignore[assignment]  # noqa: SLF001
    for name in ("ann_21", "nobody"):
        await client.post("/api/1/login", {"name": name, "password": "wrong horse"})
    assert len(calls) == 2
    assert calls[0] == calls[1], "with the same parameters"
    assert "m=19456,t=2,p=1" in calls[0]


@served()
async def test_an_account_that_a_crash_left_without_its_entry_gets_it_at_log_in(
    client: Client,
) -> None:
    hashed = await client.services.accounts.passwords.hash(ANN["password"])
    await client.services.store.add_credential(Credential("a1", "ann_21", hashed))
    assert (await client.post("/api/1/login", ANN)).data["wallet_cents"] == 100_000
    assert (await client.post("/api/1/login", ANN)).data["wallet_cents"] == 100_000


@run_async
async def test_accounts_and_sessions_outlast_the_server(tmp_path: Path) -> None:
    async with running(tmp_path) as client:
        token = (await client.post("/api/1/register", ANN)).data["token"]
    async with running(tmp_path) as client:
        client.token = token
        assert (await client.get("/api/1/me")).data["name"] == "ann_21"


@served()
async def test_an_outdated_hash_is_replaced_at_log_in(client: Client) -> None:
    account = (await client.post("/api/1/register", ANN)).data["account"]
    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(ANN["password"])
    await client.services.store.set_password(account, weak)
    assert (await client.post("/api/1/login", ANN)).status == 200
    credential = await client.services.store.credential("ann_21")
    assert credential is not None
    assert "m=19456" in credential.argon2
    assert (await client.post("/api/1/login", ANN)).status == 200


@served()
async def test_too_many_passwords_at_once_are_told_to_come_back(client: Client) -> None:
    body = json.dumps({"name": "nobody", "password": "wrong horse"}).encode()
    client.services.accounts.passwords._waiting = 64  # noqa: SLF001
    answer = await client.post("/api/1/login", body)
    assert answer.code == "server/busy"
    assert answer.headers["retry-after"] == "2"


@as_test(run_with)
async def test_addresses_have_separate_rates_for_passwords(client: Client, clock: Clock) -> None:
    statuses = [(await client.post("/api/1/login", ANN)).status for _ in range(12)]
    assert statuses == [*[401] * 10, 429, 429]
    other = replace(client, address="192.0.2.9")
    assert (await other.post("/api/1/login", ANN)).status == 401
    clock.pass_s(5)
    assert (await client.post("/api/1/login", ANN)).status == 401
    refused = await client.post("/api/1/login", ANN)
    assert refused.code == "rate/exceeded"
    assert refused.headers["retry-after"] == "5"
