"""The gambling day: closed only when everything is done, in whatever order that happens."""

from __future__ import annotations

from itertools import permutations

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.office.cage import AskWithdrawal, MoveCapital
from pitboss.office.core import HOUSE, Done
from pitboss.office.day import (
    CheckProgressives,
    CloseDay,
    DayClosed,
    DayFacts,
    DepositProgressives,
    FileNotice,
    OpenDay,
    ReportMalfunction,
    SetTerms,
    day_problems,
    gambling_date,
)
from pitboss.office.inventory import CountTray, SignTray, StopTable, TakeBox
from pitboss.office.papers import OfficeTerms, SlipKind, SlipState
from pitboss.office.slips import SignSlip
from tests.office.house import HOUR, PLAYER, TRAY, House, draft_of


def test_a_day_is_opened_once_and_its_date_follows_the_boundary() -> None:
    house = House()
    assert house.code(OpenDay(), "flora") == "permission/missing"
    house.open_day()
    assert house.code(OpenDay(), "ada") == "day/open"
    first = house.office.date
    house.must(CloseDay(), "ada")
    assert house.code(OpenDay(), "ada") == "day/early"
    house.now += 24 * HOUR
    house.open_day()
    assert house.office.day is not None
    assert house.office.day.number == 2
    assert house.office.date > first
    terms = OfficeTerms(day_starts_minute=0)
    assert gambling_date(terms, 24 * HOUR - 1) == "1970-01-01"
    assert gambling_date(terms, 24 * HOUR) == "1970-01-02"


def test_the_day_closes_only_after_everything_in_every_order() -> None:
    """Six things keep a day open. Whatever order they are settled in, it closes after the last."""
    settle = {
        "a round is open at table t": lambda house: house.settle(back=100_000),
        "a hit of jackpot big is neither confirmed nor rejected": lambda house: (
            house.pending.clear()
        ),
        "fill 1 is verified and not finished": lambda house: house.must(
            SignSlip(SlipKind.FILL, 1, SlipState.FILED), "carl"
        ),
        "table u is open": lambda house: house.close_table("u"),
    }
    wrong = []
    for order in permutations(settle):
        house = House()
        house.open_day()
        house.open_table()
        house.open_table("u")
        house.buy_in(10_000)
        house.slip(SlipKind.FILL, {500: 4}, until=SlipState.VERIFIED)
        house.bet(100_000)
        house.pending["big"] = 1
        for position, name in enumerate(order):
            outcome = house.ask(CloseDay(), "ada")
            message = outcome.message if isinstance(outcome, Refusal) else "closed"
            if not all(reason in message for reason in order[position:]) or any(
                reason in message for reason in order[:position]
            ):
                wrong.append((order, position, message))
            settle[name](house)
        house.close_table("t")
        if house.code(CloseDay(), "ada") != "day/not-ready":
            wrong.append((order, len(order), "boxes"))
        house.end_day()
        house.check()
    assert not wrong


def test_a_hit_may_stay_open_where_the_house_says_so() -> None:
    house = House()
    house.must(SetTerms(OfficeTerms(hits_block_day=False)), HOUSE)
    house.open_day()
    house.pending["big"] = 1
    house.must(CloseDay(), "ada")


def test_a_missing_number_keeps_the_day_open() -> None:
    """No command can make one, so a slip is taken out of the office by hand."""
    house = House()
    house.open_day()
    house.open_table()
    for _ in range(3):
        house.slip(SlipKind.FILL, {500: 4})
    slips = {key: slip for key, slip in house.office.slips.items() if key != (SlipKind.FILL, 2)}
    damaged = replace(house.office, slips=slips)
    assert "number fill 2 is missing" in [*day_problems(damaged, DayFacts())]
    assert "number fill 2 is missing" not in [*day_problems(house.office, DayFacts())]


def test_a_closed_day_is_never_written_to_again() -> None:
    house = House()
    house.open_day()
    house.open_table()
    house.buy_in(10_000)
    house.slip(SlipKind.FILL, {500: 4})
    house.end_day()
    closed = house.entries[-1]
    assert closed.kind == "day-closed"
    for command, who in (
        (CloseDay(), "ada"),
        (CountTray("t", TRAY), "dan"),
        (SignTray("t", TRAY), "flora"),
        (TakeBox("t"), "sam"),
        (DepositProgressives(), "ada"),
        (MoveCapital("money", 100, "float"), "ada"),
    ):
        assert house.code(command, who) == "day/closed"
    withdrawal = house.must(AskWithdrawal(PLAYER, 100), PLAYER)
    assert isinstance(withdrawal, Done)
    assert house.office.day_number == 2, "what happens now belongs to the next day"


