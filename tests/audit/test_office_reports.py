"""Reports of what is behind the tables: counts, slips, days, voids, shared jackpots."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pitboss.audit.expectations import Prices
from pitboss.audit.report import ReportQuery
from pitboss.audit.reports.events import MEANINGS, ORDINARY
from pitboss.audit.sheet import ReportSheet
from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Approved, CallOff, RuleOn, Sit, TakeBack
from pitboss.floor.terms import TableTerms
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.writing import kebab
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.office.core import event_kind
from pitboss.office.decide import EVENTS
from pitboss.office.papers import SlipKind, SlipState
from pitboss.office.slips import SignSlip, VoidSlip
from pitboss.rulebook.ready import ready_tables
from tests.audit.plain_loops import balances_at, plain_rounds
from tests.audit.played import FloorTable, make_sheet
from tests.audit.test_reports import rows
from tests.floor.one_table import PLAYERS, OneTable, answer_question, put_bets
from tests.floor.shared_floor import LinkedTable, SharedFloor, linked_terms, terms_of
from tests.office.house import House as Office

END = 1 << 60
LACKING = 10_000
"""Cents that the count of the first day does not find in the box."""
WHY = Approved("the dealer paid a wrong hand", ("flora", "shirin"))


class KeptBook(Book):
    """A book that keeps its entries."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        super().add(entry)
        self.entries.append(entry)


def report(name: str, entries: Sequence[Entry], account: str = "") -> ReportSheet:
    question = ReportQuery(generated=END, price=lambda _: Prices((), {}), account=account)
    return make_sheet(name, question, entries)


def play_round(table: OneTable) -> None:
    before = table.state.rounds
    while table.state.rounds == before:
        put_bets(table)
    while table.state.round is not None:
        answer_question(table)


def rounds_of(table: OneTable, entries: Sequence[Entry]) -> dict[int, tuple[Entry, ...]]:
    own = [round_ for round_ in plain_rounds(entries) if round_.table == table.state.id]
    return {round_.number: tuple(round_.entries) for round_ in own}


@dataclass
class OfficeTable(FloorTable):
    """A table that writes into the books of an office."""

    office: Office = field(default_factory=Office)

    def write(self, draft: Draft) -> None:
        self.office.now = max(self.office.now, self.now)
        self.office.write(draft)


# -- the office ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worked() -> tuple[Office, FloorTable]:
    """Work two days at a table: counts, slips, one of them void; a tray lacks $5, a box $100."""
    office = Office()
    for player in PLAYERS:
        lines = (Posting("external:bank", -(10**12)), Posting(f"wallet:{player}", 10**12))
        office.write(Draft(f"account/{player}", "deposit", player, "k", b"{}", lines))
    house = ready_tables()["reference/blackjack"].house
    terms = TableTerms(id="t", name="Table T", house=house)
    table = OfficeTable(terms, random.Random(3), book=office.book, office=office, now=office.now)
    for day in range(2):
        office.open_day()
        office.open_table()
        table.now = office.now
        if not table.state.seats:
            for seat in (1, 2):
                table.must(Sit(PLAYERS[seat], "", seat, 2_000_000))
        for _ in range(5):
            play_round(table)
            table.now += 60_000_000
        office.fill_up()
        office.slip(SlipKind.FILL, {500: 40})
        office.slip(SlipKind.CREDIT, {500: 10})
        number = office.slip(SlipKind.FILL, {100: 1}, until=SlipState.PREPARED)
        office.must(VoidSlip(SlipKind.FILL, number, "wrong table"), "flora")
        if day == 0:
            counted = office.counted()
            lacking = min(counted)
            office.close_table(chips={**counted, lacking: counted[lacking] - 1})
            _sign_error(office)
        office.end_day(lacking_cents=0 if day else LACKING)
    return office, table


def _sign_error(office: Office) -> None:
    """Have the guard witness the error slip, which the two who counted have signed."""
    number = max(n for kind, n in office.office.slips if kind is SlipKind.ERROR)
    office.must(SignSlip(SlipKind.ERROR, number, SlipState.WITNESSED), "sam")


