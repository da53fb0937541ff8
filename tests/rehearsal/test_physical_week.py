"""A week of a house with a physical table and one of the server, across a change to summer time.

Every figure of the reports is worked out again from what the people of the week did, with the
arithmetic of an accountant: it shares no code with the reports.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pitboss.audit.catalogue import REPORTS
from pitboss.audit.expectations import price_house
from pitboss.client import Staff
from pitboss.jackpot.terms import Terms
from pitboss.office.papers import OfficeTerms, SlipKind, chips_of_cents
from pitboss.office.roles import Role
from pitboss.office.slips import STEPS
from pitboss.pit.keeper import PlannedJackpot
from pitboss.pit.verification import verify_store
from pitboss.rulebook.house import parse_house
from tests.rehearsal.week_recomputed import WeekKept, expect_every_report, expect_statement
from tests.server.asgi import Client, Clock, run_with
from tests.server.player import FREE, Player, terms_of
from tests.server.staff import account_of, staff
from tests.server.test_office import SIGNS, Speaker
from tests.server.test_physical import HOUSE, approve, cents, people_of, rows

ZONE = "America/Los_Angeles"
FIRST = datetime(2027, 3, 11, 10, 0, tzinfo=ZoneInfo(ZONE))
"""A Thursday; on Sunday the 14th the clocks go forward."""
DAYS = 7
ELSEWHERE = {"statement", "components"}
"""Reports of one player, which are read one by one, and of files, which move no money."""
DOLLAR = 10_000
HIT_DAY = 5
WITHHELD = 24_000
PHYSICAL = "sp-9"
VIRTUAL = "g0"
GAME = "reference/blackjack"
FLOAT = {500: 200, 2_500: 40}
TERMS = OfficeTerms(time_zone=ZONE, day_starts_minute=8 * 60)
JACKPOT = PlannedJackpot(
    "mtd", "Match The Dealer", Terms(seed=5_000 * DOLLAR, rate=Fraction(21, 100))
)


class Week:
    """What the people of the house did, kept by hand."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self.client = client
        self.clock = clock
        self.chance = random.Random("a week")
        self.opener = 200_000
        """Cents of the physical tray."""
        self.rows: list[dict[str, int | str]] = []
        self.theoretical = 0.0
        self.fed = 0
        self.found = 0
        """Cents that the count of the server's table found less."""
        self.slips: list[tuple[str, int]] = []
        self.award = 0
        """Units of the hit of the last day but one."""
        self.players: list[str] = []

    def go_to(self, day: int, hour: int) -> None:
        """Set the clock to an hour on the wall of the house."""
        wall = FIRST.replace(hour=hour) + timedelta(days=day)  # the hour of the wall, as people say
        self.clock.now = int(wall.timestamp() * 1_000_000)

    async def work(self, day: int) -> None:
        """Work a gambling day from its opening to its close."""
        self.go_to(day, 10)
        people = await people_of(self.client)
        await people["ada"].open_day()
        await self._open(people, day)
        player = Player(self.client, 100 + day)
        await player.enter()
        self.players.append(player.account)
        await slip(people, VIRTUAL, {500: 100})  # players leave with chips, day after day
        self.slips.append((VIRTUAL, 50_000))
        await self._play(player)
        filled = self.chance.choice((0, 10, 40))
        if filled:
            await slip(people, PHYSICAL, {500: filled})
            self.slips.append((PHYSICAL, 500 * filled))
        self.go_to(day, 14)
        fed = 0
        for _ in range(self.chance.randint(2, 6)):
            seats = sorted(self.chance.sample(range(1, 8), self.chance.randint(1, 5)))
            body = {"wagers": {"jackpot-1": seats}}
            await people["dan"].client.post(f"/staff/physical/{PHYSICAL}/lock", body)
            fed += len(seats) * 500 * 21
        if day == HIT_DAY:
            await self._hit(people)
            fed += 500 * 21
        await self._rate(people, day)
        self.go_to(day, 20)
        await self._close(people, day, filled * 500, fed)
        await people["ada"].close_day()

    async def _open(self, people: Mapping[str, Staff], day: int) -> None:
        if not day:
            body = {"id": PHYSICAL, "name": "Pit two", "text": HOUSE, "reason": "new"}
            asked = await people["flora"].client.post(
                "/staff/physical", body | {"links": "jackpot-1=mtd"}
            )
            await approve(people["fred"], asked["request"])
            await people["flora"].stop_table(VIRTUAL)
        for table in (PHYSICAL, VIRTUAL):
            dealer: Any = people["dan" if table == PHYSICAL else "dora"].client
            await people["flora"].assign_dealer(table, await account_of(dealer.client))
            chips = self._tray(table) if day else FLOAT
            await count_tray(people, table, chips)

    async def _hit(self, people: Mapping[str, Staff]) -> None:
        """Lock a wager at seat 4 and let it win the whole meter; it is paid by hand."""
        path = f"/staff/physical/{PHYSICAL}"
        dealer = people["dan"]
        people = await people_of(self.client)  # who gave the second factor just now
        floor = people["flora"].client
        await dealer.client.post(f"{path}/lock", {"wagers": {"jackpot-1": [4]}})
        (table,) = (await floor.get("/staff/physical"))["tables"]
        row = table["rows"]["jackpot-1"][0]
        made = await floor.post(f"{path}/hits", {"wager": "jackpot-1", "seat": 4, "row": row})
        assert made["hits"] == ["mtd 1"]
        (pending,) = (await self.client.get("/api/1/jackpots/mtd")).data["jackpot"]["pending"]
        self.award = round(float(pending["amount"]) * DOLLAR)
        who = {"name": "Ann Player", "document": "licence 77", "withheld_cents": WITHHELD}
        await floor.post("/staff/jackpots/mtd/hits/1/winner", who)
        for name in ("fred", "shirin"):
            await people[name].client.post("/staff/jackpots/mtd/hits/1/confirm")

    def _tray(self, table: str) -> dict[int, int]:
        tray = self.client.services.desk.office.trays[table]
        assert tray.opener is not None
        return dict(tray.opener)

    async def _play(self, player: Player) -> None:
        table = self.client.services.hall.tables[VIRTUAL]
        assert await player.ask(table, "sit", seat=1, cents=40_000) == 200
        for _ in range(3):
            await player.bet(table)
            while table.state.round is not None:
                await player.decide(table)
        assert await player.ask(table, "leave", seat=1) == 200

    async def _rate(self, people: Mapping[str, Staff], day: int) -> None:
        path = f"/staff/physical/{PHYSICAL}/ratings"
        floor = people["flora"].client
        made = await floor.post(path, {"seat": 3, "player": "Ann", "buy_in_cents": 50_000})
        bets = [500 * self.chance.randint(1, 40) for _ in range(3)]
        for bet in bets:
            await floor.post(f"{path}/{made['number']}/bet", {"cents": bet})
        self.go_to(day, 16)
        hands = self.chance.randint(20, 90)
        await floor.post(f"{path}/{made['number']}/close", {"hands": hands, "out_cents": 40_000})
        (main,) = price_house(parse_house(HOUSE)).main_prices({"main": 1})
        assert main.edge is not None
        self.theoretical += hands * sum(bets) / 3 * float(main.edge)

    async def _close(self, people: Mapping[str, Staff], day: int, fills: int, fed: int) -> None:
        closer = self.opener + fills + 500 * self.chance.randint(-60, 60)
        drop = 2_000 * self.chance.randint(5, 80)
        short = 2_000 if day == 2 else 0
        for table in (PHYSICAL, VIRTUAL):
            await people["flora"].stop_table(table)
            held = await self.client.services.store.balance(f"tray:{table}")
            amount = closer if table == PHYSICAL else held // 100
            await count_tray(people, table, chips_of_cents(amount, TERMS.denominations))
            await people["sam"].take_box(table)
        for name in ("curt", "cora"):
            await people[name].join_count()
        office = self.client.services.desk.office
        for box in office.boxes.values():
            amount = drop if box.table == PHYSICAL else box.units // 100 - short
            notes = chips_of_cents(amount, TERMS.denominations)
            await people["curt"].count_box(box.number, notes)
            await people["alan"].recount_box(box.number, notes)
        for name in ("curt", "cora"):
            await people[name].sign_count()
        await people["alan"].finish_count()
        date = (FIRST + timedelta(days=day)).date().isoformat()
        win = closer - self.opener + drop - fills
        row: dict[str, int | str] = {
            "day": date,
            "opener": self.opener,
            "fills": fills,
            "closer": closer,
            "drop": drop,
        }
        self.rows.append({**row, "win": win, "adjusted_win": win - fed // 100})
        self.opener = closer
        self.fed = self.fed + fed
        self.found = self.found + short


async def slip(people: Mapping[str, Staff], table: str, chips: Mapping[int, int]) -> None:
    made = await people["flora"].ask_slip(SlipKind.FILL, table, chips)
    for state, party in STEPS[SlipKind.FILL][1:]:
        signs = "dora" if party == "dealer" and table == VIRTUAL else SIGNS[party]
        await people[signs].sign_slip(SlipKind.FILL, made["number"], state, chips)


async def count_tray(people: Mapping[str, Staff], table: str, chips: Mapping[int, int]) -> None:
    await people["dan" if table == PHYSICAL else "dora"].count_tray(table, chips)
    await people["flora"].sign_tray(table, chips)


def test_a_week_across_summer_time_adds_up(tmp_path: Path) -> None:
    async def steps(client: Client, clock: Clock) -> None:
        table: Any = client.services.hall.tables[VIRTUAL]
        table._clock = clock  # noqa: SLF001 - time is handed to a table from outside
        week = Week(client, clock)
        for day in range(DAYS):
            await week.work(day)
        await expect_reports(week)

    tables = tuple(replace(terms, id=VIRTUAL) for terms in terms_of((GAME,)))
    run_with(tmp_path, steps, rates=FREE, jackpots=(JACKPOT,), office=TERMS, tables=tables)


async def expect_reports(week: Week) -> None:
    """Work out every report of the week again."""
    client = week.client
    reader = Staff(Speaker(await staff(client, Role.AUDITOR)))
    report = await read(reader, "master-games")
    lines = rows(report, "tables")
    physical = [line for line in lines if line["table"] == PHYSICAL]
    assert len(physical) == DAYS, "no gambling day is lost or doubled where the clocks change"
    for line, wanted in zip(physical, week.rows, strict=True):
        assert line["day"] == wanted["day"]
        for name in ("opener", "fills", "closer", "drop", "win", "adjusted_win"):
            assert cents(line[name]) == wanted[name], (line["day"], name)
        assert cents(line["difference"]) == 0
    virtual = [line for line in lines if line["table"] == VIRTUAL]
    assert {cents(line["difference"]) for line in virtual} == {0}
    assert [line["rounds"] for line in virtual if line["rounds"]] == [3] * DAYS
    assert sum(cents(line["counted"]) for line in virtual) == -week.found
    total = sum(cents(line["win"]) for line in rows(report, "days"))
    assert total == sum(cents(line["win"]) for line in lines)
    boxes = rows(await read(reader, "count"), "boxes")
    assert sum(cents(box["difference"]) for box in boxes) == -week.found
    counted = [cents(box["counted"]) for box in boxes if box["table"] == PHYSICAL]
    assert counted == [row["drop"] for row in week.rows]
    entries = [entry async for entry in client.services.store.entries()]
    reports = {name: await read(reader, name) for name in REPORTS if name not in ELSEWHERE}
    kept = WeekKept(
        slips=week.slips,
        fed=week.fed,
        seed=5_000 * DOLLAR,
        award=week.award,
        withheld=WITHHELD * 100,
        shorts=week.found,
        days=DAYS,
        physical=PHYSICAL,
        virtual=VIRTUAL,
    )
    expect_every_report(reports, entries, kept)
    for account in week.players:
        expect_statement(await read(reader, f"statement.json?player={account}"), account, entries)
    (ann,) = rows(reports["ratings"], "players")
    assert ann["visits"] == DAYS
    assert cents(ann["theoretical"]) == pytest.approx(week.theoretical, abs=DAYS)
    balances = await client.services.store.balances()
    assert sum(balances.values()) == 0
    assert balances["house:jackpot-accrual"] == -week.fed
    assert -balances["house:table-play"] == 100 * sum(int(row["win"]) for row in week.rows)
    assert balances["jackpot:mtd:display"] == 2 * 5_000 * DOLLAR + week.fed - week.award
    assert (await verify_store(client.services.store)).finding is None


async def read(person: Staff, name: str) -> Any:  # noqa: ANN401 - JSON
    shown: Any = {"working": True}
    while "working" in shown:
        shown = await person.client.get(f"/reports/{name if '.' in name else f'{name}.json'}")
    return shown
