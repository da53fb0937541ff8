"""A gambling day over HTTP, from the opening to the close, with the client that staff use."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.client import Staff
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.office.core import HOUSE
from pitboss.office.inventory import StopTable
from pitboss.office.papers import OfficeTerms, SlipKind, chips_of_cents
from pitboss.office.people import TakeRole
from pitboss.office.roles import Role
from pitboss.office.slips import STEPS
from pitboss.pit.facts import make_completer
from pitboss.pit.invariants import Invariants
from pitboss.rulebook.problems import RulesError
from pitboss.server.opening.floor_file import read_floor
from tests.server.asgi import Client, Clock, as_test, run_async, running, served
from tests.server.player import FREE, Player, real_clock, terms_of
from tests.server.staff import account_of, staff

GAME = "reference/blackjack"
TABLE = "g0"
FLOAT = {2500: 40, 500: 200}
"""$2,000."""
SIGNS = {"floor": "flora", "cashier": "carl", "security": "sam", "dealer": "dan"}
ROLES = {
    "flora": Role.FLOOR,
    "dan": Role.DEALER,
    "carl": Role.CAGE,
    "cleo": Role.CAGE,
    "sam": Role.SECURITY,
    "curt": Role.COUNT,
    "cora": Role.COUNT,
    "ada": Role.ACCOUNTING,
    "alan": Role.ACCOUNTING,
    "otto": Role.AUDITOR,
}


class RefusedError(Exception):
    """A request that the server refused."""


class Speaker:
    """Sends what `Staff` asks for to an application in the same process."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.keys = 0

    async def get(self, path: str) -> Any:  # noqa: ANN401 - JSON
        return self._read(await self.client.get(f"/api/1{path}"))

    async def post(self, path: str, body: Mapping[str, Any] | None = None, key: str = "") -> Any:  # noqa: ANN401
        self.keys += 1
        name = ("idempotency-key", key or f"k{self.keys}")
        return self._read(await self.client.post(f"/api/1{path}", body or {}, name))

    def _read(self, answer: Any) -> Any:  # noqa: ANN401
        if answer.status >= 400:
            raise RefusedError(answer.code)
        return answer.data


async def hire(client: Client) -> dict[str, Staff]:
    people = {name: await staff(client, role) for name, role in ROLES.items()}
    staffed = {name: Staff(Speaker(person)) for name, person in people.items()}
    if TABLE in client.services.hall.tables:
        await staffed["flora"].assign_dealer(TABLE, await account_of(people["dan"]))
    return staffed


async def code(answer: Any) -> str:  # noqa: ANN401 - what a client sends
    with pytest.raises(RefusedError) as refused:
        await answer
    return str(refused.value)


async def open_table(people: dict[str, Staff], chips: Mapping[int, int]) -> None:
    await people["dan"].count_tray(TABLE, chips)
    await people["flora"].sign_tray(TABLE, chips)


async def tray(client: Client) -> dict[int, int]:
    """Return the chips that lie in the tray, as whoever looks into it counts them."""
    cents = await client.services.store.balance(f"tray:{TABLE}") // UNITS_PER_CENT
    return chips_of_cents(cents, OfficeTerms().denominations)


async def slip(people: dict[str, Staff], kind: SlipKind, chips: Mapping[int, int]) -> int:
    made = await people["flora"].ask_slip(kind, TABLE, chips)
    for state, party in STEPS[kind][1:]:
        await people[SIGNS[party]].sign_slip(kind, made["number"], state, chips)
    return int(made["number"])


async def play(client: Client, player: Player) -> None:
    table = client.services.hall.tables[TABLE]
    await player.bet(table)
    while table.state.round is not None:
        await player.decide(table)


def run_with_real_clock(folder: Path, steps: Any) -> None:  # noqa: ANN401
    async def whole() -> None:
        async with running(folder, real_clock(), tables=terms_of((GAME,)), rates=FREE) as client:
            await steps(client)

    asyncio.run(whole())