def test_the_win_agrees_with_fills_credits_and_a_tray_that_lacks_chips(
    worked: tuple[Office, FloorTable],
) -> None:
    office, _ = worked
    tables = rows(report("master-games", office.entries).section("tables"))
    assert [row["day"] for row in tables] == ["2027-01-15", "2027-01-16"]
    assert [row["difference"] for row in tables] == [0, 0]
    assert tables[0]["counted"] < 0
    assert tables[0]["opener"] == 35_000_000, "the first tray comes from the cage"
    assert tables[1]["opener"] == tables[0]["closer"]
    filled = sum(
        amount
        for entry in office.entries
        if "cage:chips" in dict(entry.postings) and entry.kind != "table-opened"
        for account, amount in entry.postings
        if account == "tray:t"
    )
    assert sum(row["fills"] - row["credits"] for row in tables) == filled
    lost = sum(line[5] for round_ in plain_rounds(office.entries) for line in round_.settled)
    assert sum(row["settled_win"] for row in tables) == -lost * 100


def test_the_drop_is_that_of_the_count(worked: tuple[Office, FloorTable]) -> None:
    """The team and the verifier found less in the box than the journal says was dropped."""
    office, _ = worked
    counts = [place for place, e in enumerate(office.entries) if e.kind == "count-finished"]
    until_count = rows(report("master-games", office.entries[: counts[0]]).section("tables"))
    after = rows(report("master-games", office.entries[: counts[0] + 1]).section("tables"))
    found = -LACKING * 100
    assert after[0]["drop"] == until_count[0]["drop"] + found
    assert after[0]["win"] == until_count[0]["win"] + found
    assert after[0]["counted"] == until_count[0]["counted"] + found
    assert after[0]["hold"] == after[0]["win"] / after[0]["drop"]
    assert until_count[0]["difference"] == after[0]["difference"] == 0
    whole = rows(report("master-games", office.entries).section("tables"))
    assert [row["drop"] for row in whole][:1] == [after[0]["drop"]]
    assert [row["difference"] for row in whole] == [0, 0]


def test_the_count_report_names_every_difference_and_who_counted(
    worked: tuple[Office, FloorTable],
) -> None:
    office, _ = worked
    sheet = report("count", office.entries)
    finished = [e for e in office.entries if e.kind == "count-finished"]
    plain = [box for entry in finished for box in json.loads(entry.body)["boxes"]]
    boxes = rows(sheet.section("boxes"))
    assert [(row["box"], row["counted"], row["book"]) for row in boxes] == [
        (box["box"], box["units"], box["book"]) for box in plain
    ]
    (gap,) = rows(sheet.section("differences"))
    assert gap["difference"] == -LACKING * 100
    assert gap["carrier"] == "sam"
    joined = {e.actor for e in office.entries if e.kind == "count-joined"}
    assert set(gap["team"].split(", ")) == joined
    assert gap["verifier"] == finished[0].actor
    noted = sum(row["amount"] for row in rows(sheet.section("notes")))
    assert noted == sum(box["units"] for box in plain)


def test_an_error_slip_has_the_signatures_of_both_who_counted(
    worked: tuple[Office, FloorTable],
) -> None:
    office, _ = worked
    slips = rows(report("slips", office.entries).section("slips"))
    (error,) = [row for row in slips if row["kind"] == "error"]
    assert {part.split(":")[0] for part in error["signatures"].split("; ")} == {
        *("dealer", "floor", "security"),
    }


def test_slips_are_all_accounted_for(worked: tuple[Office, FloorTable]) -> None:
    office, _ = worked
    sheet = report("slips", office.entries)
    numbers = {row["kind"]: row for row in rows(sheet.section("numbers"))}
    assert {kind: (row["slips"], row["last"], row["gaps"]) for kind, row in numbers.items()} == {
        kind: (last, last, 0) for kind, last in office.office.numbers.items()
    }
    states = [row["state"] for row in rows(sheet.section("slips"))]
    assert states.count("void") == 2
    assert {"filed", "witnessed"} <= set(states)
    gone = [entry for entry in office.entries
            if not (entry.kind.startswith("slip-") and b'"number":2,' in entry.body)]  # fmt: skip
    kinds = rows(report("slips", gone).section("numbers"))
    assert any(row["gaps"] == 1 and row["missing"] == "2" for row in kinds)


