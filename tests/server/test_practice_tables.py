"""Practice tables: chips of their own, which are worth nothing anywhere else."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.floor.state import TableState
from pitboss.office.roles import Role
from pitboss.pit.table import LiveTable
from pitboss.server.live.routes import PRACTICE_TABLES_MAX
from tests.server.asgi import Client, Clock, as_test, run_with
from tests.server.player import FREE, Player, play_round
from tests.server.staff import staff

RICH = {
    "options": {"decks": 6, "soft17": "hit"},
    "tables": {"match-up": "2", "jackpot-1": "3c-5"},
    "jackpots": {
        "jackpot-1": {
            "scheme": "house",
            "wager": "$1",
            "prize": {"100%": "9999999999.00", "10%": "999999999.00"},
        }
    },
}
"""A set-up with prizes that its player chose."""


async def practice_table(client: Client) -> LiveTable:
    """Open a practice table of the caller."""
    answer = await client.post("/api/1/tables", {"game": "wa/spanish-21", "house": RICH})
    assert answer.status == 201, answer.body
    return client.services.hall.tables[answer.data["table"]]


async def balances_of_money(client: Client) -> dict[str, int]:
    """Return every account of the books that holds something."""
    return {
        name: units for name, units in (await client.services.store.balances()).items() if units
    }


@as_test(run_with, rates=FREE)
async def test_chips_of_a_practice_table_touch_no_wallet_cage_seed_or_report(
    client: Client, clock: Clock
) -> None:
    """Somebody who chose the prizes plays with more chips than he has money, and wins."""
    del clock
    player = Player(client, seed=3)
    await player.enter()
    before = await balances_of_money(client)
    client.token = player.token
    table = await practice_table(client)
    for seat in range(1, 8):
        assert await player.ask(table, "sit", seat=seat, cents=1_000_000_000) == 200
    for _ in range(5):
        await play_round(table, [player])
    state: TableState = table.state
    chips = sum(sitting.stack for sitting in state.seats.values())
    assert chips != 7_000_000_000
    me = (await player.get("me")).data
    assert me["wallet_cents"] == 100_000
    for seat in range(1, 8):
        assert await player.ask(table, "leave", seat=seat) == 200
    assert (await player.get("me")).data["wallet_cents"] == 100_000
    assert await balances_of_money(client) == before, "no account of the books has moved"
    assert (await player.get("me/rounds")).data["rounds"] == []
    accountant = await staff(client, Role.ACCOUNTING)
    for report in ("master-games", "trial-balance", "player-funds", "jackpots"):
        answer = await accountant.get(f"/api/1/reports/{report}.json?to=2100-01-01")
        while answer.status == 202:
            answer = await accountant.get(f"/api/1/reports/{report}.json?to=2100-01-01")
        assert state.id not in answer.body.decode(), report


@as_test(run_with)
async def test_requests_at_once_open_no_more_practice_tables_than_one_by_one(
    client: Client, clock: Clock
) -> None:
    del clock
    client.token = (await client.post("/api/1/guest")).data["token"]
    body = {"game": "co/free-bet"}
    answers = await asyncio.gather(*(client.post("/api/1/tables", body) for _ in range(12)))
    assert sorted(answer.status for answer in answers)[:PRACTICE_TABLES_MAX] == [201] * 4
    refused = [answer.code for answer in answers if answer.status != 201]
    assert refused == ["table/too-many"] * 8


@as_test(run_with)
async def test_a_process_has_room_for_so_many_practice_tables(client: Client, clock: Clock) -> None:
    """Accounts are free, so a limit of each account alone would be none."""
    del clock
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.server.live.routes.PRACTICE_TABLES_HERE", 2)
        codes = []
        for _ in range(3):
            client.token = (await client.post("/api/1/guest")).data["token"]
            answer = await client.post("/api/1/tables", {"game": "co/free-bet"})
            codes.append(answer.code if answer.status >= 400 else "")
    assert codes == ["", "", "table/too-many"]


@as_test(run_with)
async def test_a_practice_table_keeps_to_the_law(client: Client, clock: Clock) -> None:
    client.token = (await client.post("/api/1/guest")).data["token"]
    del clock
    limits = {"main": {"min": "$5", "max": "$500"}}
    house = {"options": {"decks": 6, "soft17": "hit"}, "limits": limits}
    refused = await client.post("/api/1/tables", {"game": "wa/spanish-21", "house": house})
    assert refused.status == 422
    assert b"profile/exceeded" in refused.body
