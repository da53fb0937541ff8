"""A physical table beside the others: counted money, keyed hands, jackpots by button, same books.

Every figure of the reports is worked out again here, from what the people of the day did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from pitboss.audit.expectations import price_house
from pitboss.client import Staff
from pitboss.engine.record import replay
from pitboss.jackpot.terms import Terms
from pitboss.office.disputes import OpenDispute
from pitboss.office.papers import SlipKind
from pitboss.office.roles import Role
from pitboss.office.slips import STEPS
from pitboss.pit.invariants import Invariants
from pitboss.pit.keeper import PlannedJackpot
from pitboss.pit.verification import verify_store
from pitboss.rulebook.house import parse_house
from pitboss.sitting.settle_hand import FACE_DOWN
from tests.server.asgi import Client, as_test, running
from tests.server.player import FREE, real_clock
from tests.server.staff import account_of, staff
from tests.server.test_office import ROLES, SIGNS, RefusedError, Speaker, code, patient_report

HOUSE = (Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml").read_text()
DOLLAR = 10_000
"""Units of a dollar."""
SEED = 5_000 * DOLLAR
JACKPOT = PlannedJackpot("mtd", "Match The Dealer", Terms(seed=SEED, rate=Fraction(21, 100)))
WAGER_CENTS = 500
FLOAT = {500: 200, 2_500: 40}
"""$2,000."""
NIGHT = {500: 230, 2_500: 34}
"""$2,000 after the players: $1,150 and $850."""
FILL = {500: 40}
DROP = {2_000: 30, 10_000: 4}
"""$1,000 in the box."""
TABLE = "sp-9"
NEW = {"id": TABLE, "name": "Spanish 21, pit two", "text": HOUSE, "reason": "a new table"}


def run_day(folder: Path, steps: Any) -> None:  # noqa: ANN401
    async def whole() -> None:
        async with running(folder, real_clock(), rates=FREE, jackpots=(JACKPOT,)) as client:
            await steps(client)

    asyncio.run(whole())


async def people_of(client: Client) -> dict[str, Staff]:
    roles = {
        **ROLES,
        "fred": Role.FLOOR,
        "shirin": Role.SHIFT,
        "jan": Role.JACKPOTS,
        "dora": Role.DEALER,
    }
    return {name: Staff(Speaker(await staff(client, role))) for name, role in roles.items()}


async def approve(person: Staff, number: int) -> None:
    await person.client.post(f"/staff/requests/{number}/approve")


async def open_physical(people: dict[str, Staff]) -> None:
    """Two people put the table under the office; dealer and floor count its tray."""
    asked = await people["flora"].client.post("/staff/physical", NEW | {"links": "jackpot-1=mtd"})
    assert asked["request"], "one person alone opens no table"
    assert (await people["flora"].client.get("/staff/physical"))["tables"] == []
    await approve(people["fred"], asked["request"])
    speaker: Any = people["dan"].client
    await people["flora"].assign_dealer(TABLE, await account_of(speaker.client))
    await people["dan"].count_tray(TABLE, FLOAT)
    await people["flora"].sign_tray(TABLE, FLOAT)


async def lock(people: dict[str, Staff], *seats: int) -> None:
    body = {"wagers": {"jackpot-1": [*seats]}}
    await people["dan"].client.post(f"/staff/physical/{TABLE}/lock", body)


async def expect_meter(client: Client, units: int) -> None:
    """Wait for the sign of the jackpot; another feeding may be under way for a moment."""
    for _ in range(100):
        shown = (await client.get("/api/1/signs/jackpots/mtd")).data["amount"]
        if shown == f"{units / DOLLAR:.4f}":
            return
        await asyncio.sleep(0.1)
    raise AssertionError(shown)


async def close_and_count(people: dict[str, Staff]) -> None:
    await people["flora"].stop_table(TABLE)
    await people["dan"].count_tray(TABLE, NIGHT)
    await people["flora"].sign_tray(TABLE, NIGHT)
    await people["sam"].take_box(TABLE)
    for name in ("curt", "cora"):
        await people[name].join_count()
    box = (await people["curt"].count())["boxes"][0]["box"]
    await people["curt"].count_box(box, DROP)
    await people["alan"].recount_box(box, DROP)
    for name in ("curt", "cora"):
        await people[name].sign_count()
    await people["alan"].finish_count()


def rows(report: Mapping[str, Any], section: str) -> list[dict[str, Any]]:
    return next(part["rows"] for part in report["sections"] if part["name"] == section)


def cents(amount: object) -> int:
    return round(float(str(amount).replace(",", "").replace("$", "")) * 100)


@as_test(run_day)
async def test_a_day_of_counted_money_and_keyed_events(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    made = await people["flora"].ask_slip(SlipKind.FILL, TABLE, FILL)
    for state, party in STEPS[SlipKind.FILL][1:]:
        await people[SIGNS[party]].sign_slip(SlipKind.FILL, made["number"], state, FILL)
    for seats in ((1, 2, 3), (2, 3), (1,)):
        await lock(people, *seats)
    fed = 6 * WAGER_CENTS * 21 // 100 * 100
    await expect_meter(client, SEED + fed)
    back = {"reason": "a card was exposed"}
    await people["flora"].client.post(f"/staff/physical/{TABLE}/release", back)
    fed -= WAGER_CENTS * 21 // 100 * 100
    tokes = {500: 7}
    await people["dan"].client.post(f"/staff/physical/{TABLE}/tokes", {"chips": {"500": 7}})
    await close_and_count(people)
    report = await patient_report(people["alan"].client, "master-games")
    (row,) = rows(report, "tables")
    assert row["name"] == NEW["name"]
    assert row["game"] == "wa/spanish-21"
    wanted = {"opener": 200_000, "fills": 20_000, "credits": 0, "closer": 200_000, "drop": 100_000}
    assert {name: cents(row[name]) for name in wanted} == wanted
    win = 200_000 - 200_000 + 100_000 - 20_000
    assert cents(row["win"]) == win == 80_000
    assert row["hold"] == pytest.approx(0.8)
    assert cents(row["accrued"]) == fed // 100
    assert cents(row["adjusted_win"]) == win - fed // 100
    assert cents(row["counted"]) == cents(row["difference"]) == 0
    slips = (await people["flora"].slips())["slips"]
    assert {slip["kind"] for slip in slips} == {"fill"}, "a win is no error"
    balances = await client.services.store.balances()
    assert -balances["house:table-play"] == win * 100
    assert balances[f"tips:{TABLE}"] == sum(c * n for c, n in tokes.items()) * 100
    assert balances["house:jackpot-accrual"] == -fed
    count = rows(await patient_report(people["alan"].client, "count"), "boxes")
    assert [cents(line["difference"]) for line in count] == [0], "the journal knows no drop of it"
    await people["ada"].close_day()
    await expect_sound(client)


async def expect_sound(client: Client) -> None:
    """Every entry is derived from its command, and the books balance after each."""
    checker = Invariants()
    entries = [entry async for entry in client.services.store.entries()]
    assert [problem for entry in entries for problem in checker.add(entry)] == []
    found = await verify_store(client.services.store)
    assert found.finding is None, found


@as_test(run_day)
async def test_a_hit_is_locked_by_its_row_and_paid_by_hand_to_somebody_named(
    client: Client,
) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    floor: Any = people["flora"].client
    (table,) = (await floor.get("/staff/physical"))["tables"]
    row = table["rows"]["jackpot-1"][0]
    hit = {"wager": "jackpot-1", "seat": 4, "row": row}
    path = f"/staff/physical/{TABLE}/hits"
    assert await code(floor.post(path, hit)) == "seat/unknown", "that seat made no wager"
    await lock(people, 4)
    assert await code(floor.post(path, hit | {"row": "Two pair"})) == "hit/row"
    assert await code(people["carl"].client.post(path, hit)) == "permission/missing"
    assert (await floor.post(path, hit))["hits"] == ["mtd 1"]
    books = (await client.get("/api/1/jackpots/mtd")).data
    award = float(books["jackpot"]["pending"][0]["amount"])
    who = {"name": "Ann Player", "document": "licence WA 77", "withheld_cents": 100}
    confirm = "/staff/jackpots/mtd/hits/1/confirm"
    assert await code(people["fred"].client.post(confirm)) == "winner/missing"
    await floor.post("/staff/jackpots/mtd/hits/1/winner", who)
    for name in ("fred", "shirin"):
        await people[name].client.post("/staff/jackpots/mtd/hits/1/confirm")
    balances = await client.services.store.balances()
    assert balances["tax:winners"] == DOLLAR
    assert balances["external:cash"] == round(award * DOLLAR) - DOLLAR
    assert balances.get("jackpot:mtd:pending", 0) == 0
    winner = client.services.desk.office.winners["mtd", 1]
    assert (winner.name, winner.withheld_cents) == ("Ann Player", 100)
    await expect_sound(client)


@as_test(run_day)
async def test_a_keyed_hand_locks_its_wagers_is_corrected_and_kept(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    dealer: Any = people["dan"].client
    path = f"/staff/physical/{TABLE}/hand"
    await open_physical(people)
    shown: Any = {}
    for n, line in enumerate(("1 25 jackpot-1 5", "2 35", "deal", "7h", "As", "7c", "7s", "Kd")):
        shown = await dealer.post(path, {"line": line, "n": n})
        again = await dealer.post(path, {"line": line, "n": n})
        assert again["lines"] == shown["lines"], "a second try takes no card twice"
    office = client.services.desk.office
    assert office.physical[TABLE].wagers == {"jackpot-1": (1,)}
    assert await code(dealer.post(path, {"line": "9h", "n": 3})) == "hand/order"
    wrong = await dealer.post(path, {"line": "8c", "at": 6})
    assert wrong["hand"]["dealer"].startswith("8c"), "the reader saw another card"
    missing = await dealer.post(path, {"line": "Qh", "at": 8, "insert": True})
    assert missing["lines"][7:] == ["Qh", FACE_DOWN], "nobody sees a card that is not turned"
    await dealer.post(path, {"line": "", "at": 8})
    assert await code(dealer.post(path, {"line": "zz", "at": 4})) == "record/card-unknown"
    assert (await dealer.get(path))["lines"][3] == "7h", "what does not fit changes nothing"
    for line in ("Jh", "9s 8h", "take", "stand", "stand"):
        shown = await dealer.get(path)
        if shown["hand"]["due"]["kind"] == "over":
            break
        if line == "take" and shown["hand"]["due"]["seat"] != 2:
            continue
        shown = await dealer.post(path, {"line": line})
    assert shown["hand"]["due"]["kind"] == "over", shown["hand"]["due"]
    assert shown["order"] in ([1, 2], [2, 1])
    nets = {str(seat["seat"]): seat["net"] for seat in shown["hand"]["settled"]}
    kept = await dealer.post(f"{path}/confirm")
    assert kept["hand"] == 1
    entries = [e async for e in client.services.store.entries("office")]
    (entry,) = [entry for entry in entries if entry.kind == "hand-settled"]
    record = json.decode(entry.body)["record"]
    assert replay(record).complete_record()["net"] == nets == record["net"]
    assert (await dealer.get(path))["lines"] == []
    await expect_sound(client)


@as_test(run_day)
async def test_bad_tables_are_refused_and_nothing_is_opened(client: Client) -> None:
    people = await people_of(client)
    floor: Any = people["flora"].client
    cases = {
        "table/id": NEW | {"id": "Sp 9"},
        "house/malformed": NEW | {"text": "game = ["},
        "limits/invalid": NEW | {"text": HOUSE.replace('max = "$400"', 'max = "$5,000"')},
        "wager/not-offered": NEW | {"links": "main=mtd"},
        "jackpot/unknown": NEW | {"links": "jackpot-1=none-such"},
    }
    for expected, body in cases.items():
        assert await code(floor.post("/staff/physical", body)) == expected
    with pytest.raises(RefusedError, match="table/unknown"):
        await floor.get(f"/staff/physical/{TABLE}/hand")
    assert client.services.desk.office.physical == {}


@as_test(run_day)
async def test_a_rating_has_the_theoretical_win_by_the_exact_edge(client: Client) -> None:
    """An hour of fifty hands at $40 on average, and one keyed hand, worked out again here."""
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    floor: Any = people["flora"].client
    path = f"/staff/physical/{TABLE}/ratings"
    rating = {"seat": 2, "player": "Ann, card 77", "buy_in_cents": 100_000}
    made = await floor.post(path, rating)
    assert await code(floor.post(path, rating)) == "rating/open"
    assert await code(people["carl"].client.post(path, rating)) == "permission/missing"
    number = made["number"]
    assert await code(floor.post(f"{path}/{number}/close", {"hands": 50})) == "rating/bets"
    for cents_ in (3_000, 5_000):
        await floor.post(f"{path}/{number}/bet", {"cents": cents_})
    dealer: Any = people["dan"].client
    hand = f"/staff/physical/{TABLE}/hand"
    for line in ("2 100 match-up 10", "deal", "Kh 7c 9s Jd 8h 6h", "stand"):
        await dealer.post(hand, {"line": line})
    shown = await dealer.get(hand)
    while shown["hand"]["due"]["kind"] == "card":
        shown = await dealer.post(hand, {"line": "2c"})
    await dealer.post(f"{hand}/confirm")
    await floor.post(f"{path}/{number}/close", {"hands": 51, "out_cents": 60_000})
    prices = price_house(parse_house(HOUSE))
    (main,) = prices.main_prices({"main": 1})
    side = prices.sides["match-up"]
    assert main.edge is not None
    assert side.edge is not None
    theoretical = (
        50 * 4_000 * float(main.edge) + 10_000 * float(main.edge) + 1_000 * float(side.edge)
    )
    report = await patient_report(people["alan"].client, "ratings")
    (row,) = rows(report, "ratings")
    assert (row["player"], row["hands"], cents(row["average"])) == ("Ann, card 77", 51, 4_000)
    assert cents(row["theoretical"]) == pytest.approx(theoretical, abs=1)
    assert cents(row["won"]) == -40_000
    await expect_sound(client)


@as_test(run_day)
async def test_a_settled_hand_is_attached_to_a_dispute_for_the_house(client: Client) -> None:
    people = await people_of(client)
    flora: Any = people["flora"].client
    await client.services.desk.ask(OpenDispute("t", 1, "I was not paid", ()), "ann", "k1")
    lines = ["1 25", "2 35 match-up 5", "deal", "1: 7h 7s", "2: As Kd", "d: 7c Jh", "b: 9s 8h"]
    body = {"game": "wa/spanish-21", "toml": HOUSE, "lines": lines}
    path = "/lab/settle/disputes/1"
    assert await code(flora.post(path, body)) == "round/open"
    whole = body | {"lines": [*lines, "take", "stand"]}
    assert await code(people["carl"].client.post(path, whole)) == "permission/missing"
    assert await code(flora.post("/lab/settle/disputes/9", whole)) == "dispute/unknown"
    await flora.post(path, whole)
    statement = client.services.desk.office.disputes[1].statements[-1]
    assert statement.is_inner, "the player does not read it"
    assert "blackjack pays 3 to 2, wins $52.50  (DP2)" in statement.text
    assert "Keyed: 1 25; 2 35 match-up 5; deal" in statement.text