@as_test(run_with_real_clock)
async def test_a_gambling_day_over_http(client: Client) -> None:
    people = await hire(client)
    player = Player(client, 1)
    await player.enter()
    await people["ada"].open_day()
    assert await code(people["dan"].count_tray(TABLE, FLOAT)) == "table/not-stopped"
    await people["flora"].stop_table(TABLE)
    live = client.services.hall.tables[TABLE]
    assert live.state.closed
    assert await player.ask(live, "sit", seat=1, cents=50_000) == 409
    await open_table(people, FLOAT)
    assert not live.state.closed
    assert await player.ask(live, "sit", seat=1, cents=50_000) == 200
    for _round in range(5):
        await play(client, player)
    number = await slip(people, SlipKind.FILL, {500: 20})
    assert number == 1
    await slip(people, SlipKind.CREDIT, {500: 10})
    await people["flora"].stop_table(TABLE)
    assert await player.ask(live, "bet", seat=1, wagers={"main": 1000}) == 409
    assert await player.ask(live, "leave", seat=1) == 200
    for name in ("dan", "flora"):
        seen = (await people[name].tables())["tables"][0]
        assert (seen["state"], seen["tray_cents"]) == ("stopped", None), "the count is blind"
    await open_table(people, await tray(client))
    assert (await people["dan"].tables())["tables"][0]["tray_cents"] > 0
    assert "the drop box" in (await people["ada"].day())["to_do"][0]
    assert await code(people["ada"].close_day()) == "day/not-ready"
    await people["sam"].take_box(TABLE)
    await expect_blind(people)
    await count(people)
    await expect_open(people)
    position = await people["carl"].cage()
    assert position["chips_cents"] < 0
    assert sum(position["player_funds_cents"].values()) > 0
    await people["ada"].close_day()
    assert (await people["ada"].day())["day"] is None
    checker = Invariants()
    entries = [entry async for entry in client.services.store.entries()]
    assert [problem for entry in entries for problem in checker.add(entry)] == []
    assert "table-closed" in {entry.kind for entry in entries}


DROP_REPORTS = ("master-games", "count", "table-hourly", "trial-balance", "significant-events")


async def expect_blind(people: dict[str, Staff]) -> None:
    """Nobody who counts, verifies or works in the cage reads the drop anywhere."""
    for name in ("ada", "alan"):
        person = people[name].client
        for report in DROP_REPORTS:
            assert await code(person.get(f"/reports/{report}.json")) == "count/blind", report
        entries = (await person.get("/audit/entries?limit=500"))["entries"]
        withheld = [entry for entry in entries if "withheld" in (entry["body"] or {})]
        assert withheld
        assert not any(shows_drop(entry["postings"]) for entry in entries)
    for name in ("ada", "carl"):
        shown = {"working": True}
        while "working" in shown:  # a busy machine takes its time
            shown = await people[name].client.get("/reports/cage.json")
        assert "tray:" in str(shown)
        assert "drop:" not in str(shown)
        assert "box:" not in str(shown)


async def patient_report(person: Any, name: str) -> Any:  # noqa: ANN401 - JSON
    """Ask for a report until it is there: a busy machine takes its time."""
    shown: Any = {"working": True}
    while "working" in shown:
        shown = await person.get(f"/reports/{name}.json")
    return shown


async def expect_open(people: dict[str, Staff]) -> None:
    """After the count, all of it is there."""
    person = people["alan"].client
    assert "drop:" in str(await person.get("/reports/trial-balance.json"))
    shown = await patient_report(person, "count")
    differences, boxes, notes = (section["rows"] for section in shown["sections"])
    short = [{key: row[key] for key in ("box", "table", "counted", "book", "difference")}
             for row in boxes]  # fmt: skip
    found = {"counted": "400.00", "book": "500.00", "difference": "-100.00"}
    assert short == [{"box": 1, "table": TABLE} | found]
    assert differences == boxes
    assert sum(float(note["amount"]) for note in notes) == 400
    games = await patient_report(person, "master-games")
    (table,) = games["sections"][1]["rows"]
    assert (table["drop"], table["counted"], table["difference"]) == ("400.00", "-100.00", "0.00")
    entries = (await person.get("/audit/entries?limit=500"))["entries"]
    assert any(shows_drop(entry["postings"]) for entry in entries)


