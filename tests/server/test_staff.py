"""Staff: set up by a link, a second factor, roles that end at once, requests of two people."""

from __future__ import annotations

import asyncio
import json
from base64 import b32decode
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import VALID_FOR
from pitboss.office.core import HOUSE
from pitboss.office.people import TakeRole
from pitboss.office.roles import Role
from pitboss.rulebook.house import Limits
from pitboss.rulebook.ready import ready_tables
from pitboss.server.keys import Keys
from pitboss.server.live.socket import ENDED
from pitboss.server.opening.tables import make_terms
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.staff import totp
from pitboss.server.staff.setup_links import invite, invite_first
from tests.server.asgi import Answer, Client, Clock, as_test, run_with, running
from tests.server.player import terms_of
from tests.server.staff import account_of, staff

API = "/api/1"
PASSWORD = "correct horse"  # noqa: S105 - of nobody
FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))


async def post(client: Client, path: str, key: str = "", **body: Any) -> Answer:  # noqa: ANN401 - JSON
    headers = [("idempotency-key", key)] if key else []
    return await client.post(f"{API}/{path}", body or None, *headers)


async def person(client: Client, name: str) -> Client:
    """Register somebody."""
    made = await post(client, "register", name=name, password=PASSWORD)
    assert made.status == 201, made.body
    return replace(client, token=made.data["token"])


async def enrol(client: Client, clock: Clock) -> tuple[Client, bytes, list[str]]:
    """Give somebody a second factor."""
    begun = (await post(client, "me/factor", password=PASSWORD)).data
    secret = b32decode(begun["secret"])
    assert begun["link"].endswith(f"secret={begun['secret']}&issuer=Pitboss")
    done = await post(client, "me/factor/confirm", code=code_now(secret, clock))
    assert done.status == 200, done.body
    return replace(client, token=done.data["token"]), secret, done.data["recovery_codes"]


