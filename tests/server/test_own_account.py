"""What players do with their own accounts: name, recovery codes, their data, the end."""

from __future__ import annotations

import pytest

from pitboss.server.accounts.names import name_key, read_name
from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.errors import ApiError
from tests.server.asgi import Client, served

PASSWORD = "correct horse"  # noqa: S105 - of a test
NEW = "battery staple"


async def register(client: Client, name: str = "Zoë Müller") -> str:
    """Open a named account, and return its id."""
    client.token = ""
    answer = await client.post("/api/1/register", {"name": name, "password": PASSWORD})
    assert answer.status == 201, answer.data
    client.token = answer.data["token"]
    return str(answer.data["account"])


async def log_in(client: Client, name: str, password: str = PASSWORD) -> int:
    """Try to log in, and return the status."""
    client.token = ""
    answer = await client.post("/api/1/login", {"name": name, "password": password})
    client.token = answer.data.get("token", "")
    return answer.status


@pytest.mark.parametrize(
    "name", ["Zoë", "José María", "李小龍", "Анна", "Mary-Ann O'Neil", "bob--"]
)
def test_names_of_any_script_are_kept_as_they_are_written(name: str) -> None:
    assert read_name(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        *("ab", "a" * 25, "a  b c", "🎲🎲🎲", "Ⅷⅷⅷ!", "x\u200dyz", "a\u202eb c", "tab\tname"),
        *("\u0410nn\u0430", "pitboss support", "\uff21\uff24\uff2d\uff29\uff2e", "h o u s e"),
    ],
)
def test_a_name_that_could_be_taken_for_another_is_refused(name: str) -> None:
    """Mixed scripts, signs without width, turned writing, and the words of the house."""
    with pytest.raises(ApiError) as refused:
        read_name(name)
    assert refused.value.code == "name/invalid"


def test_names_that_look_alike_are_one() -> None:
    assert name_key("\u0421\u041e\u0421\u041e") == name_key("coco")
    assert name_key("Zoe\u0308") == name_key("ZOË")
    assert name_key("STRASSE") == name_key("straße")


@served()
async def test_a_name_is_shown_as_written_and_found_however_it_is_typed(client: Client) -> None:
    await register(client)
    assert (await client.get("/api/1/me")).data["name"] == "Zoë Müller"
    assert await log_in(client, " ZOE\u0308 MÜLLER") == 200
    client.token = ""
    again = await client.post("/api/1/register", {"name": "zoë müller", "password": PASSWORD})
    assert (again.status, again.data["code"]) == (409, "account/name-taken")


@served()
async def test_a_name_is_changed_with_the_password_and_the_old_one_is_free(client: Client) -> None:
    account = await register(client, "first name")
    body = {"name": "Second Name", "password": "wrong password"}
    assert (await client.post("/api/1/me/name", body)).data["code"] == "login/refused"
    renamed = await client.post("/api/1/me/name", body | {"password": PASSWORD})
    assert (renamed.status, renamed.data) == (200, {"name": "Second Name"})
    kinds = [e.kind async for e in client.services.store.entries(f"account/{account}")]
    assert "name-changed" in kinds
    bodies = [e.body async for e in client.services.store.entries(f"account/{account}")]
    assert not any(b"Second" in body for body in bodies), "the journal names nobody"
    assert await log_in(client, "first name") == 401
    assert await log_in(client, "second name") == 200
    await register(client, "first name")
    taken = await client.post("/api/1/me/name", {"name": "SECOND NAME", "password": PASSWORD})
    assert taken.data["code"] == "account/name-taken"


@served()
async def test_a_lost_password_is_replaced_with_a_recovery_code_that_works_once(
    client: Client,
) -> None:
    await register(client)
    drawn = await client.post("/api/1/me/recovery", {"password": PASSWORD})
    codes = drawn.data["codes"]
    assert len({*codes}) == 10
    held = client.token
    client.token = ""
    lost = {"name": "zoë müller", "code": codes[0], "password": NEW}
    wrong = await client.post("/api/1/recover", lost | {"code": "aaaa-bbbb-cccc-dddd"})
    unknown = await client.post("/api/1/recover", lost | {"name": "nobody here"})
    assert wrong.data == unknown.data
    assert (await client.post("/api/1/recover", lost)).status < 300
    client.token = held
    assert (await client.get("/api/1/me")).status == 401, "every session ended"
    assert await log_in(client, "zoë müller") == 401
    assert await log_in(client, "zoë müller", NEW) == 200
    client.token = ""
    assert (await client.post("/api/1/recover", lost)).data["code"] == "login/refused"


@served()
async def test_an_export_has_everything_of_the_account_and_of_nobody_else(client: Client) -> None:
    await register(client, "somebody else")
    account = await register(client)
    export = (await client.get("/api/1/me/export")).data
    assert (export["account"], export["name"]) == (account, "Zoë Müller")
    assert export["wallet_cents"] == 100_000
    assert {"opened", "registered"} <= {entry["kind"] for entry in export["entries"]}
    assert "somebody" not in str(export)
    assert "argon2" not in str(export)
    assert export["more"] is False


@served()
async def test_a_deleted_account_cannot_be_entered_and_its_name_is_free(client: Client) -> None:
    account = await register(client)
    drills = {"name": "drills", "at": 1, "content": {"wrong": 21}}
    assert (await client.send_route("PUT", "/api/1/me/progress", drills)).status < 300
    wrong = await client.post("/api/1/me/forget", {"password": "wrong password"})
    assert wrong.data["code"] == "login/refused"
    assert (await client.post("/api/1/me/forget", {"password": PASSWORD})).status < 300
    store = client.services.store
    assert await store.account_credential(account) is None
    assert await store.progress_names(account) == [], "nor what was practised"
    assert await store.balance(f"wallet:{account}") == 10_000_000, "the books are as they were"
    assert await log_in(client, "zoë müller") == 401
    assert await register(client) != account


@served(tables=demo_floor()[:1])
async def test_whoever_has_something_to_settle_is_not_deleted(client: Client) -> None:
    account = await register(client)
    tables = (await client.get("/api/1/tables")).data["tables"]
    table = tables[0]["id"]
    key = ("idempotency-key", "sit down")
    sat = await client.post(f"/api/1/tables/{table}/sit", {"seat": 1, "cents": 20_000}, key)
    assert sat.status < 300, sat.data
    kept = await client.post("/api/1/me/forget", {"password": PASSWORD})
    assert (kept.status, kept.data["code"]) == (409, "account/kept")
    assert await client.services.store.account_credential(account) is not None
