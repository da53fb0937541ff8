"""A rehearsed floor: its books are right after every entry, and the same seed plays it again."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from pitboss.audit.catalogue import REPORTS
from pitboss.audit.components import CHANGED, CHECKED, STREAM, ComponentCheck
from pitboss.audit.expectations import Prices
from pitboss.audit.interval import ALWAYS
from pitboss.audit.render import render
from pitboss.audit.report import ReportQuery
from pitboss.floor.terms import TableTerms
from pitboss.ledger.book import NO_ENTRY, Head
from pitboss.ledger.entry import Draft, Entry, seal
from pitboss.pit.invariants import Invariants
from pitboss.pit.verification import verify_store
from pitboss.rehearsal.days import rehearse
from pitboss.rehearsal.plan import Plan
from pitboss.store import open_store
from tests.audit.played import make_sheet
from tests.audit.test_reports import known_prices
from tests.pit.seals import PlainSeals
from tools import recount

PLAN = Plan(days=2, tables=5, guests=25, minutes=30, seed=3)


def play(path: Path, plan: Plan) -> tuple[Counter[str], list[Entry]]:
    """Rehearse, verify, and return what happened and what was written."""

    async def whole() -> tuple[Counter[str], list[Entry]]:
        store = await open_store(str(path))
        counts = await rehearse(store, PlainSeals(), plan, announce=lambda _: None)
        assert (await verify_store(store)).finding is None
        entries = [entry async for entry in store.entries()]
        await store.close()
        return counts, entries

    return asyncio.run(whole())


def test_every_sum_holds_after_every_entry_and_the_same_seed_plays_the_same(tmp_path: Path) -> None:
    counts, entries = play(tmp_path / "one.db", PLAN)
    followed = Invariants()
    assert [problem for entry in entries for problem in followed.add(entry)] == []
    assert counts["CloseDay"] == PLAN.days
    assert counts["rounds"] > PLAN.days * PLAN.minutes * PLAN.tables / 2
    for needed in ("Deposit", "ConfirmWithdrawal", "SignTray", "FinishCount", "PayTips"):
        assert counts[needed], needed
    again, same = play(tmp_path / "two.db", PLAN)
    assert again == counts
    assert [_essence(entry) for entry in same] == [_essence(entry) for entry in entries]


def test_every_report_is_what_plain_loops_over_the_journal_count(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    play(path, PLAN)
    entries = asyncio.run(check_files(str(path)))
    rows = recount.read(str(path))
    wrong = []
    for name, (count, say) in recount.REPORTS.items():
        counted = count(rows)
        reported = say(made(name, entries))
        wrong += [f"{name}: {difference}" for difference in recount.differences(counted, reported)]
    player = next(entry.actor for entry in entries if entry.kind == "seat-taken")
    reported = recount.said_by_statement(made("statement", entries, account=player))
    wrong += recount.differences(recount.statement(rows, player), reported)
    assert wrong == []
    others = {"statement", "ratings"}  # above, and in the week of physical tables
    assert {*REPORTS} - {*recount.REPORTS} == others, "every report is recounted"


async def check_files(path: str) -> list[Entry]:
    """Write two checks of the software's files, as a server does; return the whole journal."""
    store = await open_store(path)
    head = NO_ENTRY
    at = max([entry.at async for entry in store.entries()])
    for kind, changed in ((CHECKED, ()), (CHANGED, ("a.py", "b.py"))):
        check = ComponentCheck(version="1", root="00", files=2, why="daily", changed=changed)
        draft = Draft(STREAM, kind, "house", kind, msgspec.json.encode(check), ())
        entry = seal(draft, version=head.version + 1, at=at, before=head.hash)
        await store.append([entry])
        head = Head(entry.version, entry.at, entry.hash)
    entries = [entry async for entry in store.entries()]
    await store.close()
    return entries


def made(name: str, entries: list[Entry], account: str = "") -> dict[str, Any]:
    """Make a report of entries."""
    question = ReportQuery(interval=ALWAYS, account=account, price=_price)
    data: dict[str, Any] = json.loads(render(make_sheet(name, question, entries), "json"))
    return data


def _price(terms: TableTerms) -> Prices:
    return known_prices(terms.house.game)


def _essence(entry: Entry) -> tuple[object, ...]:
    return entry.stream, entry.version, entry.at, entry.kind, entry.actor, entry.postings


def test_what_cannot_be_rehearsed_is_said_all_at_once() -> None:
    wrong = Plan(days=0, tables=501, guests=0, minutes=2000).problems()
    assert [problem.key for problem in wrong] == ["days", "tables", "guests", "minutes"]