def test_cage_and_events_of_the_office(worked: tuple[Office, FloorTable]) -> None:
    office, _ = worked
    held = balances_at(office.entries, END)
    cage = {
        row["account"]: row["closing"] for row in rows(report("cage", office.entries).sections[0])
    }
    assert {account: held.get(account, 0) for account in cage} == cage
    boxes = rows(report("cage", office.entries).section("boxes"))
    assert {row["account"]: row["closing"] for row in boxes}["house:variance"] > 0
    events = rows(report("significant-events", office.entries).section("events"))
    words = [row["what"] for row in events]
    assert words.count("gambling day opened") == 2
    assert words.count("slip void") == 2
    assert not {"slip signed", "tray counted", "drop box counted"} & {*words}, "daily work"
    found = [entry for entry in office.entries if dict(entry.postings).get("house:variance")]
    assert found
    at = {(row["at"], row["where"]) for row in events}
    assert all((entry.at, entry.stream) in at for entry in found), "a difference is significant"
    exceptions = rows(report("exceptions", office.entries).section("events"))
    assert any("wrong table" in row["details"] for row in exceptions)


def test_every_kind_of_entry_has_a_meaning() -> None:
    kinds = {event_kind(event) for event in EVENTS}
    event = jackpot_events._Event  # noqa: SLF001
    named = vars(jackpot_events).values()
    of_jackpots = [value for value in named if isinstance(value, type) and issubclass(value, event)]
    kinds |= {kebab(kind.__name__) for kind in of_jackpots if kind.__name__[0] != "_"}
    kinds.discard("errand")
    assert not kinds - MEANINGS.keys() - ORDINARY


# -- voids -----------------------------------------------------------------------------------------


def test_rounds_called_off_and_taken_back_undo_themselves() -> None:
    office = KeptBook()
    lines = [
        (Posting("external:b", -(10**14)), Posting(f"wallet:{player}", 10**14))
        for player in PLAYERS
    ]
    for player, line in zip(PLAYERS, lines, strict=True):
        office.write(Draft(f"account/{player}", "deposit", player, "k", b"{}", line), now=1)
    terms = TableTerms(id="9", name="Nine", house=ready_tables()["ilani/spanish-21"].house)
    table = FloorTable(terms, random.Random(1), book=office, entries=[], now=1)
    for seat in (1, 2):
        table.must(Sit(PLAYERS[seat], "", seat, 10**8))
    for _ in range(3):
        play_round(table)
    for number, entries in rounds_of(table, office.entries).items():
        if number == 2:
            table.must(TakeBack("shirin", 0, WHY, table.entries[0], entries))
    while table.state.round is None:
        put_bets(table)
    table.must(CallOff("flora", table.state.round.number, WHY))
    (day,) = rows(report("master-games", office.entries).section("tables"))
    kept = [round_ for round_ in plain_rounds(office.entries) if round_.number != 2]
    lost = sum(line[5] for round_ in kept for line in round_.settled)
    assert (day["difference"], day["settled_win"]) == (0, -lost * 100)
    meter = table.state.meters["jackpot-1"]
    (jackpot,) = rows(report("jackpots", office.entries).section("jackpots"))
    assert (jackpot["difference"], jackpot["contributed"]) == (0, meter.contributed)
    (game,) = rows(report("game-performance", office.entries).section("games"))
    assert (game["voids"], game["win"]) == (2, -lost * 100)
    events = rows(report("exceptions", office.entries).section("events"))
    assert [row["what"] for row in events] == ["settled round taken back", "round called off"]
    assert all("flora, shirin" in row["details"] for row in events)
    statement = report("statement", office.entries, account=PLAYERS[1]).section("sums")
    own = sum(line[5] for round_ in kept for line in round_.settled if line[0] == 1)
    assert rows(statement)[0]["gained"] == own * 100


