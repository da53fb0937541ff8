"""Every report of a rehearsed floor beside an independent recomputation from its journal."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from pitboss.audit.catalogue import REPORTS
from pitboss.audit.expectations import Prices
from pitboss.audit.render import sheet_data
from pitboss.audit.report import ReportQuery
from pitboss.audit.sheet import ReportSheet
from pitboss.ledger.entry import Entry
from pitboss.rehearsal.plan import Plan
from tests.audit.plain_loops import balances_at, plain_rounds
from tests.audit.played import make_sheet
from tests.audit.test_reports import rows
from tests.rehearsal.test_days import play

PLAN = Plan(days=2, tables=6, guests=25, minutes=20, seed=5)
END = 1 << 60


def report(name: str, entries: list[Entry]) -> ReportSheet:
    question = ReportQuery(generated=END, account="nobody", price=lambda _: Prices((), {}))
    return make_sheet(name, question, entries)


def test_reports_of_a_rehearsed_floor_agree_with_its_journal(tmp_path: Path) -> None:
    _, entries = play(tmp_path / "floor.db", PLAN)
    held = balances_at(entries, END)
    days = rows(report("master-games", entries).section("tables"))
    assert len({day["day"] for day in days}) == PLAN.days
    assert {day["difference"] for day in days} == {0}
    drop: Counter[str] = Counter()
    tray: Counter[str] = Counter()
    for entry in entries:
        for account, amount in entry.postings:
            kind, _, table = account.partition(":")
            if kind == "drop" and amount > 0:
                drop[table] += amount
            elif kind == "tray" and "cage:chips" in dict(entry.postings):
                tray[table] += amount
    assert sum(day["drop"] for day in days) == sum(drop.values())
    opened = [day for day in days if day["day"] == min(day["day"] for day in days)]
    came = sum(day["fills"] - day["credits"] for day in days) + sum(
        table["opener"] for table in opened
    )
    assert came == sum(tray.values())
    lost = (
        sum(line[5] for plain_round in plain_rounds(entries) for line in plain_round.settled) * 100
    )
    for entry in entries:  # a round that was taken back gives its money back
        if entry.kind == "taken-back":
            body = json.loads(entry.body)
            lost += (sum(body["stacks"].values()) + body["tips"]) * 100
    hits = sum(row["amount"] for row in rows(report("jackpots", entries).section("hits")))
    assert sum(day["settled_win"] for day in days) == hits - lost
    games = rows(report("game-performance", entries).section("games"))
    assert sum(game["win"] for game in games) == hits - lost
    jackpots = rows(report("jackpots", entries).section("jackpots"))
    assert {jackpot["difference"] for jackpot in jackpots} == {0}
    money = sum(units for code, units in held.items() if code.startswith("jackpot:"))
    assert sum(jackpot["closing"] for jackpot in jackpots) == money
    accounts = rows(report("trial-balance", entries).section("accounts"))
    assert {
        account["account"]: account["closing"] for account in accounts if account["closing"]
    } == held
    funds = {
        row["kind"]: row["closing"] for row in rows(report("player-funds", entries).sections[0])
    }
    assert funds["Wallets"] == sum(v for k, v in held.items() if k.startswith("wallet:"))
    assert {row["gaps"] for row in rows(report("slips", entries).section("numbers"))} <= {0}
    assert all(sheet_data(report(name, entries))["entries"] == len(entries) for name in REPORTS)
