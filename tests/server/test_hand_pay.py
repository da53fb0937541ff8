"""A house for money: nobody plays or is paid without a name, and no play money leaves it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pitboss.office.roles import Role
from pitboss.pit.table import LiveTable
from pitboss.pit.verification import verify_store
from tests.server.asgi import Client, Clock, as_test, run_with, served
from tests.server.player import FREE
from tests.server.test_cases import Person
from tests.server.test_jackpots import win, with_jackpots
from tests.server.test_office import Speaker, code, hire

HIT = "staff/jackpots/mtd/hits/1"
WINNER = {"name": "Ann Player", "document": "licence WA 77", "tax_number": "4321"}


@as_test(with_jackpots, Role.FLOOR, Role.SHIFT)
async def test_a_taxed_hit_is_paid_to_somebody_named_less_what_is_kept_back(
    client: Client, table: LiveTable, people: list[Person]
) -> None:
    player, floor, shift = people
    await win(table, player)
    # The same house, for money from now on.
    services = client.services
    object.__setattr__(services.settings, "play_money_cents", 0)
    refused = await floor.post(f"{HIT}/confirm")
    assert (refused.status, refused.code) == (409, "winner/missing")
    over = await floor.post(f"{HIT}/winner", **WINNER, withheld_cents=10**9)
    assert over.code == "payment/amount", "no more is kept back than was won"
    assert (await player.post(f"{HIT}/winner", **WINNER)).code == "permission/missing"
    assert (await floor.post(f"{HIT}/winner", **WINNER, withheld_cents=120_000)).status == 200
    shown = (await floor.get(HIT)).data
    assert shown["winner"]["name"] == "Ann Player"
    assert shown["hand"], "the hand that won is named"
    assert "dealer" in shown["cards"]
    assert float(shown["before"]) > float(shown["after"]) > 0
    assert (shown["hit"]["seat"], shown["taxed"], shown["keeps_shoe"]) == (1, True, True)
    wallet = await services.store.balance(f"wallet:{player.account}")
    assert (await floor.post(f"{HIT}/confirm")).status == 200
    assert (await floor.post(f"{HIT}/confirm")).status == 200, "signing again is not another person"
    assert await services.store.balance(f"wallet:{player.account}") == wallet
    assert (await shift.post(f"{HIT}/confirm")).status == 200
    assert (await floor.get(HIT)).data["by"] == [floor.account, shift.account], "both are named"
    award = round(float(shown["hit"]["amount"]) * 10_000)
    paid = await services.store.balance(f"wallet:{player.account}") - wallet
    assert paid == award - 12_000_000
    assert await services.store.balance("tax:winners") == 12_000_000
    assert (await verify_store(services.store)).finding is None


def test_a_house_for_money_takes_no_guests(tmp_path: Path) -> None:
    async def steps(client: Client, _: Clock) -> None:
        refused = await client.post("/api/1/guest")
        assert (refused.status, refused.code) == (403, "guest/closed")
        named = {"name": "Ann-of-the-town", "password": "a long enough sentence"}
        made = await client.post("/api/1/register", named)
        assert (made.status, made.data["wallet_cents"]) == (201, 0)

    run_with(tmp_path, steps, play_money_cents=0, guests=False, rates=FREE)


@served(rates=FREE)
async def test_play_money_is_never_paid_out_in_cash(client: Client) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    guest = (await client.post("/api/1/guest")).data
    me = Speaker(replace(client, token=guest["token"]))
    asked = await me.post("/me/withdrawals", {"cents": 50_000, "rail": "cash"})
    assert await code(people["carl"].pay_withdrawal(asked["number"])) == "payment/play-money"
    await people["carl"].deposit(guest["account"], 50_000)
    await people["carl"].pay_withdrawal(asked["number"])
    again = await me.post("/me/withdrawals", {"cents": 1, "rail": "bank"})
    assert await code(people["carl"].pay_withdrawal(again["number"])) == "payment/play-money"
    assert await client.services.store.balance("external:cash") == 0
