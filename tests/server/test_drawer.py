"""The cash drawer over HTTP, as a cashier who wants to hide a shortage would try it."""

from __future__ import annotations

from pitboss.pit.verification import verify_store
from tests.server.asgi import Client, served
from tests.server.player import FREE
from tests.server.staff import account_of
from tests.server.test_office import Speaker, code, hire, patient_report
from tests.server.test_physical import cents, rows

FLOAT = {"10000": 40, "2000": 50}
"""$5,000."""
COUNT = "/staff/cage/drawer/count"
TAKE = "/staff/cage/drawer/take"
CHIPS = "/staff/cage/chips"


@served(rates=FREE)
async def test_a_cashier_balances_hands_over_and_cannot_hide_a_shortage(client: Client) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    carl = people["carl"].client
    cleo = people["cleo"].client
    assert (await people["carl"].cage())["drawer"] is None
    await carl.post(COUNT, {"chips": FLOAT})
    assert await code(carl.post(TAKE, {"chips": FLOAT})) == "signature/same-person"
    for other in ("dan", "flora", "curt", "alan"):
        body = {"chips": FLOAT}
        assert await code(people[other].client.post(COUNT, body)) == "permission/missing"
        assert await code(people[other].client.post(TAKE, body)) == "permission/missing"
    await cleo.post(TAKE, {"chips": FLOAT})
    drawer = (await people["cleo"].cage())["drawer"]
    assert isinstance(cleo, Speaker)
    assert (drawer["shift"], drawer["expected_cents"]) == (1, 500_000)
    assert drawer["cashier"] == await account_of(cleo.client)

    guest = (await client.post("/api/1/guest")).data["account"]
    await people["carl"].deposit(guest, 200_000)
    await people["carl"].deposit(guest, 30_000, rail="card")
    await carl.post("/staff/cage/chips", {"chips": {"2500": 4}})
    drawer = (await people["carl"].cage())["drawer"]
    assert drawer["expected_cents"] == 500_000 + 200_000 - 10_000

    # A twenty is missing. The next person counts for himself, and the difference stays.
    short = {"10000": 59, "2000": 49, "500": 0}
    await cleo.post(COUNT, {"chips": short})
    assert await code(carl.post(TAKE, {"chips": {"10000": 59, "2000": 50}})) == "count/differs"
    assert await code(carl.post(COUNT, {"chips": FLOAT})) == "count/there"
    await carl.post(TAKE, {"chips": short})
    drawer = (await people["carl"].cage())["drawer"]
    assert (drawer["shift"], drawer["expected_cents"]) == (2, 688_000)
    (shift,) = [
        row
        for row in rows(await patient_report(people["alan"].client, "cage"), "drawer")
        if row["shift"] == 2
    ]
    assert (cents(shift["expected"]), cents(shift["counted"])) == (690_000, 688_000)
    assert cents(shift["difference"]) == -2_000
    assert (await verify_store(client.services.store)).finding is None


@served(rates=FREE)
async def test_chips_in_parts_are_bought_back_by_two_people_from_a_large_sum_on(
    client: Client,
) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    carl = people["carl"].client
    cleo = people["cleo"].client
    part = {"chips": {"10000": 90}}
    assert (await carl.post(CHIPS, part))["kind"] == "chips-redeemed"
    asked = await carl.post(CHIPS, part)
    assert asked["kind"] == "requested", "$18,000 in two parts"
    assert (await cleo.post(CHIPS, part))["kind"] == "chips-redeemed", "another's own sum"
    store = client.services.store
    assert await store.balance("cage:chips") == 2 * 9_000 * 10_000
    approve = f"/staff/requests/{asked['request']}/approve"
    assert await code(carl.post(approve)) == "request/own"
    await cleo.post(approve)
    assert await store.balance("cage:chips") == 3 * 9_000 * 10_000
    assert (await carl.post(CHIPS, {"chips": {"100": 1}}))["kind"] == "requested"
    assert (await verify_store(store)).finding is None