def test_the_close_names_the_numbers_of_the_day() -> None:
    house = House()
    for day in range(2):
        house.open_day()
        house.open_table()
        for _ in range(2):
            house.slip(SlipKind.FILL, {500: 4})
        house.slip(SlipKind.CREDIT, {500: 4})
        house.end_day()
        body = house.entries[-1].body
        assert f'"fill":[{2 * day + 1},{2 * day + 2}]'.encode() in body
        assert f'"credit":[{day + 1},{day + 1}]'.encode() in body
    assert DayClosed.__name__


def test_progressives_reach_the_bank_weekly_or_stop() -> None:
    house = House()
    house.open_day()
    house.open_table()
    house.buy_in(10_000)
    house.bet(100_000)
    house.settle(back=0, meter=2_000)
    house.must(DepositProgressives(), "ada")
    assert house.book.balance("bank:progressive") == 2_000
    house.bet(100_000)
    house.settle(back=0, meter=1_000)
    assert house.code(CheckProgressives(), HOUSE) == "progressives/same"
    house.now += 7 * 24 * HOUR + 1
    house.must(CheckProgressives(), HOUSE)
    assert "7 days" in house.office.progressives.stopped
    house.must(DepositProgressives(), "ada")
    assert house.book.balance("bank:progressive") == 3_000
    assert house.office.progressives.stopped == ""


def test_jackpots_stop_although_the_house_never_brought_money_to_the_bank() -> None:
    house = House()
    house.open_day()
    house.open_table()
    house.buy_in(10_000)
    house.bet(100_000)
    house.settle(back=0, meter=2_000)
    assert house.code(CheckProgressives(), HOUSE) == "progressives/same"
    house.now += 7 * 24 * HOUR + 1
    house.must(CheckProgressives(), HOUSE)
    assert "7 days" in house.office.progressives.stopped
    house.must(DepositProgressives(), "ada")
    assert house.office.progressives.stopped == ""


def test_a_bank_account_below_the_required_level_stops_jackpots_at_the_day_close() -> None:
    house = House()
    house.open_day()
    house.open_table()
    house.buy_in(10_000)
    house.bet(100_000)
    house.settle(back=0, meter=2_000)
    house.must(DepositProgressives(), "ada")
    seized = ("bank:progressive", -500), ("external:bank", 500)
    house.write(draft_of("floor", *seized, kind="seized"))
    house.end_day()
    assert "below the required level" in house.office.progressives.stopped


def test_a_malfunction_is_a_notice_that_is_due_in_72_hours() -> None:
    """WAC 230-06-054; it needs no open day, and a house may be stricter."""
    house = House()
    assert house.code(ReportMalfunction("t1", " "), "flora") == "reason/missing"
    assert house.code(ReportMalfunction("t1", "no cards"), "dora") == "permission/missing"
    house.must(ReportMalfunction("t1", "the shuffler stops"), "flora")
    house.must(SetTerms(OfficeTerms(malfunction_hours=24)), HOUSE)
    house.must(ReportMalfunction("", "the meters' sign is dark"), "shirin")
    notices = [(notice.about, notice.due - house.now) for notice in house.office.notices.values()]
    assert notices == [
        ("malfunction at t1: the shuffler stops", 72 * HOUR),
        ("malfunction: the meters' sign is dark", 24 * HOUR),
    ]
    house.must(FileNotice(1, "letter of today"), "shirin")
    assert [*house.office.notices] == [2]


def test_terms_are_the_houses_own() -> None:
    house = House()
    assert house.code(SetTerms(OfficeTerms(large_cents=5)), "ada") == "permission/missing"
    assert house.code(SetTerms(OfficeTerms(large_cents=0)), HOUSE) == "terms/invalid"
    assert house.code(SetTerms(OfficeTerms()), HOUSE) == "terms/same"
    house.must(SetTerms(OfficeTerms(large_cents=5)), HOUSE)
    assert house.office.terms.large_cents == 5
    assert house.code(StopTable("t"), "carl") == "permission/missing"


def test_a_day_without_slips_closes_after_one_that_had_some() -> None:
    house = House()
    house.open_day()
    house.open_table()
    house.slip(SlipKind.FILL, {500: 20})
    house.end_day()
    house.now += 24 * HOUR
    house.open_day()
    house.must(CloseDay(), "ada")
