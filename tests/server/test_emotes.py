"""Nicknames of guests and the few things that players say at a table."""

from __future__ import annotations

from typing import Any

from pitboss.server.opening.tables import demo_floor
from tests.server.asgi import Answer, Client, served

FLOOR = demo_floor()[:1]
TABLE = f"/api/1/tables/{FLOOR[0].id}"


async def ask(client: Client, what: str, body: dict[str, Any], key: str) -> Answer:
    """Ask the table for something."""
    return await client.post(f"{TABLE}/{what}", body, ("idempotency-key", key))


async def enter(client: Client) -> None:
    """Come in as a new guest."""
    client.token = ""
    client.token = (await client.post("/api/1/guest")).data["token"]


@served(tables=FLOOR)
async def test_a_nickname_says_that_it_is_a_guests_and_follows_the_rules_of_names(
    client: Client,
) -> None:
    await enter(client)
    sit = {"seat": 1, "cents": 20_000}
    for number, bad in enumerate(("pitboss", "a\u202eb c", "x")):
        refused = await ask(client, "sit", sit | {"nickname": bad}, f"bad {number}")
        assert refused.code == "name/invalid"
    seats = (await ask(client, "sit", sit | {"nickname": "Zoë"}, "sit")).data["seats"]
    assert [seat["name"] for seat in seats] == ["Zoë (guest)"]
    entries = [entry.body async for entry in client.services.store.entries()]
    assert not any("Zoë".encode() in body for body in entries), "the books name nobody"


@served(tables=FLOOR)
async def test_only_the_player_of_a_seat_speaks_from_it_and_not_all_the_time(
    client: Client,
) -> None:
    await enter(client)
    wow = {"seat": 1, "emote": "wow"}
    assert (await ask(client, "emote", wow, "1")).code == "seat/not-yours"
    await ask(client, "sit", {"seat": 1, "cents": 20_000}, "2")
    written = len([entry async for entry in client.services.store.entries()])
    unknown = await ask(client, "emote", wow | {"emote": "free text"}, "3")
    assert unknown.status == 422
    for key in ("4", "5"):
        assert (await ask(client, "emote", wow, key)).status == 200
    refused = await ask(client, "emote", wow, "6")
    assert (refused.status, refused.code) == (429, "rate/exceeded")
    assert len([entry async for entry in client.services.store.entries()]) == written