def shows_drop(postings: list[list[Any]]) -> bool:
    return any(account.startswith(("drop:", "box:")) for account, _ in postings)


async def count(people: dict[str, Staff]) -> None:
    """Count the one box of the day, which lacks $100: the recount is blind, the cage sees none."""
    notes = chips_of_cents(40_000, OfficeTerms().denominations)
    await people["curt"].join_count()
    await people["cora"].join_count()
    await people["curt"].count_box(1, notes)
    seen = (await people["alan"].count())["boxes"][0]
    assert (seen["counted"], seen["journal_cents"], seen["due"]) == ([], None, "recount")
    await expect_blind(people)
    (figure,) = (await people["alan"].client.get("/audit/entries?kind=box-counted"))["entries"]
    assert [*figure["body"]] == ["withheld"], "the team's figure is in the journal too"
    assert await code(people["carl"].count()) == "permission/missing"
    await people["alan"].recount_box(1, notes)
    await people["curt"].sign_count()
    await people["cora"].sign_count()
    await people["alan"].finish_count()
    assert (await people["otto"].count())["boxes"][0]["journal_cents"] == 50_000
    assert await code(people["carl"].count()) == "permission/missing"


@served(rates=FREE)
async def test_the_cage_over_http(client: Client) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    guest = (await client.post("/api/1/guest")).data
    account = guest["account"]
    made = await people["carl"].deposit(account, 5_000)
    assert made == {"kind": "payment-made", "number": 1}
    assert await code(people["carl"].deposit("nobody", 5)) == "account/unknown"
    assert await code(people["dan"].deposit(account, 5)) == "permission/missing"
    large = await people["carl"].deposit(account, 2_000_000, key="large")
    assert large == await people["carl"].deposit(account, 2_000_000, key="large")
    await people["cleo"].approve(large["request"])
    client.token = guest["token"]
    me = Speaker(client)
    assert (await me.get("/me"))["wallet_cents"] == 100_000 + 5_000 + 2_000_000
    answer = await me.post("/me/withdrawals", {"cents": 7_000, "rail": "bank"})
    assert (await me.get("/me"))["wallet_cents"] == 100_000 + 5_000 + 2_000_000 - 7_000
    listed = (await me.get("/me/withdrawals"))["withdrawals"]
    assert [withdrawal["number"] for withdrawal in listed] == [answer["number"]]
    assert await code(me.post("/me/withdrawals", {"cents": 10**9})) == "account/short"
    await people["carl"].pay_withdrawal(answer["number"])
    second = await me.post("/me/withdrawals", {"cents": 100})
    path = f"/me/withdrawals/{second['number']}/take-back"
    stranger = Speaker(await staff(client))
    assert await code(stranger.post(path, {"reason": "x"})) == "payment/unknown"
    await me.post(path, {"reason": "changed my mind"})
    lines = (await me.get("/me/statement"))["lines"]
    kinds = [line["kind"] for line in lines if line["kind"] != "round"]
    assert kinds[:3] == ["withdrawal-refused", "withdrawal-asked", "withdrawal"]
    assert kinds.count("deposit") == 2
    assert await code(me.post("/staff/cage/deposit", {"unknown": 1})) == "permission/missing"
    wrong = people["carl"].client.post("/staff/cage/deposit", {"unknown": 1})
    assert await code(wrong) == "body/invalid"