def code_now(secret: bytes, clock: Clock) -> str:
    return totp.code_at(secret, clock() // totp.STEP)


def test_the_codes_are_those_of_the_standard() -> None:
    secret = b"12345678901234567890"
    vectors = {59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924"}
    vectors |= {2000000000: "279037", 20000000000: "353130"}
    assert {at: totp.code_at(secret, at // 30) for at in vectors} == vectors
    now = 59 * 1_000_000
    steps = {
        number: totp.find_step(totp.code_at(secret, number), secret, now) for number in range(5)
    }
    assert steps == {0: 0, 1: 1, 2: 2, 3: None, 4: None}
    assert totp.find_step("", secret, now) is None


@as_test(run_with, rates=FREE)
async def test_the_first_manager_is_set_up_by_a_link_that_works_once(
    client: Client, clock: Clock
) -> None:
    services = client.services
    old = await invite_first(services.store, clock(), services.keys.binding)
    token = await invite_first(services.store, clock(), services.keys.binding)
    body = {"name": "meg", "password": PASSWORD}
    for wrong in (old, token[:-1], ""):
        assert (await post(client, "setup", token=wrong, **body)).code == "setup/refused"
    short = await post(client, "setup", token=token, name="meg", password="short")  # noqa: S106
    assert short.code == "password/length"
    names = ("meg", "mel", "max")
    tries = [post(client, "setup", token=token, **body | {"name": name}) for name in names]
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status for answer in answers) == [201, 403, 403]
    made = next(answer.data for answer in answers if answer.status == 201)
    assert (await post(client, "setup", token=token, **body)).code == "setup/refused"
    office = await services.desk.refresh()
    assert office.staff == {made["account"]: {Role.ADMIN}}
    assert await invite_first(services.store, clock(), services.keys.binding) == ""
    late = await invite(services.store, Role.SHIFT, clock(), services.keys.binding)
    clock.pass_s(24 * 3600)
    answer = await post(client, "setup", token=late, name="lou", password=PASSWORD)
    assert answer.code == "setup/refused"
    kept = [bytes(entry.body) async for entry in services.store.entries()]
    assert not any(token.encode() in body for body in kept)


@as_test(run_with, rates=FREE)
async def test_an_invitation_works_once_and_is_no_way_round_the_second_person(
    client: Client, clock: Clock
) -> None:
    manager = await staff(client, Role.ADMIN)
    shift = await staff(client, Role.SHIFT)
    asked = await post(manager, "staff/invitations", role="security")
    assert asked.status == 200, asked.data
    token = asked.data["path"].partition("#")[2]
    assert (await post(shift, "staff/invitations", role="security")).code == "permission/missing"
    body = {"name": "Sam", "password": PASSWORD}
    swapped = token.replace("~security~", "~sysadmin~")
    for wrong in (swapped, token[:-1] + "~", "~", "a~b", token[:-1] + "é"):
        assert (await post(client, "setup", token=wrong, **body)).code == "setup/refused"
    made = await post(client, "setup", token=token, **body)
    assert made.status == 201
    again = await post(client, "setup", token=token, name="Sid", password=PASSWORD)
    assert again.code == "setup/refused"
    # A role that does more than read waits for another person, who is not the one that invited.
    office = await client.services.desk.refresh()
    sam = made.data["account"]
    assert sam not in office.staff
    (request,) = office.requests.values()
    approve = f"staff/requests/{request.number}/approve"
    assert (await post(manager, approve, "own")).code == "request/own"
    assert (await post(shift, approve, "agreed")).status == 200
    assert (await client.services.desk.refresh()).staff[sam] == {Role.SECURITY}
    # It ends after a day, and with the role of whoever made it.
    late = (await post(manager, "staff/invitations", role="auditor")).data["path"].partition("#")[2]
    clock.pass_s(24 * 3600)
    refused = await post(client, "setup", token=late, name="Olga", password=PASSWORD)
    assert refused.code == "setup/refused"
    other = await staff(client, Role.ADMIN)
    fresh = (await post(other, "staff/invitations", role="auditor")).data["path"].partition("#")[2]
    gone = TakeRole(await account_of(other), Role.ADMIN)
    assert not isinstance(await client.services.desk.ask(gone, HOUSE, "gone"), Refusal)
    refused = await post(client, "setup", token=fresh, name="Olga", password=PASSWORD)
    assert refused.code == "setup/refused"


def test_a_role_counts_only_with_the_second_factor(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    async def steps(client: Client, clock: Clock) -> None:
        token = await invite_first(client.services.store, clock(), client.services.keys.binding)
        made = await post(client, "setup", token=token, name="meg", password=PASSWORD)
        meg = replace(client, token=made.data["token"])
        assert (await meg.get(f"{API}/staff")).code == "factor/missing"
        assert (await post(meg, "step-up", password=PASSWORD, code="000000")).code == (
            "factor/missing"
        )
        assert (await post(meg, "me/factor", password="wrong horse")).code == "step-up/refused"  # noqa: S106
        assert (await post(meg, "me/factor/confirm", code="000000")).code == "factor/none"
        old = meg.token
        again = (await post(client, "login", name="meg", password=PASSWORD)).data["token"]
        meg, secret, recovery = await enrol(meg, clock)
        assert (await replace(client, token=old).get(f"{API}/me")).code == "session/missing"
        assert (await post(meg, "me/factor", password=PASSWORD)).code == "factor/enrolled"
        listed = (await meg.get(f"{API}/staff")).data["staff"]
        assert [(member["name"], member["roles"], member["factor"]) for member in listed] == [
            ("meg", ["sysadmin"], True)
        ]
        assert listed[0]["created"] == listed[0]["seen"] is not None
        alone = await post(client, "login", name="meg", password=PASSWORD)
        assert alone.code == "login/second-factor"
        # another session of hers, which began without it, is only that of a player
        other = replace(client, token=again)
        assert (await other.get(f"{API}/staff")).code == "step-up/needed"
        assert (await other.get(f"{API}/me/staff")).data["verified"] is False
        used = code_now(secret, clock)
        refused = await post(other, "step-up", password=PASSWORD, code=used)
        assert refused.code == "step-up/refused", "a code counts once"
        clock.pass_s(31)
        done = await post(other, "step-up", password=PASSWORD, code=code_now(secret, clock))
        assert done.status == 200, done.body
        other.token = done.data["token"]
        assert (await other.get(f"{API}/staff")).status == 200
        spaced = recovery[0].upper().replace("-", " ")
        assert (await post(other, "step-up", password=PASSWORD, code=spaced)).status == 200
        meg_again = await post(meg, "step-up", password=PASSWORD, code=recovery[0])
        assert meg_again.code == "step-up/refused", "a recovery code counts once"
        # neither the secret nor a code is anywhere
        stranger = replace(client.services.factors, keys=Keys.new())
        session = await client.services.sessions.find(meg.token)
        assert session is not None
        with pytest.raises(ApiError, match="another key file"):
            await stranger.step_up(session, PASSWORD, "000000", "127.0.0.1")
        rows = await client.services.store.statement("SELECT sealed FROM factor")
        assert secret not in bytes(rows[0][0])
        written = caplog.text + str([vars(record) for record in caplog.records])
        for hidden in (totp.secret_text(secret), used, recovery[0], token, meg.token, PASSWORD):
            assert hidden not in written
        assert "login" in written

    run_with(tmp_path, steps, rates=FREE)


@as_test(run_with, rates=FREE)
async def test_wrong_codes_lock_and_a_password_alone_gives_no_new_tries(
    client: Client, clock: Clock
) -> None:
    ann = await person(client, "ann")
    ann, secret, _ = await enrol(ann, clock)
    clock.pass_s(60)
    for _ in range(2):
        wrong = await post(ann, "step-up", password=PASSWORD, code="x")
        assert wrong.code == "step-up/refused"
    await asyncio.gather(*client.services.accounts.tasks)
    alone = await post(client, "login", name="ann", password=PASSWORD)
    assert alone.code == "login/second-factor"
    await post(ann, "step-up", password=PASSWORD, code="x")
    await asyncio.gather(*client.services.accounts.tasks)
    right = await post(ann, "step-up", password=PASSWORD, code=code_now(secret, clock))
    assert right.code == "step-up/refused", "locked"
    both = {"name": "ann", "password": PASSWORD, "code": code_now(secret, clock)}
    assert (await post(client, "login", **both)).code == "login/refused"
    clock.pass_s(301)
    right = await post(ann, "step-up", password=PASSWORD, code=code_now(secret, clock))
    assert right.status == 200
    clock.pass_s(60)
    wrong = await post(client, "login", **both)
    assert wrong.code == "login/refused", "an old code"
    both["code"] = code_now(secret, clock)
    assert (await post(client, "login", **both)).status == 200, "one mistake locks nobody"


@as_test(run_with, rates=FREE)
async def test_a_money_role_takes_two_people_who_have_stepped_up_lately(
    client: Client, clock: Clock
) -> None:
    admin = await staff(client, Role.ADMIN)
    shift = await staff(client, Role.SHIFT)
    carl = await person(client, "carl")
    body = {"name": "carl", "role": "cage", "why": "new cashier"}
    answer = await post(admin, "staff/roles/give", "k1", **body)
    assert answer.data == {"done": "requested", "request": 1}
    assert (await carl.get(f"{API}/staff/requests")).data == {"requests": []}
    assert (await post(carl, "staff/requests/1/approve", "k")).code == "factor/missing"
    assert (await post(admin, "staff/requests/1/approve", "k2")).code == "request/own"
    again = await staff(client, account=await account_of(admin))
    assert (await post(again, "staff/requests/1/approve", "k3")).code == "request/own"
    (seen,) = (await shift.get(f"{API}/staff/requests")).data["requests"]
    assert seen["terms"]["role"] == "cage"
    assert (seen["own"], seen["may_agree"], seen["command"]) == (False, True, "give-role")
    clock.pass_s(301)
    assert (await post(shift, "staff/requests/1/approve", "k4")).code == "step-up/needed"
    assert (await post(admin, "staff/roles/give", "k5", **body)).code == "step-up/needed"
    shift = await staff(client, account=await account_of(shift))
    assert (await post(shift, "staff/requests/1/approve", "k6")).data["done"] == "approved"
    assert (await carl.get(f"{API}/me/staff")).data["roles"] == ["cage"]
    assert (await post(shift, "staff/requests/1/approve", "k7")).code == "request/closed"
    assert (await post(shift, "staff/requests/77/approve", "k8")).code == "request/unknown"
    assert (await post(shift, "staff/requests/x/approve", "k9")).code == "request/unknown"
    admin = await staff(client, account=await account_of(admin))
    alone = await post(admin, "staff/roles/give", "m1", **body | {"role": "count"})
    assert alone.code == "role/incompatible"
    mass = await post(admin, "staff/roles/give", "m2", **body, approved=True)
    assert mass.code == "body/invalid"
    unknown = await post(admin, "staff/roles/give", "m3", **body | {"name": "nobody"})
    assert unknown.code == "account/unknown"
    made = await post(admin, "staff/reset-factor", "m4", name="carl", why="lost the phone")
    number = made.data["request"]
    no = await post(shift, f"staff/requests/{number}/decline", "m5", why="he found it")
    assert no.data["done"] == "declined"
    clock.pass_s(VALID_FOR / 1e6)


@as_test(run_with, rates=FREE)
async def test_one_administrator_makes_no_two_people_who_act_as_two(
    client: Client, clock: Clock
) -> None:
    """A role that takes part in a void, a hit, a slip, a tray or a count takes two to give."""
    admin = await staff(client, Role.ADMIN)
    for number, role in enumerate(set(Role) - {Role.PLAYER, Role.AUDITOR}):
        name = f"puppet-{number}"
        puppet = await person(client, name)
        body = {"name": name, "role": role, "why": "new"}
        made = await post(admin, "staff/roles/give", f"g{number}", **body)
        assert made.data["done"] == "requested", role
        approve = f"staff/requests/{made.data['request']}/approve"
        assert (await post(admin, approve, f"a{number}")).code == "request/own"
        assert (await puppet.get(f"{API}/me/staff")).data["roles"] == []
    reader = await person(client, "reader")
    body = {"name": "reader", "role": "auditor", "why": "of the regulator"}
    assert (await post(admin, "staff/roles/give", "r", **body)).data["done"] == "role-given"
    assert (await reader.get(f"{API}/me/staff")).data["roles"] == ["auditor"]
    del clock


@as_test(run_with, rates=FREE)
async def test_a_role_that_is_taken_ends_sessions_at_once(client: Client, clock: Clock) -> None:
    admin = await staff(client, Role.ADMIN)
    for end, kind in (("roles/take", "role-taken"), ("disable", "staff-disabled")):
        name = end.replace("/", "-")
        dan = await person(client, name)
        account = await account_of(dan)
        dan = await staff(client, Role.DEALER, Role.FLOOR, account=account)
        body = {"name": name, "why": "left"} | ({"role": "floor"} if "roles" in end else {})
        done = await post(admin, f"staff/{end}", f"k{end}", **body)
        assert done.data["done"] == kind
        assert (await dan.get(f"{API}/me")).code == "session/missing"
        office = client.services.desk.office
        assert office.roles(account) == ({Role.DEALER} if "roles" in end else set())
    back = await post(admin, "staff/enable", "k9", name="disable", why="came back")
    assert client.services.desk.office.roles(account) == set()
    shift = await staff(client, Role.SHIFT)
    assert (await post(shift, f"staff/requests/{back.data['request']}/approve", "k")).status == 200
    assert client.services.desk.office.roles(account) == {Role.DEALER, Role.FLOOR}
    own = await person(client, "own")
    await staff(client, Role.ADMIN, account=await account_of(own))
    own = await staff(client, account=await account_of(own))
    assert (await post(own, "staff/disable", "k10", name="own", why="x")).code == "role/self"
    await person(client, "guest-only")
    nobody = await post(admin, "staff/enable", "k11", name="guest-only", why="no role at all")
    assert nobody.code == "staff/enabled"
    del clock


@as_test(run_with, rates=FREE)
async def test_denied_attempts_are_in_the_journal_but_do_not_fill_it(
    client: Client, clock: Clock
) -> None:
    guest = (await post(client, "guest")).data
    player = replace(client, token=guest["token"])
    clock.pass_s(1)
    for _ in range(40):
        assert (await player.get(f"{API}/staff")).code == "permission/missing"
    await asyncio.gather(*client.services.accounts.tasks)
    stream = client.services.store.entries(f"account/{guest['account']}")
    bodies = [json.loads(entry.body) async for entry in stream if entry.kind == "denied"]
    assert len(bodies) == 5
    assert bodies[0] == {"route": "/api/1/staff", "needs": "read-staff", "address": "127.0.0.1"}
    await person(client, "ann")
    for _ in range(2):
        await post(client, "login", name="ann", password="wrong horse")  # noqa: S106
        await asyncio.gather(*client.services.accounts.tasks)
        await asyncio.gather(*client.services.accounts.tasks)
    refused = [entry async for entry in client.services.store.entries() if "refused" in entry.kind]
    assert [json.loads(entry.body) for entry in refused] == [
        {"failures": 1, "address": "127.0.0.1"},
        {"failures": 2, "address": "127.0.0.1"},
    ]


@as_test(run_with, rates=FREE)
async def test_a_password_is_changed_by_its_owner(client: Client, clock: Clock) -> None:
    ann = await person(client, "ann")
    other = (await post(client, "login", name="ann", password=PASSWORD)).data["token"]
    new = "another long one"
    wrong = await post(ann, "me/password", old="wrong horse", new=new)
    assert wrong.code == "login/refused"
    assert (await post(ann, "me/password", old=PASSWORD, new="short")).code == "password/length"
    clock.pass_s(60)
    done = await post(ann, "me/password", old=PASSWORD, new=new)
    assert done.status == 200, done.body
    for token in (ann.token, other):
        assert (await replace(client, token=token).get(f"{API}/me")).code == "session/missing"
    ann.token = done.data["token"]
    assert (await ann.get(f"{API}/me")).data["name"] == "ann"
    assert (await post(client, "login", name="ann", password=PASSWORD)).code == "login/refused"
    assert (await post(client, "login", name="ann", password=new)).status == 200
    await staff(client, Role.DEALER, account=await account_of(ann))
    admin = await staff(client, Role.ADMIN)
    (row, _) = sorted(
        (await admin.get(f"{API}/staff")).data["staff"],
        key=lambda member: member["name"] is None,
    )
    assert row["created"] < row["password_changed"] == row["seen"]


def test_a_role_taken_in_another_process_closes_the_sockets_of_this_one(tmp_path: Path) -> None:
    ended: list[int] = []
    line = SimpleNamespace(
        account="dan",
        session=SimpleNamespace(token_hash=b"x"),
        end=lambda code, _: ended.append(code),
    )

    async def whole() -> None:
        async with running(tmp_path) as one, running(tmp_path, tables=()) as two:
            await staff(one, Role.DEALER, account="dan")
            two.services.lines.add(line)  # type: ignore[arg-type]
            await two.services.desk.refresh()
            assert ended == []
            await one.services.desk.ask(TakeRole("dan", Role.DEALER), HOUSE, "take")
            await two.services.desk.refresh()  # what every process does once a second
            assert ended == [ENDED]

    asyncio.run(whole())


@as_test(run_with, rates=FREE)
async def test_a_lost_factor_is_reset_by_two_people(client: Client, clock: Clock) -> None:
    admin = await staff(client, Role.ADMIN)
    shift = await staff(client, Role.SHIFT)
    dan = await person(client, "dan")
    await staff(client, Role.DEALER, account=await account_of(dan))
    dan, _, _ = await enrol(dan, clock)
    body = {"name": "dan", "why": "lost the phone"}
    number = (await post(admin, "staff/reset-factor", "k1", **body)).data["request"]
    assert (await post(shift, f"staff/requests/{number}/approve", "k2")).status == 200
    assert (await dan.get(f"{API}/me")).code == "session/missing"
    assert not client.services.desk.office.requests
    again = (await post(client, "login", name="dan", password=PASSWORD)).data["token"]
    dan, _, codes = await enrol(replace(client, token=again), clock)
    assert len(set(codes)) == 10


@as_test(run_with, rates=FREE, tables=terms_of(("reference/blackjack",)))
async def test_whoever_works_at_tables_does_not_play_there(client: Client, clock: Clock) -> None:
    del clock
    guest = (await post(client, "guest")).data
    player = replace(client, token=guest["token"])
    (table,) = client.services.hall.tables
    sit = {"seat": 1, "cents": 10_000}
    assert (await post(player, f"tables/{table}/sit", "k1", **sit)).status == 200
    await staff(client, Role.DEALER, account=guest["account"])
    for number, body in enumerate(({"seat": 2, "cents": 10_000}, sit)):
        refused = await post(player, f"tables/{table}/sit", f"k2{number}", **body)
        assert refused.code == "role/plays"
    bet = await post(player, f"tables/{table}/bet", "k3", seat=1, wagers={"main": 2500})
    assert bet.code == "role/plays"
    assert (await post(player, f"tables/{table}/leave", "k4", seat=1)).status == 200
    own = (await post(player, "tables", game="co/free-bet")).data["table"]
    assert (await post(player, f"tables/{own}/sit", "k5", **sit)).status == 200


@as_test(run_with, rates=FREE)
async def test_enabling_somebody_who_is_no_staff_is_refused_and_no_fault(
    client: Client, clock: Clock
) -> None:
    clock.pass_s(1)
    boss = await staff(client, Role.ADMIN)
    name = {"name": "plain-ann", "password": "correct horse"}
    assert (await client.post("/api/1/register", name)).status == 201
    body = {"name": "plain-ann", "why": "by mistake"}
    answer = await boss.post("/api/1/staff/enable", body, ("idempotency-key", "k"))
    assert answer.code == "staff/enabled"


@as_test(run_with, rates=FREE)
async def test_the_last_who_manages_staff_cannot_leave(client: Client, clock: Clock) -> None:
    del clock
    ann = await person(client, "ann")
    ann = await staff(client, Role.ADMIN, account=await account_of(ann))
    leave = {"name": "ann", "role": str(Role.ADMIN), "why": "I go"}
    refused = await post(ann, "staff/roles/take", "a", **leave)
    assert refused.code == "role/last"
    assert (await ann.get(f"{API}/me/staff")).data["roles"] == [str(Role.ADMIN)]
    await staff(client, Role.ADMIN)
    assert (await post(ann, "staff/roles/take", "b", **leave)).status == 200


def test_a_table_that_keeps_its_rules_says_what_a_file_says_otherwise(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The file was changed from $5 to $25: no word of that would be a sign that lies."""
    house = ready_tables()["reference/blackjack"].house

    async def open_with(least: int) -> None:
        limits = {"main": Limits(min=least, max=20_000)}
        terms = make_terms("one", replace(house, limits=limits))
        async with running(tmp_path, tables=(terms,)) as client:
            spot = client.services.hall.tables["one"].state.terms.setup.configured.spots["main"]
            assert spot.min == 500

    with caplog.at_level("WARNING", logger="pitboss"):
        asyncio.run(open_with(500))
        assert "table-keeps-its-rules" not in caplog.messages
        asyncio.run(open_with(2500))
    (said,) = [line for line in caplog.records if line.getMessage() == "table-keeps-its-rules"]
    assert said.__dict__["fields"] == {
        "table": "one",
        "changes": ["limits.main.min: plays 500, the file says 2500"],
    }


@as_test(run_with, rates=FREE)
async def test_a_code_of_any_letters_is_wrong_and_no_mistake_of_the_server(
    client: Client, clock: Clock
) -> None:
    del clock
    made = await post(client, "register", name="Ann-21", password=PASSWORD)
    ann = replace(client, token=made.data["token"])
    assert (await post(ann, "me/factor", password=PASSWORD)).status == 200
    for code in ("é00000", "\u0661\u0662\u0663\u0664\u0665\u0666", "\ud800"):
        body = json.dumps({"code": code}).encode()
        kind = ("content-type", "application/json")
        refused = await ann.send("POST", "/api/1/me/factor/confirm", [kind], [body])
        assert refused.status in {401, 403, 422}, refused.body
