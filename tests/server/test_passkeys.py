"""Passkeys: added, used to log in and to step up, removed; and every way to cheat with one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pitboss.office.roles import Role
from pitboss.server.accounts.tries import FAILURES_MAX
from pitboss.server.staff.passkeys import PASSKEYS_MAX
from tests.server.asgi import Answer, Client, Clock, as_test, run_with, running
from tests.server.authenticator import ATTESTED, Authenticator, Json, cbor, decode, encode
from tests.server.staff import account_of, staff
from tests.server.test_staff import API, FREE, PASSWORD, code_now, enrol, person

HOST = ("host", "localhost:8021")


async def post(
    client: Client, path: str, *, host: tuple[str, str] = HOST, **body: object
) -> Answer:
    """Send a request to the server by the name of its site."""
    return await client.post(f"{API}/{path}", body or None, host)


async def begin(client: Client) -> Json:
    options = await post(client, "me/passkeys/begin", password=PASSWORD)
    assert options.status == 200, options.body
    return dict(options.data["options"])


async def challenge(client: Client) -> Json:
    options = await post(client, "me/passkeys/challenge")
    assert options.status == 200, options.body
    return dict(options.data["options"])


async def add(client: Client, key: Authenticator, name: str = "my phone") -> Json:
    """Add a passkey; the client has the new token afterwards."""
    added = await post(client, "me/passkeys", **key.make(await begin(client), name))
    assert added.status == 201, added.body
    client.token = added.data["token"]
    return dict(added.data)


async def guest(client: Client) -> Client:
    return replace(client, token=(await post(client, "guest")).data["token"])


async def log_in(client: Client, key: Authenticator, **others: object) -> Answer:
    """Log in as ann from a new browser, with a passkey."""
    browser = await guest(client)
    signed = key.use(await challenge(browser))
    body: Json = {"name": "ann", "password": PASSWORD, "passkey": signed} | others
    return await post(browser, "login", **body)


async def kinds(client: Client, account: str) -> list[tuple[str, Json]]:
    """Return the entries of an account about its passkeys."""
    while client.services.accounts.tasks:
        await asyncio.wait(client.services.accounts.tasks)
    stream = client.services.store.entries(f"account/{account}")
    return [(e.kind, json.loads(e.body)) async for e in stream if e.kind.startswith("passkey")]


@as_test(run_with, rates=FREE)
async def test_a_player_logs_in_with_a_password_and_a_passkey(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    key = Authenticator()
    old = ann.token
    added = await add(ann, key)
    assert key.user.decode() == await account_of(ann), "no name, which is personal"
    assert len(added["recovery_codes"]) == 10
    assert (await replace(client, token=old).get(f"{API}/me")).code == "session/missing"
    clock.pass_s(1)
    listed = (await ann.get(f"{API}/me/passkeys")).data
    assert [(it["name"], it["seen"]) for it in listed["passkeys"]] == [("my phone", None)]
    assert listed["codes"] is False
    alone = await post(client, "login", name="ann", password=PASSWORD)
    assert (alone.status, alone.code) == (401, "login/second-factor")
    wrong = await post(client, "login", name="ann", password="wrong horse")  # noqa: S106
    assert wrong.code == "login/refused", "only who knows the password learns of it"
    entered = await log_in(client, key)
    assert entered.status == 200, entered.body
    session = await client.services.sessions.find(entered.data["token"])
    assert session is not None
    assert session.stepped_up
    assert (await ann.get(f"{API}/me/passkeys")).data["passkeys"][0]["seen"] is not None
    by_code = {"name": "ann", "password": PASSWORD, "code": added["recovery_codes"][0]}
    assert (await post(client, "login", **by_code)).status == 200
    assert (await post(client, "login", **by_code)).code == "login/refused", "once"
    (entry,) = await kinds(client, await account_of(ann))
    assert entry == ("passkey-added", {"passkey": added["passkey"]["id"]})


@as_test(run_with, rates=FREE)
async def test_a_passkey_opens_the_roles_of_staff(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    key = Authenticator(counts=False)
    await staff(client, Role.ADMIN, account=await account_of(ann))
    assert (await ann.get(f"{API}/staff")).code == "factor/missing"
    await add(ann, key)
    (member,) = (await ann.get(f"{API}/staff")).data["staff"]
    assert member["factor"] is True
    clock.pass_s(301)
    give = {"name": "ann", "role": "auditor", "why": "x"}
    fresh = ("idempotency-key", "k")
    stale = await ann.post(f"{API}/staff/roles/give", give, fresh)
    assert stale.code == "step-up/needed"
    options = await challenge(ann)
    assert [decode(it["id"]) for it in options["allowCredentials"]] == [key.id]
    body: Json = {"password": PASSWORD, "passkey": key.use(options)}
    wrong = await post(ann, "step-up", **body | {"password": "wrong horse"})
    assert wrong.code == "step-up/refused"
    again = await post(ann, "step-up", **body | {"passkey": key.use(await challenge(ann))})
    assert again.status == 200, again.body
    ann.token = again.data["token"]
    assert (await ann.get(f"{API}/me/staff")).data["stepped_up_until"]


@as_test(run_with, rates=FREE)
async def test_a_passkey_is_added_and_removed_only_by_who_gave_the_second_factor(
    client: Client, clock: Clock
) -> None:
    ann = await person(client, "ann")
    key = Authenticator()
    assert (await post(await guest(client), "me/passkeys/begin", password="x")).code == (  # noqa: S106
        "account/nameless"
    )
    refused = await post(ann, "me/passkeys/begin", password="wrong horse")  # noqa: S106
    assert refused.code == "step-up/refused"
    ann, secret, _ = await enrol(ann, clock)
    clock.pass_s(301)
    refused = await post(ann, "me/passkeys/begin", password=PASSWORD)
    assert refused.code == "step-up/needed", "a password and a left session are not enough"
    given = await post(ann, "step-up", password=PASSWORD, code=code_now(secret, clock))
    ann.token = given.data["token"]
    added = await add(ann, key)
    assert added["recovery_codes"] == [], "she has some"
    twice = await post(ann, "me/passkeys", **key.make(await begin(ann)))
    assert twice.code == "passkey/too-many", "the same one again"
    for number in range(1, PASSKEYS_MAX):
        await add(ann, Authenticator(), f"key {number}")
    one_more = await post(ann, "me/passkeys", **Authenticator().make(await begin(ann)))
    assert one_more.code == "passkey/too-many"
    path = f"{API}/me/passkeys/{added['passkey']['id']}"
    clock.pass_s(301)
    assert (await ann.send("DELETE", path)).code == "step-up/needed"
    given = await post(ann, "step-up", password=PASSWORD, passkey=key.use(await challenge(ann)))
    ann.token = given.data["token"]
    left = await ann.send("DELETE", path)
    assert len(left.data["passkeys"]) == PASSKEYS_MAX - 1
    assert (await ann.send("DELETE", path)).code == "passkey/unknown"
    bob = await person(client, "bob")
    await add(bob, Authenticator())
    other = left.data["passkeys"][0]["id"]
    assert (await bob.send("DELETE", f"{API}/me/passkeys/{other}")).code == "passkey/unknown"
    assert (await log_in(client, key)).code == "login/refused", "it is gone"
    names = [kind for kind, _ in await kinds(client, await account_of(ann))]
    assert names == [*["passkey-added"] * PASSKEYS_MAX, "passkey-removed"]


@as_test(run_with, rates=FREE)
async def test_the_last_factor_takes_its_recovery_codes_with_it(
    client: Client, clock: Clock
) -> None:
    ann = await person(client, "ann")
    added = await add(ann, Authenticator())
    await ann.send("DELETE", f"{API}/me/passkeys/{added['passkey']['id']}")
    assert (await post(client, "login", name="ann", password=PASSWORD)).status == 200
    code = added["recovery_codes"][0]
    assert (await post(client, "login", name="ann", password=PASSWORD, code=code)).code == (
        "login/refused"
    )
    del clock


def _spoil(field: str, change: Callable[[bytes], bytes]) -> Callable[[Json], Json]:
    return lambda signed: signed | {field: encode(change(decode(signed[field])))}


def _other_client(**fields: object) -> Callable[[Json], Json]:
    return _spoil("client_data", lambda data: json.dumps(json.loads(data) | fields).encode())


SPOILED: dict[str, Callable[[Json], Json]] = {
    "another page": _other_client(origin="https://evil.example"),
    "another scheme": _other_client(origin="https://localhost:8021"),
    "another port": _other_client(origin="http://localhost:8022"),
    "a registration": _other_client(type="webauthn.create"),
    "no JSON": _spoil("client_data", lambda _: b"{"),
    "no object": _spoil("client_data", lambda _: b"[]"),
    "deep JSON": _spoil("client_data", lambda _: b"[" * 1400),
    "another counter": _spoil("authenticator_data", lambda data: data[:-1] + b"\xff"),
    "short data": _spoil("authenticator_data", lambda data: data[:20]),
    "more data": _spoil("authenticator_data", lambda data: data + b"\xa1" * 900),
    "nobody present": _spoil("authenticator_data", lambda data: data[:32] + b"\0" + data[33:]),
    "another signature": _spoil("signature", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
    "no signature": _spoil("signature", lambda _: b""),
    "another id": _spoil("id", lambda data: data[:-1]),
    "no base64": lambda signed: signed | dict.fromkeys(("id", "signature"), "\x7fé!"),
}
"""What a passkey signed, changed on the way."""


def test_nothing_but_the_signature_itself_is_accepted(tmp_path: Path) -> None:
    async def steps(client: Client, clock: Clock) -> None:
        ann = await person(client, "ann")
        key = Authenticator()
        await add(ann, key)
        for name, spoil in SPOILED.items():
            browser = await guest(client)
            signed = spoil(key.use(await challenge(browser)))
            body: Json = {"name": "ann", "password": PASSWORD, "passkey": signed}
            assert (await post(browser, "login", **body)).code == "login/refused", name
            clock.pass_s(301)  # each is a wrong try
        strangers: dict[str, Authenticator] = {
            "of another site": replace(key, site="evil.example"),
            "of another key": Authenticator(id=key.id),
            "unknown": Authenticator(),
            "untouched": replace(key, flags=0),
        }
        for name, stranger in strangers.items():
            assert (await log_in(client, stranger)).code == "login/refused", name
            clock.pass_s(301)
        key.counter += len(SPOILED)
        assert (await log_in(client, key)).status == 200

    run_with(tmp_path, steps, rates=FREE)


@as_test(run_with, rates=FREE)
async def test_a_challenge_counts_once_and_in_its_own_session(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    key = Authenticator()
    made = key.make(await begin(ann))
    other = await person(client, "bob")
    assert (await post(other, "me/passkeys", **made)).code == "passkey/refused", (
        "of another session"
    )
    assert (await post(ann, "me/passkeys", **made)).status == 201
    ann.token = (await log_in(client, key)).data["token"]
    assert (await post(ann, "me/passkeys", **made)).code == "passkey/refused", "used"
    late = Authenticator().make(await begin(ann))
    clock.pass_s(300)
    assert (await post(ann, "me/passkeys", **late)).code == "passkey/refused", "too old"
    one = await guest(client)
    two = await guest(client)
    signed = key.use(await challenge(one))
    body: Json = {"name": "ann", "password": PASSWORD, "passkey": signed}
    assert (await post(two, "login", **body)).code == "login/refused", "of another browser"
    assert (await post(client, "login", **body)).code == "login/refused", "of none"
    tries = await asyncio.gather(*(post(one, "login", **body) for _ in range(2)))
    assert sorted(answer.status for answer in tries) == [200, 401], "at once"
    replaced = key.use(await challenge(two))
    await challenge(two)
    assert (await post(two, "login", **body | {"passkey": replaced})).code == "login/refused"
    clock.pass_s(301)
    registering = await begin_again(ann, key)
    used = key.use({"challenge": registering["challenge"], "rpId": "localhost"})
    answer = await post(ann, "step-up", password=PASSWORD, passkey=used)
    assert answer.code == "step-up/refused", "made for something else"
    clock.pass_s(700)
    await client.services.factors.passkeys.prune()
    assert await client.services.store.statement("SELECT session FROM challenge") == []


async def begin_again(client: Client, key: Authenticator) -> Json:
    """Step up with a passkey, and begin to add another."""
    signed = key.use(await challenge(client))
    given = await post(client, "step-up", password=PASSWORD, passkey=signed)
    assert given.status == 200, given.body
    client.token = given.data["token"]
    return await begin(client)


@as_test(run_with, rates=FREE)
async def test_a_copy_of_a_passkey_is_known_by_its_counter(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    key = Authenticator()
    await add(ann, key)
    copy = replace(key)
    assert (await log_in(client, key)).status == 200
    assert (await log_in(client, key)).status == 200
    assert (await log_in(client, copy)).code == "login/refused"
    assert [kind for kind, _ in await kinds(client, await account_of(ann))] == [
        "passkey-added",
        "passkey-copied",
    ]
    del clock


@as_test(run_with, rates=FREE)
async def test_a_row_written_into_the_books_is_no_passkey(client: Client, clock: Clock) -> None:
    """Somebody who can write the database and has no key file logs in as nobody."""
    ann = await person(client, "ann")
    bob = await person(client, "bob")
    own = Authenticator()
    await add(ann, Authenticator())
    await add(bob, own)
    store = client.services.store
    account = await account_of(ann)
    await store.statement("DELETE FROM passkey WHERE account = $1", account)
    await store.statement("UPDATE passkey SET account = $1", account)
    assert (await log_in(client, own)).code == "factor/lost", "it is sealed for bob"
    del clock


@as_test(run_with, rates=FREE)
async def test_what_is_no_passkey_is_not_added(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    odd = {
        "another page": Authenticator(origin="https://evil.example"),
        "another site": Authenticator(site="evil.example"),
        "nobody present": Authenticator(flags=0),
        "another algorithm": Authenticator(algorithm=-65535),
        "a long id": Authenticator(id=bytes(1024)),
    }
    for name, key in odd.items():
        refused = await post(ann, "me/passkeys", **key.make(await begin(ann)))
        assert refused.code == "passkey/refused", name
    deep = b"\x81" * 4000
    without = cbor({"fmt": "none", "attStmt": {}, "authData": bytes(37)})
    claims = bytes(32) + bytes([1 | ATTESTED]) + bytes(4)
    for attestation in (b"", b"\xa0", deep, without, cbor({"authData": claims})):
        made = Authenticator().make(await begin(ann)) | {"attestation": encode(attestation)}
        assert (await post(ann, "me/passkeys", **made)).code == "passkey/refused"
    assert (await ann.get(f"{API}/me/passkeys")).data["passkeys"] == []
    del clock


@as_test(run_with, rates=FREE)
async def test_wrong_passkeys_lock_like_wrong_codes(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    key = Authenticator()
    await add(ann, key)
    for _ in range(FAILURES_MAX):
        assert (await log_in(client, Authenticator())).code == "login/refused"
    assert (await log_in(client, key)).code == "login/refused", "locked"
    clock.pass_s(301)
    wrong = {"password": "wrong horse"}
    for _ in range(FAILURES_MAX + 1):
        assert (await log_in(client, key, **wrong)).code == "login/refused"
    assert (await log_in(client, key)).status == 200, "a stranger without the password locks nobody"


@as_test(run_with, rates=FREE, origins=frozenset({"https://floor.example"}))
async def test_the_site_is_the_configured_one(client: Client, clock: Clock) -> None:
    """A proxy may speak plain http to the server: the page's own address is what is configured."""
    ann = await person(client, "ann")
    numbers = ("host", "127.0.0.1:8021")
    refused = await post(ann, "me/passkeys/begin", host=numbers, password=PASSWORD)
    assert refused.code == "passkey/host"
    named = ("host", "floor.example")
    begun = await post(ann, "me/passkeys/begin", host=named, password=PASSWORD)
    options = begun.data["options"]
    assert options["rp"] == {"id": "floor.example", "name": "Pitboss"}
    key = Authenticator(origin="https://floor.example", site="floor.example")
    made = key.make(options | {"rp": {"id": "localhost"}})
    assert (await post(ann, "me/passkeys", **made, host=named)).status == 201
    del clock


@as_test(run_with, rates=FREE)
async def test_the_house_resets_a_lost_passkey(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    await add(ann, Authenticator())
    await client.services.factors.remove(await account_of(ann))
    assert (await post(client, "login", name="ann", password=PASSWORD)).status == 200
    del clock


def test_a_challenge_is_answered_in_another_process(tmp_path: Path) -> None:
    async def whole() -> None:
        async with running(tmp_path, rates=FREE) as one:
            ann = await person(one, "ann")
            key = Authenticator()
            await add(ann, key)
            browser = await guest(one)
            signed = key.use(await challenge(browser))
            async with running(tmp_path, rates=FREE, alone=False) as two:
                there = replace(two, token=browser.token)
                body: Json = {"name": "ann", "password": PASSWORD, "passkey": signed}
                assert (await post(there, "login", **body)).status == 200

    asyncio.run(whole())