@served(rates=FREE)
async def test_parts_and_the_cashier_alone_pay_no_large_sum(client: Client) -> None:
    """Forty parts are one large payment, and nobody but the player asks for the player's money."""
    people = await hire(client)
    await people["ada"].open_day()
    guest = (await client.post("/api/1/guest")).data
    given = await people["carl"].deposit(guest["account"], 10_000_000)
    await people["cleo"].approve(given["request"])
    cashier = people["carl"].client
    body = {"account": guest["account"], "cents": 250_000, "rail": "cash"}
    assert await code(cashier.post("/staff/cage/withdrawals", body)) == "request/not-found"
    me = Speaker(replace(client, token=guest["token"]))
    paid = 0
    for _part in range(40):
        asked = await me.post("/me/withdrawals", {"cents": 250_000, "rail": "cash"})
        answer = await people["carl"].pay_withdrawal(asked["number"])
        if answer["kind"] == "requested":
            break
        paid += 250_000
    assert paid < OfficeTerms().large_cents
    assert await client.services.store.balance("external:cash") < 0


@served(rates=FREE)
async def test_withdrawals_of_one_account_are_few_and_the_cage_lists_them_in_pages(
    client: Client,
) -> None:
    people = await hire(client)
    for _guest in range(6):
        me = Speaker(replace(client, token=(await client.post("/api/1/guest")).data["token"]))
        for _ in range(10):
            await me.post("/me/withdrawals", {"cents": 1})
        assert await code(me.post("/me/withdrawals", {"cents": 1})) == "payment/too-many"
    first = await people["carl"].cage()
    assert (len(first["withdrawals"]), first["waiting"]) == (50, 60)
    cashier = people["carl"].client
    rest = await cashier.get(f"/staff/cage?after={first['next']}")
    assert (len(rest["withdrawals"]), rest["next"]) == (10, None)
    numbers = [paper["number"] for page in (first, rest) for paper in page["withdrawals"]]
    assert numbers == sorted(set(numbers))
    assert await code(cashier.get("/staff/cage?limit=1000")) == "query/invalid"


@served(rates=FREE)
async def test_a_role_that_is_taken_signs_nothing_more(client: Client) -> None:
    people = await hire(client)
    speaker = people["ada"].client
    assert isinstance(speaker, Speaker)
    account = await account_of(speaker.client)
    await client.services.desk.ask(TakeRole(account, Role.ACCOUNTING), HOUSE, "taken")
    assert await code(people["ada"].open_day()) in {"permission/missing", "session/missing"}
    await people["alan"].open_day()


@run_async
async def test_a_table_is_told_after_a_crash_between_the_offices_entry_and_its_own(
    tmp_path: Path,
) -> None:
    """The office writes, the server ends before the table is told, and the next one tells it."""
    clock = real_clock()
    tables = terms_of((GAME,))
    async with running(tmp_path, clock, tables=tables, rates=FREE) as client:
        services = client.services
        flora = await account_of(await staff(client, Role.FLOOR))
        await services.desk.ask(StopTable(TABLE), flora, "k", make_completer(services.store))
        assert not services.hall.tables[TABLE].state.closed
    for _ in range(2):
        async with running(tmp_path, clock, tables=tables, rates=FREE) as client:
            assert client.services.hall.tables[TABLE].state.closed
            stream = client.services.store.entries(f"table/{TABLE}")
            kinds = [entry.kind async for entry in stream]
            assert kinds.count("play-closed") == 1