def test_seats_that_were_ruled_out_reconcile_and_are_listed() -> None:
    """Their wagers count nowhere, and what they fed into the jackpot is out of it again."""
    office = KeptBook()
    for player in PLAYERS:
        line = (Posting("external:b", -(10**14)), Posting(f"wallet:{player}", 10**14))
        office.write(Draft(f"account/{player}", "deposit", player, "k", b"{}", line), now=1)
    terms = TableTerms(id="9", name="Nine", house=ready_tables()["ilani/spanish-21"].house)
    table = FloorTable(terms, random.Random(4), book=office, entries=[], now=1)
    for seat in (1, 2):
        table.must(Sit(PLAYERS[seat], "", seat, 10**8))
    ruled = 0
    why = Approved("the hand was touched", ("flora",))
    while ruled < 8:
        put_bets(table)
        if (current := table.state.round) is not None:
            command = RuleOn("flora", current.number, "floor-ruling", current.due.seat, 1, why)
            ruled += not isinstance(table.ask(command), Refusal)
        while table.state.round is not None:
            answer_question(table)
    settled = [line for round_ in plain_rounds(office.entries) for line in round_.settled]
    played = [line for line in settled if line[4] != "void"]
    assert len(settled) > len(played) >= 8
    lost = sum(line[5] for line in played)
    (day,) = rows(report("master-games", office.entries).section("tables"))
    assert (day["difference"], day["settled_win"]) == (0, -lost * 100)
    meter = table.state.meters["jackpot-1"]
    (jackpot,) = rows(report("jackpots", office.entries).section("jackpots"))
    assert (jackpot["difference"], jackpot["contributed"]) == (0, meter.contributed)
    (game,) = rows(report("game-performance", office.entries).section("games"))
    assert game["win"] == -lost * 100
    events = rows(report("exceptions", office.entries).section("events"))
    assert [row["what"] for row in events] == ["ruling on an irregularity"] * 8
    assert all("reason: the hand was touched; approvers: flora" in row["details"] for row in events)


# -- shared jackpots -------------------------------------------------------------------------------


@pytest.mark.parametrize("hand_pay_from", [0, 4_000_000, 10**15])
def test_shared_jackpots_reconcile_whoever_pays(hand_pay_from: int) -> None:
    book = KeptBook()
    floor = SharedFloor(book=book)
    house = ready_tables()["ilani/spanish-21"].house
    floor.open("shared.jackpot-1", terms_of(house, "jackpot-1", hand_pay_from=hand_pay_from))
    rng = random.Random(5)
    tables = [
        LinkedTable(linked_terms(house, number), random.Random(rng.random()), floor=floor,
                    grouped=True)
        for number in (1, 2)
    ]  # fmt: skip
    for table in tables:
        for seat in (1, 2, 3):
            table.must(Sit(PLAYERS[seat], "", seat, 10**8))
    for number in range(30):
        table = tables[number % 2]
        table.hear()
        play_round(table)
        if number % 3 == 0:
            floor.feed("shared.jackpot-1")
    jackpot = floor.jackpots["shared.jackpot-1"]
    if jackpot.pending:
        hit = jackpot.pending[0].number
        floor.tell("shared.jackpot-1", jackpot_events.HitConfirmed(number=hit, by=("a", "b")))
    jackpot = floor.jackpots["shared.jackpot-1"]
    sheet = report("jackpots", book.entries)
    (row,) = rows(sheet.section("jackpots"))
    held = sum(v for k, v in balances_at(book.entries, END).items() if k.startswith("jackpot:"))
    assert (row["difference"], row["closing"], row["hits"]) == (0, held, jackpot.hits)
    assert row["awarded"] == jackpot.paid
    assert row["seeded"] == jackpot.seeded
    assert jackpot.hits > 2
    hits = rows(sheet.section("hits"))
    assert sum(hit["amount"] for hit in hits) == jackpot.paid + jackpot.pending_amount
    assert ("confirmed by a, b" in {hit["status"] for hit in hits}) == (hand_pay_from < 10**15)
    days = rows(report("master-games", book.entries).section("tables"))
    assert [day["difference"] for day in days] == [0, 0]
    lost = sum(line[5] for round_ in plain_rounds(book.entries) for line in round_.settled) * 100
    won = sum(hit["amount"] for hit in hits)
    assert sum(day["settled_win"] for day in days) == won - lost
    (game,) = rows(report("game-performance", book.entries).section("games"))
    assert (game["win"], game["awarded"]) == (won - lost, won)


def test_papers_have_amounts_in_dollars_and_times_of_the_wall(
    worked: tuple[Office, FloorTable],
) -> None:
    """No paper of a regulator has units of the journal or microseconds in it."""
    office, _ = worked
    events = rows(report("significant-events", office.entries).section("events"))
    details = " ".join(row["details"] for row in events)
    assert "units: $" in details
    assert not re.search(r"\b\d{12,}\b", details)
