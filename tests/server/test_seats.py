"""One guest cannot fill the floor: seats at a table and at all tables have a limit."""

from __future__ import annotations

import asyncio
from itertools import product

from pitboss.server.live.commands import SEATS_MAX
from tests.server.asgi import Client, served
from tests.server.player import FREE, terms_of

TABLES = tuple(f"g{number}" for number in range(3))
SEATS = range(1, 8)


async def sit(client: Client, table: str, seat: int, cents: int = 1_000) -> str:
    """Sit down; return the code of the refusal."""
    key = ("idempotency-key", f"{table}/{seat}")
    answer = await client.post(f"/api/1/tables/{table}/sit", {"seat": seat, "cents": cents}, key)
    return "" if answer.status == 200 else answer.code


@served(tables=terms_of(("reference/blackjack",) * 3), rates=FREE)
async def test_a_guest_has_at_most_so_many_seats(client: Client) -> None:
    client.token = (await client.post("/api/1/guest")).data["token"]
    places = [*product(TABLES, SEATS)]
    codes = await asyncio.gather(*(sit(client, *place) for place in places))
    assert codes.count("") == SEATS_MAX
    assert set(codes) == {"", "seat/too-many"}
    taken = [place for place, code in zip(places, codes, strict=True) if not code]
    assert await sit(client, *taken[-1]) == "", "a repeated command has its first answer"
    key = ("idempotency-key", "leave")
    table, seat = taken[0]
    assert (await client.post(f"/api/1/tables/{table}/leave", {"seat": seat}, key)).status == 200
    free = next(place for place in places if place not in taken)
    assert await sit(client, *free) == "", "a seat that was given up counts no more"
    client.token = (await client.post("/api/1/guest")).data["token"]
    assert await sit(client, table, seat) == "", "and others find room"