@as_test(run_with_real_clock)
async def test_a_players_own_limit_holds_at_the_cage(client: Client) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    guest = (await client.post("/api/1/guest")).data
    client.token = guest["token"]
    limits = await client.send_route("PUT", "/api/1/me/limits", {"deposit_cents": 6_000})
    assert limits.status == 200
    made = await people["carl"].deposit(guest["account"], 5_000, key="k")
    assert await code(people["carl"].deposit(guest["account"], 5_000)) == "limit/deposit"
    assert await people["carl"].deposit(guest["account"], 5_000, key="k") == made
    await people["carl"].deposit(guest["account"], 1_000)
    client.token = guest["token"]
    answer = (await client.get("/api/1/me/limits")).data
    assert (answer["deposit_cents"], answer["deposited_cents"]) == (6_000, 6_000)
    key = ("idempotency-key", "out")
    excluded = await client.post("/api/1/me/exclusion", {"days": 1}, key)
    assert excluded.status == 200
    assert await code(people["carl"].deposit(guest["account"], 1)) == "account/excluded"


@as_test(run_with_real_clock)
async def test_deposits_at_once_keep_to_a_players_own_limit(client: Client) -> None:
    people = await hire(client)
    await people["ada"].open_day()
    guest = (await client.post("/api/1/guest")).data
    player = replace(client, token=guest["token"])
    await player.send_route("PUT", "/api/1/me/limits", {"deposit_cents": 1_000})
    deposits = (people["carl"].deposit(guest["account"], 1_000) for _ in range(9))
    answers = await asyncio.gather(*deposits, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, RefusedError)]
    assert [str(error) for error in refused] == ["limit/deposit"] * 8
    assert (await player.get("/api/1/me/limits")).data["deposited_cents"] == 1_000


@as_test(run_with_real_clock)
async def test_an_approved_deposit_keeps_to_a_players_own_limit(client: Client) -> None:
    """Two large deposits are asked for while each alone is within the limit."""
    people = await hire(client)
    await people["ada"].open_day()
    guest = (await client.post("/api/1/guest")).data
    player = replace(client, token=guest["token"])
    await player.send_route("PUT", "/api/1/me/limits", {"deposit_cents": 2_000_000})
    asked = [(await people["carl"].deposit(guest["account"], 2_000_000))["request"] for _ in "12"]
    await people["cleo"].approve(asked[0])
    assert await code(people["cleo"].approve(asked[1])) == "limit/deposit"
    assert (await player.get("/api/1/me/limits")).data["deposited_cents"] == 2_000_000


def test_a_floor_file_sets_the_terms_of_the_office(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    table = '[[tables]]\nid = "one"\ngame = "reference/blackjack"\n'
    file.write_text(f'{table}[office]\nday_starts = "04:30"\nlarge_from = "500.00"\n')
    terms = read_floor(file).office
    assert terms == OfficeTerms(day_starts_minute=270, large_cents=50_000)

    async def whole() -> None:
        for _ in range(2):
            async with running(tmp_path, Clock(), office=terms) as client:
                assert client.services.desk.office.terms == terms
                assert (await client.services.store.head("office")).version == 1

    asyncio.run(whole())
    wrong = (
        'day_starts = "25:00"\nlarge_from = "lots"\nnotice_hours = 0\nking = 1\ndenominations = []'
    )
    file.write_text(f"{table}[office]\n{wrong}\n")
    with pytest.raises(RulesError) as refused:
        read_floor(file)
    assert sorted(problem.key for problem in refused.value.problems) == [
        "office.day_starts",
        "office.denominations",
        "office.king",
        "office.large_from",
        "office.notice_hours",
    ]


@run_async
async def test_a_house_may_run_every_table_from_the_start(tmp_path: Path) -> None:
    clock = real_clock()
    terms = OfficeTerms(runs_tables=True)
    async with running(
        tmp_path, clock, tables=terms_of((GAME,)), rates=FREE, office=terms
    ) as client:
        people = await hire(client)
        assert (await client.get("/api/1/tables")).data["tables"][0]["closed"]
        await people["ada"].open_day()
        await open_table(people, FLOAT)
        assert "closed" not in (await client.get("/api/1/tables")).data["tables"][0]
        client.token = (await client.post("/api/1/guest")).data["token"]
        practice = await client.post("/api/1/tables", {"game": GAME})
        assert practice.data["closed"] is False
