"""Accounts: guests, names, passwords, lock-outs, and what of it is in the books."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from pitboss.ledger.entry import Posting
from pitboss.pit.verification import verify_store
from pitboss.server.accounts.sessions import token_hash
from pitboss.server.accounts.tries import FAILURES_MAX
from pitboss.server.requests.limits import Rate, Rates
from pitboss.store import Credential, Invitation, Session
from tests.ledger.books import verify
from tests.server.asgi import Answer, Client, Clock, as_test, run_async, run_with, running, served
from tests.store.conftest import Address, database, server

__all__ = ["database", "server"]

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
    account = answer.data["account"]
    token = answer.data["token"]
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
    assert answer.data["name"] == "Ann_21"
    assert answer.data["wallet_cents"] == 100_000, "play money is given once"
    assert (await client.get("/api/1/me")).code == "session/missing", "the old token is void"
    client.token = answer.data["token"]
    assert (await client.get("/api/1/me")).data["name"] == "Ann_21"
    assert (await client.post("/api/1/register", ANN)).code == "account/exists"
    kinds = await kinds_of(client, guest["account"])
    assert kinds == ["opened", "registered"]
    journal = [bytes(entry.body) async for entry in client.services.store.entries()]
    assert not any(b"ann" in body for body in journal), "no name in what is kept for ever"


@served()
async def test_a_wallet_is_filled_up_again_and_chips_count(client: Client) -> None:
    made = (await client.post("/api/1/guest")).data
    client.token = made["token"]
    account = made["account"]

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
        ({"name": "ann  smith"}, "name/invalid"),
        ({"name": "änn!"}, "name/invalid"),
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
    accounts = client.services.accounts
    assert accounts.binding is not None
    hashed = await accounts.passwords.hash(ANN["password"])
    stored = accounts.binding.bind("a1", hashed, 1)
    await client.services.store.add_credential(Credential("a1", "ann_21", stored))
    assert (await client.post("/api/1/login", ANN)).data["wallet_cents"] == 100_000
    assert (await client.post("/api/1/login", ANN)).data["wallet_cents"] == 100_000


@run_async
async def test_accounts_and_sessions_outlast_the_server(tmp_path: Path) -> None:
    async with running(tmp_path) as client:
        token = (await client.post("/api/1/register", ANN)).data["token"]
    async with running(tmp_path) as client:
        client.token = token
        assert (await client.get("/api/1/me")).data["name"] == "Ann_21"


@served()
async def test_an_outdated_hash_is_replaced_at_log_in(client: Client) -> None:
    account = (await client.post("/api/1/register", ANN)).data["account"]
    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(ANN["password"])
    binding = client.services.accounts.binding
    assert binding is not None
    await client.services.store.set_password(account, binding.bind(account, weak, 1))
    assert (await client.post("/api/1/login", ANN)).status == 200
    credential = await client.services.store.credential("ann_21")
    assert credential is not None
    assert "m=19456" in credential.argon2
    assert (await client.post("/api/1/login", ANN)).status == 200


@served()
async def test_a_hash_that_nobody_set_opens_nothing(client: Client) -> None:
    """Somebody who can write the database, and has not the key file, replaces a password."""
    account = (await client.post("/api/1/register", ANN)).data["account"]
    store = client.services.store
    right = await store.credential("ann_21")
    assert right is not None
    forged = await client.services.accounts.passwords.hash("a thief's password")
    for stored in (forged, f"{forged}#1#{'0' * 64}", f"{forged}#{right.argon2.split('#', 1)[1]}"):
        await store.set_password(account, stored)
        thief = {"name": "ann_21", "password": "a thief's password"}
        assert (await client.post("/api/1/login", thief)).code == "login/refused"
        outcome = await verify_store(store, None, client.services.keys.trust)
        assert outcome.finding is not None
        assert outcome.finding.code == "log-in/changed"
        await client.services.store.clear_failures(account)
    await store.set_password(account, right.argon2)
    assert (await client.post("/api/1/login", ANN)).status == 200
    client.token = (await client.post("/api/1/login", ANN)).data["token"]
    changed = {"old": ANN["password"], "new": "another horse of ann"}
    assert (await client.post("/api/1/me/password", changed)).status == 200
    await store.set_password(account, right.argon2)  # the password of before, with its code
    assert (await client.post("/api/1/login", ANN)).code == "login/refused"


@served()
async def test_a_session_or_a_link_that_nobody_was_given_opens_nothing(client: Client) -> None:
    """Somebody who can write the database, and has not the key file, adds or changes a row."""
    account = (await client.post("/api/1/register", ANN)).data["account"]
    store = client.services.store
    now = client.services.settings.clock()
    guest = (await client.post("/api/1/guest")).data["token"]
    for token in ("a" * 43, f"{'a' * 43}.{'0' * 32}"):
        made = Session(token_hash(token), account, now, now, now + 10**12, 10**12, now)
        await store.add_session(made)
        client.token = token
        assert (await client.get("/api/1/me")).status == 401
    client.token = guest
    assert (await client.get("/api/1/me")).status == 200
    query = "UPDATE session SET stepped_up = $2 WHERE token_hash = $1"
    await store.statement(query, token_hash(guest), now)
    assert (await client.get("/api/1/me")).status == 401
    query = "UPDATE session SET stepped_up = 0, account = $2 WHERE token_hash = $1"
    await store.statement(query, token_hash(guest), account)
    assert (await client.get("/api/1/me")).status == 401
    await store.add_invitation(Invitation(token_hash("thief"), "sysadmin", now + 10**12))
    body = {"token": "thief", "name": "thief_1", "password": "a thief's password"}
    assert (await client.post("/api/1/setup", body)).code == "setup/refused"


@run_async
async def test_passwords_of_older_books_are_bound_at_the_start(tmp_path: Path) -> None:
    async with running(tmp_path) as client:
        older = replace(client.services.accounts, binding=None)
        await older.add("a1", ANN["name"], ANN["password"])
    async with running(tmp_path) as client:
        store = client.services.store
        bound = await store.last("account/a1", "password-bound")
        assert bound is not None
        assert (await client.post("/api/1/login", ANN)).status == 200
        forged = await client.services.accounts.passwords.hash("a thief's password")
        await store.set_password("a1", forged)
    async with running(tmp_path) as client:
        thief = {"name": ANN["name"], "password": "a thief's password"}
        assert (await client.post("/api/1/login", thief)).code == "login/refused"


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


def test_logging_in_on_a_database(database: Address, tmp_path: Path) -> None:
    """A log-in writes the moment until which it would lock: PostgreSQL takes one of today."""

    async def steps(client: Client, _: Clock) -> None:
        made = (await client.post("/api/1/register", ANN)).data
        client.token = ""
        wrong = ANN | {"password": "not this one, and long"}
        assert (await client.post("/api/1/login", wrong)).code == "login/refused"
        again = await client.post("/api/1/login", ANN)
        assert (again.status, again.data["account"]) == (200, made["account"])

    run_with(tmp_path, steps, db=database)
